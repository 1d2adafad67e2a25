/// One run of `trolley-sync` for one task of sharing: it connects, does it, answers and ends.
package final class ServerTaskRun {
  /// The detail of the failure that there was no answer in the time that was given.
  package static let deadlineDetail = "deadline"

  private let process: WorkerProcess

  package init(_ task: ServerTask) throws(Failure) {
    process = try SyncProcess.start(longest: ServerTask.longest)
    process.send(ServerTask.bytes(of: task))
  }

  deinit { process.end() }

  /// Readable once there is an answer.
  package var descriptor: Int32 { process.descriptor }
  package var isBehind: Bool { process.isBehind }

  /// The answer; nil as long as there is none.
  package func answer() -> ServerAnswer? {
    process.flush()
    let ended = ServerAnswer.failed(
      Failure(.unavailable, "The server could not be asked. Try again.", detail: "no answer"))
    guard case .pieces(let pieces) = process.read() else { return ended }
    guard let piece = pieces.first else { return nil }
    guard case .line(let line) = piece, let answer = try? ServerTask.answer(line) else {
      return ended
    }
    return answer
  }

  /// Waits for the answer; throws when the task failed, or took longer than so many milliseconds.
  package static func answer(
    to task: ServerTask, deadline: Int? = nil
  ) throws(Failure) -> ServerAnswer {
    let run = try ServerTaskRun(task)
    let end = SystemClock.now.monotonic + (deadline ?? 120_000)
    while true {
      let left = end - SystemClock.now.monotonic
      guard left > 0 else {
        throw Failure(
          .unavailable, "The server took too long. Try again.", detail: Self.deadlineDetail)
      }
      var watched = pollfd(fd: run.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&watched, 1, Int32(run.isBehind ? min(left, 5) : left))
      guard let answer = run.answer() else { continue }
      if case .failed(let failure) = answer { throw failure }
      return answer
    }
  }
}
