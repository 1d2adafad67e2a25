/// The system's clocks, as values for the core.
package enum SystemClock {
  package static var now: Clock {
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

  /// The offset of local time from UTC now, in seconds.
  package static var utcOffset: Int {
    var t = time_t(seconds(CLOCK_REALTIME).0)
    var local = tm()
    localtime_r(&t, &local)
    return Int(local.tm_gmtoff)
  }

  /// 32 bits that are unique to this run.
  package static var replica: ReplicaID {
    var bits: UInt32 = 0
    if getentropy(&bits, MemoryLayout<UInt32>.size) != 0 {
      bits = UInt32(truncatingIfNeeded: getpid()) ^ UInt32(truncatingIfNeeded: now.monotonic)
    }
    return ReplicaID(UInt64(bits == 0 ? 1 : bits))
  }
}
