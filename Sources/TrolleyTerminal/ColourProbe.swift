/// Asks a terminal how many colours it has, for one whose name says too little: `xterm` is the name
/// of one with eight, of Debian's xterm with 256, and of many others. The answer comes after the
/// first frame, so it counts from the next start on.
///
/// XTGETTCAP: `DCS + q`, names in hexadecimal, `ST`; answered by `DCS 1 + r name=value ST` for those
/// that it knows (xterm's ctlseqs, patch 216).
enum ColourProbe {
  /// `Co`, the number of colours, and `RGB`, which only terminals with exact colours have.
  static let question = "\u{1B}P+q436F;524742\u{1B}\\"

  /// Other terminals know their number from their description, and some that would not answer print
  /// the question.
  static func canBeAsked(_ term: String?) -> Bool { term == "xterm" }

  /// The number in an answer; nil when it has none.
  static func colours(inAnswer bytes: [UInt8]) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("1+r") else { return nil }
    let members = text.dropFirst(3).split(separator: ";").map {
      $0.split(separator: "=", maxSplits: 1).map(decoded)
    }
    if members.contains(where: { $0.first == "RGB" }) { return 1 << 24 }
    let count = members.first { $0.count == 2 && $0[0] == "Co" }.flatMap { Int($0[1]) }
    return count.flatMap { (8...1 << 24).contains($0) ? $0 : nil }
  }

  /// The text that these hexadecimal digits stand for; empty when they are none.
  private static func decoded(_ digits: Substring) -> String {
    let digits = Array(digits.utf8.prefix(64))
    let bytes = stride(from: 0, to: digits.count, by: 2).map { at in
      UInt8(String(decoding: digits[at..<min(at + 2, digits.count)], as: UTF8.self), radix: 16) ?? 0
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
