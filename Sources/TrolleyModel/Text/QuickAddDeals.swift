/// What is paid for of several, and what is paid on top: `3 for 2 shampoo 4.99`, and
/// `crate of beer 15.99 + 3.10 deposit`.
extension QuickAddParser {
  enum Condition { case deal, deposit }

  /// Takes "3 for 2", which is three for the price of two where the line has a price.
  mutating func takeDeal(from start: Int) {
    guard result.price == nil,
      let at = tokens.indices.first(where: {
        $0 > start && isPlain($0) && Self.isOfferWord(text($0))
      }),
      let count = number(at - 1), let paid = number(at + 1), paid > 0, paid == count - 1
    else { return }
    deal = (count, paid)
    hide(at - 1..<at + 2, .deal, .quantity)
  }

  /// So many cost what is paid for; without a price the words are a part of the name.
  mutating func applyDeal() {
    guard let deal else { return }
    guard let price = result.price, !isTotal, result.quantity?.unit ?? .piece == .piece,
      result.per ?? .one == .one, price.minorUnits <= Money.limit / deal.paid
    else { return show(.deal) }
    result.price = Money(minorUnits: price.minorUnits * deal.paid, currency: price.currency)
    result.per = Quantity(deal.count)
    result.quantity = result.quantity ?? Quantity(deal.count)
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
      result.per.map({ !$0.unit.isMeasure || $0 == result.quantity }) ?? true,
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
    guard tokens.indices.contains(at), isPlain(at), let number = Int(tokens[at].text),
      1...99 ~= number
    else { return nil }
    return number
  }

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
