/// What a sign, a code or a word beside a number says about its currency.
enum CurrencySign: Equatable {
  case currency(Currency)
  /// Some currency: a krona is that of four countries, and the list is in none of them.
  case unclear

  /// Nil for what is no sign of a currency.
  ///
  /// - Parameters:
  ///   - list: the currency of the list, which decides what a `$` or a `kr` is.
  ///   - isMarked: whether an `@` says that there is a price; else letters may be a word (`lei`, `Ft`).
  init?(_ sign: some StringProtocol, list: Currency, isMarked: Bool) {
    guard sign.utf8.count <= 24, !sign.isEmpty else { return nil }
    let sign = String(sign)
    if sign == list.symbol || sign == list.code {
      self = .currency(list)
      return
    }
    let word = sign.utf8.last == 0x2E ? String(sign.dropLast()) : sign
    if let family = Self.family(word) {
      if family.of.contains(list.code) {
        self = .currency(list)
        return
      }
      switch family.elsewhere {
      case .unclear:
        self = .unclear
        return
      case .means(let code, let isSure):
        guard isMarked || isSure, let currency = Currency(code: code) else { return nil }
        self = .currency(currency)
        return
      case .word: break
      }
    }
    // Signs are understood in every list, but letters are also words or parts of them.
    let isSymbol = isMarked && sign.utf8.count > 1 || !sign.utf8.allSatisfy(Self.isPlain)
    if isSymbol, let currency = Currency(symbol: sign) {
      self = .currency(currency)
      return
    }
    guard let currency = Self.code(sign, isMarked).flatMap({ Currency(code: $0) }) else {
      return nil
    }
    self = .currency(currency)
  }

  /// What people write for the currencies that they pay with, besides symbol and code.
  private struct Family {
    enum Elsewhere {
      /// `isSure` without an `@`: else pounds are a weight, and `RS` may be the name of a car.
      case means(String, isSure: Bool)
      case unclear
      /// No more than any other word: `ft` may be feet, and `tl` a teaspoon.
      case word
    }

    let of: [String]
    /// What it means where the list is in none of these.
    let elsewhere: Elsewhere
  }

  private static func family(_ word: String) -> Family? {
    guard spellings[word.utf8] != nil || !word.utf8.allSatisfy(isPlain) else { return nil }
    return families[word] ?? families[word.lowercased()]
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x24 }

  /// Few words are among them; it takes less to look than to make the families.
  private static let spellings = WordTable(rows.map { ($0.words, 1) })

  private static let families = Dictionary(
    uniqueKeysWithValues: rows.flatMap { words, of, elsewhere in
      let family = Family(of: of.split(separator: " ").map(String.init), elsewhere: elsewhere)
      return words.split(separator: " ").map { (String($0), family) }
    })

  private static let rows: [(words: String, of: String, elsewhere: Family.Elsewhere)] = [
    ("$", "USD AUD CAD HKD NZD SGD TWD MXN ARS CLP COP", .means("USD", isSure: true)),
    ("dollar dollars", "USD AUD CAD HKD NZD SGD TWD", .means("USD", isSure: true)),
    ("us$", "USD", .means("USD", isSure: true)),
    ("euro euros", "EUR", .means("EUR", isSure: true)),
    ("gb£", "GBP", .means("GBP", isSure: true)), ("pound pounds", "", .means("GBP", isSure: false)),
    ("Rs rupee rupees", "INR LKR PKR", .means("INR", isSure: true)),
    ("rs", "INR LKR PKR", .means("INR", isSure: false)),
    ("kr krona kronor krone kroner", "DKK ISK NOK SEK", .unclear),
    ("fr sfr franken", "CHF", .word),
    ("¥", "CNY JPY", .means("JPY", isSure: true)), ("円 yen", "JPY", .means("JPY", isSure: true)),
    ("元 块 塊", "CNY HKD TWD", .word),
    ("원", "KRW", .means("KRW", isSure: true)), ("won", "KRW", .word),
    ("₽ руб рубль рубля рублей", "RUB BYN", .means("RUB", isSure: true)),
    ("р rub", "RUB BYN", .word),
    ("грн", "UAH", .means("UAH", isSure: true)), ("₸ тг тенге", "KZT", .means("KZT", isSure: true)),
    ("лв лева", "BGN", .means("BGN", isSure: true)), ("lv leva", "BGN", .word),
    ("дин", "RSD", .means("RSD", isSure: true)), ("din dinara", "RSD", .word),
    ("₺", "TRY", .means("TRY", isSure: true)), ("tl lira", "TRY", .word),
    ("ft forint", "HUF", .word), ("zł zl złote złotych", "PLN", .word),
    ("kč kc korun koruny", "CZK", .word), ("leu ron", "RON", .word),
    ("rp rupiah", "IDR", .word), ("đ đồng dong", "VND", .word), ("ringgit", "MYR", .word),
    ("฿ บาท", "THB", .means("THB", isSure: true)), ("baht", "THB", .word),
    ("₱", "PHP", .means("PHP", isSure: true)),
    ("peso pesos", "ARS CLP COP MXN PHP UYU", .word), ("reais", "BRL", .word),
    ("₦", "NGN", .means("NGN", isSure: true)), ("naira", "NGN", .word),
    ("ksh kshs sh", "KES", .word),
    ("rand", "ZAR", .word), ("dh dhs", "AED MAD", .word),
  ]

  /// `EUR`, and `eur` where that is no word.
  private static func code(_ sign: String, _ isMarked: Bool) -> String? {
    guard sign.utf8.count == 3 else { return nil }
    if Currency.common.contains(sign) {
      return isMarked || !["COP", "MAD", "PEN", "PHP", "TRY"].contains(sign) ? sign : nil
    }
    return ["eur", "usd", "gbp", "chf", "inr", "jpy", "sek"].contains(sign) ? sign : nil
  }
}
