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
    let (entries, end) = try journal.append(steps, after: end)
    self.end = end
    return entries
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
    let again = try OpenedJournal.open(directory, lock, createIfMissing: false)
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

  func append(
    _ steps: [[[UInt8]]], after end: JournalMark
  ) throws(Failure) -> ([RawEntry], JournalMark) {
    if let blocked { throw blocked }
    guard lock.isHeld else { throw Refusal.busy("append outside of a transaction") }
    let draft = try JournalDraft(steps, after: end)
    guard !draft.entries.isEmpty else { return ([], end) }
    let file = opened.file
    var written = 0
    do throws(CallError) {
      try draft.bytes.withBytes { bytes throws(CallError) in
        try file.write(bytes, written: &written)
      }
    } catch { throw takeBack(draft, written: written, after: end, error) }
    do throws(CallError) { try file.syncData() } catch {
      // A second sync would report success.
      suspect = min(suspect ?? end.offset, end.offset)
      blocked = Refusal.mustReopen
      throw Refusal.unknownOutcome(error)
    }
    known = draft.end
    return (draft.entries, draft.end)
  }

  /// Truncates a failed write. Complete steps stay: other processes may have read them already.
  private func takeBack(
    _ draft: JournalDraft, written: Int, after end: JournalMark, _ error: CallError
  ) -> Failure {
    let kept = draft.stepEnds.last { $0 <= written } ?? 0
    do throws(CallError) {
      try opened.file.truncate(to: end.offset + kept)
      try opened.file.sync()
    } catch {
      suspect = min(suspect ?? end.offset, end.offset)
      blocked = Refusal.mustReopen
    }
    return kept > 0 ? Refusal.partlySaved(error) : Refusal.because(error, .saving)
  }

  /// Moves what follows the last complete step to a file of its own: a line appended to it is lost.
  private func putTornEndAside(after end: JournalMark) throws(Failure) -> String {
    let size = try refresh()
    do throws(CallError) {
      let aside = try directory.createAside("journal.torn-\(end.n + 1)")
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
