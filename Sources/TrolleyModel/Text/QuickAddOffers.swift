/// So many for one price: `bread 2 for 5`, `2 for $5 bread`, `3 for 2.99 yogurt`.
extension QuickAddParser {
  /// Between how many there are and what they cost.
  private static let offerWords: Set<String> = ["for", "fur", "fuer", "pour", "por"]

  /// Whether the number that the rest begins with is that of an offer, not how many are wanted:
  /// "2 for 1 coupon".
  func isOffer(_ rest: [Int]) -> Bool {
    word(rest, 1).map(Self.isOfferWord) == true && word(rest, 2).map { hasDigit($0.utf8) } == true
  }

  private static func isOfferWord(_ word: String) -> Bool {
    offerWords.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  /// Takes the count and the price at the beginning, or at the end but for marks. What one costs is
  /// only said where the price divides: else it stays the price of all of them.
  mutating func takeMultiBuy(from start: Int) {
    guard
      let at = tokens.indices.first(where: { at in
        at > start && !tokens[at].isLiteral && !tokens[at - 1].isLiteral
          && Self.isOfferWord(tokens[at].text)
      }),
      let (amount, end) = Amount.read(Array(tokens[at - 1].text.utf8)[...], known.numbers),
      end == tokens[at - 1].text.utf8.count, amount.isWhole, 2000...999_000 ~= amount.thousandths,
      let (money, length) = total(behind: at, of: amount.thousandths / 1000)
    else { return }
    let words = at - 1..<at + 1 + length
    let behind = tokens[words.upperBound...]
    guard words.lowerBound == start || behind.first.map(isMark) ?? true else { return }
    let count = amount.thousandths / 1000
    let isExact = money.minorUnits.isMultiple(of: count)
    result.quantity = Quantity(count, .piece)
    result.price =
      isExact ? Money(minorUnits: money.minorUnits / count, currency: money.currency) : money
    result.per = Quantity(isExact ? 1 : count, .piece)
    for k in words { tokens[k].field = k < at ? .quantity : .price }
  }

  private func isMark(_ token: Token) -> Bool {
    token.mark != 0
      || !token.isLiteral && ["#", "!", "*", "★"].contains { token.text.hasPrefix($0) }
  }

  /// What stands behind the word, and how many words it has. "2 for 1" and "3 for 2" are no prices: a
  /// plain number is one only if it is more than the count.
  private func total(behind at: Int, of count: Int) -> (money: Money, length: Int)? {
    if case (.price(let money, nil), let length) = price(at: at + 1) { return (money, length) }
    guard at + 1 < tokens.count, !tokens[at + 1].isLiteral,
      case .price(let money, nil) = QuickAddPrice.read(
        tokens[at + 1].text, currency, known.numbers, isMarked: true),
      let least = Money(decimal: String(count), currency: currency),
      tokens[at + 1].text.utf8.contains(where: { $0 == 0x2E || $0 == 0x2C })
        || money.minorUnits > least.minorUnits
    else { return nil }
    return (money, 1)
  }
}
