/// The input of an export. Every format is handed on in pieces, as it comes, so that a long list
/// needs no more memory than a short one.
public struct ExportDocument: Sendable {
  /// Takes the next bytes of an export.
  public typealias Sink = ([UInt8]) throws(Failure) -> Void

  public var title: String
  /// The currency of prices that don't name one.
  public var currency: Currency
  public var lines: [CartLine]
  public var stores: [Store]
  private let items: ItemTable
  private let order: ContiguousArray<Int32>

  /// What an export is called.
  public static let usualTitle = "Shopping list"

  public init(
    title: String = usualTitle, currency: Currency, items: [Item], lines: [CartLine] = [],
    stores: [Store] = []
  ) {
    var table = ItemTable()
    let order = ContiguousArray(items.map { table.put($0) })
    self.init(title, currency, table, order, lines, stores)
  }

  /// The items of a list by name, and the cart at hand.
  public init(_ state: SharedState) {
    self.init(
      Self.usualTitle, state.currency, state.items, NameOrder.slots(state.items),
      Array(state.cart.lines), state.stores)
  }

  private init(
    _ title: String, _ currency: Currency, _ items: ItemTable, _ order: ContiguousArray<Int32>,
    _ lines: [CartLine], _ stores: [Store]
  ) {
    self.title = title
    self.currency = currency
    self.items = items
    self.order = order
    self.lines = lines
    self.stores = stores
  }

  /// An item, and its line when it is in the cart.
  struct Row {
    let item: Item
    let line: CartLine?

    /// The default quantity that the price is for.
    var usualPer: Quantity { line.map { QuickAdd.usualPer($0.quantity) } ?? .one }

    /// The row as one line of text.
    var quickAdd: QuickAdd {
      var entry = QuickAdd(
        name: item.name, quantity: line?.quantity, price: item.price,
        per: item.price == nil ? nil : item.per,
        category: item.category.isEmpty ? nil : item.category,
        store: item.store.isEmpty ? nil : item.store, isFavourite: item.isFavourite,
        isPicked: line?.isPicked)
      // Of one pack the amount says it.
      if let pack = item.pack, let count = line?.quantity.packs(of: pack), count > 1 {
        entry.pack = pack
      }
      if let quantity = line?.quantity, quantity.unit == .piece {
        entry.saysPieces = item.amount(quantity) != quantity
      }
      return entry
    }
  }

  var all: some Sequence<Item> { order.lazy.compactMap { items.item(at: $0) } }

  /// The lines of the cart in their order.
  var cart: some Sequence<Row> {
    let sorted = lines.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
    return sorted.lazy.compactMap { line in items[line.item].map { Row(item: $0, line: line) } }
  }

  /// The lines of the cart, then all other items in their order.
  func forEachRow(_ use: (Row) throws(Failure) -> Void) throws(Failure) {
    var taken: Set<Item.ID> = []
    for row in cart {
      taken.insert(row.item.id)
      try use(row)
    }
    for item in all where !taken.contains(item.id) { try use(Row(item: item, line: nil)) }
  }
}
