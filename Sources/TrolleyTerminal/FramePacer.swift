/// Decides whether the terminal keeps up with animation frames, which must never queue up ahead of
/// the response to a key.
///
/// The line to the terminal may buffer seconds of output before a write blocks, so a fast write
/// proves little. Every few frames a status query is sent, which the terminal answers once it has
/// shown everything before it. Pure: times, writes and answers are passed in.
struct FramePacer {
  typealias Instant = ContinuousClock.Instant

  enum Pace: Equatable {
    case keepsUp
    /// Skip frames until it has caught up.
    case isBehind
    /// Stop the animation: it would only delay everything else.
    case isTooSlow
  }

  /// Frames between two status queries.
  static let interval = 4
  static let behind = Duration.milliseconds(200)
  static let tooSlow = Duration.milliseconds(600)
  /// A write that took this long was blocked by the line; two in a row are no accident.
  static let blocked = Duration.milliseconds(80)

  private var questions: [Instant] = []
  private var framesUntilQuestion = 0
  private var blockedWrites = 0

  var isWaiting: Bool { !questions.isEmpty }

  /// A frame was written. Returns whether to send a status query after it.
  mutating func wrote(from begin: Instant, to end: Instant, canAsk: Bool) -> Bool {
    blockedWrites = begin.duration(to: end) < Self.blocked ? 0 : blockedWrites + 1
    framesUntilQuestion -= 1
    guard canAsk, framesUntilQuestion <= 0 else { return false }
    framesUntilQuestion = Self.interval
    questions.append(end)
    return true
  }

  /// The number of answers received.
  mutating func answered(_ count: Int) { questions.removeFirst(min(count, questions.count)) }

  /// The animation has ended: queries still unanswered say nothing about the next one.
  mutating func rest() { self = FramePacer() }

  func pace(at now: Instant) -> Pace {
    if blockedWrites >= 2 { return .isTooSlow }
    guard let oldest = questions.first else { return .keepsUp }
    let waiting = oldest.duration(to: now)
    return waiting < Self.behind ? .keepsUp : waiting < Self.tooSlow ? .isBehind : .isTooSlow
  }
}
