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
    return isWord ? (level, rest.prefix(1).uppercased() + rest.dropFirst()) : nil
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
    if first == "[" || ["( ) ", "(x) ", "(X) "].contains(where: line.hasPrefix) { return true }
    if QuickAddParser.isTicked(box: String(first)) != nil { return true }
    guard QuickAddParser.isBullet(String(first)), let next = line.dropFirst().first else {
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

  /// How far a line is from the margin; a tab is four blanks.
  static func indentation(_ line: some Sequence<UInt8>) -> Int {
    line.prefix { $0 == 0x20 || $0 == 0x09 }.reduce(0) { $0 + ($1 == 0x09 ? 4 : 1) }
  }

  /// What a bullet or a number stands before, if it is no box to tick.
  static func bulleted(_ line: Substring) -> Substring? {
    if hasListNumber(line) {
      return line.drop(while: \.isNumber).dropFirst().trimmingSpaces()
    }
    let text = line.dropFirst().trimmingSpaces()
    let isBox =
      line.first == "[" || text.first == "["
      || [line, text].contains { QuickAddParser.isTicked(box: String($0.prefix(1))) != nil }
    return hasBullet(line) && !isBox ? text : nil
  }

  /// Whether a line is a heading if bullets follow: a few words without an amount, a price or marks.
  static func mayBeHeading(_ line: Substring) -> Bool {
    line.utf8.count <= 60 && line.split(separator: " ").count <= 5
      && !line.utf8.contains { $0 &- 48 < 10 || ":@#!*|=?".utf8.contains($0) }
      && !QuickAddParser.mayBeSeparated(line) && !QuickAddParser.hasTick(line)
      && !ChatTalk.isMeant(by: ListEntry(name: String(line)))
  }

  /// Code fences, rules, comments, what is above a signature, and the rule below a table's header.
  static func isDecoration(_ line: Substring) -> Bool {
    if line.hasPrefix("```") || line.hasPrefix("~~~") { return true }
    if line.hasPrefix("<!--"), line.hasSuffix("-->") { return true }
    return line == "--"
      || line.utf8.count >= 3 && line.utf8.allSatisfy { "-*_=|: ".utf8.contains($0) }
  }
}

/// Bullets with others indented below them: `- Produce`, `  - bananas`.
extension PastedList {
  /// Takes a bullet that is the heading of those below it.
  mutating func takeOuter(
    _ line: Substring, indentation: Int, _ next: Substring?, _ number: Int,
    _ isItem: (String) -> Bool
  ) -> Bool {
    while let outer = before.outer.last, outer.indentation >= indentation {
      (before.category, before.store) = (outer.category, outer.store)
      before.outer.removeLast()
    }
    guard let next, Self.indentation(next.utf8) > indentation,
      var name = Self.bulleted(line) ?? heading(boxed: line)
    else { return false }
    let below = next.trimmingSpaces()
    if name.last == ":" { name = name.dropLast() }
    // "2 l" below milk says how much.
    guard Self.hasBullet(below) || Self.hasListNumber(below), Self.mayBeHeading(name),
      ListValue.amount(String(Self.bulleted(below) ?? below), unit: nil, numbers) == nil,
      !isItem(String(name))
    else { return false }
    let around = (category: before.category, store: before.store)
    var outer = before.outer
    outer.append(
      Outer(indentation: indentation, category: around.category, store: around.store))
    begin(below: name, number)
    before.lone = nil
    // A category may be that of a store.
    before.store = before.store ?? around.store
    before.outer = outer
    return true
  }
}

extension PastedList {
  /// What a box to tick stands before, if that is a known store or category, or is written as one: with boxes below
  /// it, it is no thing.
  private func heading(boxed line: Substring) -> Substring? {
    guard let text = Self.boxed(line) else { return nil }
    let name = text.hasSuffix(":") ? text.dropLast() : text
    let isHeading =
      name.count < text.count || before.hasBoxedHeadings == true || store(name) != nil
      || known.contains(String(name), isStore: false)
    return isHeading ? name : nil
  }

  /// What a box to tick stands before, also behind a bullet.
  private static func boxed(_ line: Substring) -> Substring? {
    let text = line.hasPrefix("[") ? line : line.dropFirst().trimmingSpaces()
    return ["[ ] ", "[x] ", "[X] "].first(where: text.hasPrefix)
      .map { text.dropFirst($0.count).trimmingSpaces() }
  }

  /// Whether all boxes at the margin, and there are several, have others indented below them.
  static func hasBoxedHeadings(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    var count = 0
    while let (_, raw) = lines.next() {
      guard indentation(raw) == 0 else { continue }
      let line = Substring(String(decoding: raw.prefix(80), as: UTF8.self))
      guard boxed(line) != nil else { continue }
      guard let next = lines.ahead, indentation(next.utf8) > 0, boxed(next.trimmingSpaces()) != nil
      else { return false }
      count += 1
    }
    return count > 1
  }
}

/// How much a bullet says behind the last comma of a thing.
extension PastedList {
  /// "- Cheese, cheddar, 200 g": how much of it there is, behind the last comma of what has a bullet, which is
  /// one thing then; the text is without it. Where more is said of it, as in "Rice, long, 5 lb bag $4.50", the text
  /// stays as it is and none is returned of that thing. Not where what is before it says how much or what it costs, or is
  /// several things of the list.
  func amount(
    behind text: inout String, _ currency: Currency, _ isItem: (String) -> Bool
  ) -> (quantity: Quantity?, pack: Quantity?)? {
    var parts = text.split(separator: ", ").map(String.init)
    guard parts.count > 1, Self.hasBullet(text[...]) || Self.hasListNumber(text[...]) else {
      return nil
    }
    let said = parts[parts.count - 1]
    let known = QuickAdd.Known(numbers: numbers)
    let saysMore =
      ListValue.amount(said, unit: nil, numbers) == nil && QuickAdd.mayBeginAmount(said)
      && QuickAdd.saysOnlyHowMuch(said, currency: currency, known: known)
      && QuickAdd.parse("thing, " + said, currency: currency, known: known).quantity != nil
    if !saysMore, ListValue.amount(said, unit: nil, numbers) == nil,
      let size = inBrackets(&parts[parts.count - 1])
    {
      parts.append(size)
    }
    guard let last = parts.popLast(),
      UnitWords.unit(last) == nil,
      case let amount = ListValue.amount(last, unit: nil, numbers), amount != nil || saysMore,
      !parts.dropFirst().contains(where: isItem),
      !parts.joined(separator: " ").drop(while: { "0123456789.)".contains($0) })
        .split(separator: " ").contains(where: { word in
          word.last != "%" && word.utf8.contains { $0 &- 48 < 10 || $0 == 0x40 }
        })
    else { return nil }
    guard let amount else { return (nil, nil) }
    text = parts.joined(separator: ", ")
    return amount
  }

  /// "- Tofu, firm (14 oz)", "Eggs, large (18 ct)": a measure or a count in brackets behind the last words.
  private func inBrackets(_ words: inout String) -> String? {
    guard words.hasSuffix(")"), let open = words.ranges(of: " (").last,
      case let size = String(words[open.upperBound...].dropLast()),
      ListValue.amount(size, unit: nil, numbers)?.quantity.unit.isMeasure == true
        || size.split(separator: " ").count == 2 && UnitWords.saysCount(size)
    else { return nil }
    words = String(words[..<open.lowerBound])
    return size
  }
}
