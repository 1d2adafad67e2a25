import CSystem

/// System calls under names that no method shadows.
package enum SystemIO {
  package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    Glibc.open(path, flags, mode)
  }

  package static func read(_ fd: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    Glibc.read(fd, buffer.baseAddress, buffer.count)
  }

  package static func write(_ fd: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.write(fd, bytes.baseAddress, bytes.count)
  }

  /// Creates a directory and its parents, accessible only to this user. What fails shows when
  /// something is opened there.
  package static func makeDirectories(_ path: String) {
    // Nearly always they are there.
    guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"),
      slash > path.startIndex
    else { return }
    makeDirectories(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// A second descriptor of the same open file; closing the first one is then quick. Nil when the
  /// system is out of them.
  package static func second(_ fd: Int32) -> Int32? {
    let new = fcntl(fd, F_DUPFD_CLOEXEC, 3)
    return new < 0 ? nil : new
  }

  /// Ends this program at once, although the last close of some descriptors takes long: closing an
  /// inotify descriptor waits for the kernel's readers, up to 20 ms, and the shell that started the
  /// program waits too. A copy of the process that has nothing else open closes them afterwards.
  package static func exit(_ status: Int32, slowToClose: [Int32]) -> Never {
    let slow = slowToClose.sorted()
    trolley_leave_closing(slow, Int32(slow.count))
    exit(status)
  }

  /// Opens descriptors 0, 1 and 2 if they are closed: otherwise a file of the list could get one of
  /// these numbers, and the next message would be written into it. They stay unusable.
  package static func holdStandardDescriptors() {
    for (descriptor, useless) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(Int32(descriptor), F_GETFD) < 0 {
      _ = open("/dev/null", useless)
    }
  }

  /// Writes everything, despite short writes and interruptions. False, with `errno`, on failure.
  package static func writeAll(_ fd: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at < all.count {
        let put = write(fd, UnsafeRawBufferPointer(rebasing: all[at...]))
        if put < 0, errno == EINTR { continue }
        if put <= 0 { return false }
        at += put
      }
      return true
    }
  }
}
