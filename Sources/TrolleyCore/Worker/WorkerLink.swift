/// The connection to `trolley-worker`: starts it for the first task, restarts it after a crash, and
/// ends it with this object. Only `answer` blocks. Belongs to the thread that created it.
package final class WorkerLink {
  package typealias Numbered = (number: Int, answer: WorkerAnswer)

  /// After so many crashes within a minute it stays down for a minute.
  private static let mostDeaths = 3

  private let find: () -> String?
  private let now: () -> Int
  private var process: WorkerProcess?
  /// Tasks still waiting for their last answer, oldest first.
  private var open: [Int] = []
  /// Answers that we make for tasks that never reached the worker.
  private var own: [Numbered] = []
  private var lastNumber = 0
  /// When it crashed: milliseconds of the monotonic clock.
  private var deaths: [Int] = []

  package init(
    find: @escaping () -> String? = { WorkerProcess.find() },
    now: @escaping () -> Int = { SystemClock.now.monotonic }
  ) {
    self.find = find
    self.now = now
  }

  deinit { stop() }

  /// The descriptor for the loop to watch; changes when the worker is restarted.
  package var descriptor: Int32? { process?.descriptor }

  /// Whether `drain` has answers before anything arrives.
  package var hasNews: Bool { !own.isEmpty }
  /// Whether the pipe was full: call `drain` again in some milliseconds.
  package var isBehind: Bool { process?.isBehind ?? false }

  // MARK: Requests

  package func ask(_ task: WorkerTask, number: Int) {
    do throws(Failure) {
      let process = try running()
      open.append(number)
      process.send(.ask(task, number: number))
    } catch {
      own.append((number, .failed(error)))
    }
  }

  /// Starts it ahead of the first request. Errors are reported with that request.
  package func wake() { _ = try? running() }

  /// Its last answer still comes: that it was cancelled, or the result if it was just finished.
  package func cancel(_ number: Int) {
    guard open.contains(number) else { return }
    process?.send(.cancel(number))
  }

  /// Everything that was answered since; first, writes what the pipe had no room for.
  package func drain() -> [Numbered] {
    var answers = own
    own = []
    guard let process else { return answers }
    process.flush()
    switch process.read() {
    case .ended: answers += bury("it ended")
    case .pieces(let pieces):
      for piece in pieces {
        guard let answer = read(piece) else {
          answers += bury("it talks nonsense")
          break
        }
        answers += answer
      }
    }
    return answers
  }

  package func stop() {
    process?.end()
    process = nil
    open = []
    own = []
  }

  // MARK: Waiting

  /// Sends a task and blocks until its last answer; for verbs, which have no loop. `progress`
  /// receives the earlier answers.
  package func answer(
    to task: WorkerTask, deadline milliseconds: Int,
    progress: (WorkerAnswer) -> Void = { _ in }
  ) -> WorkerAnswer {
    lastNumber += 1
    let number = lastNumber
    let end = now() + milliseconds
    ask(task, number: number)
    while true {
      for one in drain() where one.number == number {
        if one.answer.isLast { return one.answer }
        progress(one.answer)
      }
      guard now() < end, process != nil else { break }
      wait(until: end)
    }
    cancel(number)
    open.removeAll { $0 == number }
    return .failed(Failure(.unavailable, "That took too long. Try again.", detail: "deadline"))
  }

  /// Blocks until there may be something to drain.
  ///
  /// - Parameter deadline: milliseconds of the monotonic clock.
  package func wait(until deadline: Int) {
    guard own.isEmpty, let process else { return }
    let left = max(0, deadline - now())
    var watched = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, Int32(min(left, process.isBehind ? 5 : 3_600_000)))
  }

  // MARK: The process

  private func running() throws(Failure) -> WorkerProcess {
    if let process { return process }
    deaths.removeAll { $0 < now() - 60_000 }
    guard deaths.count < Self.mostDeaths else {
      throw Failure(
        .unavailable, "The program \(WorkerProcess.name) keeps ending. Try again in a minute.",
        detail: "\(deaths.count) deaths")
    }
    guard let program = find() else {
      throw Failure(
        .unavailable,
        "The program \(WorkerProcess.name) is missing: it belongs beside trolley. Install both again.",
        detail: "no worker")
    }
    let new = try WorkerProcess(program: program)
    process = new
    return new
  }

  /// Nil for anything that a working worker does not send.
  private func read(_ piece: LineBuffer.Piece) -> [Numbered]? {
    guard case .line(let line) = piece, let answer = try? WorkerLine.answer(line) else {
      return nil
    }
    guard let at = open.firstIndex(of: answer.number) else { return [] }
    if answer.answer.isLast { open.remove(at: at) }
    return [answer]
  }

  /// Its crash fails all open tasks.
  private func bury(_ why: String) -> [Numbered] {
    process?.end()
    process = nil
    deaths.append(now())
    let failure = Failure.workerEnded(WorkerProcess.name, why: why)
    defer { open = [] }
    return open.map { ($0, .failed(failure)) }
  }
}
