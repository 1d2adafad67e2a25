import Glibc
import TrolleyTestSupport

@testable import TrolleyModel

/// A running `journal-writer`, or another program that reports line by line. Guards the process and
/// the pipe with its output.
final class WriterProcess {
  private let pid: pid_t
  private let pipe: Int32
  private var told: [UInt8] = []
  private var status: Int32?

  init(_ arguments: [String], program: String = "journal-writer") throws {
    let path = builtProgram(program)
    let channel = try Channel()
    var actions = Self.noActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, channel.writing, 1)
    var argv = Self.copies([path] + arguments)
    var environment = Self.copies(["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"])
    defer { for text in argv + environment { free(text) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, nil, &argv, &environment)
    close(channel.writing)
    guard result == 0 else {
      close(channel.reading)
      throw Failure(.failedIO, "\(path) cannot be started.")
    }
    self.pid = pid
    pipe = channel.reading
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if status == nil { kill() }
    close(pipe)
  }

  /// Sends SIGKILL, and collects its output.
  func kill() {
    drain()
    strike()
    wait()
  }

  /// The same, without waiting for its end.
  func strike() {
    Glibc.kill(pid, SIGKILL)
  }

  /// Waits for its end; returns its exit status, -1 after a kill.
  @discardableResult
  func wait() -> Int32 {
    _ = fcntl(pipe, F_SETFL, 0)
    drain()
    if status == nil {
      var ended: Int32 = 0
      while waitpid(pid, &ended, 0) < 0, errno == EINTR {}
      status = ended & 0x7f == 0 ? ended >> 8 & 0xff : -1
    }
    return status ?? -1
  }

  /// The complete lines so far.
  var lines: [String] {
    drain()
    let whole = told.prefix(through: (told.lastIndex(of: 0x0a) ?? -1))
    return whole.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
  }

  private func drain() {
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = read(pipe, &part, part.count), count > 0 { told += part[..<count] }
  }

  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in strdup(text) } + [nil]
  }

  private static var noActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
}
