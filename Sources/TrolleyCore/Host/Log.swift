/// Messages for maintainers, one line each, in a log of bounded size. No secrets and no raw text go
/// in.
package enum Log {
  private static let limit = 1 << 20
  private static let kept = 5
  private static let path = Mutex<String?>(nil)

  package static func open(_ file: String) { path.withLock { $0 = file } }

  package static func write(_ text: String) {
    path.withLock { path in
      guard let path else { return }
      rotate(path)
      let fd = SystemIO.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard fd >= 0 else { return }
      defer { close(fd) }
      let clean = CleanText.line(text, limit: .message)
      _ = SystemIO.writeAll(
        fd, Array((Wording.iso8601(SystemClock.now.wall) + " " + clean + "\n").utf8))
    }
  }

  /// `log`, `log.1` … `log.4`, a megabyte each at most.
  private static func rotate(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) > limit else { return }
    for number in stride(from: kept - 1, to: 0, by: -1) {
      let older = path + ".\(number)"
      rename(number == 1 ? path : path + ".\(number - 1)", older)
    }
  }

}
