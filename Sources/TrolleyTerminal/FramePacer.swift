/// Whether the terminal keeps up with frames that nobody asked for. Such frames must never queue up
/// before the answer to a key.
///
/// The line between the program and the eye may hold seconds of output before a write blocks, so
/// writing quickly says little. Every few frames the terminal is asked whether it is well: it answers
/// once it has shown all that came before. Pure: told the time, and what was sent and answered.
struct FramePacer {
  typealias Instant = ContinuousClock.Instant

  enum Pace: Equatable {
    case keepsUp
    /// Leave frames out until it has shown what it has.
    case isBehind
    /// Stop: what moves would only be in the way.
    case isTooSlow
  }

  /// Frames between two questions.
  static let interval = 4
  static let behind = Duration.milliseconds(200)
  static let tooSlow = Duration.milliseconds(600)
  /// A write that took so long was waiting for the line; twice in a row is no accident.
  static let blocked = Duration.milliseconds(80)

  private var questions: [Instant] = []
  private var framesUntilQuestion = 0
  private var blockedWrites = 0

  var isWaiting: Bool { !questions.isEmpty }

  /// A frame was written. Gives whether to ask behind it.
  mutating func wrote(from begin: Instant, to end: Instant, canAsk: Bool) -> Bool {
    blockedWrites = begin.duration(to: end) < Self.blocked ? 0 : blockedWrites + 1
    framesUntilQuestion -= 1
    guard canAsk, framesUntilQuestion <= 0 else { return false }
    framesUntilQuestion = Self.interval
    questions.append(end)
    return true
  }

  /// So many answers have come.
  mutating func answered(_ count: Int) { questions.removeFirst(min(count, questions.count)) }

  /// Nothing moves any more: what is still unanswered says nothing about the next time.
  mutating func rest() { self = FramePacer() }

  func pace(at now: Instant) -> Pace {
    if blockedWrites >= 2 { return .isTooSlow }
    guard let oldest = questions.first else { return .keepsUp }
    let waiting = oldest.duration(to: now)
    return waiting < Self.behind ? .keepsUp : waiting < Self.tooSlow ? .isBehind : .isTooSlow
  }
}
