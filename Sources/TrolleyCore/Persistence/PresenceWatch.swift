#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells that somebody may have come or gone. A hint, never the data.
///
/// What looking itself does is not told, or everybody who looks would wake everybody else.
final class PresenceWatch {
  private let events: DirectoryEvents

  #if canImport(Darwin)
    private let path: String
    private var files: [Int32] = []
  #endif

  /// Readable for `poll` when something happened.
  var descriptor: Int32 { events.descriptor }

  /// Throws `failedIO` when the system has no more watches to give.
  init(_ path: String) throws(Failure) {
    let sentence = "Who comes and goes cannot be seen: the system has no more watches to give."
    #if canImport(Darwin)
      self.path = path
      events = try DirectoryEvents(
        path, Int32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME), orElse: sentence)
    #else
      // A place comes to its name by a move. It goes with its name, or when the system closes the
      // files of a process that was killed: those alone are open for writing.
      events = try DirectoryEvents(
        path,
        Int32(
          IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF),
        orElse: sentence)
    #endif
  }

  #if canImport(Darwin)
    deinit { for file in files { close(file) } }
  #endif

  /// Takes what has been told.
  func drain() {
    #if canImport(Darwin)
      _ = events.drain()
    #else
      events.drain { _ in }
    #endif
  }

  /// On Darwin the directory tells of names only; each file tells when its lock goes. On Linux the
  /// directory tells of its files, too.
  func follow(_ names: [String]) {
    #if canImport(Darwin)
      for file in files { close(file) }
      files = names.map { open("\(path)/\($0)", O_EVTONLY | O_CLOEXEC | O_NOFOLLOW) }
        .filter { $0 >= 0 }
      for file in files { events.watch(file, Int32(NOTE_FUNLOCK | NOTE_DELETE)) }
    #endif
  }
}
