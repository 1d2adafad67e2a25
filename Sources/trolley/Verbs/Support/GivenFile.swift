/// A file named by the user, or standard input.
enum GivenFile {
  /// The whole content, up to a limit in bytes.
  static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, "Standard input", 1 << 16, most) }
    let name = NewFile.shown(path)
    let fd = SystemIO.open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else {
      let code = errno
      let detail = "open \(code)"
      switch code {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP:
        throw Failure(.missingFile, "There is no file \(name).", detail: detail)
      case EACCES, EPERM: throw Failure(.notAllowed, "You may not read \(name).", detail: detail)
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
    var pieces: [[UInt8]] = []
    var total = 0
    // One byte more than expected, to detect the end at once.
    var size = likely + 1
    while true {
      guard let piece = readWhole(fd, most: size) else {
        throw Failure(.failedIO, "\(name) cannot be read.", detail: "read \(errno)")
      }
      pieces.append(piece)
      total += piece.count
      guard total <= most else {
        throw Failure(
          .badInput, "\(name) is too long: \(most >> 20) MB are the most. Import it in parts.",
          detail: "over \(most) bytes")
      }
      if piece.count < size { break }
      size = 1 << 20
    }
    return pieces.count == 1 ? pieces[0] : Array(pieces.joined())
  }
}
