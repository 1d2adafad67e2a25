/// Rows of cells: RFC 4180 and the variants of spreadsheets. An unclosed quote ends with the text.
struct CSVReader {
  /// More than any text field may hold is not even buffered.
  private static let cellLimit = 16_384

  private let bytes: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private(set) var offset = 0
  private(set) var line: Int
  /// Whether the bytes ended before a quote was closed.
  private(set) var isInQuotes = false

  /// - Parameter lines: how many came before these.
  init(_ bytes: UnsafeBufferPointer<UInt8>, separator: UInt8, after lines: Int = 0) {
    self.bytes = bytes
    self.separator = separator
    line = lines + 1
  }

  /// The next row that is not blank, and the line it starts in. Nil at the end.
  mutating func next() -> (cells: [String], line: Int)? {
    while offset < bytes.count {
      let start = line
      var cells: [String] = []
      repeat { cells.append(cell()) } while consumeSeparator()
      endLine()
      if cells.count > 1 || !cells[0].isEmpty { return (cells, start) }
    }
    return nil
  }

  private mutating func consumeSeparator() -> Bool {
    guard offset < bytes.count, bytes[offset] == separator else { return false }
    offset += 1
    return true
  }

  private mutating func endLine() {
    if offset < bytes.count, bytes[offset] == 0x0D { offset += 1 }
    if offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
    line += 1
  }

  private mutating func cell() -> String {
    while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    if offset < bytes.count, bytes[offset] == 0x22 { return quotedCell() }
    let start = offset
    while offset < bytes.count, bytes[offset] != separator, bytes[offset] != 0x0A,
      bytes[offset] != 0x0D
    {
      offset += 1
    }
    var end = min(offset, start + Self.cellLimit)
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  private mutating func quotedCell() -> String {
    offset += 1
    var content: [UInt8] = []
    isInQuotes = true
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x22 {
        offset += 1
        guard offset < bytes.count, bytes[offset] == 0x22 else {
          isInQuotes = false
          break
        }
      } else if byte == 0x0A
        || byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
      {
        line += 1
      }
      if content.count < Self.cellLimit { content.append(byte) }
      offset += 1
    }
    // Text after the closing quote belongs to the cell, despite the standard.
    while offset < bytes.count, bytes[offset] != separator, bytes[offset] != 0x0A,
      bytes[offset] != 0x0D
    {
      if content.count < Self.cellLimit { content.append(bytes[offset]) }
      offset += 1
    }
    return String(decoding: content, as: UTF8.self)
  }

  // MARK: Guessing

  /// The separator of these lines; nil when they are not a table.
  static func separator(of lines: [String]) -> UInt8? {
    guard let first = lines.first else { return nil }
    if let sign = declared(first) { return sign }
    if let separator = separatorOfHeader(lines) { return separator }
    for separator in separators {
      let lines = lines.dropFirst(isTitle(cells(first, separator)) ? 1 : 0)
      guard let first = lines.first, lines.count > 1 else { continue }
      let counts = lines.map { count($0, separator) }
      let isHeaded =
        mayBeHeader(cells(first, separator))
        || mayNameShops(
          cells(first, separator), above: lines.dropFirst().map { cells($0, separator) })
      // "10, Apples" contains a comma too, and is an ordinary line.
      let least = (separator == 0x2C || separator == 0x7C) && !isHeaded ? 2 : 1
      guard counts.allSatisfy({ $0 >= least && $0 == count(first, separator) }) else { continue }
      // "milk, eggs, bread" are three things, and "milk;eggs" two.
      let rows = lines.dropFirst(isHeaded ? 1 : 0)
      if separator == 0x2C || separator == 0x3B,
        !rows.contains(where: { hasNumber($0, separator, orTick: isHeaded) })
          || !rows.allSatisfy({
            hasNumber($0, separator, orTick: isHeaded) || hasBlank($0, separator)
          })
      {
        continue
      }
      return separator
    }
    return nil
  }

  /// The separator of what is a table, with words such as "Menge" above its columns, whatever is in them.
  static func separatorOfHeadings(_ lines: [String]) -> UInt8? {
    lines.first.flatMap { line in separators.first { mayBeHeader(cells(line, $0)) } }
  }

  private static let separators: [UInt8] = [0x09, 0x3B, 0x2C, 0x7C]

  /// The separator of a header among the first lines.
  static func separatorOfHeader(_ lines: [String]) -> UInt8? {
    separators.first { separator in
      // What is above a table of Markdown is read as lines.
      let rows = lines.prefix(separator == 0x7C ? 1 : 4).map { cells($0, separator) }
      return rowsAboveHeader(rows) != nil
    }
  }

  /// Whether a cell of the line is nothing but a number, or a tick.
  private static func hasNumber(_ line: String, _ separator: UInt8, orTick: Bool) -> Bool {
    line.utf8.split(separator: separator).contains { cell in
      let text = Substring(cell).filter { $0 != " " && $0 != "\"" }
      if orTick, ListValue.flag(text) != nil { return true }
      return text.utf8.first.map { $0 &- 0x30 < 10 } == true
        && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C }
    }
  }

  /// Whether the line has a cell with nothing in it.
  private static func hasBlank(_ line: String, _ separator: UInt8) -> Bool {
    line.utf8.split(separator: separator, omittingEmptySubsequences: false).contains { cell in
      cell.allSatisfy { $0 == 0x20 }
    }
  }

  /// Excel's `sep=;`.
  static func declared(_ line: String) -> UInt8? {
    let bytes = Array(line.utf8)
    return bytes.count == 5 && bytes.starts(with: "sep=".utf8) ? bytes[4] : nil
  }

  /// How many rows are above the header: a title has one cell at most. Nil of a table without a header.
  static func rowsAboveHeader(_ rows: [[String]]) -> Int? {
    let count = rows.prefix { header($0) == nil && $0.count { !$0.isEmpty } < 2 }.count
    return rows.indices.contains(count) && header(rows[count]) != nil ? count : nil
  }

  /// Whether a first row says no more than that a list follows.
  static func isTitle(_ cells: [String]) -> Bool {
    let words = cells.filter { !$0.isEmpty }
    return words.count == 1 && ListTitle.isMeant(by: words[0], isFirst: true)
  }

  /// The fields of a header; nil when the line is not one.
  static func header(_ line: String, _ separator: UInt8) -> [ListField?]? {
    header(cells(line, separator))
  }

  static func cells(_ line: String, _ separator: UInt8) -> [String] {
    Array(line.utf8).withUnsafeBufferPointer { buffer in
      var reader = CSVReader(buffer, separator: separator)
      return reader.next()?.cells ?? []
    }
  }

  private static func count(_ line: String, _ separator: UInt8) -> Int {
    var count = 0
    var isQuoted = false
    for byte in line.utf8 {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == separator, !isQuoted { count += 1 }
    }
    return count
  }
}
