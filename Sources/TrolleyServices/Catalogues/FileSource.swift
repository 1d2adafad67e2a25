/// A catalogue in a JSON file on this machine: `{"products": [{"code": "1", "name": "…"}]}`, or the
/// list alone. Guards the parsed file, until the file changes.
public final class FileSource: CatalogueSource {
  private static let pageSize = 100
  private static let longest = 64 << 20
  /// Limit on the products that are read; the rest is ignored.
  private static let most = 200_000

  private struct Content {
    let stamp: Stamp
    let products: [CatalogueProduct]
    /// The searchable text of each product.
    let texts: [[UInt8]]
  }

  private struct Stamp: Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt64
  }

  private let path: String
  private let content = Mutex<Content?>(nil)

  public init(path: String) { self.path = HomeDirectory.expanding(path) }

  public func page(
    _ query: CatalogueQuery, _ cancellation: Cancellation
  ) throws(Failure) -> CataloguePage {
    let content = try read()
    let words = Folding.plain(query.words).split(separator: 0x20)
    var found = content.products.indices.filter { at in
      (query.category.isEmpty || content.products[at].categoryID == query.category)
        && words.allSatisfy { Self.contains(content.texts[at], $0) }
    }
    if query.sort == .name {
      found.sort {
        let order = Folding.compare(content.products[$0].name, content.products[$1].name)
        return order != 0 ? order < 0 : $0 < $1
      }
    }
    let start = min((query.page - 1) * Self.pageSize, found.count)
    let end = min(start + Self.pageSize, found.count)
    var categories: [CatalogueCategory] = []
    if query.page == 1, query.words.isEmpty {
      let names = Set(content.products.map(\.categoryID)).sorted { Folding.compare($0, $1) < 0 }
      categories = names.compactMap { CatalogueCategory(id: $0, name: $0) }
    }
    return CataloguePage(
      found[start..<end].map { content.products[$0] }, total: found.count,
      next: end < found.count ? query.page + 1 : nil, categories: categories)
  }

  public func details(
    of product: CatalogueProduct, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct {
    try read().products.first { $0.code == product.code } ?? product
  }

  public func product(
    _ barcode: Barcode, language: String, currency: Currency, _ cancellation: Cancellation
  ) throws(Failure) -> CatalogueProduct? {
    try read().products.first { (try? Barcode($0.code)) == barcode }
  }

  private static func contains(_ text: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    return (0...text.count - word.count).contains {
      text[$0] == first && text[$0...].starts(with: word)
    }
  }

  // MARK: Reading

  private func read() throws(Failure) -> Content {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw Failure(
        code == ENOENT ? .missingFile : .failedIO,
        code == ENOENT
          ? "The file of the catalogue is not there: \(shownPath). Check it in the settings."
          : "The file of the catalogue cannot be opened: \(shownPath).", detail: "open \(code)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.badInput, "\(shownPath) is not a file that a catalogue can be read from.")
    }
    guard status.st_size <= Self.longest else {
      throw Failure(
        .badInput,
        "The file of the catalogue is too large: \(Self.longest >> 20) MB are the most.")
    }
    let stamp = Self.stamp(status)
    if let known = content.withLock({ $0 }), known.stamp == stamp { return known }
    guard let bytes = readWhole(descriptor, most: Int(status.st_size)) else {
      throw Failure(
        .failedIO, "The file of the catalogue cannot be read: \(shownPath).",
        detail: "read \(errno)")
    }
    let new = try parse(bytes, stamp)
    content.withLock { $0 = new }
    return new
  }

  private static func stamp(_ status: stat) -> Stamp {
    let time = status.st_mtim
    return Stamp(
      size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec),
      inode: UInt64(status.st_ino))
  }

  /// A picture's address as it stands, or the absolute path of a file below the catalogue's
  /// directory; empty for any other file.
  private func picture(_ text: String) -> String {
    guard !text.isEmpty, !text.contains("://") else { return text }
    let directory = PicturePath.split(path).directory
    let below = text.hasPrefix(directory) ? text.dropFirst(directory.count) : text[...]
    let parts = below.split(separator: "/", omittingEmptySubsequences: false)
    // A colon in the first part is an address of another kind, such as javascript:.
    let isBelow =
      parts.allSatisfy { !$0.isEmpty && $0 != ".." } && !below.hasPrefix("~")
      && parts.first?.contains(":") == false
    return isBelow && directory.hasPrefix("/") ? directory + below : ""
  }

  private func parse(_ bytes: [UInt8], _ stamp: Stamp) throws(Failure) -> Content {
    var products: [CatalogueProduct] = []
    let problem = bytes.withUnsafeBufferPointer { buffer -> JSONError? in
      var scanner = JSONScanner(buffer)
      do throws(JSONError) {
        try readList(&scanner, &products)
        return nil
      } catch { return error }
    }
    if let problem { throw problem.failure(in: bytes, what: "The file of the catalogue") }
    var seen: Set<String> = []
    products = products.filter { seen.insert($0.code).inserted }
    return Content(
      stamp: stamp, products: products,
      texts: products.map {
        Folding.plain([$0.name, $0.brand, $0.category, $0.description].joined(separator: " "))
      })
  }

  private func readList(
    _ scanner: inout JSONScanner, _ products: inout [CatalogueProduct]
  ) throws(JSONError) {
    if try scanner.peekKind() == .array {
      try readRows(&scanner, &products)
    } else {
      try scanner.readObject { (name, scanner) throws(JSONError) in
        if name == "products" {
          try readRows(&scanner, &products)
        } else {
          try scanner.skipValue()
        }
      }
    }
    try scanner.finish()
  }

  /// Row by row, so that a long file needs no tree; invalid rows are skipped.
  private func readRows(
    _ scanner: inout JSONScanner, _ products: inout [CatalogueProduct]
  ) throws(JSONError) {
    var rows: [CatalogueProduct] = []
    try scanner.readArray { (scanner) throws(JSONError) in
      guard rows.count < Self.most else { return try scanner.skipValue() }
      var left = 1000
      if let product = product(try JSONValue.read(&scanner, &left)) { rows.append(product) }
    }
    products = rows
  }

  private func product(_ row: JSONValue) -> CatalogueProduct? {
    func text(_ name: String) -> String { row[name]?.string ?? "" }
    let category = text("category")
    // Without one it is that of the price's sign, or the dollar; a number in a currency that is not known is no
    // price.
    let currency =
      row["currency"]?.string.map { CurrencyNames.currency($0) }
      ?? row["price"]?.string.flatMap { Self.currency(ofSignIn: $0) } ?? .usd
    // One without a code is known by its name.
    let name = ContentHash.hex(Array((text("brand") + "\n" + text("name")).utf8), count: 16)
    let code = row["code"].map { $0.text ?? "" } ?? name
    return CatalogueProduct(
      .file, code: code, name: text("name"), brand: text("brand"),
      description: text("description"), category: category, categoryID: category,
      quantity: text("quantity"),
      price: currency.flatMap { currency in
        row["price"]?.text.flatMap { Self.price($0, currency) }
      },
      picture: picture(text("picture")), largePicture: picture(text("largePicture")),
      page: text("page"))
  }

  /// With a point or, in front of exactly the decimals of the currency, a comma; the other one of the two
  /// may be between thousands then.
  private static func price(_ text: String, _ currency: Currency) -> Money? {
    let text = withoutSign(text.trimmed, currency)
    let point: Character? = [",", "."].first { mark in
      let parts = text.split(separator: mark, omittingEmptySubsequences: false)
      return parts.count == 2 && parts[1].utf8.count == currency.digits
    }
    guard let point, let at = text.lastIndex(of: point) else {
      return Money(found: text, currency: currency)
    }
    let thousands = text[..<at].split(
      separator: point == "," ? "." : ",", omittingEmptySubsequences: false)
    let areThousands =
      thousands.count == 1
      || 1...3 ~= thousands[0].utf8.count && thousands.dropFirst().allSatisfy { $0.utf8.count == 3 }
    return areThousands
      ? Money(found: thousands.joined() + "." + text[at...].dropFirst(), currency: currency) : nil
  }

  /// The currency of "£3.20" and "3,20 €"; nil for a number alone.
  private static func currency(ofSignIn price: String) -> Currency? {
    let sign = price.filter { !$0.isNumber && !".,".contains($0) }
    return sign.trimmed.isEmpty ? nil : CurrencyNames.currency(sign)
  }

  /// "£3.20" and "3.20 GBP" in pounds.
  private static func withoutSign(_ text: String, _ currency: Currency) -> String {
    for sign in [currency.symbol, currency.code] {
      if text.hasPrefix(sign) { return String(text.dropFirst(sign.count)).trimmed }
      if text.hasSuffix(sign) { return String(text.dropLast(sign.count)).trimmed }
    }
    return text
  }

  private var shownPath: String { CleanText.line(path, limit: .name) }
}
