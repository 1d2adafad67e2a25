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

  public init(
    id: ID, role: Role = .member, firstName: String, lastName: String = "", email: String = "",
    since: Day, pin: SealedPIN? = nil
  ) {
    self.id = id
    self.role = role
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.since = since
    self.pin = pin
  }

  /// The name that is shown.
  public var name: String { lastName.isEmpty ? firstName : firstName + " " + lastName }

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
