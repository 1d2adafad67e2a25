/// The second program: reads a line, writes a line. It ends with its input.
@main
enum Worker {
  static func main() {
    Confinement.enter()
    guard CommandLine.arguments.count == 1, isatty(STDIN_FILENO) == 0 else {
      let sentence = "trolley-worker: Trolley starts this program when it needs it.\n"
      StandardOutput.write(Array(sentence.utf8), to: STDERR_FILENO)
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
    lock.withLock { _ in if !write(line, to: STDOUT_FILENO) { _exit(0) } }
  }

  /// False when the reader is gone.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { all in
      var at = 0
      while at < all.count {
        let put = systemWrite(descriptor, all.baseAddress?.advanced(by: at), all.count - at)
        if put < 0, errno == EINTR { continue }
        if put <= 0 { return false }
        at += put
      }
      return true
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
