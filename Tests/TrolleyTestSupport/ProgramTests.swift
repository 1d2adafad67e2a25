import Foundation
import Synchronization
import Testing

/// Tests that start programs or wait for servers. They mostly wait, so each has a thread of its own
/// and blocks none of the threads that all other tests share; only so many run at once.
public struct ProgramTrait: SuiteTrait, TestTrait, TestScoping {
  fileprivate let isAlone: Bool

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // From here on, even waiting at the gate does not use the threads of the others.
    try await withTaskExecutorPreference(ThreadExecutor.shared) {
      try await ProgramGate.shared.pass(alone: isAlone) {
        // A time limit of the test library would include the wait at the gate.
        let alarm = Task {
          try await Task.sleep(for: Patience.forTest)
          Issue.record("still runs after \(Patience.forTest)")
        }
        defer { alarm.cancel() }
        try await function()
      }
    }
  }
}

extension Trait where Self == ProgramTrait {
  public static var startsPrograms: Self { ProgramTrait(isAlone: false) }

  /// For tests that check whether a file's lock is still held. A child has copies of all the tests'
  /// descriptors from the fork until its program starts, so no other test may start one then.
  public static var startsProgramsAlone: Self { ProgramTrait(isAlone: true) }
}

/// Tests that run alone go first, so that the others have to wait for them only once. Guards the
/// number of free places.
private final class ProgramGate: Sendable {
  static let shared = ProgramGate()
  private static let places = max(4, 3 * ProcessInfo.processInfo.activeProcessorCount)

  private struct State {
    var free = ProgramGate.places
    var alone: [CheckedContinuation<Void, Never>] = []
    var others: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass(alone isAlone: Bool, _ body: () async throws -> Void) async throws {
    await withCheckedContinuation { go in
      state.withLock { state in
        if isAlone { state.alone.append(go) } else { state.others.append(go) }
      }
      free(0)
    }
    defer { free(isAlone ? Self.places : 1) }
    try await body()
  }

  private func free(_ places: Int) {
    let next = state.withLock { state in
      state.free += places
      var next: [CheckedContinuation<Void, Never>] = []
      while state.free > 0 {
        if state.alone.isEmpty {
          guard !state.others.isEmpty else { break }
          next.append(state.others.removeFirst())
          state.free -= 1
        } else {
          guard state.free == Self.places else { break }
          next.append(state.alone.removeFirst())
          state.free = 0
        }
      }
      return next
    }
    for go in next { go.resume() }
  }
}

/// Runs each job of a task on a new thread.
private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
