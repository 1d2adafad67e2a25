/// Text with the marks of Markdown inside it: `**bold**`, `*x*`, `_x_`, `` `x` ``, `~~done~~`, `~done~` and
/// `[text](address)`.
enum MarkdownText {
  /// The longer ones first.
  private static let marks = ["**", "__", "~~", "~", "*", "_", "`"]

  /// What an export says of its prices, and no reader of Markdown shows: `<!-- currency: USD -->`.
  static func comment(saying currency: Currency) -> String { "<!-- currency: \(currency.code) -->" }

  static func currency(inComment line: Substring) -> Currency? {
    guard line.hasPrefix("<!-- currency: "), line.hasSuffix(" -->") else { return nil }
    return Currency(code: String(line.dropFirst(15).dropLast(4)))
  }

  /// The plain text of a line, and whether all of it was struck out, bullet and box aside. A mark
  /// without another one stays, as do those inside words, in quotes and behind a backslash.
  ///
  /// - Parameter isExport: whether it is a line of an export, in which one `~` is a part of the name.
  static func plain(
    _ line: Substring, isExport: Bool = false
  ) -> (text: String, isStruck: Bool) {
    let marks = marks.filter { $0 != "~" || !isExport }
    guard line.utf8.contains(where: { "*_`~[".utf8.contains($0) }) else {
      return (String(line), false)
    }
    let behindNumber = PastedList.hasListNumber(line) ? line.drop { $0 != " " } : line
    let start = line[..<behindNumber.prefix { "-+* [xX]☐☑✓✔".contains($0) }.endIndex]
    // A mark may be a bullet in looks: "*x*" and "**x**" are none.
    let end = start.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex
    let rest = line[end...]
    // Chats write `~done~`.
    let isStruck = marks.contains {
      $0.first == "~" && content(of: rest, $0, before: nil)?.end == rest.endIndex
    }
    return (line[..<end] + unmarked(rest, marks), isStruck)
  }

  private static func unmarked(_ text: Substring, _ marks: [String]) -> String {
    var plain = ""
    var rest = text
    while let first = rest.first {
      if first == "\\" {
        plain += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if first == "\"", !isInWord(plain.last), let end = endOfQuotes(rest) {
        plain += rest[..<end]
        rest = rest[end...]
      } else if let (words, end) = link(rest) {
        plain += unmarked(words, marks)
        rest = rest[end...]
      } else if let (inner, end) = marked(rest, marks, before: plain.last) {
        plain += unmarked(inner, marks)
        rest = rest[end...]
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    return plain
  }

  /// As the add line reads quotes: what is behind a backslash does not close them.
  private static func endOfQuotes(_ text: Substring) -> Substring.Index? {
    var at = text.index(after: text.startIndex)
    while at < text.endIndex {
      let next = text.index(after: at)
      if text[at] == "\"", next == text.endIndex || text[next] == " " { return next }
      at = text[at] == "\\" && next < text.endIndex ? text.index(after: next) : next
    }
    return nil
  }

  private static func marked(
    _ text: Substring, _ marks: [String], before: Character?
  ) -> (inner: Substring, end: Substring.Index)? {
    marks.lazy.compactMap { content(of: text, $0, before: before) }.first
  }

  /// What stands between a mark that begins a word here and the next one that ends a word.
  private static func content(
    of text: Substring, _ mark: String, before: Character?
  ) -> (inner: Substring, end: Substring.Index)? {
    guard text.hasPrefix(mark), !isInWord(before) else { return nil }
    let inner = text.dropFirst(mark.count)
    guard let first = inner.first, first != " ", first != mark.first else { return nil }
    var at = inner.index(after: inner.startIndex)
    while at < inner.endIndex {
      let behind = inner[at...]
      if behind.hasPrefix(mark), inner[inner.index(before: at)] != " " {
        let end = inner.index(at, offsetBy: mark.count)
        let next = end < inner.endIndex ? inner[end] : nil
        if !isInWord(next), next != mark.first { return (inner[..<at], end) }
      }
      at = inner.index(after: at)
    }
    return nil
  }

  private static func isInWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// `[text](address)`, and `![text](address)` for a picture.
  private static func link(
    _ text: Substring
  ) -> (words: Substring, end: Substring.Index)? {
    let open = text.hasPrefix("!") ? text.dropFirst() : text
    guard open.first == "[", let close = open.firstIndex(of: "]"),
      open[close...].hasPrefix("]("), let end = open[close...].firstIndex(of: ")")
    else { return nil }
    let words = open[open.index(after: open.startIndex)..<close]
    // "[x](A)" is a name.
    let isAddress = open[close..<end].contains { "/.:#".contains($0) }
    return words.isEmpty || !isAddress ? nil : (words, open.index(after: end))
  }
}
