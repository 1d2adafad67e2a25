/// The search over all items, with what the last query found: a longer query looks only there.
struct ItemSearch: Sendable {
  private var index = SearchIndex()
  private var last: (query: String, found: [Int32])?
  /// The order in which equally good ones stand; nil until it is asked for.
  private var order: (sort: ItemSort, slots: [Int32])?

  init(_ items: ItemTable) {
    index.reserveCapacity(items.slots.count)
    for item in items.slots {
      let slot = index.append(
        name: item?.name ?? "", category: item?.category ?? "",
        description: item?.description ?? "")
      if item == nil { index.remove(slot) }
    }
  }

  /// An item was put in, or changed.
  mutating func update(_ slot: Int32, _ item: Item?) {
    last = nil
    order = nil
    if Int(slot) == index.slotCount {
      index.append(
        name: item?.name ?? "", category: item?.category ?? "",
        description: item?.description ?? "")
    } else if let item {
      index.replace(
        slot, name: item.name, category: item.category, description: item.description)
    } else {
      index.remove(slot)
    }
  }

  mutating func matches(_ query: String, sort: ItemSort, items: ItemTable) -> [Int32] {
    if order?.sort != sort { order = (sort, Array(ItemOrder(sort).sorted(items))) }
    let narrowed = last.flatMap {
      SearchIndex.narrows(from: $0.query, to: query) ? $0.found : nil
    }
    let found = index.matches(query, within: narrowed, order: order?.slots)
    last = (query, found)
    return found
  }
}
