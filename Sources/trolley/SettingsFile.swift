import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The settings file of this run: read, changed member by member, and taken to its place once. Other
/// programs and people change it as well, so every change begins by reading it.
struct SettingsFile: Sendable {
  let path: String
  /// Where the settings lay in earlier versions: beside the list. Nil where they still belong there.
  let former: String?

  /// Everything as usual where there is none. Throws, with words for the person, where there is one
  /// that cannot be read or makes no sense; nobody writes over that.
  func read() throws(Failure) -> PreferencesFile {
    if let file = try content() { return file }
    takeOver()
    return try content() ?? PreferencesFile()
  }

  /// Changes some members, and leaves everything else as it is by now. Gives what the file says then.
  func change(_ edits: [SettingsEdit]) throws(Failure) -> PreferencesFile {
    Places.makeFolder(String(folder))
    let lock = try holdFolder()
    defer { close(lock) }
    let bytes = try read().applying(edits)
    try SmallFile.replace(target, bytes)
    return try PreferencesFile(bytes)
  }

  // MARK: Reading

  /// Nil where there is no file.
  private func content() throws(Failure) -> PreferencesFile? {
    // In a folder of their own people put links to files that they keep elsewhere.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isBesideList ? O_NOFOLLOW : 0)
    let fd = SystemIO.open(path, flags)
    guard fd >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable("cannot be opened", "open \(errno)")
    }
    defer { close(fd) }
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable("is no file", "mode")
    }
    // Whoever wrote it with an editor has not thought of the keys in it.
    if status.st_mode & 0o077 != 0, status.st_uid == geteuid() { fchmod(fd, 0o600) }
    return try PreferencesFile(bytes(fd, Int(status.st_size)))
  }

  private func bytes(_ fd: Int32, _ size: Int) throws(Failure) -> [UInt8] {
    // One byte more than it may have tells that it is too long.
    var bytes = [UInt8](repeating: 0, count: min(size, PreferencesFile.longest) + 1)
    var at = 0
    while at < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        SystemIO.read(fd, UnsafeMutableRawBufferPointer(rebasing: $0[at...]))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw unreadable("cannot be read", "read \(errno)") }
      if got == 0 { break }
      at += got
    }
    return Array(bytes[..<at])
  }

  private func unreadable(_ why: String, _ detail: String) -> Failure {
    Failure(
      .failedIO, "\(PreferencesFile.name) \(why). It was left alone.",
      detail: "settings: \(detail)")
  }

  // MARK: Writing

  private var isBesideList: Bool { former == nil }
  private var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

  /// The file itself where its name is a link to it, so that the link stays one.
  private var target: String {
    guard !isBesideList, let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Until the descriptor is closed no other Trolley changes settings in that folder.
  private func holdFolder() throws(Failure) -> Int32 {
    let fd = SystemIO.open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw refused("open \(errno)") }
    for _ in 0..<250 {
      if flock(fd, LOCK_EX | LOCK_NB) == 0 { return fd }
      // Where a disk has no locks it goes without: two who choose at the same moment are rare.
      guard errno == EWOULDBLOCK || errno == EINTR else { return fd }
      usleep(20_000)
    }
    close(fd)
    throw refused("locked")
  }

  private func refused(_ detail: String) -> Failure {
    Failure(.failedIO, "The settings could not be saved.", detail: "settings: \(detail)")
  }

  // MARK: Taking over

  /// Moves what an earlier version kept beside the list, once. Never over a file that is there.
  private func takeOver() {
    guard let former, access(former, F_OK) == 0 else { return }
    Places.makeFolder(String(folder))
    if link(former, path) != 0 {
      // Another disk: a copy that is whole before it has its name.
      guard errno == EXDEV || errno == EPERM || errno == EOPNOTSUPP,
        let bytes = SmallFile.read(former), access(path, F_OK) != 0,
        (try? SmallFile.replace(path, bytes)) != nil
      else { return Log.write("settings: \(former) could not be moved: \(errno)") }
    }
    unlink(former)
    Log.write("settings: moved from \(former) to \(path)")
  }
}
