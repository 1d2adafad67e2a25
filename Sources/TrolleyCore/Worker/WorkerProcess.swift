/// One run of `trolley-worker`: a process and the pipes to it. Reads and writes do not block.
package final class WorkerProcess {
  package static let name = "trolley-worker"

  /// Its answers; also readable once it has ended.
  package let descriptor: Int32
  private let input: Int32
  private let pid: pid_t
  private var incoming: LineBuffer
  private var outgoing: [UInt8] = []
  private var isEnded = false

  /// - Parameters:
  ///   - name: for messages.
  ///   - longest: of a line that it sends, in bytes.
  ///   - more: names of further variables of the environment that it gets.
  package init(
    program: String, name: String = WorkerProcess.name, longest: Int = WorkerLine.longest,
    more: [String] = []
  ) throws(Failure) {
    incoming = LineBuffer(longest: longest)
    // A dead worker is detected by the error of a write.
    signal(SIGPIPE, SIG_IGN)
    var input: [Int32] = [-1, -1]
    var output: [Int32] = [-1, -1]
    let nowhere = SystemIO.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0, pipe(&input) == 0, pipe(&output) == 0 else {
      let failure = Failure(
        .failedIO, "The system is out of files. Close some programs.", detail: "pipe \(errno)")
      for one in input + output + [nowhere] where one >= 0 { close(one) }
      throw failure
    }
    for one in input + output { _ = fcntl(one, F_SETFD, FD_CLOEXEC) }
    for one in [input[1], output[0]] { _ = fcntl(one, F_SETFL, O_NONBLOCK) }
    let pid = Spawn.start(
      program, [], descriptors: [input[0], output[1], nowhere], environment: Self.environment(more))
    for one in [input[0], output[1], nowhere] { close(one) }
    guard let pid else {
      let failure = Failure(
        .unavailable, "The program \(name) cannot be started.",
        detail: "posix_spawn \(errno)")
      close(input[1])
      close(output[0])
      throw failure
    }
    self.pid = pid
    self.input = input[1]
    descriptor = output[0]
  }

  deinit { end() }

  /// Only what a program needs to run, and to ask the user's key ring for the mail server's
  /// password; nothing else of this process's environment.
  private static func environment(_ more: [String]) -> [String] {
    let names = [
      "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
      "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "GNUPGHOME", "PASSWORD_STORE_DIR", "DISPLAY",
      "WAYLAND_DISPLAY", "https_proxy", "HTTPS_PROXY",
      "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "LLVM_PROFILE_FILE",
    ]
    return (names + more).compactMap { name in AppPaths.environment(name).map { name + "=" + $0 } }
  }

  /// Beside this program; else where `make install` puts it.
  package static func find(_ name: String = name) -> String? {
    guard let own = ownPath, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    return ["\(folder)/\(name)", "\(folder)/../libexec/trolley/\(name)"]
      .first { access($0, X_OK) == 0 }
  }

  static func missing(_ name: String) -> Failure {
    Failure(
      .unavailable,
      "The program \(name) is missing: it belongs beside trolley. Install both again.",
      detail: "no \(name)")
  }

  /// The program that is running.
  package static var ownPath: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Talking

  /// Whether the pipe was full: call `flush` again soon.
  package var isBehind: Bool { !outgoing.isEmpty }

  package func send(_ request: WorkerLine.Request) { send(WorkerLine.bytes(of: request)) }

  package func send(_ line: [UInt8]) {
    outgoing += line
    flush()
  }

  package func flush() {
    while !outgoing.isEmpty {
      let put = outgoing.withUnsafeBytes { SystemIO.write(input, $0) }
      if put < 0, errno == EINTR { continue }
      // A full pipe takes more later; a dead process is detected by reading.
      guard put > 0 else { return }
      outgoing.removeFirst(put)
    }
  }

  package enum News {
    case pieces([LineBuffer.Piece])
    case ended
  }

  /// What has arrived, a limited amount at a time, so that a flood does not delay keys.
  package func read() -> News {
    var pieces: [LineBuffer.Piece] = []
    var isEnded = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { room in
      for _ in 0..<4 {
        let count = SystemIO.read(descriptor, room)
        if count < 0, errno == EINTR { continue }
        if count == 0 || count < 0 && errno != EAGAIN { isEnded = true }
        guard count > 0 else { break }
        pieces += incoming.receive(UnsafeRawBufferPointer(rebasing: room[..<count]))
      }
    }
    // What it sent before its end is still valid; the end is reported next time.
    return isEnded && pieces.isEmpty ? .ended : .pieces(pieces)
  }

  /// Kills it and waits until it is gone, or leaves that to the system.
  package func end(waits: Bool = true) {
    guard !isEnded else { return }
    isEnded = true
    close(input)
    close(descriptor)
    // It was not reaped yet, so its process id cannot have been reused.
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    while waits, waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
}
