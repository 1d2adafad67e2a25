/// Limits the requests under way, in total and per host. Guards their number.
final class RequestGate: Sendable {
  private static let most = 6
  private static let mostForHost = 2
  /// Polling interval in milliseconds. Only a thread that waits for a server polls, never one that
  /// handles a key.
  private static let look = 20

  private let open = Mutex<[String: Int]>([:])

  /// False when cancelled, or when time ran out.
  func enter(
    _ host: String, until deadline: Int, _ environment: Environment, _ cancellation: Cancellation
  ) -> Bool {
    while !tryEnter(host) {
      guard environment.monotonic() < deadline, environment.pause(Self.look, cancellation) else {
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
