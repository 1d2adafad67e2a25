/// How many bytes of pictures may be sent now, so that a key never waits for them.
///
/// The line to the terminal takes megabytes before a write blocks, and what a key changes comes
/// behind them. So after some bytes a status query follows, which the terminal answers once it has
/// shown everything before it, and only so much may be on its way as it takes in a moment. Pure:
/// times and answers are passed in.
struct PictureFlow {
  typealias Instant = ContinuousClock.Instant

  /// The bytes that may be on their way: at first, and the bounds between which that changes.
  static let first = 32 << 10
  static let bounds = 4 << 10...256 << 10
  /// An answer after less than this shows that the terminal takes more, after more that it does not.
  static let quick = Duration.milliseconds(40)
  static let slow = Duration.milliseconds(120)
  /// After this long no answer is waited for: it has been lost.
  static let patience = Duration.seconds(2)
  /// Fewer bytes are not asked about.
  private static let few = 4 << 10

  private var window = first
  private var unasked = 0
  private var onTheWay: [(bytes: Int, since: Instant)] = []

  /// The bytes that may be sent now; 0 while the terminal is still busy with the last ones.
  func room(at now: Instant) -> Int {
    let left = window - unasked - onTheWay.reduce(0) { $0 + $1.bytes }
    // Not in driblets.
    return left >= min(window / 2, Self.first) ? left : 0
  }

  /// When to go on if no answer comes.
  var deadline: Instant? { onTheWay.first.map { $0.since + Self.patience } }

  /// Pictures were written. Returns whether to send a status query after them.
  mutating func wrote(_ bytes: Int, at now: Instant) -> Bool {
    unasked += bytes
    guard unasked >= Self.few else { return false }
    onTheWay.append((unasked, now))
    unasked = 0
    return true
  }

  /// The terminal has shown everything before the oldest query.
  mutating func answered(at now: Instant) {
    guard !onTheWay.isEmpty else { return }
    let (bytes, since) = onTheWay.removeFirst()
    let took = since.duration(to: now)
    if took > Self.slow {
      window = max(Self.bounds.lowerBound, window / 2)
    } else if took < Self.quick, bytes >= window / 4 {
      window = min(Self.bounds.upperBound, window * 2)
    }
  }

  /// Gives up answers that do not come.
  mutating func giveUp(at now: Instant) {
    guard let deadline, deadline <= now else { return }
    onTheWay.removeAll()
    window = Self.bounds.lowerBound
  }

  /// Another program has had the terminal.
  mutating func forget() { self = PictureFlow() }
}
