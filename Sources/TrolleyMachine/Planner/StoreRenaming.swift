/// What names a store goes on naming it: the store that one is in, its aisles and the items to buy there.
/// A change of one store may change what another one of its name is called.
extension SharedState {
  /// That of a step, besides what its events say themselves; empty where it changes no store.
  func renaming(after events: [Event]) -> [Event] {
    var touches: [Touch] = []
    func state(after events: some Sequence<Event>) -> SharedState {
      var state = self
      for event in events { state.apply(event, touches: &touches) }
      return state
    }
    let ofStores = events.filter(\.changesStore)
    // An import may have many other events.
    guard !ofStores.isEmpty,
      !renaming(from: stores, to: state(after: ofStores).stores).isEmpty
    else { return [] }
    let after = state(after: events)
    return after.renaming(from: stores, to: after.stores)
  }

  /// The events by which what named one of the stores `before` names it as it is called among `after`.
  func renaming(from before: [Store], to after: [Store]) -> [Event] {
    guard before != after else { return [] }
    var events: [Event] = []
    let here = before.labelled(currentStore)
    var names: [String: String] = [:]
    for old in before {
      let store = after.first { $0.id == old.id }
      let (was, becomes) = (before.label(of: old), store.map { after.label(of: $0) })
      // The name of one that is gone may be that of another one, too.
      if old.id == here?.id, becomes != was,
        becomes != nil || after.labelled(currentStore) == nil
      {
        let new = becomes ?? ""
        if new != currentStore {
          events.append(.settingChanged(.currentStore, from: currentStore, to: new))
        }
      }
      guard let becomes, becomes != was else { continue }
      let key = Folding.key(was)
      names[key] = becomes
      let walked = aisles[was] == nil ? aisles.keys.filter { Folding.key($0) == key }.min() : was
      guard let walked, let walk = aisles[walked], aisles[becomes] == nil else { continue }
      events.append(.aislesWalked(store: walked, from: walk, to: []))
      events.append(.aislesWalked(store: becomes, from: [], to: walk))
    }
    guard !names.isEmpty else { return events }
    // Items may spell it otherwise: one that was called LIDL before there was a store Lidl.
    var spellings: [String: String] = [:]
    for store in items.stores {
      if let name = names[Folding.key(store)], name != store { spellings[store] = name }
    }
    guard !spellings.isEmpty else { return events }
    for item in items.all {
      guard let name = spellings[item.store] else { continue }
      var new = item
      new.store = name
      let (from, to) = ItemFields.difference(item, new)
      events.append(.itemChanged(item.id, from: from, to: to))
    }
    return events
  }
}

extension Event {
  /// Whether it adds, changes or removes a store.
  var changesStore: Bool {
    switch self {
    case .storeAdded, .storeChanged, .storeRemoved: true
    default: false
    }
  }
}

extension ListDocument {
  /// Those of its stores that a list does not have yet.
  func stores(missingIn state: SharedState) -> [Store] {
    stores.filter { state.stores.first(like: $0) == nil }
  }

  /// The same list with its stores called as they are among these, some of which have other names there.
  func naming(as there: [Store]) -> ListDocument {
    var names: [String: String] = [:]
    for store in stores {
      let same = there.first(like: store)
      let (was, becomes) = (stores.label(of: store), same.map { there.label(of: $0) })
      if let becomes, becomes != was { names[Folding.key(was)] = becomes }
    }
    guard !names.isEmpty else { return self }
    func renamed(_ store: String) -> String { names[Folding.key(store)] ?? store }
    var document = self
    for index in items.indices { document.items[index].store = renamed(items[index].store) }
    document.currentStore = renamed(currentStore)
    document.aisles = Dictionary(aisles.map { (renamed($0.key), $0.value) }) { first, _ in first }
    return document
  }
}

extension [Store] {
  /// The one that is another list's store: the same one, or one that is called like it.
  func first(like store: Store) -> Store? {
    first { $0.id == store.id } ?? first { $0.isCalled(like: store) }
  }
}

extension Store {
  /// Whether it has the name of another one, and its address if that has one.
  func isCalled(like other: Store) -> Bool {
    Folding.key(name) == Folding.key(other.name)
      && (other.address.isEmpty || Folding.key(address) == Folding.key(other.address))
  }
}
