extension ListDocument {
  /// What a list of one's own brings into one that was joined: items are known by name, and those
  /// that both have stay as they are there; starter items that were never touched stay away.
  ///
  /// - Parameters:
  ///   - isSame: it is a copy of that very list, which went ways of its own. What either has
  ///   ordered meanwhile is bought, and its line in the other's cart is the same one.
  ///   - keepsCart: how much is wanted of a thing that is in the cart there stays as it is.
  public func merged(
    into state: SharedState, isSame: Bool = false, keepsCart: Bool = false
  ) -> ListDocument {
    // With the stores of both, so that each item of either list goes on naming its own.
    let stores = state.stores + self.stores(missingIn: state)
    let own = naming(as: stores)
    let ours = orders.filter { order in !state.orders.contains { $0.id == order.id } }
    let theirs = state.orders.filter { order in !orders.contains { $0.id == order.id } }
    let bought = state.cart.lines.filter { line in
      isSame && !lines.contains { $0.id == line.id } && ours.contains { $0.buys(line) }
    }
    let wanted = lines.filter { line in
      state.carts.line(line.id) == nil && !(isSame && theirs.contains { $0.buys(line) })
    }
    let names = NameIndex(state.items, isForMany: true)
    let inCart = Set(wanted.map(\.item))
    let starters = Starters(in: currency)
    var known: [Item.ID: Item.ID] = [:]
    var new: [Item] = []
    for item in own.items {
      if let id = names.id(of: item.name, in: state.items) {
        known[item.id] = id
      } else if inCart.contains(item.id) || !starters.areUntouched(item) {
        new.append(item)
      }
    }
    let newLines = wanted.map { line in
      CartLine(
        id: line.id, item: known[line.item] ?? line.item, quantity: line.quantity,
        isPicked: line.isPicked, rank: line.rank, addedBy: line.addedBy, cart: line.cart)
    }.filter { !keepsCart || state.carts.lines(of: $0.item).isEmpty }
    var document = ListDocument(
      items: state.items.all + new, lines: newLines, stores: stores, orders: orders,
      currency: state.currency, aisles: own.aisles.filter { state.aisles[$0.key] == nil })
    document.mails = own.mails
    document.bought = Array(bought)
    return document
  }
}

extension ListDocument {
  /// Whether it has things of this very list in it, and not only of the same names.
  public func isCopy(of state: SharedState) -> Bool {
    items.contains { !$0.isStarter && state.items[$0.id] != nil }
      || orders.contains { order in state.orders.contains { $0.id == order.id } }
  }
}

extension Order {
  /// Whether it has all of this line of the cart; one that has grown since is still wanted.
  fileprivate func buys(_ line: CartLine) -> Bool {
    lines.contains { $0.item == line.item && $0.quantity.isSame(as: line.quantity) }
  }
}

extension ListDocument {
  /// What this list has otherwise than the one it was merged into, where it stays as it was: "Milk, the
  /// store Aldi and the budget"; nil for nothing.
  ///
  /// - Parameter keepsCart: how much is wanted of what both want stays as well.
  public func wordsOfKept(in state: SharedState, keepsCart: Bool = false) -> String? {
    let index = NameIndex(state.items, isForMany: true)
    let starters = Starters(in: currency)
    let wanted = Dictionary(grouping: keepsCart ? lines : [], by: \.item)
    // The same line, of which both have come to want so much.
    let otherwise = Set(
      lines.filter { line in
        state.carts.line(line.id).map { !$0.quantity.isSame(as: line.quantity) } ?? false
      }.map(\.item))
    let names = items.filter { item in
      guard let there = index.id(of: item.name, in: state.items).flatMap({ state.items[$0] })
      else { return false }
      let amount = state.carts.lines(of: there.id).map(\.quantity)
      if let wanted = wanted[item.id], !amount.isEmpty, amount != wanted.map(\.quantity) {
        return true
      }
      if otherwise.contains(item.id) { return true }
      guard !starters.areUntouched(item) else { return false }
      return item.price != nil && (item.price, item.per) != (there.price, there.per)
        || item.isFavourite && !there.isFavourite
        || [\Item.category, \.store, \.description].contains {
          !item[keyPath: $0].isEmpty && item[keyPath: $0] != there[keyPath: $0]
        }
    }.map(\.name)
    var parts = Self.shortened(names)
    parts += [wordsOfKeptStores(in: state)].compactMap { $0 }
    if let budget, budget != state.budget { parts.append("the budget") }
    return parts.isEmpty ? nil : Wording.list(parts)
  }

  /// What a merged list brings that is in the cart there as well, so that as much is wanted as both say: "Milk
  /// and eggs"; nil for nothing.
  public func wordsOfAdded(to state: SharedState) -> String? {
    var seen: Set<Item.ID> = []
    let names = lines.compactMap { line -> String? in
      guard seen.insert(line.item).inserted, !state.carts.lines(of: line.item).isEmpty
      else { return nil }
      return state.items[line.item]?.name
    }
    return names.isEmpty ? nil : Wording.list(Self.shortened(names))
  }

  private static func shortened(_ names: [String]) -> [String] {
    let first = Array(names.prefix(names.count > 6 ? 5 : 6))
    return names.count > first.count
      ? first + ["\(names.count - first.count) more items"] : first
  }

  /// The stores that this list has otherwise: "the store Aldi"; nil for none.
  public func wordsOfKeptStores(in state: SharedState) -> String? {
    let names = stores.filter { store in
      guard let there = state.stores.first(like: store) else { return false }
      return [\Store.name, \.address, \.phone, \.email, \.note].contains {
        !store[keyPath: $0].isEmpty && store[keyPath: $0] != there[keyPath: $0]
      }
    }.map { stores.label(of: $0) }
    guard let first = names.first else { return nil }
    return names.count == 1
      ? "the store \(first)"
      : names.count > 3 ? "\(names.count) stores" : "the stores " + Wording.list(names)
  }
}

/// The starter items of a list as they came with Trolley.
struct Starters {
  private let items: [Item.ID: Item]

  /// - Parameter currency: the list's.
  init(in currency: Currency) {
    items = Dictionary(
      uniqueKeysWithValues: SeedItems.items(at: 0, in: currency).map { ($0.id, $0) })
  }

  /// Whether it is as the first launch made it: then its values are no one’s wish.
  func areUntouched(_ item: Item) -> Bool {
    guard item.isStarter, var starter = items[item.id] else { return false }
    starter.addedAt = item.addedAt
    return starter == item
  }
}

extension SharedState {
  /// Whether nothing was ever done in it.
  public var hasOnlyStarterItems: Bool {
    history.undoable.isEmpty && carts.lineCount == 0 && orders.isEmpty && !use.hasAccounts
  }
}
