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
    guard sign.utf8.count <= 8, !sign.isEmpty else { return nil }
    let sign = String(sign)
    if sign == list.symbol || sign == list.code || Self.own(list).contains(sign) {
      self = .currency(list)
      return
    }
    var word = sign.lowercased()
    if word.utf8.last == 0x2E { word.removeLast() }
    if let (of, otherwise) = Self.family(word, isRupeeSign: sign.hasPrefix("Rs")) {
      if of.contains(list.code) {
        self = .currency(list)
      } else if isMarked || otherwise?.isSure ?? true {
        self = (otherwise?.code).flatMap { Currency(code: $0) }.map { .currency($0) } ?? .unclear
      } else {
        return nil
      }
      return
    }
    let code =
      Self.symbols[sign] ?? (isMarked ? Self.letterSigns[sign] : nil) ?? Self.code(sign, isMarked)
    guard let currency = code.flatMap({ Currency(code: $0) }) else { return nil }
    self = .currency(currency)
  }

  /// Words that several currencies share: the codes of these, and the one meant where the list is in
  /// none of them. Without an `@` pounds are a weight, and `RS` may be the name of a car.
  private static func family(
    _ word: String, isRupeeSign: Bool
  ) -> (of: [String], otherwise: (code: String, isSure: Bool)?)? {
    switch word {
    case "$", "dollar", "dollars":
      (["USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD"], ("USD", true))
    case "euro", "euros": (["EUR"], ("EUR", true))
    case "pound", "pounds": ([], ("GBP", false))
    case "rs", "rupee", "rupees": (["INR", "LKR", "PKR"], ("INR", isRupeeSign || word != "rs"))
    case "kr", "krona", "kronor", "krone", "kroner": (["DKK", "ISK", "NOK", "SEK"], nil)
    case "yen": (["JPY"], ("JPY", true))
    default: nil
    }
  }

  private static func own(_ currency: Currency) -> [String] {
    switch currency.code {
    case "GBP": ["GB£"]
    case "CHF": ["Fr"]
    case "MXN", "ARS", "CLP", "COP": ["$"]
    case "CNY": ["¥", "元"]
    case "JPY": ["円"]
    default: []
    }
  }

  /// Signs that are understood in every list.
  private static let symbols: [String: String] = {
    var symbols = ["US$": "USD", "₽": "RUB", "₺": "TRY", "円": "JPY"]
    for (sign, code) in unshared where !sign.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x24 }) {
      symbols[sign] = code
    }
    return symbols
  }()

  /// The signs of letters that prices are printed with: they are also words or parts of them.
  private static let letterSigns = Dictionary(
    uniqueKeysWithValues: unshared.filter { $0.0.utf8.count > 1 })

  private static let unshared: [(String, String)] = {
    let all = Currency.common.sorted().compactMap { code in
      Currency(code: code).map { ($0.symbol, code) }
    }
    return all.filter { sign, code in sign != code && all.count { $0.0 == sign } == 1 }
  }()

  /// `EUR`, and `eur` where that is no word.
  private static func code(_ sign: String, _ isMarked: Bool) -> String? {
    guard sign.utf8.count == 3 else { return nil }
    if Currency.common.contains(sign) {
      return isMarked || !["COP", "MAD", "PEN", "PHP", "TRY"].contains(sign) ? sign : nil
    }
    return ["eur", "usd", "gbp", "chf", "inr", "jpy", "sek"].contains(sign) ? sign : nil
  }
}
