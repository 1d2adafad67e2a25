/// The search over all items. It keeps the last results: a longer query searches only those.
struct ItemSearch: Sendable {
  private var index: SearchIndex
  private var last: (query: String, found: [Int32])?
  /// The order among equally good matches; nil until needed.
  private var order: (order: ItemOrder, slots: [Int32])?

  init(_ items: ItemTable) { index = items.search }

  /// Call when an item was added or changed.
  mutating func update(_ slot: Int32, _ item: Item?) {
    last = nil
    order = nil
    if Int(slot) == index.slotCount {
      index.append(
        name: item?.name ?? "", category: item?.category ?? "",
        description: item?.searchedText ?? "")
    } else if let item {
      index.replace(slot, name: item.name, category: item.category, description: item.searchedText)
    } else {
      index.remove(slot)
    }
  }

  mutating func matches(_ query: String, order wanted: ItemOrder, items: ItemTable) -> [Int32] {
    if order?.order != wanted { order = (wanted, Array(wanted.sorted(items))) }
    let narrowed = last.flatMap { SearchIndex.narrows(from: $0.query, to: query) ? $0.found : nil }
    let found = index.matches(query, within: narrowed, order: order?.slots)
    last = (query, found)
    return found
  }
}
