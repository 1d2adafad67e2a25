/// A whole list as a value: the content of a JSON export.
public struct ListDocument: Equatable, Sendable {
  public var items: [Item]
  public var lines: [CartLine]
  public var stores: [Store]
  public var orders: [Order]
  /// The mails of its orders.
  package var mails: [OrderMailing] = []
  public var currency: Currency
  public var budget: Money?
  public var currentStore: String
  public var aisles: [String: [String]]
  /// How many lines of the cart have no amount that could be bought: they are left out, and what they are
  /// lines of is not.
  public var emptyLineCount = 0
  /// Lines in the cart of the list that it goes into which one of its orders has bought.
  package var bought: [CartLine] = []

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

  /// That lines of the cart are left out; nil for none.
  public var remark: String? {
    guard emptyLineCount > 0 else { return nil }
    return Wording.count(
      emptyLineCount, "line of the cart has an amount of 0 or less and was left out.",
      "lines of the cart have an amount of 0 or less and were left out.")
  }
}
