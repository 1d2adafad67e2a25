/// Small files that only their owner may read: mode 0600, regular, never opened through a symbolic
/// link.
struct SecretFile {
  let path: String

  /// Nil when it does not exist. Permissions of others are removed first.
  func read() throws(Failure) -> String? {
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("open")
    }
    defer { close(fd) }
    try accept(fd)
    return try content(of: fd)
  }

  /// Reads a system file that belongs to another user.
  func readAnybodys() throws(Failure) -> String {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw failure("open") }
    defer { close(fd) }
    return try content(of: fd)
  }

  /// Atomic: after a crash the file has either the old content or the new.
  func replace(_ text: String) throws(Failure) {
    let temporary = try writeAside(text)
    guard rename(temporary, path) == 0 else {
      let failure = failure("rename")
      unlink(temporary)
      throw failure
    }
    syncDirectory()
  }

  /// Creates the file if it does not exist; of two concurrent calls one creates it.
  func create(_ text: String) throws(Failure) {
    let temporary = try writeAside(text)
    defer { unlink(temporary) }
    guard link(temporary, path) == 0 || errno == EEXIST else { throw failure("link") }
    syncDirectory()
  }

  /// False when it did not exist.
  @discardableResult
  func remove() throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT { return false }
    throw failure("unlink")
  }

  private func writeAside(_ text: String) throws(Failure) -> String {
    let temporary = path + ".new-\(getpid())"
    unlink(temporary)
    let fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { throw failure("create") }
    var isDone = Self.write(Array(text.utf8), to: fd) && fsync(fd) == 0
    let code = errno
    if close(fd) != 0 { isDone = false }
    guard isDone else {
      unlink(temporary)
      throw failure("write", code)
    }
    return temporary
  }

  /// Best effort: the file itself is synced.
  private func syncDirectory() {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let fd = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { return }
    _ = fsync(fd)
    close(fd)
  }

  /// Throws unless it is a regular file of this user.
  func accept(_ fd: Int32) throws(Failure) {
    var status = stat()
    guard fstat(fd, &status) == 0 else { throw failure("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      throw Failure(
        .notAllowed, "The file \(name) is not a file of yours; it is left alone.",
        detail: "\(name) mode \(status.st_mode)")
    }
    if status.st_mode & 0o077 != 0, fchmod(fd, 0o600) != 0 { throw failure("fchmod") }
  }

  /// Opens or creates it and locks it until the descriptor is closed.
  func openLocked() throws(Failure) -> Int32 {
    let fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard fd >= 0 else { throw failure("open") }
    do throws(Failure) {
      try accept(fd)
      try lock(fd)
    } catch {
      close(fd)
      throw error
    }
    return fd
  }

  /// Waits while another program holds the lock, for some seconds at most.
  private func lock(_ fd: Int32) throws(Failure) {
    for _ in 0..<250 {
      if flock(fd, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("flock") }
      usleep(20_000)
    }
    throw Failure(.busy, "Another sign-in is under way. Try again.", detail: "\(name) is locked")
  }

  func content(of fd: Int32) throws(Failure) -> String {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        pread(fd, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(count))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw failure("read") }
      if got == 0 { break }
      count += got
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Replaces the content of a locked file by a line of JSON.
  func writeLine(
    to fd: Int32, isSynced: Bool = true, _ members: (inout JSONWriter) -> Void
  ) throws(Failure) {
    let bytes = JSONWriter.line(members)
    guard Self.write(bytes, to: fd), ftruncate(fd, off_t(bytes.count)) == 0,
      !isSynced || fsync(fd) == 0
    else { throw failure("write") }
  }

  static func write(_ bytes: [UInt8], to fd: Int32) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at < all.count {
        let put = Glibc.pwrite(fd, all.baseAddress?.advanced(by: at), all.count - at, off_t(at))
        if put < 0, errno == EINTR { continue }
        if put <= 0 { return false }
        at += put
      }
      return true
    }
  }

  private var name: String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  func failure(_ call: String, _ code: Int32 = errno) -> Failure {
    let sentence =
      switch code {
      case ENOSPC, EDQUOT: "The disk is full, so no one can sign in."
      case EROFS, EACCES, EPERM: "The folder of the list cannot be written, so no one can sign in."
      default: "The system refused a file that signing in needs."
      }
    return Failure(.failedIO, sentence, detail: "\(call) \(name): error \(code)")
  }
}
