import TrolleyFormats

/// A file named by the user, or standard input, read in pieces.
struct GivenFile {
  /// The most that is read at once.
  static let piece = 4 << 20
  /// More is refused.
  private static let most = 2 << 30

  private let name: String
  private var fd: Int32
  private var size: Int
  private var offset = 0
  /// A pipe or the like: its size is unknown, and it can be read only once.
  private let isStream: Bool

  init(_ path: String) throws(Failure) {
    let isInput = path == "-"
    name = isInput ? "Standard input" : NewFile.shown(path)
    fd = isInput ? STDIN_FILENO : SystemIO.open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw Self.refusal(name) }
    var status = stat()
    guard fstat(fd, &status) == 0 else { throw Self.unreadable(name, "fstat") }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(.badInput, "\(name) is a directory; name a file.")
    }
    // Standard input may stand anywhere in its file.
    isStream = status.st_mode & S_IFMT != S_IFREG || lseek(fd, 0, SEEK_CUR) != 0
    size = isStream ? .max : Int(status.st_size)
    guard isStream || size <= Self.most else { throw Self.tooLong(name) }
  }

  var isAtEnd: Bool { offset >= size }
  /// How much has been read, from 0 to 1.
  var share: Double { size == 0 ? 1 : Double(offset) / Double(size) }

  /// The next bytes; fewer than asked for only at the end.
  mutating func next(_ most: Int = piece) throws(Failure) -> [UInt8] {
    let count = min(most, size - offset)
    guard let bytes = readWhole(fd, most: count) else { throw Self.unreadable(name, "read") }
    offset += bytes.count
    if bytes.count < count { size = offset }
    return bytes
  }

  /// Everything after `start`, for a text that only makes sense as a whole.
  mutating func whole(from start: [UInt8]) throws(Failure) -> [UInt8] {
    var bytes = start
    while !isAtEnd, bytes.count <= PastedList.byteLimit { bytes += try next() }
    guard bytes.count <= PastedList.byteLimit else { throw Self.tooLong(name) }
    return bytes
  }

  /// Copies the rest of a pipe to a file without a name: a list must not stay locked while another
  /// program is waited for.
  mutating func keep(in directory: String) throws(Failure) {
    guard isStream, !isAtEnd else { return }
    let path = directory + "/import.tmp-\(getpid())"
    let copy = SystemIO.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard copy >= 0 else { throw Self.unreadable(name, "open copy") }
    unlink(path)
    let start = offset
    while !isAtEnd {
      let bytes = try next()
      guard SystemIO.writeAll(copy, bytes) else { throw Self.unreadable(name, "write copy") }
      guard offset <= Self.most else { throw Self.tooLong(name) }
    }
    guard lseek(copy, 0, SEEK_SET) == 0 else { throw Self.unreadable(name, "lseek") }
    fd = copy
    offset = start
  }

  private static func unreadable(_ name: String, _ call: String) -> Failure {
    Failure(.failedIO, "\(name) cannot be read.", detail: "\(call) \(errno)")
  }

  private static func tooLong(_ name: String) -> Failure {
    Failure(
      .badInput,
      "\(name) is too long: \(PastedList.byteLimit >> 20) MB of JSON and "
        + "\(most >> 20) MB of lines are the most. Import it in parts.")
  }

  private static func refusal(_ name: String) -> Failure {
    let code = errno
    let detail = "open \(code)"
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP:
      return Failure(.missingFile, "There is no file \(name).", detail: detail)
    case EACCES, EPERM: return Failure(.notAllowed, "You may not read \(name).", detail: detail)
    default: return Failure(.failedIO, "\(name) cannot be opened.", detail: detail)
    }
  }
}
