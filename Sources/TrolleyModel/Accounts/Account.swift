/// A person who signs in: an employee of a shop, or a member of a household.
public struct Account: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public enum Role: String, CaseIterable, Sendable {
    /// The first account. Owns what removed accounts have left.
    case owner
    case member
  }

  public package(set) var id: ID
  public var role: Role
  public var firstName: String
  /// Empty in a household, where `firstName` is the whole name.
  public var lastName: String
  /// Empty when there is none.
  public var email: String
  /// The day of hiring or registration.
  public var since: Day
  /// Nil when the account signs in another way.
  public var pin: SealedPIN?
  /// Nil when the account signs in another way.
  public var password: SealedPassword?
  /// The person's identities at providers.
  public var identities: [Identity] = []
  /// Only the owner has one: it lets them in without a PIN or a password.
  public var recovery: SealedCode?
  /// How the account was last entered without its PIN or password; nil since that has been mended.
  public var recovered: RecoveredAccess?

  public init(
    id: ID, role: Role = .member, firstName: String, lastName: String = "", email: String = "",
    since: Day, pin: SealedPIN? = nil, password: SealedPassword? = nil,
    identities: [Identity] = []
  ) {
    self.id = id
    self.role = role
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.since = since
    self.pin = pin
    self.password = password
    self.identities = identities
  }

  /// What becomes of the account as it is `now` by a change from `old` to this one, each field by
  /// itself: a name that is changed elsewhere leaves the PIN that was set meanwhile.
  package func merged(from old: Account, onto now: Account) -> Account {
    var merged = now
    func take<Value: Equatable>(_ field: WritableKeyPath<Account, Value>) {
      if self[keyPath: field] != old[keyPath: field] {
        merged[keyPath: field] = self[keyPath: field]
      }
    }
    take(\.role)
    take(\.firstName)
    take(\.lastName)
    take(\.email)
    take(\.since)
    take(\.pin)
    take(\.password)
    take(\.recovery)
    take(\.recovered)
    merged.identities.removeAll { old.identities.contains($0) && !identities.contains($0) }
    for identity in identities where !old.identities.contains(identity) {
      merged.set(.identity(identity))
    }
    return merged
  }

  /// Sets a credential, replacing an older one of its kind.
  public mutating func set(_ credential: Credential) {
    switch credential {
    case .pin(let pin):
      self.pin = pin
      if recovered?.way == .address { recovered = nil }
    case .recovery(let code):
      recovery = code
      if recovered?.way == .code { recovered = nil }
    case .password(let password): self.password = password
    case .identity(let identity):
      identities.removeAll { $0.issuer == identity.issuer }
      identities.append(identity)
    }
  }

  /// The name to display.
  public var name: String { lastName.isEmpty ? firstName : firstName + " " + lastName }

  /// Whether the account has a credential that the list mode accepts.
  public func canSignIn(in use: ListMode) -> Bool {
    switch use {
    case .personal: true
    case .household: password != nil || !identities.isEmpty
    case .staff: pin != nil
    }
  }

  /// The account's own cart, in staff use.
  public var cart: Cart.ID { Cart.ID(id.number) }

  /// The author recorded in steps, items and cart lines.
  public var author: String { id.description }
}

/// A PIN as it is stored: unreadable without the key, which is not in the journal.
public struct SealedPIN: Equatable, Sendable {
  /// The encrypted digits, in hexadecimal.
  public let sealed: String
  /// The same PIN has the same mark, by which it is found; in hexadecimal.
  public let mark: String

  /// Nil for anything that no vault has written.
  public init?(sealed: String, mark: String) {
    func isHex(_ text: String, _ range: ClosedRange<Int>) -> Bool {
      range.contains(text.utf8.count)
        && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
    guard isHex(sealed, 2...400), isHex(mark, 2...128) else { return nil }
    self.sealed = sealed
    self.mark = mark
  }
}

extension Account {
  /// A unique property that both accounts have.
  package func clash(with other: Account) -> ChangeError? {
    if let pin, let otherPIN = other.pin, pin.mark == otherPIN.mark { return .pinTaken }
    if identities.contains(where: { other.identities.contains($0) }) { return .identityTaken }
    if hasLastName(other.lastName) { return .lastNameTaken(lastName, by: other.firstName) }
    if hasEmail(other.email) { return .emailTaken }
    return nil
  }

  /// Ignores case, accents and surrounding space, but not plurals.
  package func hasLastName(_ text: String) -> Bool {
    !lastName.isEmpty && Folding.plain(lastName.trimmed) == Folding.plain(text.trimmed)
  }

  public func hasEmail(_ text: String) -> Bool {
    !email.isEmpty && Folding.plain(email.trimmed) == Folding.plain(text.trimmed)
  }
}
