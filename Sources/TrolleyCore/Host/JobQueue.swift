/// Jobs that are done in order, on a thread that exists only while there are some. Guards the queue.
package final class JobQueue<Job: Sendable>: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let inBackground: Engine.BackgroundRunner
  private let perform: @Sendable ([Job]) -> Void
  private let state = Mutex(State())

  /// - Parameter perform: does all that waits, on the thread.
  init(
    inBackground: @escaping Engine.BackgroundRunner, perform: @escaping @Sendable ([Job]) -> Void
  ) {
    self.inBackground = inBackground
    self.perform = perform
  }

  package func ask(_ job: Job) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { inBackground { [self] in run() } }
  }

  /// Waits, for a second at most, until all is done.
  package func finish() {
    var waited = 0
    while state.withLock(\.isRunning), waited < 1_000_000 {
      usleep(500)
      waited += 500
    }
  }

  private func run() {
    while true {
      let jobs = state.withLock { state in
        let jobs = state.jobs
        state.jobs = []
        state.isRunning = !jobs.isEmpty
        return jobs
      }
      if jobs.isEmpty { return }
      perform(jobs)
    }
  }
}
