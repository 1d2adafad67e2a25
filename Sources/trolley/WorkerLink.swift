import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The way to `trolley-worker`: starts it for the first task, starts it anew after a death, and ends it
/// with itself. Nothing of it waits but `answer`. Belongs to the thread that made it.
final class WorkerLink {
  typealias Numbered = (number: Int, answer: WorkerAnswer)

  /// Deaths within a minute after which it stays down for a minute.
  private static let mostDeaths = 3

  private let find: () -> String?
  private let now: () -> Int
  private var process: WorkerProcess?
  /// Tasks without their last answer, oldest first.
  private var open: [Int] = []
  /// Answers of our own, for tasks that never reached it.
  private var own: [Numbered] = []
  /// Of the questions of verbs.
  private var lastNumber = 0
  /// When it died: milliseconds of the monotonic clock.
  private var deaths: [Int] = []

  init(
    find: @escaping () -> String? = { WorkerProcess.find() },
    now: @escaping () -> Int = { Moment.now.monotonic }
  ) {
    self.find = find
    self.now = now
  }

  deinit { stop() }

  /// To be watched by the loop; changes when the worker is started anew.
  var descriptor: Int32? { process?.descriptor }

  /// Whether `drain` has something to do before anything arrives.
  var hasNews: Bool { !own.isEmpty }
  /// Whether the pipe was full: `drain` again in some milliseconds.
  var isBehind: Bool { process?.isBehind ?? false }

  // MARK: Asking

  func ask(_ task: WorkerTask, number: Int) {
    do throws(Failure) {
      let process = try running()
      open.append(number)
      process.send(.ask(task, number: number))
    } catch {
      own.append((number, .failed(error)))
    }
  }

  /// Starts it ahead of the first question. What is wrong with it is told then.
  func wake() { _ = try? running() }

  /// Its last answer still comes: that it was cancelled, or what it was just then.
  func cancel(_ number: Int) {
    guard open.contains(number) else { return }
    process?.send(.cancel(number))
  }

  /// Everything that was answered since; first, what the pipe had no room for goes out.
  func drain() -> [Numbered] {
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

  /// Ends the worker and forgets all tasks.
  func stop() {
    process?.end()
    process = nil
    open = []
    own = []
  }

  // MARK: Waiting

  /// Asks and waits for the last answer; for verbs, which have no loop. `progress` hears the others.
  func answer(
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
      let left = end - now()
      guard left > 0, let process else { break }
      var watched = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, Int32(min(left, process.isBehind ? 5 : 3_600_000)))
    }
    cancel(number)
    open.removeAll { $0 == number }
    return .failed(Failure(.unavailable, "That took too long. Try again.", detail: "deadline"))
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

  /// Nil for what no sound worker says.
  private func read(_ piece: LineBuffer.Piece) -> [Numbered]? {
    guard case .line(let line) = piece, let answer = try? WorkerLine.answer(line) else {
      return nil
    }
    guard let at = open.firstIndex(of: answer.number) else { return [] }
    if answer.answer.isLast { open.remove(at: at) }
    return [answer]
  }

  /// Its death is an answer to all that it was asked.
  private func bury(_ why: String) -> [Numbered] {
    process?.end()
    process = nil
    deaths.append(now())
    let failure = Failure.workerEnded(WorkerProcess.name, why: why)
    defer { open = [] }
    return open.map { ($0, .failed(failure)) }
  }
}
