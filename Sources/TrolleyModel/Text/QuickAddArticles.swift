/// Words before the name that say how much: articles, and what holds an amount.
extension QuickAddParser {
  /// "a dozen eggs", "an apple", "two bottles of wine", "half a kilo of tomatoes".
  func leadingArticle(_ rest: [Int], _ first: String) -> Found? {
    var amount = Amount(thousandths: 1000)
    var at = 1
    switch Folding.plain(first) {
    // "dozen eggs", "tuzin jajek"
    case _ where hasNumberWord && unit(rest, 0)?.0 == .dozen: at = 0
    case Array("a".utf8), Array("an".utf8):
      guard let next = word(rest, 1),
        mayFollowArticle(next) || UnitWords.isOfName(word(rest, 2) ?? "") || isMultipack(rest, 1)
      else { return nil }
      guard next.lowercased() == "couple" else { return afterNumber(amount, rest, 1) }
      let end = skipOf(rest, 2)
      return rest.count > end
        ? Found(amount: Amount(thousandths: 2000), unit: .piece, length: end) : nil
    // "couple of apples"
    case Array("couple".utf8) where skipOf(rest, 1) > 1:
      return Found(amount: Amount(thousandths: 2000), unit: .piece, length: 2)
    case Array("half".utf8):
      amount.thousandths = 500
      at = 2
      if let thing = word(rest, 2), ["a", "an"].contains(word(rest, 1)), unit(rest, 2) == nil,
        hasNumberWord, mayFollowArticle(thing), !known.isExport
      {
        return afterNumber(amount, rest, 2)
      }
      if let next = word(rest, 1), next != "a", next != "an" {
        // "half gallon milk", but not "half and half" and "half bottle openers".
        guard let (unit, length) = unit(rest, 1), unit == .dozen || unit.isMeasure,
          rest.count > length + 1
        else { return nil }
        at = 1
        if unit != .dozen {
          return Found(amount: amount, unit: unit, length: skipOf(rest, length + 1))
        }
      }
    default:
      let word = String(decoding: Folding.plain(first), as: UTF8.self)
      if ["un", "um"].contains(word), self.word(rest, 1) == "par", skipOf(rest, 2) > 2 {
        return Found(amount: Amount(thousandths: 2000), unit: .piece, length: 3)
      }
      if UnitWords.articles.contains(word), unit(rest, 1) != nil || isThing(rest, behind: word) {
        return afterNumber(amount, rest, 1)
      }
      guard hasNumberWord, let next = self.word(rest, 1),
        next.unicodeScalars.count > 1 || isMultipack(rest, 1),
        isMultipack(rest, 1) || !NumberWords.isCompound(next, behind: word),
        let number = NumberWords.number(
          word, before: next, isUnit: unit(rest, 1) != nil, language: known.numbers.language),
        number > 1 || mayFollowArticle(next) || isMultipack(rest, 1)
      else { return nil }
      amount.thousandths = number * 1000
      return afterNumber(amount, rest, 1)
    }
    guard let (unit, length) = unit(rest, at), rest.count > at + length else { return nil }
    if unit == .dozen {
      if amount.thousandths == 500 {
        return Found(amount: Amount(thousandths: 6000), unit: .piece, length: skipOf(rest, at + 1))
      }
      return Found(amount: amount, unit: unit, length: skipOf(rest, at + 1))
    }
    let end = skipOf(rest, at + length)
    return end > at + length ? Found(amount: amount, unit: unit, length: end) : nil
  }

  /// "two 500g bags of pasta", "a 5 lb bag of potatoes": a word before a size says how many of it.
  mutating func convertCount() {
    let rest = rest
    guard let first = word(rest, 0), let next = word(rest, 1), hasDigit(next.utf8.prefix(1)),
      let size = size(rest, 1), size.unit.isMeasure, size.length < rest.count,
      let number = UnitWords.isArticle(first)
        ? 1
        : hasNumberWord
          ? NumberWords.number(
            first, before: next, isUnit: true, language: known.numbers.language) : nil
    else { return }
    tokens[rest[0]].text = String(number)
  }

  /// "ein halbes Pfund Butter" is 1/2 Pfund of it.
  mutating func convertHalves() {
    let rest = rest
    guard let first = word(rest, 0) else { return }
    let at = UnitWords.isArticle(first) ? 1 : 0
    guard let half = word(rest, at), rest.count > at + 1 else { return }
    // "une demi-douzaine d'œufs"
    if half.lowercased().hasPrefix("demi-"),
      UnitWords.unit(half.dropFirst(5)) != nil || customary(String(half.dropFirst(5))) != nil
    {
      tokens[rest[at]].text = "1/2\(half.dropFirst(5))"
      if at == 1 { tokens[rest[0]].field = .quantity }
      return
    }
    guard at == 1 || half.lowercased() != "half" || word(rest, 1).flatMap(customary) != nil,
      let part = NumberWords.fraction(half),
      let next = word(rest, at + 1), rest.count > at + 2,
      UnitWords.unit(next) != nil || isUnit(rest, at + 1)
    else { return }
    tokens[rest[at]].text = part
    if at == 1 { tokens[rest[0]].field = .quantity }
  }

  /// "a pound and a half of beef", "un kilo et demi de pommes", "litro y medio de leche" and "2 and a half pounds of
  /// beef" are a half more than a whole number, and "1 and 1/4 lb beef" is a quarter more.
  mutating func addHalves() {
    let rest = rest
    let isUnitFirst = rest.first.map { !tokens[$0].isLiteral } == true && isUnit(rest, 0)
    guard let and = [1, 2].first(where: { isAnd(rest, $0) }),
      let number = isUnitFirst ? 1 : wholeNumber(rest)
    else { return }
    let hasArticle = word(rest, and + 1).map(UnitWords.isArticle) == true
    let end = and + (hasArticle ? 3 : 2)
    guard let half = word(rest, end - 1), let part = Self.part(half), rest.count > end,
      isUnitFirst
        ? and == 1 && part.unit.isEmpty && unit(rest, end) == nil
        : and == 1
          ? !part.unit.isEmpty || isUnit(rest, end) : isUnit(rest, 1) && unit(rest, end) == nil
    else { return }
    tokens[rest[0]].text =
      "\(number)\(part.sign)\(part.unit)" + (isUnitFirst ? tokens[rest[0]].text : "")
    for at in and..<end { tokens[rest[at]].field = .quantity }
  }

  /// The sign of a half in words, or of a half or quarters in digits, perhaps with the unit behind it.
  static func part(_ word: String) -> (sign: String, unit: Substring)? {
    if NumberWords.fraction(word) == "1/2" { return ("½", "") }
    return [("1/2", "½"), ("1/4", "¼"), ("3/4", "¾"), ("½", "½"), ("¼", "¼"), ("¾", "¾")].lazy
      .filter { word.hasPrefix($0.0) }.map { ($0.1, word.dropFirst($0.0.count)) }
      .first { $0.1.isEmpty || UnitWords.unit($0.1)?.isMeasure == true }
  }

  /// "trois quarts de litre de lait", "three quarters of a pound of beef", "un cuarto de kilo de queso".
  mutating func convertQuarters() {
    let rest = rest
    let at = word(rest, 0).map(NumberWords.isQuarter) == true ? 0 : 1
    guard let quarter = word(rest, at), NumberWords.isQuarter(quarter),
      let number = at == 0 ? 1 : wholeNumber(rest), number == 1 || number == 3
    else { return }
    var end = skipOf(rest, at + 1)
    if end > at + 1, word(rest, end).map(UnitWords.isArticle) == true { end += 1 }
    // Without an "of", a quart is an English unit: "1 quart bottle milk".
    guard end > at + 1 || unit(rest, at) == nil, isUnit(rest, end), rest.count > end + 1 else {
      return
    }
    tokens[rest[0]].text = "\(number)/4"
    for at in 1..<max(1, end) { tokens[rest[at]].field = .quantity }
  }

  private func isUnit(_ rest: [Int], _ at: Int) -> Bool {
    unit(rest, at).map { $0.0.isMeasure || $0.0 == .dozen } == true
      || word(rest, at).flatMap(customary) != nil
  }

  private func isAnd(_ rest: [Int], _ at: Int) -> Bool {
    word(rest, at).map { Self.isAnd($0) || known.numbers.language == "cs" && $0 == "a" } == true
  }

  /// The whole number that a line begins with, in digits or as a word.
  private func wholeNumber(_ rest: [Int]) -> Int? {
    guard let first = word(rest, 0) else { return nil }
    if let number = Int(first) { return 1...99 ~= number ? number : nil }
    if UnitWords.isArticle(first) { return 1 }
    return numberBeforeUnit(first)
  }

  func numberBeforeUnit(_ word: String) -> Int? {
    NumberWords.number(word, before: "", isUnit: true, language: known.numbers.language)
  }

  /// "pint of milk", "kg tomatoes", "Flasche Wein": one, unless the line ends with another amount. A list that
  /// was exported says how much in numbers.
  func leadingMeasure(_ rest: [Int], _ first: String) -> Found? {
    guard isSingle(rest, first), var found = afterNumber(Amount(thousandths: 1000), rest, 0),
      found.length > 0
    else { return nil }
    if let last = trailing(Array(rest.dropFirst(found.length))),
      last.unit != .piece || found.unit == .piece
    {
      return nil
    }
    found.isOne = true
    return found
  }

  func isSingle(_ rest: [Int], _ first: String) -> Bool {
    guard !known.isExport, hasNumberWord, let next = word(rest, 1) else { return false }
    return UnitWords.isSingle(
      first, before: next, isOf: skipOf(rest, 1) > 1 || Self.hasElision(next),
      language: known.numbers.language)
  }

  /// "eine Gurke", "une baguette": outside of German a capital behind an article begins a name, as in
  /// "Un Petit Beurre".
  private func isThing(_ rest: [Int], behind article: String) -> Bool {
    guard hasNumberWord, let next = word(rest, 1), mayFollowArticle(next) else { return false }
    if let languages = Self.articlesOf[article], !languages.contains(known.numbers.language) {
      return false
    }
    return article.hasPrefix("ein") || next.first?.isLowercase == true
  }

  /// The languages of those that are none elsewhere: Um Bongo is a drink, and `one` is a number.
  private static let articlesOf: [String: Set<String>] = [
    "one": [], "uno": ["es", "it"], "um": ["pt"], "uma": ["pt"], "een": ["nl"],
    "en": ["sv", "da", "nb", "no"], "ett": ["sv"], "et": ["da", "nb", "no"],
    "ei": ["nb", "nn", "no"], "eit": ["nn"], "bir": ["tr"],
  ]

  /// Whether a word is a thing, or how many of it there are, rather than one that an article makes
  /// a part of the name: "a la carte", "a few".
  private func mayFollowArticle(_ word: String) -> Bool {
    word.unicodeScalars.first?.properties.isAlphabetic == true && word.unicodeScalars.count > 1
      && !Self.articleWords.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  private static let articleWords: Set<String> = [
    "few", "little", "bit", "lot", "la", "handful", "pinch", "touch", "taste", "paar", "bisschen",
    "wenig", "prise", "peu", "poco", "po'", "po’", "pizzico", "beetje", "snufje", "pouco", "pitada",
    "par", "nypa", "klype", "kac", "az", "miktar", "tutam",
  ]

  /// "une douzaine d'oeufs"
  mutating func dropElision(behind found: Found, _ rest: [Int]) {
    guard found.unit != .piece || found.length > 1 || found.isOne,
      let next = word(rest, found.length),
      Self.hasElision(next)
    else { return }
    tokens[rest[found.length]].text.removeFirst(2)
  }

  static func hasElision(_ word: String) -> Bool {
    word.count > 2 && ["d'", "d’"].contains(String(word.prefix(2)))
  }

  /// In French lists "du beurre" and "de l'huile" are some of it.
  mutating func dropPartitive() {
    let rest = rest
    guard known.numbers.language == "fr", let first = word(rest, 0)?.lowercased(),
      let next = word(rest, 1)
    else { return }
    let length = first == "du" ? 1 : first == "de" && next == "la" ? 2 : 0
    if length > 0, rest.count > length {
      for token in rest.prefix(length) { tokens[token].field = .quantity }
    } else if first == "de", next.count > 2, ["l'", "l’"].contains(String(next.prefix(2))) {
      tokens[rest[0]].field = .quantity
      tokens[rest[1]].text.removeFirst(2)
    }
  }

  /// In "about 500 g beef" and "Bananen ca. 1 kg" the amount is 500 g and 1 kg.
  mutating func dropAbout() {
    let rest = rest
    for position in rest.indices.dropLast() {
      guard let about = word(rest, position), let next = word(rest, position + 1),
        Self.abouts.contains(about.lowercased()), Amount.read(Array(next.utf8)[...]) != nil
      else { continue }
      tokens[rest[position]].field = .quantity
    }
  }

  /// "2 (14.5 ounce) cans tomatoes", "(2) 15 oz cans beans" and "1 can (15 oz) beans" are two and one of that size.
  mutating func openSizes() {
    let rest = rest
    if let first = word(rest, 0), first.hasPrefix("("), first.hasSuffix(")"),
      Int(first.dropFirst().dropLast()) != nil, size(rest, 1) != nil, !known.isExport
    {
      tokens[rest[0]].text = String(first.dropFirst().dropLast())
    }
    guard rest.count > 2, let count = word(rest, 0), hasDigit(count.utf8.prefix(1)) else { return }
    for position in 1...2 where word(rest, position)?.hasPrefix("(") == true {
      guard
        let close = (position...position + 1).first(where: {
          word(rest, $0)?.hasSuffix(")") == true
        }),
        close + 1 < rest.count
      else { continue }
      let size = (position...close).map { tokens[rest[$0]].text }.joined(separator: " ")
        .dropFirst().dropLast()
      guard QuantityText.amount(size, known.numbers)?.unit.isMeasure == true else { continue }
      tokens[rest[position]].text.removeFirst()
      tokens[rest[close]].text.removeLast()
    }
  }

  /// "15 oz can black beans", "400 g tins of tomatoes": what holds an amount is not part of the name.
  func skipContainer(_ rest: [Int], _ at: Int, behind unit: Unit) -> Int {
    guard unit.isMeasure, let (container, length) = self.unit(rest, at),
      container.dimension == .container, let next = word(rest, at + length),
      !UnitWords.isCompound(next)
    else { return skipOf(rest, at) }
    return skipOf(rest, at + length)
  }
}
