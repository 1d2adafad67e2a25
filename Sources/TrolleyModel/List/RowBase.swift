import Synchronization

/// Rows that lie in a file, each read when it is looked at, and columns that answer what is asked of
/// all of them: what a list and a catalogue are made of. Behind the file there is what has changed since.
///
/// Every copy of a state shares it.
final class RowBase: Sendable {
  let count: Int
  private let rows: SnapshotPart
  private let columns: SnapshotPart
  private let layout: RowLayout
  private let categories: [String]
  private let foundSearch = Mutex<SearchBase?>(nil)

  /// Nil when the bytes cannot be what they should be.
  ///
  /// - Parameter categories: in the order in which the search numbers them.
  init?(
    _ layout: RowLayout, rows: SnapshotPart, columns: SnapshotPart, categories: [String]
  ) {
    guard columns.count == layout.end else { return nil }
    count = layout.count
    self.layout = layout
    self.rows = rows
    self.columns = columns
    self.categories = categories
  }

  /// The bytes of a row; nil when there is none.
  func row(at slot: Int) -> UnsafeRawBufferPointer? {
    guard slot >= 0, slot < count else { return nil }
    let start = Int(load(UInt32.self, layout.rows, slot))
    let end = Int(load(UInt32.self, layout.rows, slot + 1))
    return start <= end && end <= rows.count ? rows[start..<end] : nil
  }

  @inline(__always)
  func load<T: BitwiseCopyable>(_: T.Type, _ column: Int, _ index: Int) -> T {
    columns.load(T.self, at: column + index * MemoryLayout<T>.stride)
  }

  /// What is known of a row without reading it.
  @inline(__always)
  func facts<T: BitwiseCopyable>(_: T.Type, at slot: Int) -> T { load(T.self, layout.facts, slot) }

  /// The value in the second table, for each row.
  func other(at slot: Int) -> UInt32 { load(UInt32.self, layout.other, slot) }

  /// The first slot with this hash of its key that is right; nil when there is none.
  func slot(_ hash: UInt32, _ isRight: (Int32) -> Bool) -> Int32? {
    HashColumn.find(hash, in: columns, at: layout.byKey, count, isRight)
  }

  /// The same in the second table, where that is one of hashes.
  func otherSlot(_ hash: UInt32, _ isRight: (Int32) -> Bool) {
    _ = HashColumn.find(hash, in: columns, at: layout.other, count, isRight)
  }

  /// The folded name of a row.
  func withName<R>(at slot: Int, _ use: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let start = Int(load(SearchColumns.Entry.self, layout.entries, slot).name)
    let end = Int(load(SearchColumns.Entry.self, layout.entries, slot + 1).name)
    guard start <= end, end <= layout.tokenText - layout.names else {
      return use(UnsafeBufferPointer(start: nil, count: 0))
    }
    return use(columns[layout.names + start..<layout.names + end].bindMemory(to: UInt8.self))
  }

  /// The columns of the search, once all of them have been read; nil when they cannot be what they
  /// should be.
  var search: SearchBase? {
    foundSearch.withLock { found in
      if let found { return found }
      func part<T>(_ start: Int, _ end: Int) -> UnsafeBufferPointer<T> {
        columns[start..<end].bindMemory(to: T.self)
      }
      found = SearchBase(
        SearchView(
          count: count, names: part(layout.names, layout.tokenText),
          rests: UnsafeBufferPointer(start: nil, count: 0),
          entries: part(layout.entries, layout.tokens), letters: part(0, layout.facts),
          blockStride: 1, letterStride: (count + 63) / 64),
        SearchTokens(
          text: part(layout.tokenText, layout.lists), tokens: part(layout.tokens, layout.names),
          lists: part(layout.lists, layout.end)),
        categories: categories, keptBy: columns.bytes)
      return found
    }
  }
}

/// Where the columns of rows begin. Those of larger values come first, so that each is aligned.
struct RowLayout {
  /// The lengths of what is not as long as there are rows, in bytes.
  struct Sizes: Record, Equatable {
    var names = 0
    var tokens = 0
    var tokenText = 0
    var lists = 0

    static var blank: Sizes { Sizes() }

    static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Sizes {
      let size = IntCodec(range: 0...StateCoding.longest)
      try c.field("names", \.names, size)
      try c.field("tokens", \.tokens, size)
      try c.field("tokenText", \.tokenText, size)
      try c.field("lists", \.lists, size)
    }
  }

  let count: Int
  /// What is known of each row without reading it. The letters of the search are before it.
  let facts: Int
  /// Where each row begins, and the last one ends.
  let rows: Int
  /// A table that finds a row by its key.
  let byKey: Int
  /// A second table.
  let other: Int
  let entries: Int
  let tokens: Int
  let names: Int
  let tokenText: Int
  let lists: Int
  let end: Int

  /// - Parameters:
  ///   - facts: the size of those of a row.
  ///   - other: the size of the second table.
  init(count: Int, facts size: Int, other otherSize: Int, _ sizes: Sizes) {
    self.count = count
    facts = (count + 63) / 64 * SearchColumns.Letters.block * MemoryLayout<UInt64>.stride
    rows = facts + count * size
    byKey = rows + (count + 1) * MemoryLayout<UInt32>.stride
    other = byKey + HashColumn.size(count)
    entries = other + otherSize
    tokens = entries + (count + 1) * MemoryLayout<SearchColumns.Entry>.stride
    names = tokens + sizes.tokens
    tokenText = names + sizes.names
    lists = tokenText + sizes.tokenText
    end = lists + sizes.lists
  }
}

/// Makes the columns of rows.
struct RowColumns<Facts: BitwiseCopyable> {
  private var rows: [UInt32] = [0]
  private(set) var facts: [Facts] = []
  private var keys: [UInt32] = []
  private var search = SearchIndex()
  private(set) var sizes = RowLayout.Sizes()

  /// In the order in which the search numbers them.
  var categories: [String] { search.categoryNames }

  /// - Parameters:
  ///   - key: the hash of its key.
  ///   - end: where the row ends.
  mutating func add(
    _ facts: Facts, key: UInt32, name: String, category: String, rest: String, end: Int
  ) {
    rows.append(UInt32(truncatingIfNeeded: end))
    self.facts.append(facts)
    keys.append(key)
    search.append(name: name, category: category, description: rest)
  }

  /// All columns, as a file holds them.
  ///
  /// - Parameter other: the second table.
  mutating func encode(other: [UInt8]) -> [UInt8] {
    let columns = search.own
    let words = SearchTokenWriter(columns)
    sizes.names = columns.names.count
    sizes.tokens = words.tokens.count * MemoryLayout<SearchTokens.Token>.stride
    sizes.tokenText = words.text.count
    sizes.lists = words.lists.count
    let layout = RowLayout(
      count: facts.count, facts: MemoryLayout<Facts>.stride, other: other.count, sizes)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(layout.end)
    columns.lettersByLetter.withUnsafeBytes { bytes += $0 }
    facts.withUnsafeBytes { bytes += $0 }
    rows.withUnsafeBytes { bytes += $0 }
    HashColumn.append(keys, to: &bytes)
    bytes += other
    columns.entries.withUnsafeBytes { bytes += $0 }
    words.tokens.withUnsafeBytes { bytes += $0 }
    bytes += columns.names
    bytes += words.text
    bytes += words.lists
    return bytes
  }
}
