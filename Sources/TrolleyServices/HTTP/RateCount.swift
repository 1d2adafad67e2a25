/// When a service was last asked, and until when it is left alone; shared by several programs as a
/// few lines of JSON.
struct RateCount: Equatable {
  /// Milliseconds of the machine's monotonic clock, oldest first.
  var times: [Int] = []
  /// Milliseconds of the same clock.
  var restsUntil = 0
  /// Consecutive "busy" answers.
  var refusals = 0

  init() {}

  /// Milliseconds until the next request is allowed; 0 for at once. Times in the future date from
  /// before the last boot and are ignored.
  mutating func wait(_ rate: RequestRate, now: Int) -> Int {
    if restsUntil > now + RequestRate.longestPause * 1000 { restsUntil = 0 }
    times.removeAll { $0 <= now - rate.window || $0 > now }
    let turn = times.count < rate.most ? 0 : times[times.count - rate.most] + rate.window - now
    return max(turn, restsUntil - now, 0)
  }

  mutating func ask(_ rate: RequestRate, now: Int) {
    times.append(now)
    times = Array(times.suffix(rate.most))
  }

  /// The service was busy, and may have said for how many seconds.
  mutating func refuse(_ rate: RequestRate, for seconds: Int?, now: Int) {
    let defaultValue = min(rate.pause << min(refusals, 8), RequestRate.longestPause)
    refusals = min(refusals + 1, 32)
    let wished = min(seconds ?? defaultValue, RequestRate.longestPause)
    restsUntil = now + 1000 * max(wished, seconds == nil ? defaultValue : 1)
  }

  mutating func accept() {
    refusals = 0
    restsUntil = 0
  }

  // MARK: Bytes

  var bytes: [UInt8] {
    JSONWriter.line { w in
      w.array("times", times) { $1.int($0) }
      w.member("restsUntil", restsUntil)
      w.member("refusals", refusals)
    }
  }

  /// Invalid data counts as nothing.
  init(bytes: [UInt8]) {
    guard let value = try? JSONValue.parse(bytes, byteLimit: 16 << 10, valueLimit: 500) else {
      return
    }
    times = (value["times"]?.array ?? []).compactMap(\.int).filter { $0 >= 0 }.sorted()
    restsUntil = max(0, value["restsUntil"]?.int ?? 0)
    refusals = min(max(0, value["refusals"]?.int ?? 0), 32)
  }
}
