/// A prefix of a name, encoded so that comparing two numbers sorts it. Where the keys of two names
/// differ, `Folding.compare` agrees; where they are equal, it decides.
public struct SortKey: Comparable, Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(_ name: String) {
    var name = name
    let ascii = name.withUTF8 { Self.ofASCII($0) }
    let bytes = ascii ?? Self.bytes(name)
    high = Self.word(bytes, 0)
    low = Self.word(bytes, 8)
  }

  public static func < (a: SortKey, b: SortKey) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    for i in start..<start + 8 { word = word << 8 | (i < bytes.count ? UInt64(bytes[i]) : 0) }
    return word
  }

  /// The folded name with each number preceded by its length, so that 9 sorts before 10.
  static func bytes(_ name: String) -> [UInt8] { numbersLed(Folding.plain(name)[...]) }

  private static func ofASCII(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // 16 bytes of the key need at most 16 of the name, unless zeros are left out.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    for byte in name {
      if byte >= 0x80 { return nil }
      if bytes.count < 48 { bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    }
    return name.count <= 48 ? numbersLed(bytes[...]) : nil
  }

  private static func numbersLed(_ plain: ArraySlice<UInt8>) -> [UInt8] {
    guard plain.contains(where: { $0 &- 48 < 10 }) else { return Array(plain) }
    var key: [UInt8] = []
    key.reserveCapacity(plain.count + 4)
    var i = plain.startIndex
    while i < plain.endIndex {
      guard plain[i] &- 48 < 10 else {
        key.append(plain[i])
        i += 1
        continue
      }
      let number = plain[i...].prefix { $0 &- 48 < 10 }
      let digits = number.drop { $0 == 48 }
      // 0 to 8 digits are preceded by that digit; each further 9 adds nine.
      var length = digits.count
      while length >= 9 {
        key.append(57)
        length -= 9
      }
      key.append(48 + UInt8(length))
      key.append(contentsOf: digits)
      i = number.endIndex
    }
    return key
  }

  /// The same order without a copy, for ASCII names; nil for others.
  static func compareASCII(
    _ x: UnsafeBufferPointer<UInt8>, _ y: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var i = 0
    var j = 0
    var result = 0
    while result == 0, i < x.count, j < y.count {
      let a = x[i]
      let b = y[j]
      if a >= 0x80 || b >= 0x80 { return nil }
      if a &- 48 < 10, b &- 48 < 10 {
        while i < x.count, x[i] == 48 { i += 1 }
        while j < y.count, y[j] == 48 { j += 1 }
        let start = i
        let other = j
        while i < x.count, x[i] &- 48 < 10 { i += 1 }
        while j < y.count, y[j] &- 48 < 10 { j += 1 }
        // A digit of another script may continue the number.
        if i < x.count && x[i] >= 0x80 || j < y.count && y[j] >= 0x80 { return nil }
        result = (i - start) - (j - other)
        var k = 0
        while result == 0, start + k < i {
          result = Int(x[start + k]) - Int(y[other + k])
          k += 1
        }
      } else {
        result = Int(a &- 0x41 < 26 ? a | 0x20 : a) - Int(b &- 0x41 < 26 ? b | 0x20 : b)
        i += 1
        j += 1
      }
    }
    if result == 0 { result = i < x.count ? 1 : j < y.count ? -1 : 0 }
    return result.signum()
  }
}
