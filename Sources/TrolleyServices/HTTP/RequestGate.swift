import Synchronization
import TrolleyCore

/// Lets a few requests through at once, and fewer to one host. Guards how many are under way.
final class RequestGate: Sendable {
  private static let most = 6
  private static let mostForHost = 2
  /// Milliseconds. Somebody waits here for a server, never a key for this.
  private static let look = 20

  private let open = Mutex<[String: Int]>([:])

  /// False when it was cancelled, or when time ran out.
  func enter(
    _ host: String, until deadline: Int, _ surroundings: Surroundings, _ cancellation: Cancellation
  ) -> Bool {
    while !tryEnter(host) {
      guard surroundings.monotonic() < deadline, surroundings.pause(Self.look, cancellation) else {
        return false
      }
    }
    return true
  }

  private func tryEnter(_ host: String) -> Bool {
    open.withLock { open in
      guard open.values.reduce(0, +) < Self.most, open[host, default: 0] < Self.mostForHost else {
        return false
      }
      open[host, default: 0] += 1
      return true
    }
  }

  func leave(_ host: String) {
    open.withLock { open in
      let left = open[host, default: 1] - 1
      open[host] = left > 0 ? left : nil
    }
  }
}
