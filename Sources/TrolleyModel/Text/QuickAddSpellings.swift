/// Numbers that people write with a hyphen, stuck to a word, or on both sides of a currency.
extension QuickAddParser {
  mutating func respellNumbers(from start: Int) {
    for at in tokens.indices where at >= start {
      respellHyphen(at, from: start)
      respellDash(at)
    }
    for at in tokens.indices.reversed() where at >= start {
      splitEach(at)
      joinCents(at)
    }
  }

  /// "1-1/2 lb", "1 1/2-lb steak", "3-lb roast".
  private mutating func respellHyphen(_ at: Int, from start: Int) {
    guard isPlain(at), tokens[at].text.contains("-") else { return }
    let sides = tokens[at].text.split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, hasDigit(sides[0].utf8.prefix(1)) else { return }
    if Self.isWhole(sides[0]), let part = Self.part(String(sides[1])) {
      tokens[at].text = sides[0] + part.sign + part.unit
    } else if UnitWords.unit(sides[1])?.isMeasure == true {
      if at == start + 1, isPlain(start), Self.isWhole(tokens[start].text[...]),
        let part = Self.part(String(sides[0])), part.unit.isEmpty
      {
        tokens[start].text += part.sign
        tokens[at].text = String(sides[1])
      } else if at == start {
        tokens[at].text = sides.joined()
      }
    }
  }

  /// "-,89" is 0,89, as German shelves have it.
  private mutating func respellDash(_ at: Int) {
    let text = tokens[at].text
    guard isPlain(at), let dash = text.first, "-–—".contains(dash),
      text.dropFirst().hasPrefix(known.numbers.point),
      case let cents = text.dropFirst(2), cents.count == 2, Self.isWhole(cents)
    else { return }
    tokens[at].text = "0" + text.dropFirst()
    tokens[at].isJoined = true
  }

  /// "1.49ea" are two words, and "$12.99lb" is a price of a pound.
  private mutating func splitEach(_ at: Int) {
    guard isPlain(at), hasDigit(tokens[at].text.utf8) else { return }
    let (text, range) = (tokens[at].text, tokens[at].range)
    let number = text.prefix { !$0.isLetter }
    let word = text[number.endIndex...]
    guard !word.isEmpty, Self.hasCents(String(number.drop { !$0.isNumber })) else { return }
    if Self.meansEach(String(word)) {
      let middle = range.lowerBound + number.utf8.count
      tokens.replaceSubrange(
        at...at,
        with: [
          Token(range: range.lowerBound..<middle, text: String(number)),
          Token(range: middle..<range.upperBound, text: String(word)),
        ])
    } else if number.first.map({ !$0.isNumber && $0 != "@" }) == true,
      QuickAddPrice.isSign(number.prefix { !$0.isNumber }, currency, isMarked: false),
      UnitWords.unit(word)?.isWeight == true
    {
      tokens[at].text = number + "/" + word
    }
  }

  /// "3 Euro 49" at the end of a line.
  private mutating func joinCents(_ at: Int) {
    guard currency.digits == 2, at + 2 < tokens.count, (at...at + 2).allSatisfy({ isPlain($0) }),
      at + 3 == tokens.count || tokens[at + 3].mark != 0,
      Self.isWhole(tokens[at].text[...]), tokens[at + 2].text.utf8.count == 2,
      Self.isWhole(tokens[at + 2].text[...]),
      CurrencySign(tokens[at + 1].text[...], list: currency, isMarked: false) != nil
    else { return }
    tokens[at].text += known.numbers.point + tokens[at + 2].text
    tokens[at + 1].range = tokens[at + 1].range.lowerBound..<tokens[at + 2].range.upperBound
    tokens[at + 1].isJoined = true
    tokens.remove(at: at + 2)
  }

  private func isPlain(_ at: Int) -> Bool {
    tokens.indices.contains(at) && !tokens[at].isLiteral && tokens[at].mark == 0
  }

  private static func isWhole(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 3 && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }
}
