extension Planner {
  mutating func order(_ draft: OrderDraft) throws(ChangeError) {
    guard !state.cart.isEmpty else { throw .emptyCart }
    let name = try clean(draft.name, .name, .name)
    let address = try clean(draft.address, .address, .address)
    let note = try clean(draft.note, .note, .note)
    guard !name.isEmpty else { throw .missing(field: "A name") }
    guard !address.isEmpty else { throw .missing(field: "An address") }
    let store = try draft.store.trimmed.isEmpty ? "" : state.store(named: draft.store).name
    let lines = Array(state.cart.lines)
    let order = Order(
      id: ids.next(), number: (state.orders.last?.number ?? 0) + 1, name: name, address: address,
      store: store, note: note, placedAt: now)
    events.append(.orderPlaced(order))
    events.append(.orderLinesAdded(order.id, lines.compactMap(orderLine)))
    takeOut(lines)
  }

  private func orderLine(_ line: CartLine) -> Order.Line? {
    guard let item = state.items[line.item] else { return nil }
    return Order.Line(
      item: item.id, name: item.name, category: item.category, quantity: line.quantity,
      cost: item.cost(of: line.quantity))
  }

  mutating func orderAgain(_ id: Order.ID) throws(ChangeError) {
    guard let order = state.orders.first(where: { $0.id == id }) else {
      throw .noSuchOrder(String(describing: id))
    }
    let names = NameIndex(state.items, isForMany: order.lines.count > 8)
    var missing: [AddRequest] = []
    for line in order.lines {
      if let item = state.items[line.item] ?? names.id(of: line.name).flatMap({ state.items[$0] }) {
        try putInCart(item, line.quantity)
      } else {
        missing.append(
          AddRequest(
            name: line.name, quantity: line.quantity, price: line.cost, per: line.quantity,
            category: line.category))
      }
    }
    if !missing.isEmpty { try add(missing) }
  }

  mutating func addStore(_ draft: StoreDraft) throws(ChangeError) {
    let store = try filled(Store(id: ids.next(), name: ""), draft)
    events.append(.storeAdded(store))
  }

  mutating func editStore(_ id: Store.ID, _ draft: StoreDraft) throws(ChangeError) {
    guard let old = state.stores.first(where: { $0.id == id }) else {
      throw .noSuchStore(String(describing: id))
    }
    let new = try filled(old, draft)
    if new != old { events.append(.storeChanged(from: old, to: new)) }
  }

  private func filled(_ old: Store, _ draft: StoreDraft) throws(ChangeError) -> Store {
    var store = old
    if let name = draft.name { store.name = try cleanName(name) }
    if let address = draft.address { store.address = try clean(address, .address, .address) }
    if let phone = draft.phone { store.phone = try clean(phone, .phone, .name) }
    if let email = draft.email { store.email = try clean(email, .email, .name) }
    if let note = draft.note { store.note = try clean(note, .note, .note) }
    guard !store.name.isEmpty else { throw .emptyName }
    guard store.email.isEmpty || EmailAddress.isValid(store.email) else {
      throw .badEmail(store.email)
    }
    let key = Folding.key(store.name)
    if state.stores.contains(where: { $0.id != store.id && Folding.key($0.name) == key }) {
      throw .storeNameTaken(store.name)
    }
    return store
  }
}

extension SharedState {
  /// A favourite store by its name, or by a unique prefix of it.
  public func store(named text: String) throws(ChangeError) -> Store {
    let clean = CleanText.line(text, limit: .name)
    let key = Folding.key(clean)
    if let exact = stores.first(where: { Folding.key($0.name) == key }) { return exact }
    let found = stores.filter { Folding.key($0.name).hasPrefix(key) && !key.isEmpty }
    if found.count > 1 { throw .ambiguous(clean, candidates: found.map(\.name)) }
    guard let only = found.first else { throw .noSuchStore(clean) }
    return only
  }
}
