/// A currency by its ISO 4217 code, packed into four bytes.
public struct Currency: Hashable, Sendable {
  private let packed: UInt32

  /// Three capital letters; nil for anything else. Lower case is accepted.
  public init?(code: some StringProtocol) {
    var packed: UInt32 = 0
    var count = 0
    for byte in code.utf8 {
      let upper = byte >= 97 && byte <= 122 ? byte - 32 : byte
      guard (65...90).contains(upper), count < 3 else { return nil }
      packed = packed << 8 | UInt32(upper)
      count += 1
    }
    guard count == 3 else { return nil }
    self.packed = packed
  }

  private init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar) {
    packed = a.value << 16 | b.value << 8 | c.value
  }

  public static let usd = Currency("U", "S", "D")
  public static let eur = Currency("E", "U", "R")

  public var code: String {
    String(
      decoding: [UInt8(packed >> 16 & 255), UInt8(packed >> 8 & 255), UInt8(packed & 255)],
      as: UTF8.self)
  }

  /// Codes that are recognised beside a number, where any other three letters are a word.
  static let common: Set<String> = [
    "AED", "ARS", "AUD", "BDT", "BGN", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK",
    "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JOD",
    "JPY", "KES", "KRW", "KWD", "KZT", "LKR", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "OMR",
    "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND",
    "TRY", "TWD", "UAH", "USD", "UYU", "VND", "ZAR",
  ]

  /// Whether a country pays with it today, by ISO 4217. Data of any age may be in another one.
  package var isKnown: Bool { CurrencyNames.codes.contains(code) }

  /// The number of digits after the decimal point (ISO 4217): 0, 2 or 3.
  public var digits: Int {
    // Nearly all amounts; the others compare two dozen codes.
    if self == .usd || self == .eur { return 2 }
    return switch code {
    case "JPY", "KRW", "VND", "CLP", "ISK", "PYG", "UGX", "XAF", "XOF", "XPF", "RWF", "KMF", "GNF",
      "DJF", "BIF", "VUV":
      0
    case "KWD", "BHD", "OMR", "JOD", "TND", "IQD", "LYD": 3
    default: 2
    }
  }

  /// From which whole number on one behind a name is a price rather than how many there are, where people
  /// write none with decimals; nil where they do.
  var leastBarePrice: Int? {
    switch code {
    case "JPY", "RUB", "TRY": 50
    case "HUF", "IDR", "COP", "ARS", "KZT", "RSD", "PKR", "IRR": 100
    default: digits == 0 ? 100 : nil
    }
  }

  /// Minor units in one major unit: 1, 100 or 1000.
  public var scale: Int { [1, 10, 100, 1000][digits] }

  /// The customary symbol; the code itself if there is nothing shorter.
  public var symbol: String {
    switch code {
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "JPY": "¥"
    case "INR": "₹"
    case "KRW": "₩"
    case "ILS": "₪"
    case "VND": "₫"
    case "UAH": "₴"
    case "PLN": "zł"
    case "AUD": "A$"
    case "BRL": "R$"
    case "CAD": "C$"
    case "CHF": "Fr."
    case "CNY": "CN¥"
    case "CZK": "Kč"
    case "DKK", "ISK", "NOK", "SEK": "kr"
    case "HKD": "HK$"
    case "HUF": "Ft"
    case "IDR": "Rp"
    case "MXN": "MX$"
    case "MYR": "RM"
    case "NZD": "NZ$"
    case "RON": "lei"
    case "SGD": "S$"
    case "TWD": "NT$"
    case "ZAR": "R"
    default: code
    }
  }

  /// The one with a symbol that no other has. A switch, since most programs look for one or none.
  init?(symbol: String) {
    let code: String? =
      switch symbol {
      case "$": "USD"
      case "€": "EUR"
      case "£": "GBP"
      case "¥": "JPY"
      case "₹": "INR"
      case "₩": "KRW"
      case "₪": "ILS"
      case "₫": "VND"
      case "₴": "UAH"
      case "zł": "PLN"
      case "A$": "AUD"
      case "R$": "BRL"
      case "C$": "CAD"
      case "Fr.": "CHF"
      case "CN¥": "CNY"
      case "Kč": "CZK"
      case "HK$": "HKD"
      case "Ft": "HUF"
      case "Rp": "IDR"
      case "MX$": "MXN"
      case "RM": "MYR"
      case "NZ$": "NZD"
      case "lei": "RON"
      case "S$": "SGD"
      case "NT$": "TWD"
      case "R": "ZAR"
      default: nil
      }
    guard let code else { return nil }
    self.init(code: code)
  }
}

/// An amount in whole minor units, so that ten times ten cents is a dollar.
public struct Money: Hashable, Sendable {
  public var minorUnits: Int
  public var currency: Currency

  /// The largest accepted amount, in minor units. Sums of 10⁶ such prices cannot overflow.
  public static let limit = 1_000_000_000_000

  public init(minorUnits: Int, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The sum of the amounts of each currency: of the one named first, then in the order found.
  public static func sums(_ amounts: [Money], first: Currency) -> [Money] {
    var sums: [Money] = []
    for amount in amounts {
      if let at = sums.firstIndex(where: { $0.currency == amount.currency }) {
        sums[at].minorUnits += amount.minorUnits
      } else {
        sums.insert(amount, at: amount.currency == first ? 0 : sums.count)
      }
    }
    return sums
  }

  /// The plain decimal number, e.g. `0.50`: for JSON, CSV and text fields.
  public var decimal: String {
    let digits = currency.digits
    // Twenty digits at most, a sign and a point; written from the end.
    let capacity = 22
    return String(unsafeUninitializedCapacity: capacity) { bytes in
      var start = capacity
      func write(_ byte: UInt8) {
        start -= 1
        bytes[start] = byte
      }
      var rest = minorUnits.magnitude
      var count = 0
      repeat {
        if count == digits, digits > 0 { write(UInt8(ascii: ".")) }
        write(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        count += 1
      } while rest > 0 || count <= digits
      if minorUnits < 0 { write(UInt8(ascii: "-")) }
      for at in start..<capacity { bytes[at - start] = bytes[at] }
      return capacity - start
    }
  }

  /// Reads a decimal number with `.` or `,` as its point, with or without the currency's symbol or
  /// code around it. Nil when it is not a number, negative, too large or finer than a minor unit.
  public init?(decimal text: some StringProtocol, currency: Currency) {
    var rest = Substring(text)
    let digits = currency.digits
    // Files contain just the number: symbols are only looked for if there may be one.
    let isPlain = [rest.utf8.first, rest.utf8.last].allSatisfy { 48...57 ~= $0 ?? 0 }
    if !isPlain { rest = rest.trimmingSpaces() }
    for mark in isPlain ? [] : [currency.symbol, currency.code] where !mark.isEmpty {
      if rest.hasPrefix(mark) { rest = rest.dropFirst(mark.count).trimmingSpaces() }
      if rest.hasSuffix(mark) { rest = rest.dropLast(mark.count).trimmingSpaces() }
    }
    guard let (minor, _, isExact) = Self.minorUnits(rest.utf8, digits, takesCommas: true), isExact
    else { return nil }
    self.init(minorUnits: minor, currency: currency)
  }

  /// The whole minor units of digits with a point, the digit of what is finer, and whether all of that
  /// is 0; nil for anything else, and for too much.
  static func minorUnits(
    _ text: some Sequence<UInt8>, _ digits: Int, takesCommas: Bool = false
  ) -> (minor: Int, next: UInt8, isExact: Bool)? {
    var (minor, next, isExact) = (0, UInt8(48), true)
    var fraction = -1
    var seen = false
    for byte in text {
      switch byte {
      case 48...57:
        seen = true
        if fraction >= 0 { fraction += 1 }
        if fraction > digits {
          if fraction == digits + 1 { next = byte }
          if byte != 48 { isExact = false }
          continue
        }
        minor = minor * 10 + Int(byte - 48)
        guard minor <= Money.limit else { return nil }
      case 46, 44:
        guard fraction < 0, byte == 46 || takesCommas else { return nil }
        fraction = 0
      default: return nil
      }
    }
    guard seen else { return nil }
    for _ in max(0, min(fraction, digits))..<digits { minor *= 10 }
    return minor <= Money.limit ? (minor, next, isExact) : nil
  }
}

extension Substring {
  /// The text without leading and trailing blanks and tabs.
  public func trimmingSpaces() -> Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
