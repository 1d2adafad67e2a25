/// An output file named by the user.
enum NewFile {
  /// Atomic for a regular file; anything else, such as a pipe, is written to directly. `body` gives
  /// the content piece by piece.
  static func write(
    to path: String, _ body: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard !path.isEmpty else { throw Failure(.usage, "--output needs a file.") }
    let target = realPath(path) ?? path
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw Failure(.badInput, "\(shown(path)) is a directory; name a file.")
      }
      let fd = SystemIO.open(target, O_WRONLY | O_CLOEXEC)
      guard fd >= 0 else { throw failure(path, "open") }
      defer { close(fd) }
      return try fill(fd, path, body)
    }
    let temporary = target + ".new-\(getpid())"
    let fd = SystemIO.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { throw failure(path, "open") }
    var isOpen = true
    do throws(Failure) {
      try fill(fd, path, body)
      guard fsync(fd) == 0 else { throw failure(path, "fsync") }
      isOpen = false
      guard close(fd) == 0 else { throw failure(path, "close") }
      guard rename(temporary, target) == 0 else { throw failure(path, "rename") }
    } catch {
      if isOpen { close(fd) }
      unlink(temporary)
      throw error
    }
  }

  /// Whether a regular file has this name, whose content would be lost.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func fill(
    _ fd: Int32, _ path: String,
    _ body: (([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes: [UInt8] = []
    func flush() throws(Failure) {
      guard SystemIO.writeAll(fd, bytes) else { throw failure(path, "write") }
      bytes.removeAll(keepingCapacity: true)
    }
    try body { (piece) throws(Failure) in
      bytes += piece
      if bytes.count > 1 << 16 { try flush() }
    }
    try flush()
  }

  /// Resolves symbolic links, so that a link stays one.
  private static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  static func shown(_ path: String) -> String { "“\(CleanText.line(path, limit: .name))”" }

  private static func failure(_ path: String, _ call: String) -> Failure {
    let code = errno
    let detail = "\(call) \(code)"
    let name = shown(path)
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP:
      return Failure(.missingFile, "There is no directory for \(name).", detail: detail)
    case EACCES, EPERM: return Failure(.notAllowed, "You may not write \(name).", detail: detail)
    case ENOSPC, EDQUOT:
      return Failure(.failedIO, "\(name) could not be written: the disk is full.", detail: detail)
    case EROFS:
      return Failure(
        .failedIO, "\(name) could not be written: the disk is read-only.", detail: detail)
    default: return Failure(.failedIO, "\(name) could not be written.", detail: detail)
    }
  }
}
