/// All items, in slots that keep their number while an item lives, so that lists of slots can be
/// kept and amended instead of made anew. A removed item leaves its slot empty for ever.
public struct ItemTable: Sendable {
  public private(set) var slots: ContiguousArray<Item?> = []
  /// The identifier in each slot, 0 in an empty one: enough for most passes over the list, and much
  /// cheaper to read than whole items.
  private(set) var identifiers: ContiguousArray<UInt64> = []
  private var slotOfID = IdentifierTable()
  /// How many of the first slots stand in the order of names, as a snapshot stores them.
  public private(set) var nameOrderedCount = 0

  public init() {}

  /// Slots that `fill` initializes, all of them; nil when it says that they are not right.
  /// Afterwards `indexIdentifiers` must be called.
  init?(slots count: Int, fill: (UnsafeMutableBufferPointer<Item?>) -> Bool) {
    var isRight = false
    slots = ContiguousArray(unsafeUninitializedCapacity: count) { room, filled in
      isRight = fill(UnsafeMutableBufferPointer(rebasing: room[..<count]))
      filled = count
    }
    guard isRight else { return nil }
  }

  /// Makes all slots found by their identifiers; false when one is there twice.
  mutating func indexIdentifiers() -> Bool {
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

  public func contains(_ id: Item.ID) -> Bool { slotOfID[id.number] != nil }

  public func slot(of id: Item.ID) -> Int32? { slotOfID[id.number] }

  /// The item in a slot that is known to be taken; nil when it was removed since.
  public func item(at slot: Int32) -> Item? {
    slots.indices.contains(Int(slot)) ? slots[Int(slot)] : nil
  }

  /// Puts an item in, or in place of the one with the same identifier.
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

  /// Says that all slots stand in the order of names: the word of who put them in so.
  mutating func markNameOrdered() { nameOrderedCount = slots.count }

  /// Every item, by slot.
  public var all: some Sequence<Item> { slots.lazy.compactMap { $0 } }
}

extension ItemTable: Equatable {
  /// The same items, whatever slots they are in.
  public static func == (a: ItemTable, b: ItemTable) -> Bool {
    a.count == b.count && a.all.allSatisfy { b[$0.id] == $0 }
  }
}
