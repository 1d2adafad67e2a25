/// Decodes UTF-8 byte by byte. Invalid bytes become U+FFFD.
struct ScalarDecoder {
  private var need = 0
  private var value: UInt32 = 0
  private var least: UInt32 = 0

  mutating func reset() { need = 0 }

  /// Nil while a character is incomplete.
  mutating func feed(_ byte: UInt8) -> Unicode.Scalar? {
    if need > 0, byte & 0xC0 == 0x80 {
      value = value << 6 | UInt32(byte & 0x3F)
      need -= 1
      if need > 0 { return nil }
      return value < least ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    need = 0
    switch byte {
    case ..<0x80: return Unicode.Scalar(byte)
    case 0xC2..<0xE0: (need, value, least) = (1, UInt32(byte & 0x1F), 0x80)
    case 0xE0..<0xF0: (need, value, least) = (2, UInt32(byte & 0x0F), 0x800)
    case 0xF0..<0xF5: (need, value, least) = (3, UInt32(byte & 0x07), 0x10000)
    default: return "\u{FFFD}"
    }
    return nil
  }
}
