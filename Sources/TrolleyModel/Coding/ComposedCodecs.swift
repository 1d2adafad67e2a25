// Codecs of values that are made of others.

/// An object of two texts, omitted if empty. Any others are refused.
struct PairCodec<Value: Equatable>: ValueCodec {
  let names: (StaticString, StaticString)
  let texts: (Value) -> (String, String)
  let value: (String, String) -> Value?

  func isOmitted(_ value: Value) -> Bool { texts(value).0.isEmpty }

  func write(_ value: Value, _ w: inout JSONWriter) {
    w.beginObject()
    TextCodec.text.write(texts(value).0, names.0, &w)
    TextCodec.text.write(texts(value).1, names.1, &w)
    w.endObject()
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? {
    let pair = try ObjectMembers.read(&s) { (members) throws(JSONError) in
      let first = try TextCodec.text.read(names.0, &members) ?? ""
      return value(first, try TextCodec.text.read(names.1, &members) ?? "")
    }
    guard let pair else { throw s.here }
    return pair
  }
}

struct RecordCodec<Value: Record & Equatable>: ValueCodec {
  var withParts = true

  var isRequired: Bool { true }
  func isReadable(_ record: Value) -> Bool { record.isReadable() }
  func write(_ record: Value, _ w: inout JSONWriter) { record.write(&w, withParts: withParts) }
  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? { try Value.read(&s) }
}

struct OptionalCodec<Base: ValueCodec>: ValueCodec {
  typealias Value = Base.Value?
  let base: Base

  func isOmitted(_ value: Value) -> Bool { value == nil }
  func isReadable(_ value: Value) -> Bool { value.map { base.isReadable($0) } ?? true }
  func write(_ value: Value, _ w: inout JSONWriter) { if let value { base.write(value, &w) } }
  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? { try base.read(&s) }

  func write(_ value: Value, _ name: StaticString, _ w: inout JSONWriter) {
    if let value { base.write(value, name, &w) }
  }

  /// A member that is missing is nil.
  func read(_ name: StaticString, _ members: inout ObjectMembers) throws(JSONError) -> Value? {
    guard try members.find(name) else { return .some(nil) }
    let value = try base.read(&members.s)
    try members.advance()
    return .some(value)
  }
}

/// A size above 0, or none, which is omitted.
struct PackCodec: ValueCodec {
  private let base = QuantityCodec(isPositive: true)

  func isOmitted(_ pack: Quantity?) -> Bool { pack == nil }
  func isReadable(_ pack: Quantity?) -> Bool { pack?.isValid ?? true }

  /// An edit that takes it away has nothing to write but null.
  func write(_ pack: Quantity?, _ w: inout JSONWriter) {
    if let pack { base.write(pack, &w) } else { w.null() }
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Quantity?? {
    .some(try base.read(&s))
  }

  func write(_ pack: Quantity?, _ column: Column, _ row: inout RowOutput) {
    base.write(pack ?? Quantity(0), column, &row)
  }

  func read(_ column: Column, _ row: inout RowInput) throws(JSONError) -> Quantity?? {
    let pack = try base.read(column, &row)
    return .some(pack.flatMap { $0.thousandths > 0 ? $0 : nil })
  }
}

struct ListCodec<Element: ValueCodec>: ValueCodec {
  typealias Value = [Element.Value]
  let element: Element
  var isKept = true
  var isPart = false

  func isOmitted(_ all: Value) -> Bool { !isKept && all.isEmpty }
  func isReadable(_ all: Value) -> Bool { all.allSatisfy { element.isReadable($0) } }

  func write(_ all: Value, _ w: inout JSONWriter) {
    w.beginArray()
    for one in all { element.write(one, &w) }
    w.endArray()
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? {
    var all: Value = []
    try s.readArray { (s) throws(JSONError) in
      guard let one = try element.read(&s) else { throw s.here }
      all.append(one)
    }
    return all
  }
}

/// Values by name, sorted by name.
struct DictionaryCodec<Element: ValueCodec>: ValueCodec {
  typealias Value = [String: Element.Value]
  let element: Element

  func write(_ all: Value, _ w: inout JSONWriter) {
    w.beginObject()
    for (name, value) in all.sorted(by: { $0.key < $1.key }) {
      w.name(name)
      element.write(value, &w)
    }
    w.endObject()
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> Value? {
    var all: Value = [:]
    try s.readObject { (name, s) throws(JSONError) in
      let name = CleanText.line(name.string, limit: .name)
      guard let value = try element.read(&s) else { throw s.here }
      all[name] = value
    }
    return all
  }
}
