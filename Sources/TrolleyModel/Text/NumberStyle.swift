/// The number and price format of a country.
public struct NumberStyle: Equatable, Sendable {
  public let point: String
  public let group: String
  public let isSymbolFirst: Bool
  /// Whether a blank separates symbol and number; a symbol of letters like CHF always has one.
  public let hasBlank: Bool

  public static let english = NumberStyle(
    point: ".", group: ",", isSymbolFirst: true, hasBlank: false)

  /// From a tag like `de_DE.UTF-8` or `de`; English for unknown ones.
  public init(locale tag: some StringProtocol) {
    let locale = LocaleTag(tag)
    self =
      Self.known("\(locale.language)_\(locale.country)") ?? Self.known(locale.language) ?? .english
  }

  public init(point: String, group: String, isSymbolFirst: Bool, hasBlank: Bool) {
    self.point = point
    self.group = group
    self.isSymbolFirst = isSymbolFirst
    self.hasBlank = hasBlank
  }

  /// The point or comma that groups thousands here; nil where blanks or apostrophes do.
  package var groupingByte: UInt8? { group == "." || group == "," ? group.utf8.first : nil }

  /// Whether a blank groups thousands.
  var isGroupedByBlanks: Bool { group == "\u{A0}" }

  /// Whether it looks like the name of a locale: `de_DE`, `sr_RS.UTF-8@latin`.
  static func isLocale(_ text: String) -> Bool {
    guard (2...40).contains(text.utf8.count), let first = text.utf8.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(first)
      && text.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "_-.@".utf8.contains($0)
      }
  }

  // No-break blanks, so that no line breaks between the groups of a number.
  private static let behindComma = NumberStyle(
    point: ",", group: ".", isSymbolFirst: false, hasBlank: true)
  private static let behindBlank = NumberStyle(
    point: ",", group: "\u{A0}", isSymbolFirst: false, hasBlank: true)
  private static let before = NumberStyle(
    point: ",", group: ".", isSymbolFirst: true, hasBlank: true)

  /// A switch, since building a dictionary at each start would take as long as drawing a tile.
  private static func known(_ name: String) -> NumberStyle? {
    switch name {
    case "en", "ja", "zh", "ko", "he", "th", "es_MX", "es_US": english
    case "es", "de", "it", "el", "ro", "hr", "da", "ca": behindComma
    case "id", "tr", "nl", "pt_BR", "es_AR", "es_CL": before
    case "fr", "pt", "pl", "cs", "sk", "ru", "uk", "sv", "nb", "no", "fi", "hu", "bg": behindBlank
    case "de_CH", "fr_CH", "it_CH", "de_LI":
      NumberStyle(point: ".", group: "’", isSymbolFirst: true, hasBlank: true)
    case "de_AT": NumberStyle(point: ",", group: "\u{A0}", isSymbolFirst: true, hasBlank: true)
    default: nil
    }
  }

  /// `12.40`, `12,40`, `1.234.567,89`: grouped from 1,000 on.
  public func number(_ decimal: String) -> String {
    let isNegative = decimal.utf8.first == 0x2D
    let parts = decimal.drop { $0 == "-" }.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var whole = String(parts.first ?? "")
    if whole.utf8.count > 3 {
      var grouped = ""
      for (i, digit) in whole.enumerated() {
        if i > 0, (whole.utf8.count - i) % 3 == 0 { grouped += group }
        grouped.append(digit)
      }
      whole = grouped
    }
    return (isNegative ? "-" : "") + whole + (parts.count > 1 ? point + parts[1] : "")
  }
}
