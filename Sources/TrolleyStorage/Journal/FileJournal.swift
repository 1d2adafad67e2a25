/// The journal of one list, as lines in a file: append-only, with one writer at a time across all
/// processes. It does not interpret the lines.
///
/// Owns the open files and what is known about them. Not for concurrent use.
public final class FileJournal {
  let name: String
  let directory: DataDirectory
  let lock: DirectoryLock
  package var calls: FileCalls { directory.calls }

  var opened: OpenedJournal
  /// A mark verified against the open file.
  var known: JournalMark
  /// Why changes are refused until `reopen()`.
  var blocked: Failure?
  /// The offset from which the disk may have lost bytes.
  var suspect: Int?
  /// The first damage that a reader found.
  var damage: Failure?
  /// Whether recording the list in the lock file has failed.
  var hasTriedToRemember = false
  private var journalNotes: [String] = []

  /// Opens the journal in `directory`, and creates both if they never existed and `createIfMissing`
  /// is set. Reads only the header.
  ///
  /// Throws `missingFile` when there is no list, `damaged` when there was one that cannot be
  /// trusted, `notAllowed` when the files are not private to their owner.
  public init(
    directory path: String, calls: FileCalls = .system, createIfMissing: Bool
  ) throws(Failure) {
    name = DataDirectory.journal
    directory = try DataDirectory(path: path, calls: calls, createIfMissing: createIfMissing)
    lock = DirectoryLock(directory)
    opened = try OpenedJournal.open(directory, lock, createIfMissing: createIfMissing)
    known = opened.start
  }

  /// Opens the journal of a directory that is already open.
  init(_ directory: DataDirectory, _ lock: DirectoryLock) throws(Failure) {
    name = DataDirectory.journal
    self.directory = directory
    self.lock = lock
    opened = try OpenedJournal.open(directory, lock, createIfMissing: false)
    known = opened.start
  }

  /// Opens another file of lines in the same directory, with the same lock; nil when it is not
  /// there.
  init?(_ directory: DataDirectory, _ lock: DirectoryLock, ifThere name: String) throws(Failure) {
    guard let opened = try OpenedJournal.openIfThere(directory, lock, name: name) else {
      return nil
    }
    self.name = name
    self.directory = directory
    self.lock = lock
    self.opened = opened
    known = opened.start
  }

  /// The list's identifier: 32 hexadecimal digits, chosen at random when the journal was created.
  public var list: String { opened.list }

  var base: Int { opened.base }

  /// Opens the file again, under its name.
  func openAgain() throws(Failure) -> OpenedJournal {
    guard name != DataDirectory.journal else {
      return try OpenedJournal.open(directory, lock, createIfMissing: false)
    }
    guard let opened = try OpenedJournal.openIfThere(directory, lock, name: name) else {
      throw gone
    }
    return opened
  }

  private var gone: Failure {
    name == DataDirectory.journal ? Refusal.journalGone(directory) : Refusal.journalGone
  }

  /// The mark before the first entry.
  public var start: JournalMark { opened.start }

  /// What was repaired on the way, for the log; usually empty.
  public var notes: [String] { directory.notes + journalNotes }

  /// Why a change would be refused, as far as is known; nil when it would be attempted.
  public var refusalOfChanges: Failure? { blocked ?? damage ?? opened.readOnly }

  func note(_ text: String) { journalNotes.append(text) }

  /// Reopens the files after a write with an unknown outcome. Afterwards everything readable is
  /// durable, and the caller can look up whether its step is there.
  public func reopen() throws(Failure) {
    guard !lock.isHeld else { throw Refusal.busy("reopen in a transaction") }
    lock.close()
    let again = try openAgain()
    guard again.list == opened.list else { throw Refusal.otherList }
    opened = again
    known = again.start
    damage = nil
    if let suspect {
      try writeAgain(from: suspect)
      self.suspect = nil
    }
    blocked = nil
  }

  /// A disk reports a lost write once and then forgets it, while the bytes still read well from the
  /// page cache. Only rewriting them makes them durable.
  private func writeAgain(from suspect: Int) throws(Failure) {
    try lock.acquire()
    defer { lock.release() }
    try Refusal.during(.saving) { () throws(CallError) in
      let file = try directory.open(name, OpenFlags.readWrite)
      let size = try file.status().size
      var offset = suspect
      while offset < size {
        let bytes = try file.bytes(at: offset, count: min(256 << 10, size - offset))
        guard !bytes.isEmpty else { break }
        try file.overwrite(bytes, at: offset)
        offset += bytes.count
      }
      try file.sync()
    }
  }

  /// Throws when another list is where this one was, or none.
  package func checkPlace() throws(Failure) { _ = try refresh() }

  /// Checks that directory and name still refer to the open file, and gives the file's size.
  func refresh() throws(Failure) -> Int {
    let found = try Refusal.during(.reading) { () throws(CallError) in
      try (isInPlace: directory.isInPlace(), ofFile: directory.status(of: name))
    }
    guard found.isInPlace else { throw Refusal.movedAway }
    guard let status = found.ofFile else { throw gone }
    if status.isSameFile(as: opened.status) { return status.size }
    let again = try openAgain()
    guard again.list == opened.list else { throw Refusal.replaced }
    opened = again
    known = again.start
    damage = nil
    suspect = nil
    return again.status.size
  }
}
