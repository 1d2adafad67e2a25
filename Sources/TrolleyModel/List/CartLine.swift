public struct CartLine: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  public package(set) var id: ID
  public package(set) var item: Item.ID
  /// Above 0.
  public var quantity: Quantity
  public var isPicked: Bool
  /// The order of adding: lines are sorted by it, ascending; equal ones by `id`.
  public var rank: Int
  /// The author, as `Account.author`; empty in personal use.
  public var addedBy: String
  /// The cart it is in.
  public var cart: Cart.ID

  public init(
    id: ID, item: Item.ID, quantity: Quantity, isPicked: Bool = false, rank: Int,
    addedBy: String = "", cart: Cart.ID = .main
  ) {
    self.id = id
    self.item = item
    self.quantity = quantity
    self.isPicked = isPicked
    self.rank = rank
    self.addedBy = addedBy
    self.cart = cart
  }
}
