/// When the terminal is to draw once more, so that pictures which have just come are seen.
///
/// kitty (tried: 0.48) arranges its pictures before it looks which parts of them are new on the
/// screen, so these are seen with what it draws next; a map that came last stayed away until a key
/// was pressed. It draws at the end of an empty “synchronized output”. That must not be in the same
/// step as the frame, and how long a step takes depends on the machine, hence twice.
struct LatePictures {
  private static let delays: [Duration] = [.milliseconds(50), .milliseconds(300)]

  private var due: [ContinuousClock.Instant] = []

  var deadline: ContinuousClock.Instant? { due.first }

  mutating func cameWithFrame(at now: ContinuousClock.Instant) {
    due = Self.delays.map { now + $0 }
  }

  /// Whether to have the terminal draw now.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let first = due.first, first <= now else { return false }
    due.removeAll { $0 <= now }
    return true
  }

  mutating func forget() { due = [] }
}
