/// Detects whether the terminal is light or dark: guesses at once, and asks.
///
/// Nothing waits for the answer. The query follows the first frame and its answer arrives as an
/// event like a key; a terminal that never answers costs nothing.
public enum BackgroundProbe {
  /// OSC 11 queries the background. Every terminal answers the second query (device attributes), so
  /// its answer means that none to the first will follow.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Queries light or dark. The background itself, queried after it, is more precise: the last
  /// answer wins.
  static let schemeQuestion = "\u{1B}[?996n"

  /// From `COLORFGBG`, which some terminals set ("15;0"); nil when unknown.
  public static func isDark(colorFgBg: String?) -> Bool? {
    guard let last = colorFgBg?.split(separator: ";").last, let entry = Int(last) else {
      return nil
    }
    switch entry {
    case 0...6, 8: return true
    case 7, 9...15: return false
    default: return nil
    }
  }

  /// Whether white text is easier to read on it than black text.
  public static func isDark(_ colour: RGB) -> Bool { ColourMatch.lightness(colour) < 0.57 }

  /// Terminals that answer, or at least ignore unknown queries.
  static func canBeAsked(_ term: String, hasMouse: Bool) -> Bool {
    hasMouse && !["dumb", "linux", "vt", "cons", "ansi", "sun"].contains { term.hasPrefix($0) }
  }

  /// `11;rgb:1c1c/1c1c/1c1c`, with one to four digits each; also `rgba:` and `#1c1c1c`.
  static func background(inAnswer bytes: [UInt8]) -> RGB? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;") else { return nil }
    let value = text.dropFirst(3)
    if value.utf8.count == 7, value.hasPrefix("#"),
      let number = UInt32(value.dropFirst(), radix: 16)
    {
      return RGB(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    }
    guard value.hasPrefix("rgb:") || value.hasPrefix("rgba:"),
      let colon = value.firstIndex(of: ":")
    else { return nil }
    let parts = value[value.index(after: colon)...].split(separator: "/")
    guard parts.count >= 3 else { return nil }
    let channels = parts.prefix(3).compactMap(channel)
    guard channels.count == 3 else { return nil }
    return RGB(channels[0], channels[1], channels[2])
  }

  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    let most = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}
