/// One hold of the lock: the journal cannot change meanwhile, so a change can be decided and
/// written atomically. Keep it short: never wait for the network or the user in it.
public struct JournalTransaction: ~Copyable {
  private let journal: FileJournal
  /// What follows the mark that was passed to `transaction`.
  public let news: JournalNews
  /// The end of the journal, including what was appended.
  public private(set) var end: JournalMark

  init(_ journal: FileJournal, _ news: JournalNews) {
    self.journal = journal
    self.news = news
    end = news.end
  }

  /// Writes steps, each of one or more lines, each line given as the members of a JSON object. They
  /// are durable when this returns.
  ///
  /// Throws `badInput` for what cannot be a line, `failedIO` when nothing was written, and
  /// `unknownOutcome` when the disk did not confirm the write or took only the first of several
  /// steps: then call `reopen()` and look.
  public mutating func append(steps: [[[UInt8]]]) throws(Failure) -> [RawEntry] {
    let draft = try JournalDraft(steps, after: end)
    end = try journal.append(draft, after: end)
    return draft.entries
  }

  /// Writes lines of another store that belong in this place, as they are.
  public mutating func append(lines: [RawEntry]) throws(Failure) {
    end = try journal.append(JournalDraft(verbatim: lines, after: end), after: end)
  }

  /// The same for one step whose lines come in parts, until there are no more. Returns the number
  /// of its first line; nil when there was none.
  public mutating func append(
    parts next: () throws(Failure) -> [[UInt8]]?
  ) throws(Failure) -> Int? {
    guard let end = try journal.append(parts: next, after: end) else { return nil }
    defer { self.end = end }
    return self.end.n + 1
  }
}

extension FileJournal {
  /// Takes the lock, reads what others wrote after `mark` (nil: everything), moves an incomplete
  /// end aside, and lets `body` decide and append.
  ///
  /// Throws `busy` when another writer holds the lock for 5 s, `damaged` when the journal cannot
  /// be trusted, `failedIO` when it cannot be written.
  public func transaction<R>(
    since mark: JournalMark?, _ body: (inout JournalTransaction) throws(Failure) -> R
  ) throws(Failure) -> R {
    if let refusal = blocked ?? damage { throw refusal }
    try openForWriting()
    try lock.acquire()
    defer { lock.release() }
    return try underLock(since: mark, body)
  }

  /// The same while the lock is held.
  func underLock<R>(
    since mark: JournalMark?, _ body: (inout JournalTransaction) throws(Failure) -> R
  ) throws(Failure) -> R {
    if let refusal = blocked ?? damage { throw refusal }
    var news = JournalNews(entries: [], end: start)
    let rest: JournalScan.Rest
    (news.end, rest) = try scan(after: mark) { news.entries.append(RawEntry($0)) }
    switch rest {
    case .nothing: break
    case .newer: throw Refusal.newer
    case .torn: news.warning = try putTornEndAside(after: news.end)
    case .damaged(let flaw):
      let failure = Refusal.damaged(flaw)
      damage = failure
      throw failure
    }
    try finishMaking()
    var transaction = JournalTransaction(self, news)
    return try body(&transaction)
  }

  /// The obstacle to writing may be gone by now.
  private func openForWriting() throws(Failure) {
    guard opened.readOnly != nil else { return }
    let again = try openAgain()
    if let refusal = again.readOnly { throw refusal }
    guard again.list == opened.list else { throw Refusal.replaced }
    opened = again
    known = again.start
  }

  /// The process that created the journal may have been stopped before its name was durable and
  /// recorded in the lock file.
  private func finishMaking() throws(Failure) {
    guard !lock.remembers, !hasTriedToRemember else { return }
    try Refusal.during(.saving) { () throws(CallError) in
      try directory.syncAbove()
      try directory.sync()
    }
    hasTriedToRemember = true
    do { try lock.remember(list) } catch {
      note("The lock file cannot be written (\(error.detail)).")
    }
  }

  /// Returns the new end.
  func append(_ draft: JournalDraft, after end: JournalMark) throws(Failure) -> JournalMark {
    if let blocked { throw blocked }
    guard lock.isHeld else { throw Refusal.busy("append outside of a transaction") }
    guard !draft.entries.isEmpty else { return end }
    let file = opened.file
    var written = 0
    do throws(CallError) {
      try draft.bytes.withBytes { bytes throws(CallError) in
        try file.write(bytes, written: &written)
      }
    } catch { throw takeBack(draft, written: written, after: end, error) }
    try makeDurable(draft, after: end)
    return draft.end
  }

  /// Until the last line says that no more follow, the step is an unfinished one: a reader leaves
  /// it out, and after a power cut the next writer moves it aside.
  func append(
    parts next: () throws(Failure) -> [[UInt8]]?, after end: JournalMark
  ) throws(Failure) -> JournalMark? {
    if let blocked { throw blocked }
    guard lock.isHeld else { throw Refusal.busy("append outside of a transaction") }
    var draft = JournalDraft(after: end)
    var last: [UInt8]?
    func flush() throws(Failure) {
      let bytes = draft.drain()
      guard draft.end.offset - end.offset <= JournalScan.longestStep else { throw Refusal.tooLarge }
      try Refusal.during(.saving) { () throws(CallError) in try opened.file.write(bytes) }
    }
    do throws(Failure) {
      while let bodies = try next() {
        for body in bodies {
          if let last { try draft.add(last, isMore: true, first: end.n + 1) }
          last = body
        }
        try flush()
      }
      guard let last else { return nil }
      try draft.add(last, isMore: false, first: end.n + 1)
      try flush()
    } catch {
      if draft.end.offset > end.offset { takeBack(to: end.offset, after: end) }
      throw error
    }
    try makeDurable(draft, after: end)
    return draft.end
  }

  private func makeDurable(_ draft: JournalDraft, after end: JournalMark) throws(Failure) {
    do throws(CallError) { try opened.file.syncData() } catch {
      // A second sync would report success.
      suspect = min(suspect ?? end.offset, end.offset)
      blocked = Refusal.mustReopen
      throw Refusal.unknownOutcome(error)
    }
    known = draft.end
  }

  /// Truncates a failed write. Complete steps stay: other processes may have read them already.
  private func takeBack(
    _ draft: JournalDraft, written: Int, after end: JournalMark, _ error: CallError
  ) -> Failure {
    let kept = draft.stepEnds.last { $0 <= written } ?? 0
    takeBack(to: end.offset + kept, after: end)
    return kept > 0 ? Refusal.partlySaved(error) : Refusal.because(error, .saving)
  }

  private func takeBack(to offset: Int, after end: JournalMark) {
    do throws(CallError) {
      try opened.file.truncate(to: offset)
      try opened.file.sync()
    } catch {
      suspect = min(suspect ?? end.offset, end.offset)
      blocked = Refusal.mustReopen
    }
  }

  /// Moves what follows the last complete step to a file of its own: a line appended to it is lost.
  private func putTornEndAside(after end: JournalMark) throws(Failure) -> String {
    let size = try refresh()
    do throws(CallError) {
      let aside = try directory.createAside("\(name.prefix { $0 != "." }).torn-\(end.n + 1)")
      do throws(CallError) {
        try opened.file.copy(from: end.offset, to: size, into: aside)
        try aside.sync()
        try directory.sync()
      } catch {
        try? directory.remove(aside.name)
        throw error
      }
      try opened.file.truncate(to: end.offset)
      do throws(CallError) { try opened.file.sync() } catch {
        blocked = Refusal.mustReopen
        throw error
      }
      let bytes = Wording.count(size - end.offset, "byte")
      note("An unfinished change of \(bytes) was moved to \(aside.name).")
      return Refusal.tornWarning
    } catch { throw Refusal.because(error, .saving) }
  }
}
