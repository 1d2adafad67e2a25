/// Writes JSON: it takes care of commas, indentation and escapes; the caller balances brackets.
///
/// Strings are safe to display: everything below U+0020, U+007F–9F, the bidi controls and the line
/// separators are escaped as `\u…`.
public struct JSONWriter {
  public var bytes: [UInt8]
  private let isPretty: Bool
  private var depth = 0
  private var needsComma = false
  private var isAfterName = false

  /// - Parameter pretty: one member per line, two spaces per level.
  public init(pretty: Bool = false, appendingTo bytes: [UInt8] = []) {
    self.isPretty = pretty
    self.bytes = bytes
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func beginObject() { begin(0x7B) }
  public mutating func endObject() { end(0x7D) }
  public mutating func beginArray() { begin(0x5B) }
  public mutating func endArray() { end(0x5D) }

  /// The name of the next member.
  public mutating func name(_ name: String) {
    separate()
    Self.append(name, to: &bytes)
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
    isAfterName = true
  }

  /// The same for a name known at compile time, which needs no escapes.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(0x22)
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
    isAfterName = true
  }

  public mutating func string(_ text: String) {
    separate()
    Self.append(text, to: &bytes)
    needsComma = true
  }

  public mutating func int(_ number: Int) {
    separate()
    Self.append(number, to: &bytes)
    needsComma = true
  }

  /// Digits that are JSON already, like `Money.decimal`; anything else is written as a string.
  public mutating func number(_ digits: String) {
    guard Self.isNumber(digits) else { return string(digits) }
    separate()
    bytes.append(contentsOf: digits.utf8)
    needsComma = true
  }

  public mutating func bool(_ flag: Bool) { word(flag ? "true" : "false") }
  public mutating func null() { word("null") }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let digits): number(digits)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  // Name and value in one call, for the many places that write flat objects.
  public mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }
  public mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    int(number)
  }
  public mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    bool(flag)
  }
  public mutating func member(_ name: String, _ texts: [String]) {
    array(name, texts) { $1.string($0) }
  }

  /// An object; with a name as a member.
  package mutating func object(_ name: String? = nil, _ members: (inout JSONWriter) -> Void) {
    if let name { self.name(name) }
    beginObject()
    members(&self)
    endObject()
  }

  /// An object on a line of its own.
  package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var w = JSONWriter()
    w.object(nil, members)
    w.newline()
    return w.bytes
  }

  /// A member that is an array; `write` writes one of its elements.
  package mutating func array<Values: Sequence>(
    _ name: String, _ values: Values, _ write: (Values.Element, inout JSONWriter) -> Void
  ) {
    self.name(name)
    beginArray()
    for value in values { write(value, &self) }
    endArray()
  }

  /// A member that is null without a value.
  package mutating func optional<Value>(
    _ name: String, _ value: Value?, _ write: (Value, inout JSONWriter) -> Void
  ) {
    self.name(name)
    if let value { write(value, &self) } else { null() }
  }

  /// Ends a line of JSON Lines, or a file. The next value starts without a comma.
  public mutating func newline() {
    bytes.append(0x0A)
    needsComma = false
  }

  // MARK: Pieces

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isPretty, needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func word(_ word: StaticString) {
    separate()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    needsComma = true
  }

  private mutating func separate() {
    if isAfterName {
      isAfterName = false
      return
    }
    if needsComma { bytes.append(0x2C) }
    if isPretty, depth > 0 { breakLine() }
    needsComma = false
  }

  private mutating func breakLine() {
    bytes.append(0x0A)
    for _ in 0..<2 * max(0, depth) { bytes.append(0x20) }
  }

  private static func isNumber(_ digits: String) -> Bool {
    var digits = digits
    return digits.withUTF8 { buffer in
      var scanner = JSONScanner(buffer)
      guard let range = try? scanner.skipNumber() else { return false }
      return range == 0..<buffer.count
    }
  }
}

extension JSONWriter {
  /// Appends `text`, quoted and escaped.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    var text = text
    text.withUTF8 { buffer in
      var plain = 0
      var i = 0
      while i < buffer.count {
        // The fast path: plain ASCII, by far the most frequent.
        if isPlain(buffer[i]) {
          i += 1
          continue
        }
        let length = escapedLength(buffer, at: i)
        if length == 0 {
          i += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[plain..<i]))
        escape(buffer, at: i, length, to: &bytes)
        i += length
        plain = i
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[plain...]))
    }
    bytes.append(0x22)
  }

  /// Appends a whole number; faster than through a string.
  public static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(0x2D) }
    let magnitude = number.magnitude
    var divisor: UInt = 1
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(48 + magnitude / divisor % 10))
      divisor /= 10
    }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
  }

  /// How many bytes at `i` must be written as one escape; 0 for none.
  private static func escapedLength(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
    let byte = bytes[i]
    if byte < 0x80 { return byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F ? 1 : 0 }
    switch byte {
    case 0xC2: return i + 1 < bytes.count && bytes[i + 1] < 0xA0 ? 2 : 0  // U+0080–9F
    case 0xD8: return i + 1 < bytes.count && bytes[i + 1] == 0x9C ? 2 : 0  // U+061C
    case 0xE2:
      guard i + 2 < bytes.count else { return 0 }
      let last = bytes[i + 2]
      switch bytes[i + 1] {
      case 0x80: return last == 0x8E || last == 0x8F || (0xA8...0xAE).contains(last) ? 3 : 0
      case 0x81: return (0xA6...0xA9).contains(last) ? 3 : 0  // U+2066–2069
      default: return 0
      }
    default: return 0
    }
  }

  private static func escape(
    _ source: UnsafeBufferPointer<UInt8>, at i: Int, _ length: Int, to bytes: inout [UInt8]
  ) {
    var value = UInt32(source[i])
    switch length {
    case 2: value = (value & 0x1F) << 6 | UInt32(source[i + 1] & 0x3F)
    case 3:
      value = (value & 0x0F) << 12 | UInt32(source[i + 1] & 0x3F) << 6
      value |= UInt32(source[i + 2] & 0x3F)
    default: break
    }
    bytes.append(0x5C)
    switch value {
    case 0x22, 0x5C: bytes.append(UInt8(value))
    case 0x0A: bytes.append(0x6E)
    case 0x0D: bytes.append(0x72)
    case 0x09: bytes.append(0x74)
    default:
      bytes.append(0x75)
      for shift: UInt32 in [12, 8, 4, 0] {
        let digit = UInt8(value >> shift & 15)
        bytes.append(digit < 10 ? 48 + digit : 87 + digit)
      }
    }
  }
}
