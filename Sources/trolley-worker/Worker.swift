/// The second program: reads a line, writes a line. It ends with its input.
@main
enum Worker {
  static func main() {
    Confinement.enter()
    guard CommandLine.arguments.count == 1, isatty(STDIN_FILENO) == 0 else {
      let sentence = "trolley-worker: Trolley starts this program when it needs it.\n"
      _ = SystemIO.writeAll(STDERR_FILENO, Array(sentence.utf8))
      exit(64)
    }
    let services = ServiceContainer()
    let scheduler = TaskScheduler(
      perform: { services.perform($0, $1, $2) }, say: StandardOutput.say)
    var lines = LineBuffer(longest: WorkerLine.longestRequest)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    while true {
      let count = read(STDIN_FILENO, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      // The client is gone: tasks under way have no purpose any more.
      guard count > 0 else { _exit(0) }
      for piece in lines.receive(UnsafeRawBufferPointer(rebasing: room[..<count])) {
        scheduler.receive(piece)
      }
    }
  }
}

/// Answers, one a line, from several threads.
enum StandardOutput {
  private static let lock = Mutex(())

  static func say(_ answer: WorkerAnswer, _ number: Int) {
    let line = WorkerLine.bytes(of: answer, number: number)
    lock.withLock { _ in if !SystemIO.writeAll(STDOUT_FILENO, line) { _exit(0) } }
  }
}
