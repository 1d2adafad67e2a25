extension Currency {
  /// What the country of a locale such as `de_DE` pays with; nil without a country, or for one that
  /// is not in the table.
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
    case "AE": "AED"
    case "AR": "ARS"
    case "AU": "AUD"
    case "BD": "BDT"
    case "BR": "BRL"
    case "CA": "CAD"
    case "CH", "LI": "CHF"
    case "CL": "CLP"
    case "CN": "CNY"
    case "CO": "COP"
    case "CZ": "CZK"
    case "DK": "DKK"
    case "EG": "EGP"
    case "GB", "UK": "GBP"
    case "HK": "HKD"
    case "HU": "HUF"
    case "ID": "IDR"
    case "IL": "ILS"
    case "IN": "INR"
    case "IS": "ISK"
    case "JP": "JPY"
    case "KE": "KES"
    case "KR": "KRW"
    case "MX": "MXN"
    case "MY": "MYR"
    case "NG": "NGN"
    case "NO": "NOK"
    case "NZ": "NZD"
    case "PE": "PEN"
    case "PH": "PHP"
    case "PK": "PKR"
    case "PL": "PLN"
    case "RO": "RON"
    case "RS": "RSD"
    case "RU": "RUB"
    case "SA": "SAR"
    case "SE": "SEK"
    case "SG": "SGD"
    case "TH": "THB"
    case "TR": "TRY"
    case "TW": "TWD"
    case "UA": "UAH"
    case "UY": "UYU"
    case "VN": "VND"
    case "ZA": "ZAR"
    default: nil
    }
  }
}
