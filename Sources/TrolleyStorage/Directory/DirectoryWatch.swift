/// Reports that one file of a directory may have changed: written, replaced, made or deleted. Only a
/// hint to read it; this process's own changes are reported too.
public final class DirectoryWatch {
  private let events: DirectoryEvents
  private let file: String

  /// Readable for `poll` when an event is pending.
  public var descriptor: Int32 { events.descriptor }

  /// Throws `failedIO` when the system is out of watches.
  ///
  /// - Parameters:
  ///   - path: the directory itself, not a symbolic link to it.
  ///   - file: a file in it, which is written as a whole; nil for the journal, and
  ///     what belongs to it where the list is shared.
  public init(directory path: String, file: String? = nil) throws(Failure) {
    self.file = file ?? DataDirectory.journal
    let sentence = "Changes of other Trolleys will be seen late: the directory cannot be watched."
    // Writers keep the journal open, so a close event would not report a new line. Of other files
    // the half that is written so far is no news.
    let early = file == nil ? IN_MODIFY | IN_CREATE : 0
    events = try DirectoryEvents(
      path,
      Int32(
        early | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF), orElse: sentence)
  }

  /// Reads the pending events, and says whether one may concern the file.
  public func drain() -> Bool {
    var isNews = false
    events.drain { if concernsFile($0) { isNews = true } }
    return isNews
  }

  /// Watch, mask, cookie and length, four bytes each; then a name padded with zeros.
  private func concernsFile(_ events: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 16 <= events.count {
      let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let end = min(events.count, offset + 16 + length)
      let name = events[offset + 16..<end].prefix { $0 != 0 }
      // Without a name: the directory itself, or an overflow of the queue.
      if name.isEmpty || name.elementsEqual(file.utf8) { return true }
      if file == DataDirectory.journal,
        [DataDirectory.outbox, Membership.mark].contains(where: { name.elementsEqual($0.utf8) })
      {
        return true
      }
      offset = end
    }
    return false
  }
}
