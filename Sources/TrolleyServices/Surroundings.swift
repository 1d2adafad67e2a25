#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Time and chance, as values that a test can replace.
public struct Surroundings: Sendable {
  /// Milliseconds since some moment, never turned back.
  public var monotonic: @Sendable () -> Int
  /// Seconds since 1970, UTC, as the machine's clock has it.
  public var wall: @Sendable () -> Int
  /// Waits so many milliseconds, or until it is cancelled. False when it was.
  public var pause: @Sendable (Int, Cancellation) -> Bool
  /// So many bytes that nobody can guess.
  public var random: @Sendable (Int) -> [UInt8]

  public init(
    monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int,
    pause: @escaping @Sendable (Int, Cancellation) -> Bool,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.monotonic = monotonic
    self.wall = wall
    self.pause = pause
    self.random = random
  }

  /// The machine's own.
  public static let system = Surroundings(
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
