/// Opens a picture's file only if it is regular and of bounded size, so that a pipe, a device or a
/// kernel file never blocks the reader.
struct PictureFile {
  let path: String
  let stamp: FileStamp
  private let descriptor: Int32

  /// Calls `body` with the open file.
  static func with<Result>(
    _ path: String, _ body: (PictureFile) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = openFile(path)
    guard descriptor >= 0 else { throw refusal(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw Failure(.badInput, "That is a directory, not a picture.", detail: "directory")
    default: throw Failure(.badInput, "That is a device, not a picture.", detail: "type")
    }
    guard status.st_size <= PictureDecoder.mostBytes else {
      throw PictureError.tooManyBytes(most: PictureDecoder.mostBytes)
    }
    return try body(
      PictureFile(path: path, stamp: FileStamp(status), descriptor: descriptor))
  }

  /// The whole file; if it grows meanwhile, it is cut off at the limit.
  func bytes() throws(Failure) -> [UInt8] {
    let most = min(PictureDecoder.mostBytes, stamp.size) + 1
    guard let bytes = readWhole(descriptor, most: most) else { throw Self.refusal(errno) }
    return bytes
  }

  private static func openFile(_ path: String) -> Int32 {
    while true {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  static func refusal(_ code: Int32) -> Failure {
    switch code {
    case ENOENT, ENOTDIR: Failure(.missingFile, "There is no such file.", detail: "errno \(code)")
    case EACCES, EPERM: Failure(.notAllowed, "You may not read that file.", detail: "errno \(code)")
    case ELOOP, ENAMETOOLONG:
      Failure(.badInput, "That is no path to a file.", detail: "errno \(code)")
    default: Failure(.failedIO, "That file can't be read.", detail: "errno \(code)")
    }
  }
}
