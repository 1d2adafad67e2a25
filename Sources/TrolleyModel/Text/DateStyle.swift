/// How a country writes dates and times of day. The names of months are English everywhere, as the
/// program is.
public struct DateStyle: Equatable, Sendable {
  enum Order: Sendable { case dayFirst, monthFirst, yearFirst }

  let order: Order
  let hasTwelveHours: Bool

  /// `3 May 2024, 14:05`: where nothing says how people write.
  public static let dayFirst = DateStyle(order: .dayFirst, hasTwelveHours: false)

  /// From a tag like `de_DE.UTF-8` or `de`; the day first and 24 hours for unknown ones.
  public init(locale tag: some StringProtocol) {
    let locale = LocaleTag(tag)
    let (language, country) = (locale.language, locale.country)
    let isEnglish = language == "en"
    if ["ja", "zh", "ko", "hu", "lt"].contains(language) {
      order = .yearFirst
    } else {
      let isMonthFirst = isEnglish && ["", "US", "CA", "PH", "PR"].contains(country)
      order = isMonthFirst ? .monthFirst : .dayFirst
    }
    hasTwelveHours =
      isEnglish && country.isEmpty || language == "ko"
      || language != "fr" && Self.twelveHours.contains(country)
  }

  private init(order: Order, hasTwelveHours: Bool) {
    self.order = order
    self.hasTwelveHours = hasTwelveHours
  }

  /// Countries that count the hours twice, as the Unicode CLDR has them.
  private static let twelveHours: Set<String> = [
    "US", "CA", "AU", "NZ", "IN", "PK", "BD", "PH", "PR", "EG", "SA", "AE", "JO", "KR", "TW", "HK",
    "SG", "MY", "CO",
  ]
}

/// The language and the country of a locale like `de_DE.UTF-8`; empty where it does not say.
struct LocaleTag {
  let language: String
  let country: String

  init(_ tag: some StringProtocol) {
    let name = tag.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    language = name.first.map { $0.lowercased() } ?? ""
    country = name.count > 1 ? name[1].uppercased() : ""
  }
}
