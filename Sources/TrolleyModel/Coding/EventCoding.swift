/// Visits the members of an event, and returns the value that each has afterwards.
protocol EventCoder {
  mutating func value<C: ValueCodec>(
    _ name: StaticString, _ value: C.Value, _ codec: C
  ) throws(JSONError) -> C.Value

  /// A choice that may have new cases in a later version: with one of those the event is unknown.
  mutating func choice<V: RawRepresentable<String>>(
    _ name: StaticString, _ value: V
  ) throws(JSONError) -> V

  /// A list that may be split among several events of the kind.
  mutating func list<C: ValueCodec>(
    _ name: StaticString, _ all: [C.Value], _ codec: C
  ) throws(JSONError) -> [C.Value]
}

/// Encodes events as the members of journal lines, and decodes them. An unknown kind stays in the
/// journal and is skipped.
public enum EventCoding {
  /// The largest body of one line, in bytes: with its frame, the line stays below 64 KiB.
  static let bodyLimit = 60_000

  /// The bodies of the lines of a step, without braces. Long events are split.
  public static func bodies(of step: Step) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for event in step.events { append(event, of: step, to: &bodies) }
    return bodies
  }

  /// Halves the event until every part fits in a line.
  private static func append(_ event: Event, of step: Step, to bodies: inout [[UInt8]]) {
    let chunk = 200
    var whole = EventPart(range: nil)
    // Splitting and writing never throw.
    _ = try? event.coded(by: &whole)
    let count = whole.count
    var starts = [0, count / 2]
    if count <= chunk {
      let body = body(event, step)
      if body.count <= bodyLimit || count < 2 { return bodies.append(body) }
    } else {
      starts = Array(stride(from: 0, to: count, by: chunk))
    }
    for (start, end) in zip(starts, starts.dropFirst() + [count]) {
      var part = EventPart(range: start..<end)
      if let event = try? event.coded(by: &part) { append(event, of: step, to: &bodies) }
    }
  }

  private static func body(_ event: Event, _ step: Step) -> [UInt8] {
    assert(Event.blanks.contains { $0.kind == event.kind }, "\(event.kind) could not be read")
    var w = JSONWriter()
    w.bytes.reserveCapacity(256)
    DecodedLine(step, kind: event.kind).write(&w)
    w.bytes.removeLast()
    var writer = EventWriter(w: w)
    _ = try? event.coded(by: &writer)
    return Array(writer.w.bytes.dropFirst())
  }

  /// Assembles the lines of one step. Throws when a line does not match its kind.
  public static func entry(
    position: Int, lines: [UnsafeRawBufferPointer]
  ) throws(JSONError) -> Entry {
    var events: [Event] = []
    var first: DecodedLine?
    for bytes in lines {
      let line = try decode(bytes)
      if first == nil { first = line }
      if let event = line.event { events.append(event) }
    }
    return Entry(position: position, step: (first ?? .blank).step(events))
  }

  /// Members may come in any order.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> DecodedLine {
    var s = JSONScanner(bytes)
    let line = try ObjectMembers.read(&s) { (members) throws(JSONError) in
      try members.skip("v", "n", "with", "more")
      var line = try DecodedLine.read(&members, isPartial: false).value
      for blank in Event.blanks where blank.kind == line.kind {
        var reader = EventReader(members: members)
        let event = try blank.coded(by: &reader)
        if reader.isKnown { line.event = event }
        members = reader.members
        break
      }
      try members.skip("prev", "crc")
      return line
    }
    try s.finish()
    return line
  }
}

package struct DecodedLine: Record {
  private var replica: ReplicaID
  private var number = 0
  private var time = 0
  private var author = ""
  private var undo = 0
  private var redo = 0
  fileprivate var kind = ""
  /// Nil for a kind that this version does not know.
  package fileprivate(set) var event: Event?

  package static var blank: DecodedLine { DecodedLine(replica: ReplicaID(0)) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == DecodedLine {
    try c.field("by", \.replica, .id())
    try c.field("i", \.number, .int)
    try c.field("t", \.time, .int)
    try c.field("who", \.author, .shortText)
    try c.field("undo", \.undo, IntCodec(omitted: 0))
    try c.field("redo", \.redo, IntCodec(omitted: 0))
    try c.field("kind", \.kind, .kept(.name))
  }

  private init(replica: ReplicaID) { self.replica = replica }

  fileprivate init(_ step: Step, kind: String) {
    self.init(replica: step.replica)
    number = step.number
    time = step.time
    author = step.author
    switch step.role {
    case .change: break
    case .undo(let position): undo = position
    case .redo(let position): redo = position
    }
    self.kind = kind
  }

  package func step(_ events: [Event]) -> Step {
    Step(
      replica: replica, number: number, time: time, author: author,
      role: undo != 0 ? .undo(undo) : redo != 0 ? .redo(redo) : .change, events: events)
  }
}

private struct EventWriter: EventCoder {
  var w: JSONWriter

  mutating func value<C: ValueCodec>(
    _ name: StaticString, _ value: C.Value, _ codec: C
  ) -> C.Value {
    codec.write(value, name, &w)
    return value
  }

  mutating func choice<V: RawRepresentable<String>>(_ name: StaticString, _ value: V) -> V {
    w.name(name)
    w.string(value.rawValue)
    return value
  }

  mutating func list<C: ValueCodec>(
    _ name: StaticString, _ all: [C.Value], _ codec: C
  ) -> [C.Value] {
    value(name, all, ListCodec(element: codec))
  }
}

private struct EventReader: EventCoder {
  var members: ObjectMembers
  var isKnown = true

  mutating func value<C: ValueCodec>(
    _ name: StaticString, _ value: C.Value, _ codec: C
  ) throws(JSONError) -> C.Value {
    guard let value = try codec.read(name, &members) else { throw members.wrong }
    return value
  }

  mutating func choice<V: RawRepresentable<String>>(
    _ name: StaticString, _ value: V
  ) throws(JSONError) -> V {
    if let read = V(rawValue: try self.value(name, "", .text)) { return read }
    isKnown = false
    return value
  }

  mutating func list<C: ValueCodec>(
    _ name: StaticString, _ all: [C.Value], _ codec: C
  ) throws(JSONError) -> [C.Value] {
    try value(name, all, ListCodec(element: codec))
  }
}

/// Takes a part of the event's list, or just counts it.
private struct EventPart: EventCoder {
  let range: Range<Int>?
  var count = 0

  mutating func value<C: ValueCodec>(
    _ name: StaticString, _ value: C.Value, _ codec: C
  ) -> C.Value { value }

  mutating func choice<V: RawRepresentable<String>>(_ name: StaticString, _ value: V) -> V { value }

  mutating func list<C: ValueCodec>(
    _ name: StaticString, _ all: [C.Value], _ codec: C
  ) -> [C.Value] {
    count = all.count
    return range.map { Array(all[$0]) } ?? all
  }
}
