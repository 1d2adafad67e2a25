/// One list on the disk: journal and snapshot, in terms of the state machine.
///
/// Owns the open files and how far they were read. Not for concurrent use.
public final class ListStore {
  private let journal: FileJournal
  /// Everything up to here was returned to the caller.
  private var mark: JournalMark
  /// The bytes of the journal that the snapshot saves reading, and those of the snapshot itself.
  private var snapshotOffset = 0
  private var snapshotLength = 0

  /// Opens the list in a directory; with `create`, creates both if the list never existed.
  public init(directory: String, create: Bool, calls: FileCalls = .system) throws(Failure) {
    journal = try FileJournal(directory: directory, calls: calls, createIfMissing: create)
    mark = journal.start
  }

  /// What was repaired on the way, for the log.
  public var notes: [String] { journal.notes }

  public struct Loaded: Sendable {
    public var state: SharedState
    /// The position of the last step.
    public var position: Int
    /// Problems, for the user.
    public var warnings: [String]
  }

  /// The whole state: from the snapshot if it is sound, and the steps after it.
  public func load() throws(Failure) -> Loaded {
    var loaded = Loaded(state: SharedState(), position: 0, warnings: [])
    let snapshot = SnapshotFile(of: journal).load(format: StateCoding.format) { bytes in
      snapshotLength = bytes.count
      return StateCoding.decode(bytes, both: runConcurrently)
    }
    if let snapshot {
      loaded.state = snapshot.value
      loaded.position = snapshot.mark.n
      snapshotOffset = snapshot.mark.offset
    }
    var state = loaded.state
    loaded.state = SharedState()
    var reader = StepReader()
    let (end, warning) = try journal.forEachLine(after: snapshot?.mark) { line in
      guard let entry = reader.take(line) else { return }
      state.play(entry)
      loaded.position = entry.position
    }
    mark = end
    loaded.state = state
    loaded.warnings = (warning.map { [$0] } ?? []) + reader.warnings
    return loaded
  }

  /// Steps that others have written since the last call.
  public func news() throws(Failure) -> (entries: [Entry], warning: String?) {
    var entries: [Entry] = []
    var reader = StepReader()
    let (end, warning) = try journal.forEachLine(after: mark) { line in
      if let entry = reader.take(line) { entries.append(entry) }
    }
    mark = end
    return (entries, warning ?? reader.warnings.first)
  }

  /// Makes one step durable. Returns what others had written before it, and the step itself.
  /// Throws `unknownOutcome` only after looking the step up: then it was not written.
  public func append(_ step: Step) throws(Failure) -> [Entry] {
    let before = mark
    do {
      return try transact { (_) throws(Failure) in step }
    } catch  where error.kind == .unknownOutcome {
      try journal.reopen()
      let bodies = EventCoding.bodies(of: step)
      guard let first = bodies.first, try journal.contains(body: first, after: before) else {
        throw error
      }
      mark = before
      return try news().entries
    }
  }

  /// Decides and writes in one hold of the lock: `decide` gets what others have written since, and
  /// returns the step to write, or nil for none. Returns all of it in order.
  public func transact(_ decide: ([Entry]) throws(Failure) -> Step?) throws(Failure) -> [Entry] {
    try journal.transaction(since: mark) { (transaction) throws(Failure) in
      var reader = StepReader()
      var entries: [Entry] = []
      for raw in transaction.news.entries {
        if let entry = reader.take(raw) { entries.append(entry) }
      }
      mark = transaction.end
      if let step = try decide(entries) {
        let written = try transaction.append(steps: [EventCoding.bodies(of: step)])
        mark = transaction.end
        if let first = written.first { entries.append(Entry(position: first.n, step: step)) }
      }
      return entries
    }
  }

  /// A past step, complete.
  public func step(at position: Int) throws(Failure) -> Entry {
    var reader = StepReader()
    for raw in try journal.step(at: position) {
      if let entry = reader.take(raw) { return entry }
    }
    throw Failure(.damaged, "That change cannot be read any more.", detail: "step \(position)")
  }

  /// Whether reading the journal after the snapshot has become costlier than a new snapshot.
  public var wantsSnapshot: Bool { mark.offset - snapshotOffset > 128 << 10 + snapshotLength / 4 }

  /// Rereads the list and writes a snapshot of it. The read position stays: new steps read here
  /// are returned again by the next read.
  public func makeSnapshot() throws(Failure) {
    let before = mark
    let loaded = try load()
    defer { mark = before }
    if loaded.warnings.isEmpty { try saveSnapshot(of: loaded.state) }
  }

  /// Writes a snapshot of a state that includes everything returned so far.
  public func saveSnapshot(of state: SharedState) throws(Failure) {
    let body = StateCoding.encode(state)
    try SnapshotFile(of: journal).save(format: StateCoding.format, at: mark, body: body)
    snapshotOffset = mark.offset
    snapshotLength = body.count
  }
}

extension SharedState {
  /// Applies a step that the journal has accepted.
  public mutating func play(_ entry: Entry) {
    var touches: [Touch] = []
    for event in entry.step.events {
      apply(event, touches: &touches)
      touches.removeAll(keepingCapacity: true)
    }
    note(entry)
  }
}

/// Assembles the lines of steps.
struct StepReader {
  private var first: (n: Int, head: DecodedLine)?
  private var events: [Event] = []
  private(set) var warnings: [String] = []

  mutating func take(_ raw: RawEntry) -> Entry? {
    raw.bytes.withUnsafeBytes { take($0, n: raw.n, isLast: raw.isLastOfStep) }
  }

  mutating func take(_ line: RawLine) -> Entry? {
    take(line.bytes, n: line.n, isLast: line.isLastOfStep)
  }

  /// A sound line whose content this program can't decode is skipped with a warning: it may be a
  /// later version's.
  private mutating func take(_ bytes: UnsafeRawBufferPointer, n: Int, isLast: Bool) -> Entry? {
    do {
      let line = try EventCoding.decode(bytes)
      if first == nil { first = (n, line) }
      if let event = line.event { events.append(event) }
    } catch {
      warnings.append("Change \(n) was skipped: \(error.words).")
      if first == nil { first = (n, .blank) }
    }
    guard isLast, let (position, head) = first else { return nil }
    let entry = Entry(position: position, step: head.step(events))
    first = nil
    events = []
    return entry
  }
}
