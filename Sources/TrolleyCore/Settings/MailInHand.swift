/// A mail that this program is sending: as long as this exists, no other one sends it. The system ends
/// that with the program, however that ends; what waits on the disk then says that it may have gone.
package final class MailInHand: Sendable {
  private let path: String
  /// Negative where there can be no lock: two windows at the same moment are rare.
  private let descriptor: Int32

  /// Throws when another program has it in hand.
  init(_ path: String) throws(Failure) {
    SmallFile.makeFolder(of: path)
    descriptor = try Self.lock(path)
    self.path = path
  }

  private static func lock(_ path: String) throws(Failure) -> Int32 {
    while true {
      let fd = SystemIO.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      guard fd >= 0 else { return fd }
      guard flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(fd)
        throw Failure(.busy, "Another window is just sending this mail.", detail: "mail: claimed")
      }
      // Otherwise the one before has removed the file between the two calls.
      var status = stat()
      if fstat(fd, &status) != 0 || status.st_nlink > 0 { return fd }
      close(fd)
    }
  }

  /// Whether another program has it in hand; changes nothing.
  static func isTaken(_ path: String) -> Bool {
    let fd = SystemIO.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard fd >= 0 else { return false }
    defer { close(fd) }
    return flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  deinit {
    guard descriptor >= 0 else { return }
    unlink(path)
    close(descriptor)
  }
}
