/// The lines of one cart in a snapshot, in the order of adding, where they lie in its file: rows of
/// one size, two tables that find a line by its identifier and the first line of an item, and the
/// slots of its items, ascending, which are their order by name.
///
/// Every copy of a state shares it.
final class CartBase: Sendable {
  struct Row: BitwiseCopyable {
    var id: UInt64
    var item: UInt64
    var thousandths: Int64
    var rank: Int64
    /// The next slot with a line of the same item; -1 at the end.
    var next: Int32
    /// The numbers of texts of the cart.
    var unit: UInt32
    var addedBy: UInt32
    /// 1 when it is ticked.
    var flags: UInt32
  }

  /// Where each column begins.
  private struct Layout {
    let byID: Int
    let byItem: Int
    let itemSlots: Int
    let end: Int

    init(count: Int) {
      byID = count * MemoryLayout<Row>.stride
      byItem = byID + HashColumn.size(count)
      itemSlots = byItem + HashColumn.size(count)
      end = itemSlots + count * MemoryLayout<Int32>.stride
    }
  }

  let cart: Cart.ID
  let count: Int
  /// Of the items that the snapshot has.
  let itemSlotCount: Int
  private let bytes: SnapshotPart
  private let layout: Layout
  private let texts: [String]
  private let units: [Unit?]

  /// Nil when the bytes cannot be what they should be.
  init?(cart: Cart.ID, count: Int, items: Int, bytes: SnapshotPart, texts: [String]) {
    layout = Layout(count: count)
    guard bytes.count == layout.end, !texts.isEmpty, items <= count else { return nil }
    itemSlotCount = items
    self.cart = cart
    self.count = count
    self.bytes = bytes
    self.texts = texts
    units = texts.map { Unit(symbol: $0) }
  }

  /// How many bytes the lines of a cart take.
  static func size(_ count: Int) -> Int { Layout(count: count).end }

  private func row(_ slot: Int32) -> Row {
    bytes.load(Row.self, at: Int(slot) * MemoryLayout<Row>.stride)
  }

  func line(at slot: Int32) -> CartLine? {
    guard slot >= 0, slot < count else { return nil }
    let row = row(slot)
    guard let unit = units[Int(row.unit) % units.count] else { return nil }
    return CartLine(
      id: CartLine.ID(row.id), item: Item.ID(row.item),
      quantity: Quantity(
        thousandths: min(max(Int(row.thousandths), 1), Quantity.limit), unit: unit),
      isPicked: row.flags & 1 != 0, rank: Self.rank(row),
      addedBy: texts[Int(row.addedBy) % texts.count], cart: cart)
  }

  func item(at slot: Int32) -> Item.ID { Item.ID(row(slot).item) }

  var itemSlots: SnapshotPart { bytes.part(layout.itemSlots..<layout.end) }

  func place(of slot: Int32) -> (rank: Int, id: CartLine.ID) {
    let row = row(slot)
    return (Self.rank(row), CartLine.ID(row.id))
  }

  /// One more is always a number, too.
  private static func rank(_ row: Row) -> Int { min(Int(row.rank), Int.max - 1) }

  func slot(of id: UInt64) -> Int32? {
    HashColumn.find(HashColumn.hash(id), in: bytes, at: layout.byID, count) { row($0).id == id }
  }

  func firstSlot(of item: UInt64) -> Int32? {
    HashColumn.find(HashColumn.hash(item), in: bytes, at: layout.byItem, count) {
      row($0).item == item
    }
  }

  func nextSlot(after slot: Int32) -> Int32? {
    let next = row(slot).next
    // Always a later one, so that no chain is endless.
    return next > slot && next < count ? next : nil
  }

  /// The lines as a snapshot holds them.
  ///
  /// - Parameter itemSlots: the slots of their items, each once, ascending.
  static func encode(
    _ lines: [CartLine], _ texts: inout SharedTexts, itemSlots: [Int32]
  ) -> [UInt8] {
    var rows: [Row] = []
    var last: [Item.ID: Int] = [:]
    var isFirst: [Bool] = []
    for (slot, line) in lines.enumerated() {
      rows.append(
        Row(
          id: line.id.number, item: line.item.number,
          thousandths: Int64(line.quantity.thousandths), rank: Int64(line.rank), next: -1,
          unit: UInt32(texts.number(line.quantity.unit.symbol)),
          addedBy: UInt32(texts.number(line.addedBy)), flags: line.isPicked ? 1 : 0))
      let before = last.updateValue(slot, forKey: line.item)
      isFirst.append(before == nil)
      if let before { rows[before].next = Int32(slot) }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size(lines.count))
    rows.withUnsafeBytes { bytes += $0 }
    HashColumn.append(rows.map { HashColumn.hash($0.id) }, to: &bytes)
    HashColumn.append(rows.map { HashColumn.hash($0.item) }, to: &bytes) { isFirst[$0] }
    itemSlots.withUnsafeBytes { bytes += $0 }
    bytes += repeatElement(0, count: size(lines.count) - bytes.count)
    return bytes
  }
}

/// A table in a snapshot that finds a slot by a hash: open addressing with linear probing, with
/// slot + 1 in each cell, 0 in an empty one.
enum HashColumn {
  private static func cells(_ count: Int) -> Int {
    var cells = 2
    while cells < count + count / 2 { cells *= 2 }
    return cells
  }

  /// In bytes, for so many slots.
  static func size(_ count: Int) -> Int { cells(count) * MemoryLayout<UInt32>.stride }

  /// The first slot with this hash that is right; nil when there is none.
  static func find(
    _ hash: UInt32, in bytes: SnapshotPart, at start: Int, _ count: Int,
    _ isRight: (Int32) -> Bool
  ) -> Int32? {
    let cells = cells(count)
    var cell = Int(hash) & (cells - 1)
    for _ in 0..<cells {
      let offset = start + cell * MemoryLayout<UInt32>.stride
      let slot = Int(bytes.load(UInt32.self, at: offset)) - 1
      guard slot >= 0, slot < count else { return nil }
      if isRight(Int32(slot)) { return Int32(slot) }
      cell = (cell + 1) & (cells - 1)
    }
    return nil
  }

  /// Appends the table of those slots that `isIn` it.
  static func append(
    _ hashes: [UInt32], to bytes: inout [UInt8], _ isIn: (Int) -> Bool = { _ in true }
  ) {
    var cells = [UInt32](repeating: 0, count: cells(hashes.count))
    for (slot, hash) in hashes.enumerated() where isIn(slot) {
      var cell = Int(hash) & (cells.count - 1)
      while cells[cell] != 0 { cell = (cell + 1) & (cells.count - 1) }
      cells[cell] = UInt32(slot + 1)
    }
    cells.withUnsafeBytes { bytes += $0 }
  }

  static func hash(_ id: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  static func hash(_ key: [UInt8]) -> UInt32 {
    key.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
