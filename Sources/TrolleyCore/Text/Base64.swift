/// Bytes as text (RFC 4648), for pixels on their way through a line.
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
        var at = 0
        var index = 0
        while index < bytes.count {
          let left = bytes.count - index
          let group =
            UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
            | (left > 2 ? UInt32(bytes[index + 2]) : 0)
          room[at] = letters[Int(group >> 18)]
          room[at + 1] = letters[Int(group >> 12 & 63)]
          room[at + 2] = left > 1 ? letters[Int(group >> 6 & 63)] : 0x3D
          room[at + 3] = left > 2 ? letters[Int(group & 63)] : 0x3D
          at += 4
          index += 3
        }
      }
      return length
    }
  }

  /// Nil for anything that `encode` would not have made.
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
      let bytes = [UInt8](unsafeUninitializedCapacity: count + 2) { room, filled in
        values.withUnsafeBufferPointer { values in
          var to = 0
          for at in stride(from: 0, to: text.count, by: 4) {
            var group: UInt32 = 0
            for place in at..<at + 4 {
              let value = values[Int(text[place])]
              let isPadding = place >= text.count - padding
              if value > 63, !isPadding { isSound = false }
              group = group << 6 | UInt32(isPadding ? 0 : value & 63)
            }
            room[to] = UInt8(group >> 16)
            if to + 1 < count { room[to + 1] = UInt8(group >> 8 & 255) }
            if to + 2 < count { room[to + 2] = UInt8(group & 255) }
            // What no byte takes must be nothing.
            if to + 1 >= count, group & 0xFFFF != 0 { isSound = false }
            if to + 2 >= count, group & 0xFF != 0 { isSound = false }
            to += 3
          }
        }
        filled = count
      }
      return isSound ? bytes : nil
    }
  }
}
