import Foundation
import Testing
import TrolleySystem
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyCore

/// The real worker, driven directly through its pipes.
final class WorkerDriver {
  struct TookTooLong: Error {}

  static let program = builtProgram("trolley-worker")

  let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer = LineBuffer(longest: WorkerLine.longest)
  private var answers: [(number: Int, answer: WorkerAnswer)] = []
  private(set) var status: Int32?

  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    signal(SIGPIPE, SIG_IGN)
    let tasks = try Channel()
    let answers = try Channel()
    let pid = Spawn.start(
      environment.isEmpty ? Self.program : "/usr/bin/env",
      environment.isEmpty
        ? arguments : environment.map { "\($0)=\($1)" } + [Self.program] + arguments,
      descriptors: [tasks.reading, answers.writing, 2])
    close(tasks.reading)
    close(answers.writing)
    guard let pid else { throw TookTooLong() }
    self.pid = pid
    input = tasks.writing
    output = answers.reading
  }

  deinit {
    closeInput()
    close(output)
    if status == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  private var isInputClosed = false

  func closeInput() {
    guard !isInputClosed else { return }
    isInputClosed = true
    close(input)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = SystemIO.writeAll(input, bytes)
  }

  func ask(_ task: WorkerTask, _ number: Int) {
    _ = SystemIO.writeAll(input, WorkerLine.bytes(of: .ask(task, number: number)))
  }

  func cancel(_ number: Int) {
    _ = SystemIO.writeAll(input, WorkerLine.bytes(of: .cancel(number)))
  }

  /// The next answer to that task.
  func next(_ number: Int) throws -> WorkerAnswer {
    let end = ContinuousClock.now + Patience.limit
    while true {
      if let at = answers.firstIndex(where: { $0.number == number }) {
        return answers.remove(at: at).answer
      }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&watched, 1, Int32(left)) > 0 else { throw TookTooLong() }
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &room, room.count)
      guard count > 0 else { throw TookTooLong() }
      let pieces = room.withUnsafeBytes {
        buffer.receive(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      for case .line(let line) in pieces { answers.append(try WorkerLine.answer(line)) }
    }
  }

  /// Its exit status; 128 plus the number of the signal that ended it.
  func waitForEnd() throws -> Int32 {
    try waitFor("its end") {
      var state: Int32 = 0
      if waitpid(pid, &state, WNOHANG) == pid {
        let signal = state & 0x7F
        let result = signal == 0 ? (state >> 8) & 0xFF : 128 + signal
        status = result
        return result
      }
      return nil
    }
  }
}
