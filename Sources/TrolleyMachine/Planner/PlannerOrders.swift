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
      store: store, storeID: state.stores.labelled(store)?.id, note: note, placedAt: now,
      placedBy: author)
    events.append(.orderPlaced(order))
    events.append(.orderLinesAdded(order.id, lines.compactMap(orderLine)))
    takeOut(lines)
  }

  private func orderLine(_ line: CartLine) -> Order.Line? {
    guard let item = state.items[line.item] else { return nil }
    return Order.Line(
      item: item.id, name: item.name, category: item.category, quantity: line.quantity,
      cost: item.cost(of: line.quantity), pack: item.pack)
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
        var request = AddRequest(
          name: line.name, quantity: line.quantity, price: line.cost, per: line.quantity,
          category: line.category)
        request.pack = line.pack
        missing.append(request)
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
    guard new != old else { return }
    events.append(.storeChanged(from: old, to: new))
  }

  mutating func deleteStore(_ id: Store.ID) throws(ChangeError) {
    guard let store = state.stores.first(where: { $0.id == id }) else {
      throw .noSuchStore(String(describing: id))
    }
    events.append(.storeRemoved(store))
  }

  private func filled(_ old: Store, _ draft: StoreDraft) throws(ChangeError) -> Store {
    var store = old
    if let name = draft.name { store.name = try cleanName(name) }
    if let address = draft.address { store.address = try clean(address, .address, .address) }
    // It is where the old address was; one that is added or written in another way is of the same place.
    let streets = [old.street, store.street].map { Folding.plain($0 + " ") }
    if !old.street.isEmpty, !store.street.isEmpty, !streets[0].starts(with: streets[1]),
      !streets[1].starts(with: streets[0])
    {
      (store.place, store.googlePlace) = (nil, "")
    }
    if let place = draft.place { store.place = place.kept }
    if let place = draft.googlePlace { store.googlePlace = CleanText.line(place, limit: .address) }
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
    stores.first { $0.id != store.id && $0.isCalled(like: store) }
  }

  /// The label of a favourite store, or the name of one that only items name.
  func storeName(meant text: String) throws(ChangeError) -> String {
    let choice = choice(ofStore: text, from: .word)
    let key = Folding.key(CleanText.line(text, limit: .address))
    // A whole name comes before the beginning of another.
    if choice.rank != .whole, !key.isEmpty,
      let known = items.stores.first(where: { Folding.key($0) == key })
    {
      return known
    }
    do throws(ChangeError) { return try stores.label(of: store(named: text)) } catch {
      guard case .noSuchStore(let name, _) = error else { throw error }
      throw .noSuchStore(name, nearest: storesNear(name))
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

  /// A favourite store by its name or its name and street, as `NameChoice` says.
  public func store(
    named text: String, from least: NameMatch.Rank = .word
  ) throws(ChangeError) -> Store {
    let choice = choice(ofStore: text, from: least)
    let clean = CleanText.line(text, limit: .address)
    if let store = try onlyStore(of: choice.all, named: clean) { return store }
    let key = Folding.key(clean)
    if !key.isEmpty, items.stores.contains(where: { Folding.key($0) == key }) {
      let naming = items.all.filter { Folding.key($0.store) == key }
      throw .storeOfItems(naming.first?.store ?? clean, items: naming.count)
    }
    let near = choice.near.map { stores.label(of: $0) }
    throw .noSuchStore(
      clean,
      nearest: near.isEmpty ? NearestNames.mistyped(clean, among: stores.map(\.name)) : near)
  }

  /// The label of the favourite store with this name; nil if there is none. Several branches of the name
  /// are refused.
  func favouriteStore(said text: String) throws(ChangeError) -> String? {
    let clean = CleanText.line(text, limit: .name)
    let choice = choice(ofStore: clean, from: .beginning)
    // The beginning of a name alone may be a new store.
    let meant =
      choice.rank == .whole ? choice.all : choice.all.filter { isBranch($0, called: clean) }
    return try onlyStore(of: meant, named: clean).map { stores.label(of: $0) }
  }

  /// The same of the beginning of a name, or of a word in the name of one store alone; nil also where items
  /// name a store that is called just so.
  ///
  /// - Parameter isCompleted: whether the beginning of a name is completed as it is typed, and was not meant
  ///   then.
  package func favouriteStore(
    begun text: String, isCompleted: Bool = false
  ) throws(ChangeError) -> String? {
    if let label = try favouriteStore(said: text) { return label }
    let clean = CleanText.line(text, limit: .name)
    let key = Folding.key(clean)
    guard !key.isEmpty, !items.stores.contains(where: { Folding.key($0) == key }) else {
      return nil
    }
    let begun = choice(ofStore: clean, from: .word)
    guard begun.rank == .word else {
      return isCompleted ? nil : try onlyStore(of: begun.all, named: clean).map(stores.label)
    }
    // A word of its street alone is none of its name.
    let match = NameMatch(clean)
    let named = begun.all.filter { match?.rank($0.name) == .word }
    return named.count == 1 ? stores.label(of: named[0]) : nil
  }

  /// The branches that a name may be any of; nil where it is one store, known or new.
  func branches(meantBy name: String) -> [String]? {
    do throws(ChangeError) { _ = try favouriteStore(said: name) } catch {
      if case .ambiguous(_, let branches) = error { return branches }
    }
    return nil
  }

  /// That names of stores in a list may be any of several branches, a sentence for each.
  package func remarks(onStores names: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(Folding.key($0)).inserted }.compactMap { name in
      branches(meantBy: name).map {
        "“\(name)” could be \(ChangeError.list($0)); it stays “\(name)”."
      }
    }
  }

  /// The one of several that is meant; nil of none.
  private func onlyStore(
    of found: [Store], named name: String
  ) throws(ChangeError) -> Store? {
    guard found.count > 1 else { return found.first }
    // Of several branches with a name, one may have it as its label.
    let key = Folding.key(name)
    if let exact = found.first(where: { Folding.key(stores.label(of: $0)) == key }) {
      return exact
    }
    // The order of their identifiers, which branches of one name have, is as good as none.
    let labels = found.map { stores.label(of: $0) }.sorted { Folding.compare($0, $1) < 0 }
    throw .ambiguous(name, candidates: labels)
  }

  private func isBranch(_ store: Store, called text: String) -> Bool {
    NameMatch.isBranch(stores.label(of: store), of: store.name, called: text)
  }

  private func choice(ofStore text: String, from least: NameMatch.Rank) -> NameChoice<Store> {
    var choice = NameChoice<Store>(from: least)
    guard let match = NameMatch(text) else { return choice }
    let label = Folding.label(CleanText.line(text, limit: .address))
    for store in stores {
      let isBranch = isBranch(store, called: text)
      let ranks = [
        match.rank(store.name), match.rank(stores.label(of: store)), isBranch ? .beginning : nil,
        Umlauts.spelledOut(store.name).flatMap { match.rank($0) },
        store.isCalledInFull(text) || Folding.label(store.name) == label ? .whole : nil,
      ]
      if let rank = ranks.compactMap({ $0 }).max() { choice.note(store, rank) }
    }
    return choice
  }
}
