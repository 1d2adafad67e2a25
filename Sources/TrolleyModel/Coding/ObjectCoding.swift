/// A value stored as a JSON object, by one table of fields. The same table serves reading and
/// writing, the journal, the export and the rows of a snapshot, and the edits of an item.
protocol Record {
  /// The value that a reader assumes for every omitted field.
  static var blank: Self { get }
  /// The table. Names and their meaning are never changed or reused: they are on people's disks.
  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == Self
}

/// Visits the fields of a record. Implementations and tables are always inlined, so that the
/// compiler turns the key paths into plain accesses.
protocol FieldCoder<Entity> {
  associatedtype Entity

  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) throws(JSONError)
}

extension FieldCoder {
  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C
  ) throws(JSONError) {
    try field(name, path, codec, .first)
  }
}

extension Record {
  /// - Parameter fields: the fields to write even if they have their default, as bits by their
  ///   places in the table; nil for all that differ from the default.
  /// - Parameter withParts: also writes those that may follow in events of their own.
  @inline(__always)
  func write(_ w: inout JSONWriter, only fields: UInt32? = nil, withParts: Bool = true) {
    var coder = ObjectWriter(entity: self, w: w, only: fields, withParts: withParts)
    // Keeps the buffer uniquely referenced, so that it is not copied.
    w = JSONWriter()
    coder.w.beginObject()
    // Writing never throws.
    try? Self.fields(&coder)
    coder.w.endObject()
    w = coder.w
  }

  /// Whether these fields of it, as bits by their places in the table, are read as they are written.
  func isReadable(only fields: UInt32 = .max) -> Bool {
    var coder = ReadableFields(entity: self, only: fields)
    // Looking never throws.
    try? Self.fields(&coder)
    return coder.areReadable
  }

  /// Cleaned while it is read: another program's entry is untrusted as well.
  @inline(__always)
  static func read(_ s: inout JSONScanner) throws(JSONError) -> Self {
    try ObjectMembers.read(&s) { (members) throws(JSONError) in
      try read(&members, isPartial: false).value
    }
  }

  /// Also returns which fields are present, as bits by their places in the table.
  @inline(__always)
  static func read(
    _ members: inout ObjectMembers, isPartial: Bool
  ) throws(JSONError) -> (value: Self, fields: UInt32) {
    var coder = ObjectReader(entity: blank, members: members, isPartial: isPartial)
    try fields(&coder)
    members = coder.members
    return (coder.entity, coder.found)
  }
}

private struct ObjectWriter<Entity>: FieldCoder {
  let entity: Entity
  var w: JSONWriter
  let only: UInt32?
  let withParts: Bool
  var bit: UInt32 = 1

  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) {
    let value = entity[keyPath: path]
    let isWritten =
      only.map { $0 & bit != 0 } ?? (!codec.isOmitted(value) && (withParts || !codec.isPart))
    if isWritten { codec.write(value, name, &w) }
    bit <<= 1
  }
}

private struct ReadableFields<Entity>: FieldCoder {
  let entity: Entity
  let only: UInt32
  var areReadable = true
  var bit: UInt32 = 1

  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) {
    if only & bit != 0, !codec.isReadable(entity[keyPath: path]) { areReadable = false }
    bit <<= 1
  }
}

private struct ObjectReader<Entity>: FieldCoder {
  var entity: Entity
  var members: ObjectMembers
  let isPartial: Bool
  var found: UInt32 = 0
  var bit: UInt32 = 1

  @inline(__always)
  mutating func field<C: FieldCodec>(
    _ name: StaticString, _ path: WritableKeyPath<Entity, C.Value>, _ codec: C, _ column: Column
  ) throws(JSONError) {
    if let value = try codec.read(name, &members) {
      entity[keyPath: path] = value
      found |= bit
    } else if codec.isRequired, !isPartial {
      throw members.wrong
    }
    bit <<= 1
  }
}

/// The members of one JSON object, by name. As long as they come in the order in which they are
/// asked for, they are read in one pass; in any other order they are looked up.
struct ObjectMembers {
  var s: JSONScanner
  private let start: JSONScanner
  private let isInOrder: Bool
  /// The name of the member whose value is next; nil at the end.
  private var next: JSONScanner.RawString?

  /// Passes the members of the next object to `body`: a second time, in any order, if it did not
  /// take all of them as they came. Of duplicate members the first counts.
  @inline(__always)
  static func read<R>(
    _ s: inout JSONScanner, _ body: (inout ObjectMembers) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    do throws(JSONError) {
      var members = try ObjectMembers(s, isInOrder: true)
      let result = try body(&members)
      if members.next == nil {
        s = members.s
        return result
      }
    } catch {
      // The second pass reports what is wrong in any order.
    }
    var members = try ObjectMembers(s, isInOrder: false)
    let result = try body(&members)
    try members.look { _ in false }
    s = members.s
    return result
  }

  private init(_ scanner: JSONScanner, isInOrder: Bool) throws(JSONError) {
    s = scanner
    start = scanner
    self.isInOrder = isInOrder
    try begin()
  }

  private mutating func begin() throws(JSONError) {
    s = start
    try s.beginObject()
    try readName(isThere: s.peek() != 0x7D)
  }

  private mutating func readName(isThere: Bool) throws(JSONError) {
    next = isThere ? try s.readRawString() : nil
    if isThere { try s.consume(0x3A) } else { try s.endObject() }
  }

  private mutating func look(for isWanted: (JSONScanner.RawString) -> Bool) throws(JSONError) {
    try begin()
    while let name = next, !isWanted(name) {
      try s.skipValue()
      try advance()
    }
  }

  /// Whether there is a member of that name; if so, `s` is before its value. Then call `advance`.
  mutating func find(_ name: StaticString) throws(JSONError) -> Bool {
    if !isInOrder { try look { $0 == name } }
    return next.map { $0 == name } ?? false
  }

  mutating func advance() throws(JSONError) { try readName(isThere: s.tryConsume(0x2C)) }

  mutating func skip(_ names: StaticString...) throws(JSONError) {
    for name in names where try find(name) {
      try s.skipValue()
      try advance()
    }
  }

  /// The object is not of the expected form.
  var wrong: JSONError { JSONError(.expected(.value), at: start.offset) }
}
