import Synchronization
import TrolleyCore
import TrolleyServices

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Takes tasks and gives each a thread, a few at once; the others wait. Guards the tasks that wait and
/// those that are under way.
final class TaskDesk: Sendable {
  typealias Perform =
    @Sendable (WorkerTask, Cancellation, @Sendable (WorkerAnswer) -> Void) -> WorkerAnswer

  /// Tasks that wait for each other and not for those of the other kind: who waits for a server must
  /// not keep somebody from signing in by password.
  private enum Lane: Int, CaseIterable {
    /// Much memory each.
    case computing
    /// Long waits each.
    case talking
    /// Files: quick, but a picture may cost what it can.
    case reading
    /// Pictures of the web.
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
        if case .file = request.source { self = .reading } else { self = .fetching }
      case .listPictures: self = .reading
      case .hashPassword, .checkPassword, .encodeQR: self = .computing
      case .identify, .sendMail, .testService, .searchCatalogue, .describeProduct, .findBarcode,
        .findPlace, .findStores, .locate, .drawMap:
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

  /// Tasks that are not answered yet.
  private static let most = 64

  private let state = Mutex(State())
  private let perform: Perform
  private let say: @Sendable (WorkerAnswer, Int) -> Void

  init(
    perform: @escaping Perform, say: @escaping @Sendable (WorkerAnswer, Int) -> Void
  ) {
    self.perform = perform
    self.say = say
  }

  func take(_ piece: LineBuffer.Piece) {
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
      if !Thread.start({ self.work(lane) }) { giveUpThread(lane) }
    }
  }

  /// No thread to be had: the others of the lane take it over; without any it fails.
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

  /// One thread: task after task, until none waits.
  private func work(_ lane: Lane) {
    while let job = nextJob(lane) {
      let number = job.number
      let answer =
        job.cancellation.isCancelled
        ? .failed(.cancelled)
        : perform(job.task, job.cancellation) { [say] in say($0, number) }
      // The number is free before whoever asked can know.
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
