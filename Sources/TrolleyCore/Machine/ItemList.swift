/// Which items are shown, and in which order: kept and amended, never made anew for a key.
public struct ItemList: Equatable, Sendable {
  /// What is asked for. Another question makes the list anew.
  public struct Question: Equatable, Sendable {
    public var segment = ItemSegment.all
    public var category: String?
    public var sort = ItemSort.name
    public var isGrouped = true
    /// Slots that a search found, best first; nil when nothing is searched.
    public var found: [Int32]?

    public init() {}
  }

  public private(set) var question = Question()
  /// Slots on the list, or all of them when nothing is grouped or something is searched.
  public private(set) var first: ContiguousArray<Int32> = []
  /// Slots that are not on the list.
  public private(set) var second: ContiguousArray<Int32> = []

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
    first.removeAll(keepingCapacity: true)
    second.removeAll(keepingCapacity: true)
    let items = state.items
    if let found = question.found {
      for slot in found where shows(items.item(at: slot)) { first.append(slot) }
      return
    }
    let ordered = ItemOrder(question.sort).sorted(items)
    let isPlain = question.segment == .all && question.category == nil
    if state.cart.isEmpty, isPlain {
      if isSplit { second = ordered } else { first = ordered }
      return
    }
    let cart = state.cart
    let isSplit = self.isSplit
    for slot in ordered {
      guard isPlain || shows(items.item(at: slot)) else { continue }
      let id = Item.ID(items.identifiers[Int(slot)])
      if isSplit, !cart.contains(id) { second.append(slot) } else { first.append(slot) }
    }
  }

  private func shows(_ item: Item?) -> Bool {
    guard let item else { return false }
    if question.segment == .starred, !item.isFavourite { return false }
    if let category = question.category, category != item.category { return false }
    return true
  }

  /// Puts one slot where it belongs now. A held one stays in the section it is in.
  public mutating func amend(_ slot: Int32, _ state: SharedState, isHeld: Bool) {
    let item = state.items.item(at: slot)
    if question.found != nil {
      if item == nil, let at = first.firstIndex(of: slot) { first.remove(at: at) }
      return
    }
    let inFirst = first.firstIndex(of: slot)
    let inSecond = inFirst == nil ? second.firstIndex(of: slot) : nil
    guard let item, shows(item) else {
      if let inFirst { first.remove(at: inFirst) }
      if let inSecond { second.remove(at: inSecond) }
      return
    }
    let wasShown = inFirst != nil || inSecond != nil
    let belongsFirst =
      isHeld && wasShown ? inFirst != nil : !isSplit || state.cart.contains(item.id)
    let order = ItemOrder(question.sort)
    if belongsFirst {
      if let inSecond { second.remove(at: inSecond) }
      order.place(slot, item, in: &first, from: inFirst, state.items)
    } else {
      if let inFirst { first.remove(at: inFirst) }
      order.place(slot, item, in: &second, from: inSecond, state.items)
    }
  }

  /// Puts a held slot back in the section that it was in before everything was made anew.
  mutating func keep(_ slot: Int32, inFirst: Bool, _ state: SharedState) {
    guard isSplit, let item = state.items.item(at: slot) else { return }
    let order = ItemOrder(question.sort)
    if inFirst, let at = second.firstIndex(of: slot) {
      second.remove(at: at)
      order.place(slot, item, in: &first, from: nil, state.items)
    } else if !inFirst, let at = first.firstIndex(of: slot) {
      first.remove(at: at)
      order.place(slot, item, in: &second, from: nil, state.items)
    }
  }
}

/// An order of items: total, so that equal keys are settled by identifier.
struct ItemOrder {
  let sort: ItemSort

  init(_ sort: ItemSort) { self.sort = sort }

  func isBefore(_ a: Item, _ b: Item) -> Bool {
    switch sort {
    case .name: break
    case .category:
      // What has no category comes last.
      if a.category != b.category {
        if a.category.isEmpty || b.category.isEmpty { return b.category.isEmpty }
        let order = Folding.compare(a.category, b.category)
        if order != 0 { return order < 0 }
      }
    case .price:
      let left = a.price?.minorUnits ?? Int.max
      let right = b.price?.minorUnits ?? Int.max
      if left != right { return left < right }
    case .newest:
      if a.addedAt != b.addedAt { return a.addedAt > b.addedAt }
      if a.id != b.id { return a.id > b.id }
    }
    let order = Folding.compare(a.name, b.name)
    return order != 0 ? order < 0 : a.id < b.id
  }

  /// All slots in this order.
  func sorted(_ items: ItemTable) -> ContiguousArray<Int32> {
    let byName = NameOrder.slots(items)
    guard sort != .name else { return byName }
    // Sorting keeps the order of equal ones, so names are compared once, not in every comparison.
    switch sort {
    case .name: return byName
    case .price:
      let keys = byName.map { (items.item(at: $0)?.price?.minorUnits ?? Int.max, $0) }
      return ContiguousArray(keys.sorted { $0.0 < $1.0 }.map(\.1))
    case .newest:
      let keys = byName.map { slot in
        let item = items.item(at: slot)
        return (item?.addedAt ?? 0, item?.id.number ?? 0, slot)
      }
      return ContiguousArray(
        keys.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 > $1.1 }.map(\.2))
    case .category:
      var ranks: [String: Int] = [:]
      let names = Set(byName.compactMap { items.item(at: $0)?.category })
      let ordered = names.sorted {
        $0.isEmpty || $1.isEmpty ? $1.isEmpty && !$0.isEmpty : Folding.compare($0, $1) < 0
      }
      for (rank, name) in ordered.enumerated() { ranks[name] = rank }
      let keys = byName.map { (ranks[items.item(at: $0)?.category ?? ""] ?? 0, $0) }
      return ContiguousArray(keys.sorted { $0.0 < $1.0 }.map(\.1))
    }
  }

  /// Puts a slot at its place in an ordered list, taking it out of where it was when it has to move.
  func place(
    _ slot: Int32, _ item: Item, in list: inout ContiguousArray<Int32>, from old: Int?,
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
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if let other = items.item(at: list[middle]), isBefore(other, item) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    list.insert(slot, at: low)
  }
}

extension ItemTable {
  /// Every item, by name.
  public var inNameOrder: [Item] { NameOrder.sorted(self) }
}

/// The usual order: by name, case and accents folded.
enum NameOrder {
  static func sorted(_ items: ItemTable) -> [Item] {
    slots(items).compactMap { items.item(at: $0) }
  }

  /// Slots by name. The part that a snapshot stored in order is taken as it is.
  static func slots(_ items: ItemTable) -> ContiguousArray<Int32> {
    let known = items.nameOrderedCount
    var head = ContiguousArray<Int32>()
    head.reserveCapacity(items.slots.count)
    for slot in 0..<known where items.identifiers[slot] != 0 { head.append(Int32(slot)) }
    var rest: [(key: SortKey, slot: Int32)] = []
    for slot in known..<items.slots.count {
      if let item = items.slots[slot] { rest.append((SortKey(item.name), Int32(slot))) }
    }
    guard !rest.isEmpty else { return head }
    let order = ItemOrder(.name)
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      guard let x = items.item(at: a), let y = items.item(at: b) else { return a < b }
      return order.isBefore(x, y)
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
}
