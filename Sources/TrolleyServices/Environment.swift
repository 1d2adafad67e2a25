/// Time and randomness, as values that a test can replace.
public struct Environment: Sendable {
  /// Milliseconds on a monotonic clock.
  public var monotonic: @Sendable () -> Int
  /// Seconds since 1970, UTC, by the machine's clock.
  public var wall: @Sendable () -> Int
  /// Waits for so many milliseconds, or until cancelled; false when it was cancelled.
  public var pause: @Sendable (Int, Cancellation) -> Bool
  /// So many cryptographically random bytes.
  public var random: @Sendable (Int) -> [UInt8]

  /// The real clock and random source.
  public static let system = Environment(
    monotonic: { seconds(CLOCK_MONOTONIC).milliseconds },
    wall: { seconds(CLOCK_REALTIME).seconds },
    pause: { wait(for: $0, cancellation: $1) },
    random: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    })

  private static func seconds(_ clock: clockid_t) -> (seconds: Int, milliseconds: Int) {
    var t = timespec()
    clock_gettime(clock, &t)
    return (Int(t.tv_sec), Int(t.tv_sec) * 1000 + Int(t.tv_nsec) / 1_000_000)
  }

  private static func wait(for milliseconds: Int, cancellation: Cancellation) -> Bool {
    let end = seconds(CLOCK_MONOTONIC).milliseconds + max(0, milliseconds)
    while !cancellation.isCancelled {
      let left = end - seconds(CLOCK_MONOTONIC).milliseconds
      if left <= 0 { return true }
      var watched = pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, Int32(min(left, 3_600_000)))
    }
    return false
  }
}
