/// A value that is sent between the programs as a JSON object.
///
/// Its members are declared once: `wire` writes those of `old`, or reads them when `old` is nil,
/// and returns the value either way. It also refuses what an honest program would never send.
protocol WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self
}

/// The members of one object, while it is written or read.
struct WireFields {
  /// A page of a catalogue has several thousand.
  private static let mostValues = 20_000

  private(set) var writer = JSONWriter()
  /// The input; nil while writing.
  private let source: JSONValue?

  // MARK: Lines

  /// With its newline.
  static func line(_ value: some WireObject) -> [UInt8] {
    var writer = JSONWriter()
    write(value, &writer)
    writer.newline()
    return writer.bytes
  }

  /// - Parameter longest: bytes of a line without its newline.
  static func fields(of line: [UInt8], longest: Int) throws(Failure) -> WireFields {
    let source = try JSONValue.parse(
      line, what: "A line between the programs", byteLimit: longest, valueLimit: mostValues)
    guard source.object != nil else { throw refusal("line") }
    return WireFields(source: source)
  }

  static func write<Value: WireObject>(_ value: Value, _ writer: inout JSONWriter) {
    var fields = WireFields(source: nil)
    swap(&fields.writer, &writer)
    fields.writer.beginObject()
    // Nothing is refused while writing: the receiver validates.
    _ = try? Value.wire(&fields, value)
    fields.writer.endObject()
    swap(&fields.writer, &writer)
  }

  /// Nil when it is not such an object.
  static func read<Value: WireObject>(_ value: JSONValue) -> Value? {
    guard value.object != nil else { return nil }
    var fields = WireFields(source: value)
    return try? Value.wire(&fields, nil)
  }

  private init(source: JSONValue?) { self.source = source }

  // MARK: Members

  /// A required member.
  mutating func member<Value>(
    _ name: String, _ old: Value?, _ form: WireForm<Value>
  ) throws(Failure) -> Value {
    guard let value = try optional(name, old, form) else { throw Self.refusal(name) }
    return value
  }

  /// A member that is omitted when it has its default value.
  mutating func member<Value: Equatable>(
    _ name: String, _ old: Value?, _ form: WireForm<Value>, default defaultValue: Value
  ) throws(Failure) -> Value {
    try optional(name, old == defaultValue ? nil : old, form) ?? defaultValue
  }

  /// A member that is omitted when nil.
  mutating func optional<Value>(
    _ name: String, _ old: Value?, _ form: WireForm<Value>
  ) throws(Failure) -> Value? {
    if let source {
      guard let value = source[name], !value.isNull else { return nil }
      guard let read = form.read(value) else { throw Self.refusal(name) }
      return read
    }
    if let old {
      writer.name(name)
      form.write(old, &writer)
    }
    return old
  }

  /// Members written and read by another coder, in this same object.
  mutating func members<Value>(
    _ name: String, _ old: Value?, write: (Value, inout JSONWriter) -> Void,
    read: (JSONValue) -> Value?
  ) throws(Failure) -> Value {
    if let old {
      write(old, &writer)
      return old
    }
    guard let value = source.flatMap(read) else { throw Self.refusal(name) }
    return value
  }

  /// Refuses input that is inconsistent. Output is validated by the receiver.
  func require(_ isSound: @autoclosure () -> Bool, _ name: String) throws(Failure) {
    if source != nil, !isSound() { throw Self.refusal(name) }
  }

  static func refusal(_ name: String) -> Failure {
    Failure(
      .badInput, "The two programs of Trolley do not understand each other. Install both again.",
      detail: "worker line: \(name)")
  }
}
