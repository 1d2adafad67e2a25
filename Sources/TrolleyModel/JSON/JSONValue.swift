/// A whole JSON text as a tree: for small inputs of unknown shape, like a preferences file or an
/// answer. Numbers stay as they are written; members keep their order, duplicates included.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSONValue
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads exactly one value. The failure's sentence names line and column.
  ///
  /// - Parameters:
  ///   - what: what the sentence calls the text, e.g. "The settings file".
  ///   - byteLimit: longer texts are refused before they are read.
  ///   - valueLimit: the most values in the tree, each of which costs far more than its bytes.
  public static func parse(
    _ bytes: [UInt8], what: String = "The JSON", byteLimit: Int = 4 << 20, valueLimit: Int = 100_000
  ) throws(Failure) -> JSONValue {
    guard bytes.count <= byteLimit else {
      throw Failure(.badInput, "\(what) is too large.", detail: "\(bytes.count) bytes of JSON")
    }
    do throws(JSONError) {
      return try read(bytes, valueLimit: valueLimit)
    } catch { throw error.failure(in: bytes, what: what) }
  }

  /// The same for callers that word the error and its place themselves.
  public static func read(
    _ bytes: [UInt8], valueLimit: Int = 100_000
  ) throws(JSONError) -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
      var scanner = JSONScanner(buffer)
      var left = valueLimit
      do throws(JSONError) {
        let value = try read(&scanner, &left)
        try scanner.finish()
        return .success(value)
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  public static func parse(
    _ text: String, what: String = "The JSON", byteLimit: Int = 4 << 20, valueLimit: Int = 100_000
  ) throws(Failure) -> JSONValue {
    try parse(Array(text.utf8), what: what, byteLimit: byteLimit, valueLimit: valueLimit)
  }

  /// Reads the scanner's next value. `left` counts down; below 0 there were too many values.
  public static func read(
    _ scanner: inout JSONScanner, _ left: inout Int
  ) throws(JSONError) -> JSONValue {
    left -= 1
    if left < 0 { throw JSONError(.tooLong, at: scanner.offset) }
    switch try scanner.peekKind() {
    case .null:
      _ = try scanner.tryNull()
      return .null
    case .boolean: return .bool(try scanner.readBool())
    case .number: return .number(try scanner.readNumber())
    case .string: return .string(try scanner.readString())
    case .array:
      var elements: [JSONValue] = []
      try scanner.readArray { (scanner: inout JSONScanner) throws(JSONError) in
        elements.append(try read(&scanner, &left))
      }
      return .array(elements)
    case .object:
      var members: [Member] = []
      try scanner.readObject { (name, scanner: inout JSONScanner) throws(JSONError) in
        members.append(Member(name.string, try read(&scanner, &left)))
      }
      return .object(members)
    }
  }

  /// The last member of that name; nil for anything but an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var int: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
  /// A number's digits as written.
  public var number: String? { if case .number(let digits) = self { digits } else { nil } }
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var object: [Member]? { if case .object(let members) = self { members } else { nil } }
  public var isNull: Bool { self == .null }
}
