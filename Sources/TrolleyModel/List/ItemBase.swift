/// What lists are filtered and sorted by, known of every item without decoding it.
public struct ItemFacts: Equatable, Sendable {
  public let id: Item.ID
  public let category: String
  /// In minor units; nil when unknown.
  public let price: Int?
  public let addedAt: Int
  public let isFavourite: Bool
  /// Whether it came from a catalogue.
  public let hasSource: Bool

  init(_ item: Item) {
    id = item.id
    category = item.category
    price = item.price?.minorUnits
    addedAt = item.addedAt
    isFavourite = item.isFavourite
    hasSource = !item.source.isEmpty
  }

  fileprivate init(_ row: ItemColumns.Facts, category: String) {
    id = Item.ID(row.id)
    self.category = category
    price = row.price == .max ? nil : Int(row.price)
    addedAt = Int(row.addedAt)
    isFavourite = row.flags & 1 != 0
    hasSource = row.flags & 2 != 0
  }
}

/// The items of a snapshot, in name order, where they lie in its file: one is decoded when it is
/// looked at. What is asked of all of them stands in columns behind the rows.
///
/// Every copy of a state shares it.
package final class ItemBase: Sendable {
  package let count: Int
  private let rows: SnapshotPart
  private let columns: SnapshotPart
  private let layout: ItemColumns.Layout
  private let texts: SharedTexts.Table
  private let categories: [String]
  private let categoryCounts: [Int]
  private let storeCounts: [Int]

  /// Nil when the bytes cannot be what they should be.
  ///
  /// - Parameters:
  ///   - categories: in the order in which the search numbers them.
  ///   - categoryCounts: how many items have each of the texts as their category; so of the store.
  init?(
    count: Int, rows: SnapshotPart, columns: SnapshotPart, folded: Int,
    texts: SharedTexts.Table, categories: [String], categoryCounts: [Int], storeCounts: [Int]
  ) {
    layout = ItemColumns.Layout(count: count, folded: folded)
    guard columns.count == layout.end else { return nil }
    self.count = count
    self.rows = rows
    self.columns = columns
    self.texts = texts
    self.categories = categories
    self.categoryCounts = categoryCounts
    self.storeCounts = storeCounts
  }

  package func item(at slot: Int) -> Item? {
    let (start, end) = (row(slot), row(slot + 1))
    guard start <= end, end <= rows.count else { return nil }
    var reader = RowReader<Item>(RowInput(JSONScanner(rows[start..<end]), texts))
    return try? reader.read()
  }

  private func row(_ slot: Int) -> Int { Int(load(UInt32.self, layout.rows, slot)) }

  private func load<T: BitwiseCopyable>(_: T.Type, _ column: Int, _ index: Int) -> T {
    columns.load(T.self, at: column + index * MemoryLayout<T>.stride)
  }

  package func identifier(at slot: Int) -> UInt64 {
    columns.load(UInt64.self, at: layout.facts + slot * MemoryLayout<ItemColumns.Facts>.stride)
  }

  private func columns(of slot: Int) -> ItemColumns.Facts {
    load(ItemColumns.Facts.self, layout.facts, slot)
  }

  package func facts(at slot: Int) -> ItemFacts {
    let facts = columns(of: slot)
    return ItemFacts(facts, category: texts[Int(facts.category)])
  }

  package func slot(of id: UInt64) -> Int32? {
    HashColumn.find(HashColumn.hash(id), in: columns, at: layout.byID, count) {
      identifier(at: Int($0)) == id
    }
  }

  /// The first slots whose name has this key, as far as its hash tells.
  package func forEachSlot(named key: [UInt8], _ use: (Int32) -> Void) {
    let hash = HashColumn.hash(key)
    _ = HashColumn.find(hash, in: columns, at: layout.byName, count) { slot in
      if load(ItemColumns.Facts.self, layout.facts, Int(slot)).nameHash == hash { use(slot) }
      return false
    }
  }

  /// The categories of the items that are not in some slots, each once.
  func categories(without slots: some Collection<Int32>) -> Set<String> {
    texts(categoryCounts, without: slots.lazy.map { self.columns(of: Int($0)).category })
  }

  /// The stores of the items that are not in some slots, each once.
  func stores(without slots: some Collection<Int32>) -> Set<String> {
    texts(storeCounts, without: slots.lazy.map { self.columns(of: Int($0)).store })
  }

  /// Whether the rows name another currency.
  func mayHavePrices(besides currency: Currency) -> Bool {
    texts.currencies.contains { $0.map { $0 != currency } ?? false }
  }

  private func texts(_ counts: [Int], without gone: some Sequence<UInt32>) -> Set<String> {
    var counts = counts
    for number in gone where number < counts.count { counts[Int(number)] -= 1 }
    return Set(zip(texts.texts, counts).lazy.filter { $0.1 > 0 }.map(\.0))
  }

  /// The folded name of an item.
  package func withName<R>(at slot: Int, _ use: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let entry = load(SearchIndex.Entry.self, layout.entries, slot)
    let (start, end) = (Int(entry.name), Int(entry.nameEnd))
    guard 0 <= start, start <= end, end <= columns.count - layout.folded else {
      return use(UnsafeBufferPointer(start: nil, count: 0))
    }
    let name = columns[layout.folded + start..<layout.folded + end]
    return use(name.bindMemory(to: UInt8.self))
  }

  /// An index of all items for the search: a copy, for it will change.
  package var search: SearchIndex {
    SearchIndex(
      entries: columns[layout.entries..<layout.folded],
      text: columns[layout.folded..<layout.end], categories: categories)
  }
}

/// The columns behind the rows of a snapshot, each with one value for each item, and two tables
/// that find an item by its identifier and by its name.
struct ItemColumns {
  struct Facts: BitwiseCopyable {
    var id: UInt64
    var price: Int64
    var addedAt: Int64
    /// The number of a shared text.
    var category: UInt32
    var nameHash: UInt32
    /// The number of a shared text.
    var store: UInt32
    var flags: UInt32
  }

  /// Where each column begins.
  struct Layout {
    let rows = 0
    let facts: Int
    let byID: Int
    let byName: Int
    let entries: Int
    /// The folded names and descriptions.
    let folded: Int
    let end: Int

    init(count: Int, folded text: Int) {
      facts = (count + 1) * MemoryLayout<UInt32>.stride
      byID = facts + count * MemoryLayout<Facts>.stride
      byName = byID + HashColumn.size(count)
      entries = byName + HashColumn.size(count)
      folded = entries + count * MemoryLayout<SearchIndex.Entry>.stride
      end = folded + text
    }
  }

  private var rows: [UInt32] = [0]
  private var facts: [Facts] = []
  private(set) var search = SearchIndex()

  /// - Parameters:
  ///   - category: its number among the shared texts; so of the store.
  ///   - end: where the item's row ends.
  mutating func add(_ item: Item, category: Int, store: Int, end: Int) {
    rows.append(UInt32(truncatingIfNeeded: end))
    search.append(name: item.name, category: item.category, description: item.searchedText)
    facts.append(
      Facts(
        id: item.id.number, price: item.price.map { Int64($0.minorUnits) } ?? .max,
        addedAt: Int64(item.addedAt), category: UInt32(truncatingIfNeeded: category),
        nameHash: HashColumn.hash(Array(Folding.key(item.name).utf8)),
        store: UInt32(truncatingIfNeeded: store),
        flags: (item.isFavourite ? 1 : 0) | (item.source.isEmpty ? 0 : 2)))
  }

  /// All columns, as a snapshot holds them.
  var bytes: [UInt8] {
    let layout = Layout(count: facts.count, folded: search.text.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(layout.end)
    rows.withUnsafeBytes { bytes += $0 }
    facts.withUnsafeBytes { bytes += $0 }
    HashColumn.append(facts.map { HashColumn.hash($0.id) }, to: &bytes)
    HashColumn.append(facts.map(\.nameHash), to: &bytes)
    search.entries.withUnsafeBytes { bytes += $0 }
    bytes += search.text
    return bytes
  }
}
