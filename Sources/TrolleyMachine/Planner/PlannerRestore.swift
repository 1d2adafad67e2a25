extension Planner {
  /// Imports a whole list. Free identifiers are kept, so that an export restored to an empty place
  /// is the same list; an existing item of the same name takes over the imported fields, but
  /// for those of an unchanged starter item.
  ///
  /// On a list unchanged since the first launch, starter items that the import does not contain
  /// unchanged are removed.
  mutating func restore(_ document: ListDocument) throws(ChangeError) {
    var gone: Set<Item.ID> = []
    if isUntouched {
      let wanted = Dictionary(document.items.map { ($0.id, $0) }) { $1 }
      let unwanted = state.items.all.filter { wanted[$0.id] != $0 }
      gone = Set(unwanted.map(\.id))
      if !unwanted.isEmpty { events.append(.itemsRemoved(unwanted)) }
    }
    let stores = document.stores(missingIn: state)
    let document = document.naming(as: state.stores + stores)
    restoreSettings(document)
    let newID = restoreItems(
      document.items, without: gone, starters: Starters(in: document.currency))
    try restoreLines(document.lines, newID)
    events += stores.map { .storeAdded($0) }
    var nextNumber = (state.orders.last?.number ?? 0) + 1
    for order in document.orders where !state.orders.contains(where: { $0.id == order.id }) {
      var header = order
      header.lines = []
      header.number = max(order.number, nextNumber)
      nextNumber = header.number + 1
      events.append(.orderPlaced(header))
      events.append(.orderLinesAdded(order.id, order.lines))
      // So that it is not mailed again unasked.
      events += document.mails.filter { $0.order == order.id }.map { mail in
        var mail = mail
        mail.number = header.number
        return .orderMailed(mail)
      }
    }
    let bought = document.bought.filter { state.cart[$0.id] != nil }
    if !bought.isEmpty { events.append(.linesRemoved(bought)) }
    for (store, order) in document.aisles.sorted(by: { $0.key < $1.key }) {
      let old = state.aisles[store] ?? []
      if old != order { events.append(.aislesWalked(store: store, from: old, to: order)) }
    }
  }

  private var isUntouched: Bool {
    state.history.undoable.isEmpty && state.carts.lineCount == 0 && state.orders.isEmpty
  }

  private mutating func restoreSettings(_ document: ListDocument) {
    let old = state.value(of: .budget)
    let new = document.budget?.decimal ?? old
    if document.currency != state.currency {
      change(to: document.currency, budget: new)
    } else if new != old {
      events.append(.settingChanged(.budget, from: old, to: new))
    }
    if !document.currentStore.isEmpty, document.currentStore != state.currentStore {
      events.append(
        .settingChanged(.currentStore, from: state.currentStore, to: document.currentStore))
    }
  }

  /// Returns the new identifier of each item in the document. `gone` are the items removed by this
  /// step.
  private mutating func restoreItems(
    _ items: [Item], without gone: Set<Item.ID>, starters: Starters
  ) -> [Item.ID: Item.ID] {
    let names = NameIndex(state.items, isForMany: items.count > 8)
    var newID: [Item.ID: Item.ID] = [:]
    newID.reserveCapacity(items.count)
    var added: [Item] = []
    added.reserveCapacity(items.count)
    // What an item of the list has become already; one of the same name is that item, too.
    var taken: Set<Item.ID> = []
    func take(_ item: Item, into old: Item) {
      newID[item.id] = old.id
      guard taken.insert(old.id).inserted, !starters.areUntouched(item) else { return }
      changeOrLeave(old, old.taking(over: item))
    }
    for item in items {
      let old = gone.contains(item.id) ? nil : state.items[item.id]
      if let old, Folding.key(old.name) == Folding.key(item.name) {
        take(item, into: old)
      } else if !isUntouched, let id = names.id(of: item.name, in: state.items),
        let old = state.items[id]
      {
        take(item, into: old)
      } else {
        // If a document uses an identifier twice, the first keeps it.
        let isFree = old == nil && newID[item.id] == nil
        var new = item.with(id: isFree ? item.id : ids.next())
        if !new.isStarter { new.addedBy = whose(item.addedBy) }
        newID[item.id] = newID[item.id] ?? new.id
        added.append(new)
      }
    }
    if !added.isEmpty { events.append(.itemsAdded(added)) }
    return newID
  }

  /// Another person's item stays as it is but for its star, and the rest is added. Returns it as it is then.
  @discardableResult
  mutating func changeOrLeave(_ old: Item, _ new: Item) -> Item {
    let (now, refusal) = state.changed(old, to: new, by: actor)
    if let refusal { leftOut.append(refusal) }
    note(change: old, now)
    return now
  }

  /// Whose a thing of a document is: what one who manages the list restores stays whose it was, and
  /// everybody else can only add things of their own.
  private func whose(_ addedBy: String) -> String {
    AccessPolicy.allows(.manage, actor, in: state) ? addedBy : author
  }

  /// What is in the cart already takes a line as it does when one is added.
  private mutating func restoreLines(
    _ lines: [CartLine], _ newID: [Item.ID: Item.ID]
  ) throws(ChangeError) {
    var added: [CartLine] = []
    added.reserveCapacity(lines.count)
    var taken: Set<CartLine.ID> = []
    let offset = state.cart.isEmpty ? 0 : state.cart.nextRank
    for line in lines {
      guard let item = newID[line.item] else { continue }
      // The same line is not wanted twice: like an item, it takes over what the file says.
      if let there = state.cart[line.id], there.item == item {
        try setQuantity(there, line.quantity)
        continue
      }
      if let here = state.items[item],
        try addToLine(of: here, line.quantity, isPicked: line.isPicked)
      {
        continue
      }
      let isFree = state.cart[line.id] == nil && taken.insert(line.id).inserted
      added.append(
        CartLine(
          id: isFree ? line.id : ids.next(), item: item, quantity: line.quantity,
          isPicked: line.isPicked, rank: line.rank + offset,
          addedBy: whose(line.addedBy),
          cart: state.carts.id))
    }
    if !added.isEmpty { events.append(.linesAdded(added)) }
  }
}

extension Item {
  /// A copy with another identifier.
  func with(id: ID) -> Item {
    var copy = self
    copy.id = id
    return copy
  }

  /// With the values of another one of its name. It stays the item that it is: the identifier and who
  /// added it are its own.
  fileprivate func taking(over other: Item) -> Item {
    var copy = other
    copy.id = id
    copy.addedBy = addedBy
    copy.addedAt = addedAt
    return copy
  }
}

extension SharedState {
  /// What becomes of an item where a person wants it otherwise, perhaps beside other things: that of another
  /// person stays as it is but for its star.
  func changed(
    _ old: Item, to new: Item, by actor: Actor
  ) -> (item: Item, refusal: ChangeError?) {
    let (from, to) = ItemFields.difference(old, new)
    guard use.hasAccounts, !to.isEmpty else { return (new, nil) }
    do throws(ChangeError) {
      try AccessPolicy.check([.itemChanged(old.id, from: from, to: to)], by: actor, in: self)
    } catch {
      guard case .notYours = error else { return (new, nil) }
      var starred = old
      starred.isFavourite = new.isFavourite
      return (starred, error)
    }
    return (new, nil)
  }
}

extension [ChangeError] {
  /// Behind what was added: what stays as it is, and why; empty for nothing.
  var words: String {
    guard !isEmpty else { return "" }
    let shown = prefix(2).map { String($0.sentence.dropLast()) }
    let more = count > shown.count ? ["\(count - shown.count) others do not change either"] : []
    return "; not changed: " + Wording.list(shown + more)
  }
}
