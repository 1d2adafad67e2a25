/// Which items are shown, and in which order: updated in place, never rebuilt for a key.
public struct ItemList: Equatable, Sendable {
  /// The query. Another query rebuilds the list.
  public struct Question: Equatable, Sendable {
    public var segment = ItemSegment.all
    public var category: String?
    var order = ItemOrder(.name)
    public var isGrouped = true
    /// Slots that a search found, best first; nil without a search.
    public var found: [Int32]?

    public init() {}
  }

  public private(set) var question = Question()
  /// Slots in the cart, or all slots when nothing is grouped or a search is active.
  public private(set) var first = SlotList()
  /// Slots not in the cart.
  public private(set) var second = SlotList()

  public init() {}

  public var isSplit: Bool { question.isGrouped && question.found == nil }
  public var count: Int { first.count + second.count }
  public var isEmpty: Bool { count == 0 }
  public var sections: [Int] { isSplit ? [first.count, second.count] : [first.count] }

  public func slot(at index: Int) -> Int32? {
    if first.indices.contains(index) { return first[index] }
    let rest = index - first.count
    return second.indices.contains(rest) ? second[rest] : nil
  }

  public func index(of slot: Int32) -> Int? {
    if let at = first.firstIndex(of: slot) { return at }
    return second.firstIndex(of: slot).map { $0 + first.count }
  }

  public mutating func rebuild(_ question: Question, _ state: SharedState) {
    self.question = question
    (first, second) = (SlotList(), SlotList())
    let items = state.items
    let isPlain = question.segment == .all && question.category == nil
    if let found = question.found {
      let shown = isPlain ? found : found.filter { shows(items.facts(at: $0)) }
      first = SlotList(ContiguousArray(shown))
      return
    }
    let isSplit = self.isSplit
    if isPlain, question.order == ItemOrder(.name),
      let lists = state.slotsByName(isSplit: isSplit)
    {
      (first, second) = lists
      return
    }
    let ordered = question.order.sorted(items)
    if state.cart.isEmpty, isPlain {
      if isSplit { second = SlotList(ordered) } else { first = SlotList(ordered) }
      return
    }
    // The cart is the shorter one: it is looked up in the list.
    var isInCart = ContiguousArray(repeating: !isSplit, count: items.slotCount)
    for item in state.cart.items {
      if let slot = items.slot(of: item) { isInCart[Int(slot)] = true }
    }
    // One check for room each, not one for each slot.
    var (ofCart, others) = (ContiguousArray<Int32>(), ContiguousArray<Int32>())
    ofCart.reserveCapacity(isSplit ? state.cart.count : ordered.count)
    others.reserveCapacity(isSplit ? ordered.count : 0)
    for slot in ordered {
      guard isPlain || shows(items.facts(at: slot)) else { continue }
      if isInCart[Int(slot)] { ofCart.append(slot) } else { others.append(slot) }
    }
    (first, second) = (SlotList(ofCart), SlotList(others))
  }

  private func shows(_ item: ItemFacts?) -> Bool {
    guard let item else { return false }
    if question.segment == .starred, !item.isFavourite { return false }
    if let category = question.category, category != item.category { return false }
    return true
  }

  /// Moves one slot to its new place. A held slot stays in its section.
  public mutating func amend(_ slot: Int32, _ state: SharedState, isHeld: Bool) {
    let item = state.items.item(at: slot)
    if question.found != nil {
      if item == nil, let at = first.firstIndex(of: slot) { first.remove(at: at) }
      return
    }
    let inFirst = first.firstIndex(of: slot)
    let inSecond = inFirst == nil ? second.firstIndex(of: slot) : nil
    guard let item, shows(state.items.facts(at: slot)) else {
      if let inFirst { first.remove(at: inFirst) }
      if let inSecond { second.remove(at: inSecond) }
      return
    }
    let wasShown = inFirst != nil || inSecond != nil
    let belongsFirst =
      isHeld && wasShown ? inFirst != nil : !isSplit || state.cart.contains(item.id)
    let order = question.order
    if belongsFirst {
      if let inSecond { second.remove(at: inSecond) }
      order.place(slot, item, in: &first, from: inFirst, state.items)
    } else {
      if let inFirst { first.remove(at: inFirst) }
      order.place(slot, item, in: &second, from: inSecond, state.items)
    }
  }

  /// Returns a held slot to its section after a rebuild.
  mutating func keep(_ slot: Int32, inFirst: Bool, _ state: SharedState) {
    guard isSplit, let item = state.items.item(at: slot) else { return }
    let order = question.order
    if inFirst, let at = second.firstIndex(of: slot) {
      second.remove(at: at)
      order.place(slot, item, in: &first, from: nil, state.items)
    } else if !inFirst, let at = first.firstIndex(of: slot) {
      first.remove(at: at)
      order.place(slot, item, in: &second, from: nil, state.items)
    }
  }
}

/// A total order of items: ties are broken by name and identifier. Turned round, items without a
/// price or category still come last.
struct ItemOrder: Equatable, Sendable {
  let sort: ItemSort
  let isReversed: Bool

  init(_ sort: ItemSort, isReversed: Bool = false) {
    self.sort = sort
    self.isReversed = isReversed
  }

  func isBefore(_ a: Item, _ b: Item) -> Bool {
    switch sort {
    case .name: return isReversed ? NameOrder.isBefore(b, a) : NameOrder.isBefore(a, b)
    case .category:
      if a.category != b.category {
        if a.category.isEmpty || b.category.isEmpty { return b.category.isEmpty }
        let order = Folding.compare(a.category, b.category)
        if order != 0 { return (order < 0) != isReversed }
      }
    case .price:
      let (left, right) = (priceKey(a.price?.minorUnits), priceKey(b.price?.minorUnits))
      if left != right { return left < right }
    case .newest:
      if a.addedAt != b.addedAt { return (a.addedAt > b.addedAt) != isReversed }
      if a.id != b.id { return (a.id > b.id) != isReversed }
    }
    return NameOrder.isBefore(a, b)
  }

  private func priceKey(_ price: Int?) -> Int {
    guard let price else { return Int.max }
    return isReversed ? -price : price
  }

  func sorted(_ items: ItemTable) -> ContiguousArray<Int32> {
    let byName = NameOrder.slots(items)
    // Sorting is stable, so names are compared once, not in every comparison.
    switch sort {
    case .name: return isReversed ? ContiguousArray(byName.reversed()) : byName
    case .price:
      let keys = byName.map { (priceKey(items.facts(at: $0)?.price), $0) }
      return ContiguousArray(keys.sorted { $0.0 < $1.0 }.map(\.1))
    case .newest:
      let keys = byName.map { slot in
        let item = items.facts(at: slot)
        return (item?.addedAt ?? 0, item?.id.number ?? 0, slot)
      }
      let newestFirst = keys.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 > $1.1 }.map(\.2)
      return ContiguousArray(isReversed ? newestFirst.reversed() : newestFirst)
    case .category: return sortedByCategory(byName, items)
    }
  }

  private func sortedByCategory(
    _ byName: ContiguousArray<Int32>, _ items: ItemTable
  ) -> ContiguousArray<Int32> {
    var ranks: [String: Int] = [:]
    let names = Set(byName.compactMap { items.facts(at: $0)?.category })
    let ordered = names.sorted {
      $0.isEmpty || $1.isEmpty
        ? $1.isEmpty && !$0.isEmpty : (Folding.compare($0, $1) < 0) != isReversed
    }
    for (rank, name) in ordered.enumerated() { ranks[name] = rank }
    let keys = byName.map { (ranks[items.facts(at: $0)?.category ?? ""] ?? 0, $0) }
    return ContiguousArray(keys.sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// Inserts a slot in an ordered list, removing it from its old place if it has to move.
  func place(
    _ slot: Int32, _ item: Item, in list: inout SlotList, from old: Int?,
    _ items: ItemTable
  ) {
    if let old {
      let before = old == 0 ? nil : items.item(at: list[old - 1])
      let after = old + 1 == list.count ? nil : items.item(at: list[old + 1])
      if before.map({ isBefore($0, item) }) ?? true, after.map({ isBefore(item, $0) }) ?? true {
        return
      }
      list.remove(at: old)
    }
    list.insert(slot, item, items, isBefore: isBefore)
  }
}

extension ItemTable {
  public var inNameOrder: [Item] { NameOrder.sorted(self) }
}
