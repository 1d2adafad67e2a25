/// The products of a catalogue where they lie in its file of JSON lines, in order of appearance: one is
/// decoded when it is looked at. Another file has the columns that answer what is asked of all of them.
package final class CatalogueBase: Sendable {
  /// Incremented with every change of the columns; those of another format are made anew.
  package static let format = 1

  /// What columns know of a product.
  struct Facts: BitwiseCopyable {
    /// A hash.
    var code: UInt32
    var kind: UInt32
  }

  private let catalogue: CatalogueID
  private let rows: RowBase
  /// The identifiers of categories by number.
  let kinds: [String]
  let kindOfSlot: ContiguousArray<UInt32>
  let byName: [Int32]

  var count: Int { rows.count }

  private init?(_ catalogue: CatalogueID, _ rows: RowBase, kinds: [String]) {
    self.catalogue = catalogue
    self.rows = rows
    self.kinds = kinds
    kindOfSlot = ContiguousArray(
      (0..<rows.count).lazy.map { rows.facts(Facts.self, at: $0).kind })
    byName = (0..<rows.count).map { Int32(truncatingIfNeeded: rows.other(at: $0)) }
    guard kindOfSlot.allSatisfy({ $0 < kinds.count }),
      byName.allSatisfy({ $0 >= 0 && $0 < rows.count })
    else { return nil }
  }

  func product(at slot: Int) -> CatalogueCache.Seen? {
    rows.row(at: slot).flatMap { row in
      CatalogueCoding.line(row.bindMemory(to: UInt8.self), of: catalogue).product
    }
  }

  func slot(of code: String) -> Int32? {
    let hash = Self.hash(code)
    return rows.slot(hash) { slot in
      rows.facts(Facts.self, at: Int(slot)).code == hash
        && product(at: Int(slot))?.product.code == code
    }
  }

  /// Whether a product has a code, as far as its hash tells.
  func mayHave(_ code: String, at slot: Int) -> Bool {
    rows.facts(Facts.self, at: slot).code == Self.hash(code)
  }

  /// An index of all products.
  var search: SearchIndex? { rows.search.map { SearchIndex($0) } }

  func warm() { _ = rows.search }

  private static func hash(_ code: String) -> UInt32 { HashColumn.hash(Array(code.utf8)) }
}

extension CatalogueBase {
  private struct Head: Record {
    var catalogue = ""
    var products = 0
    /// Where the lines of the products begin.
    var start = 0
    var columns = 0
    var search = RowLayout.Sizes()
    var searchCategories: [String] = []
    var kinds: [String] = []
    var categories: [String] = []
    var names: [String] = []

    static var blank: Head { Head() }

    static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Head {
      let count = IntCodec(range: 0...StateCoding.longest)
      try c.field("catalogue", \.catalogue, .text)
      try c.field("products", \.products, count)
      try c.field("start", \.start, count)
      try c.field("columns", \.columns, count)
      try c.field("search", \.search, .record())
      try c.field("searchCategories", \.searchCategories, ListCodec(element: .text))
      try c.field("kinds", \.kinds, ListCodec(element: .text))
      try c.field("categories", \.categories, ListCodec(element: .text))
      try c.field("names", \.names, ListCodec(element: .text))
    }
  }

  /// A catalogue as its two files hold it: the lines, and the columns, which are the body of a snapshot
  /// with `table` behind them.
  package static func encode(_ catalogue: CatalogueCache) -> (lines: [UInt8], columns: [[UInt8]]) {
    var head = Head()
    head.catalogue = catalogue.id.rawValue
    head.categories = catalogue.categories.map(\.id)
    head.names = catalogue.categories.map(\.name)
    var lines = JSONWriter()
    CatalogueCoding.writeHeader(of: catalogue.id, &lines)
    for category in catalogue.categories { CatalogueCoding.writeLine(category, &lines) }
    head.start = lines.bytes.count
    var columns = RowColumns<Facts>()
    var kinds: [String: UInt32] = [:]
    for (product, time) in catalogue.seen {
      CatalogueCoding.writeLine(product, time, &lines)
      let kind = kinds[product.categoryID] ?? UInt32(kinds.count)
      if kind == kinds.count {
        kinds[product.categoryID] = kind
        head.kinds.append(product.categoryID)
      }
      let hash = hash(product.code)
      columns.add(
        Facts(code: hash, kind: kind), key: hash, name: product.name,
        category: product.category, rest: product.searchedText, end: lines.bytes.count - head.start)
    }
    head.products = columns.facts.count
    let bytes = columns.encode(
      other: catalogue.ordered(.name).withUnsafeBytes { [UInt8]($0) })
    head.columns = bytes.count
    head.search = columns.sizes
    head.searchCategories = columns.categories
    return (lines.bytes, [AlignedHead.line(followedBy: 0) { head.write(&$0) }, bytes])
  }

  /// The catalogue that `encode` wrote; nil when it is not one.
  ///
  /// - Parameter lines: opens the file of the lines by what is behind the columns.
  package static func decode(
    _ bytes: SnapshotBytes, of catalogue: CatalogueID,
    lines: (_ table: UnsafeRawBufferPointer) -> SnapshotBytes?
  ) -> CatalogueCache? {
    guard let line = bytes.firstLine else { return nil }
    var s = JSONScanner(bytes[line])
    guard let head = try? Head.read(&s), (try? s.finish()) != nil,
      head.catalogue == catalogue.rawValue, head.categories.count == head.names.count
    else { return nil }
    let start = line.upperBound + 1
    let end = start + head.columns
    guard end <= bytes.count, bytes.isSound(end..<bytes.count),
      let lines = lines(bytes[end..<bytes.count]), head.start <= lines.count,
      let rows = RowBase(
        RowLayout(
          count: head.products, facts: MemoryLayout<Facts>.stride,
          other: head.products * MemoryLayout<Int32>.stride, head.search),
        rows: SnapshotPart(lines, head.start..<lines.count),
        columns: SnapshotPart(bytes, start..<end), categories: head.searchCategories),
      let base = CatalogueBase(catalogue, rows, kinds: head.kinds)
    else { return nil }
    return CatalogueCache(
      catalogue, base,
      categories: zip(head.categories, head.names).compactMap {
        CatalogueCategory(id: $0, name: $1)
      })
  }
}
