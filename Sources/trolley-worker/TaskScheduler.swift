/// Runs each task on a thread, a few at once, and queues the rest. Guards the waiting and running
/// tasks.
final class TaskScheduler: Sendable {
  typealias Perform =
    @Sendable (WorkerTask, Cancellation, @Sendable (WorkerAnswer) -> Void) -> WorkerAnswer

  /// Tasks queue only behind others of their lane: waiting for a server must not delay signing in
  /// with a password.
  private enum Lane: Int, CaseIterable {
    /// Needs much memory.
    case computing
    /// Waits long.
    case talking
    /// Files: fast, but a picture may be costly to decode.
    case reading
    /// Pictures from the web.
    case fetching

    var most: Int {
      switch self {
      case .computing, .reading: 2
      case .talking: 6
      case .fetching: 4
      }
    }

    init(_ task: WorkerTask) {
      switch task {
      case .loadPicture(let request):
        if case .web = request.source { self = .fetching } else { self = .reading }
      case .listPictures: self = .reading
      case .hashPassword, .checkPassword, .encodeQR: self = .computing
      case .identify, .sendMail, .testService, .searchCatalogue, .describeProduct, .findBarcode,
        .findPlace, .findStores, .findStore, .findStreets, .locate, .drawMap:
        self = .talking
      }
    }
  }

  private struct Job {
    let task: WorkerTask
    let number: Int
    let cancellation: Cancellation
  }

  private struct State {
    var waiting: [Lane: [Job]] = [:]
    var threads: [Lane: Int] = [:]
    var open: [Int: Cancellation] = [:]
  }

  /// Limit on unanswered tasks.
  private static let most = 64

  private let state = Mutex(State())
  private let perform: Perform
  private let say: @Sendable (WorkerAnswer, Int) -> Void

  init(perform: @escaping Perform, say: @escaping @Sendable (WorkerAnswer, Int) -> Void) {
    self.perform = perform
    self.say = say
  }

  func receive(_ piece: LineBuffer.Piece) {
    switch piece {
    case .tooLong:
      say(.failed(Failure(.badInput, "That is too much at once.", detail: "line too long")), 0)
    case .line(let line):
      do throws(Failure) {
        switch try WorkerLine.request(line) {
        case .cancel(let number): state.withLock { $0.open[number] }?.cancel()
        case .ask(let task, let number): start(task, number)
        }
      } catch {
        say(.failed(error), WorkerLine.number(line))
      }
    }
  }

  private enum Reception {
    case refused(String)
    case waits, needsThread
  }

  private func start(_ task: WorkerTask, _ number: Int) {
    let lane = Lane(task)
    let job = Job(task: task, number: number, cancellation: Cancellation())
    let reception = state.withLock { state -> Reception in
      if state.open[number] != nil { return .refused("number \(number) is taken") }
      if state.open.count >= Self.most { return .refused("too many tasks") }
      state.open[number] = job.cancellation
      state.waiting[lane, default: []].append(job)
      guard state.threads[lane, default: 0] < lane.most else { return .waits }
      state.threads[lane, default: 0] += 1
      return .needsThread
    }
    switch reception {
    case .waits: break
    case .refused(let why):
      say(.failed(Failure(.busy, "That is too much at once. Try again.", detail: why)), number)
    case .needsThread:
      guard let thread = SystemThread(stackSize: 1 << 20, { self.work(lane) }) else {
        return giveUpThread(lane)
      }
      thread.detach()
    }
  }

  /// No thread could be started: the lane's other threads take the task over; if there are none, it
  /// fails.
  private func giveUpThread(_ lane: Lane) {
    let lost = state.withLock { state -> [Job] in
      state.threads[lane, default: 1] -= 1
      guard state.threads[lane] == 0 else { return [] }
      defer { state.waiting[lane] = [] }
      let jobs = state.waiting[lane] ?? []
      for job in jobs { state.open[job.number] = nil }
      return jobs
    }
    for job in lost {
      let failure = Failure(
        .failedIO, "The system is too busy for that now. Try again.", detail: "pthread_create")
      say(.failed(failure), job.number)
    }
  }

  /// Runs task after task, until none waits.
  private func work(_ lane: Lane) {
    while let job = nextJob(lane) {
      let number = job.number
      let answer =
        job.cancellation.isCancelled
        ? .failed(.cancelled)
        : perform(job.task, job.cancellation) { [say] in say($0, number) }
      // Freed before the answer is sent: a client may reuse the number once it reads that.
      state.withLock { $0.open[number] = nil }
      say(answer, number)
    }
  }

  private func nextJob(_ lane: Lane) -> Job? {
    state.withLock { state in
      guard state.waiting[lane]?.isEmpty == false else {
        state.threads[lane, default: 1] -= 1
        return nil
      }
      return state.waiting[lane]?.removeFirst()
    }
  }
}
