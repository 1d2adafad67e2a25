import Glibc

/// The right to carry lines for one data directory, which one process at a time has: a lock on the
/// file `sync.lock` there. A killed holder gives it back by dying.
///
/// The file has what the other windows of this machine show: how the connection of its holder stands.
final class DirectoryClaim {
  static let fileName = "sync.lock"
  /// There for the moment between another program of this machine reaching the server and the holder
  /// hearing of it.
  private static let reachedName = "sync.reached"
  private static let longest = 16 << 10

  private let descriptor: Int32

  /// Nil when another process has it.
  init?(directory: String) throws(Failure) {
    let path = directory + "/" + Self.fileName
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = SystemIO.open(path, flags, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        .failedIO, "The data directory cannot be used for sharing.", detail: "sync.lock \(errno)")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The time of the file says when the copy was in step, and stays.
  func tell(_ state: SyncState) {
    let bytes = SyncLine.bytes(of: .state(state))
    var status = stat()
    guard fstat(descriptor, &status) == 0, ftruncate(descriptor, 0) == 0 else { return }
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    _ = futimens(descriptor, [status.st_atim, status.st_mtim])
  }

  /// Has the holder, should it wait until it tries again, try at once.
  static func noteReached(in directory: String) {
    guard told(in: directory)?.isOffline == true else { return }
    let descriptor = SystemIO.open(
      directory + "/" + reachedName, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600
    )
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether another program has reached the server since this was asked last.
  static func takeReached(in directory: String) -> Bool {
    unlink(directory + "/" + reachedName) == 0
  }

  /// What the holder tells; nil when that cannot be read, also while it is being written.
  static func told(in directory: String) -> SyncState? {
    let descriptor = SystemIO.open(
      directory + "/" + fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = readWhole(descriptor, most: longest), bytes.last == 0x0A,
      case .state(let state)? = try? SyncLine.report(Array(bytes.dropLast()))
    else { return nil }
    return state
  }
}
