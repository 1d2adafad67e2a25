/// The local copy of a catalogue, as JSON Lines: a header, then one product or category per line.
/// Lines are only appended; for the same code the later line wins.
///
/// A cache: it may be deleted at any time and is read as untrusted input. Bad lines are skipped.
public enum CatalogueFile {
  /// The largest file that is read, in bytes.
  public static let longest = 512 << 20
  /// The most products that are read; the most recently seen are kept.
  public static let most = 1_500_000
  private static let longestLine = 32 << 10
  /// Lines that take more are worth columns (`CatalogueBase`), in bytes.
  package static let longestWithoutColumns = 256 << 10

  /// The first line.
  public static func header(of catalogue: CatalogueID) -> [UInt8] {
    var w = JSONWriter()
    CatalogueCoding.writeHeader(of: catalogue, &w)
    return w.bytes
  }

  /// Lines for what was seen at `time`, in seconds since 1970.
  public static func lines(
    _ products: [CatalogueProduct], _ categories: [CatalogueCategory], at time: Int
  ) -> [UInt8] {
    var w = JSONWriter()
    for category in categories { CatalogueCoding.writeLine(category, &w) }
    for product in products { CatalogueCoding.writeLine(product, time, &w) }
    return w.bytes
  }

  /// Reads a file. `isWasteful`: enough of it is obsolete, or has no columns, to be worth rewriting.
  ///
  /// - Parameter base: what the lines before these say; nil when these begin with the header.
  public static func read(
    _ bytes: [UInt8], of catalogue: CatalogueID, behind base: CatalogueCache? = nil
  ) -> (catalogue: CatalogueCache, isWasteful: Bool)? {
    guard bytes.count <= longest else { return nil }
    var products: [CatalogueCache.Seen] = []
    var categories: [CatalogueCategory] = []
    var isOurs = base != nil
    var lineCount = 0
    bytes.withUnsafeBufferPointer { all in
      var start = 0
      while start < all.count {
        let end = newline(all, from: start)
        defer { start = end + 1 }
        lineCount += 1
        // A last line without a newline was cut off.
        guard end < all.count, end - start <= longestLine else { continue }
        let line = CatalogueCoding.line(
          UnsafeBufferPointer(rebasing: all[start..<end]), of: catalogue)
        switch line {
        case .header where lineCount == 1: isOurs = true
        case .product(let product, let time) where isOurs: products.append((product, time))
        case .category(let category) where isOurs: categories.append(category)
        default: break
        }
        if !isOurs { return }
      }
    }
    guard isOurs else { return nil }
    var all = base ?? CatalogueCache(catalogue)
    let before = all.productCount
    all.play(products, categories)
    let isWasteful =
      all.productCount > most || bytes.count > longestWithoutColumns
      || lineCount > 2 * (all.productCount - before + categories.count) + 1000
    if all.productCount > most {
      let last = all.seen.suffix(most)
      all = CatalogueCache(
        catalogue, last.map(\.product), seen: last.map(\.time), categories: all.categories)
    }
    return (all, isWasteful)
  }

  private static func newline(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    return at
  }
}
