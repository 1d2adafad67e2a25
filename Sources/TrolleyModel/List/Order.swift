/// A placed order: a record of what was ordered, at the prices of that moment.
public struct Order: Equatable, Sendable, Identifiable {
  public struct ID: Identifier {
    public let number: UInt64
    public init(_ number: UInt64) { self.number = number }
  }

  /// One line of it. Name and price are copies: editing the item does not change past orders.
  public struct Line: Equatable, Sendable {
    public var item: Item.ID
    public var name: String
    public var category: String
    public var quantity: Quantity
    /// The cost of the whole line; nil when the price was unknown.
    public var cost: Money?
    /// What one pack held, of several.
    public var pack: Quantity?

    public init(
      item: Item.ID, name: String, category: String, quantity: Quantity, cost: Money?,
      pack: Quantity? = nil
    ) {
      self.item = item
      self.name = name
      self.category = category
      self.quantity = quantity
      self.cost = cost
      self.pack = pack
    }
  }

  public package(set) var id: ID
  /// 1, 2, 3 … in the order of placing.
  public var number: Int
  /// The name of the person who ordered.
  public var name: String
  public var address: String
  /// The store's name at that time; empty for none.
  public var store: String
  /// That store, whatever it is called by now; nil where it was none of the list's, and in orders from before this
  /// was kept.
  public var storeID: Store.ID?
  public var note: String
  /// Seconds since 1970, UTC.
  public var placedAt: Int
  /// The author of the step, see `Account.author`; empty in personal use.
  public var placedBy: String
  public var lines: [Line]

  public init(
    id: ID, number: Int, name: String, address: String, store: String = "",
    storeID: Store.ID? = nil, note: String = "", placedAt: Int, placedBy: String = "",
    lines: [Line] = []
  ) {
    self.id = id
    self.number = number
    self.name = name
    self.address = address
    self.store = store
    self.storeID = storeID
    self.note = note
    self.placedAt = placedAt
    self.placedBy = placedBy
    self.lines = lines
  }

  /// Name and address.
  public var customer: String { address.isEmpty ? name : name + ", " + address }

  /// Two programs may have given the same number at the same time.
  package func isBefore(_ other: Order) -> Bool {
    (number, placedAt, id.number) < (other.number, other.placedAt, other.id.number)
  }

  public var pieces: Int { lines.reduce(0) { $0 + $1.quantity.pieces(pack: $1.pack) } }

  public var unknownPrices: Int { lines.count { $0.cost == nil } }

  /// "$7.80 + €3.00 + 2 without a price", whatever the list's currency is by now.
  public func totalInWords(in currency: Currency, style: NumberStyle) -> String {
    if !lines.isEmpty, unknownPrices == lines.count { return "unknown" }
    var parts = totals(in: currency).map { Wording.money($0, style: style) }
    if unknownPrices > 0 { parts.append("\(unknownPrices) without a price") }
    return parts.joined(separator: " + ")
  }

  /// "Total without 2 unknown prices  $7.80".
  public func totalLine(in currency: Currency, style: NumberStyle) -> String {
    guard unknownPrices > 0 else {
      return "Total  " + totalInWords(in: currency, style: style)
    }
    guard unknownPrices < lines.count else { return "Total unknown: no item has a price" }
    let sum = totals(in: currency).map { Wording.money($0, style: style) }.joined(separator: " + ")
    return "Total without \(Wording.count(unknownPrices, "unknown price"))  \(sum)"
  }

  /// The sum of the known costs in the currency of the order: the list's, if one of its lines is in
  /// that, else the one it was placed in.
  public func total(in currency: Currency) -> Money {
    totals(in: currency).first ?? Money(minorUnits: 0, currency: currency)
  }

  /// The sums of the known costs by currency, first the one given; empty if no cost is known.
  public func totals(in currency: Currency) -> [Money] {
    Money.sums(lines.compactMap(\.cost), first: currency)
  }
}
