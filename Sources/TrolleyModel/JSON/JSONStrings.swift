extension JSONScanner {
  /// The raw bytes between the quotes of a string, not yet copied: for names of members and for
  /// values that are only compared. Valid as long as the scanned bytes are.
  public struct RawString {
    public let bytes: UnsafeBufferPointer<UInt8>
    public let hasEscapes: Bool

    /// Whether it equals this text. A string with escapes is decoded first.
    public static func == (raw: RawString, text: StaticString) -> Bool {
      if raw.hasEscapes { return raw.string == text.description }
      guard raw.bytes.count == text.utf8CodeUnitCount else { return false }
      for i in 0..<raw.bytes.count where raw.bytes[i] != text.utf8Start[i] { return false }
      return true
    }

    public static func ~= (text: StaticString, raw: RawString) -> Bool { raw == text }

    public var string: String {
      hasEscapes ? JSONScanner.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }
  }

  public mutating func readString() throws(JSONError) -> String { try readRawString().string }

  /// Consumes a string, checks its escapes, and returns its raw content.
  public mutating func readRawString() throws(JSONError) -> RawString {
    if offset >= bytes.count || bytes[offset] != 0x22 { skipWhitespace() }
    guard offset < bytes.count, bytes[offset] == 0x22 else { throw failure(expected: .string) }
    offset += 1
    let start = offset
    var hasEscapes = false
    while true {
      skipPlain()
      guard offset < bytes.count else { throw failure(.endsTooSoon) }
      switch bytes[offset] {
      case 0x22:
        let content = UnsafeBufferPointer(rebasing: bytes[start..<offset])
        offset += 1
        return RawString(bytes: content, hasEscapes: hasEscapes)
      case 0x5C:
        hasEscapes = true
        try checkEscape()
      default: throw failure(.controlInString)
      }
    }
  }

  /// Skips to the next quote, backslash or control byte, eight bytes at a time if possible.
  private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while bytes.count - offset >= 8 {
        let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let quote = word ^ (ones &* 0x22)
        let slash = word ^ (ones &* 0x5C)
        // Each term sets the high bit of a byte that is 0 (in the last term: below 0x20). A borrow
        // can only mark bytes above a true hit, so the lowest mark is always right.
        let hits =
          ((quote &- ones) & ~quote | (slash &- ones) & ~slash | (word &- ones &* 0x20) & ~word)
          & highs
        if hits != 0 {
          offset += hits.trailingZeroBitCount >> 3
          return
        }
        offset += 8
      }
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return }
      offset += 1
    }
  }

  /// From a backslash, moves past its escape.
  private mutating func checkEscape() throws(JSONError) {
    guard offset + 1 < bytes.count else { throw JSONError(.endsTooSoon, at: bytes.count) }
    switch bytes[offset + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: offset += 2
    case 0x75:
      let unit = try hexUnit(at: offset)
      if unit & 0xFC00 == 0xDC00 { throw failure(.loneSurrogate) }
      if unit & 0xFC00 == 0xD800 {
        guard offset + 7 < bytes.count, bytes[offset + 6] == 0x5C, bytes[offset + 7] == 0x75,
          try hexUnit(at: offset + 6) & 0xFC00 == 0xDC00
        else { throw failure(.loneSurrogate) }
        offset += 6
      }
      offset += 6
    default: throw failure(.badEscape)
    }
  }

  /// The 16 bits of the `\uXXXX` that starts at `start`.
  private func hexUnit(at start: Int) throws(JSONError) -> UInt32 {
    guard start + 5 < bytes.count else { throw JSONError(.endsTooSoon, at: bytes.count) }
    guard let unit = Self.hexUnit(bytes, at: start + 2) else {
      throw JSONError(.badEscape, at: start)
    }
    return unit
  }

  private static func hexUnit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32? {
    var unit: UInt32 = 0
    for i in start..<start + 4 {
      let byte = bytes[i]
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte - 48
      case 65...70: digit = byte - 55
      case 97...102: digit = byte - 87
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Decodes a string whose escapes `readRawString` has checked.
  static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(raw.count)
    var i = 0
    while i < raw.count {
      let byte = raw[i]
      guard byte == 0x5C, i + 1 < raw.count else {
        plain.append(byte)
        i += 1
        continue
      }
      let mark = raw[i + 1]
      i += 2
      switch mark {
      case 0x62: plain.append(0x08)
      case 0x66: plain.append(0x0C)
      case 0x6E: plain.append(0x0A)
      case 0x72: plain.append(0x0D)
      case 0x74: plain.append(0x09)
      case 0x75:
        guard i + 4 <= raw.count, var value = hexUnit(raw, at: i) else { continue }
        i += 4
        if value & 0xFC00 == 0xD800, i + 6 <= raw.count, let low = hexUnit(raw, at: i + 2) {
          value = 0x10000 + ((value & 0x3FF) << 10 | (low & 0x3FF))
          i += 6
        }
        plain.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
      default: plain.append(mark)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
