/// All items: those of the snapshot, which stay where they lie in its file, and what has changed
/// since. An item has a slot, whose number is its own for ever, so that lists of slots can be updated
/// instead of rebuilt: one that is removed leaves it empty, and takes it again when it comes back.
public struct ItemTable: Sendable {
  private var base: ItemBase?
  /// What slots of the base hold now; nil where an item was removed.
  private var changed: [Int32: Item?] = [:]
  /// The slots behind the base's.
  private var added: ContiguousArray<Item?> = []
  private var slotOfAdded = IdentifierTable()
  /// How many slots are empty.
  private var goneCount = 0

  public init() {}

  init(_ base: ItemBase) { self.base = base }

  /// How many slots the snapshot has.
  var baseCount: Int { base?.count ?? 0 }

  /// How many slots there are, empty ones included.
  public var slotCount: Int { baseCount + added.count }
  public var count: Int { slotCount - goneCount }
  public var isEmpty: Bool { count == 0 }

  public subscript(id: Item.ID) -> Item? { slot(of: id).flatMap { item(at: $0) } }

  public func slot(of id: Item.ID) -> Int32? { ownSlot(of: id).flatMap { isEmpty($0) ? nil : $0 } }

  /// The slot of an item that is here or was.
  private func ownSlot(of id: Item.ID) -> Int32? {
    slotOfAdded[id.number] ?? base?.slot(of: id.number)
  }

  private func isEmpty(_ slot: Int32) -> Bool {
    let place = Int(slot) - baseCount
    if place >= 0 { return added[place] == nil }
    if case .some(.none) = changed[slot] { return true }
    return false
  }

  /// The item in a slot that was in use; nil when it has been removed.
  public func item(at slot: Int32) -> Item? {
    let place = Int(slot) - baseCount
    if place >= 0 { return place < added.count ? added[place] : nil }
    if let now = changed[slot] { return now }
    return slot < 0 ? nil : base?.item(at: Int(slot))
  }

  /// The same, for what is on the screen: it will be looked at again.
  public func itemInSight(at slot: Int32) -> Item? {
    guard slot >= 0, slot < baseCount, changed[slot] == nil else { return item(at: slot) }
    return base?.itemInSight(at: Int(slot))
  }

  /// The identifier in a slot, 0 in an empty one.
  package func identifier(at slot: Int32) -> UInt64 {
    guard slot < baseCount, changed[slot] == nil, let base else {
      return item(at: slot)?.id.number ?? 0
    }
    return base.identifier(at: Int(slot))
  }

  /// What lists are made of, much cheaper than the item.
  package func facts(at slot: Int32) -> ItemFacts? {
    guard slot >= 0, slot < baseCount, changed[slot] == nil, let base else {
      return item(at: slot).map { ItemFacts($0) }
    }
    return base.facts(at: Int(slot))
  }

  /// Inserts an item, or replaces the one with the same identifier.
  @discardableResult
  public mutating func put(_ item: Item) -> Int32 {
    if let slot = ownSlot(of: item.id) {
      if isEmpty(slot) { goneCount -= 1 }
      let place = Int(slot) - baseCount
      if place < 0 { changed[slot] = .some(item) } else { added[place] = item }
      return slot
    }
    let slot = Int32(slotCount)
    slotOfAdded[item.id.number] = slot
    added.append(item)
    return slot
  }

  @discardableResult
  public mutating func remove(_ id: Item.ID) -> Int32? {
    guard let slot = slot(of: id) else { return nil }
    let place = Int(slot) - baseCount
    if place < 0 { changed.updateValue(nil, forKey: slot) } else { added[place] = nil }
    goneCount += 1
    return slot
  }

  private var slots: Range<Int32> { 0..<Int32(slotCount) }

  /// Every item, by slot.
  public var all: some Sequence<Item> { slots.lazy.compactMap { item(at: $0) } }

  /// What lists are made of, of every item.
  public var allFacts: some Sequence<ItemFacts> { slots.lazy.compactMap { facts(at: $0) } }

  /// Every identifier, by slot.
  public var ids: some Sequence<Item.ID> {
    slots.lazy.map { identifier(at: $0) }.filter { $0 != 0 }.map { Item.ID($0) }
  }

  /// The categories of all items, each once.
  package var categories: Set<String> {
    (base?.categories(without: changed.keys) ?? []).union(overlay.lazy.map(\.category))
  }

  /// The stores of all items, each once.
  package var stores: Set<String> {
    (base?.stores(without: changed.keys) ?? []).union(overlay.lazy.map(\.store))
  }

  /// Whether any price may be in another currency; takes no time for the items of a snapshot.
  package func mayHavePrices(besides currency: Currency) -> Bool {
    base?.mayHavePrices(besides: currency) ?? false
      || overlay.contains { $0.price.map { $0.currency != currency } ?? false }
  }

  /// The items that came from a catalogue. Decodes them alone, and only as far as they are looked at.
  package var fromCatalogues: some Sequence<Item> {
    let kept = (base?.slotsWithSource ?? []).filter { changed[$0] == nil }
    let others = changedSlots.filter { item(at: $0)?.source.isEmpty == false }
    return (kept + others).lazy.compactMap { item(at: $0) }
  }

  var changedCount: Int { changed.count + added.count }

  /// The slots that are not as the snapshot has them, those of removed items included.
  var changedSlots: some Sequence<Int32> {
    [Array(changed.keys), Array(Int32(baseCount)..<Int32(slotCount))].joined()
  }

  /// The slots that the snapshot has in name order, and those that have to be put among them.
  package var slotsByOrder: (ordered: ContiguousArray<Int32>, others: [Int32]) {
    var ordered = ContiguousArray<Int32>()
    ordered.reserveCapacity(slotCount)
    for slot in 0..<Int32(baseCount) where changed.isEmpty || changed[slot] == nil {
      ordered.append(slot)
    }
    var others = changed.compactMap { $0.value == nil ? nil : $0.key }
    for place in added.indices where added[place] != nil {
      others.append(Int32(baseCount + place))
    }
    return (ordered, others)
  }
}

extension ItemTable: Equatable {
  /// Compares the items, not their slots.
  public static func == (a: ItemTable, b: ItemTable) -> Bool {
    a.count == b.count && a.all.allSatisfy { b[$0.id] == $0 }
  }
}

extension ItemTable {
  /// The item with this name, whatever its case, accents and plural: of Pepper and Peppers the one that
  /// is in the same number, else the one in the first slot.
  package func first(named name: String) -> Item.ID? { first(FirstNamed(name)) }

  package func first(_ match: NameMatch) -> Item.ID? {
    first(FirstNamed(String(decoding: match.plain, as: UTF8.self)))
  }

  private func first(_ none: FirstNamed) -> Item.ID? {
    var best = none
    guard !best.key.isEmpty else { return nil }
    noteUnchanged(&best)
    for case (let slot, let item?) in changed { best.note(slot, item) }
    for case (let place, let item?) in added.enumerated() {
      best.note(Int32(baseCount + place), item)
    }
    return best.id
  }

  /// The same among the items that are in the snapshot as they are, which takes no time.
  package func firstUnchanged(named name: String, key: String) -> Item.ID? {
    var best = FirstNamed(name, key: key)
    noteUnchanged(&best)
    return best.id
  }

  private func noteUnchanged(_ best: inout FirstNamed) {
    base?.forEachSlot(named: best.key) { slot in
      if changed[slot] == nil, let item = item(at: slot) { best.note(slot, item) }
    }
  }

  /// Passes on how well each name matches, by slot; names that do not match are left out.
  package func rank(_ match: NameMatch, _ use: (Int32, NameMatch.Rank) -> Void) {
    for slot in slots {
      let rank: NameMatch.Rank? =
        if slot < baseCount, changed[slot] == nil, let base {
          base.withName(at: Int(slot)) { match.rank(folded: $0) }
        } else {
          item(at: slot).flatMap { match.rank($0.name) }
        }
      if let rank { use(slot, rank) }
    }
  }

  /// An index of all items for the search, by slot.
  package var search: SearchIndex {
    var index = base?.search ?? SearchIndex()
    for (slot, item) in changed { index.replace(slot, item) }
    index.reserveCapacity(slotCount)
    for item in added { index.append(item) }
    return index
  }

  /// The items that are not in the snapshot as they are.
  package var overlay: some Sequence<Item> {
    [changed.values.compactMap { $0 }, added.compactMap { $0 }].joined()
  }
}

/// Which of several items with a name is meant.
private struct FirstNamed {
  let name: String
  let key: [UInt8]
  private var best: (slot: Int32, item: Item)?

  init(_ name: String, key: String? = nil) {
    self.name = name
    self.key = Array((key ?? Folding.key(name)).utf8)
  }

  var id: Item.ID? { best?.item.id }

  mutating func note(_ slot: Int32, _ item: Item) {
    guard NameMatch.isKey(key, of: item.name) else { return }
    if let best {
      let plain = Folding.plain(name)
      let isSame = Folding.plain(item.name) == plain
      guard isSame == (Folding.plain(best.item.name) == plain) ? slot < best.slot : isSame else {
        return
      }
    }
    best = (slot, item)
  }
}

extension Item {
  /// What the search looks at besides name and category.
  package var searchedText: String {
    store.isEmpty ? description : description.isEmpty ? store : description + "\n" + store
  }
}
