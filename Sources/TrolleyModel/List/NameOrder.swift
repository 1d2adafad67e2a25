/// The default order: by name, case and accents folded.
package enum NameOrder {
  package static func sorted(_ items: ItemTable) -> [Item] {
    slots(items).compactMap { items.item(at: $0) }
  }

  /// Slots by name. What is new finds its place among those that the snapshot has in order.
  package static func slots(_ items: ItemTable) -> ContiguousArray<Int32> {
    let (ordered, others) = items.slotsByOrder
    guard !others.isEmpty else { return ordered }
    var rest: [(key: SortKey, item: Item, slot: Int32)] = []
    for slot in others {
      if let item = items.item(at: slot) { rest.append((SortKey(item.name), item, slot)) }
    }
    rest.sort { $0.key == $1.key ? isBefore($0.item, $1.item) : $0.key < $1.key }
    guard !ordered.isEmpty else { return ContiguousArray(rest.map(\.slot)) }
    var merged = ContiguousArray<Int32>()
    merged.reserveCapacity(ordered.count + rest.count)
    var next = 0
    for (_, item, slot) in rest {
      let place = ordered[next...].partitioningIndex {
        items.item(at: $0).map { !isBefore($0, item) } ?? true
      }
      merged += ordered[next..<place]
      merged.append(slot)
      next = place
    }
    merged += ordered[next...]
    return merged
  }

  /// Whether one comes before the other; equal names are ordered by identifier.
  package static func isBefore(_ a: Item, _ b: Item) -> Bool {
    let order = Folding.compare(a.name, b.name)
    return order != 0 ? order < 0 : a.id < b.id
  }
}
