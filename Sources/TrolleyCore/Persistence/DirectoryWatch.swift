#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells that something happened to the journal of a directory. A hint, never the data: own
/// changes are told, too. Guards its descriptor.
public final class DirectoryWatch {
  /// Readable for `poll` when something happened.
  public let descriptor: Int32

  #if canImport(Darwin)
    private let path: String
    private let directory: Int32
    private var journal: Int32 = -1
  #endif

  /// Throws `failedIO` when the system has no more watches to give.
  public init(directory path: String) throws(Failure) {
    #if canImport(Darwin)
      self.path = path
      descriptor = try Self.check(kqueue(), "kqueue")
      do throws(Failure) {
        directory = try Self.check(open(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW), "open")
      } catch {
        close(descriptor)
        throw error
      }
      watch(directory)
      openJournal()
    #else
      descriptor = try Self.check(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), "inotify_init1")
      // An appender keeps its file open, so closing is not what tells of a new line.
      let events =
        IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW
      // When this throws, the object is complete, and its end closes the descriptor.
      try Self.check(inotify_add_watch(descriptor, path, UInt32(events)), "inotify_add_watch")
    #endif
  }

  deinit {
    close(descriptor)
    #if canImport(Darwin)
      close(directory)
      if journal >= 0 { close(journal) }
    #endif
  }

  @discardableResult
  private static func check(_ result: Int32, _ call: String) throws(Failure) -> Int32 {
    guard result < 0 else { return result }
    let code = errno
    throw Failure(
      .failedIO, "Changes of other Trolleys will be seen late: the directory cannot be watched.",
      detail: "\(call): error \(code)")
  }
}

#if canImport(Darwin)
  extension DirectoryWatch {
    /// Takes what has been told, and says whether it may concern the journal.
    public func drain() -> Bool {
      var isNews = false
      var event = kevent()
      var now = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &now) > 0 { isNews = true }
      // Another file may have the journal's name by now.
      if isNews { openJournal() }
      return isNews
    }

    private func openJournal() {
      if journal >= 0 { close(journal) }
      journal = open("\(path)/\(DataDirectory.journal)", O_EVTONLY | O_CLOEXEC | O_NOFOLLOW)
      if journal >= 0 { watch(journal) }
    }

    private func watch(_ file: Int32) {
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
      kevent(descriptor, &change, 1, nil, 0, nil)
    }
  }
#else
  extension DirectoryWatch {
    /// Takes what has been told, and says whether it may concern the journal.
    public func drain() -> Bool {
      var isNews = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          if concernsJournal(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isNews = true }
        }
      }
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
  }
#endif
