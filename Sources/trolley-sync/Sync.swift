/// The third program: reads a line, writes lines. It ends with its input, and after a task of a verb.
@main
enum Sync {
  static func main() {
    Confinement.enter()
    guard CommandLine.arguments.count == 1, isatty(STDIN_FILENO) == 0 else {
      let sentence = "trolley-sync: Trolley starts this program when it needs it.\n"
      _ = SystemIO.writeAll(STDERR_FILENO, Array(sentence.utf8))
      SystemIO.exit(64)
    }
    let session = SyncSession { say($0) }
    var lines = LineBuffer(longest: SyncLine.longest)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    while true {
      guard waitForInput(session) else {
        session.attend()
        continue
      }
      let count = SystemIO.read(STDIN_FILENO, room)
      if count < 0, errno == EINTR { continue }
      // The other side is gone: it knows from the server what became of its last step.
      guard count > 0 else { SystemIO.exit(0) }
      for piece in lines.receive(UnsafeRawBufferPointer(rebasing: room[..<count])) {
        guard receive(piece, session) else { SystemIO.exit(0) }
      }
    }
  }

  /// False when the server or the clock wants something first.
  private static func waitForInput(_ session: SyncSession) -> Bool {
    var watched = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
    if let server = session.descriptor {
      watched.append(pollfd(fd: server, events: Int16(POLLIN), revents: 0))
    }
    let patience = session.patience.map { Int32(min($0, 3_600_000)) } ?? -1
    let count = poll(&watched, nfds_t(watched.count), patience)
    guard count > 0 else { return false }
    // What is due is done first, so that requests in a row do not keep it waiting.
    if watched.count > 1, watched[1].revents != 0 { session.attend() }
    return watched[0].revents != 0
  }

  /// False for a good-bye, and after a task. A line that is no request ends the program: what sends it is not Trolley.
  private static func receive(_ piece: LineBuffer.Piece, _ session: SyncSession) -> Bool {
    guard case .line(let line) = piece else { return false }
    if let request = try? SyncLine.request(line) { return session.receive(request) }
    guard let task = try? ServerTask.task(line) else { return false }
    _ = SystemIO.writeAll(STDOUT_FILENO, ServerTask.bytes(of: ServerTasks.perform(task)))
    return false
  }

  private static func say(_ report: SyncLine.Report) {
    if !SystemIO.writeAll(STDOUT_FILENO, SyncLine.bytes(of: report)) { SystemIO.exit(0) }
  }
}
