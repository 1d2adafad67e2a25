struct ItemSearch: Sendable {
  private var index: SearchIndex
  private var typed = TypedSearch()
  /// The order among equally good matches; nil until needed.
  private var order: (order: ItemOrder, slots: [Int32])?

  init(_ items: ItemTable) { index = items.search }

  /// Call when an item was added or changed.
  mutating func update(_ slot: Int32, _ item: Item?) {
    typed.forget()
    order = nil
    if Int(slot) == index.slotCount { index.append(item) } else { index.replace(slot, item) }
  }

  mutating func matches(_ query: String, order wanted: ItemOrder, items: ItemTable) -> [Int32] {
    if order?.order != wanted {
      order = (wanted, Array(wanted.sorted(items)))
      typed.forget()
    }
    let found = typed.matches(query, in: index, order: order?.slots)
    guard found.isEmpty, let other = Umlauts.folded(query) else { return found }
    return index.matches(other, order: order?.slots)
  }
}
