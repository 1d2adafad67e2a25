/// Prices inside a line.
package enum QuickAddPrice {
  case none
  case price(Money, per: Quantity?)
  case refused(String)

  /// - Parameter isMarked: whether an `@` says that it is a price; else it needs a currency's sign.
  package static func read(
    _ text: some StringProtocol, _ currency: Currency, _ numbers: NumberStyle = .english,
    isMarked: Bool
  ) -> Self {
    var number = Substring(narrow(text))
    var per: Quantity?
    if let slash = number.firstIndex(of: "/") {
      guard let amount = amount(number[number.index(after: slash)...], numbers) else {
        return .none
      }
      per = amount
      number = number[..<slash]
    }
    var isMarked = isMarked
    var currency = currency
    if let (rest, own) = withoutSign(number, currency, isMarked: isMarked) {
      number = rest
      currency = own
      isMarked = true
    }
    guard isMarked else { return .none }
    var isNegative = false
    if number.utf8.first == 0x2D {
      isNegative = true
      number = number.dropFirst()
    }
    guard let plain = plainNumber(number, currency, numbers) else { return .none }
    if isNegative { return .refused("A price can’t be below 0.") }
    if let money = Money(decimal: plain, currency: currency) { return .price(money, per: per) }
    let whole = plain.prefix { $0 != "." }
    if Money(decimal: whole, currency: currency) == nil {
      return .refused("The price is too large.")
    }
    let digits = currency.digits
    return .refused(
      digits == 0
        ? "A price in \(currency.code) has no decimals."
        : "A price in \(currency.code) has at most \(digits) decimals.")
  }

  /// The price in a word that only looks like one, and what it is for: with exactly the decimals of
  /// the currency, which has at least two.
  static func bare(
    _ text: String, _ currency: Currency, _ numbers: NumberStyle
  ) -> (Money, per: Quantity?)? {
    let number = text.prefix { $0 != "/" }
    let decimals = number.utf8.reversed().prefix { $0 &- 0x30 < 10 }.count
    guard currency.digits > 1, decimals == currency.digits, number.utf8.count > decimals + 1,
      number.utf8.first.map({ $0 &- 0x30 < 10 }) == true,
      let plain = plainNumber(number, currency, numbers), plain.contains("."),
      case .price(let money, let per) = read(text, currency, numbers, isMarked: true)
    else { return nil }
    return (money, per)
  }

  /// Whether a word is nothing but a sign of a currency, perhaps with what a price is for: `€/kg`.
  static func isSign(_ text: some StringProtocol, _ currency: Currency) -> Bool {
    let sign = text.prefix { $0 != "/" }
    return signs(currency).contains { $0 == sign } || otherSigns.contains { $0.0 == sign }
      || letterSigns.contains { $0.0 == sign } || Currency.common.contains(String(sign))
  }

  /// Whether a word is the next thousands of a number grouped by blanks: "1 500", "1 500,50".
  static func goesOn(_ number: String, with word: String) -> Bool {
    let digits = word.utf8.prefix { $0 &- 0x30 < 10 }
    let behind = word.utf8.dropFirst(3).first
    return digits.count == 3 && behind != 0x2E
      && number.utf8.last.map { $0 &- 0x30 < 10 } == true
      && number.utf8.reversed().prefix { $0 &- 0x30 < 10 }.count <= 3
      && number.utf8.allSatisfy { $0 != 0x2C && $0 != 0x2E && $0 != 0x2F }
  }

  /// Full-width digits and signs, as East Asian keyboards write them, as narrow ones; the apostrophe
  /// of Swiss numbers as that of the keyboard.
  private static func narrow(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: { $0 == 0xEF || $0 == 0xE2 }) else { return String(text) }
    var narrow = ""
    for scalar in text.unicodeScalars {
      let value: UInt32 =
        switch scalar.value {
        case 0xFF01...0xFF5E: scalar.value - 0xFEE0
        case 0x2019: 0x27
        case 0xFFE5: 0xA5
        case 0xFFE1: 0xA3
        default: scalar.value
        }
      narrow.unicodeScalars.append(Unicode.Scalar(value) ?? scalar)
    }
    return narrow
  }

  /// The number without the sign of a currency before or behind it. A list in dollars takes prices
  /// in euros, too, behind an @ or with the sign: they are kept as they were written.
  private static func withoutSign(
    _ number: Substring, _ currency: Currency, isMarked: Bool
  ) -> (Substring, Currency)? {
    func rest(_ sign: String) -> Substring? {
      guard number.utf8.count > sign.utf8.count else { return nil }
      if number.hasPrefix(sign) { return number.dropFirst(sign.count) }
      return number.hasSuffix(sign) ? number.dropLast(sign.count) : nil
    }
    // "R$" ends in "$": what takes most of the text is the sign.
    var best: (rest: Substring, currency: Currency)?
    func consider(_ sign: String, _ currency: Currency?) {
      guard let currency, let rest = rest(sign), rest.count < best?.rest.count ?? .max else {
        return
      }
      best = (rest, currency)
    }
    for sign in signs(currency) { consider(sign, currency) }
    for (sign, code) in otherSigns
    where isMarked || number.hasSuffix(sign) || sign.utf8.first.map({ $0 >= 0x80 }) == true {
      consider(sign, Currency(code: code))
    }
    if isMarked {
      for (sign, code) in letterSigns { consider(sign, Currency(code: code)) }
    }
    if let best { return best }
    guard isMarked else { return nil }
    guard number.utf8.count > 3 else { return nil }
    for (code, rest) in [
      (number.suffix(3), number.dropLast(3)), (number.prefix(3), number.dropFirst(3)),
    ] where code.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) {
      if let other = Currency(code: code) { return (rest, other) }
    }
    return nil
  }

  /// Signs that are understood in every list.
  private static let otherSigns = [
    ("US$", "USD"), ("A$", "AUD"), ("C$", "CAD"), ("R$", "BRL"), ("$", "USD"), ("€", "EUR"),
    ("£", "GBP"), ("¥", "JPY"), ("₹", "INR"), ("₩", "KRW"), ("₪", "ILS"), ("₫", "VND"),
    ("₴", "UAH"), ("₽", "RUB"), ("₺", "TRY"), ("zł", "PLN"), ("EUR", "EUR"), ("USD", "USD"),
    ("GBP", "GBP"), ("CHF", "CHF"),
  ]

  /// The signs that prices are printed with. Their letters are also words or parts of them: they are
  /// signs only behind an @.
  private static let letterSigns: [(String, String)] = {
    let all = Currency.common.sorted().compactMap { code in
      Currency(code: code).map { ($0.symbol, code) }
    }
    return all.filter { sign, code in
      // Several currencies are called kr, and a single letter means too much else.
      sign != code && sign.utf8.count > 1 && all.count { $0.0 == sign } == 1
    }
  }()

  /// Digits with at most one point, grouping marks left out; nil for anything that is no number.
  static func plainNumber(
    _ text: some StringProtocol, _ currency: Currency, _ numbers: NumberStyle
  ) -> String? {
    guard text.utf8.count <= 32 else { return nil }
    var plain: [UInt8] = []
    var marks: [(byte: UInt8, at: Int)] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57: plain.append(byte)
      case 0x2E, 0x2C, 0x20, 0x27: marks.append((byte, plain.count))
      default: return nil
      }
    }
    guard !plain.isEmpty else { return nil }
    guard let last = marks.last else { return String(decoding: plain, as: UTF8.self) }
    let behind = plain.count - last.at
    // "1,200", or "1.200" where points group, is a thousand and two hundred unless the currency has
    // three decimals; blanks and apostrophes only ever group, and so does the point of a currency
    // without decimals.
    let isGroup =
      last.byte == 0x20 || last.byte == 0x27 || last.byte == 0x2E && currency.digits == 0
    let isLone = marks.allSatisfy { $0.byte == last.byte }
    let groups =
      isLone && behind == 3 && marks[0].at > 0 && plain[0] != 0x30
      && (isGroup || marks.count > 1
        || last.byte == numbers.groupingByte && currency.digits < 3)
    if !groups, last.byte == 0x20 || last.byte == 0x27 { return nil }
    let grouping = groups ? marks[...] : marks.dropLast()
    var previous = 0
    for (index, mark) in grouping.enumerated() {
      if mark.byte != grouping[0].byte || mark.at == 0 { return nil }
      if index > 0 ? mark.at - previous != 3 : mark.at > 3 { return nil }
      previous = mark.at
    }
    if groups { return String(decoding: plain, as: UTF8.self) }
    if !grouping.isEmpty, last.byte == grouping[0].byte || last.at - previous != 3 { return nil }
    plain.insert(0x2E, at: last.at)
    return String(decoding: plain, as: UTF8.self)
  }

  /// `kg`, `500g`, `piece`.
  private static func amount(_ text: Substring, _ numbers: NumberStyle) -> Quantity? {
    if let unit = UnitWords.unit(text) { return Quantity(1, unit) }
    let bytes = Array(text.utf8)
    guard let (amount, end) = Amount.read(bytes[...], numbers), end < bytes.count,
      amount.thousandths > 0,
      let unit = UnitWords.unit(String(decoding: bytes[end...], as: UTF8.self))
    else { return nil }
    return amount.quantity(unit)
  }

  /// Whether a line can hold a price at all: most do not, and need not be looked at word by word.
  static func mayStand(in line: [UInt8], _ currency: Currency) -> Bool {
    guard line.contains(where: { $0 &- 0x30 < 10 || $0 >= 0x80 }) else {
      return false
    }
    if line.contains(0x40) { return true }
    return signs(currency).contains { $0.utf8.first.map(line.contains) ?? false }
      || otherSigns.contains { $0.0.utf8.first.map(line.contains) ?? false }
  }

  private static func signs(_ currency: Currency) -> [String] {
    let code = currency.code
    let more: [String] =
      switch code {
      case "USD": ["US$"]
      case "EUR": ["Euro", "euro"]
      case "GBP": ["GB£"]
      case "SEK", "NOK", "DKK", "ISK": ["kr", "kr."]
      case "CHF": ["Fr.", "Fr"]
      case "BRL": ["R$"]
      case "CAD": ["C$", "$"]
      case "AUD": ["A$", "$"]
      case "NZD", "MXN", "ARS", "CLP", "COP", "SGD", "HKD": ["$"]
      case "CZK": ["Kč"]
      case "HUF": ["Ft"]
      case "RUB": ["₽"]
      case "TRY": ["₺"]
      case "CNY": ["¥", "元"]
      case "JPY": ["円"]
      default: []
      }
    return more + [currency.symbol, code]
  }
}
