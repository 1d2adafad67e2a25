/// Seals PINs and the hashes of passwords, finds who has a PIN, and slows down who guesses. It lives
/// at the edge: it has the key, and it counts wrong tries for all programs on the list together.
public protocol SecretVault {
  func answer(_ request: VaultRequest) -> VaultAnswer
}

/// What a vault can be asked. Digits are in it in the clear: it is kept nowhere.
public enum VaultRequest: Equatable, Sendable {
  /// Whose PIN is this?
  case find(String, among: [PINHolder])
  /// Seal a new one, unless somebody has it.
  case seal(String, among: [PINHolder])
  /// Open a forgotten one; nil where the person was not found, which counts as a wrong try.
  case open(SealedPIN?)
  /// Somebody is about to try a password: counted before it is looked at. What is sealed is nil where
  /// nobody has the address, which takes as long and counts as much. `isFirst`: nobody has a secret.
  case beginPassword(address: String, SealedPassword?, isFirst: Bool)
  /// Whether the password was right.
  case endPassword(address: String, isRight: Bool)
  /// It could not be compared after all: nobody has learned anything, and the try counts no more.
  case withdrawPassword(address: String)
  /// Seal the hash of a new password.
  case sealHash(String, isFirst: Bool)
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

public enum VaultAnswer: Equatable, Sendable {
  case found(Account.ID)
  case sealed(SealedPIN)
  case opened(String)
  /// The try is counted; the hash to check against, nil where there is none.
  case passwordHash(String?)
  case noted
  case sealedPassword(SealedPassword)
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
  /// Nobody has a secret that was sealed: a key may be made.
  public var hasNoSecrets: Bool { accounts.allSatisfy { $0.pin == nil && $0.password == nil } }

  /// Everybody who signs in with a PIN.
  public func pinHolders(except id: Account.ID? = nil) -> [PINHolder] {
    accounts.filter { $0.id != id }.compactMap { account in
      account.pin.map { PINHolder(account: account.id, pin: $0) }
    }
  }
}
