/// The cart: its lines in the order of adding, and counts maintained with every change.
///
/// The lines of the snapshot stay where they lie in its file; what has changed since is beside them.
/// A line has a slot while it lives.
public struct Cart: Sendable {
  private var base: CartBase?
  /// What slots of the base hold now; nil where a line was removed.
  private var changed: [Int32: CartLine?] = [:]
  /// The slots behind the base's, reusable.
  private var added: ContiguousArray<CartLine?> = []
  /// The next slot behind the base's with a line of the same item, for each of them; -1 at the end.
  private var nextOfItem: ContiguousArray<Int32> = []
  private var freeSlots: [Int32] = []
  private var slotOfAdded = IdentifierTable()
  /// The slot of an item's first line behind the base's.
  private var firstOfItem = IdentifierTable()
  /// Slots in the order of adding.
  private var order = SlotList()
  public private(set) var pickedCount = 0
  /// How many items its lines are of: one with several amounts that do not add up has several lines.
  public private(set) var itemCount = 0

  public init() {}

  init(_ base: CartBase, pickedCount: Int) {
    self.base = base
    self.pickedCount = pickedCount
    itemCount = base.itemSlotCount
    order = SlotList(SlotRun(below: base.count))
  }

  private var baseCount: Int { base?.count ?? 0 }

  public var count: Int { order.count }
  public var isEmpty: Bool { order.isEmpty }
  /// How many lines are still to be picked, where people tick: some are picked.
  public var openCount: Int { pickedCount == 0 ? 0 : count - pickedCount }
  public var isComplete: Bool { !isEmpty && pickedCount == count }

  public subscript(id: CartLine.ID) -> CartLine? { slot(of: id).flatMap { line(at: $0) } }

  /// The line at an index in the order of adding.
  public subscript(index: Int) -> CartLine? {
    order.indices.contains(index) ? line(at: order[index]) : nil
  }

  public func index(of line: CartLine) -> Int? {
    let at = lowerBound(line.rank, line.id)
    return order.indices.contains(at) && order[at] == slot(of: line.id) ? at : nil
  }

  public func contains(_ item: Item.ID) -> Bool {
    if firstOfItem[item.number] != nil { return true }
    guard let base, var slot = base.firstSlot(of: item.number) else { return false }
    while isGone(slot) {
      guard let next = base.nextSlot(after: slot) else { return false }
      slot = next
    }
    return true
  }

  /// The lines of one item: usually one, more when their units are incompatible.
  public func lines(of item: Item.ID) -> [CartLine] {
    var lines: [CartLine] = []
    var slot = firstOfItem[item.number] ?? -1
    while slot >= 0, let line = line(at: slot) {
      lines.append(line)
      slot = nextOfItem[Int(slot) - baseCount]
    }
    var next = base?.firstSlot(of: item.number)
    while let slot = next {
      if let line = line(at: slot) { lines.append(line) }
      next = base?.nextSlot(after: slot)
    }
    return lines.count < 2 ? lines : lines.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
  }

  /// All lines in the order of adding.
  public var lines: some Sequence<CartLine> { order.lazy.compactMap { line(at: $0) } }

  /// The item of each line, without reading the line.
  package var items: some Sequence<Item.ID> { order.lazy.map { item(at: $0) } }

  /// The slots in the snapshot of the items that its lines are of.
  var itemSlots: SnapshotPart? { base?.itemSlots }
  var itemSlotCount: Int { base?.itemSlotCount ?? 0 }

  /// The items of the lines that are not as the snapshot has them.
  var changedItems: [Item.ID] {
    changed.keys.compactMap { base?.item(at: $0) } + changed.values.compactMap { $0?.item }
      + added.compactMap { $0?.item }
  }

  /// The rank for a new line.
  public var nextRank: Int { (order.last.map { place(of: $0).rank } ?? 0) + 1 }

  // MARK: Slots

  private func line(at slot: Int32) -> CartLine? {
    let place = Int(slot) - baseCount
    if place >= 0 { return added[place] }
    if let now = changed[slot] { return now }
    return base?.line(at: slot)
  }

  private func slot(of id: CartLine.ID) -> Int32? {
    if let slot = slotOfAdded[id.number] { return slot }
    guard let slot = base?.slot(of: id.number), !isGone(slot) else { return nil }
    return slot
  }

  private func isGone(_ slot: Int32) -> Bool {
    if !changed.isEmpty, case .some(.none) = changed[slot] { true } else { false }
  }

  private func item(at slot: Int32) -> Item.ID {
    let place = Int(slot) - baseCount
    return (place >= 0 ? added[place]?.item : base?.item(at: slot)) ?? Item.ID(0)
  }

  private func place(of slot: Int32) -> (rank: Int, id: CartLine.ID) {
    let place = Int(slot) - baseCount
    if place < 0, let base { return base.place(of: slot) }
    return added[place].map { ($0.rank, $0.id) } ?? (0, CartLine.ID(0))
  }

  /// The index of a line with this rank and identifier, or where it would be inserted.
  private func lowerBound(_ rank: Int, _ id: CartLine.ID) -> Int {
    if let last = order.last, place(of: last) < (rank, id) { return order.count }
    return order.partitioningIndex { place(of: $0) >= (rank, id) }
  }

  // MARK: Changes

  mutating func put(_ line: CartLine) {
    if let slot = slot(of: line.id), let old = self.line(at: slot) {
      // Its place among the lines, and among those of its item, is no longer the same.
      guard (old.rank, old.item) == (line.rank, line.item) else {
        remove(line.id)
        return insert(line)
      }
      count(old, -1)
      count(line, 1)
      let place = Int(slot) - baseCount
      if place < 0 { changed[slot] = .some(line) } else { added[place] = line }
    } else {
      insert(line)
    }
  }

  private mutating func insert(_ line: CartLine) {
    count(line, 1)
    if !contains(line.item) { itemCount += 1 }
    let at = lowerBound(line.rank, line.id)
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      added[Int(slot) - baseCount] = line
    } else {
      slot = Int32(baseCount + added.count)
      added.append(line)
      nextOfItem.append(-1)
    }
    nextOfItem[Int(slot) - baseCount] = firstOfItem[line.item.number] ?? -1
    firstOfItem[line.item.number] = slot
    slotOfAdded[line.id.number] = slot
    order.insert(slot, at: at)
  }

  private mutating func count(_ line: CartLine, _ sign: Int) {
    pickedCount += line.isPicked ? sign : 0
  }

  mutating func remove(_ id: CartLine.ID) {
    guard let line = self[id], let at = index(of: line) else { return }
    order.remove(at: at)
    forget(line)
    if isEmpty { self = Cart() }
  }

  /// Removes many lines in one pass: one by one would move the rest each time.
  mutating func remove(_ ids: some Sequence<CartLine.ID>) {
    var gone: Set<Int32> = []
    for id in ids {
      guard let slot = slot(of: id), let line = line(at: slot) else { continue }
      gone.insert(slot)
      forget(line)
    }
    order = SlotList(order.array.filter { !gone.contains($0) })
    if isEmpty { self = Cart() }
  }

  private mutating func forget(_ line: CartLine) {
    guard let slot = slot(of: line.id) else { return }
    count(line, -1)
    defer { if !contains(line.item) { itemCount -= 1 } }
    let place = Int(slot) - baseCount
    guard place >= 0 else {
      changed.updateValue(nil, forKey: slot)
      return
    }
    slotOfAdded[line.id.number] = nil
    unlink(slot, of: line.item)
    added[place] = nil
    freeSlots.append(slot)
  }

  private mutating func unlink(_ slot: Int32, of item: Item.ID) {
    guard let first = firstOfItem[item.number] else { return }
    let next = nextOfItem[Int(slot) - baseCount]
    if first == slot {
      firstOfItem[item.number] = next < 0 ? nil : next
      return
    }
    var at = first
    while at >= 0, nextOfItem[Int(at) - baseCount] != slot { at = nextOfItem[Int(at) - baseCount] }
    if at >= 0 { nextOfItem[Int(at) - baseCount] = next }
  }
}

extension Cart: Equatable {
  public static func == (a: Cart, b: Cart) -> Bool {
    a.count == b.count && a.lines.elementsEqual(b.lines)
  }
}
