/// What the cart comes to, updated with every change rather than recomputed.
public struct CartSummary: Equatable, Sendable {
  /// The sum of the known costs, in minor units of the list's currency.
  public internal(set) var known = 0
  /// How many things its lines are: 24 cans, 6 bottles.
  public internal(set) var pieces = 0
  /// The number of lines without a price, or with one in another currency. They never count as 0.
  public internal(set) var unknown = 0
  /// Those of them with a price for another unit, and with one in another currency.
  public internal(set) var inOtherUnit = 0
  public internal(set) var inOtherCurrency = 0
  /// The known cost of the picked lines, in minor units.
  public internal(set) var picked = 0
  public internal(set) var categories: [String: Share] = [:]

  /// One category's share of the cart.
  public struct Share: Equatable, Sendable {
    public var known = 0
    public var lines = 0
  }

  mutating func add(_ line: CartLine, of item: Item, in currency: Currency, sign: Int = 1) {
    var share = categories[item.category] ?? Share()
    share.lines += sign
    pieces += sign * line.quantity.pieces(pack: item.pack)
    if let cost = item.cost(of: line.quantity), cost.currency == currency {
      known += sign * cost.minorUnits
      share.known += sign * cost.minorUnits
      if line.isPicked { picked += sign * cost.minorUnits }
    } else {
      unknown += sign
      if item.price != nil {
        if item.sizes(of: line.quantity) != nil {
          inOtherCurrency += sign
        } else {
          inOtherUnit += sign
        }
      }
    }
    categories[item.category] = share.lines == 0 ? nil : share
  }

  /// "3 items, 5 pieces"; where one has several amounts, "2 items in 3 lines".
  public func counts(of cart: Cart) -> [String] {
    [Wording.items(cart.itemCount, lines: cart.count), Wording.count(pieces, "piece")]
  }

  /// Whether a line is the counts and the total of a cart: "2 items, 3 pieces, about $7.80".
  package static func isSum(_ line: some StringProtocol) -> Bool {
    let parts = line.split(separator: ",").map { $0.split(separator: " ") }
    guard let first = parts.first, first.count > 1, ["item", "items"].contains(first[1]),
      let pieces = parts.firstIndex(where: { ["piece", "pieces"].contains($0.last) }),
      parts.indices.contains(pieces + 1)
    else { return false }
    return ["about", "cost", "prices"].contains(parts[pieces + 1].first)
  }

  /// Whether a line is that of an order, as `trolley orders` prints it: its number, when it was placed, for whom,
  /// and "10 pieces, about $12.33" or "1 piece, prices unknown".
  package static func isOrder(_ line: some StringProtocol) -> Bool {
    let cells = String(line).split(separator: "  ").map { $0.split(separator: " ") }
    return cells.count > 2
      && cells.contains { words in
        words.count > 3 && Int(words[0]) != nil && ["piece,", "pieces,"].contains(words[1])
          && ["about", "prices"].contains(words[2])
      }
  }

  /// The same in fewer and fewer phrases, for lines of any width.
  public func shorterCounts(of cart: Cart) -> [[String]] {
    let all = counts(of: cart)
    let items = Wording.count(cart.itemCount, "item")
    return [all, [all[0]], [items]]
  }

  /// "2 without a price + 1 with a price for another unit"; nil if all are known.
  public var unknownInWords: String? {
    unknown == 0
      ? nil : unknown(["without a price", "with a price for another unit", "in another currency"])
  }

  private func unknown(_ kinds: [String]) -> String {
    zip([unknown - inOtherUnit - inOtherCurrency, inOtherUnit, inOtherCurrency], kinds)
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " + ")
  }

  /// "about $7.80 + 2 without a price".
  ///
  /// - Parameter count: the number of lines.
  public func totalInWords(of count: Int, in currency: Currency, style: NumberStyle) -> String {
    totals(of: count, in: currency, style: style)[0]
  }

  /// The same in fewer and fewer words, for lines of any width; the sum is in each.
  public func totals(of count: Int, in currency: Currency, style: NumberStyle) -> [String] {
    let sum = Wording.money(Money(minorUnits: known, currency: currency), style: style)
    guard let unknownInWords else { return ["about " + sum, sum] }
    let short = unknown(["no price", "other unit", "other currency"])
    guard unknown == count else {
      let missing = [unknownInWords, short, "\(unknown) not counted"]
      return missing.map { "about \(sum) + \($0)" }
        + ["\(sum) + \(unknown) not counted", "\(sum) + \(unknown)", sum]
    }
    let isUnpriced = inOtherUnit + inOtherCurrency == 0
    let reasons = [unknownInWords, short].map { "cost unknown: " + $0 } + ["cost unknown"]
    return (isUnpriced ? ["prices unknown"] : reasons) + ["unknown", "?"]
  }

  /// "$70.00 of the budget left", "$3.00 over the budget"; what is unknown costs something, too.
  public func budgetInWords(_ budget: Money, style: NumberStyle) -> String {
    let left = budget.minorUnits - known
    let sum = Wording.money(Money(minorUnits: abs(left), currency: budget.currency), style: style)
    return switch (left < 0, unknown > 0) {
    case (false, false): sum + " of the budget left"
    case (false, true): "at most \(sum) of the budget left"
    case (true, false): sum + " over the budget"
    case (true, true): "at least \(sum) over the budget"
    }
  }

  mutating func subtract(_ line: CartLine, of item: Item, in currency: Currency) {
    add(line, of: item, in: currency, sign: -1)
  }
}

extension Wording {
  /// "3 items"; where one has several amounts, "2 items in 3 lines".
  public static func items(_ items: Int, lines: Int) -> String {
    count(items, "item") + (items == lines ? "" : " in " + count(lines, "line"))
  }
}
