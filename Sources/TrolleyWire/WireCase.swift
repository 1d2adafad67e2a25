/// One part of an enumeration case's payload: one or more members of the line.
struct WirePart<Value> {
  let code: (inout WireFields, Value?) throws(Failure) -> Value

  static func named(_ name: String, _ form: WireForm<Value>) -> WirePart {
    WirePart { (f: inout WireFields, old: Value?) throws(Failure) in
      try f.member(name, old, form)
    }
  }

  /// Omitted when nil.
  static func optional<Some>(
    _ name: String, _ form: WireForm<Some>
  ) -> WirePart where Value == Some? {
    WirePart { (f: inout WireFields, old: Value?) throws(Failure) in
      try f.optional(name, old ?? nil, form)
    }
  }
}

extension WirePart where Value: WireObject {
  /// Its members are those of the line itself.
  static var flat: WirePart { WirePart(code: Value.wire) }
}

/// One case of an enumeration: its name in the line, its parts, and how to take it apart again.
struct WireCase<Whole> {
  fileprivate let name: String
  /// False when the value is another case.
  fileprivate let write: (Whole, String, inout WireFields) -> Bool
  fileprivate let read: (inout WireFields) throws(Failure) -> Whole

  init<each Part>(
    _ name: String, _ make: @escaping (repeat each Part) -> Whole,
    _ part: repeat WirePart<each Part>, parts: @escaping (Whole) -> (repeat each Part)?
  ) {
    let all = (repeat each part)
    self.name = name
    write = { whole, kind, fields in
      guard let old = parts(whole) else { return false }
      func put<Value>(_ part: WirePart<Value>, _ value: Value) {
        // Nothing is refused while writing: the receiver validates.
        _ = try? part.code(&fields, value)
      }
      put(.named(kind, .text(40)), name)
      repeat put(each all, each old)
      return true
    }
    read = { (fields: inout WireFields) throws(Failure) in
      make(repeat try (each all).code(&fields, nil))
    }
  }
}

extension WireFields {
  /// One of several cases, identified by the member `kind`.
  mutating func oneOf<Whole>(
    _ cases: [WireCase<Whole>], _ kind: String, _ old: Whole?
  ) throws(Failure) -> Whole {
    if let old {
      guard cases.contains(where: { $0.write(old, kind, &self) }) else { throw Self.refusal(kind) }
      return old
    }
    let name = try member(kind, nil, .text(40))
    guard let known = cases.first(where: { $0.name == name }) else { throw Self.refusal(kind) }
    return try known.read(&self)
  }
}
