/// Slots in some order. Where a snapshot has that order, they lie there; what changes is put among
/// them, so that a long list is neither built nor copied.
public struct SlotList: Sendable {
  /// A part of the run, or slots of its own.
  private struct Piece: Sendable {
    var range = 0..<0
    var own: ContiguousArray<Int32> = []

    var isOwn: Bool { range.isEmpty }
    var count: Int { isOwn ? own.count : range.count }
  }

  /// With more of them, finding one takes longer than building the list.
  private static let most = 1024

  private let run: SlotRun
  /// None is empty.
  private var pieces: [Piece] = []
  public private(set) var count = 0

  public init() { self.init([]) }

  public init(_ slots: ContiguousArray<Int32>) {
    run = SlotRun(below: 0)
    if !slots.isEmpty { pieces = [Piece(own: slots)] }
    count = slots.count
  }

  init(_ run: SlotRun) {
    self.run = run
    if run.count > 0 { pieces = [Piece(range: 0..<run.count)] }
    count = run.count
  }

  /// All of them in an array.
  package var array: ContiguousArray<Int32> {
    if pieces.count == 1, pieces[0].isOwn { return pieces[0].own }
    var all = ContiguousArray<Int32>()
    all.reserveCapacity(count)
    for piece in pieces {
      if piece.isOwn { all += piece.own } else { run.append(piece.range, to: &all) }
    }
    return all
  }

  public func firstIndex(of slot: Int32) -> Int? {
    let inRun = run.index(of: slot)
    var before = 0
    for piece in pieces {
      if piece.isOwn {
        if let at = piece.own.firstIndex(of: slot) { return before + at }
      } else if let inRun, piece.range.contains(inRun) {
        return before + inRun - piece.range.lowerBound
      }
      before += piece.count
    }
    return nil
  }

  public func contains(_ slot: Int32) -> Bool { firstIndex(of: slot) != nil }

  /// The piece with an index, and the index in it.
  private func place(of index: Int) -> (piece: Int, index: Int) {
    var rest = index
    for number in pieces.indices {
      let count = pieces[number].count
      if rest < count { return (number, rest) }
      rest -= count
    }
    preconditionFailure("no slot at \(index) of \(count)")
  }

  public mutating func insert(_ slot: Int32, at index: Int) {
    // Most are added at the end.
    let (number, at) = index == count ? (pieces.count, 0) : place(of: index)
    count += 1
    if number < pieces.count, pieces[number].isOwn {
      pieces[number].own.insert(slot, at: at)
    } else if at == 0, number > 0, pieces[number - 1].isOwn {
      pieces[number - 1].own.append(slot)
    } else if at == 0 {
      pieces.insert(Piece(own: [slot]), at: number)
    } else {
      let range = pieces[number].range
      let middle = range.lowerBound + at
      let new = [
        Piece(range: range.lowerBound..<middle), Piece(own: [slot]),
        Piece(range: middle..<range.upperBound),
      ]
      pieces.replaceSubrange(number...number, with: new)
    }
    simplify()
  }

  public mutating func remove(at index: Int) {
    let (number, at) = place(of: index)
    count -= 1
    if pieces[number].isOwn {
      pieces[number].own.remove(at: at)
      if pieces[number].own.isEmpty { pieces.remove(at: number) }
    } else {
      let range = pieces[number].range
      let middle = range.lowerBound + at
      let rest = [range.lowerBound..<middle, middle + 1..<range.upperBound]
      pieces.replaceSubrange(
        number...number, with: rest.lazy.filter { !$0.isEmpty }.map { Piece(range: $0) })
    }
    simplify()
  }

  /// Inserts the slot of an item in a list that has this order.
  package mutating func insert(
    _ slot: Int32, _ item: Item, _ items: ItemTable, isBefore: (Item, Item) -> Bool
  ) {
    insert(slot, at: partitioningIndex { items.item(at: $0).map { !isBefore($0, item) } ?? true })
  }

  private mutating func simplify() { if pieces.count > Self.most { self = SlotList(array) } }
}

extension SlotList: RandomAccessCollection {
  public struct Iterator: IteratorProtocol {
    fileprivate let list: SlotList
    fileprivate var piece = 0
    fileprivate var index = 0

    public mutating func next() -> Int32? {
      guard piece < list.pieces.count else { return nil }
      let slot = list.slot(piece, index)
      index += 1
      if index == list.pieces[piece].count { (piece, index) = (piece + 1, 0) }
      return slot
    }
  }

  public func makeIterator() -> Iterator { Iterator(list: self) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> Int32 {
    let (piece, at) = place(of: index)
    return slot(piece, at)
  }

  private func slot(_ piece: Int, _ at: Int) -> Int32 {
    pieces[piece].isOwn
      ? pieces[piece].own[at] : run.slot(at: pieces[piece].range.lowerBound + at)
  }
}

extension SlotList: Equatable {
  public static func == (a: SlotList, b: SlotList) -> Bool {
    a.count == b.count && a.array == b.array
  }
}

/// Ascending slots of a snapshot: those that a column lists, or those below a number that it does
/// not list.
struct SlotRun: Sendable {
  private let column: SnapshotPart?
  private let listed: Int
  private let total: Int?

  /// The slots in a column of `listed` numbers.
  init(_ column: SnapshotPart?, _ listed: Int) {
    self.column = column
    self.listed = column == nil ? 0 : listed
    total = nil
  }

  /// The slots below a number.
  init(below total: Int) {
    column = nil
    listed = 0
    self.total = total
  }

  /// The others below a number.
  init(below total: Int, without other: SlotRun) {
    column = other.column
    listed = other.listed
    self.total = total
  }

  var count: Int { total.map { Swift.max(0, $0 - listed) } ?? listed }

  private func number(_ index: Int) -> Int {
    Int(column?.load(Int32.self, at: index * MemoryLayout<Int32>.stride) ?? 0)
  }

  func slot(at index: Int) -> Int32 {
    guard total != nil else { return Int32(truncatingIfNeeded: number(index)) }
    return Int32(
      truncatingIfNeeded:
        index + (0..<listed).partitioningIndex { number($0) - $0 > index })
  }

  func index(of slot: Int32) -> Int? {
    let before = (0..<listed).partitioningIndex { number($0) >= slot }
    let isListed = before < listed && number(before) == slot
    guard let total else { return isListed ? before : nil }
    return isListed || slot < 0 || slot >= total ? nil : Int(slot) - before
  }

  func append(_ range: Range<Int>, to all: inout ContiguousArray<Int32>) {
    guard !range.isEmpty else { return }
    guard total != nil else {
      for index in range { all.append(slot(at: index)) }
      return
    }
    var slot = Int(self.slot(at: range.lowerBound))
    var next = slot - range.lowerBound
    for _ in range {
      while next < listed, number(next) == slot { (slot, next) = (slot + 1, next + 1) }
      all.append(Int32(truncatingIfNeeded: slot))
      slot += 1
    }
  }
}

extension SharedState {
  /// All slots by name, those of the cart's items apart if `isSplit`: as the snapshot has them,
  /// with what changed since in its place. Nil when that is more work than building the lists.
  package func slotsByName(isSplit: Bool) -> (inCart: SlotList, others: SlotList)? {
    let total = items.baseCount
    let isCartApart = isSplit && !cart.isEmpty
    let changedItems = isCartApart ? cart.changedItems : []
    let most = 16 + total >> 12
    guard items.changedCount <= most, changedItems.count <= 16 + total >> 5 else { return nil }
    let run = SlotRun(isCartApart ? cart.itemSlots : nil, cart.itemSlotCount)
    var moved = Set(items.changedSlots)
    for slot in changedItems.lazy.compactMap({ items.slot(of: $0) }) where slot < total {
      let wasIn = run.index(of: slot) != nil
      if wasIn != cart.contains(Item.ID(items.identifier(at: slot))) { moved.insert(slot) }
    }
    guard moved.count <= most else { return nil }
    var lists = (inCart: SlotList(run), others: SlotList(SlotRun(below: total, without: run)))
    for slot in moved {
      if let at = lists.inCart.firstIndex(of: slot) { lists.inCart.remove(at: at) }
      if let at = lists.others.firstIndex(of: slot) { lists.others.remove(at: at) }
    }
    for slot in moved {
      guard let item = items.item(at: slot) else { continue }
      if isCartApart, cart.contains(item.id) {
        lists.inCart.insert(slot, item, items, isBefore: NameOrder.isBefore)
      } else {
        lists.others.insert(slot, item, items, isBefore: NameOrder.isBefore)
      }
    }
    return isSplit ? lists : (lists.others, SlotList())
  }
}
