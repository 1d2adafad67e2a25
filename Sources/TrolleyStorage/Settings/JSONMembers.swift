/// Checks the members of a JSON object, as text, before they go into a line: they must stay
/// readable for ever, and must not shadow the members of the line itself.
struct JSONMembers {
  private static let deepest = 32
  private static let reserved: [StaticString] = ["v", "n", "with", "more", "prev", "crc"]

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Why a line cannot hold these members; nil when it can.
  static func refusal(of bytes: [UInt8]) -> String? {
    guard bytes.first == 0x22 else { return "a body must begin with a quote" }
    return bytes.withUnsafeBytes {
      var isASCII = true
      for byte in $0 {
        guard byte >= 0x20 else { return "a control character in a body" }
        if byte >= 0x80 { isASCII = false }
      }
      guard isASCII || String(validating: bytes, as: UTF8.self) != nil else {
        return "a body is not UTF-8"
      }
      var members = JSONMembers(bytes: $0)
      guard members.skipMembers(level: 0), members.offset == $0.count else {
        return "a body is not the members of a JSON object, near byte \(members.offset)"
      }
      return nil
    }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpaces() {
    while next == 0x20 { offset += 1 }
  }

  private mutating func skipMembers(level: Int) -> Bool {
    repeat {
      skipSpaces()
      let start = offset
      guard skipString() else { return false }
      if level == 0 {
        let key = UnsafeRawBufferPointer(rebasing: bytes[start + 1..<offset - 1])
        if isReserved(key) { return false }
      }
      skipSpaces()
      guard skip(0x3a), skipValue(level: level + 1) else { return false }
    } while skip(0x2c)
    return true
  }

  private func isReserved(_ key: UnsafeRawBufferPointer) -> Bool {
    // An escape could disguise a key.
    if key.contains(0x5c) { return true }
    return Self.reserved.contains { name in
      var cursor = LineCursor(key)
      return key.count == name.utf8CodeUnitCount && cursor.skip(name)
    }
  }

  private mutating func skipValue(level: Int) -> Bool {
    skipSpaces()
    defer { skipSpaces() }
    guard level <= Self.deepest else { return false }
    switch next {
    case 0x22: return skipString()
    case 0x7b:
      offset += 1
      skipSpaces()
      return skip(0x7d) || skipMembers(level: level) && skip(0x7d)
    case 0x5b:
      offset += 1
      skipSpaces()
      if skip(0x5d) { return true }
      repeat {
        guard skipValue(level: level + 1) else { return false }
      } while skip(0x2c)
      return skip(0x5d)
    case 0x74: return skipWord("true")
    case 0x66: return skipWord("false")
    case 0x6e: return skipWord("null")
    default: return skipNumber()
    }
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    for i in 0..<word.utf8CodeUnitCount where !skip(word.utf8Start[i]) { return false }
    return true
  }

  private mutating func skipString() -> Bool {
    guard skip(0x22) else { return false }
    while let byte = next {
      offset += 1
      if byte == 0x22 { return true }
      guard byte == 0x5c else { continue }
      guard let escaped = next else { return false }
      offset += 1
      if escaped == 0x75 {
        for _ in 0..<4 {
          guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit else { return false }
          offset += 1
        }
      } else if !"\"\\/bfnrt".utf8.contains(escaped) {
        return false
      }
    }
    return false
  }

  private mutating func skipDigits() -> Bool {
    let start = offset
    while let byte = next, byte >= 0x30, byte <= 0x39 { offset += 1 }
    return offset > start
  }

  private mutating func skipNumber() -> Bool {
    _ = skip(0x2d)
    guard skip(0x30) || skipDigits() else { return false }
    if skip(0x2e), !skipDigits() { return false }
    if next == 0x65 || next == 0x45 {
      offset += 1
      if next == 0x2b || next == 0x2d { offset += 1 }
      return skipDigits()
    }
    return true
  }
}
