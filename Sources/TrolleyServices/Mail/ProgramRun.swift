/// One run of another program: from an array of arguments, never by a shell, with limits on its
/// time and output.
struct ProgramRun {
  /// Its exit status; 128 plus the number of the signal that ended it.
  let status: Int32
  let output: [UInt8]
  let error: [UInt8]

  /// The first line of what it said was wrong, as a sentence behind a space; empty for nothing.
  var complaint: String {
    let said = CleanText.bytes(
      Array(error.prefix { $0 != 0x0A }), limit: CleanText.Limit(bytes: 300, graphemes: 160))
    guard let last = said.last else { return "" }
    return " It says: " + said + (".!?…".contains(last) ? "" : ".")
  }

  private static let mostOutput = 64 << 10
  private static let tick: Int32 = 20

  /// - Parameter input: its standard input, from an unnamed file, so that a program that outlives
  ///   us never takes half of it for the whole.
  /// - Parameter hasRead: called once, when the program has read all of its input.
  /// - Parameter isEnough: whether the output so far is all that is wanted; the program is then
  ///   ended.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8] = [], limit: Int,
    _ environment: Environment, _ cancellation: Cancellation,
    isEnough: ([UInt8]) -> Bool = { _ in false }, hasRead: () -> Void = {}
  ) throws(Failure) -> ProgramRun {
    func failure(_ words: String, _ detail: String) -> Failure {
      Failure(.unavailable, "The program \(CleanText.line(program)) \(words).", detail: detail)
    }
    guard let path = Spawn.path(of: program) else {
      let isThere = program.hasPrefix("/") && access(program, F_OK) == 0
      throw failure(isThere ? "may not be run: it is not executable" : "is not there", "no program")
    }
    let stdin = try file(input)
    defer { close(stdin) }
    var output = Stream()
    var error = Stream()
    defer {
      output.end()
      error.end()
    }
    // In our session, which has no terminal, and our group, so that a signal to that ends it too.
    guard
      let pid = Spawn.start(
        path, arguments, descriptors: [stdin, output.write, error.write], hasOwnSession: false)
    else { throw failure("cannot be started", "spawn") }
    output.closeWrite()
    error.closeWrite()
    let end = environment.monotonic() + limit
    var isRead = input.isEmpty
    func look() {
      // The place in the file is one for all who have it from us.
      guard !isRead, lseek(stdin, 0, SEEK_CUR) >= off_t(input.count) else { return }
      isRead = true
      hasRead()
    }
    while true {
      var state: Int32 = 0
      let isOver = waitpid(pid, &state, WNOHANG) != 0
      look()
      output.drain(most: mostOutput)
      error.drain(most: mostOutput)
      if isOver {
        let signal = state & 0x7F
        return ProgramRun(
          status: signal == 0 ? state >> 8 & 0xFF : 128 + signal, output: output.bytes,
          error: error.bytes)
      }
      let isCancelled = cancellation.isCancelled
      if isEnough(output.bytes) || isCancelled || environment.monotonic() >= end {
        kill(pid, SIGKILL)
        while waitpid(pid, &state, 0) < 0, errno == EINTR {}
        look()
        if isEnough(output.bytes) {
          return ProgramRun(status: 0, output: output.bytes, error: error.bytes)
        }
        throw isCancelled ? .cancelled : failure("takes too long", "deadline")
      }
      var watched = [
        pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.read, events: Int16(POLLIN), revents: 0),
        pollfd(fd: error.read, events: Int16(POLLIN), revents: 0),
      ]
      poll(&watched, 3, tick)
    }
  }

  /// An unnamed file with this content, positioned at its start.
  private static func file(_ bytes: [UInt8]) throws(Failure) -> Int32 {
    func failure(_ call: String) -> Failure {
      Failure(.failedIO, "There is no room for the mail in /tmp.", detail: "\(call) \(errno)")
    }
    if bytes.isEmpty {
      let nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard nowhere >= 0 else { throw failure("open") }
      return nowhere
    }
    var name = Array("/tmp/trolley-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure("mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    var at = 0
    while at < bytes.count {
      let put = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: at), bytes.count - at)
      }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else {
        let failure = failure("write")
        close(descriptor)
        throw failure
      }
      at += put
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      let failure = failure("lseek")
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  /// One stream of its output, through a non-blocking pipe.
  private struct Stream {
    private(set) var read: Int32 = -1
    private(set) var write: Int32 = -1
    private(set) var bytes: [UInt8] = []

    init() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      (read, write) = (ends[0], ends[1])
    }

    mutating func closeWrite() {
      if write >= 0 { close(write) }
      write = -1
    }

    mutating func end() {
      closeWrite()
      if read >= 0 { close(read) }
      read = -1
    }

    /// Output beyond the limit is read and dropped. At its end it is no longer watched.
    mutating func drain(most: Int) {
      var room = [UInt8](repeating: 0, count: 4096)
      while read >= 0 {
        let count = Glibc.read(read, &room, room.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return }
        if count == 0 {
          close(read)
          read = -1
          return
        }
        bytes += room[..<min(count, max(0, most - bytes.count))]
      }
    }
  }
}
