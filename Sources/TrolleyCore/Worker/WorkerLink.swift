/// The connection to `trolley-worker`: starts it for the first task, restarts it after a crash, and
/// ends it with this object, and when it has had nothing to do for a while. Only `answer` blocks.
/// Belongs to the thread that created it.
package final class WorkerLink {
  package typealias Numbered = (number: Int, answer: WorkerAnswer)

  /// After so many crashes within a minute it stays down for a minute.
  private static let mostDeaths = 3
  /// After so many idle milliseconds it is ended: its fonts and pictures take many times the memory
  /// of a screen. Connections to servers are worth keeping between two moves of a map.
  package static let patience = 30_000
  /// How long a task that is cancelled may take to say how it ended.
  private static let patienceWithCancelled = 2_000
  /// How long a person waits without being told what for.
  private static let patienceWithoutWord = 2_000

  private let find: () -> String?
  private let now: () -> Int
  private var process: WorkerProcess?
  /// Tasks still waiting for their last answer, oldest first.
  private var open: [Int] = []
  /// Answers that we make for tasks that never reached the worker.
  private var own: [Numbered] = []
  private var lastNumber = 0
  /// Since when it has nothing to do: milliseconds of the monotonic clock.
  private var idleSince: Int?
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
  /// When to call `drain` so that an idle worker is ended: milliseconds from now.
  package var restIsDue: Int? {
    guard process != nil, let idleSince else { return nil }
    return max(0, idleSince + Self.patience - now())
  }
  /// Whether the pipe was full: call `drain` again in some milliseconds.
  package var isBehind: Bool { process?.isBehind ?? false }

  // MARK: Requests

  package func ask(_ task: WorkerTask, number: Int) {
    do throws(Failure) {
      let process = try running()
      open.append(number)
      idleSince = nil
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
    if restIsDue == 0 { end() }
    return answers
  }

  package func stop() {
    end()
    own = []
  }

  /// As `stop`, for a program that is about to end itself: does not wait until the system has taken
  /// the worker's memory back.
  package func abandon() {
    process?.end(waits: false)
    stop()
  }

  private func end() {
    process?.end()
    process = nil
    open = []
    idleSince = nil
  }

  // MARK: Waiting

  /// Sends a task and blocks until its last answer; for verbs, which have no loop. `progress`
  /// receives the earlier answers, and `whenSlow` is called once where it takes longer. An interruption
  /// cancels the task, whose last answer still says what became of it; a second one ends the wait.
  package func answer(
    to task: WorkerTask, deadline milliseconds: Int, interruption: Interruption? = nil,
    progress: (WorkerAnswer) -> Void = { _ in }, whenSlow: () -> Void = {}
  ) -> WorkerAnswer {
    lastNumber += 1
    let number = lastNumber
    var end = now() + milliseconds
    var slow: Int? = now() + Self.patienceWithoutWord
    var isCancelled = false
    ask(task, number: number)
    while true {
      for one in drain() where one.number == number {
        if one.answer.isLast { return one.answer }
        progress(one.answer)
      }
      if interruption?.takeSignal() == true {
        end = isCancelled ? now() : min(end, now() + Self.patienceWithCancelled)
        isCancelled = true
        cancel(number)
      }
      guard now() < end, process != nil else { break }
      if let at = slow, now() >= at {
        slow = nil
        whenSlow()
      }
      wait(until: min(end, slow ?? end), or: interruption?.descriptor)
    }
    cancel(number)
    open.removeAll { $0 == number }
    return .failed(.workerTooSlow)
  }

  /// Blocks until there may be something to drain.
  ///
  /// - Parameters:
  ///   - deadline: milliseconds of the monotonic clock.
  ///   - other: another descriptor that ends the wait.
  package func wait(until deadline: Int, or other: Int32? = nil) {
    guard own.isEmpty, let process else { return }
    let left = max(0, deadline - now())
    var watched = [process.descriptor, other ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&watched, 2, Int32(min(left, process.isBehind ? 5 : 3_600_000)))
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
    guard let program = find() else { throw WorkerProcess.missing(WorkerProcess.name) }
    let new = try WorkerProcess(program: program)
    process = new
    idleSince = now()
    return new
  }

  /// Nil for anything that a working worker does not send.
  private func read(_ piece: LineBuffer.Piece) -> [Numbered]? {
    guard case .line(let line) = piece, let answer = try? WorkerLine.answer(line) else {
      return nil
    }
    guard let at = open.firstIndex(of: answer.number) else { return [] }
    if answer.answer.isLast { open.remove(at: at) }
    if open.isEmpty { idleSince = now() }
    return [answer]
  }

  /// Its crash fails all open tasks.
  private func bury(_ why: String) -> [Numbered] {
    deaths.append(now())
    let failure = Failure.workerEnded(WorkerProcess.name, why: why)
    defer { end() }
    return open.map { ($0, .failed(failure)) }
  }
}
