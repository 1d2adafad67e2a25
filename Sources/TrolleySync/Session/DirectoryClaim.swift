/// The right to carry lines for one data directory, which one process at a time has: a lock on the
/// file `sync.lock` there. A killed holder gives it back by dying.
final class DirectoryClaim {
  static let fileName = "sync.lock"

  private let descriptor: Int32

  /// Throws `busy` when another process has it.
  init(directory: String) throws(Failure) {
    let path = directory + "/" + Self.fileName
    descriptor = SystemIO.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        .failedIO, "The data directory cannot be used for sharing.", detail: "sync.lock \(errno)")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Failure(
        .busy, "Another window of this machine carries the list.", detail: Self.detail)
    }
  }

  static let detail = "sync.lock is held"

  deinit { close(descriptor) }
}
