import Foundation
import TrolleyCore

@testable import trolley

/// The real worker, spoken to through its pipes as anybody could.
final class WorkerDriver {
  struct TookTooLong: Error {}

  static let program: String = {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let own = link ?? bundle?.bundlePath ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appending(path: "trolley-worker").path
  }()

  let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer = LineBuffer(longest: WorkerLine.longest)
  private var answers: [(number: Int, answer: WorkerAnswer)] = []
  private(set) var status: Int32?

  init(_ arguments: [String] = []) throws {
    signal(SIGPIPE, SIG_IGN)
    var input: [Int32] = [-1, -1]
    var output: [Int32] = [-1, -1]
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw TookTooLong() }
    for one in input + output { _ = fcntl(one, F_SETFD, FD_CLOEXEC) }
    let pid = Spawn.start(Self.program, arguments, descriptors: [input[0], output[1], 2])
    close(input[0])
    close(output[1])
    guard let pid else { throw TookTooLong() }
    self.pid = pid
    self.input = input[1]
    self.output = output[0]
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
  func next(_ number: Int, seconds: Double = 10) throws -> WorkerAnswer {
    let end = ContinuousClock.now + .seconds(seconds)
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
        buffer.take(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      for case .line(let line) in pieces { answers.append(try WorkerLine.answer(line)) }
    }
  }

  /// Its exit status; 128 plus the signal where one ended it.
  func waitForEnd(seconds: Double = 5) throws -> Int32 {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      var state: Int32 = 0
      if waitpid(pid, &state, WNOHANG) == pid {
        let signal = state & 0x7F
        let result = signal == 0 ? (state >> 8) & 0xFF : 128 + signal
        status = result
        return result
      }
      usleep(5000)
    }
    throw TookTooLong()
  }
}
