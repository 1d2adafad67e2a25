/// An open journal file whose header is valid.
struct OpenedJournal {
  let file: POSIXFile
  /// At the time of opening.
  let status: FileStatus
  let list: String
  let start: JournalMark
  /// Why it cannot be written; nil when it can.
  let readOnly: Failure?
  /// Of an outbox: the number of the last line that the copy had when it was begun.
  let base: Int

  static func open(
    _ directory: DataDirectory, _ lock: DirectoryLock, createIfMissing: Bool
  ) throws(Failure) -> OpenedJournal {
    if let opened = try openIfThere(directory, lock) { return opened }
    if try wasKept(directory, lock) {
      // Lost, unless another process created it between the two looks.
      guard let opened = try openIfThere(directory, lock) else {
        throw Refusal.journalGone(directory)
      }
      return opened
    }
    guard createIfMissing else { throw Refusal.noList }
    try create(directory, lock)
    guard let opened = try openIfThere(directory, lock) else {
      throw Refusal.journalGone(directory)
    }
    return opened
  }

  static func openIfThere(
    _ directory: DataDirectory, _ lock: DirectoryLock, name: String = DataDirectory.journal
  ) throws(Failure) -> OpenedJournal? {
    var readOnly: Failure?
    let file: POSIXFile
    do throws(CallError) {
      do throws(CallError) { file = try directory.open(name, OpenFlags.append) } catch {
        guard SystemError.readOnly.contains(error.code) else { throw error }
        readOnly = Refusal.because(error, .saving)
        file = try directory.open(name, OpenFlags.read)
      }
    } catch {
      switch error.code {
      case SystemError.missing: return nil
      case SystemError.symbolicLink: throw Refusal.symbolicLink(name)
      case SystemError.isDirectory: throw Refusal.notAFile(name)
      default: throw Refusal.because(error, .reading)
      }
    }
    let status = try directory.accept(file)
    guard status.size > 0 else { throw Refusal.emptyJournal }
    let (header, length) = try header(of: file)
    let memory = try lock.memory()
    guard memory.list == nil || memory.list == header.list else { throw Refusal.otherList }
    return OpenedJournal(
      file: file, status: status, list: header.list,
      start: JournalMark(n: 0, crc: header.crc, offset: length), readOnly: readOnly,
      base: header.base)
  }

  /// The header, and its length with the newline.
  static func header(of file: POSIXFile) throws(Failure) -> (JournalHeader, length: Int) {
    let bytes = try Refusal.during(.reading) { () throws(CallError) in
      try file.bytes(at: 0, count: 4096)
    }
    guard let newline = bytes.firstIndex(of: 0x0a) else { throw Refusal.noHeader }
    do throws(LineError) {
      let header = try bytes.withBytes { bytes throws(LineError) in
        try JournalHeader(UnsafeRawBufferPointer(rebasing: bytes[..<newline]), file.calls.checks)
      }
      return (header, newline + 1)
    } catch { throw error == .newer ? Refusal.newer : Refusal.noHeader }
  }

  /// Whether a list was kept here. If it was, a new empty one would look like a total loss.
  private static func wasKept(
    _ directory: DataDirectory, _ lock: DirectoryLock
  ) throws(Failure) -> Bool {
    let snapshot = try Refusal.during(.reading) { () throws(CallError) in
      try directory.status(of: DataDirectory.snapshot)
    }
    if snapshot != nil { return true }
    // An empty lock file: the process was killed before it had created the journal.
    return try lock.memory().isThere
  }

  /// The journal appears under its name with its whole header, or not at all.
  private static func create(_ directory: DataDirectory, _ lock: DirectoryLock) throws(Failure) {
    try lock.acquire(for: .creating)
    defer { lock.release() }
    // Another process may have been faster.
    let isThere = try Refusal.during(.creating) { () throws(CallError) in
      try directory.status(of: DataDirectory.journal) != nil
    }
    if isThere { return }
    guard try !wasKept(directory, lock) else { throw Refusal.journalGone(directory) }
    directory.sweep()
    let list = JournalHeader.makeList()
    try Refusal.during(.creating) { () throws(CallError) in
      try directory.syncAbove()
      try directory.replace(DataDirectory.journal) { file throws(CallError) in
        try file.write(JournalHeader.bytes(list: list).bytes)
      }
      try lock.remember(list)
    }
  }
}
