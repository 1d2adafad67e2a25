/// Error numbers that persistence distinguishes.
package enum SystemError {
  static let interrupted = EINTR
  package static let missing = ENOENT
  package static let exists = EEXIST
  package static let wouldBlock = EWOULDBLOCK
  package static let symbolicLink = ELOOP
  package static let notDirectory = ENOTDIR
  package static let isDirectory = EISDIR
  package static let invalid = EINVAL
  static let inputOutput = EIO
  /// Writing is not possible here; reading may be.
  package static let readOnly: Set<Int32> = [EROFS, EACCES, EPERM]
  /// The file system has no locks.
  package static let noLocks: Set<Int32> = [ENOLCK, EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS]
}

/// Open flags; a symbolic link is never followed, and a FIFO never waits for its other end.
package enum OpenFlags {
  private static let always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
  package static let read = always | O_RDONLY
  package static let readWrite = always | O_RDWR
  package static let append = always | O_RDWR | O_APPEND
  package static let create = O_CREAT
  package static let new = always | O_RDWR | O_CREAT | O_EXCL
  package static let directory = always | O_RDONLY | O_DIRECTORY
}

package enum LockOperation {
  package static let exclusive = LOCK_EX | LOCK_NB
  package static let shared = LOCK_SH | LOCK_NB
  package static let release = LOCK_UN
}

package enum ThisProcess {
  package static let workingDirectory = AT_FDCWD
  package static var id: Int32 { getpid() }
  package static var user: UInt32 { geteuid() }
}

extension FileCalls {
  /// The real calls.
  public static let system = FileCalls(
    open: { answer(openat($0, $1, $2, mode_t($3))) },
    close: { answer(Glibc.close($0)) },
    read: { answer(pread($0, $1.baseAddress, $1.count, off_t($2))) },
    write: { answer(Glibc.write($0, $1.baseAddress, $1.count)) },
    overwrite: { answer(pwrite($0, $1.baseAddress, $1.count, off_t($2))) },
    truncate: { answer(ftruncate($0, off_t($1))) },
    sync: { answer(fsync($0)) },
    syncData: { answer(fdatasync($0)) },
    status: { file, status in
      var found = stat()
      let result = answer(fstat(file, &found))
      if result >= 0 { status = FileStatus(found) }
      return result
    },
    statusOf: { directory, name, status in
      var found = stat()
      let result = answer(fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW))
      if result >= 0 { status = FileStatus(found) }
      return result
    },
    setMode: { answer(fchmod($0, mode_t($1))) },
    makeDirectory: { answer(mkdir($0, mode_t($1))) },
    rename: { answer(renameat($0, $1, $0, $2)) },
    remove: { answer(unlinkat($0, $1, 0)) },
    names: { listNames($0, &$1) },
    lock: { answer(flock($0, $1)) },
    pause: { milliseconds in
      var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
      nanosleep(&time, nil)  // Woken early by a signal, the next look at the lock is only sooner.
    },
    milliseconds: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    })
}

/// A result, or the negated error number.
private func answer<T: SignedInteger>(_ result: T) -> T {
  if result >= 0 { return result }
  let code = errno
  return code > 0 ? T(-code) : -1
}

private func listNames(_ directory: Int32, _ names: inout [String]) -> Int32 {
  // A new description: the caller's would keep the position where this listing ends.
  let file = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard file >= 0 else { return answer(file) }
  guard let stream = fdopendir(file) else {
    let result = answer(Int32(-1))
    close(file)
    return result
  }
  defer { closedir(stream) }
  names = []
  while true {
    errno = 0
    guard let entry = readdir(stream) else { return errno == 0 ? 0 : -errno }
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
}

extension FileStatus {
  fileprivate init(_ found: stat) {
    self.init()
    switch UInt32(found.st_mode) & 0o170000 {
    case 0o100000: kind = .regular
    case 0o040000: kind = .directory
    default: kind = .other
    }
    owner = UInt32(found.st_uid)
    mode = UInt32(found.st_mode) & 0o7777
    size = Int(found.st_size)
    links = Int(clamping: found.st_nlink)
    device = UInt64(truncatingIfNeeded: found.st_dev)
    inode = UInt64(truncatingIfNeeded: found.st_ino)
    modified = Int(found.st_mtim.tv_sec)
    nanoseconds = Int(found.st_mtim.tv_nsec)
  }
}
