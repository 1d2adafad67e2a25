/// Seals PINs and password hashes, finds the account of a PIN, and slows down guessing. It is an
/// adapter: it holds the key, and counts wrong attempts for all programs on the list together.
public protocol SecretVault {
  func answer(_ request: VaultRequest) -> VaultAnswer
}

/// A request to the vault. It may contain a PIN in the clear, so it is never stored.
public enum VaultRequest: Equatable, Sendable {
  /// Whose PIN is this?
  case find(String, among: [PINHolder])
  /// Seal a new one, unless another account has it.
  case seal(String, among: [PINHolder])
  /// Unseal a forgotten one. An e-mail address is no secret among colleagues, so neither this nor
  /// an unknown address is an attempt, and no wait holds it up: the person is told instead.
  case open(SealedPIN)
  /// Make a code of so many groups. `isFirst`: no account has a secret yet.
  case makeCode(groups: Int, isFirst: Bool)
  /// Is this the code? No attempts are counted, since it cannot be guessed. `unlocks`: the right one
  /// takes PINs and passwords again after too many wrong attempts.
  case checkCode(String, SealedCode, unlocks: Bool)
  /// Whether attempts are accepted by now. The address is nil for PINs.
  case standing(address: String?)
  /// A password attempt, recorded before it is verified. The sealed hash is nil for an unknown
  /// address, which takes equally long and counts the same. `isFirst`: no account has a secret yet.
  case beginPassword(address: String, SealedPassword?, isFirst: Bool)
  case endPassword(address: String, isRight: Bool)
  /// The password could not be verified: nothing was learned, and the attempt is not counted.
  case withdrawPassword(address: String)
  /// Seal the hash of a new password.
  case sealHash(String, isFirst: Bool)
}

/// The account that a PIN belongs to, by its mark.
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
  /// The attempt is recorded; the hash to verify against, nil when there is none.
  case passwordHash(String?)
  case noted
  case sealedPassword(SealedPassword)
  /// A new code for the eye, and to be kept.
  case code(String, SealedCode)
  case codeIsRight
  /// No account has this PIN or this e-mail address.
  case unknown
  case taken
  /// Too many wrong attempts: this one was wrong, too, or not verified. Milliseconds until the next
  /// one is allowed.
  case wait(Int)
  /// Far too many, as above: sign-in by PIN is blocked until it is unblocked from the command line.
  case closed
  case failed(Failure)
}

extension SharedState {
  /// Whether no account has a sealed secret: only then may a new key be made.
  public var hasNoSecrets: Bool {
    registration.invitation == nil
      && accounts.allSatisfy { $0.pin == nil && $0.password == nil && $0.recovery == nil }
  }

  public func pinHolders(except id: Account.ID? = nil) -> [PINHolder] {
    accounts.filter { $0.id != id }.compactMap { account in
      account.pin.map { PINHolder(account: account.id, pin: $0) }
    }
  }
}
