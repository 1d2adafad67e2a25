/// The local copy of a catalogue, as JSON Lines: a header, then one product or category per line.
/// Lines are only appended; for the same code the later line wins.
///
/// A cache: it may be deleted at any time and is read as untrusted input. Bad lines are skipped.
public enum CatalogueFile {
  /// The largest file that is read, in bytes.
  public static let longest = 192 << 20
  /// The most products that are read; the most recently seen are kept.
  public static let most = 200_000
  private static let longestLine = 32 << 10

  public static func name(of catalogue: CatalogueID) -> String {
    "catalogue-\(catalogue.rawValue).jsonl"
  }

  /// The first line.
  public static func header(of catalogue: CatalogueID) -> [UInt8] {
    var w = JSONWriter()
    w.beginObject()
    w.member("trolley", "catalogue")
    w.member("v", 1)
    w.member("catalogue", catalogue.rawValue)
    w.endObject()
    w.newline()
    return w.bytes
  }

  /// Lines for what was seen at `time`, in seconds since 1970.
  public static func lines(
    _ products: [CatalogueProduct], _ categories: [CatalogueCategory], at time: Int
  ) -> [UInt8] {
    var w = JSONWriter()
    for category in categories {
      w.beginObject()
      CatalogueCoding.write(category, &w)
      w.endObject()
      w.newline()
    }
    for product in products { write(product, time, &w) }
    return w.bytes
  }

  private static func write(_ product: CatalogueProduct, _ time: Int, _ w: inout JSONWriter) {
    w.beginObject()
    CatalogueCoding.write(product, &w)
    w.member("t", time)
    w.endObject()
    w.newline()
  }

  /// The whole catalogue, each product once, to replace a file that has grown.
  public static func whole(_ catalogue: CatalogueCache) -> [UInt8] {
    var w = JSONWriter(appendingTo: header(of: catalogue.id))
    w.bytes += lines([], catalogue.categories, at: 0)
    for product in catalogue.products { write(product, catalogue.seen(product.code), &w) }
    return w.bytes
  }

  /// Reads a file. `isWasteful`: enough of it is obsolete to be worth rewriting.
  public static func read(
    _ bytes: [UInt8], of catalogue: CatalogueID
  ) -> (catalogue: CatalogueCache, isWasteful: Bool)? {
    guard bytes.count <= longest else { return nil }
    var rows: [CatalogueProduct] = []
    var times: [Int] = []
    var categories: [CatalogueCategory] = []
    var slots: [String: Int] = [:]
    var isOurs = false
    var lineCount = 0
    bytes.withUnsafeBufferPointer { all in
      var start = 0
      while start < all.count {
        let end = newline(all, from: start)
        defer { start = end + 1 }
        lineCount += 1
        // A last line without a newline was cut off.
        guard end < all.count, end - start <= longestLine,
          let value = value(UnsafeBufferPointer(rebasing: all[start..<end]))
        else { continue }
        if lineCount == 1 {
          isOurs =
            value["trolley"]?.string == "catalogue" && value["v"]?.int == 1
            && value["catalogue"]?.string == catalogue.rawValue
        }
        guard isOurs else { return }
        if let category = CatalogueCoding.category(value) {
          categories.append(category)
        } else if let product = CatalogueCoding.product(value, of: catalogue) {
          let time = max(0, min(value["t"]?.int ?? 0, 1 << 40))
          if let slot = slots[product.code] {
            rows[slot] = rows[slot].merged(with: product)
            times[slot] = time
          } else {
            slots[product.code] = rows.count
            rows.append(product)
            times.append(time)
          }
        }
      }
    }
    guard isOurs else { return nil }
    let isWasteful = rows.count > most || lineCount > 2 * (rows.count + categories.count) + 1000
    if rows.count > most {
      rows.removeFirst(rows.count - most)
      times.removeFirst(times.count - most)
    }
    return (CatalogueCache(catalogue, rows, seen: times, categories: categories), isWasteful)
  }

  private static func newline(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    return at
  }

  private static func value(_ line: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    var scanner = JSONScanner(line)
    var left = 100
    guard let value = try? JSONValue.read(&scanner, &left), value.object != nil,
      (try? scanner.finish()) != nil
    else { return nil }
    return value
  }
}
