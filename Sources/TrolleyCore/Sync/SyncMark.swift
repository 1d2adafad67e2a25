import Glibc

/// When the copy of a shared list was last in step with the server: the time of the lock that the program
/// which carries the list holds.
package enum SyncMark {
  package static func path(in directory: String) -> String { directory + "/sync.lock" }

  static func note(in directory: String) {
    // A folder that cannot be written has no mark.
    _ = utimensat(AT_FDCWD, path(in: directory), nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Seconds since 1970, UTC; nil where the list was never carried.
  package static func time(in directory: String) -> Int? {
    var status = stat()
    guard lstat(path(in: directory), &status) == 0 else { return nil }
    return status.st_mtim.tv_sec
  }
}
