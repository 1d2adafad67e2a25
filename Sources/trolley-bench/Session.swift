/// The response to one press, or to the start. Times as of `now()`.
struct Answer {
  var first: Int?
  var last: Int?
  /// When the awaited text was on the screen.
  var seen: Int?
  var bytes = 0

  var end: Int? { last.map { max($0, seen ?? 0) } }
}

/// Guards a program on a terminal of its own: its process and our end of the terminal.
final class Session {
  let started: Int
  private(set) var pid: pid_t
  private(set) var screen: Screen
  private let columns: Int
  private let lines: Int
  private let master: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isOpen = true

  init(_ launch: Launch, columns: Int, lines: Int) throws(Complaint) {
    (self.columns, self.lines) = (columns, lines)
    var slave: Int32 = -1
    var side: Int32 = -1
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(lines))
    guard openpty(&side, &slave, &name, nil, &size) == 0 else {
      throw Complaint("no terminal can be made (openpty)")
    }
    master = side
    defer { close(slave) }
    for file in [side, slave] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(side, F_SETFL, O_NONBLOCK)
    screen = Screen(columns: columns, lines: lines)
    let path = name.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    started = now()
    do { pid = try launch.start(onTerminal: path) } catch {
      close(side)
      throw error
    }
  }

  deinit {
    if pid > 0 {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(master)
  }

  /// Reads available output, waiting at most so long. Nil if there is none.
  private func take(within wait: Double) -> (stamp: Int, bytes: Int)? {
    guard isOpen else { return nil }
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(max(0, wait.rounded(.up)))) > 0 else { return nil }
    let count = read(master, &buffer, buffer.count)
    let stamp = now()
    if count <= 0 {
      if count == 0 || errno != EAGAIN && errno != EINTR { isOpen = false }
      return nil
    }
    let answers = screen.take(buffer[..<count])
    if !answers.isEmpty { send(answers) }
    return (stamp, count)
  }

  private func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { sent += count } else if errno != EINTR && errno != EAGAIN { return }
    }
  }

  /// Presses a key; returns the time just before.
  func press(_ press: Press) -> Int {
    switch press {
    case .enlarge: return resize(columns: columns + 20, lines: lines + 6)
    case .restore: return resize(columns: columns, lines: lines)
    default: break
    }
    let bytes = press.bytes(applicationCursor: screen.applicationCursor)
    let stamp = now()
    send(bytes)
    return stamp
  }

  private func resize(columns: Int, lines: Int) -> Int {
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(lines))
    screen.resize(columns: columns, lines: lines)
    let stamp = now()
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    return stamp
  }

  /// Collects output until there was none for `quiet` milliseconds and the text is on the screen.
  ///
  /// If no text is awaited and no output comes at all, it ends after `silence`.
  func answer(
    quiet: Double, awaiting text: String? = nil, within limit: Double, silence: Double? = nil
  ) throws(Complaint) -> Answer {
    var answer = Answer()
    let begin = now()
    while isOpen {
      let rest = limit - milliseconds(now() - begin)
      guard rest > 0 else {
        guard let text else { break }
        throw Complaint("“\(text)” did not appear within \(short(limit / 1000)) s")
      }
      let isComplete = answer.last != nil && (text == nil || answer.seen != nil)
      let isAwaited = text != nil || silence == nil
      let wait = isComplete ? quiet : answer.last == nil && !isAwaited ? silence ?? quiet : 50
      guard let (stamp, bytes) = take(within: min(wait, rest)) else {
        if isComplete || (answer.last == nil && !isAwaited) { break }
        continue
      }
      if answer.first == nil { answer.first = stamp }
      answer.last = stamp
      answer.bytes += bytes
      if let text, answer.seen == nil, screen.contains(text) { answer.seen = stamp }
    }
    if let text, answer.seen == nil { throw Complaint("it ended before “\(text)” appeared") }
    return answer
  }

  /// Reads output until there was none for so long; returns its size in bytes.
  @discardableResult func drain(quiet: Double) -> Int {
    var bytes = 0
    while let piece = take(within: quiet) { bytes += piece.bytes }
    return bytes
  }

  /// Quits with these keys. Returns the milliseconds from the last key until the program released
  /// the terminal; nil if it had to be killed.
  func leave(_ presses: [Press]) -> Double? {
    var begin = now()
    for (place, key) in presses.enumerated() where isOpen {
      begin = press(key)
      if place < presses.count - 1 { _ = try? answer(quiet: 30, within: 1000, silence: 60) }
    }
    while isOpen, milliseconds(now() - begin) < 3000 { _ = take(within: 50) }
    let end = now()
    guard !isOpen else { return nil }
    for _ in 0..<200 {
      if waitpid(pid, nil, WNOHANG) == pid {
        pid = 0
        return milliseconds(end - begin)
      }
      sleep(milliseconds: 1)
    }
    return nil
  }
}
