/// JSON of any shape that contains names, and JSON Lines.
extension PastedList {
  mutating func readJSON(
    _ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency
  ) throws(Failure) {
    if ListJSON.isDocument(Array(bytes.prefix(64))) { return take(try ListJSON.read(Array(bytes))) }
    var scanner = JSONScanner(bytes)
    var reader = JSONListReader(list: self, currency: currency, bytes: bytes)
    do throws(JSONError) {
      try reader.readValue(&scanner, .init())
      try scanner.finish()
    } catch { throw error.failure(in: bytes) }
    self = reader.list
  }

  /// The items of an export, each with how much of it was in the cart.
  private mutating func take(_ document: ListDocument) {
    if let remark = document.remark { warn(0, remark) }
    let lines = Dictionary(document.lines.map { ($0.item, $0) }) { first, _ in first }
    for item in document.items {
      let line = lines[item.id]
      var entry = ListEntry(name: item.name)
      (entry.quantity, entry.pack) = (line?.quantity, item.pack)
      entry.saysPieces = true
      (entry.price, entry.per) = (item.price, item.price == nil ? nil : item.per)
      entry.category = item.category.isEmpty ? nil : item.category
      entry.store = item.store.isEmpty ? nil : item.store
      entry.description = item.description.isEmpty ? nil : item.description
      entry.isFavourite = item.isFavourite
      (entry.isPicked, entry.isOnList) = (line?.isPicked, line != nil)
      entries.append(entry)
    }
  }

  /// A broken line is reported and left out; the others count.
  mutating func readJSONLines(_ bytes: UnsafeBufferPointer<UInt8>, _ currency: Currency) {
    var reader = JSONListReader(list: self, currency: before.currency ?? currency, bytes: bytes)
    for (number, line) in TextLines(bytes, after: before.lines) {
      reader.list.before.lines = number
      var scanner = JSONScanner(line)
      if scanner.isAtEnd() { continue }
      reader.line = number
      do throws(JSONError) {
        try reader.readValue(&scanner, .init())
        try scanner.finish()
      } catch {
        let column = error.position(in: line).column
        reader.list.broken =
          reader.list.broken
          ?? Failure(
            .badInput, "The file can’t be read: line \(number), column \(column): \(error.words).",
            detail: "JSON \(error.reason)")
        reader.list.warn(number, "Line \(number), column \(column): \(error.words).")
      }
    }
    reader.list.before.currency = reader.currency
    self = reader.list
  }
}

struct JSONListReader {
  var list: PastedList
  var currency: Currency
  let bytes: UnsafeBufferPointer<UInt8>
  /// The line of a JSON Lines text; 0 in a single document, where lines are counted on the way.
  var line = 0
  private var counted = (offset: 0, line: 1)

  init(list: PastedList, currency: Currency, bytes: UnsafeBufferPointer<UInt8>) {
    self.list = list
    self.currency = currency
    self.bytes = bytes
  }

  /// The position of a value.
  struct Place {
    /// The name it is listed under, if that is a category's.
    var category: String?
    /// In a list of categories, of which only those with a list of their own matter.
    var isSection = false
    var depth = 0

    func inside(_ category: String?, isSection: Bool = false) -> Place {
      Place(category: category, isSection: isSection, depth: depth + 1)
    }
  }

  /// More deeply nested lists are ignored.
  private static let depthLimit = 8

  mutating func readValue(_ scanner: inout JSONScanner, _ place: Place) throws(JSONError) {
    guard place.depth < Self.depthLimit else { return try scanner.skipValue() }
    switch try scanner.peekKind() {
    case .string where !place.isSection:
      let line = currentLine(scanner)
      readText(try scanner.readString(), line, place.category)
    case .array:
      var place = place
      place.depth += 1
      try scanner.readArray { [place] (s) throws(JSONError) in try readValue(&s, place) }
    case .object: try readObject(&scanner, place)
    case .null, .boolean, .number, .string: try scanner.skipValue()
    }
  }

  private mutating func readText(_ text: String, _ line: Int, _ category: String?) {
    let it = QuickAdd.parse(text, currency: currency, known: .init(numbers: list.numbers))
    guard !it.name.isEmpty else { return list.warn(line, "Line \(line) has no name.") }
    if let refusal = it.refusal { list.warn(line, "\(it.name): " + refusal) }
    var entry = ListEntry(it, line: line)
    entry.category = entry.category ?? category
    list.entries.append(entry)
  }

  /// An entry when it has a name and no list, otherwise a container: `{"items": […]}`,
  /// `{"Dairy": ["Milk"]}`, `{"Milk": 2}`.
  private mutating func readObject(_ scanner: inout JSONScanner, _ place: Place) throws(JSONError) {
    let start = scanner
    var builder = ListEntryBuilder(line: currentLine(scanner))
    builder.entry.category = place.category
    var hasList = false
    try scanner.readObject { (name, s) throws(JSONError) in
      var field = name.hasEscapes ? ListField(name.string) : ListField.find(name.bytes)
      // What is in the cart of `trolley items --json` need not be ticked.
      if name == "inCart", builder.isOfProgram { field = .onList }
      // Beside a price, what all of it costs is none.
      if name == "cost", !builder.price.isEmpty { field = nil }
      // Beside a name an "item" is only the number of one.
      if name == "name" { builder.entry.name = "" }
      if try readMember(&s, field, &builder) { hasList = true }
    }
    if !hasList, !builder.entry.name.isEmpty {
      if !place.isSection { finish(&builder) }
      return
    }
    if let code = Currency(code: builder.currency) { currency = code }
    scanner = start
    let isNamedSection = place.isSection && hasList && !builder.entry.name.isEmpty
    try readContainer(&scanner, place.inside(isNamedSection ? builder.entry.name : place.category))
  }

  /// Reads the value of a member into the entry; true when it is a list of entries instead.
  private func readMember(
    _ scanner: inout JSONScanner, _ field: ListField?, _ builder: inout ListEntryBuilder
  ) throws(JSONError) -> Bool {
    let kind = try scanner.peekKind()
    guard let field, field != .entries else {
      try scanner.skipValue()
      return field == .entries && (kind == .array || kind == .object)
    }
    switch kind {
    case .string: builder.set(field, try scanner.readString())
    case .number: builder.set(field, try scanner.readNumber())
    case .boolean: builder.set(field, try scanner.readBool())
    case .array:
      // Categories and the like may be lists: the first element counts.
      var isFirst = true
      try scanner.readArray { (s) throws(JSONError) in
        if isFirst, try s.peekKind() == .string {
          builder.set(field, try s.readString())
        } else {
          try s.skipValue()
        }
        isFirst = false
      }
    case .object: try readNested(&scanner, field, &builder)
    case .null: try scanner.skipValue()
    }
    return false
  }

  /// `"category": {"name": "Dairy"}`, `"quantity": {"value": 2, "unit": "kg"}`.
  private func readNested(
    _ scanner: inout JSONScanner, _ field: ListField, _ builder: inout ListEntryBuilder
  ) throws(JSONError) {
    try scanner.readObject { (name, s) throws(JSONError) in
      let kind = try s.peekKind()
      let inner = ListField.find(name.bytes)
      if kind == .string, inner == .name || inner == .unit || inner == .currency {
        builder.set(inner == .name ? field : inner ?? field, try s.readString())
      } else if kind == .number, name == "value" || inner == field || inner == .quantity {
        builder.set(field, try s.readNumber())
      } else {
        try s.skipValue()
      }
    }
  }

  private mutating func readContainer(
    _ scanner: inout JSONScanner, _ place: Place
  ) throws(JSONError) {
    var names: Set<String> = []
    defer {
      if list.format == .plist, place.depth == 1 { list.isExport = names == ExportDocument.members }
    }
    try scanner.readObject { (raw, s) throws(JSONError) in
      if place.depth == 1 { names.insert(raw.string) }
      let line = currentLine(s)
      let field = raw.hasEscapes ? ListField(raw.string) : ListField.find(raw.bytes)
      switch try s.peekKind() {
      case .array, .object:
        switch field {
        case .entries: try readValue(&s, place)
        case .category: try readValue(&s, place.inside(nil, isSection: true))
        case nil where !Self.isOther(raw.string):
          try readValue(&s, place.inside(CleanText.name(raw.string)))
        default: try s.skipValue()
        }
      case .number where field == nil && !place.isSection && !Self.isOther(raw.string):
        var builder = ListEntryBuilder(line: line)
        builder.entry.category = place.category
        builder.set(.name, raw.string)
        builder.set(.quantity, try s.readNumber())
        finish(&builder)
      default: try s.skipValue()
      }
    }
  }

  /// Lists of other things, in the files of shopping programs.
  private static func isOther(_ name: String) -> Bool {
    [
      "version", "id", "schema", "timestamp", "meta", "metadata", "settings", "preferences",
      "stores", "shops", "orders", "people", "users", "members", "tags", "currencies", "created",
      "updated", "createdat", "updatedat", "total", "budget", "position", "index", "revision",
      // Beside the lines of `trolley list --json`.
      "unknownprices", "warnings",
      // Beside the lines of a note of Google Keep.
      "createdtimestampusec", "usereditedtimestampusec", "labels", "annotations", "attachments",
      "sharees",
    ].contains(name.lowercased())
  }

  private mutating func finish(_ builder: inout ListEntryBuilder) {
    let line = builder.entry.line
    if !builder.isOfProgram { builder.readName(currency, list.numbers) }
    var told: [String] = []
    if var entry = builder.finish(currency, .english, { told.append($0) }) {
      if builder.isOfProgram || list.isExport { entry.isPerAssumed = false }
      list.entries.append(entry)
    }
    for sentence in told { list.warn(line, sentence) }
  }

  private mutating func currentLine(_ scanner: JSONScanner) -> Int {
    if line > 0 { return line }
    // Rewinding only happens within one object, so each byte is counted at most twice.
    if scanner.offset < counted.offset { return counted.line }
    for i in counted.offset..<scanner.offset where bytes[i] == 0x0A { counted.line += 1 }
    counted.offset = scanner.offset
    return counted.line
  }
}
