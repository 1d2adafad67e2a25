/// A whole list as a value: the content of a JSON export.
public struct ListDocument: Equatable, Sendable {
  public var items: [Item]
  public var lines: [CartLine]
  public var stores: [Store]
  public var orders: [Order]
  public var currency: Currency
  public var budget: Money?
  public var currentStore: String
  public var aisles: [String: [String]]

  public init(
    items: [Item] = [], lines: [CartLine] = [], stores: [Store] = [], orders: [Order] = [],
    currency: Currency = .usd, budget: Money? = nil, currentStore: String = "",
    aisles: [String: [String]] = [:]
  ) {
    self.items = items
    self.lines = lines
    self.stores = stores
    self.orders = orders
    self.currency = currency
    self.budget = budget
    self.currentStore = currentStore
    self.aisles = aisles
  }
}
