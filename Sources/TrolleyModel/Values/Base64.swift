/// Base64 (RFC 4648), fast enough for pixels within a line.
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  public static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { room in
      letters.withUnsafeBufferPointer { letters in
        bytes.withUnsafeBufferPointer { bytes in
          var at = 0
          func put(_ group: UInt32) {
            room[at] = letters[Int(group >> 18)]
            room[at + 1] = letters[Int(group >> 12 & 63)]
            room[at + 2] = letters[Int(group >> 6 & 63)]
            room[at + 3] = letters[Int(group & 63)]
            at += 4
          }
          let whole = bytes.count / 3 * 3
          for index in stride(from: 0, to: whole, by: 3) {
            put(
              UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]))
          }
          let left = bytes.count - whole
          guard left > 0 else { return }
          put(UInt32(bytes[whole]) << 16 | (left > 1 ? UInt32(bytes[whole + 1]) << 8 : 0))
          room[at - 1] = 0x3D
          if left == 1 { room[at - 2] = 0x3D }
        }
      }
      return length
    }
  }

  /// Nil for anything that `encode` could not have produced.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      guard text.count % 4 == 0 else { return nil }
      if text.isEmpty { return [] }
      let padding = text.suffix(2).reduce(0) { $0 + ($1 == 0x3D ? 1 : 0) }
      guard padding < 2 || text[text.count - 1] == 0x3D && text[text.count - 2] == 0x3D,
        padding != 1 || text[text.count - 1] == 0x3D
      else { return nil }
      var isSound = true
      let count = text.count / 4 * 3 - padding
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
        values.withUnsafeBufferPointer { values in
          var to = 0
          var wrong: UInt8 = 0
          func group(_ at: Int, _ places: Int) -> UInt32 {
            var group: UInt32 = 0
            for place in at..<at + places {
              let value = values[Int(text[place])]
              wrong |= value
              group = group << 6 | UInt32(value & 63)
            }
            return group
          }
          for at in stride(from: 0, to: text.count - (padding > 0 ? 4 : 0), by: 4) {
            let group = group(at, 4)
            room[to] = UInt8(group >> 16)
            room[to + 1] = UInt8(group >> 8 & 255)
            room[to + 2] = UInt8(group & 255)
            to += 3
          }
          if padding > 0 {
            let last = group(text.count - 4, 4 - padding) << (6 * UInt32(padding))
            for index in 0..<3 - padding {
              room[to + index] = UInt8(last >> (16 - 8 * UInt32(index)) & 255)
            }
            // Unused bits must be zero.
            if last & (padding == 1 ? 0xFF : 0xFFFF) != 0 { isSound = false }
          }
          if wrong > 63 { isSound = false }
        }
        filled = count
      }
      return isSound ? bytes : nil
    }
  }
}

extension Base64 {
  /// In letters, digits, `-` and `_`, without padding (section 5).
  package static func encodeURL(_ bytes: [UInt8]) -> String {
    exchanged(encode(bytes).utf8.prefix { $0 != 0x3D }, [0x2B: 0x2D, 0x2F: 0x5F])
  }

  /// Nil for anything that `encodeURL` could not have produced.
  package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
    let isOther = text.utf8.contains { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return isOther ? nil : decode(exchanged(text.utf8, [0x2D: 0x2B, 0x5F: 0x2F]) + padding)
  }

  private static func exchanged(_ text: some Sequence<UInt8>, _ pairs: [UInt8: UInt8]) -> String {
    String(decoding: text.map { pairs[$0] ?? $0 }, as: UTF8.self)
  }
}
