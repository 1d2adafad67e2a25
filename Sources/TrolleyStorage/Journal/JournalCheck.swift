/// Verifies every byte of a data directory, and repairs a damaged journal.
///
/// Owns the descriptor of the directory. Not for concurrent use.
public final class JournalCheck {
  let directory: DataDirectory
  let lock: DirectoryLock
  /// Whether a sound line says something that the program understands; else it is skipped where the list
  /// is read.
  public var isReadable: (RawLine) -> Bool = { _ in true }

  /// Throws `missingFile` when there is no such directory.
  public init(directory path: String, calls: FileCalls = .system) throws(Failure) {
    directory = try DataDirectory(path: path, calls: calls, createIfMissing: false)
    lock = DirectoryLock(directory)
  }

  /// Changes only file modes that give other users access.
  ///
  /// Throws `busy` while another process writes, `missingFile` when there is no journal, `damaged`
  /// when it was lost or a newer version wrote it.
  public func check() throws(Failure) -> JournalReport {
    guard try lock.acquireShared(waiting: DirectoryLock.patience) else { throw Refusal.busy() }
    defer { lock.release() }
    return try look()
  }

  /// Like `check()`, with the lock already held.
  func look() throws(Failure) -> JournalReport {
    let file = try openJournal()
    var report = JournalReport()
    report.bytes = try directory.accept(file).size
    try lookAtLines(of: file, &report)
    try lookAround(&report)
    report.notes = directory.notes
    return report
  }

  func openJournal() throws(Failure) -> POSIXFile {
    if let file = try openJournalIfThere() { return file }
    guard try lock.memory().isThere else { throw Refusal.noList }
    // Lost, unless another process created it between the two looks.
    guard let file = try openJournalIfThere() else { throw Refusal.journalGone(directory) }
    return file
  }

  func openJournalIfThere() throws(Failure) -> POSIXFile? {
    let name = DataDirectory.journal
    do throws(CallError) { return try directory.open(name, OpenFlags.read) } catch {
      switch error.code {
      case SystemError.missing: return nil
      case SystemError.symbolicLink: throw Refusal.symbolicLink(name)
      default: throw Refusal.because(error, .reading)
      }
    }
  }

  private func lookAtLines(of file: POSIXFile, _ report: inout JournalReport) throws(Failure) {
    let header: (header: JournalHeader, length: Int)
    do throws(Failure) { header = try OpenedJournal.header(of: file) } catch {
      guard error == Refusal.noHeader else { throw error }
      report.flaw = JournalDefect(line: 1, offset: 0, words: "not the beginning of a journal")
      return try countRest(of: file, from: 0, &report)
    }
    report.list = header.header.list
    let memory = try lock.memory()
    if let list = memory.list, list != header.header.list {
      report.flaw = JournalDefect(
        line: 1, offset: 0, words: "the journal of another list than the lock file says")
    }
    let start = JournalMark(n: 0, crc: header.header.crc, offset: header.length)
    var scan = JournalScan(file, after: start, size: report.bytes)
    try scan.run { line in
      report.lines += 1
      if !isReadable(line) { report.skipped.append(line.n) }
    }
    report.steps = scan.steps
    switch scan.rest {
    case .nothing: break
    case .newer: throw Refusal.newer
    case .torn: report.tornBytes = report.bytes - scan.end.offset
    case .damaged(let flaw):
      report.flaw = report.flaw ?? flaw
      try countRest(of: file, from: scan.end.offset, &report)
    }
  }

  /// Counts sound and bad lines, wherever they are.
  private func countRest(
    of file: POSIXFile, from offset: Int, _ report: inout JournalReport
  ) throws(Failure) {
    var walk = LineWalk(file, from: offset, to: report.bytes)
    while let found = try walk.next() {
      let sound = SoundLines.find(in: walk.bytes(found.range), directory.calls.checks)
      report.lines += sound.count
      if sound.isEmpty { report.badLines += 1 }
    }
  }

  private func lookAround(_ report: inout JournalReport) throws(Failure) {
    let names = try Refusal.during(.reading) { () throws(CallError) in try directory.names() }
    if names.contains(DataDirectory.snapshot) { try lookAtSnapshot(&report) }
    for name in names {
      let isAside = name.hasPrefix("journal.torn-") || name.hasPrefix("journal.damaged-")
      let isKnown = [DataDirectory.journal, DataDirectory.snapshot, DataDirectory.lock]
        .contains(name)
      if isAside || DataDirectory.isTemporary(name) { report.leftOvers.append(name) }
      guard isKnown || isAside else { continue }
      let status = try Refusal.during(.reading) { () throws(CallError) in
        try directory.status(of: name)
      }
      if let status, status.mode & 0o077 != 0 { report.looseModes.append(name) }
    }
  }

  private func lookAtSnapshot(_ report: inout JournalReport) throws(Failure) {
    guard report.flaw?.line != 1 else {
      report.snapshot = .ignored("the journal is damaged")
      return
    }
    let words = SnapshotFile(of: try FileJournal(directory, lock)).flaw().words
    report.snapshot = words.map { .ignored($0) } ?? .usable
  }
}
