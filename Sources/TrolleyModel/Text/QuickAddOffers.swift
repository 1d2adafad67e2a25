/// So many for one price: `bread 2 for 5`, `2 for $5 bread`, `3 for 2.99 yogurt`, `2 milk for 3`.
extension QuickAddParser {
  /// Between how many there are and what they cost.
  private static let offerWords: Set<String> = ["for", "fur", "fuer", "pour", "por", "voor"]

  /// Whether the number that the rest begins with is that of an offer, not how many are wanted:
  /// "2 for 1 coupon".
  func isOffer(_ rest: [Int]) -> Bool {
    word(rest, 1).map(Self.isOfferWord) == true && word(rest, 2).map { hasDigit($0.utf8) } == true
  }

  static func isOfferWord(_ word: String) -> Bool {
    offerWords.contains(String(decoding: Folding.plain(word), as: UTF8.self))
  }

  /// Takes the count and the price at the beginning, or at the end but for marks. Whether that is also
  /// how many are bought turns out when the amount of the line is known.
  mutating func takeMultiBuy(from start: Int) {
    splitOffer()
    guard
      let at = tokens.indices.first(where: { at in
        at > start && !tokens[at].isLiteral && !tokens[at - 1].isLiteral
          && Self.isOfferWord(tokens[at].text)
      }),
      case let number = tokens[at - 1].text.drop(while: { $0 == "@" }),
      let (amount, end) = Amount.read(Array(number.utf8)[...], known.numbers),
      end == number.utf8.count, amount.isWhole, 2000...999_000 ~= amount.thousandths,
      let (money, length) = total(behind: at, of: amount.thousandths / 1000, isOffer: true)
    else { return }
    // "eggs @2 for 5", "eggs @ 2 for 5"
    let isApart = at - 1 > start && tokens[at - 2].text == "@" && !tokens[at - 2].isLiteral
    let words = (isApart ? at - 2 : at - 1)..<at + 1 + length
    let first =
      start < words.lowerBound && tokens[start].text.lowercased() == "any" ? start + 1 : start
    guard
      words.lowerBound == first || onlyMarks(from: words.upperBound)
        || isCount(from: words.upperBound, behind: Array(start..<words.lowerBound))
        || !isPlainNumber(at: at + 1)
    else { return }
    for k in start..<first { tokens[k].field = .quantity }
    isUnitPrice = isApart || tokens[at - 1].text.hasPrefix("@")
    offer = amount.thousandths / 1000
    result.price = money
    for k in words { tokens[k].field = k < at ? .quantity : .price }
    let before = rest.filter { $0 < words.lowerBound }
    if !before.isEmpty { dropSeparator(before, before.count - 1, as: .price) }
  }

  /// Whether nothing but how many are bought stands behind an offer: "yogurt 10 for 10 x5", "yogurt 2 for 5 (4)".
  private func isCount(from at: Int, behind name: [Int]) -> Bool {
    let words = Array(tokens.indices[at...].prefix { !isMark(tokens[$0]) })
    guard words.contains(where: { !isPlainNumber(at: $0) }),
      let count = trailing(name + words)
    else { return false }
    return count.length == words.count && count.unit == .piece
  }

  private func isPlainNumber(at: Int) -> Bool {
    tokens[at].text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C }
  }

  /// "avocados 4/$5" is read as "avocados 4 for $5", and so are "hummus (2 for $3)" and "milk (2 @ $3)" without
  /// their brackets.
  private mutating func splitOffer() {
    if let open = tokens.indices.first(where: {
      !tokens[$0].isLiteral && tokens[$0].text.hasPrefix("(")
    }),
      open + 2 < tokens.count,
      Self.isOfferWord(tokens[open + 1].text) || tokens[open + 1].text == "@",
      tokens[open + 2].text.hasSuffix(")"), hasDigit(tokens[open].text.utf8)
    {
      tokens[open].text.removeFirst()
      tokens[open + 2].text.removeLast()
    }
    for i in tokens.indices where !tokens[i].isLiteral && tokens[i].mark == 0 {
      let (text, range) = (tokens[i].text, tokens[i].range)
      let parts = text.split(separator: "/")
      guard parts.count == 2, let count = Int(parts[0]), 2...99 ~= count,
        range.count == text.utf8.count,
        case .price = QuickAddPrice.read(parts[1], currency, known.numbers, isMarked: false)
      else { continue }
      let slash = range.lowerBound + parts[0].utf8.count
      tokens.replaceSubrange(
        i...i,
        with: [
          Token(range: range.lowerBound..<slash, text: String(parts[0])),
          Token(range: slash..<slash + 1, text: "for"),
          Token(range: slash + 1..<range.upperBound, text: String(parts[1])),
        ])
      return
    }
  }

  /// An offer says how many are bought unless the line does: "3 tins tuna 2 for 3" are three. Of a
  /// measure or a usual pack it counts the packs: "500 g mince 2 for 9".
  mutating func applyOffer() {
    guard let offer else { return }
    guard let quantity = result.quantity else {
      result.quantity = Quantity(offer)
      return takeShare(of: Quantity(offer))
    }
    // Behind an @ it counts what the line does: "12 rolls @ 4 for 6".
    let isPack = quantity.unit.isMeasure || !isUnitPrice && isWhole(quantity)
    guard let pack = packSize ?? (isPack ? quantity : nil) else {
      return takeShare(of: Quantity(offer, quantity.unit))
    }
    let all = Quantity(thousandths: pack.thousandths * offer, unit: pack.unit)
    guard all.thousandths <= Quantity.limit else {
      result.refusal = result.refusal ?? "The quantity is too large."
      return
    }
    if packSize == nil {
      result.quantity = all
      packSize = pack
    }
    takeShare(of: all)
  }

  /// Takes the price behind the name of what it is for: "2 milk for 3", "potatoes 2 kg for 4". How
  /// much that is stands where amounts do.
  mutating func takeTotal(from start: Int) {
    guard result.price == nil,
      let at = tokens.indices.last(where: { at in
        at > start && !tokens[at].isLiteral && Self.isOfferWord(tokens[at].text)
      }),
      let (money, length) = total(behind: at, of: measured(before: at) ? 0 : count(at: start)),
      onlyMarks(from: at + 1 + length)
    else { return }
    result.price = money
    isTotal = true
    for k in at..<at + 1 + length { tokens[k].field = .price }
  }

  /// The price of one thing or pack, of a price for all of them. It is only said where the price
  /// divides: else it stays the price of all.
  mutating func takeShare(of quantity: Quantity) {
    result.per = quantity
    let one = packSize ?? Quantity(1, quantity.unit)
    guard packSize != nil || !quantity.unit.isMeasure,
      quantity.thousandths.isMultiple(of: one.thousandths), let money = result.price
    else { return }
    let share = money.share(of: quantity, one: one)
    (result.price, result.per) = (share.money, share.per)
  }

  func onlyMarks(from at: Int) -> Bool { tokens[at...].first.map(isMark) ?? true }

  /// The number of things that a line begins with: "2 milk", "2x milk".
  private func count(at start: Int) -> Int? {
    guard tokens.indices.contains(start), !tokens[start].isLiteral else { return nil }
    let bytes = Array(tokens[start].text.utf8)
    guard let (amount, end) = Amount.read(bytes[...], known.numbers), amount.isWhole,
      2000...999_000 ~= amount.thousandths
    else { return nil }
    let behind = String(decoding: bytes[end...], as: UTF8.self)
    let isMeasured =
      start + 1 < tokens.count && UnitWords.unit(tokens[start + 1].text)?.isMeasure == true
    return !isMeasured && behind.isEmpty || Self.isTimes(behind) ? amount.thousandths / 1000 : nil
  }

  /// Whether a measure stands right before the word: "potatoes 5 kg for 4", but not "500 g mince for 4".
  private func measured(before at: Int) -> Bool {
    trailing(rest.filter { $0 < at })?.unit.isMeasure == true
  }

  private func isMark(_ token: Token) -> Bool {
    token.mark != 0 || token.field == .picked || token.isRemark
      || !token.isLiteral && ["#", "!", "*", "★"].contains { token.text.hasPrefix($0) }
  }

  /// What stands behind the word, and how many words it has. "2 for 1" and "3 for 2" say how many are
  /// paid for, and "4 steaks for 4" whom they are for: a plain number is no price if it is one less than
  /// the count, which is 0 for a measure, nor outside of an offer the same, but for "10 yogurts for 10" and
  /// more, which few people cook for. Without a count it has the decimals of a price.
  private func total(behind at: Int, of count: Int?, isOffer: Bool = false) -> (
    money: Money, length: Int
  )? {
    if case (.price(let money, nil), let length) = price(at: at + 1) { return (money, length) }
    guard at + 1 < tokens.count, !tokens[at + 1].isLiteral else { return nil }
    guard let count else {
      let bare = QuickAddPrice.bare(tokens[at + 1].text, currency, known.numbers)
      return bare.flatMap { $0.per == nil ? ($0.0, 1) : nil }
    }
    guard
      case .price(let money, nil) = QuickAddPrice.read(
        tokens[at + 1].text, currency, known.numbers, isMarked: true),
      let least = Money(decimal: String(count), currency: currency),
      tokens[at + 1].text.utf8.contains(where: { $0 == 0x2E || $0 == 0x2C })
        || QuickAddPrice.bare(tokens[at + 1].text, currency, known.numbers) != nil
        || money.minorUnits != least.minorUnits - currency.scale
          && (isOffer || money != least || count >= 10)
    else { return nil }
    return (money, 1)
  }
}
