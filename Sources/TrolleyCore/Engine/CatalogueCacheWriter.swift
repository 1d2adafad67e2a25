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

  private let directory: String
  private let answers: Mailbox<Action>
  private let inBackground: Engine.BackgroundRunner
  private let state = Mutex(State())

  /// - Parameter directory: the cache directory.
  init(
    directory: String, answers: Mailbox<Action>, inBackground: @escaping Engine.BackgroundRunner
  ) {
    self.directory = directory
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
      switch job {
      case .load(let catalogue): answers.post(.catalogueLoaded(load(catalogue)))
      case .keep(let products, let categories, let catalogue, let time):
        append(CatalogueFile.lines(products, categories, at: time), catalogue)
      case .replace(let catalogue): replace(catalogue)
      }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.isRunning = false
      return nil
    }
  }

  private func path(_ catalogue: CatalogueID) -> String {
    directory + "/" + CatalogueFile.name(of: catalogue)
  }

  private func load(_ catalogue: CatalogueID) -> CatalogueCache {
    guard let bytes = SmallFile.read(path(catalogue), limit: CatalogueFile.longest),
      let (kept, isWasteful) = CatalogueFile.read(bytes, of: catalogue)
    else { return CatalogueCache(catalogue) }
    if isWasteful { replace(kept) }
    return kept
  }

  private func replace(_ catalogue: CatalogueCache) {
    SystemIO.makeDirectories(directory)
    do { try SmallFile.replace(path(catalogue.id), CatalogueFile.whole(catalogue)) } catch {
      Log.write("catalogue: \(error.detail)")
    }
  }

  private func append(_ lines: [UInt8], _ catalogue: CatalogueID) {
    SystemIO.makeDirectories(directory)
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = SystemIO.open(path(catalogue), flags, 0o600)
    guard descriptor >= 0 else { return Log.write("catalogue: open \(errno)") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), Int(status.st_size) + lines.count <= CatalogueFile.longest
    else { return Log.write("catalogue: not a file to write to") }
    var bytes = lines
    if status.st_size == 0 {
      bytes = CatalogueFile.header(of: catalogue) + bytes
    } else {
      // A truncated line must not swallow the next one.
      var last: UInt8 = 0
      if pread(descriptor, &last, 1, status.st_size - 1) == 1, last != 0x0A {
        bytes.insert(0x0A, at: 0)
      }
    }
    if !SystemIO.writeAll(descriptor, bytes) { Log.write("catalogue: write \(errno)") }
  }
}
