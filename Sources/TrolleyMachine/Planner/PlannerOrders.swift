extension Planner {
  mutating func order(_ draft: OrderDraft) throws(ChangeError) {
    guard !state.cart.isEmpty else { throw .emptyCart }
    let name = try clean(draft.name, .name, .name)
    let address = try clean(draft.address, .address, .address)
    let note = try clean(draft.note, .note, .note)
    guard !name.isEmpty else { throw .missing(field: "A name") }
    // Over the counter nothing is brought anywhere.
    guard !address.isEmpty || state.use == .staff else { throw .missing(field: "An address") }
    let store = try draft.store.trimmed.isEmpty ? "" : state.storeName(meant: draft.store)
    let lines = Array(state.cart.lines)
    let order = Order(
      id: ids.next(), number: state.nextOrderNumber, name: name, address: address,
      store: store, note: note, placedAt: now, placedBy: author)
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
      let known = names.id(of: line.name, in: state.items)
      if let item = state.items[line.item] ?? known.flatMap({ state.items[$0] }) {
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
    // It is where the old address was.
    if Folding.key(store.address) != Folding.key(old.address) { store.place = nil }
    if let place = draft.place { store.place = place.kept }
    if let phone = draft.phone { store.phone = try clean(phone, .phone, .name) }
    if let email = draft.email { store.email = try clean(email, .email, .name) }
    if let note = draft.note { store.note = try clean(note, .note, .note) }
    guard !store.name.isEmpty else { throw .emptyName }
    // One that is there already may have come from a map, or from an earlier version.
    guard
      store.email.isEmpty || store.email == old.email
        || EmailAddress.isValid(store.email) && MailAddress.refusal(of: store.email) == nil
    else { throw .badEmail(store.email) }
    if let other = state.store(like: store) { throw .storeNameTaken(other.name) }
    return store
  }
}

extension SharedState {
  /// Another store with the name, and the address if there is one.
  func store(like store: Store) -> Store? {
    let (name, address) = (Folding.key(store.name), Folding.key(store.address))
    return stores.first {
      $0.id != store.id && Folding.key($0.name) == name
        && (address.isEmpty || Folding.key($0.address) == address)
    }
  }

  /// The label of a favourite store, or the name of one that only items name.
  func storeName(meant text: String) throws(ChangeError) -> String {
    do throws(ChangeError) {
      return try stores.label(of: store(named: text))
    } catch .noSuchStore(let name, _) {
      let key = Folding.key(name)
      guard !key.isEmpty, let known = items.stores.first(where: { Folding.key($0) == key }) else {
        throw .noSuchStore(name, nearest: storesNear(name))
      }
      return known
    }
  }

  private func storesNear(_ name: String) -> [String] {
    let names = storeNames
    return NearestNames.of(name, among: names.favourites + names.others, onlyNear: true)
  }

  /// The favourite stores as they are called in lists, then those that only items name.
  var storeNames: (favourites: [String], others: [String]) {
    let labels = stores.inNameOrder.map { stores.label(of: $0) }
    let known = Set((labels + stores.map(\.name)).map(Folding.key))
    let others = items.stores.filter { !$0.isEmpty && !known.contains(Folding.key($0)) }
    return (labels, others.sorted { Folding.compare($0, $1) < 0 })
  }

  /// A favourite store by its name, its name and street, or by a unique prefix of them.
  public func store(named text: String) throws(ChangeError) -> Store {
    let clean = CleanText.line(text, limit: .address)
    let key = Folding.key(clean)
    let labels = stores.map { Folding.key(stores.label(of: $0)) }
    if let exact = labels.firstIndex(of: key) { return stores[exact] }
    var found = stores.filter { Folding.key($0.name) == key }
    if found.isEmpty, !key.isEmpty {
      found = stores.indices.filter { labels[$0].hasPrefix(key) }.map { stores[$0] }
    }
    if found.count > 1 {
      throw .ambiguous(clean, candidates: found.map { stores.label(of: $0) })
    }
    guard let only = found.first else { throw .noSuchStore(clean) }
    return only
  }
}
