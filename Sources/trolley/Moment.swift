import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's clocks as values for the core.
enum Moment {
  static var now: Clock {
    Clock(wall: seconds(CLOCK_REALTIME).0, monotonic: milliseconds())
  }

  private static func seconds(_ clock: clockid_t) -> (Int, Int) {
    var t = timespec()
    clock_gettime(clock, &t)
    return (Int(t.tv_sec), Int(t.tv_nsec))
  }

  private static func milliseconds() -> Int {
    let (s, ns) = seconds(CLOCK_MONOTONIC)
    return s * 1000 + ns / 1_000_000
  }

  /// Seconds that local time is ahead of UTC now.
  static var utcOffset: Int {
    var t = time_t(seconds(CLOCK_REALTIME).0)
    var local = tm()
    localtime_r(&t, &local)
    return Int(local.tm_gmtoff)
  }

  /// 32 bits that no other run of the program has.
  static var replica: ReplicaID {
    var bits: UInt32 = 0
    if getentropy(&bits, MemoryLayout<UInt32>.size) != 0 {
      bits = UInt32(truncatingIfNeeded: getpid()) ^ UInt32(truncatingIfNeeded: now.monotonic)
    }
    return ReplicaID(UInt64(bits == 0 ? 1 : bits))
  }
}
