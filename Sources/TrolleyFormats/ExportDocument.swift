/// The input of an export.
public struct ExportDocument: Equatable, Sendable {
  public var title: String
  /// The currency of prices that don't name one.
  public var currency: Currency
  public var items: [Item]
  public var lines: [CartLine]
  public var stores: [Store]

  public init(
    title: String = "Shopping list", currency: Currency, items: [Item], lines: [CartLine] = [],
    stores: [Store] = []
  ) {
    self.title = title
    self.currency = currency
    self.items = items
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
      QuickAdd(
        name: item.name, quantity: line?.quantity, price: item.price,
        per: item.price == nil ? nil : item.per,
        category: item.category.isEmpty ? nil : item.category,
        store: item.store.isEmpty ? nil : item.store, isFavourite: item.isFavourite,
        isPicked: line?.isPicked)
    }
  }

  /// The lines of the cart in their order.
  var cart: [Row] {
    var items: [Item.ID: Item] = [:]
    items.reserveCapacity(self.items.count)
    for item in self.items { items[item.id] = item }
    let sorted = lines.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
    return sorted.compactMap { line in items[line.item].map { Row(item: $0, line: line) } }
  }

  /// The lines of the cart, then all other items in their order.
  var rows: [Row] {
    let cart = cart
    let taken = Set(cart.map(\.item.id))
    return cart + items.lazy.filter { !taken.contains($0.id) }.map { Row(item: $0, line: nil) }
  }
}
