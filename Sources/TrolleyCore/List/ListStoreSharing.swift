/// A list that is shared between machines: a copy of the server's journal, and an outbox.
extension ListStore {
  /// Plays what the copy has got since it was loaded.
  func readOn(_ loaded: inout Loaded) throws(Failure) -> Int {
    var state = loaded.state
    loaded.state = SharedState()
    defer { loaded.state = state }
    var reader = StepReader()
    (mark, _) = try journal.forEachLine(after: mark) { line in
      guard let entry = reader.take(line) else { return }
      state.play(entry)
      lastPosition = entry.position
    }
    loaded.position = lastPosition
    return lastPosition
  }

  func openOutbox() throws(Failure) {
    guard wasShared, waitingSteps == nil else { return }
    sharing = try Sharing.read(in: directory)
    if sharing != nil { waitingSteps = WaitingSteps(beside: journal) }
  }

  /// After leaving a shared list, what still waited is part of the list that is this machine's own
  /// again. Returns whether there was anything.
  func settleWhatWaited() throws(Failure) -> Bool {
    let steps = WaitingSteps(beside: journal)
    guard try steps.isThere else { return false }
    return try journal.transaction(since: nil) { (transaction) throws(Failure) in
      let found = try steps.load { .max }
      if !found.waiting.isEmpty {
        var loaded = try aside { () throws(Failure) in try loadCopy() }
        (loaded.waiting, loaded.placed, loaded.since) = found
        let planned = loaded.takeReplica().waiting.map { EventCoding.bodies(of: $0.planned) }
        _ = try transaction.append(steps: planned)
      }
      try steps.remove()
      return true
    }
  }

  /// Whether `sharing` is what the directory says.
  var isSharingKnown: Bool {
    !wasShared || (access(directory + "/" + Sharing.file, F_OK) == 0) == (sharing != nil)
  }

  /// Takes note of a list that was left, or is shared from now on.
  func lookAtSharing() throws(Failure) {
    if isSharingKnown { return }
    // Another list may be in its place by now, which is not this one's to carry.
    try journal.checkPlace()
    if sharing == nil { return try openOutbox() }
    sharing = nil
    waitingSteps = nil
    _ = try settleWhatWaited()
  }

  // MARK: Steps and lines

  /// Where the copy ends, and the place before its first line.
  public var head: (origin: JournalHead, end: JournalHead) { (journal.origin, mark.head) }

  /// Steps as lines for the place where the copy ends; nil when they were planned for another one.
  ///
  /// - Parameter position: of the last step of the state that they were planned on.
  public func draft(_ steps: [Step], at position: Int) throws(Failure) -> [[UInt8]]? {
    guard position == lastPosition else { return nil }
    return try JournalLines.draft(steps.map { EventCoding.bodies(of: $0) }, after: mark.head)
      .map(\.bytes)
  }

  /// Takes lines of the shared journal over into the copy. Returns all that is new in it.
  ///
  /// Throws `damaged` when they do not belong there; then nothing was changed.
  public func adopt(_ lines: [[UInt8]], after head: JournalHead) throws(Failure) -> [Entry] {
    try journal.transaction(since: mark) { (transaction) throws(Failure) in
      unreturned += try news(of: transaction)
      // Another program may have been faster.
      let known = transaction.end.n - head.n
      guard known >= 0, known < lines.count else { return takeUnreturned() }
      let rest = try JournalLines.verified(Array(lines[known...]), after: transaction.end.head)
      try transaction.append(lines: rest)
      mark = transaction.end
      var reader = StepReader()
      var adopted: [Entry] = []
      var notes: [ReplacementLog.Note] = []
      var start = 0
      for (index, line) in rest.enumerated() {
        guard let entry = reader.take(line) else { continue }
        adopted.append(entry)
        if waitingSteps?.isWaiting(entry.step.name) == true {
          notes.append(.own(Array(rest[start...index])))
        } else if entry.step.isNotable {
          notes.append(.unseen(Array(rest[start...index])))
        }
        start = index + 1
      }
      note(notes)
      try follow(adopted)
      unreturned += adopted
      unreturned += try waitingSteps?.emptyIfDone() ?? []
      return takeUnreturned()
    }
  }

  // MARK: What became of one's own steps

  /// The placed steps of which a person is told now, and not again.
  ///
  /// - Parameters:
  ///   - placed: what `load` returned, without telling all.
  ///   - actor: nil: everybody is told.
  ///   - state: the list with them.
  public func tellPlaced(
    _ placed: [Entry], to actor: Actor?, in state: SharedState
  ) throws(Failure) -> [Entry] {
    guard !placed.isEmpty else { return [] }
    let untold = try self.untold(placed)
    let theirs = untold.filter { $0.step.isAbout(actor, in: state) }
    if theirs.count == untold.count {
      unreturned += try journal.transaction(since: mark) { (_) throws(Failure) in
        try waitingSteps?.emptyIfDone(isStarting: true) ?? []
      }
    }
    // What is kept for others, or beside what still waits, is not told again.
    if !theirs.isEmpty, theirs.count < untold.count || waitingSteps?.isDone == false {
      try settle(theirs.map { .told($0.position) })
    }
    return theirs
  }

  /// The placed steps of which there is something to tell that their authors have not been told.
  public func untold(_ placed: [Entry]) throws(Failure) -> [Entry] {
    let all = placed.filter { !$0.step.leftOut.isEmpty }
    guard !all.isEmpty else { return [] }
    let told = Set(try sharingNotes().compactMap(\.toldPosition))
    return all.filter { !told.contains($0.position) }
  }

  // MARK: What others have replaced

  /// What was noted of values of this machine, and of what others have replaced, in order.
  public func sharingNotes() throws(Failure) -> [SharingNote] {
    guard sharing != nil else { return [] }
    let log = ReplacementLog(beside: journal)
    let notes = try log.notes()
    return (log.mayHaveForgotten ? [.forgotten] : [])
      + notes.compactMap { note -> SharingNote? in
        switch note {
        case .own(let lines): Self.entry(lines).map { .own($0) }
        case .unseen(let lines): Self.entry(lines).map { .unseen($0) }
        case .settled(let position, let part): .settled(Conflict.ID(position: position, part: part))
        }
      }
  }

  /// The author has answered, so that it is not told again.
  public func settle(_ conflicts: [Conflict.ID]) throws(Failure) {
    guard sharing != nil else { return }
    try journal.transaction(since: mark) { (_) throws(Failure) in
      try ReplacementLog(beside: journal).append(
        conflicts.map { .settled(position: $0.position, part: $0.part) })
    }
  }

  /// Without the notes everything goes on, but for what is told after the screen was closed.
  private func note(_ notes: [ReplacementLog.Note]) {
    guard !notes.isEmpty else { return }
    do { try ReplacementLog(beside: journal).append(notes) } catch {
      Log.write("replaced: \(error.kind.rawValue) \(error.detail)")
    }
  }

  private static func entry(_ lines: [RawEntry]) -> Entry? {
    var reader = StepReader()
    return lines.compactMap { reader.take($0) }.last
  }
}

extension Step {
  /// Whether a person is told what became of it: its author, or those who are not signed in where
  /// that one has no account. The owner hears of that besides.
  package func isAbout(_ actor: Actor?, in state: SharedState) -> Bool {
    guard let actor, state.use.hasAccounts else { return true }
    return state.account(of: addressee(in: state))?.id == actor.account
  }
}

extension ListStore.Loaded {
  /// The list as it is shown, which takes the state along.
  public mutating func takeReplica() -> Replica {
    let confirmed = state
    state = SharedState()
    let own = Set(placed.map(\.step.name))
    return Replica(
      confirmed, position: position, waiting: waiting, placed: since.map(\.step),
      others: Set(since.map(\.step.name)).subtracting(own))
  }
}
