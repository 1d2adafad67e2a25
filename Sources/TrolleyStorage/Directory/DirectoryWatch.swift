/// Reports that the journal of a directory may have changed. Only a hint to read it; this process's
/// own changes are reported too.
public final class DirectoryWatch {
  private let events: DirectoryEvents

  /// Readable for `poll` when an event is pending.
  public var descriptor: Int32 { events.descriptor }

  /// Throws `failedIO` when the system is out of watches.
  public init(directory path: String) throws(Failure) {
    let sentence = "Changes of other Trolleys will be seen late: the directory cannot be watched."
    // Writers keep the file open, so a close event would not report a new line.
    events = try DirectoryEvents(
      path,
      Int32(
        IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
          | IN_DELETE_SELF | IN_MOVE_SELF), orElse: sentence)
  }

  /// Reads the pending events, and says whether one may concern the journal.
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
      // Without a name: the directory itself, or an overflow of the queue.
      if name.isEmpty || name.elementsEqual(DataDirectory.journal.utf8) { return true }
      offset = end
    }
    return false
  }
}
