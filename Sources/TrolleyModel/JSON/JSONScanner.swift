/// Reads JSON from memory piece by piece, in the order in which it stands there: strict (RFC 8259),
/// without building anything that is not asked for. Invalid UTF-8 inside a string is read as U+FFFD.
///
/// Every `read…` and `try…` skips white space first. The bytes must outlive the scanner: use it
/// inside `withUnsafeBufferPointer`. After an error the scanner is of no further use.
public struct JSONScanner {
  /// How many arrays and objects may stand inside each other.
  public static let depthLimit = 64

  public let bytes: UnsafeBufferPointer<UInt8>
  public internal(set) var offset: Int
  var depth = 0

  public init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int = 0) {
    self.bytes = bytes
    self.offset = min(max(0, offset), bytes.count)
  }

  public init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes.bindMemory(to: UInt8.self)) }

  /// What the next value is, told by its first byte.
  public enum Kind: Sendable { case null, boolean, number, string, array, object }

  func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: offset) }

  func failure(expected what: JSONError.Expected) -> JSONError {
    commaSlip(what) ?? JSONError(offset < bytes.count ? .expected(what) : .endsTooSoon, at: offset)
  }

  /// The commonest slip of who writes by hand, told where it was made: behind the last value, not at
  /// what comes next, which may be lines below.
  private func commaSlip(_ what: JSONError.Expected) -> JSONError? {
    var end = min(offset, bytes.count)
    while end > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[end - 1]) { end -= 1 }
    guard end > 0, offset < bytes.count else { return nil }
    switch (what, bytes[offset]) {
    case (.string, 0x5D), (.string, 0x7D), (.value, 0x5D), (.value, 0x7D):
      return bytes[end - 1] == 0x2C ? JSONError(.commaTooMany, at: end - 1) : nil
    case (.arrayEnd, 0x22), (.arrayEnd, 0x5B), (.arrayEnd, 0x7B), (.arrayEnd, 0x30...0x39),
      (.objectEnd, 0x22):
      return bytes[end - 1] == 0x5B || bytes[end - 1] == 0x7B
        ? nil : JSONError(.missingComma, at: end)
    default: return nil
    }
  }

  // MARK: White space and punctuation

  public mutating func skipWhitespace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// The next byte that is not white space, not consumed; nil at the end.
  public mutating func peek() -> UInt8? {
    skipWhitespace()
    return offset < bytes.count ? bytes[offset] : nil
  }

  /// Whether nothing but white space is left.
  public mutating func isAtEnd() -> Bool { peek() == nil }

  public mutating func finish() throws(JSONError) {
    if !isAtEnd() { throw failure(.textAfterTheEnd) }
  }

  /// Consumes `byte` when it comes next.
  public mutating func tryConsume(_ byte: UInt8) -> Bool {
    if offset < bytes.count, bytes[offset] == byte {
      offset += 1
      return true
    }
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  public mutating func consume(_ byte: UInt8) throws(JSONError) {
    guard tryConsume(byte) else {
      let what: JSONError.Expected =
        switch byte {
        case 0x2C: .comma
        case 0x3A: .colon
        case 0x5B: .arrayStart
        case 0x5D: .arrayEnd
        case 0x7B: .objectStart
        case 0x7D: .objectEnd
        default: .other
        }
      throw failure(expected: what)
    }
  }

  public mutating func consumeComma() throws(JSONError) { try consume(0x2C) }

  public mutating func peekKind() throws(JSONError) -> Kind {
    switch peek() {
    case 0x22: return .string
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x74, 0x66: return .boolean
    case 0x6E: return .null
    case 0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39: return .number
    default: throw failure(expected: .value)
    }
  }

  // MARK: Arrays and objects

  public mutating func beginArray() throws(JSONError) {
    try consume(0x5B)
    try descend()
  }

  public mutating func endArray() throws(JSONError) {
    try consume(0x5D)
    depth -= 1
  }

  public mutating func beginObject() throws(JSONError) {
    try consume(0x7B)
    try descend()
  }

  public mutating func endObject() throws(JSONError) {
    try consume(0x7D)
    depth -= 1
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    if depth > Self.depthLimit { throw failure(.tooDeep) }
  }

  /// Calls `element` at each element of an array; it must read exactly one value.
  public mutating func readArray(
    _ element: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try beginArray()
    if peek() != 0x5D {
      repeat { try element(&self) } while tryConsume(0x2C)
    }
    try endArray()
  }

  /// Calls `member` with each name of an object; it must read (or skip) exactly one value.
  public mutating func readObject(
    _ member: (RawString, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try beginObject()
    if peek() != 0x7D {
      repeat {
        let name = try readRawString()
        try consume(0x3A)
        try member(name, &self)
      } while tryConsume(0x2C)
    }
    try endObject()
  }

  // MARK: Plain values

  /// Consumes `null` when it comes next.
  public mutating func tryNull() throws(JSONError) -> Bool {
    guard peek() == 0x6E else { return false }
    try word("null", .null)
    return true
  }

  public mutating func readBool() throws(JSONError) -> Bool {
    if peek() == 0x74 {
      try word("true", .boolean)
      return true
    }
    try word("false", .boolean)
    return false
  }

  private mutating func word(_ word: StaticString, _ what: JSONError.Expected) throws(JSONError) {
    skipWhitespace()
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count else { throw failure(expected: what) }
    for i in 0..<count where bytes[offset + i] != word.utf8Start[i] {
      throw failure(expected: what)
    }
    offset += count
  }

  /// A whole number that fits an `Int`, without a fraction or an exponent.
  public mutating func readInt() throws(JSONError) -> Int {
    let negative = peek() == 0x2D
    let start = offset
    if negative { offset += 1 }
    let magnitude = try readMagnitude(from: start)
    if negative {
      guard magnitude <= UInt(Int.max) + 1 else { throw JSONError(.numberTooLarge, at: start) }
      return Int(truncatingIfNeeded: 0 &- magnitude)
    }
    guard magnitude <= UInt(Int.max) else { throw JSONError(.numberTooLarge, at: start) }
    return Int(magnitude)
  }

  /// A whole number from 0 on, without a fraction or an exponent.
  public mutating func readUInt() throws(JSONError) -> UInt {
    skipWhitespace()
    return try readMagnitude(from: offset)
  }

  private mutating func readMagnitude(from start: Int) throws(JSONError) -> UInt {
    let first = offset
    let end = bytes.count
    var at = first
    var value: UInt = 0
    // Eighteen digits always fit: only longer numbers have to be watched.
    let safe = min(end, first + 18)
    while at < safe, case let digit = bytes[at] &- 48, digit < 10 {
      value = value &* 10 &+ UInt(digit)
      at += 1
    }
    guard at > first else { throw failure(expected: .number) }
    while at >= first + 18, at < end, case let digit = bytes[at] &- 48, digit < 10 {
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = product.addingReportingOverflow(UInt(digit))
      if tooLarge || over { throw JSONError(.numberTooLarge, at: start) }
      value = sum
      at += 1
    }
    offset = at
    if offset - first > 1, bytes[first] == 48 { throw JSONError(.badNumber, at: start) }
    if offset < bytes.count {
      let next = bytes[offset]
      if next == 0x2E || next | 0x20 == 0x65 { throw JSONError(.badNumber, at: start) }
    }
    return value
  }

  /// A number as it is written, so that `1.60` stays exactly that.
  public mutating func readNumber() throws(JSONError) -> String {
    let range = try skipNumber()
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Consumes a number and says where it stands.
  public mutating func skipNumber() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    if offset < bytes.count, bytes[offset] == 0x2D { offset += 1 }
    let whole = offset
    guard try digits() > 0 else { throw failure(expected: .number) }
    if bytes[whole] == 48, offset - whole > 1 { throw JSONError(.badNumber, at: start) }
    if offset < bytes.count, bytes[offset] == 0x2E {
      offset += 1
      guard try digits() > 0 else { throw failure(.badNumber) }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == 0x65 {
      offset += 1
      if offset < bytes.count, bytes[offset] == 0x2B || bytes[offset] == 0x2D { offset += 1 }
      guard try digits() > 0 else { throw failure(.badNumber) }
    }
    return start..<offset
  }

  private mutating func digits() throws(JSONError) -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset] &- 48 < 10 { offset += 1 }
    return offset - start
  }
}
