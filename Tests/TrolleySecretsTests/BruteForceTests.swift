import Foundation
import Testing

@testable import TrolleySecrets

/// How long it takes to guess a PIN of four digits through the program, given its policy.
@Suite final class BruteForceTests {
  private static let codes = 10_000
  private static let hour = 3_600_000
  private static let week = 7 * 24 * hour

  private let directory: String
  private var now = TryMoment(boot: "b1", uptime: 1_000_000, wall: 1_700_000_000_000)

  /// In memory if possible: thousands of tries, each synced.
  init() throws {
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    directory =
      (isThere ? memory : NSTemporaryDirectory()) + "/trolley-guesses-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func pass(_ milliseconds: Int) {
    now.uptime += milliseconds
    now.wall += milliseconds
  }

  /// Guesses as fast as the policy allows for so long; a guess itself takes no time. `reset` ends a
  /// row of failures before there is a wait, as an account holder can with their own PIN or on the
  /// command line. Returns the number of guesses.
  private func guess(for time: Int, reset: Bool) throws -> Int {
    let start = now.uptime
    var count = 0
    while now.uptime - start < time {
      let counter = try TryCounter(directory: directory, now: now)
      if reset, count % (TryCounter.freeTries - 1) == 0 {
        // As for a correct PIN: counted before it is checked.
        if counter.verdict == .open { try counter.countTry() }
        try counter.forgetRow()
      }
      switch counter.verdict {
      case .open:
        try counter.countTry()
        count += 1
      case .wait(let left): pass(left)
      case .closed: return count
      }
    }
    return count
  }

  @Test func aWeekIsNotEnoughForHalfOfThemWhateverComesInBetween() throws {
    let count = try guess(for: Self.week, reset: true)
    #expect(count >= 7 * 24 * TryCounter.mostAnHour, "the policy was reached")
    #expect(count <= (7 * 24 + 1) * TryCounter.mostAnHour)
    #expect(count < Self.codes / 2)
    // All of them at that pace: the figure in docs/BENCHMARKS.md.
    let hours = Self.codes / TryCounter.mostAnHour
    #expect(hours == 400)
    #expect(hours * Self.hour > 2 * Self.week)
  }

  @Test func withoutAPINOfOnesOwnItEndsAfterTwentyGuesses() throws {
    let start = now.uptime
    let count = try guess(for: 52 * Self.week, reset: false)
    #expect(count == TryCounter.mostInARow)
    let waits = (TryCounter.freeTries..<TryCounter.mostInARow).map { TryCounter.wait(after: $0) }
    #expect(now.uptime - start == waits.reduce(0, +))
    #expect(now.uptime - start > 9 * Self.hour)
    pass(52 * Self.week)
    #expect(try TryCounter(directory: directory, now: now).verdict == .closed)
  }
}
