import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that a person gave, or standard input.
enum GivenFile {
  /// All of it, at most so many bytes.
  static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, "Standard input", 1 << 16, most) }
    let name = NewFile.shown(path)
    let fd = SystemIO.open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else {
      let code = errno
      let detail = "open \(code)"
      switch code {
      case ENOENT, ENOTDIR:
        throw Failure(.missingFile, "There is no file \(name).", detail: detail)
      case EACCES, EPERM:
        throw Failure(.notAllowed, "You may not read \(name).", detail: detail)
      default: throw Failure(.failedIO, "\(name) cannot be opened.", detail: detail)
      }
    }
    defer { close(fd) }
    var status = stat()
    guard fstat(fd, &status) == 0 else {
      throw Failure(.failedIO, "\(name) cannot be read.", detail: "fstat \(errno)")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(.badInput, "\(name) is a directory; name a file.")
    }
    return try read(fd, name, min(Int(status.st_size), most), most)
  }

  private static func read(
    _ fd: Int32, _ name: String, _ likely: Int, _ most: Int
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    // One more than there should be, to see the end at once.
    var chunk = likely + 1
    while true {
      var count = 0
      var code: Int32 = 0
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      bytes.withUnsafeMutableBytes { all in
        repeat {
          count = SystemIO.read(fd, UnsafeMutableRawBufferPointer(rebasing: all[start...]))
          code = count < 0 ? errno : 0
        } while code == EINTR
      }
      guard count >= 0 else {
        throw Failure(.failedIO, "\(name) cannot be read.", detail: "read \(code)")
      }
      bytes.removeLast(chunk - count)
      if count == 0 { return bytes }
      guard bytes.count <= most else {
        throw Failure(
          .badInput, "\(name) is too long: \(most >> 20) MB are the most. Import it in parts.",
          detail: "over \(most) bytes")
      }
      chunk = max(1 << 16, min(bytes.count, most - bytes.count + 1))
    }
  }
}
