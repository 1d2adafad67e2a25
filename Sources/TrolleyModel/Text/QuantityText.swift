/// A quantity in a field of its own: `2`, `500 g`, `½ l`, `1,5 kg`, and `kg` for one of them.
public enum QuantityText {
  /// Nil unless the text is one number, a unit, or both; `/` or `per` may stand before it.
  public static func parse(_ text: String, numbers: NumberStyle = .english) -> Quantity? {
    var text = Substring(CleanText.line(text))
    for word in ["/", "per "] where text.lowercased().hasPrefix(word) {
      text = text.dropFirst(word.count).trimmingSpaces()
    }
    return packs(text, numbers)?.quantity ?? amount(text, numbers)
      ?? UnitWords.unit(text).map { Quantity(1, $0) }
  }

  /// The size of what several packs are: the 330 ml of `6 x 330 ml`. Nil for any other text.
  public static func pack(_ text: String, numbers: NumberStyle = .english) -> Quantity? {
    packs(Substring(CleanText.line(text)), numbers)?.pack
  }

  /// The same in all the ways of the add line: `1 1/2 lb`, `500 g x2`, `a dozen`, `6 cans of 330 ml`, with the size
  /// of what several packs are.
  package static func typed(
    _ text: String, numbers: NumberStyle = .english
  ) -> (quantity: Quantity, pack: Quantity?)? {
    if let plain = parse(text, numbers: numbers) {
      return plain.isValid ? (plain, pack(text, numbers: numbers)) : nil
    }
    let text = CleanText.line(text, limit: .name)
    guard !text.isEmpty else { return nil }
    let name = "goods"
    for line in [text + " " + name, text + " of " + name, name + " " + text] {
      let read = QuickAdd.parse(line, currency: .usd, known: .init(numbers: numbers))
      var plain = read
      plain.pack = nil
      if let found = read.quantity, plain.means(QuickAdd(name: name, quantity: found)) {
        return (found, read.pack)
      }
    }
    return nil
  }

  private static func packs(
    _ text: Substring, _ numbers: NumberStyle
  ) -> (quantity: Quantity, pack: Quantity)? {
    guard let sign = text.firstIndex(where: { "x×X*".contains($0) }),
      let count = amount(text[..<sign].trimmingSpaces(), numbers), count.unit == .piece,
      let pack = amount(text[text.index(after: sign)...].trimmingSpaces(), numbers),
      pack.unit.isMeasure
    else { return nil }
    let (product, overflow) = pack.thousandths.multipliedReportingOverflow(by: count.thousandths)
    guard !overflow, product > 0, product / 1000 <= Quantity.limit else { return nil }
    return (Quantity(thousandths: product / 1000, unit: pack.unit), pack)
  }

  /// Nil unless the text is one number, optionally followed by a unit.
  static func amount(_ text: some StringProtocol, _ numbers: NumberStyle) -> Quantity? {
    let bytes = Array(text.utf8)
    guard let (amount, end) = Amount.read(bytes[...], numbers) else { return nil }
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    let word = Substring(rest).trimmingSpaces()
    if word.isEmpty { return amount.quantity(.piece) }
    return UnitWords.unit(word).flatMap { amount.quantity($0) }
  }
}

/// A price in a field of its own, in every form that prices are printed in: `2.50`, `$2.50/kg`,
/// `1.299,99 €`, `CHF 12.40`, `2.50 per kg`.
public enum PriceText {
  /// The price, and what it is for if the text says so; nil for anything else.
  public static func parse(
    _ text: String, currency: Currency, numbers: NumberStyle = .english
  ) -> (money: Money, per: Quantity?)? {
    var line = CleanText.line(text)
    for space in ["\u{A0}", "\u{202F}"] {
      line = line.split(separator: space).joined(separator: " ")
    }
    line = line.split(separator: "’").joined(separator: "'")
    line = line.split(separator: " per ", maxSplits: 1).joined(separator: "/")
    // A blank between two digits groups them; any other is of no importance.
    let bytes = Array(line.utf8)
    let kept = bytes.indices.filter { at in
      bytes[at] != 0x20
        || at > 0 && bytes[at - 1] &- 0x30 < 10 && at + 1 < bytes.count
          && bytes[at + 1] &- 0x30 < 10
    }
    let compact = String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
    if case .price(let money, let per) = QuickAddPrice.read(
      compact, currency, numbers, isMarked: true)
    {
      return (money, per)
    }
    // "$0.80 each"
    guard let blank = line.lastIndex(of: " "),
      QuickAddParser.meansEach(String(line[line.index(after: blank)...])),
      let price = parse(String(line[..<blank]), currency: currency, numbers: numbers)
    else { return nil }
    return price.per == nil ? (price.money, .one) : nil
  }

  /// A price as a person may type it into a field: the plain number, with a sign or the code if it is
  /// in another currency than the list.
  public static func typed(
    _ price: Money, currency list: Currency, numbers: NumberStyle = .english
  ) -> String {
    let number = price.decimal.split(separator: ".").joined(separator: numbers.point)
    guard price.currency != list else { return number }
    let plain = NumberStyle(
      point: numbers.point, group: "", isSymbolFirst: true, hasBlank: false)
    let text = Wording.money(price, style: plain).split(separator: "\u{A0}").joined(separator: " ")
    return parse(text, currency: list, numbers: numbers)?.money == price
      ? text : price.currency.code + " " + number
  }
}
