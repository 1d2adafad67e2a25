import Synchronization

/// What lists are filtered and sorted by, known of every item without decoding it.
public struct ItemFacts: Equatable, Sendable {
  public let id: Item.ID
  public let category: String
  /// In minor units; nil when unknown.
  public let price: Int?
  public let addedAt: Int
  public let isFavourite: Bool

  init(_ item: Item) {
    id = item.id
    category = item.category
    price = item.price?.minorUnits
    addedAt = item.addedAt
    isFavourite = item.isFavourite
  }

  fileprivate init(_ row: ItemBase.Facts, category: String) {
    id = Item.ID(row.id)
    self.category = category
    price = row.price == .max ? nil : Int(row.price)
    addedAt = Int(row.addedAt)
    isFavourite = row.flags & ItemBase.Facts.isFavourite != 0
  }
}

/// The items of a snapshot, in name order, where they lie in its file: one is decoded when it is
/// looked at.
///
/// Every copy of a state shares it.
package final class ItemBase: Sendable {
  /// What columns know of an item.
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

    static let isFavourite: UInt32 = 1
    /// It came from a catalogue.
    static let hasSource: UInt32 = 2
  }

  private let rows: RowBase
  private let texts: SharedTexts.Table
  private let categoryCounts: [Int]
  private let storeCounts: [Int]
  /// The items that were looked at last: those on the screen are not decoded again for each key.
  private let inSight = Mutex<[Int: Item]>([:])
  /// More than most screens have.
  private static let mostInSight = 256

  /// - Parameters:
  ///   - categoryCounts: how many items have each of the texts as their category; so of the store.
  init(
    _ rows: RowBase, texts: SharedTexts.Table, categoryCounts: [Int], storeCounts: [Int]
  ) {
    self.rows = rows
    self.texts = texts
    self.categoryCounts = categoryCounts
    self.storeCounts = storeCounts
  }

  static func layout(count: Int, _ sizes: RowLayout.Sizes) -> RowLayout {
    RowLayout(
      count: count, facts: MemoryLayout<Facts>.stride, other: HashColumn.size(count), sizes)
  }

  package var count: Int { rows.count }

  package func item(at slot: Int) -> Item? {
    guard let row = rows.row(at: slot) else { return nil }
    var reader = RowReader<Item>(RowInput(JSONScanner(row), texts))
    return try? reader.read()
  }

  /// The same, and keeps it for the next look at it.
  func itemInSight(at slot: Int) -> Item? {
    inSight.withLock { kept in
      if let item = kept[slot] { return item }
      let item = item(at: slot)
      if kept.count >= Self.mostInSight { kept.removeAll() }
      kept[slot] = item
      return item
    }
  }

  private func columns(of slot: Int) -> Facts { rows.facts(Facts.self, at: slot) }

  package func identifier(at slot: Int) -> UInt64 { columns(of: slot).id }

  package func facts(at slot: Int) -> ItemFacts {
    let facts = columns(of: slot)
    return ItemFacts(facts, category: texts[Int(facts.category)])
  }

  /// The slots of the items that came from a catalogue.
  var slotsWithSource: [Int32] {
    (0..<Int32(count)).filter { columns(of: Int($0)).flags & Facts.hasSource != 0 }
  }

  package func slot(of id: UInt64) -> Int32? {
    rows.slot(HashColumn.hash(id)) { identifier(at: Int($0)) == id }
  }

  /// The first slots whose name has this key, as far as its hash tells.
  package func forEachSlot(named key: [UInt8], _ use: (Int32) -> Void) {
    let hash = HashColumn.hash(key)
    rows.otherSlot(hash) { slot in
      if columns(of: Int(slot)).nameHash == hash { use(slot) }
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
    rows.withName(at: slot, use)
  }

  var search: SearchIndex {
    if let base = rows.search { return SearchIndex(base) }
    var index = SearchIndex()
    for slot in 0..<count { index.append(item(at: slot)) }
    return index
  }
}

/// Makes the columns behind the rows of items.
struct ItemColumns {
  private var columns = RowColumns<ItemBase.Facts>()

  var sizes: RowLayout.Sizes { columns.sizes }
  var categories: [String] { columns.categories }

  /// - Parameters:
  ///   - category: its number among the shared texts; so of the store.
  ///   - end: where the item's row ends.
  mutating func add(_ item: Item, category: Int, store: Int, end: Int) {
    columns.add(
      ItemBase.Facts(
        id: item.id.number, price: item.price.map { Int64($0.minorUnits) } ?? .max,
        addedAt: Int64(item.addedAt), category: UInt32(truncatingIfNeeded: category),
        nameHash: HashColumn.hash(Array(Folding.key(item.name).utf8)),
        store: UInt32(truncatingIfNeeded: store),
        flags: (item.isFavourite ? ItemBase.Facts.isFavourite : 0)
          | (item.source.isEmpty ? 0 : ItemBase.Facts.hasSource)),
      key: HashColumn.hash(item.id.number), name: item.name, category: item.category,
      rest: item.searchedText, end: end)
  }

  /// All columns, as a snapshot holds them.
  mutating func encode() -> [UInt8] {
    var byName: [UInt8] = []
    HashColumn.append(columns.facts.map(\.nameHash), to: &byName)
    return columns.encode(other: byName)
  }
}

extension SearchIndex {
  /// An item, or an empty slot.
  package mutating func append(_ item: Item?) {
    let slot = append(
      name: item?.name ?? "", category: item?.category ?? "",
      description: item?.searchedText ?? "")
    if item == nil { remove(slot) }
  }

  package mutating func replace(_ slot: Int32, _ item: Item?) {
    guard let item else { return remove(slot) }
    replace(slot, name: item.name, category: item.category, description: item.searchedText)
  }
}
