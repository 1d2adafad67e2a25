#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells that somebody may have come or gone. A hint, never the data. Guards its descriptor.
///
/// What looking itself does is not told, or everybody who looks would wake everybody else.
final class PresenceWatch {
  /// Readable for `poll` when something happened.
  let descriptor: Int32

  #if canImport(Darwin)
    private let path: String
    private let directory: Int32
    private var files: [Int32] = []
  #endif

  /// Throws `failedIO` when the system has no more watches to give.
  init(_ path: String) throws(Failure) {
    #if canImport(Darwin)
      self.path = path
      descriptor = try Self.check(kqueue(), "kqueue")
      do throws(Failure) {
        directory = try Self.check(open(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW), "open")
      } catch {
        close(descriptor)
        throw error
      }
      watch(directory, NOTE_WRITE | NOTE_DELETE | NOTE_RENAME)
    #else
      descriptor = try Self.check(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), "inotify_init1")
      // A place comes to its name by a move. It goes with its name, or when the system closes the
      // files of a process that was killed: those alone are open for writing.
      let events =
        IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW
      // When this throws, the object is complete, and its end closes the descriptor.
      try Self.check(inotify_add_watch(descriptor, path, UInt32(events)), "inotify_add_watch")
    #endif
  }

  deinit {
    close(descriptor)
    #if canImport(Darwin)
      close(directory)
      for file in files { close(file) }
    #endif
  }

  @discardableResult
  private static func check(_ result: Int32, _ call: String) throws(Failure) -> Int32 {
    guard result < 0 else { return result }
    let code = errno
    throw Failure(
      .failedIO, "Who comes and goes cannot be seen: the system has no more watches to give.",
      detail: "\(call): error \(code)")
  }
}

#if canImport(Darwin)
  extension PresenceWatch {
    /// Takes what has been told.
    func drain() {
      var event = kevent()
      var now = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &now) > 0 {}
    }

    /// There the directory tells of names only; each file tells when its lock goes.
    func follow(_ names: [String]) {
      for file in files { close(file) }
      files = names.map { open("\(path)/\($0)", O_EVTONLY | O_CLOEXEC | O_NOFOLLOW) }
        .filter { $0 >= 0 }
      for file in files { watch(file, NOTE_FUNLOCK | NOTE_DELETE) }
    }

    private func watch(_ file: Int32, _ notes: Int32) {
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(notes), data: 0, udata: nil)
      kevent(descriptor, &change, 1, nil, 0, nil)
    }
  }
#else
  extension PresenceWatch {
    /// Takes what has been told.
    func drain() {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
        }
      }
    }

    /// The directory tells of its files, too.
    func follow(_ names: [String]) {}
  }
#endif
