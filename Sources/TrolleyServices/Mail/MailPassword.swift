/// The password of a mail server, from the place that the settings name.
struct MailPassword {
  let limits: MailSending.Limits
  let environment: Environment

  private static let longest = 4096

  func read(_ source: MailServer.Password, _ cancellation: Cancellation) throws(Failure) -> String {
    switch source {
    case .none: return ""
    case .command(let words):
      let words = words.map(HomeDirectory.expanding)
      let program = words.first ?? ""
      let run = try ProgramRun.run(
        program, Array(words.dropFirst()), limit: limits.program, environment, cancellation)
      guard run.status == 0 else {
        throw Failure(
          .notAllowed,
          "\(CleanText.line(program)) did not tell the password of the mail server."
            + run.complaint,
          detail: "password command: exit \(run.status)")
      }
      return try firstLine(run.output, of: CleanText.line(program))
    case .file(let path): return try firstLine(try bytes(of: path), of: "The password file")
    }
  }

  private func firstLine(_ bytes: [UInt8], of what: String) throws(Failure) -> String {
    var line = bytes.prefix { $0 != 0x0A }
    if line.last == 0x0D { line.removeLast() }
    guard !line.isEmpty, line.count <= 1024, !line.contains(0) else {
      throw Failure(
        .notAllowed, "\(what) holds no password in its first line.", detail: "password: empty")
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Refuses symbolic links, and files that other users may read.
  private func bytes(of path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(
      HomeDirectory.expanding(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Failure(
        .missingFile,
        errno == ELOOP
          ? "The file with the password of the mail server is a symbolic link: name where it leads."
          : "The file with the password of the mail server cannot be read.",
        detail: "password file: open \(errno)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        .missingFile, "What should hold the password of the mail server is no file.",
        detail: "password file: type")
    }
    guard status.isPrivate else {
      throw Failure(
        .notAllowed,
        "Others may read the file with the password of the mail server: chmod 600 \(path) ends that.",
        detail: "password file: mode")
    }
    var room = [UInt8](repeating: 0, count: Self.longest)
    let count = Glibc.read(descriptor, &room, room.count)
    return Array(room[..<max(0, count)])
  }
}
