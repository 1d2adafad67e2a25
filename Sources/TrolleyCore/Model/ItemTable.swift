/// All items, in slots that keep their number while an item lives, so that lists of slots can be
/// kept and amended instead of made anew. A removed item leaves its slot empty for ever.
public struct ItemTable: Sendable {
  public private(set) var slots: ContiguousArray<Item?> = []
  private var slotOfID: [Item.ID: Int32] = [:]
  /// How many of the first slots stand in the order of names, as a snapshot stores them.
  public private(set) var nameOrderedCount = 0

  public init() {}

  public var count: Int { slotOfID.count }
  public var isEmpty: Bool { slotOfID.isEmpty }

  public mutating func reserve(_ capacity: Int) {
    slots.reserveCapacity(capacity)
    slotOfID.reserveCapacity(capacity)
  }

  public subscript(id: Item.ID) -> Item? {
    guard let slot = slotOfID[id] else { return nil }
    return slots[Int(slot)]
  }

  public func slot(of id: Item.ID) -> Int32? { slotOfID[id] }

  /// The item in a slot that is known to be taken; nil when it was removed since.
  public func item(at slot: Int32) -> Item? {
    slots.indices.contains(Int(slot)) ? slots[Int(slot)] : nil
  }

  /// Puts an item in, or in place of the one with the same identifier.
  @discardableResult
  public mutating func put(_ item: Item) -> Int32 {
    if let slot = slotOfID[item.id] {
      if slot < nameOrderedCount, slots[Int(slot)]?.name != item.name { nameOrderedCount = 0 }
      slots[Int(slot)] = item
      return slot
    }
    let slot = Int32(slots.count)
    slots.append(item)
    slotOfID[item.id] = slot
    return slot
  }

  @discardableResult
  public mutating func remove(_ id: Item.ID) -> Int32? {
    guard let slot = slotOfID.removeValue(forKey: id) else { return nil }
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
