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

func sleep(milliseconds: Double) {
  usleep(UInt32(max(0, milliseconds) * 1000))
}

/// A fixed seed: data and pauses must not differ between runs.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
