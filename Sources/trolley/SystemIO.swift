#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's calls under names that no method hides.
enum SystemIO {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode)
    #else
      Glibc.open(path, flags, mode)
    #endif
  }

  static func read(_ fd: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(fd, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(fd, buffer.baseAddress, buffer.count)
    #endif
  }

  static func write(_ fd: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(fd, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(fd, bytes.baseAddress, bytes.count)
    #endif
  }

  static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  /// Makes sure that 0, 1 and 2 are taken: a file of the list that got one of these numbers would
  /// be written to by the next message. What was closed stays useless: using it fails.
  static func holdStandardDescriptors() {
    for (descriptor, useless) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(Int32(descriptor), F_GETFD) < 0 {
      _ = open("/dev/null", useless)
    }
  }

  /// Everything, through short writes and interruptions. False with `errno` when it cannot be.
  static func writeAll(_ fd: Int32, _ bytes: [UInt8]) -> Bool {
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
