/// The journal of one list, as lines in a file: only ever appended to, by one writer at a time of
/// all processes. It knows nothing of what the lines mean.
///
/// Guards the open files and what is known about them. One thread at a time may use it.
public final class FileJournal {
  let directory: DataDirectory
  let lock: DirectoryLock
  var calls: FileCalls { directory.calls }

  var opened: OpenedJournal
  /// A mark that is known to be right in the file that is open.
  var known: JournalMark
  /// Why no change is tried before `reopen()`.
  var blocked: Failure?
  /// Where bytes begin of which the disk may have lost some.
  var suspect: Int?
  /// The first damage that a reader met.
  var damage: Failure?
  /// Whether the lock file could not be told which list this is.
  var hasTriedToRemember = false
  private var journalNotes: [String] = []

  /// Opens the journal in `directory`, and makes both when they were never there and
  /// `createIfMissing`. Reads no more than the header.
  ///
  /// Throws `missingFile` when there is no list, `damaged` when there was one that cannot be
  /// trusted, `notAllowed` when files are not the owner's alone.
  public init(
    directory path: String, calls: FileCalls = .system, createIfMissing: Bool
  ) throws(Failure) {
    directory = try DataDirectory(path: path, calls: calls, createIfMissing: createIfMissing)
    lock = DirectoryLock(directory)
    opened = try OpenedJournal.open(directory, lock, createIfMissing: createIfMissing)
    known = opened.start
  }

  /// Opens the journal of a directory that is open already.
  init(_ directory: DataDirectory, _ lock: DirectoryLock) throws(Failure) {
    self.directory = directory
    self.lock = lock
    opened = try OpenedJournal.open(directory, lock, createIfMissing: false)
    known = opened.start
  }

  /// The identifier of the list: 32 hexadecimal digits, drawn when the journal was made.
  public var list: String { opened.list }

  /// The mark before the first entry.
  public var start: JournalMark { opened.start }

  /// What was put right on the way, for the log; empty most of the time.
  public var notes: [String] { directory.notes + journalNotes }

  /// Why a change would be refused, as far as is known; nil when it would be tried.
  public var refusalOfChanges: Failure? { blocked ?? damage ?? opened.readOnly }

  func note(_ text: String) { journalNotes.append(text) }

  /// Opens the files again after a write with an unknown outcome. Afterwards what can be read is
  /// on the disk, and the caller can look up whether its step is among it.
  public func reopen() throws(Failure) {
    guard !lock.isHeld else { throw Refusal.busy("reopen in a transaction") }
    lock.close()
    let again = try OpenedJournal.open(directory, lock, createIfMissing: false)
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

  /// A disk reports a lost write once and then forgets it, while the bytes still read well. Only
  /// writing them again brings them to it.
  private func writeAgain(from suspect: Int) throws(Failure) {
    try lock.acquire()
    defer { lock.release() }
    try Refusal.during(.saving) { () throws(CallError) in
      let file = try directory.open(DataDirectory.journal, OpenFlags.readWrite)
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

  /// Looks whether the name still stands for the file that is open, and gives the file's size.
  func refresh() throws(Failure) -> Int {
    let status = try Refusal.during(.reading) { () throws(CallError) in
      try directory.status(of: DataDirectory.journal)
    }
    guard let status else { throw Refusal.journalGone }
    if status.isSameFile(as: opened.status) { return status.size }
    let again = try OpenedJournal.open(directory, lock, createIfMissing: false)
    guard again.list == opened.list else { throw Refusal.replaced }
    opened = again
    known = again.start
    damage = nil
    suspect = nil
    return again.status.size
  }
}
