import Foundation
import Testing

/// One timeout for all tests, so generous that no machine is too slow for it. Fast results cost no
/// more because of it; only a real hang takes longer.
public enum Patience {
  public static let limit = Duration.seconds(60)
  public static let milliseconds = 60_000

  /// Time limit for a test that starts programs.
  static let forTest = Duration.seconds(600)
}

/// Waits until a condition holds, and records an issue on timeout. Polls, which is right for files,
/// processes and servers.
@discardableResult
public func waitUntil(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + Patience.limit
  while try !isSo() {
    guard ContinuousClock.now < end else {
      Issue.record("waited in vain for \(what)", sourceLocation: sourceLocation)
      return false
    }
    pause(milliseconds: 5)
  }
  return true
}

/// Waits until there is a value, as `waitUntil` does.
public func waitFor<Value>(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ find: () throws -> Value?
) throws -> Value {
  var found: Value?
  try waitUntil(what, sourceLocation: sourceLocation) {
    found = try find()
    return found != nil
  }
  return try #require(found, sourceLocation: sourceLocation)
}

/// CPU time of this thread, which does not advance while other programs have the processor.
public enum ThreadClock {
  public static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Blocks this thread.
func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
