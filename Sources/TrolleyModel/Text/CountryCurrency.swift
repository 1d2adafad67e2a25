extension Currency {
  /// What the country of a locale such as `de_DE` pays with; nil without a country, or for one that
  /// is not known.
  public init?(locale tag: some StringProtocol) {
    guard let code = Self.code(of: LocaleTag(tag).country) else { return nil }
    self.init(code: code)
  }

  private static func code(of country: String) -> String? {
    switch country {
    case "AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV",
      "MT", "NL", "PT", "SI", "SK":
      "EUR"
    case "US", "PR", "EC", "SV": "USD"
    case "CH", "LI": "CHF"
    case "GB", "UK": "GBP"
    // ISO 4217 begins a currency with its country.
    default: country.count == 2 ? CurrencyNames.codes.filter { $0.hasPrefix(country) }.max() : nil
    }
  }
}
