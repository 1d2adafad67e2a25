/// Splits a line with several things in it: `kiwi, lime, 2 kg potatoes and tea`.
extension QuickAddParser {
  /// The line split at the commas and semicolons outside quotes and brackets.
  ///
  /// - Parameter splitsAnd: whether to split the last part at its “and”, too: not at an “&”, which joins words of a
  ///   name, nor in “half and half”.
  func parts(splitsAnd: Bool) -> [String] {
    var parser = self
    parser.tokenize()
    var parts: [Part] = [Part()]
    // Those that close all the brackets that count: what is never closed keeps nothing together.
    var closing = bytes.count { Self.isClosing($0) }
    var depth = 0
    var lastAnd: Int?
    for (at, token) in parser.tokens.enumerated() {
      let isBehindAmount =
        parts.contains(where: \.isBehindAnd)
        || parts[parts.count - 1].words.first.map(QuickAdd.mayBeginAmount) == true
      if depth == 0,
        parser.endsStore(at)
          || parser.joinsThings(
            at, behind: parts[parts.count - 1].words, orArticle: isBehindAmount)
      {
        parts.append(Part(isBehindAnd: true))
        continue
      }
      var text = String(decoding: bytes[token.range], as: UTF8.self)
      var ends = false
      if parts[parts.count - 1].words.isEmpty {
        lastAnd = nil
        parts[parts.count - 1].isTight = token.isTight
      }
      let isFirst = parts[parts.count - 1].words.isEmpty
      if depth == 0, Self.isAnd(text), text != "&" || isFirst {
        lastAnd = parts[parts.count - 1].words.count
      }
      for byte in bytes[token.range] {
        if Self.isClosing(byte) {
          closing -= 1
          depth = max(0, depth - 1)
        } else if byte == 0x28 || byte == 0x5B, depth < closing {
          depth += 1
        }
      }
      while !token.isLiteral || token.mark != 0, depth == 0, let last = text.last,
        Self.isSeparator(last)
      {
        text.removeLast()
        ends = true
      }
      let words = token.isLiteral || depth > 0 || token.mark != 0 ? [text[...]] : Self.split(text)
      for word in words.dropLast() {
        parts[parts.count - 1].words.append(String(word))
        parts.append(Part())
      }
      if let last = words.last, !last.isEmpty { parts[parts.count - 1].words.append(String(last)) }
      if ends { parts.append(Part()) }
    }
    parts.removeAll { $0.words.isEmpty }
    if splitsAnd, parts.last?.isBehindAnd == false, let last = parts.last?.words,
      let at = lastAnd, at + 1 < last.count, !(at > 0 && last[at - 1] == last[at + 1]),
      // "#fruit and nuts" is a category.
      !last[..<at].contains(where: { $0.hasPrefix("#") || $0.hasPrefix("!") })
    {
      parts.removeLast()
      parts += [last[..<at], last[(at + 1)...]].filter { !$0.isEmpty }.map {
        Part(words: Array($0))
      }
    }
    return joinAmounts(parts).map { $0.words.joined(separator: " ") }
  }

  /// What stands between two separators.
  private struct Part {
    var words: [String] = []
    /// Whether no blank is before it.
    var isTight = false
    /// Whether an "and" is before it.
    var isBehindAnd = false
  }

  /// Whether a word is the "and" of "2 milk and 3 eggs": behind it, an amount begins another thing, and so does
  /// anything behind a price. "size 3 and 4 nappies" and "1 lb and 4 oz cheese" are one.
  ///
  /// - Parameter orArticle: whether an article is an amount, too, as behind another one: "2 eggs and a
  ///   bread", "milk and 2 eggs and a bread".
  private func joinsThings(_ at: Int, behind words: [String], orArticle: Bool) -> Bool {
    let and = tokens[at].text
    // A barcode is that of nothing behind an "and".
    if Self.isAnd(and), !tokens[at].isLiteral, words.count == 1, Barcode.isMeant(by: words[0]),
      at + 1 < tokens.count
    {
      return true
    }
    guard isAnd(at), !words.isEmpty, at + 1 < tokens.count,
      !tokens[at - 1].text.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      case let isPriced = endsInPrice(Array(tokens.startIndex..<at)),
      isPriced
        || at + 2 < tokens.count
          && beginsAmount(tokens[at + 1].text, before: tokens[at + 2].text, orArticle: orArticle)
    else { return false }
    var rest: [String] = []
    for token in tokens[(at + 1)...] {
      rest.append(String(decoding: bytes[token.range], as: UTF8.self))
      if token.text.last.map(Self.isSeparator) == true { break }
    }
    let thing = QuickAdd.parse(rest.joined(separator: " "), currency: currency, known: known)
    return (isPriced || thing.quantity != nil)
      && [thing, QuickAdd.parse(words.joined(separator: " "), currency: currency, known: known)]
        .allSatisfy { $0.refusal == nil && $0.name.contains(where: \.isLetter) }
  }

  /// - Parameter orArticle: whether an article is one by itself.
  private func beginsAmount(_ first: String, before next: String, orArticle: Bool) -> Bool {
    let isUnit = UnitWords.unit(next) != nil
    return hasDigit(first.utf8.prefix(1)) || NumberWords.fraction(first) != nil
      || UnitWords.isArticle(first) && NumberWords.fraction(next) == nil && (orArticle || isUnit)
      || NumberWords.number(
        first, before: next, isUnit: isUnit, language: known.numbers.language) != nil
  }

  /// Whether a word is an "and" in the language of the line.
  private func isAnd(_ at: Int) -> Bool {
    !tokens[at].isLiteral && Self.isAnd(tokens[at].text)
      && Self.languages[tokens[at].text.lowercased()]?.contains(known.numbers.language) != false
  }

  /// Whether a word is the "and" behind a store that is known, or that another one follows: "milk !aldi and
  /// bread". A known name that has an "and" itself goes on.
  func endsStore(_ at: Int) -> Bool {
    guard at > 1, at + 1 < tokens.count, isAnd(at), tokens[at].text != "&",
      let mark = tokens[..<at].lastIndex(where: {
        $0.mark == 0x21 || !$0.isLiteral && $0.text.hasPrefix("!")
      }), mark > 0,
      !tokens[mark..<at].contains(where: { $0.text.last.map(Self.isSeparator) == true })
    else { return false }
    func name(_ end: Int) -> String {
      String(tokens[mark...end].map(\.text).joined(separator: " ").drop { $0 == "!" })
    }
    func goesOn(_ end: Int) -> Bool {
      known.contains(name(end), isStore: true) || known.storeGoesOn(behind: name(end))
    }
    guard !(at + 1..<tokens.count).prefix(4).contains(where: goesOn) else { return false }
    return known.contains(name(at - 1), isStore: true)
      || tokens[(at + 2)...].contains { $0.mark == 0x21 || !$0.isLiteral && $0.text.hasPrefix("!") }
  }

  /// The languages of those that mean something else in others: vitamin E, and Spanish "atún en 3 latas".
  private static let languages: [String: Set<String>] = ["e": ["it", "pt"], "en": ["nl"]]

  /// Whether an "and" may stand between things.
  static func mayBeJoined(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    let hasMark = line.utf8.contains(0x21)
    return words.indices.dropFirst().dropLast().contains {
      isAnd(words[$0])
        && (hasMark || QuickAdd.mayBeginAmount(words[$0 + 1])
          || words[$0 - 1].utf8.contains { $0 &- 0x30 < 10 })
    }
  }

  /// "eggs, large, 12, tea": what only describes a thing and an amount alone are those of the thing before
  /// it. In "eggs,12 tea,3" so is each number
  /// right behind a comma, though in "eggs,12 teas" it is that of the teas.
  private func joinAmounts(_ all: [Part]) -> [Part] {
    var parts: [Part] = []
    func give(_ words: [String], to at: Int) {
      if at > 0, parts[at].isTight, parts[at].words.count > 1, isAmount([parts[at].words[0]]) {
        give([parts[at].words.removeFirst()], to: at - 1)
        parts[at].isTight = false
      }
      let last = parts[at].words.count - 1
      if !isAmount([parts[at].words[last]]) { parts[at].words[last] += "," }
      parts[at].words += words
    }
    for part in all {
      if let thing = parts.last?.words,
        isAmount(part.words, of: thing) || Self.isDescription(part.words)
      {
        give(part.words, to: parts.count - 1)
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private func isAmount(_ words: [String], of thing: [String] = []) -> Bool {
    let text = words.joined(separator: " ")
    return words.count < 7 && (hasDigit(text.utf8) || words.last.map(NumberWords.begin) == true)
      && QuickAdd.saysOnlyHowMuch(text, of: thing, currency: currency, known: known)
  }

  /// "large", "6-pack": nothing that one could buy by that name.
  private static func isDescription(_ words: [String]) -> Bool {
    words.allSatisfy { descriptions.contains($0.lowercased()) }
      || words.count < 3 && UnitWords.holdsSeveral(words)
        && ["pack", "pk"].contains(where: words[words.count - 1].lowercased().hasSuffix)
  }

  private static let descriptions: Set<String> = [
    "large", "medium", "small", "jumbo", "extra", "extra-large", "xl", "boneless", "skinless",
    "bone-in", "skin-on", "fresh", "frozen", "organic", "ripe", "unsalted", "salted", "whole",
    "lean",
    "raw", "plain", "seedless", "unsweetened", "sweetened", "low-fat", "nonfat", "fat-free",
    "reduced-fat", "gluten-free", "sugar-free", "lactose-free", "free-range", "unscented",
  ]

  /// "milk,bread,eggs 3,tea": split at the commas before a letter, but not in a mark, brackets or an address.
  private static func split(_ word: String) -> [Substring] {
    guard mayBeSplit(word) else { return [word[...]] }
    var parts: [Substring] = []
    var rest = word[...]
    var from = rest.startIndex
    while let at = rest[from...].firstIndex(where: isSeparator) {
      let next = rest.index(after: at)
      from = next
      // No number has one of another script in it.
      guard at > rest.startIndex, next < rest.endIndex, rest[next].isLetter || !rest[at].isASCII
      else { continue }
      let last = rest[rest.index(before: at)]
      guard last.isLetter || last.isNumber else { continue }
      parts.append(rest[..<at])
      rest = rest[next...]
    }
    return parts + [rest]
  }

  /// No mark, brackets or address.
  static func mayBeSplit(_ word: String) -> Bool {
    mayBeSeparated(word) && word.first != "#" && word.first != "!"
      && !word.contains { "/@()[]（）［］【】".contains($0) }
  }

  /// What is between several things: a comma or a semicolon, also of other scripts.
  package static func isSeparator(_ character: Character) -> Bool {
    ",;、，；،؛".contains(character)
  }

  /// Most texts have none, which their bytes tell.
  package static func mayBeSeparated(_ text: some StringProtocol) -> Bool {
    text.utf8.contains { $0 == 0x2C || $0 == 0x3B || $0 >= 0x80 }
      && text.contains(where: isSeparator)
  }

  private static func isClosing(_ byte: UInt8) -> Bool { byte == 0x29 || byte == 0x5D }

  /// Before the last thing of a list.
  static func isAnd(_ word: some StringProtocol) -> Bool {
    word.utf8.count < 4
      && ["and", "&", "und", "et", "y", "e", "en", "och", "og", "és", "и"].contains(
        word.lowercased())
  }
}
