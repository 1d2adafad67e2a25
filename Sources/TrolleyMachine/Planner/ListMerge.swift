extension ListDocument {
  /// What a list of one's own brings into one that was joined: items are known by name, and those
  /// that both have stay as they are there; starter items that were never touched stay away.
  public func merged(into state: SharedState) -> ListDocument {
    let names = NameIndex(state.items, isForMany: true)
    let inCart = Set(lines.map(\.item))
    var known: [Item.ID: Item.ID] = [:]
    var new: [Item] = []
    for item in items {
      if let id = names.id(of: item.name, in: state.items) {
        known[item.id] = id
      } else if inCart.contains(item.id) || !item.isUntouchedStarter(in: currency) {
        new.append(item)
      }
    }
    let lines = lines.map { line in
      CartLine(
        id: line.id, item: known[line.item] ?? line.item, quantity: line.quantity,
        isPicked: line.isPicked, rank: line.rank, addedBy: line.addedBy, cart: line.cart)
    }
    return ListDocument(
      items: state.items.all + new, lines: lines, stores: stores, orders: orders,
      currency: state.currency, aisles: aisles.filter { state.aisles[$0.key] == nil })
  }
}

extension Item {
  /// Whether it is as it came with Trolley.
  fileprivate func isUntouchedStarter(in currency: Currency) -> Bool {
    isStarter && SeedItems.items(at: addedAt, in: currency).contains(self)
  }
}

extension SharedState {
  /// Whether nothing was ever done in it.
  public var hasOnlyStarterItems: Bool {
    history.undoable.isEmpty && carts.lineCount == 0 && orders.isEmpty && !use.hasAccounts
  }
}
