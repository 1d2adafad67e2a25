#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Error numbers that mean something to persistence.
enum SystemError {
  static let interrupted = EINTR
  static let missing = ENOENT
  static let exists = EEXIST
  static let wouldBlock = EWOULDBLOCK
  static let symbolicLink = ELOOP
  static let notDirectory = ENOTDIR
  static let isDirectory = EISDIR
  static let invalid = EINVAL
  static let inputOutput = EIO
  /// Writing is not possible here, reading may be.
  static let readOnly: Set<Int32> = [EROFS, EACCES, EPERM]
  /// The file system has no locks.
  static let noLocks: Set<Int32> = [ENOLCK, EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS]
}

/// Open flags; a symbolic link is never followed, and a FIFO never waits for its other end.
enum OpenFlags {
  private static let always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
  static let read = always | O_RDONLY
  static let readWrite = always | O_RDWR
  static let append = always | O_RDWR | O_APPEND
  static let create = O_CREAT
  static let new = always | O_RDWR | O_CREAT | O_EXCL
  static let directory = always | O_RDONLY | O_DIRECTORY
}

enum LockOperation {
  static let exclusive = LOCK_EX | LOCK_NB
  static let shared = LOCK_SH | LOCK_NB
  static let release = LOCK_UN
}

enum ThisProcess {
  static let workingDirectory = AT_FDCWD
  static var id: Int32 { getpid() }
  static var user: UInt32 { geteuid() }
}

extension FileCalls {
  /// The real calls.
  public static let system = FileCalls(
    open: { answer(openat($0, $1, $2, mode_t($3))) },
    close: { closeFile($0) },
    read: { answer(pread($0, $1.baseAddress, $1.count, off_t($2))) },
    write: { writeBytes($0, $1) },
    overwrite: { answer(pwrite($0, $1.baseAddress, $1.count, off_t($2))) },
    truncate: { answer(ftruncate($0, off_t($1))) },
    sync: { fullSync($0) },
    syncData: {
      #if canImport(Darwin)
        fullSync($0)
      #else
        answer(fdatasync($0))
      #endif
    },
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

// Inside `FileCalls` these names are its own members.
private func closeFile(_ file: Int32) -> Int32 { answer(close(file)) }

private func writeBytes(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  answer(write(file, bytes.baseAddress, bytes.count))
}

private func fullSync(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // There fsync stops at the drive's cache. Some file systems know only fsync.
    if fcntl(file, F_FULLFSYNC) >= 0 { return 0 }
    let code = errno
    guard code == ENOTSUP || code == EINVAL || code == ENOTTY else { return -code }
  #endif
  return answer(fsync(file))
}

private func listNames(_ directory: Int32, _ names: inout [String]) -> Int32 {
  // A description of its own: the caller's would keep the place where this listing ends.
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
    #if canImport(Darwin)
      modified = Int(found.st_mtimespec.tv_sec)
    #else
      modified = Int(found.st_mtim.tv_sec)
    #endif
  }
}
