/// Finds the emoji for what a name says.
struct GlyphMatch {
  private struct Hit {
    /// None for a product that no emoji shows: an apple corer is not an apple.
    let glyph: Unicode.Scalar?
    let rank: GlyphTable.Rank
    let isWeak: Bool
    let isHeadFirst: Bool
    /// The index of the word behind it.
    let wordsEnd: Int
    /// Whether it is an English plural, the last word of what is not only a description.
    let isPluralAtEnd: Bool
  }

  private let text: GlyphText
  private let isCategory: Bool
  private var hits: [Hit] = []

  /// - Parameter isCategory: whether it is the name of a category, not of a thing.
  static func glyph(for name: String, isCategory: Bool = false) -> Unicode.Scalar? {
    best(for: name, isCategory: isCategory)?.glyph
  }

  /// The same if that is all that it says: a tomato, and no ketchup.
  static func food(for name: String) -> Unicode.Scalar? {
    best(for: name, isCategory: false).flatMap { $0.rank == .product || $0.isWeak ? nil : $0.glyph }
  }

  private static func best(for name: String, isCategory: Bool) -> Hit? {
    var match = GlyphMatch(text: GlyphText(name), isCategory: isCategory)
    match.findHits()
    return match.best
  }

  private init(text: GlyphText, isCategory: Bool) {
    self.text = text
    self.isCategory = isCategory
  }

  /// The product rather than its flavour; of equals, the one that the language puts at the place of
  /// what a thing is. Flavours are in the singular: honey roast cashews are cashews.
  private var best: Hit? {
    let strong = hits.filter { !$0.isWeak }
    let hits = strong.isEmpty ? hits : strong
    if let last = hits.last, last.isPluralAtEnd, !hits.contains(where: \.isHeadFirst) {
      return last
    }
    guard let highest = hits.map(\.rank).max() else { return nil }
    let equals = hits.filter { $0.rank == highest }
    return equals.first?.isHeadFirst == true ? equals.first : equals.last
  }

  private mutating func findHits() {
    var at = 0
    while at < text.wordCount {
      let word = text.word(at)
      if hits.contains(where: { !$0.isWeak }), text.isBreak(word) || isDescriptive(word) { return }
      if text.isUnspaced(word) {
        findUnspaced(word)
        at += 1
      } else {
        at += findSpaced(at)
      }
    }
  }

  /// After these words comes what is in it, or what it is for.
  private static let descriptive: Set<[UInt8]> = Set(
    [
      "with", "without", "for", "in", "of", "from", "mit", "ohne", "fur", "aus", "im", "von", "vom",
      "zum", "de", "d", "du", "des", "au", "aux", "a", "avec", "sans", "pour", "en", "del", "con",
      "sin", "para",
      "al",
      "di", "da", "dei", "alla", "allo", "senza", "per", "do", "dos", "das", "com", "sem", "met",
      "zonder", "voor", "van", "med", "utan", "till", "z", "bez", "ze", "w", "с", "со", "для", "из",
      "в", "em", "sott",
    ].map { Array($0.utf8) })

  private func isDescriptive(_ word: Range<Int>) -> Bool {
    word.count <= 7 && Self.descriptive.contains(Array(text.bytes[word]))
  }

  // MARK: Words

  /// Looks for the longest name that begins with a word; returns how many words that took.
  private mutating func findSpaced(_ at: Int) -> Int {
    for count in stride(from: min(3, text.wordCount - at), through: 1, by: -1) {
      let range = text.word(at).lowerBound..<text.word(at + count - 1).upperBound
      let found =
        entry(text.bytes[range]) ?? GlyphWord.withoutEnding(text.bytes[range], entry)
        ?? (count == 1 ? GlyphWord.part(of: text.bytes[range], entry) : nil)
      guard let found else { continue }
      note(found, isHeadFirst: found.isHeadFirst || text.isHeadFirst(range), wordsEnd: at + count)
      return count
    }
    if isUnknownProduct(at) { hits.removeLast() }
    return 1
  }

  /// Whether a word without an entry, after the name of one fruit or vegetable, is what the thing is:
  /// strawberry laces are no strawberry. In English that is a plural, and the last word.
  private func isUnknownProduct(_ at: Int) -> Bool {
    guard let flavour = hits.last, flavour.wordsEnd == at, !flavour.isHeadFirst,
      flavour.rank <= .flavour, text.bytes[text.word(at - 1)].last != UInt8(ascii: "s")
    else { return false }
    return isPluralAtEnd(at)
  }

  private func isPluralAtEnd(_ at: Int) -> Bool {
    guard at + 1 == text.wordCount || text.isBreak(text.word(at + 1)) else { return false }
    let word = text.bytes[text.word(at)]
    return word.count >= 5 && word.allSatisfy { 0x61...0x7A ~= $0 }
      && word.last == UInt8(ascii: "s") && !"aisu".utf8.contains(word[word.endIndex - 2])
  }

  private func entry(_ key: ArraySlice<UInt8>) -> GlyphTable.Entry? {
    guard let entry = GlyphTable.entry(key), isCategory || !entry.isCategory else { return nil }
    return entry.isWhole && key.count < text.bytes.count ? nil : entry
  }

  private mutating func findUnspaced(_ word: Range<Int>) {
    var at = word.lowerBound
    while at < word.upperBound {
      if let found = GlyphTable.longestEntry(text.bytes[at..<word.upperBound]),
        isCategory || !found.entry.isCategory
      {
        note(found.entry, isHeadFirst: false, wordsEnd: 0)
        at += found.count
      } else {
        at += 1
        while at < word.upperBound, text.bytes[at] & 0xC0 == 0x80 { at += 1 }
      }
    }
  }

  private mutating func note(_ entry: GlyphTable.Entry, isHeadFirst: Bool, wordsEnd: Int) {
    guard entry.glyph != nil || entry.isProduct else { return }
    let rank = entry.isProduct ? .product : entry.glyph.map(GlyphTable.rank) ?? .product
    hits.append(
      Hit(
        glyph: entry.glyph, rank: rank, isWeak: entry.isWeak, isHeadFirst: isHeadFirst,
        wordsEnd: wordsEnd, isPluralAtEnd: wordsEnd > 0 && isPluralAtEnd(wordsEnd - 1)))
  }
}

/// Forms of a word that the table does not have.
enum GlyphWord {
  typealias Lookup = (ArraySlice<UInt8>) -> GlyphTable.Entry?

  /// Endings of plurals and cases, what to put in their place, and the fewest bytes before them.
  private static let endings: [(ending: [UInt8], instead: [UInt8], before: Int)] = [
    ("ies", "y", 3), ("es", "", 3), ("s", "", 3), ("en", "", 3), ("n", "", 3), ("er", "", 4),
    ("e", "", 4), ("x", "", 4), ("leri", "", 3), ("lari", "", 3), ("ler", "", 3), ("lar", "", 3),
    ("si", "", 3), ("su", "", 3), ("i", "", 4), ("u", "", 4), ("ar", "", 4), ("or", "", 4),
    ("ы", "", 6), ("и", "", 6), ("а", "", 6), ("я", "", 6), ("ات", "", 4), ("ات", "ه", 4),
    ("ه", "", 4),
  ].map { (Array($0.utf8), Array($1.utf8), $2) }

  /// The entry of a word or phrase without the ending of its last word, or without the article.
  static func withoutEnding(_ word: ArraySlice<UInt8>, _ entry: Lookup) -> GlyphTable.Entry? {
    for (ending, instead, before) in endings
    where word.count >= before + ending.count && word.suffix(ending.count).elementsEqual(ending) {
      let stem = word.dropLast(ending.count)
      if let found = entry(instead.isEmpty ? stem : stem + instead), !found.isWhole { return found }
    }
    for article in articles where word.count > article.count + 3 && word.starts(with: article) {
      let rest = word.dropFirst(article.count)
      if let found = entry(rest) ?? withoutEnding(rest, entry) { return found }
    }
    return nil
  }

  private static let articles = ["ال", "وال", "لل"].map { Array($0.utf8) }

  /// The entry of the longest part that a compound ends with: Vollkornbrot is Brot.
  static func part(of word: ArraySlice<UInt8>, _ entry: Lookup) -> GlyphTable.Entry? {
    guard 6...40 ~= word.count, word.allSatisfy({ 0x61...0x7A ~= $0 }) else { return nil }
    for ending in compoundEndings where word.suffix(ending.count).elementsEqual(ending) {
      let word = word.dropLast(ending.count)
      for start in (word.startIndex + 3)..<max(word.startIndex + 3, word.endIndex - 2) {
        // The shortest do not take endings: sixteen is no tea.
        guard ending.isEmpty || word.endIndex - start > 3 else { break }
        if let found = entry(word[start...]), found.endsCompounds { return found }
      }
    }
    return nil
  }

  private static let compoundEndings = ["", "n", "en", "s", "e"].map { Array($0.utf8) }
}
