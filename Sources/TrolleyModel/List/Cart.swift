/// The cart: its lines in the order of adding, and counts maintained with every change.
public struct Cart: Sendable {
  /// The lines, in reusable slots.
  private var slots: ContiguousArray<CartLine?> = []
  /// The next slot with a line of the same item, for each slot; -1 at the end.
  private var nextOfItem: ContiguousArray<Int32> = []
  private var freeSlots: [Int32] = []
  private var slotOfLine = IdentifierTable()
  /// The slot of an item's first line.
  private var firstOfItem = IdentifierTable()
  /// Slots in the order of adding.
  private var order: ContiguousArray<Int32> = []
  public private(set) var pickedCount = 0
  public private(set) var pieces = 0

  public init() {}

  public var count: Int { order.count }
  public var isEmpty: Bool { order.isEmpty }
  public var isComplete: Bool { !isEmpty && pickedCount == count }

  public subscript(id: CartLine.ID) -> CartLine? {
    slotOfLine[id.number].flatMap { slots[Int($0)] }
  }

  /// The line at an index in the order of adding.
  public subscript(index: Int) -> CartLine? {
    order.indices.contains(index) ? slots[Int(order[index])] : nil
  }

  public func index(of line: CartLine) -> Int? {
    let at = lowerBound(line.rank, line.id)
    return order.indices.contains(at) && slots[Int(order[at])]?.id == line.id ? at : nil
  }

  public func contains(_ item: Item.ID) -> Bool { firstOfItem[item.number] != nil }

  /// The lines of one item: usually one, more when their units are incompatible. Unordered.
  public func lines(of item: Item.ID) -> [CartLine] {
    guard var slot = firstOfItem[item.number] else { return [] }
    var lines: [CartLine] = []
    while slot >= 0, let line = slots[Int(slot)] {
      lines.append(line)
      slot = nextOfItem[Int(slot)]
    }
    return lines.count < 2 ? lines : lines.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
  }

  /// All lines in the order of adding.
  public var lines: some Sequence<CartLine> { order.lazy.compactMap { slots[Int($0)] } }

  /// The rank for a new line.
  public var nextRank: Int { (order.last.flatMap { slots[Int($0)] }?.rank ?? 0) + 1 }

  public mutating func reserve(_ capacity: Int) {
    slots.reserveCapacity(capacity)
    nextOfItem.reserveCapacity(capacity)
    order.reserveCapacity(capacity)
    slotOfLine.reserve(capacity)
    firstOfItem.reserve(capacity)
  }

  mutating func put(_ line: CartLine) {
    pickedCount += line.isPicked ? 1 : 0
    pieces += line.quantity.pieces
    if let slot = slotOfLine[line.id.number], let old = slots[Int(slot)] {
      pickedCount -= old.isPicked ? 1 : 0
      pieces -= old.quantity.pieces
      slots[Int(slot)] = line
      return
    }
    let at = lowerBound(line.rank, line.id)
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      slots[Int(slot)] = line
    } else {
      slot = Int32(slots.count)
      slots.append(line)
      nextOfItem.append(-1)
    }
    nextOfItem[Int(slot)] = firstOfItem[line.item.number] ?? -1
    firstOfItem[line.item.number] = slot
    slotOfLine[line.id.number] = slot
    order.insert(slot, at: at)
  }

  mutating func remove(_ id: CartLine.ID) {
    guard let line = self[id] else { return }
    let at = lowerBound(line.rank, id)
    if order.indices.contains(at), slots[Int(order[at])]?.id == id { order.remove(at: at) }
    forget(line)
  }

  /// Removes many lines in one pass: one by one would move the rest each time.
  mutating func remove(_ ids: some Sequence<CartLine.ID>) {
    for id in ids { if let line = self[id] { forget(line) } }
    order.removeAll { slots[Int($0)] == nil }
  }

  private mutating func forget(_ line: CartLine) {
    guard let slot = slotOfLine[line.id.number] else { return }
    slotOfLine[line.id.number] = nil
    pickedCount -= line.isPicked ? 1 : 0
    pieces -= line.quantity.pieces
    unlink(slot, of: line.item)
    slots[Int(slot)] = nil
    freeSlots.append(slot)
  }

  private mutating func unlink(_ slot: Int32, of item: Item.ID) {
    guard let first = firstOfItem[item.number] else { return }
    let next = nextOfItem[Int(slot)]
    if first == slot {
      firstOfItem[item.number] = next < 0 ? nil : next
      return
    }
    var at = first
    while at >= 0, nextOfItem[Int(at)] != slot { at = nextOfItem[Int(at)] }
    if at >= 0 { nextOfItem[Int(at)] = next }
  }

  /// The index of a line with this rank and identifier, or where it would be inserted.
  private func lowerBound(_ rank: Int, _ id: CartLine.ID) -> Int {
    func isBefore(_ slot: Int32) -> Bool {
      guard let other = slots[Int(slot)] else { return false }
      return other.rank != rank ? other.rank < rank : other.id < id
    }
    if let last = order.last, isBefore(last) { return order.count }
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(order[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Cart: Equatable {
  public static func == (a: Cart, b: Cart) -> Bool {
    a.count == b.count && a.lines.elementsEqual(b.lines)
  }
}
