import Foundation
import TrolleyTestSupport

/// A tmux server of its own with one window, and its control client (“control mode”): commands go
/// in line by line; their answers and all output of the window come back.
final class TmuxClient {
  struct Refused: Error {
    let text: String
  }

  private let client: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isOver = false
  /// The number of output events of the window so far.
  private(set) var news = 0
  /// Everything its programs wrote.
  private(set) var written: [UInt8] = []

  /// Ignores the machine's configuration.
  init(width: Int, height: Int, command: String) throws {
    let commands = try Channel()
    let answers = try Channel()
    defer {
      close(commands.reading)
      close(answers.writing)
    }
    signal(SIGPIPE, SIG_IGN)
    client = try ChildProcess.spawn(
      "tmux",
      [
        "-u", "-L", "trolley-test-\(UUID().uuidString)", "-f", "/dev/null", "-C", "new-session",
        "-x", "\(width)", "-y", "\(height)", command,
      ], environment: ProcessInfo.processInfo.environment
    ) {
      posix_spawn_file_actions_adddup2(&$0, commands.reading, 0)
      posix_spawn_file_actions_adddup2(&$0, answers.writing, 1)
    }
    input = commands.writing
    output = answers.reading
    // A command that tmux reads before the session exists has no target.
    let end = ContinuousClock.now + Patience.limit
    while try !line(until: end).hasPrefix("%session-changed ") {}
  }

  deinit {
    _ = try? perform("kill-server")
    close(input)
    var state: Int32 = 0
    while waitpid(client, &state, 0) == -1, errno == EINTR {}
    close(output)
  }

  /// Runs a command and returns its answer. Throws if tmux refuses it or has ended.
  @discardableResult
  func perform(_ command: String, _ arguments: String...) throws -> String {
    try perform(command, arguments)
  }

  @discardableResult
  func perform(_ command: String, _ arguments: [String]) throws -> String {
    let line = ([command] + arguments.map(Self.quoted)).joined(separator: " ") + "\n"
    try write(Array(line.utf8))
    let end = ContinuousClock.now + Patience.limit
    while true {
      let text = try self.line(until: end)
      // The last number tells whether it answers a command of ours.
      guard text.hasPrefix("%begin "), text.hasSuffix(" 1") else { continue }
      return try answer(String(text.dropFirst("%begin ".count)), until: end)
    }
  }

  /// Waits briefly for output, because what the caller waits for may be elsewhere.
  func waitForNews(after old: Int) {
    let end = ContinuousClock.now + .milliseconds(50)
    while news == old, (try? line(until: end)) != nil {}
    if isOver { usleep(10_000) }
  }

  // MARK: Lines

  private func answer(_ mark: String, until end: ContinuousClock.Instant) throws -> String {
    var lines: [String] = []
    while true {
      let line = try line(until: end)
      if line == "%end " + mark { return lines.joined(separator: "\n") }
      if line == "%error " + mark { throw Refused(text: lines.joined(separator: "\n")) }
      lines.append(line)
    }
  }

  /// The next line, which may have been output.
  private func line(until end: ContinuousClock.Instant) throws -> String {
    while true {
      if let at = buffer.firstIndex(of: 10) {
        let line = buffer[..<at]
        let text = String(decoding: line, as: UTF8.self)
        if line.starts(with: Array("%output ".utf8)) {
          news += 1
          // "%output %0 bytes", with the pane's number.
          let bytes = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
          written += Self.unescaped(bytes.count == 3 ? bytes[2] : [])
        }
        buffer.removeFirst(at + 1)
        return text
      }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard !isOver, left > 0, poll(&watched, 1, Int32(left.rounded(.up))) > 0 else {
        throw Refused(text: "no answer")
      }
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &room, room.count)
      if count <= 0 { isOver = true } else { buffer += room[..<count] }
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Refused(text: "tmux has ended") }
      rest = rest.dropFirst(count)
    }
  }

  /// In the output, non-printing bytes are escaped as three octal digits.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3 {
        bytes.append(rest.prefix(3).reduce(0) { $0 &* 8 &+ ($1 &- 48) })
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// A text quoted for tmux.
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\u{1B}": "\\e"
      case "\"", "\\", "$": "\\\(scalar)"
      default: String(scalar)
      }
    }
    return "\"" + scalars.joined() + "\""
  }
}
