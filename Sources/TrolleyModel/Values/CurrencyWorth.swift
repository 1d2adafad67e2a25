extension Money {
  /// Whether it is less than so many hundredths of a euro, or as many of a dollar; never in a currency whose
  /// worth is not known here.
  func isLess(than cents: Int) -> Bool {
    guard let worth = Currency.worth.first(where: { $0.of.contains(currency.code) }) else {
      return false
    }
    return minorUnits * 100 < cents * worth.ofOneEuro * currency.scale
  }
}

extension Currency {
  /// How many of a currency are about one euro: the reference rates of the European Central Bank at the end of
  /// 2024, rounded. They only tell the price of a pack from that of one thing in it.
  fileprivate static let worth: [(ofOneEuro: Int, of: Set<String>)] = [
    (1, ["EUR", "USD", "GBP", "CHF"]), (2, ["AUD", "BGN", "CAD", "NZD", "SGD"]),
    (4, ["ILS", "PLN"]), (5, ["MYR", "RON"]), (6, ["BRL"]), (8, ["CNY", "DKK", "HKD"]),
    (12, ["NOK", "SEK"]), (20, ["MXN", "ZAR"]), (25, ["CZK"]), (36, ["THB", "TRY"]),
    (60, ["PHP"]), (90, ["INR"]), (150, ["ISK", "JPY"]), (400, ["HUF"]), (1500, ["KRW"]),
    (17_000, ["IDR"]),
  ]
}
