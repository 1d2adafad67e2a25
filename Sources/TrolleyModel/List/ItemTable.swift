/// All items, in slots whose number is stable while an item lives, so that lists of slots can be
/// updated instead of rebuilt. The slot of a removed item stays empty for ever.
public struct ItemTable: Sendable {
  public private(set) var slots: ContiguousArray<Item?> = []
  /// The identifier in each slot, 0 in an empty one: enough for most passes over the list, and much
  /// cheaper to read than whole items.
  package private(set) var identifiers: ContiguousArray<UInt64> = []
  private var slotOfID = IdentifierTable()
  /// How many of the first slots are in name order, as a snapshot stores them.
  public private(set) var nameOrderedCount = 0

  public init() {}

  /// `fill` must initialize all slots; nil when it reports that they are invalid. Call
  /// `indexIdentifiers` afterwards.
  package init?(slots count: Int, fill: (UnsafeMutableBufferPointer<Item?>) -> Bool) {
    var isRight = false
    slots = ContiguousArray(unsafeUninitializedCapacity: count) { room, filled in
      isRight = fill(UnsafeMutableBufferPointer(rebasing: room[..<count]))
      filled = count
    }
    guard isRight else { return nil }
  }

  /// Indexes all slots by identifier; false on a duplicate.
  package mutating func indexIdentifiers() -> Bool {
    identifiers.reserveCapacity(slots.count)
    slotOfID.reserve(slots.count)
    for slot in slots.indices {
      guard let number = slots[slot]?.id.number, slotOfID.insert(Int32(slot), number) else {
        return false
      }
      identifiers.append(number)
    }
    return true
  }

  public var count: Int { slotOfID.count }
  public var isEmpty: Bool { slotOfID.count == 0 }

  public subscript(id: Item.ID) -> Item? {
    guard let slot = slotOfID[id.number] else { return nil }
    return slots[Int(slot)]
  }

  public func slot(of id: Item.ID) -> Int32? { slotOfID[id.number] }

  /// The item in a slot that was in use; nil when it has been removed.
  public func item(at slot: Int32) -> Item? {
    slots.indices.contains(Int(slot)) ? slots[Int(slot)] : nil
  }

  /// Inserts an item, or replaces the one with the same identifier.
  @discardableResult
  public mutating func put(_ item: Item) -> Int32 {
    if let slot = slotOfID[item.id.number] {
      if slot < nameOrderedCount, slots[Int(slot)]?.name != item.name { nameOrderedCount = 0 }
      slots[Int(slot)] = item
      return slot
    }
    let slot = Int32(slots.count)
    slotOfID[item.id.number] = slot
    identifiers.append(item.id.number)
    slots.append(item)
    return slot
  }

  @discardableResult
  public mutating func remove(_ id: Item.ID) -> Int32? {
    guard let slot = slotOfID[id.number] else { return nil }
    slotOfID[id.number] = nil
    identifiers[Int(slot)] = 0
    slots[Int(slot)] = nil
    return slot
  }

  /// Declares all slots to be in name order; the caller guarantees it.
  package mutating func markNameOrdered() { nameOrderedCount = slots.count }

  /// Every item, by slot.
  public var all: some Sequence<Item> { slots.lazy.compactMap { $0 } }
}

extension ItemTable: Equatable {
  /// Compares the items, not their slots.
  public static func == (a: ItemTable, b: ItemTable) -> Bool {
    a.count == b.count && a.all.allSatisfy { b[$0.id] == $0 }
  }
}

extension ItemTable {
  /// The item whose folded name is `key`. Folds few names: most are ruled out without it.
  package func first(named key: String) -> Item.ID? {
    let key = Array(key.utf8)
    guard !key.isEmpty else { return nil }
    for case let item? in slots where NameMatch.isKey(key, of: item.name) { return item.id }
    return nil
  }
}
