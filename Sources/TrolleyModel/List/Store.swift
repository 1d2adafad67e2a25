/// A favourite store. Every field but the name may be empty.
public struct Store: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public package(set) var id: ID
  public var name: String
  public var address: String
  public var phone: String
  public var email: String
  public var note: String

  public init(
    id: ID, name: String, address: String = "", phone: String = "", email: String = "",
    note: String = ""
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.phone = phone
    self.email = email
    self.note = note
  }
}
