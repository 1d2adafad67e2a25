/// Nanoseconds of a monotonic clock.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

let nanosecondsPerMillisecond = 1_000_000

func milliseconds(_ nanoseconds: Int) -> Double {
  Double(nanoseconds) / Double(nanosecondsPerMillisecond)
}

func sleep(milliseconds: Double) { usleep(UInt32(max(0, milliseconds) * 1000)) }
