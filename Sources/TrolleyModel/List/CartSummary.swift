/// The cost of the cart, updated with every change rather than recomputed.
public struct CartSummary: Equatable, Sendable {
  /// The sum of the known costs, in minor units of the list's currency.
  public private(set) var known = 0
  /// The number of lines without a price, or with one in another currency. They never count as 0.
  public private(set) var unknown = 0
  /// The known cost of the picked lines, in minor units.
  public private(set) var picked = 0
  public private(set) var categories: [String: Share] = [:]

  /// One category's share of the cart.
  public struct Share: Equatable, Sendable {
    public var known = 0
    public var lines = 0
  }

  mutating func add(_ line: CartLine, of item: Item, in currency: Currency, sign: Int = 1) {
    var share = categories[item.category] ?? Share()
    share.lines += sign
    if let cost = item.cost(of: line.quantity), cost.currency == currency {
      known += sign * cost.minorUnits
      share.known += sign * cost.minorUnits
      if line.isPicked { picked += sign * cost.minorUnits }
    } else {
      unknown += sign
    }
    categories[item.category] = share.lines == 0 ? nil : share
  }

  mutating func subtract(_ line: CartLine, of item: Item, in currency: Currency) {
    add(line, of: item, in: currency, sign: -1)
  }
}
