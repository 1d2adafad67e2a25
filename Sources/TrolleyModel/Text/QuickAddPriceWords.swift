/// The words beside a price: `at 1.99`, `1.99 each`, `1.99 per lb`, `total 6.00`, `about $8`.
extension QuickAddParser {
  // MARK: One of them

  /// "2 lb apples at 1.99", "4 Cola zu je 1,29", "2 szt po 3,49": such a word before a price is read as an `@`.
  mutating func markUnitPrices(from start: Int) {
    for at in tokens.indices.dropFirst(start + 1).dropLast(3) where isBeforeSize(at) {
      tokens[at].text = Self.timesSigns[0]
    }
    for at in tokens.indices.reversed() where at >= start { joinWeight(at) }
    markEach(from: start)
    for at in tokens.indices.dropLast().reversed() where at > start && isAt(at) {
      var marked = self
      marked.tokens[at].text = "@"
      marked.tokens[at].isJoined = true
      if Self.meansEach(tokens[at + 1].text) {
        let each = marked.tokens.remove(at: at + 1)
        marked.tokens[at].range = tokens[at].range.lowerBound..<each.range.upperBound
      }
      if marked.isUnitPrice(at, from: start) { self = marked }
    }
  }

  /// "2 bread 3 each", "4 Cola je 1": a whole number beside such a word, with which a line ends that begins with how
  /// many there are.
  private mutating func markEach(from start: Int) {
    guard start < tokens.count, hasDigit(tokens[start].text.utf8.prefix(1)) else { return }
    for at in tokens.indices.dropLast().reversed() where at > start + 1 && onlyMarks(from: at + 2) {
      let (first, second) = (tokens[at], tokens[at + 1])
      guard !first.isLiteral, !second.isLiteral, !isAt(tokens[at - 1].text) else { continue }
      if Int(first.text) != nil, Self.meansEach(second.text),
        !hasDigit(tokens[at - 1].text.utf8.prefix(1))
      {
        tokens[at].text = "@" + first.text
      } else if Self.meansEach(first.text), Int(second.text) != nil {
        tokens[at].text = "@"
        tokens[at].isJoined = true
      }
    }
  }

  /// "@ 12.99lb", "@12.99lb", "at 12.99 lb": what looks like a price, with a weight right behind it, is for one of
  /// that. Behind the words of other languages it is rather a size: "2 poulets à 1,50 kg".
  private mutating func joinWeight(_ at: Int) {
    let isMarked = tokens[at].text.hasPrefix("@")
    let before = at > 0 ? tokens[at - 1].text : ""
    guard !tokens[at].isLiteral, isMarked || before == "@" || before == "at" else { return }
    let text = tokens[at].text
    let number = text.prefix { !$0.isLetter }
    // "@3.50/0.25lb" says the weight already.
    guard Self.hasCents(String(number)), !number.contains("/") else { return }
    if UnitWords.unit(text[number.endIndex...])?.isWeight == true {
      tokens[at].text = number + "/" + text[number.endIndex...]
    } else if number.endIndex == text.endIndex, before == "at", at + 1 < tokens.count,
      !tokens[at + 1].isLiteral, UnitWords.unit(tokens[at + 1].text)?.isWeight == true
    {
      let unit = tokens.remove(at: at + 1)
      tokens[at].text = number + "/" + unit.text
      tokens[at].range = tokens[at].range.lowerBound..<unit.range.upperBound
      tokens[at].isJoined = true
    }
  }

  /// "steak 2 @ 12 oz 9.99": with a price behind it, a measure behind an `@` is the size of each.
  private func isBeforeSize(_ at: Int) -> Bool {
    tokens[at].text == "@" && !tokens[at].isLiteral && Int(tokens[at - 1].text) != nil
      && UnitWords.unit(tokens[at + 2].text)?.isMeasure == true
      && QuickAddPrice.bare(tokens[at + 3].text, currency, known.numbers) != nil
  }

  /// Whether a price is behind a mark that is a word of the line: no size, as in "2 Stück à 1,5 l", and a whole
  /// number only at the end of a line that begins with how many there are.
  private func isUnitPrice(_ at: Int, from start: Int) -> Bool {
    guard case (.price, let length) = price(at: at), at + 1 < tokens.count else { return false }
    if case (.price, _) = price(at: at + 1) { return true }
    let end = at + length
    guard end == tokens.count || UnitWords.unit(tokens[end].text) == nil else { return false }
    return !tokens[at + 1..<end].allSatisfy { $0.text.utf8.allSatisfy { $0 &- 0x30 < 10 } }
      || end < tokens.count
        && (Self.isOfferWord(tokens[end].text) || Self.meansEach(tokens[end].text))
      || onlyMarks(from: end) && hasDigit(tokens[start].text.utf8.prefix(1))
        && !hasDigit(tokens[at - 1].text.utf8.prefix(1))
  }

  private func isAt(_ i: Int) -> Bool {
    !tokens[i].isLiteral && tokens[i].field == .name && isAt(tokens[i].text)
  }

  /// Whether a word before a price or a size says that it is that of one: "at", "à", "zu". Some are words of
  /// another kind in English.
  func isAt(_ word: String) -> Bool {
    let word = word.lowercased()
    return Self.ats.contains(word)
      || known.numbers.language != "en" && Self.atsOutsideEnglish.contains(word)
  }

  private static let ats: Set<String> = ["at", "à", "á", "zu"]
  private static let atsOutsideEnglish: Set<String> = ["a", "po", "по"]

  /// "$1.99 per lb", "$1.50 per 100 g", "$3.49 each": what a price is for in the words behind it, and
  /// how many they are.
  func per(at i: Int) -> (per: Quantity, length: Int)? {
    guard i < tokens.count, !tokens[i].isLiteral else { return nil }
    if let said = perAmount(behind: i) { return said }
    if Self.meansEach(withoutComma(i)) {
      // "cada uno"
      let isTwo = i + 1 < tokens.count && ["uno", "una"].contains(tokens[i + 1].text.lowercased())
      return (.one, isTwo ? 2 : 1)
    }
    // "0,50 € pièce"
    if UnitWords.unit(tokens[i].text) == .piece, onlyMarks(from: i + 1), endsPrice(i - 1) {
      return (.one, 1)
    }
    if Self.isOfferWord(tokens[i].text), let said = per(at: i + 1) {
      return (said.per, said.length + 1)
    }
    return nil
  }

  /// "per lb", "per 100g", "for 100 g", "per 6-pack", "je 100 g", "all'etto".
  private func perAmount(behind i: Int) -> (per: Quantity, length: Int)? {
    let elided = QuickAddPrice.narrow(withoutComma(i)).split(separator: "'")
    if elided.count == 2, ["l", "all"].contains(elided[0].lowercased()),
      let per = QuickAddPrice.amount(elided[1], known.numbers)
    {
      return (per, 1)
    }
    guard Self.isOfferWord(tokens[i].text) || Self.perWords.contains(tokens[i].text.lowercased())
    else { return nil }
    var text = ""
    for end in i + 1..<min(i + 3, max(i + 1, tokens.count)) {
      guard !tokens[end].isLiteral else { return nil }
      text += withoutComma(end).filter { $0 != "-" }
      if let per = QuickAddPrice.amount(text[...], known.numbers) { return (per, end + 1 - i) }
    }
    return nil
  }

  private func endsPrice(_ i: Int) -> Bool {
    guard tokens.indices.contains(i), !tokens[i].isLiteral else { return false }
    let text = tokens[i].text
    if case .price = QuickAddPrice.read(text, currency, known.numbers, isMarked: false) {
      return true
    }
    return QuickAddPrice.bare(text, currency, known.numbers) != nil
      || QuickAddPrice.isSign(text, currency, isMarked: false)
  }

  /// "chicken $1.99 lb": the measure that a line ends with, right behind the price.
  func measure(at i: Int) -> (per: Quantity, length: Int)? {
    guard i < tokens.count, !tokens[i].isLiteral, let unit = UnitWords.unit(tokens[i].text),
      unit.isMeasure, unit != .cup, onlyMarks(from: i + 1)
    else { return nil }
    return (Quantity(1, unit), 1)
  }

  /// "lunch meat 3/4 lb 8.99 lb": a second measure behind how much there is, and no smaller one as in "1 lb 4.25 oz",
  /// is what the price before it is for.
  func measure(behindPriceOf words: [Int]) -> (per: Quantity, length: Int)? {
    guard words.count > 3, let last = words.last, let said = measure(at: last),
      let price = word(words, words.count - 2), Self.hasCents(price),
      let amount = trailing(words.dropLast(2)), amount.unit.dimension == said.per.unit.dimension,
      amount.unit.factor <= said.per.unit.factor
    else { return nil }
    return said
  }

  /// "ham per 100 g 1.99", "Wurst je 100 g 1,99": what the words before a price say that it is for.
  func measure(before words: [Int]) -> (per: Quantity, length: Int)? {
    guard let said = per(behind: words), said.per.unit.isMeasure,
      ["per", "pro", "je"].contains(tokens[words[words.count - said.length]].text.lowercased())
    else { return nil }
    return said
  }

  /// What the last words say that a price before them is for.
  func per(behind words: [Int]) -> (per: Quantity, length: Int)? {
    for length in 1...3 where length < words.count {
      if let said = per(at: words[words.count - length]), said.length == length { return said }
    }
    return nil
  }

  private static let perWords: Set<String> = [
    "per", "pro", "par", "por", "je", "a", "an", "the", "das", "der", "die", "le", "la", "les",
    "al", "alla", "el", "il", "o", "ao", "za", "за",
  ]

  /// "each", "3.99/ea"
  static func endsInEach(_ word: String) -> Bool {
    meansEach(word) || word.split(separator: "/").last.map { meansEach(String($0)) } == true
  }

  static func meansEach(_ word: String) -> Bool {
    // Without its period, "cad" is a Canadian dollar.
    let word = QuickAddPrice.narrow(word)
    return each.value(of: word.hasSuffix(".") ? word.dropLast() : word[...]) != nil
      || word.lowercased() == "cad."
  }

  private static let each = WordTable([
    (
      """
      each ea apiece je jeweils chacun chacune l'unité l'un l'une l'uno l'una cadauno cadauna c/u cada \
      ciascuno ciascuna
      """, 1
    )
  ])

  // MARK: All of them

  /// How many words behind a price say that it is for all of what is bought: "2 milk 2.58 total", "£3 for both".
  func totalWords(at i: Int) -> Int {
    let isJoined =
      tokens.indices.contains(i + 1)
      && (Self.isOfferWord(tokens[i].text) || ["in", "en", "au"].contains(tokens[i].text))
    let last = isJoined ? i + 1 : i
    guard tokens.indices.contains(last), !tokens[last].isLiteral, tokens[last].field == .name,
      Self.totals.contains(tokens[last].text.lowercased()),
      // "$3 all purpose flour"
      tokens[(last + 1)...].first?.text.first?.isLetter != true
    else { return 0 }
    return last + 1 - i
  }

  func totalWords(behind words: [Int]) -> Int {
    [2, 1].first { $0 < words.count && totalWords(at: words[words.count - $0]) == $0 } ?? 0
  }

  static let totals: Set<String> = [
    "total", "altogether", "all", "both", "gesamt", "insgesamt", "zusammen", "tout", "ensemble",
    "todo", "totale", "tutto", "insieme", "totaal", "samen", "razem", "celkem", "всего", "вместе",
  ]

  /// Whether the word before a price says that it is for all of what is bought: "6 avocados total 6.00", "butter
  /// x2 = $8.00". Where nothing says how many there are, it is one of the name: Colgate Total.
  func isOfAll(_ before: [Int]) -> Bool {
    guard !known.isExport, before.count > 1, let last = word(before, before.count - 1) else {
      return false
    }
    if last == "=" { return true }
    let name = Array(before.dropLast())
    return Self.totals.contains(last)
      && (word(name, 0).map(QuickAdd.mayBeginAmount) == true || trailing(name) != nil)
  }

  /// "2 milk 1.29 = 2.58", "3 lb ham @ $3.99 = $11.97": what several cost behind what one does.
  mutating func dropEqualSum(from start: Int) {
    guard
      let sign = tokens.indices.last(where: {
        $0 > start && tokens[$0].text == "=" && !tokens[$0].isLiteral
      }),
      let length = priceLength(at: sign + 1), onlyMarks(from: sign + 1 + length),
      (start..<sign).contains(where: { at in
        priceLength(at: at) != nil && UnitWords.unit(tokens[at + 1].text) == nil
      })
    else { return }
    for k in sign..<sign + 1 + length { tokens[k].field = .price }
  }

  /// "coffee 10.99 on sale", "Käse im Angebot 1,49": beside a price that is no part of the name.
  mutating func dropSale(from start: Int) {
    guard !known.isExport else { return }
    for at in tokens.indices.dropLast() where at > start {
      let words = tokens[at...at + 1]
      guard words.allSatisfy({ !$0.isLiteral && $0.field == .name }),
        Self.sales.contains(words.map { $0.text.lowercased() }.joined(separator: " ")),
        endsPrice(at - 1) || priceLength(at: at + 2) != nil
      else { continue }
      for k in words.indices { tokens[k].field = .price }
      return
    }
  }

  private static let sales: Set<String> = [
    "on sale", "on offer", "im angebot", "en promo", "en promotion", "en oferta", "in offerta",
    "em promoção", "in aanbieding",
  ]

  private func priceLength(at i: Int) -> Int? {
    guard i < tokens.count, !tokens[i].isLiteral else { return nil }
    if case (.price, let length) = price(at: i) { return length }
    return QuickAddPrice.bare(tokens[i].text, currency, known.numbers) == nil ? nil : 1
  }

  // MARK: About as much

  /// Whether the word before a price says that it is about as much, or the most: "coffee about $8", "max $10".
  func isAbout(_ before: [Int]) -> Bool {
    guard !known.isExport, before.count > 1, let last = word(before, before.count - 1) else {
      return false
    }
    return Self.abouts.contains(last.lowercased())
      || ["under", "max"].contains(last) && word(before, before.count - 2)?.lowercased() != "pepsi"
  }

  static let abouts: Set<String> = [
    "about", "around", "approx", "approx.", "ca", "ca.", "circa", "env.", "environ", "etwa",
    "ungefähr", "max.", "maximal", "höchstens",
  ]
}
