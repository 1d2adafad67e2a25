/// One list on the disk: journal and snapshot, in terms of the state machine.
///
/// Owns the open files and how far they were read. Not for concurrent use.
public final class ListStore {
  let directory: String
  let journal: FileJournal
  /// Only where the list is shared.
  var waitingSteps: WaitingSteps?
  /// With which server the list is shared; nil when it is not.
  public internal(set) var sharing: Sharing?
  /// Whether the list was ever shared: others look at nothing.
  var wasShared = false
  /// The position of the last step that was returned.
  var lastPosition = 0
  /// What others wrote and was read together with a change that could not be written.
  var unreturned: [Entry] = []
  /// The authors whose accounts others have removed since the list was loaded.
  private var removedAuthors: Set<String> = []
  /// Everything up to here was returned to the caller.
  var mark: JournalMark
  /// The bytes of the journal that the snapshot saves reading, and those of the snapshot itself.
  private var snapshotOffset = 0
  private var snapshotLength = 0
  /// Where the journal ended when a snapshot was last tried.
  private var triedOffset = 0
  private let blockSize: Int

  /// Opens the list in a directory; with `create`, creates both if the list never existed.
  public convenience init(
    directory: String, create: Bool, calls: FileCalls = .system
  ) throws(Failure) {
    try self.init(
      directory: directory, create: create, calls: calls, blockSize: SnapshotFile.blockSize)
  }

  init(
    directory: String, create: Bool, calls: FileCalls = .system, blockSize: Int
  ) throws(Failure) {
    self.directory = directory
    self.blockSize = blockSize
    journal = try FileJournal(directory: directory, calls: calls, createIfMissing: create)
    mark = journal.start
  }

  /// The list's identifier, wherever it is.
  public var list: String { journal.list }

  /// What was repaired on the way, for the log.
  public var notes: [String] { journal.notes }

  /// Whether a damage was found, as far as was read.
  public var isDamaged: Bool { journal.refusalOfChanges?.kind == .damaged }

  public struct Loaded: Sendable {
    public var state: SharedState
    /// The position of the last step.
    public var position: Int
    /// Problems, for the user.
    public var warnings: [String]
    /// The steps of a shared list that have no place yet.
    public var waiting: [Step] = []
    /// Steps that got their places while their author may not have been looking.
    public var placed: [Entry] = []
    /// Where steps wait, those that got their places since the first of them could be made, also those
    /// of other machines.
    var since: [Entry] = []
  }

  /// The whole state: from the snapshot if it is sound, and the steps after it.
  ///
  /// - Parameter tellsAll: whether the authors of all placed steps are told of them; else `tellPlaced`
  ///   says who was.
  public func load(tellsAll: Bool = true) throws(Failure) -> Loaded {
    var loaded = try loadCopy()
    wasShared = loaded.state.history.namesSteps
    try openOutbox()
    guard let waitingSteps else {
      // What cannot be written now is done another time.
      let isOwnAgain = loaded.state.history.namesSteps && (try? settleWhatWaited()) == true
      return isOwnAgain ? try loadCopy() : loaded
    }
    let steps = try waitingSteps.load { () throws(Failure) in try readOn(&loaded) }
    (loaded.waiting, loaded.placed, loaded.since) = steps
    if tellsAll, loaded.waiting.isEmpty, !loaded.placed.isEmpty {
      // Otherwise it is done another time.
      let news = try? journal.transaction(since: mark) { (_) throws(Failure) in
        try waitingSteps.emptyIfDone(isStarting: true)
      }
      loaded.waiting += (news ?? []).map(\.step)
    }
    return loaded
  }

  func loadCopy() throws(Failure) -> Loaded {
    var loaded = Loaded(state: SharedState(), position: 0, warnings: [])
    let snapshot = SnapshotFile(of: journal, blockSize: blockSize).load(
      format: StateCoding.format, spare: .journal(of: directory, journal.calls)
    ) { body in
      snapshotLength = body.count
      return StateCoding.decode(body)
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
    lastPosition = loaded.position
    loaded.state = state
    loaded.warnings = (warning.map { [$0] } ?? []) + reader.warnings
    return loaded
  }

  /// Steps that others have written since the last call.
  public func news() throws(Failure) -> (entries: [Entry], warning: String?) {
    try lookAtSharing()
    var entries: [Entry] = []
    var reader = StepReader()
    let (end, warning) = try journal.forEachLine(after: mark) { line in
      if let entry = reader.take(line) { entries.append(entry) }
    }
    mark = end
    try follow(entries)
    unreturned += try entries + (waitingSteps?.news() ?? [])
    return (takeUnreturned(), warning ?? reader.warnings.first)
  }

  func takeUnreturned() -> [Entry] {
    defer { unreturned = [] }
    return unreturned
  }

  /// The caller gets these steps of the journal.
  func follow(_ entries: [Entry]) throws(Failure) {
    if let last = entries.last { lastPosition = last.position }
    for case .accountRemoved(let account) in entries.lazy.flatMap(\.step.events) {
      removedAuthors.insert(account.author)
    }
    if let waitingSteps {
      waitingSteps.note(entries)
    } else if entries.contains(where: { $0.step.events == [.shared] }) {
      wasShared = true
      try openOutbox()
    }
  }

  /// Makes one step durable. Returns what others had written before it, and the step itself.
  /// Throws `unknownOutcome` only after looking the step up: then it was not written.
  public func append(_ step: Step) throws(Failure) -> [Entry] {
    let before = mark
    do {
      return try transact { (_) throws(Failure) in
        guard waitingSteps != nil || mayStill(step) else { throw Failure.ofRemovedPerson }
        return step
      }
    } catch  where error.kind == .unknownOutcome {
      try journal.reopen()
      if let waitingSteps {
        guard try waitingSteps.find(step) else { throw error }
      } else {
        let bodies = EventCoding.bodies(of: step)
        guard let first = bodies.first, try journal.contains(body: first, after: before) else {
          throw error
        }
      }
      return try news().entries
    }
  }

  /// Whether its author has an account, as far as others took one away; what was ordered stays. In a
  /// shared list the step is planned again when it gets its place.
  private func mayStill(_ step: Step) -> Bool {
    step.isOrder || !removedAuthors.contains(step.author)
  }

  /// Decides and writes in one hold of the lock: `decide` gets what others have written since, and
  /// returns the step to write, or nil for none. Returns all of it in order.
  public func transact(_ decide: ([Entry]) throws(Failure) -> Step?) throws(Failure) -> [Entry] {
    try underLock { (transaction) throws(Failure) in
      unreturned += try news(of: transaction)
      if let waitingSteps { unreturned += try waitingSteps.news() }
      let step = try decide(unreturned)
      var own: Entry?
      if let step, let waitingSteps {
        own = try waitingSteps.append(step)
      } else if let step {
        let written = try transaction.append(steps: [EventCoding.bodies(of: step)])
        mark = transaction.end
        lastPosition = written.first?.n ?? lastPosition
        own = written.first.map { Entry(position: $0.n, step: step) }
      }
      return takeUnreturned() + (own.map { [$0] } ?? [])
    }
  }

  /// Like `transact`, for a step too long to be held in memory: after `begin` got what others have
  /// written since, `parts` gives events until it gives nil. Returns the position of the step, or
  /// nil when there were no events.
  public func transact(
    _ step: Step, _ begin: ([Entry]) -> Void, parts: () throws(Failure) -> [Event]?
  ) throws(Failure) -> Int? {
    try underLock { (transaction) throws(Failure) in
      let entries = try news(of: transaction)
      if let waitingSteps {
        begin(entries + (try waitingSteps.news()))
        var events: [Event] = []
        while let more = try parts() { events += more }
        guard !events.isEmpty else { return nil }
        return try waitingSteps.append(step.with(events)).position
      }
      begin(entries)
      let first = try transaction.append { () throws(Failure) -> [[UInt8]]? in
        guard let events = try parts() else { return nil }
        return EventCoding.bodies(of: step.with(events))
      }
      mark = transaction.end
      lastPosition = first ?? lastPosition
      return first
    }
  }

  /// A transaction for a change. Whether the list is shared may have changed until the lock was
  /// there.
  private func underLock<R>(
    _ body: (inout JournalTransaction) throws(Failure) -> R
  ) throws(Failure) -> R {
    while true {
      try lookAtSharing()
      let result = try journal.transaction(since: mark) { (transaction) throws(Failure) -> R? in
        isSharingKnown ? try body(&transaction) : nil
      }
      if let result { return result }
    }
  }

  func news(of transaction: borrowing JournalTransaction) throws(Failure) -> [Entry] {
    var reader = StepReader()
    mark = transaction.end
    let entries = transaction.news.entries.compactMap { reader.take($0) }
    try follow(entries)
    return entries
  }

  /// A past step, complete.
  public func step(at place: StepReference) throws(Failure) -> Entry {
    if let waiting = try waitingSteps?.step(place) { return waiting }
    let lines: [RawEntry]
    if let name = place.name {
      lines = try journal.step(by: name.replica.description, name.number)
    } else {
      lines = try journal.step(at: place.key)
    }
    var reader = StepReader()
    for raw in lines {
      if let entry = reader.take(raw) { return entry }
    }
    throw Failure(.damaged, "That change cannot be read any more.", detail: "step \(place)")
  }

  /// A past step that is undone or done again, and then the step that took it back last.
  public func step(
    at place: StepReference, for purpose: UndoPurpose
  ) throws(Failure) -> UndoSubject {
    let entry = try step(at: place)
    guard purpose == .redo else { return UndoSubject(entry) }
    var undo = try waitingSteps?.undo(of: place)
    if undo == nil, entry.position != Entry.waiting {
      var reader = StepReader()
      _ = try journal.forEachLine(after: journal.mark(afterLine: entry.position - 1)) { line in
        // One that came second has taken nothing back.
        if let later = reader.take(line), later.step.role == .undo(place),
          !later.step.events.isEmpty
        {
          undo = later.step
        }
      }
    }
    return UndoSubject(entry, undo: undo)
  }

  /// Whether reading the journal after the snapshot has become costlier than a new snapshot. A change
  /// of many items names each in some ten bytes and takes as long to play as a line of its own. One that
  /// could not be written is tried again after as much.
  public var wantsSnapshot: Bool {
    mark.offset - max(snapshotOffset, triedOffset) > 8 << 10 + snapshotLength / 128
  }

  /// Rereads the list and writes a snapshot of it. The read position stays: new steps read here
  /// are returned again by the next read.
  public func makeSnapshot() throws(Failure) {
    triedOffset = mark.offset
    try aside { () throws(Failure) in
      let loaded = try loadCopy()
      if loaded.warnings.isEmpty { try save(loaded.state) }
    }
  }

  /// Reads the copy anew for `body`; what is new to the caller stays new.
  func aside<R>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    let before = mark
    let position = lastPosition
    defer {
      mark = before
      lastPosition = position
    }
    return try body()
  }

  /// Writes a snapshot of a state that includes everything returned so far.
  public func saveSnapshot(of state: SharedState) throws(Failure) {
    // What has no place yet is not part of it.
    if waitingSteps == nil { try save(state) } else { try makeSnapshot() }
  }

  private func save(_ state: SharedState) throws(Failure) {
    let body = StateCoding.encode(state)
    try SnapshotFile(of: journal, blockSize: blockSize)
      .save(format: StateCoding.format, at: mark, body: body)
    snapshotOffset = mark.offset
    snapshotLength = body.reduce(0) { $0 + $1.count }
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
    note(leftOut: entry.step.leftOut, &touches)
    note(entry)
  }
}

/// Assembles the lines of steps.
struct StepReader {
  private var first: Int?
  private var parts = StepParts()
  /// The first ones in words: another machine may have written any number.
  private var skipped: [String] = []
  private var skippedCount = 0

  private static let mostWarnings = 3

  var warnings: [String] {
    let rest = skippedCount - skipped.count
    return skipped
      + (rest > 0
        ? [Wording.count(rest, "more change was", "more changes were") + " skipped."] : [])
  }

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
      parts.add(try EventCoding.decode(bytes))
    } catch {
      skippedCount += 1
      if skipped.count < Self.mostWarnings {
        skipped.append("Change \(n) was skipped: \(error.words).")
      }
      if first == nil { parts.add(.blank) }
    }
    let position = first ?? n
    first = position
    guard isLast else { return nil }
    defer {
      first = nil
      parts = StepParts()
    }
    return Entry(position: position, step: parts.step)
  }
}
