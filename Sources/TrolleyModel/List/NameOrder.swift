/// The default order: by name, case and accents folded.
package enum NameOrder {
  package static func sorted(_ items: ItemTable) -> [Item] {
    slots(items).compactMap { items.item(at: $0) }
  }

  /// Slots by name. Reuses the part that the snapshot stored in order.
  package static func slots(_ items: ItemTable) -> ContiguousArray<Int32> {
    let known = items.nameOrderedCount
    var head = ContiguousArray<Int32>()
    head.reserveCapacity(items.slots.count)
    for slot in 0..<known where items.identifiers[slot] != 0 { head.append(Int32(slot)) }
    var rest: [(key: SortKey, slot: Int32)] = []
    for slot in known..<items.slots.count {
      if let item = items.slots[slot] { rest.append((SortKey(item.name), Int32(slot))) }
    }
    guard !rest.isEmpty else { return head }
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      guard let x = items.item(at: a), let y = items.item(at: b) else { return a < b }
      return Self.isBefore(x, y)
    }
    rest.sort { a, b in a.key == b.key ? isBefore(a.slot, b.slot) : a.key < b.key }
    guard !head.isEmpty else { return ContiguousArray(rest.map(\.slot)) }
    var merged = ContiguousArray<Int32>()
    merged.reserveCapacity(head.count + rest.count)
    var next = 0
    for slot in head {
      while next < rest.count, isBefore(rest[next].slot, slot) {
        merged.append(rest[next].slot)
        next += 1
      }
      merged.append(slot)
    }
    merged.append(contentsOf: rest[next...].lazy.map(\.slot))
    return merged
  }

  /// Whether one comes before the other; equal names are ordered by identifier.
  package static func isBefore(_ a: Item, _ b: Item) -> Bool {
    let order = Folding.compare(a.name, b.name)
    return order != 0 ? order < 0 : a.id < b.id
  }
}
