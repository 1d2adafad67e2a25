/// The number and price format of a country.
public struct NumberStyle: Equatable, Sendable {
  public let point: String
  public let group: String
  public let isSymbolFirst: Bool
  /// Whether a blank separates symbol and number; a symbol of letters like CHF always has one.
  public let hasBlank: Bool
  /// Whether the digits before the last three are grouped by two: `1,50,000`.
  let groupsByLakh: Bool
  /// Whose words for numbers people write: `fr` for those who buy `deux baguettes`.
  private(set) var language = "en"
  /// In which distances are, unless a setting says so.
  public private(set) var distances = DistanceUnit.miles

  public static let english = NumberStyle(
    point: ".", group: ",", isSymbolFirst: true, hasBlank: false)

  /// From a tag like `de_DE.UTF-8` or `de`; English for unknown ones.
  public init(locale tag: some StringProtocol) {
    self = Self.known(locale: tag) ?? .english
    language = LocaleTag(tag).language
    distances = DistanceUnit(locale: tag)
  }

  /// From a tag like `de_DE.UTF-8` or `de`; nil for unknown ones.
  static func known(locale tag: some StringProtocol) -> NumberStyle? {
    let locale = LocaleTag(tag)
    return known("\(locale.language)_\(locale.country)") ?? known(locale.language)
  }

  public init(
    point: String, group: String, isSymbolFirst: Bool, hasBlank: Bool, groupsByLakh: Bool = false
  ) {
    self.point = point
    self.group = group
    self.isSymbolFirst = isSymbolFirst
    self.hasBlank = hasBlank
    self.groupsByLakh = groupsByLakh
  }

  /// The point or comma that groups thousands here; nil where blanks or apostrophes do.
  package var groupingByte: UInt8? { group == "." || group == "," ? group.utf8.first : nil }

  /// Whether a blank groups thousands.
  var isGroupedByBlanks: Bool { group == "\u{A0}" }

  // No-break blanks, so that no line breaks between the groups of a number.
  private static let behindComma = NumberStyle(
    point: ",", group: ".", isSymbolFirst: false, hasBlank: true)
  private static let behindBlank = NumberStyle(
    point: ",", group: "\u{A0}", isSymbolFirst: false, hasBlank: true)
  private static let before = NumberStyle(
    point: ",", group: ".", isSymbolFirst: true, hasBlank: true)
  private static let lakh = NumberStyle(
    point: ".", group: ",", isSymbolFirst: true, hasBlank: false, groupsByLakh: true)
  private static let swiss = NumberStyle(
    point: ".", group: "’", isSymbolFirst: true, hasBlank: true)

  /// All the ways in which numbers are written, for what was written in another country.
  static let everywhere = [english, behindComma, behindBlank, lakh, swiss]

  /// A switch, since building a dictionary at each start would take as long as drawing a tile.
  private static func known(_ name: String) -> NumberStyle? {
    switch name {
    case "en", "ja", "zh", "ko", "he", "th", "ar", "ms", "fil", "tl", "sw", "ur", "bn", "fa", "cy",
      "ga", "mt", "es_MX", "es_US", "es_PR", "es_PE", "es_GT", "es_HN", "es_NI", "es_SV", "es_PA",
      "es_DO":
      english
    case "en_IN", "hi", "mr", "gu", "ta", "te", "kn", "ml", "pa": lakh
    case "es", "de", "it", "el", "ro", "hr", "da", "ca", "vi", "sl", "sr", "bs", "mk", "is", "gl",
      "eu", "az", "lb", "fo":
      behindComma
    case "id", "tr", "nl", "pt_BR", "es_AR", "es_CL", "es_CO", "es_UY", "es_PY", "es_VE", "es_EC",
      "es_BO":
      before
    case "fr", "pt", "pl", "cs", "sk", "ru", "uk", "sv", "nb", "nn", "no", "fi", "hu", "bg", "lv",
      "lt", "et", "be", "sq", "ka", "hy", "kk":
      behindBlank
    case "de_CH", "fr_CH", "it_CH", "de_LI": swiss
    case "de_AT": NumberStyle(point: ",", group: "\u{A0}", isSymbolFirst: true, hasBlank: true)
    default: nil
    }
  }

  /// A text with numbers in it as one types it here, as hints and refusals have it: “2.50” is “2,50” in
  /// Germany.
  public func example(_ text: String) -> String {
    guard let mark = point.utf8.first, mark != 0x2E else { return text }
    var bytes = Array(text.utf8)
    for at in bytes.indices.dropFirst().dropLast() where bytes[at] == 0x2E {
      if bytes[at - 1] &- 0x30 < 10, bytes[at + 1] &- 0x30 < 10 { bytes[at] = mark }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `12.40`, `12,40`, `1.234.567,89`: grouped from 1,000 on.
  public func number(_ decimal: String) -> String {
    let digits = Array(decimal.utf8)
    let start = digits.first == 0x2D ? 1 : 0
    let end = digits.firstIndex(of: 0x2E) ?? digits.count
    if point == ".", end - start < 4 { return decimal }
    var bytes = Array(digits[..<start])
    bytes.reserveCapacity(2 * digits.count)
    for at in start..<end {
      let left = end - at
      let ends = groupsByLakh && left > 3 ? left % 2 == 1 : left % 3 == 0
      if ends, at > start { bytes += group.utf8 }
      bytes.append(digits[at])
    }
    if end < digits.count {
      bytes += point.utf8
      bytes += digits[(end + 1)...]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
