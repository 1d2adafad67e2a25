/// Marks around the name and behind it that are none of it: `**bread**`, `~~eggs~~`, `milk!!`.
extension QuickAddParser {
  /// Takes the marks of Markdown off the words between them; all of a line struck out is done, as behind
  /// a ticked box.
  mutating func dropEmphasis(from start: Int) {
    guard mayHaveEmphasis else { return }
    for mark in ["~~", "~", "**", "__", "*", "_", "`"] where mark != "~" || !known.isExport {
      let words = tokens.indices.filter { $0 >= start && !tokens[$0].isLiteral }
      guard
        let first = words.first(where: { begins(tokens[$0].text, with: mark) }),
        let last = words.first(where: { at in
          at >= first && tokens[at].text.hasSuffix(mark)
            && tokens[at].text.count > (at == first ? 2 : 1) * mark.count
        })
      else { continue }
      tokens[first].text.removeFirst(mark.count)
      tokens[last].text.removeLast(mark.count)
      if mark.first == "~", first == start, last == tokens.count - 1 { result.isPicked = true }
    }
  }

  private func begins(_ word: String, with mark: String) -> Bool {
    word.hasPrefix(mark)
      && word.dropFirst(mark.count).first.map { $0 != "#" && $0 != mark.first } == true
  }

  /// "~500 g mince", "mince ~ 500 g", "milk ~$3.50": about as much. What was exported has names as they are.
  mutating func dropTildes(from start: Int) {
    guard !known.isExport, bytes.contains(0x7E) else { return }
    for at in tokens.indices
    where at >= start && !tokens[at].isLiteral && tokens[at].text.hasPrefix("~") {
      let rest = tokens[at].text.dropFirst()
      if rest.first?.isNumber == true
        || rest.first?.isCurrencySymbol == true && rest.contains(where: \.isNumber)
      {
        tokens[at].text.removeFirst()
      } else if tokens[at].text == "~", at + 1 < tokens.count,
        let next = tokens[at + 1].text.first, next.isNumber || next.isCurrencySymbol
      {
        tokens[at].field = .quantity
      }
    }
  }

  /// Takes the marks off a word that the name or the line ends with: "milk!!", "eggs?", "milk x2!". A list
  /// that was exported has names as they are, and some end in one "!".
  mutating func dropEnd(of at: Int) {
    let token = tokens[at]
    if at > 0, token.field == .name, !token.isLiteral, ["!", "?"].contains(token.text),
      tokens[at - 1].field == .name, !known.isExport
    {
      // "bread !"
      tokens[at].field = .bullet
      result.marks = " " + token.text
      return
    }
    guard token.field == .name, !token.isLiteral, token.mark == 0,
      token.text.first != "#", token.text.first != "!"
    else { return }
    let word = token.text.prefix { !Self.isEnd($0) }
    let marks = token.text.dropFirst(word.count)
    if marks.isEmpty, Self.endsSentence(token.text), !known.isExport {
      tokens[at].text.removeLast()
      result.marks = "."
      return
    }
    guard !marks.isEmpty, marks.allSatisfy(Self.isEnd), !known.isExport || marks != "!",
      word.contains(where: { $0.isLetter || $0.isNumber })
    else { return }
    tokens[at].text = String(word)
    result.marks = String(marks)
  }

  /// Whether a word ends with the period of a sentence: "milk.", but not "St." and "e.g.".
  private static func endsSentence(_ word: String) -> Bool {
    let letters = word.dropLast()
    return word.hasSuffix(".") && letters.count > 3 && letters.allSatisfy(\.isLetter)
  }

  private static func isEnd(_ character: Character) -> Bool {
    switch character {
    case "!", "?", "！", "？", "‼", "⁉": true
    default: false
    }
  }

  /// Whether a line ends with a tick: "Milk ✓".
  package static func hasTick(_ line: some StringProtocol) -> Bool {
    let sign = line.suffix(1)
    return sign.utf8.count > 1 && isTicked(box: sign) == true
  }

  /// Takes the tick behind a name, as people tick in a chat.
  mutating func takeTick(from start: Int) {
    guard mayHaveEmphasis, !known.isExport, let last = tokens.indices.last, last > start,
      !tokens[last].isLiteral,
      Self.hasTick(tokens[last].text), tokens[last].text.count == 1
    else { return }
    tokens[last].field = .picked
    result.isPicked = true
  }

  // MARK: Between a name and its amount

  /// "milk qty 4" is "milk x 4", and "qty: 2 milk" is "2 milk".
  mutating func markCounts(from start: Int) {
    guard !known.isExport else { return }
    for at in tokens.indices.dropLast()
    where at >= start && !tokens[at].isLiteral && Self.isCountWord(tokens[at].text)
      && hasDigit(tokens[at + 1].text.utf8.prefix(1))
    {
      if at == start {
        guard at + 2 < tokens.count else { return }
        tokens[at].field = .quantity
      } else {
        tokens[at].text = Self.timesSigns[0]
        tokens[at].isJoined = true
      }
    }
  }

  /// "5# potatoes" is five pounds of them.
  mutating func spellPounds(from start: Int) {
    guard known.numbers.language == "en", !known.isExport, bytes.contains(0x23) else { return }
    for at in tokens.indices where at >= start && !tokens[at].isLiteral {
      let number = tokens[at].text.dropLast()
      guard tokens[at].text.hasSuffix("#"),
        let (_, end) = Amount.read(Array(number.utf8)[...], known.numbers),
        end == number.utf8.count
      else { continue }
      tokens[at].text = number + "lb"
      tokens[at].isJoined = true
    }
  }

  private static func isCountWord(_ word: String) -> Bool {
    let last = word.last.map { ":.".contains($0) } == true
    return [
      "qty", "quantity", "qté", "quantité", "cantidad", "cant", "quantità", "qtd", "qtde", "anzahl",
    ]
    .contains((last ? word.dropLast() : word[...]).lowercased())
  }

  /// In "milk, 2 l" and "milk | 2" the separator is not part of the name.
  mutating func dropSeparator(
    _ rest: [Int], _ position: Int, as field: QuickAdd.Field = .quantity
  ) {
    let i = rest[position]
    guard !tokens[i].isLiteral, let last = tokens[i].text.last else { return }
    if position > 0, Self.divides(tokens[i].text) {
      tokens[i].field = field
    } else if case let name = Self.withoutDots(tokens[i].text), !name.isEmpty,
      name.count < tokens[i].text.count
    {
      tokens[i].text = String(name)
    } else if Self.isSeparator(last) || last == ":", tokens[i].text.count > 1 {
      tokens[i].text.removeLast()
    }
  }

  /// In "2 - milk" the dash is no part of the name. What was exported has names as they are.
  mutating func dropDivider(behind found: Found, _ rest: [Int]) {
    guard !known.isExport, result.quantity != nil, let joint = word(rest, found.length),
      Self.divides(joint), let next = word(rest, found.length + 1), next.first?.isLetter == true,
      found.unit != .piece || found.amount.thousandths < 100_000
    else { return }
    tokens[rest[found.length]].field = .quantity
  }

  /// Whether a word stands between a name and its amount: "milk - 2", "milk | 2", "milk ..... 2".
  static func divides(_ word: String) -> Bool {
    [",", ":", "|", "=", "-", "–", "—", "→", "->", "…"].contains(word)
      || word.utf8.count > 1 && withoutDots(word).isEmpty
  }

  /// The word without the dots that lead from it to a column: "milk....", "milk…".
  static func withoutDots(_ word: String) -> Substring {
    guard word.hasSuffix("..") || word.hasSuffix("…") else { return word[...] }
    var rest = word[...]
    while let last = rest.last, ".…".contains(last) { rest.removeLast() }
    return rest
  }
}

/// Marks before a line: bullets, and boxes to tick.
extension QuickAddParser {
  package static func isBullet(_ word: some StringProtocol) -> Bool {
    bullets.contains(withoutVariation(word))
  }

  private static let bullets: Set<String> = [
    "-", "*", "+", "•", "·", "–", "—", "◦", "‣", "▪", "●", "○", "◯", "⁃", "∙", "■", "▸", "▹", "►",
    "▶",
    "◆", "◇", "▫", "・", "･", "🔹", "🔸", "🔷", "🔶", "→", "⇒", "➔", "➜", "➢", "➤", "›", "»",
  ]

  /// Whether a box to tick is ticked; nil for any other word.
  package static func isTicked(box word: some StringProtocol) -> Bool? {
    switch withoutVariation(word) {
    case "[x]", "[X]", "(x)", "(X)", "[✓]", "[✔]", "[*]", "☑", "☒", "✓", "✔", "✅", "🗹": true
    case "[]", "()", "[_]", "☐", "⬜", "◻", "□", "▢", "🔲", "❌": false
    default: nil
    }
  }

  /// Without the marks that a sign is shown in colours, or as text.
  static func withoutVariation(_ word: some StringProtocol) -> String {
    var text = ""
    text.unicodeScalars.append(
      contentsOf: word.unicodeScalars.filter { $0 != "\u{FE0E}" && $0 != "\u{FE0F}" })
    return text
  }
}
