extension ListDocument {
  /// What a list of one's own brings into one that was joined: items are known by name, and those
  /// that both have stay as they are there; starter items that were never touched stay away.
  ///
  /// - Parameter isSame: it is a copy of that very list, which went ways of its own. What either has
  ///   ordered meanwhile is bought, and its line in the other's cart is the same one.
  public func merged(into state: SharedState, isSame: Bool = false) -> ListDocument {
    let ours = orders.filter { order in !state.orders.contains { $0.id == order.id } }
    let theirs = state.orders.filter { order in !orders.contains { $0.id == order.id } }
    let bought = state.cart.lines.filter { line in
      isSame && !lines.contains { $0.id == line.id } && ours.contains { $0.buys(line) }
    }
    let wanted = lines.filter { line in
      !(isSame && state.carts.line(line.id) == nil && theirs.contains { $0.buys(line) })
    }
    let names = NameIndex(state.items, isForMany: true)
    let inCart = Set(wanted.map(\.item))
    var known: [Item.ID: Item.ID] = [:]
    var new: [Item] = []
    for item in items {
      if let id = names.id(of: item.name, in: state.items) {
        known[item.id] = id
      } else if inCart.contains(item.id) || !item.isUntouchedStarter(in: currency) {
        new.append(item)
      }
    }
    let newLines = wanted.map { line in
      CartLine(
        id: line.id, item: known[line.item] ?? line.item, quantity: line.quantity,
        isPicked: line.isPicked, rank: line.rank, addedBy: line.addedBy, cart: line.cart)
    }
    var document = ListDocument(
      items: state.items.all + new, lines: newLines, stores: stores, orders: orders,
      currency: state.currency, aisles: aisles.filter { state.aisles[$0.key] == nil })
    document.bought = Array(bought)
    return document
  }
}

extension Order {
  /// Whether it has all of this line of the cart; one that has grown since is still wanted.
  fileprivate func buys(_ line: CartLine) -> Bool {
    lines.contains { $0.item == line.item && $0.quantity.isSame(as: line.quantity) }
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
