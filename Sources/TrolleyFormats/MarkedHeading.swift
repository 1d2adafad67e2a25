/// A line without a bullet that is a heading by how it is written: `=== Produce ===`, `PRODUCE`, `**Produce**`, or a
/// rule below it.
struct MarkedHeading {
  let name: Substring
  /// Whether the line below it is the rule that marks it.
  var hasRule = false

  /// Nil for a line that is none, or is rather a thing.
  ///
  /// - Parameters:
  ///   - below: the lines from the next one on.
  ///   - isFirst: whether no line is right above it.
  ///   - isInGroup: whether those above it are of a known category, which another one ends.
  ///   - isUsual: whether the list has several headings in capitals or in bold, so that they are no things.
  ///   - isKnown: whether it is the name of a category.
  init?(
    _ line: Substring, above below: TextLines, isFirst: Bool, isInGroup: Bool, isUsual: Bool,
    isKnown: (Substring) -> Bool
  ) {
    if let name = Self.inRules(line) {
      self.name = name
    } else if isFirst, Self.isUnderlined(line, below, isKnown: isKnown) {
      name = MarkdownText.plain(line).text[...]
      hasRule = true
    } else if isFirst || isInGroup, let name = Self.emphasised(line),
      Self.isAboveTable(below)
        || Self.isAbove(below) && (isFirst && isUsual || isKnown(name))
    {
      self.name = name
    } else {
      return nil
    }
  }

  /// Whether headings in capitals or in bold begin several blocks of lines, and no other line is written so.
  static func areUsual(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    var (count, isFirst) = (0, true)
    while let (_, raw) = lines.next() {
      let line = Substring(String(decoding: raw.prefix(80), as: UTF8.self)).trimmingSpaces()
      if let name = emphasised(line), !ListTitle.isMeant(by: name) {
        guard isFirst, isAbove(lines) || isAboveTable(lines) else { return false }
        count += 1
      }
      isFirst =
        line.isEmpty || PastedList.isDecoration(line) || isFirst && ListTitle.isMeant(by: line)
    }
    return count > 1
  }

  /// Whether several lines of a list begin with a word in bold and a colon.
  static func areLabelsUsual(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    TextLines(bytes).lazy.filter { line in
      line.bytes.prefix(8).contains(0x2A)
        && hasLabel(
          Substring(String(decoding: line.bytes.prefix(160), as: UTF8.self)).trimmingSpaces())
    }.prefix(2).count == 2
  }

  /// "**Produce:** apples, kale", "- **Produce**: apples".
  static func hasLabel(_ line: Substring) -> Bool {
    let text = PastedList.bulleted(line) ?? line
    guard text.hasPrefix("**"), case let inner = text.dropFirst(2),
      let end = inner.ranges(of: "**").first
    else { return false }
    var (name, things) = (inner[..<end.lowerBound], inner[end.upperBound...])
    if name.last == ":" { name.removeLast() } else if things.popFirst() != ":" { return false }
    return things.first == " " && things.contains(where: \.isLetter)
      && PastedList.mayBeHeading(name)
  }

  /// `=== Produce ===`, `--- Produce ---`, `** Produce **`
  private static func inRules(_ line: Substring) -> Substring? {
    guard let sign = line.first, "=-*".contains(sign), line.last == sign else { return nil }
    let name = line.drop { $0 == sign }
    let inner = String(name).trimmed
    let rule = line.count - name.count
    guard rule > 1, line.suffix(rule).allSatisfy({ $0 == sign }),
      case let text = name.dropLast(rule).trimmingSpaces(), sign != "*" || name.first == " ",
      inner.contains(where: \.isLetter), PastedList.mayBeHeading(text)
    else { return nil }
    return text
  }

  /// A row of `=`, or one of `-` with two things below it or more, which is none between two things.
  private static func isUnderlined(
    _ line: Substring, _ below: TextLines, isKnown: (Substring) -> Bool
  ) -> Bool {
    let text = MarkdownText.plain(line).text[...]
    guard PastedList.mayBeHeading(text), !PastedList.hasBullet(line) else { return false }
    var lines = below
    func next() -> Substring { lines.nextText?.trimmingSpaces() ?? "" }
    let rule = next()
    guard rule.count > 2, let sign = rule.first, "=-".contains(sign),
      rule.allSatisfy({ $0 == sign })
    else { return false }
    if sign == "=" || isKnown(text) { return true }
    let things = [next(), next()]
    return rule.count > 3
      && things.allSatisfy { !$0.isEmpty && !PastedList.isDecoration($0) }
  }

  /// What is in capitals, or in bold.
  private static func emphasised(_ line: Substring) -> Substring? {
    guard let first = line.first, first == "*" || first == "_" || first.isUppercase else {
      return nil
    }
    let isBold = ["**", "__"].contains { line.hasPrefix($0) && line.hasSuffix($0) }
    let text = isBold ? line.dropFirst(2).dropLast(2) : line
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    guard PastedList.mayBeHeading(text), letters.count > 2,
      isBold || letters.allSatisfy(\.properties.isUppercase)
    else { return nil }
    return text
  }

  /// Whether a table follows, also behind a blank line.
  private static func isAboveTable(_ below: TextLines) -> Bool {
    let next = below.textsLeft(2)
    return next.count == 2 && next.allSatisfy { $0.hasPrefix("|") }
      && PastedList.isDecoration(next[1])
  }

  /// Whether a line follows that is no such heading itself.
  private static func isAbove(_ below: TextLines) -> Bool {
    guard let next = below.ahead?.trimmingSpaces() else { return false }
    return !next.isEmpty && !PastedList.isDecoration(next) && emphasised(next) == nil
  }
}

extension PastedList {
  /// Takes a line that is a heading by how it is written, and the rule below it.
  mutating func takeMarkedHeading(
    _ line: Substring, _ number: Int, _ lines: inout TextLines, _ currency: Currency,
    _ isItem: (String) -> Bool
  ) -> Bool {
    let isFirst = before.last.isGap && !before.isBelowRule
    before.isBelowRule = false
    guard
      let heading = MarkedHeading(
        line, above: lines, isFirst: isFirst,
        isInGroup: before.category.map { known.contains($0, isStore: false) } == true,
        isUsual: before.hasMarkedHeadings == true,
        isKnown: { known.contains(String($0), isStore: false) }),
      !isItem(String(heading.name))
    else { return false }
    settle(currency, isItem)
    before.table = nil
    if heading.hasRule, let rule = lines.next() { before.lines = rule.number }
    begin(
      below: Self.quiet(heading.name), number, isTitle: ListTitle.isMeant(by: heading.name))
    return true
  }

  /// “PRODUCE” is said aloud only above others.
  static func quiet(_ name: Substring) -> Substring {
    isLoud(name) ? name.prefix(1) + name.dropFirst().lowercased() : name
  }

  static func isLoud(_ name: Substring) -> Bool {
    name.count > 3 && name.contains(where: \.isUppercase) && name.allSatisfy { !$0.isLowercase }
  }
}
