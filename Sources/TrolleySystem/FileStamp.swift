extension stat {
  /// Whether it is of this user, and no other may read or change it.
  package var isPrivate: Bool { st_mode & 0o077 == 0 && st_uid == getuid() }
}

/// Distinguishes versions of a file: it changes when the file is written or replaced.
public struct FileStamp: Equatable, Sendable {
  /// Bytes.
  public let size: Int
  /// The time of the last write: seconds since 1970.
  public let seconds: Int
  public let nanoseconds: Int
  public let inode: UInt64

  public init(_ status: stat) {
    size = Int(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
  }

  /// Of a regular file, to which symbolic links may lead; nil for anything else.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  public var text: String { "\(size) \(seconds) \(nanoseconds) \(inode)" }
}
