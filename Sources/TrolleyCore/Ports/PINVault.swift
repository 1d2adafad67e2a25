/// Seals PINs, finds who has one, and slows down who guesses. It lives at the edge: it has the key,
/// and it counts wrong tries for all programs on the list together.
public protocol PINVault {
  func answer(_ request: PINRequest) -> PINAnswer
}

/// What a vault can be asked. Digits are in it in the clear: it is kept nowhere.
public enum PINRequest: Equatable, Sendable {
  /// Whose PIN is this?
  case find(String, among: [PINHolder])
  /// Seal a new one, unless somebody has it.
  case seal(String, among: [PINHolder])
  /// Open a forgotten one; nil where the person was not found, which counts as a wrong try.
  case open(SealedPIN?)
}

/// Whom a PIN belongs to, by its mark.
public struct PINHolder: Equatable, Sendable {
  public let account: Account.ID
  public let pin: SealedPIN

  public init(account: Account.ID, pin: SealedPIN) {
    self.account = account
    self.pin = pin
  }
}

public enum PINAnswer: Equatable, Sendable {
  case found(Account.ID)
  case sealed(SealedPIN)
  case opened(String)
  /// Nobody has this PIN, or this e-mail address.
  case unknown
  case taken
  /// Too many wrong tries: not even looked at. Milliseconds until the next one.
  case wait(Int)
  /// Far too many: nobody comes in by a PIN until it is opened from the command line.
  case closed
  case failed(Failure)
}

extension SharedState {
  /// Everybody who signs in with a PIN.
  public func pinHolders(except id: Account.ID? = nil) -> [PINHolder] {
    accounts.filter { $0.id != id }.compactMap { account in
      account.pin.map { PINHolder(account: account.id, pin: $0) }
    }
  }
}
