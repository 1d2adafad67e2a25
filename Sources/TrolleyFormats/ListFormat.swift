/// The formats of lists for import and export.
public enum ListFormat: String, CaseIterable, Sendable {
  /// One item per line, with or without marks: `milk`, `- milk`, `[x] milk`, `2, milk`, `milk | 2`.
  case lines
  /// Lines with headings for categories.
  case markdown
  case csv, tsv, json
  case jsonLines = "jsonl"
  case todotxt
  /// An XML property list.
  case plist

  /// The format of a file name's extension; nil when it is ambiguous, like `.txt`.
  public init?(fileName: some StringProtocol) {
    let name = fileName.lowercased()
    let last = name.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: ".") else { return nil }
    switch last[last.index(after: dot)...] {
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson", "jsonlines": self = .jsonLines
    case "txt" where last.hasSuffix("todo.txt") || last.hasSuffix("done.txt"): self = .todotxt
    case "todotxt": self = .todotxt
    case "plist": self = .plist
    default: return nil
    }
  }

  /// The format that the content looks like.
  static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> ListFormat {
    if let json = guessJSON(bytes) { return json }
    if PropertyListReader.isMeant(by: bytes) { return .plist }
    let lines = sample(bytes)
    // Their commas part a date from a time.
    let habits = ChatLine.Habits(lines)
    if habits.hasBareNames || habits.hasNamesAboveTimes
      || lines.first.map({ ChatLine($0[...], habits) != nil }) == true
    {
      return .lines
    }
    // Boxes and headings may be below a table, too.
    if let separator = CSVReader.separatorOfHeader(lines), separator != 0x7C {
      return separator == 0x09 ? .tsv : .csv
    }
    if lines.contains(where: { $0.hasPrefix("- [") || $0.hasPrefix("# ") || $0.hasPrefix("## ") }) {
      return .markdown
    }
    if isTodo(lines) { return .todotxt }
    if let separator = CSVReader.separator(of: lines) { return separator == 0x09 ? .tsv : .csv }
    return .lines
  }

  private static func guessJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> ListFormat? {
    var scanner = JSONScanner(bytes)
    guard let first = scanner.peek(), first == 0x5B || first == 0x7B else { return nil }
    let start = scanner.offset
    if (try? scanner.skipValue()) != nil {
      if scanner.isAtEnd() { return .json }
      // "[ ] milk" starts with an empty array.
      return scanner.peek() == first && first == 0x7B ? .jsonLines : first == 0x7B ? .json : nil
    }
    // Broken, but meant to be JSON: then the parser's error is the answer.
    var next = JSONScanner(bytes, offset: start + 1)
    switch next.peek() {
    case 0x22: return .json
    case 0x7B: return first == 0x5B ? .json : nil
    default: return nil
    }
  }

  /// The first lines that are not blank.
  static func sample(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var lines: [String] = []
    for line in TextLines(bytes) {
      let text = String(decoding: line.bytes.prefix(1024), as: UTF8.self)
      if text.contains(where: { $0 != " " && $0 != "\t" }) { lines.append(text) }
      if lines.count == 50 { break }
    }
    return lines
  }

  /// A done mark with a date, a priority, or +projects and @contexts in most lines.
  private static func isTodo(_ lines: [String]) -> Bool {
    var count = 0
    var isCertain = false
    for line in lines {
      let words = line.split(separator: " ")
      // What export writes: no other format has these.
      isCertain =
        isCertain
        || words.contains { word in
          ["price:", "cost:", "qty:", "cur:"].contains { word.hasPrefix($0) && word != $0 }
        }
        || !line.contains(",")
          && words.dropFirst().contains {
            $0.first == "+" && $0.dropFirst().first?.isLetter == true
          }
      let isDone = words.count > 2 && words[0] == "x" && TodoLine.isDate(words[1])
      let isRanked = words.count > 1 && TodoLine.isPriority(words[0])
      let isFiled = words.dropFirst().contains { word in
        guard word.utf8.first == 0x2B || word.utf8.first == 0x40 else { return false }
        return word.unicodeScalars.dropFirst().first?.properties.isAlphabetic ?? false
      }
      if isDone || isRanked || isFiled { count += 1 }
    }
    return isCertain || count > 0 && count * 2 >= lines.count
  }
}

/// The lines of a text with their numbers from 1; `\n`, `\r\n` and `\r` end one.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var number: Int

  /// - Parameter lines: how many came before these.
  init(_ bytes: UnsafeBufferPointer<UInt8>, after lines: Int = 0) {
    self.bytes = bytes
    number = lines
  }

  /// How the next one begins, which stays the next.
  var ahead: Substring? {
    var lines = self
    return lines.nextText
  }

  /// How the next one begins.
  var nextText: Substring? {
    mutating get {
      next().map { Substring(String(decoding: $0.bytes.prefix(80), as: UTF8.self)) }
    }
  }

  /// How the next ones begin that are not blank, so many at most; they stay the next.
  func textsLeft(_ most: Int) -> [Substring] {
    var lines = self
    var texts: [Substring] = []
    while texts.count < most, let text = lines.nextText?.trimmingSpaces() {
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// The rows of a table below the rule that is the next line; nil where none is.
  var rowsBelowRule: [[String]]? {
    var lines = self
    func row() -> Substring? {
      let line = lines.next().map {
        Substring(String(decoding: $0.bytes.prefix(1024), as: UTF8.self)).trimmingSpaces()
      }
      return line.flatMap { $0.hasPrefix("|") ? $0 : nil }
    }
    guard let rule = row(), PastedList.isDecoration(rule) else { return nil }
    var rows: [[String]] = []
    while rows.count < 50, let row = row() {
      let inside = row.dropFirst().dropLast(row.hasSuffix("|") ? 1 : 0)
      rows.append(
        inside.split(separator: "|", omittingEmptySubsequences: false)
          .map { CleanText.fromCSVCell(String($0.trimmingSpaces())) })
    }
    return rows
  }

  mutating func next() -> (number: Int, bytes: UnsafeBufferPointer<UInt8>)? {
    guard offset < bytes.count else { return nil }
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    if offset + 1 < bytes.count, bytes[offset] == 0x0D, bytes[offset + 1] == 0x0A { offset += 1 }
    offset += 1
    number += 1
    return (number, line)
  }
}
