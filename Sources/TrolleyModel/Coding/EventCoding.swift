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

extension EventCoder {
  mutating func list<C: ValueCodec>(
    _ name: StaticString, _ all: [C.Value], _ codec: C
  ) throws(JSONError) -> [C.Value] {
    try value(name, all, ListCodec(element: codec))
  }
}

/// Encodes events as the members of journal lines, and decodes them. An unknown kind stays in the
/// journal and is skipped.
public enum EventCoding {
  /// The largest body of one line, in bytes: with its frame, the line stays below 64 KiB.
  static let bodyLimit = 60_000

  /// The bodies of the lines of a step, without braces. Long events are split.
  public static func bodies(of step: Step) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    let head = DecodedLine(step)
    let seen = Dictionary(step.seen.map { ($0.id, $0) }) { first, _ in first }
    for (index, event) in step.events.enumerated() {
      append(event, head.unseen(step.unseen.contains(index)), seen, to: &bodies)
    }
    for one in step.leftOut { append(one.event, head.leftOut(one), [:], to: &bodies) }
    return bodies
  }

  /// Halves the event until every part fits in a line.
  private static func append(
    _ event: Event, _ head: DecodedLine, _ seen: [CartLine.ID: CartLine], to bodies: inout [[UInt8]]
  ) {
    let chunk = 200
    var whole = EventPart(range: nil)
    // Splitting and writing never throw.
    _ = try? event.coded(by: &whole)
    let count = whole.count
    var starts = [0, count / 2]
    if count <= chunk {
      let body = body(event, head.with(seen: event.changedLines.compactMap { seen[$0] }))
      if body.count <= bodyLimit || count < 2 { return bodies.append(body) }
    } else {
      starts = Array(stride(from: 0, to: count, by: chunk))
    }
    for (start, end) in zip(starts, starts.dropFirst() + [count]) {
      var part = EventPart(range: start..<end)
      if let event = try? event.coded(by: &part) { append(event, head, seen, to: &bodies) }
    }
  }

  private static func body(_ event: Event, _ head: DecodedLine) -> [UInt8] {
    assert(Event.blanks.contains { $0.kind == event.kind }, "\(event.kind) could not be read")
    var w = JSONWriter()
    w.bytes.reserveCapacity(256)
    head.with(kind: event.kind).write(&w)
    w.bytes.removeLast()
    var writer = EventWriter(w: w)
    _ = try? event.coded(by: &writer)
    return Array(writer.w.bytes.dropFirst())
  }

  /// Assembles the lines of one step. Throws when a line does not match its kind.
  public static func entry(
    position: Int, lines: [UnsafeRawBufferPointer]
  ) throws(JSONError) -> Entry {
    var parts = StepParts()
    for bytes in lines { parts.add(try decode(bytes)) }
    return Entry(position: position, step: parts.step)
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

extension Event {
  /// The lines of the cart whose ticks or quantity it changes.
  package var changedLines: [CartLine.ID] {
    switch self {
    case .linesPicked(let ids, _): ids
    case .quantityChanged(let id, _, _, _, _): [id]
    default: []
    }
  }
}

extension Event {
  /// Whether it is read as it is written: an event with a value out of its bounds would be skipped, and
  /// what it changed be lost.
  package var isReadable: Bool {
    var coder = ReadableEvent()
    // Looking never throws.
    _ = try? coded(by: &coder)
    return coder.isReadable
  }
}

package struct DecodedLine: Record {
  private var replica: ReplicaID
  private var number = 0
  private var time = 0
  private var author = ""
  private var undo = StepReference.none
  private var redo = StepReference.none
  private var left = ""
  private var leftName = ""
  private var leftOther = ""
  private var leftInto: ThingID?
  fileprivate private(set) var seen: [CartLine] = []
  fileprivate private(set) var isUnseen = false
  fileprivate private(set) var kind = ""
  /// Nil for a kind that this version does not know.
  package fileprivate(set) var event: Event?

  package static var blank: DecodedLine { DecodedLine(replica: ReplicaID(0)) }

  static func fields<C: FieldCoder>(_ c: inout C) throws(JSONError) where C.Entity == DecodedLine {
    try c.field("by", \.replica, .id())
    try c.field("i", \.number, .int)
    try c.field("t", \.time, .int)
    try c.field("who", \.author, .shortText)
    try c.field("undo", \.undo, StepReferenceCodec())
    try c.field("redo", \.redo, StepReferenceCodec())
    try c.field("left", \.left, .shortText)
    try c.field("of", \.leftName, .shortText)
    try c.field("for", \.leftOther, .shortText)
    try c.field("into", \.leftInto, OptionalCodec(base: .id()))
    try c.field("unseen", \.isUnseen, FlagCodec())
    try c.field("saw", \.seen, ListCodec(element: .record(), isKept: false))
    try c.field("kind", \.kind, .kept(.name))
  }

  private init(replica: ReplicaID) { self.replica = replica }

  fileprivate init(_ step: Step) {
    self.init(replica: step.replica)
    number = step.number
    time = step.time
    author = step.author
    switch step.role {
    case .change: break
    case .undo(let step): undo = step
    case .redo(let step): redo = step
    }
  }

  fileprivate func with(kind: String) -> DecodedLine {
    var line = self
    line.kind = kind
    return line
  }

  fileprivate func unseen(_ isUnseen: Bool) -> DecodedLine {
    guard isUnseen else { return self }
    var line = self
    line.isUnseen = true
    return line
  }

  fileprivate func with(seen lines: [CartLine]) -> DecodedLine {
    guard !lines.isEmpty else { return self }
    var line = self
    line.seen = lines
    return line
  }

  fileprivate func leftOut(_ one: LeftOut) -> DecodedLine {
    var line = self
    line.left = one.reason.rawValue
    line.leftName = one.name
    line.leftOther = one.other
    line.leftInto = one.into
    return line
  }

  /// Nil for a line that counts. A reason that this program does not know leaves the event out, too.
  fileprivate func leftOut(_ event: Event) -> LeftOut? {
    guard !left.isEmpty else { return nil }
    let reason = LeftOut.Reason(rawValue: left) ?? .changed
    return LeftOut(event, reason, name: leftName, other: leftOther, into: leftInto)
  }

  fileprivate func step(
    _ events: [Event], _ leftOut: [LeftOut], _ unseen: Set<Int>, _ seen: [CartLine]
  ) -> Step {
    let role: StepRole =
      undo != .none ? .undo(undo) : redo != .none ? .redo(redo) : .change
    return Step(
      replica: replica, number: number, time: time, author: author, role: role, events: events,
      leftOut: leftOut, unseen: unseen, seen: seen)
  }
}

/// The lines of one step, put together.
package struct StepParts {
  private var head: DecodedLine?
  private var events: [Event] = []
  private var leftOut: [LeftOut] = []
  private var unseen: Set<Int> = []
  private var seen: [CartLine] = []
  private var seenLines: Set<CartLine.ID> = []

  package init() {}

  package mutating func add(_ line: DecodedLine) {
    if head == nil { head = line }
    guard let event = line.event else { return }
    if let left = line.leftOut(event) {
      leftOut.append(left)
    } else {
      if line.isUnseen { unseen.insert(events.count) }
      // Several events may be about one line.
      for one in line.seen where seenLines.insert(one.id).inserted { seen.append(one) }
      events.append(event)
    }
  }

  package var step: Step { (head ?? .blank).step(events, leftOut, unseen, seen) }
}

/// The number of a line, or a name as text; nothing for none.
struct StepReferenceCodec: ValueCodec {
  typealias Value = StepReference

  func isOmitted(_ step: StepReference) -> Bool { step == .none }

  func write(_ step: StepReference, _ w: inout JSONWriter) {
    if let name = step.nameText { w.string(name) } else { w.int(step.key) }
  }

  func read(_ s: inout JSONScanner) throws(JSONError) -> StepReference? {
    switch try s.peekKind() {
    case .string: return StepReference(nameText: try s.readString())
    case .number: return .position(try s.readInt())
    default:
      try s.skipValue()
      return nil
    }
  }
}

extension StepReference {
  /// The place of no step.
  static var none: StepReference { .position(0) }
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
}

private struct ReadableEvent: EventCoder {
  var isReadable = true

  mutating func value<C: ValueCodec>(
    _ name: StaticString, _ value: C.Value, _ codec: C
  ) -> C.Value {
    if !codec.isReadable(value) { isReadable = false }
    return value
  }

  mutating func choice<V: RawRepresentable<String>>(_ name: StaticString, _ value: V) -> V { value }
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
