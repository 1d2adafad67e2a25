import Synchronization
import TrolleyServices

/// Time that passes only while somebody waits, and then at once. Guards what time it is.
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

  var surroundings: Surroundings {
    Surroundings(
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

  /// The machine's own time, but for waiting, which takes none.
  var withoutWaiting: Surroundings {
    var own = Surroundings.system
    own.pause = surroundings.pause
    return own
  }
}
