/// Files of a few kilobytes, beside the list.
package enum SmallFile {
  /// Nil if it does not exist, is not a regular file, or is longer than `limit`.
  ///
  /// `isPrivate`: permissions of others are removed from a file of this user, if possible.
  package static func read(_ path: String, limit: Int = 1 << 20, isPrivate: Bool = false)
    -> [UInt8]?
  {
    let fd = SystemIO.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= limit
    else { return nil }
    if isPrivate, status.st_mode & 0o077 != 0, status.st_uid == geteuid() { fchmod(fd, 0o600) }
    return readWhole(fd, most: Int(status.st_size))
  }

  /// Atomic: after a crash the file has either the old content or the new.
  package static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    let temporary = path + ".new-\(getpid())"
    let fd = SystemIO.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { throw failure("open") }
    guard SystemIO.writeAll(fd, bytes) else {
      let failure = failure("write")
      close(fd)
      unlink(temporary)
      throw failure
    }
    let isSynced = fsync(fd) == 0
    close(fd)
    guard isSynced, rename(temporary, path) == 0 else {
      let failure = failure("rename")
      unlink(temporary)
      throw failure
    }
  }

  /// Reports changes of the file by anyone; nil where that is not possible. Makes the directory if it may,
  /// so that a file that comes later is seen.
  static func watch(
    _ path: String, _ name: String, makesFolder: Bool = true
  ) -> DirectoryWatch? {
    let folder = folder(of: path)
    if makesFolder { SystemIO.makeDirectories(folder) }
    guard let real = realpath(folder, nil) else { return nil }
    defer { free(real) }
    do {
      return try DirectoryWatch(
        directory: String(cString: real), file: String(path.split(separator: "/").last ?? ""))
    } catch {
      Log.write("\(name): \(error.detail)")
      return nil
    }
  }

  /// Reads and changes a file while other Trolleys wait to do so. Makes its directory.
  static func alone<Result>(
    with path: String, _ change: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let folder = folder(of: path)
    SystemIO.makeDirectories(folder)
    let lock = try hold(folder: folder)
    defer { close(lock) }
    return try change()
  }

  static func makeFolder(of path: String) { SystemIO.makeDirectories(folder(of: path)) }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// Locks out other Trolleys from changing files in the directory until the descriptor is closed.
  private static func hold(folder: String) throws(Failure) -> Int32 {
    let fd = SystemIO.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw failure("open folder") }
    for _ in 0..<250 {
      if flock(fd, LOCK_EX | LOCK_NB) == 0 { return fd }
      // Without support for locks it continues: two changes at the same moment are rare.
      guard errno == EWOULDBLOCK || errno == EINTR else { return fd }
      usleep(20_000)
    }
    close(fd)
    throw failure("locked")
  }

  private static func failure(_ call: String) -> Failure {
    Failure(.failedIO, "The settings could not be saved.", detail: "\(call) \(errno)")
  }
}
