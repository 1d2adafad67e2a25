/// Words before the name that say how much: articles, and what holds an amount.
extension QuickAddParser {
  /// "a dozen eggs", "an apple", "two bottles of wine", "half a kilo of tomatoes".
  func leadingArticle(_ rest: [Int], _ first: String) -> Found? {
    var amount = Amount(thousandths: 1000)
    var at = 1
    switch Folding.plain(first) {
    case Array("dozen".utf8): at = 0
    case Array("a".utf8), Array("an".utf8):
      guard let next = word(rest, 1), mayFollowArticle(next) else { return nil }
      guard next.lowercased() == "couple" else { return afterNumber(amount, rest, 1) }
      let end = skipOf(rest, 2)
      return rest.count > end
        ? Found(amount: Amount(thousandths: 2000), unit: .piece, length: end) : nil
    case Array("half".utf8):
      amount.thousandths = 500
      at = 2
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
      // In other languages than English such a word may be the number of nothing: "Un Petit Beurre".
      if UnitWords.articles.contains(word), unit(rest, 1) != nil {
        return afterNumber(amount, rest, 1)
      }
      let isBeforeUnit = unit(rest, 1) != nil
      guard let number = NumberWords.number(word, isBeforeUnit: isBeforeUnit),
        let next = self.word(rest, 1), next.unicodeScalars.count > 1,
        hasNumberWord, !NumberWords.isCompound(next)
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

  /// "ein halbes Pfund Butter" is 1/2 Pfund of it.
  mutating func convertHalves() {
    let rest = rest
    guard let first = word(rest, 0) else { return }
    let at = UnitWords.articles.contains(first.lowercased()) ? 1 : 0
    guard let half = word(rest, at), half.lowercased() != "half", NumberWords.isHalf(half),
      let next = word(rest, at + 1), rest.count > at + 2,
      UnitWords.unit(next) != nil || UnitWords.customary(next) != nil
    else { return }
    tokens[rest[at]].text = "1/2"
    if at == 1 { tokens[rest[0]].field = .quantity }
  }

  /// Whether a word is a thing, or how many of it there are, rather than one that an article makes
  /// a part of the name: "a la carte", "a few".
  private func mayFollowArticle(_ word: String) -> Bool {
    word.unicodeScalars.first?.properties.isAlphabetic == true && word.unicodeScalars.count > 1
      && !Self.articleWords.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  private static let articleWords: Set<String> = [
    "few", "little", "bit", "lot", "la", "handful", "pinch", "touch", "taste",
  ]

  /// "une douzaine d'oeufs"
  mutating func dropElision(behind found: Found, _ rest: [Int]) {
    guard found.unit != .piece, let next = word(rest, found.length), next.count > 2,
      ["d'", "d’"].contains(String(next.prefix(2)))
    else { return }
    tokens[rest[found.length]].text.removeFirst(2)
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
