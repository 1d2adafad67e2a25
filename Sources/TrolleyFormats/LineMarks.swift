/// The marks of headings, bullets and rules, in plain lines and Markdown.
extension PastedList {
  /// Also behind a bullet, and `#Fruit` alone: in the add line that is a category of nothing.
  static func heading(_ line: Substring) -> (level: Int, text: Substring)? {
    let line = ["- ", "* "].contains(line.prefix(2)) ? line.dropFirst(2).trimmingSpaces() : line
    let level = line.prefix { $0 == "#" }.count
    let rest = line.dropFirst(level)
    guard (1...6).contains(level), let next = rest.first else { return nil }
    if next.isWhitespace {
      let text = CleanText.line(String(rest)).trimmed
      return text.isEmpty ? nil : (level, text[...])
    }
    let isWord = level == 1 && rest.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    return isWord ? (level, rest) : nil
  }

  /// Whether there are headings below the first level: then the first level is a title.
  static func hasSections(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    TextLines(bytes).contains { line in
      var text = line.bytes[...]
      while text.first == 0x20 { text = text.dropFirst() }
      return text.starts(with: "## ".utf8) || text.starts(with: "### ".utf8)
    }
  }

  /// Also one without the blank, as in `-milk`, and a box to tick.
  static func hasBullet(_ line: Substring) -> Bool {
    guard let first = line.first else { return false }
    if first == "[" || QuickAddParser.isTicked(box: String(first)) != nil { return true }
    guard QuickAddParser.bullets.contains(String(first)), let next = line.dropFirst().first else {
      return false
    }
    return next.isWhitespace || next.isLetter || next == "["
  }

  /// "1. burgers" or "1) burgers", also without the blank.
  static func hasListNumber(_ line: Substring) -> Bool {
    let digits = line.utf8.prefix { $0 &- 48 < 10 }.count
    let behind = line.dropFirst(digits)
    guard 1...4 ~= digits, let mark = behind.first, mark == "." || mark == ")",
      let next = behind.dropFirst().first
    else { return false }
    return next.isWhitespace || next.isLetter
  }

  /// Whether a line is a heading if bullets follow: a few words without an amount, a price or marks.
  static func mayBeHeading(_ line: Substring) -> Bool {
    line.utf8.count <= 60 && line.split(separator: " ").count <= 5
      && !line.utf8.contains { $0 &- 48 < 10 || ":@#!*|=?".utf8.contains($0) }
      && !QuickAddParser.mayBeSeparated(line)
      && !ChatTalk.isMeant(by: ListEntry(name: String(line)))
  }

  /// Code fences, rules, comments and the rule below a table's header.
  static func isDecoration(_ line: Substring) -> Bool {
    if line.hasPrefix("```") || line.hasPrefix("~~~") { return true }
    if line.hasPrefix("<!--"), line.hasSuffix("-->") { return true }
    return line.utf8.count >= 3 && line.utf8.allSatisfy { "-*_=|: ".utf8.contains($0) }
  }
}
