#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells that something happened to the journal of a directory. A hint, never the data: own
/// changes are told, too.
public final class DirectoryWatch {
  private let events: DirectoryEvents

  #if canImport(Darwin)
    private let path: String
    private var journal: Int32 = -1
    private static let notes = Int32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME)
  #endif

  /// Readable for `poll` when something happened.
  public var descriptor: Int32 { events.descriptor }

  /// Throws `failedIO` when the system has no more watches to give.
  public init(directory path: String) throws(Failure) {
    let sentence =
      "Changes of other Trolleys will be seen late: the directory cannot be watched."
    #if canImport(Darwin)
      self.path = path
      events = try DirectoryEvents(path, Self.notes, orElse: sentence)
      openJournal()
    #else
      // An appender keeps its file open, so closing is not what tells of a new line.
      events = try DirectoryEvents(
        path,
        Int32(
          IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
            | IN_DELETE_SELF | IN_MOVE_SELF), orElse: sentence)
    #endif
  }

  #if canImport(Darwin)
    deinit { if journal >= 0 { close(journal) } }

    /// Takes what has been told, and says whether it may concern the journal.
    public func drain() -> Bool {
      let isNews = events.drain()
      // Another file may have the journal's name by now.
      if isNews { openJournal() }
      return isNews
    }

    private func openJournal() {
      if journal >= 0 { close(journal) }
      journal = open("\(path)/\(DataDirectory.journal)", O_EVTONLY | O_CLOEXEC | O_NOFOLLOW)
      if journal >= 0 { events.watch(journal, Self.notes) }
    }
  #else
    /// Takes what has been told, and says whether it may concern the journal.
    public func drain() -> Bool {
      var isNews = false
      events.drain { if concernsJournal($0) { isNews = true } }
      return isNews
    }

    /// Watch, mask, cookie and length, four bytes each; then a name padded with zeros.
    private func concernsJournal(_ events: UnsafeRawBufferPointer) -> Bool {
      var offset = 0
      while offset + 16 <= events.count {
        let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let end = min(events.count, offset + 16 + length)
        let name = events[offset + 16..<end].prefix { $0 != 0 }
        // Without a name: the directory itself, or more events than were kept.
        if name.isEmpty || name.elementsEqual(DataDirectory.journal.utf8) { return true }
        offset = end
      }
      return false
    }
  #endif
}
