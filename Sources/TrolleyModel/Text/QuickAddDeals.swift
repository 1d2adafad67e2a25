/// Offers of some of several for nothing, and what is paid on top: `3 for 2 shampoo 4.99`, and
/// `crate of beer 15.99 + 3.10 deposit`.
extension QuickAddParser {
  enum Condition { case deal, deposit }

  /// Takes "3 for 2", and "3x2" where a comma is the decimal mark: there offers are written so.
  mutating func takeDeal(from start: Int) {
    for at in tokens.indices where at >= start && isPlain(at) {
      if at > start, Self.isOfferWord(text(at)), let count = number(at - 1),
        number(at + 1) == count - 1, !isPrice(at + 1)
      {
        deal = count
        return hide(at - 1..<at + 2, .deal, .quantity)
      }
      let numbers = text(at).split { $0 == "x" || $0 == "×" }
      if known.numbers.point == ",", numbers.count == 2, let count = number(numbers[0]),
        number(numbers[1]) == count - 1, !isPackSize(at)
      {
        deal = count
        return hide(at..<at + 1, .deal, .quantity)
      }
    }
  }

  /// "3 für 2 €" is what three cost.
  private func isPrice(_ at: Int) -> Bool {
    if case (.price, _) = price(at: at) { true } else { false }
  }

  /// "2x1 l Milch", "3x2 Eier": so many of a size.
  private func isPackSize(_ at: Int) -> Bool {
    at + 1 < tokens.count && UnitWords.unit(tokens[at + 1].text) != nil
      || tokens.contains { UnitWords.isCountedInPacks($0.text) }
  }

  /// The price stays that of one, since what they cost depends on how many are bought; the offer is said
  /// beside it. Without a price its words are a part of the name, unless the other words are that of a
  /// known item.
  mutating func applyDeal() {
    guard let deal else { return }
    guard result.price != nil || mayBeFreeDeal, !isTotal else { return show(.deal) }
    result.offer = "\(deal) for \(deal - 1)"
    if result.quantity == nil, result.per ?? .one == .one {
      result.quantity = Quantity(deal)
      if result.price != nil { result.per = .one }
    }
  }

  /// Takes "+ 3.10 deposit" and "zzgl. Pfand 3,10".
  mutating func takeDeposit() {
    guard
      let plus = tokens.indices.last(where: {
        $0 > 0 && isPlain($0) && Self.pluses.contains(text($0))
      })
    else { return }
    var at = plus + 1
    let isNamedFirst = isDeposit(at)
    if isNamedFirst { at += 1 }
    guard let (money, length) = money(at) else { return }
    at += length
    if !isNamedFirst {
      guard isDeposit(at) else { return }
      at += 1
    }
    deposit = money
    hide(plus..<at, .deposit, .price)
  }

  /// The deposit is paid with the price; for a price of a kilo it says nothing.
  mutating func addDeposit() {
    guard let money = deposit else { return }
    guard let price = result.price, price.currency == money.currency,
      result.per.map({ !$0.unit.isMeasure || [result.quantity, packSize].contains($0) }) ?? true,
      price.minorUnits + money.minorUnits <= Money.limit
    else { return show(.deposit) }
    result.price = Money(
      minorUnits: price.minorUnits + money.minorUnits, currency: price.currency)
  }

  private static let pluses: Set<String> = ["+", "plus", "zzgl", "zzgl.", "zuzüglich"]
  private static let deposits: Set<String> = ["deposit", "pfand", "consigne", "deposito", "pant"]

  private func isDeposit(_ at: Int) -> Bool {
    tokens.indices.contains(at) && isPlain(at) && Self.deposits.contains(text(at))
  }

  private func money(_ at: Int) -> (money: Money, length: Int)? {
    guard tokens.indices.contains(at), isPlain(at) else { return nil }
    if case (.price(let money, nil), let length) = price(at: at) { return (money, length) }
    let bare = QuickAddPrice.bare(tokens[at].text, currency, known.numbers)
    return bare.flatMap { $0.per == nil ? ($0.0, 1) : nil }
  }

  private func number(_ at: Int) -> Int? {
    tokens.indices.contains(at) && isPlain(at) ? number(tokens[at].text[...]) : nil
  }

  private func number(_ text: Substring) -> Int? { Int(text).flatMap { 1...99 ~= $0 ? $0 : nil } }

  private func isPlain(_ at: Int) -> Bool {
    !tokens[at].isLiteral && tokens[at].mark == 0 && tokens[at].field == .name
  }

  private func text(_ at: Int) -> String {
    String(decoding: Folding.plain(tokens[at].text), as: UTF8.self)
  }

  /// What has been read is no part of a price or an amount besides.
  private mutating func hide(
    _ words: Range<Int>, _ condition: Condition, _ field: QuickAdd.Field
  ) {
    for k in words {
      tokens[k].condition = condition
      tokens[k].field = field
      tokens[k].isLiteral = true
    }
  }

  private mutating func show(_ condition: Condition) {
    for k in tokens.indices where tokens[k].condition == condition {
      tokens[k].field = .name
      tokens[k].isLiteral = false
    }
  }
}

extension QuickAdd {
  /// Whether a text is an offer as it is noted beside a price: "3 for 2".
  package static func isOffer(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1] == "for", let count = Int(words[0]) else { return false }
    return Int(words[2]) == count - 1
  }
}
