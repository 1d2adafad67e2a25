import Synchronization

@testable import TrolleyServices

/// A clock that advances only during waits, and then at once. Guards the current time.
final class TestClock: Sendable {
  struct Time {
    var monotonic = 1_000_000
    var wall = 1_795_000_000
    /// Milliseconds of each wait.
    var pauses: [Int] = []
    var count: UInt8 = 0
  }

  let time: Mutex<Time>

  init(wall: Int = 1_795_000_000) { time = Mutex(Time(wall: wall)) }

  var pauses: [Int] { time.withLock { $0.pauses } }

  func pass(seconds: Int) {
    time.withLock {
      $0.monotonic += seconds * 1000
      $0.wall += seconds
    }
  }

  var environment: Environment {
    Environment(
      monotonic: { self.time.withLock { $0.monotonic } },
      wall: { self.time.withLock { $0.wall } },
      pause: { milliseconds, cancellation in
        self.time.withLock {
          $0.pauses.append(milliseconds)
          $0.monotonic += milliseconds
          $0.wall += milliseconds / 1000
        }
        return !cancellation.isCancelled
      },
      random: { count in
        self.time.withLock { time in
          time.count &+= 1
          return (0..<count).map { UInt8(truncatingIfNeeded: $0) &+ time.count }
        }
      })
  }

  /// The real clock, but waits take no time.
  var withoutWaiting: Environment {
    var own = Environment.system
    own.pause = environment.pause
    return own
  }
}
