/// Somebody who signs in: an employee of a shop, or a member of a household.
public struct Account: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public enum Role: String, CaseIterable, Sendable {
    /// The first one. What belongs to nobody any more is theirs.
    case owner
    case member
  }

  public let id: ID
  public var role: Role
  public var firstName: String
  /// Empty in a household, where the first name is all of the name.
  public var lastName: String
  /// Empty for none.
  public var email: String
  /// The day of hiring, or of registering.
  public var since: Day
  /// Nil where one signs in otherwise.
  public var pin: SealedPIN?
  /// Nil where one signs in otherwise.
  public var password: SealedPassword?
  /// The providers that know this person, and as whom.
  public var identities: [Identity] = []

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

  /// Takes what somebody signs in with, in place of an older one of its kind.
  public mutating func take(_ credential: Credential) {
    switch credential {
    case .pin(let pin): self.pin = pin
    case .password(let password): self.password = password
    case .identity(let identity):
      identities.removeAll { $0.issuer == identity.issuer }
      identities.append(identity)
    }
  }

  /// The name that is shown.
  public var name: String { lastName.isEmpty ? firstName : firstName + " " + lastName }

  /// Whether there is something to sign in with, where the list is used so.
  public func canSignIn(in use: Use) -> Bool {
    switch use {
    case .personal: true
    case .household: password != nil || !identities.isEmpty
    case .staff: pin != nil
    }
  }

  /// The account's own cart, in staff use.
  public var cart: Cart.ID { Cart.ID(id.number) }

  /// How its name stands beside what it did: in steps, items and lines of the cart.
  public var author: String { id.description }
}

/// A PIN as it is kept: nobody reads it without the key, which is not in the journal.
public struct SealedPIN: Equatable, Sendable {
  /// The digits, encrypted, as hexadecimal digits.
  public let sealed: String
  /// The same PIN has the same mark, by which it is found; as hexadecimal digits.
  public let mark: String

  /// Nil for what no vault has written.
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
