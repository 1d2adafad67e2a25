/// Bytes as text of letters, digits, `-` and `_`, without padding (RFC 4648 section 5).
enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(_ bytes: some Collection<UInt8>) -> String {
    var out: [UInt8] = []
    var value = 0
    var bits = 0
    for byte in bytes {
      value = (value << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        out.append(digits[value >> bits & 63])
      }
    }
    if bits > 0 { out.append(digits[value << (6 - bits) & 63]) }
    return String(decoding: out, as: UTF8.self)
  }

  /// Nil for other characters, an impossible length, or non-zero trailing bits.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var out: [UInt8] = []
    var value = 0
    var bits = 0
    for character in text.utf8 {
      guard let digit = digit(character) else { return nil }
      value = (value << 6 | digit) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        out.append(UInt8(truncatingIfNeeded: value >> bits))
      }
    }
    guard bits < 6, value & (1 << bits - 1) == 0 else { return nil }
    return out
  }

  private static func digit(_ character: UInt8) -> Int? {
    switch character {
    case 65...90: Int(character) - 65
    case 97...122: Int(character) - 71
    case 48...57: Int(character) + 4
    case 0x2D: 62
    case 0x5F: 63
    default: nil
    }
  }
}
