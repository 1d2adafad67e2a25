/// Prices inside a line.
package enum QuickAddPrice {
  case none
  case price(Money, per: Quantity?)
  /// A price in one of several currencies.
  case unclear
  case refused(String)

  /// - Parameter isMarked: whether an `@` says that it is a price; else it needs a currency's sign.
  package static func read(
    _ text: some StringProtocol, _ currency: Currency, _ numbers: NumberStyle = .english,
    isMarked: Bool
  ) -> Self {
    var text = Substring(narrow(text))
    var per: Quantity?
    // "60/-" and "Rs.60/-" are prices of whole rupees or shillings.
    let isMarked = isMarked || text.hasSuffix("/-")
    if text.hasSuffix("/-") { text = text.dropLast(2) }
    if let slash = text.firstIndex(of: "/") {
      guard let amount = amount(text[text.index(after: slash)...], numbers) else {
        return .none
      }
      per = amount
      text = text[..<slash]
    }
    guard var parts = Parts(text, isMarked: isMarked) else { return .none }
    // "£1.20p"
    if !parts.front.isEmpty, parts.number.contains(where: { $0 == "." || $0 == "," }),
      currencyOfHundredths(parts.back, currency) != nil
    {
      parts.back = ""
    }
    var cents = parts.back == "¢"
    if cents { (parts.front, parts.back) = ("$", "") }
    var own: CurrencySign?
    if parts.front.isEmpty {
      own = hundredths(parts.back, currency, isMarked: isMarked)
      if own == nil, isMarked {
        own = currencyOfHundredths(parts.back, currency).map { .currency($0) }
      }
      cents = cents || own != nil
    }
    own = own ?? parts.currency(currency, isMarked: isMarked)
    guard let own else { return .none }
    guard case .currency(let currency) = own else { return .unclear }
    guard let plain = plainNumber(parts.number, currency, numbers) else { return .none }
    if parts.isNegative { return .refused("A price can’t be below 0.") }
    if cents {
      guard let minor = Int(plain), minor <= Money.limit else { return .none }
      return .price(Money(minorUnits: minor, currency: currency), per: per)
    }
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

  /// The number of a price, and what stands before and behind it.
  private struct Parts {
    var front: Substring
    var number: Substring
    var back: Substring
    var isNegative = false
    /// "5,-" and "12:-" are prices without any sign.
    var hasDash = false

    /// Nil without digits.
    init?(_ text: Substring, isMarked: Bool) {
      func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
      guard let first = text.firstIndex(where: isDigit),
        let last = text.lastIndex(where: isDigit)
      else { return nil }
      front = text[..<first]
      number = text[first...last]
      back = text[text.index(after: last)...]
      // ".99", but not the point of "Fr.5".
      if let mark = front.last, mark == "." || mark == ",",
        front.dropLast().last?.isLetter != true
      {
        number = text[text.index(before: first)...last]
        front.removeLast()
      }
      if front.first == "-" {
        isNegative = true
        front.removeFirst()
      } else if front.last == "-" {
        isNegative = true
        front.removeLast()
      }
      for dash in ["-", "–", "—"] {
        for mark in [",", ".", ":"] where back.hasPrefix(mark + dash) {
          hasDash = true
          back = back.dropFirst(2)
        }
      }
      if back == "," || back == "." { back = "" }
      splitAtSign()
    }

    /// "1€20": the sign stands where the decimal mark would.
    private mutating func splitAtSign() {
      guard front.isEmpty, back.isEmpty,
        let sign = number.firstIndex(where: { !$0.isNumber && !".,:' ’".contains($0) }),
        !number[sign].isLetter, number[..<sign].allSatisfy(\.isNumber)
      else { return }
      let hundredths = number[number.index(after: sign)...]
      guard hundredths.count == 2, hundredths.allSatisfy(\.isNumber) else { return }
      back = number[sign...sign]
      number = "\(number[..<sign]).\(hundredths)"
    }

    /// The currency of the price in a list: that of the signs, which have to agree. Nil where there
    /// is something else beside the number, or nothing says that it is a price.
    func currency(_ list: Currency, isMarked: Bool) -> CurrencySign? {
      if front.isEmpty, back.isEmpty { return isMarked || hasDash ? .currency(list) : nil }
      func sign(_ text: Substring) -> CurrencySign? {
        if let sign = CurrencySign(text, list: list, isMarked: isMarked) { return sign }
        // Behind an @ any code is one.
        guard isMarked, text.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else { return nil }
        return Currency(code: text).map { .currency($0) }
      }
      if back.isEmpty { return sign(front) }
      guard let behind = sign(back) else { return nil }
      if front.isEmpty { return behind }
      guard let before = sign(front) else { return nil }
      // "$5 CAD"
      return before == behind || front == "$" ? behind : .unclear
    }
  }

  /// The words for hundredths of currencies. Those of which people write none are left out.
  private static let hundredths: [(of: String, words: String)] = [
    ("EUR", "ct cts cent cents centime centimes céntimo céntimos cêntimo cêntimos centesimi"),
    ("USD AUD CAD NZD SGD HKD ZAR", "cts cent cents"), ("GBP", "pence"),
    ("CHF", "rp rappen centime centimes centesimi"), ("SEK", "öre"), ("DKK NOK", "øre"),
    ("PLN", "grosz grosze groszy"), ("RON", "bani"), ("RUB BYN", "коп копейка копейки копеек"),
    ("UAH", "коп копійка копійки копійок"), ("TRY", "kuruş kurus"), ("ILS", "agorot"),
    ("INR", "paise paisa"), ("MYR", "sen"), ("ARS BRL MXN PHP", "centavo centavos"),
  ]

  /// The letter behind a number of hundredths: `50c` and `50p`.
  private static func hundredthsLetter(of currency: Currency) -> Substring? {
    switch currency.code {
    case "EUR", "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "ZAR": "c"
    case "GBP": "p"
    default: nil
    }
  }

  private static let spellings = WordTable(hundredths.map { ($0.words, 1) })

  /// The codes of the currencies by a word for their hundredths.
  private static let hundredthsWords = Dictionary(
    hundredths.flatMap { row in
      row.words.split(separator: " ").map { (String($0), row.of) }
    }, uniquingKeysWith: { $0 + " " + $1 })

  /// Of which currency a word behind a number makes it hundredths: `79ct`, `79 cents`. In America
  /// `12 ct` is a count, unless it is a price; where there are no cents it is not clear what it is.
  private static func hundredths(
    _ word: Substring, _ list: Currency, isMarked: Bool
  ) -> CurrencySign? {
    guard 2...14 ~= word.utf8.count else { return nil }
    var word = word.lowercased()
    if word.utf8.last == 0x2E { word.removeLast() }
    if spellings[word.utf8] != nil || word.utf8.contains(where: { $0 >= 0x80 }),
      let codes = hundredthsWords[word], codes.contains(list.code)
    {
      return .currency(list)
    }
    guard word == "ct" else { return nil }
    guard hundredthsLetter(of: list) == "c" else { return .unclear }
    return isMarked ? .currency(list) : nil
  }

  /// Whether a word is a number of hundredths, perhaps with what that is for: of two digits, as an iPhone
  /// may be 5c.
  static func isHundredths(_ word: some StringProtocol, _ currency: Currency) -> Bool {
    let number = word.prefix { $0 != "/" }
    let digits = number.utf8.dropLast()
    return digits.count == 2 && digits.first != 0x30 && digits.allSatisfy { $0 &- 0x30 < 10 }
      && currencyOfHundredths(Substring(number.suffix(1)), currency) != nil
  }

  /// Of which currency a letter behind a number makes it hundredths: a `p` is always one of pence.
  private static func currencyOfHundredths(_ letter: Substring, _ list: Currency) -> Currency? {
    if hundredthsLetter(of: list) == letter { return list }
    return letter == "p" ? Currency(code: "GBP") : nil
  }

  /// The price in a word that only looks like one, and what it is for: with exactly the decimals of
  /// the currency, which has at least two; in hundredths; or whole, for a measure.
  ///
  /// - Parameter isWhole: whether what follows says that it is a price for a measure.
  static func bare(
    _ text: String, _ currency: Currency, _ numbers: NumberStyle, isWhole: Bool = false
  ) -> (Money, per: Quantity?)? {
    let number = text.prefix { $0 != "/" }
    let slash = text.dropFirst(number.count + 1)
    let isForMeasure = isWhole || UnitWords.unit(slash)?.isMeasure == true
    if isHundredths(number, currency)
      || isForMeasure && isPlain(number),
      case .price(let money, let per) = read(text, currency, numbers, isMarked: true)
    {
      return (money, per)
    }
    let decimals = number.utf8.reversed().prefix { $0 &- 0x30 < 10 }.count
    guard currency.digits > 1, decimals == currency.digits, number.utf8.count > decimals,
      number.utf8.first.map({ $0 &- 0x30 < 10 || $0 == 0x2E }) == true,
      let plain = plainNumber(number, currency, numbers), plain.contains("."),
      case .price(let money, let per) = read(text, currency, numbers, isMarked: true)
    else { return nil }
    return (money, per)
  }

  /// The price in a whole number that is more than people buy of a thing, in a currency of which they write
  /// no hundredths: "98" yen.
  static func whole(_ text: String, _ currency: Currency, _ numbers: NumberStyle) -> Money? {
    let text = narrow(text)
    // Longer ones are no prices on a shelf, but may be barcodes.
    guard let least = currency.leastBarePrice, !text.hasPrefix("0"),
      let number = plainNumber(text, currency, numbers).flatMap({ Int($0) }),
      (least..<10_000_000).contains(number)
    else { return nil }
    return Money(decimal: String(number), currency: currency)
  }

  /// The price in a number with one decimal, where prices have two: "1.5", "10,9".
  static func tenths(_ text: String, _ currency: Currency, _ numbers: NumberStyle) -> Money? {
    let text = narrow(text)
    let bytes = Array(text.utf8)
    guard currency.digits == 2, currency.leastBarePrice == nil, bytes.count > 2,
      bytes[0] &- 0x30 < 10, [0x2C, 0x2E].contains(bytes[bytes.count - 2]),
      let plain = plainNumber(text, currency, numbers)
    else { return nil }
    return Money(decimal: plain, currency: currency)
  }

  /// "3", "3.5": behind them "/kg" says that they are a price.
  private static func isPlain(_ number: Substring) -> Bool {
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0 &- 0x30 < 10 }
      }
  }

  /// Whether a word is nothing but a sign of a currency or of its hundredths, perhaps with what a
  /// price is for: `€/kg`.
  package static func isSign(_ text: some StringProtocol, _ currency: Currency, isMarked: Bool)
    -> Bool
  {
    let sign = Substring(text.prefix { $0 != "/" })
    return CurrencySign(sign, list: currency, isMarked: isMarked) != nil
      || hundredths(sign, currency, isMarked: isMarked) != nil
  }

  /// Whether a word behind a marked number makes it a price, where it is none elsewhere: the letter of
  /// `@99 c`.
  static func isLetterOfHundredths(_ text: String, _ currency: Currency) -> Bool {
    currencyOfHundredths(text.prefix { $0 != "/" }, currency) != nil
  }

  /// Whether a text that does not say so is a price: with the decimals of the currency, or one that is
  /// too large for an amount.
  package static func isLikely(
    _ text: String, _ currency: Currency, _ numbers: NumberStyle
  ) -> Bool {
    bare(text, currency, numbers) != nil || whole(text, currency, numbers) != nil
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
  static func narrow(_ text: some StringProtocol) -> String {
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
      // Swedish price labels: "59:90".
      case 0x3A where currency.code == "SEK": marks.append((byte, plain.count))
      default: return nil
      }
    }
    guard !plain.isEmpty else { return nil }
    guard let last = marks.last else { return String(decoding: plain, as: UTF8.self) }
    let behind = plain.count - last.at
    // "1,200", or "1.200" where points group, is a thousand and two hundred unless the currency has
    // three decimals; blanks and apostrophes only ever group, and so does every mark in a currency
    // without decimals.
    let isGroup = last.byte == 0x20 || last.byte == 0x27 || currency.digits == 0
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
      let size = mark.at - previous
      // "1,23,456"
      if index > 0 ? size != 3 && !(size == 2 && mark.byte == 0x2C) : size > 3 { return nil }
      previous = mark.at
    }
    if groups { return String(decoding: plain, as: UTF8.self) }
    if !grouping.isEmpty, last.byte == grouping[0].byte || last.at - previous != 3 { return nil }
    plain.insert(0x2E, at: last.at)
    return String(decoding: plain, as: UTF8.self)
  }

  /// `kg`, `500g`, `piece`, `Pfund`.
  static func amount(_ text: Substring, _ numbers: NumberStyle) -> Quantity? {
    if let unit = UnitWords.unit(text) { return Quantity(1, unit) }
    if text.lowercased() == "u" || QuickAddParser.meansEach(String(text)) { return .one }
    if let one = UnitWords.customary(String(text), numbers.language) { return one }
    let bytes = Array(text.utf8)
    guard let (amount, end) = Amount.read(bytes[...], numbers), end < bytes.count,
      amount.thousandths > 0,
      let unit = UnitWords.unit(String(decoding: bytes[end...], as: UTF8.self))
    else { return nil }
    return amount.quantity(unit)
  }
}
