/// Reads and writes the cached catalogues, one job after the other, on a thread that exists only
/// while there are jobs. Guards the queue.
///
/// Errors are not shown: lost data is requested again.
package final class CatalogueCacheWriter: Sendable {
  package enum Job: Sendable {
    case load(CatalogueID)
    case keep([CatalogueProduct], [CatalogueCategory], of: CatalogueID, at: Int)
    case replace(CatalogueCache)
  }

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let store: CatalogueStore
  private let answers: Mailbox<Action>
  private let inBackground: Engine.BackgroundRunner
  private let state = Mutex(State())

  /// - Parameter directory: the cache directory.
  init(
    directory: String, answers: Mailbox<Action>, inBackground: @escaping Engine.BackgroundRunner
  ) {
    store = CatalogueStore(directory: directory)
    self.inBackground = inBackground
    self.answers = answers
  }

  package func ask(_ job: Job) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { inBackground { [self] in run() } }
  }

  /// Waits briefly until everything is written.
  package func finish() {
    var waited = 0
    while state.withLock(\.isRunning), waited < 1_000_000 {
      usleep(500)
      waited += 500
    }
  }

  private func run() {
    while let job = next() {
      do throws(CallError) {
        switch job {
        case .load(let catalogue): try load(catalogue)
        case .keep(let products, let categories, let catalogue, let time):
          try store.append(CatalogueFile.lines(products, categories, at: time), to: catalogue)
        case .replace(let catalogue): try store.replace(catalogue)
        }
      } catch { Log.write("catalogue: \(error.detail)") }
    }
  }

  private func load(_ catalogue: CatalogueID) throws(CallError) {
    let loaded = store.load(catalogue)
    answers.post(.catalogueLoaded(loaded?.catalogue ?? CatalogueCache(catalogue)))
    guard let (kept, isWasteful) = loaded else { return }
    kept.warm()
    if isWasteful { try store.replace(kept) }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.isRunning = false
      return nil
    }
  }
}
