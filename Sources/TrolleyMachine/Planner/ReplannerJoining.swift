/// Things of one name.
extension Replanner {
  /// The event for the things that are there. What two people add under one name is one item or store,
  /// as it is when the second of them sees the first one's; undo brings back the very items.
  mutating func joining(
    _ event: Event, _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) -> [Event] {
    switch event {
    case .itemsAdded(let items):
      if case .undo = step.role { return [event] }
      return joining(items, &state, &touches)
    case .storeAdded(let store):
      guard state.stores.allSatisfy({ $0.id != store.id }), let there = state.store(like: store)
      else { return [event] }
      join(event, with: there.name, into: ThingID(there.id), &state, &touches)
      let joined = there.joined(with: store)
      return joined == there ? [] : [.storeChanged(from: there, to: joined)]
    default: return [event.joined(in: state)]
    }
  }

  private mutating func joining(
    _ items: [Item], _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) -> [Event] {
    let names = NameIndex(state.items, isForMany: items.count > 8)
    var rest: [Item] = []
    var changes: [Event] = []
    for item in items {
      guard state.items[item.id] == nil, let id = names.id(of: item.name, in: state.items),
        let there = state.items[id], !isOfStep(id),
        item.source.isEmpty || there.source.isEmpty || item.source == there.source
      else {
        rest.append(item)
        continue
      }
      join(
        .itemsAdded([item]), with: there.name, of: there.addedBy, into: ThingID(id), &state,
        &touches)
      let to = ItemFields.difference(there, there.joined(with: item)).to
      // Its author saw an item without values.
      let from = to.values(of: Item(id: id, name: there.name))
      let change = Event.itemChanged(id, from: from, to: to)
      if !to.isEmpty, (try? AccessPolicy.check([change], by: actor(in: state), in: state)) != nil {
        changes.append(change)
      }
    }
    return (rest.isEmpty ? [] : [.itemsAdded(rest)]) + changes
  }

  private mutating func join(
    _ event: Event, with name: String, of author: String = "", into id: ThingID,
    _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) {
    let one = LeftOut(event, .joined, name: name, other: author, into: id)
    state.note(leftOut: [one], &touches)
    leftOut.append(one)
  }

  private func isOfStep(_ id: Item.ID) -> Bool {
    events.contains {
      if case .itemsAdded(let items) = $0 { items.contains { $0.id == id } } else { false }
    }
  }
}

extension Item {
  /// With what the other one says that this one does not, and its price.
  fileprivate func joined(with other: Item) -> Item {
    var joined = self
    if let price = other.price { (joined.price, joined.per) = (price, other.per) }
    for field in [\Item.category, \.picture, \.description, \.store, \.source]
    where joined[keyPath: field].isEmpty { joined[keyPath: field] = other[keyPath: field] }
    if other.isFavourite { joined.isFavourite = true }
    return joined
  }
}

extension Event {
  /// With the things that those it is about were joined with.
  fileprivate func joined(in state: SharedState) -> Event {
    guard !state.joined.isEmpty else { return self }
    func joined(_ lines: [CartLine]) -> [CartLine] {
      lines.map { line in
        var line = line
        line.item = state.present(line.item)
        return line
      }
    }
    return switch self {
    case .itemChanged(let id, let from, let to): .itemChanged(state.present(id), from: from, to: to)
    case .linesAdded(let lines): .linesAdded(joined(lines))
    case .linesRemoved(let lines): .linesRemoved(joined(lines))
    case .storeChanged(let from, let to):
      .storeChanged(
        from: from.with(id: state.present(from.id)), to: to.with(id: state.present(to.id)))
    case .settingChanged(.currentStore, let from, let to):
      .settingChanged(.currentStore, from: from, to: state.spelled(store: to))
    case .aislesWalked(let store, let from, let to):
      .aislesWalked(store: state.spelled(store: store), from: from, to: to)
    default: self
    }
  }
}

extension SharedState {
  /// The label of a favourite store as the store that is there is spelled.
  fileprivate func spelled(store name: String) -> String {
    let key = Folding.key(name)
    return stores.lazy.map { stores.label(of: $0) }.first { Folding.key($0) == key } ?? name
  }
}
