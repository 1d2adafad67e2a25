/// This program's copy of the list: what the journal has confirmed, and on top of it what was asked
/// for here and is not on the disk yet.
///
/// There is one state, not two: each pending step remembers what it touched, so it can be taken back
/// when another program's entry comes in between, or when the disk refuses it.
public struct Replica: Equatable, Sendable {
  /// What is shown: confirmed, then pending.
  public private(set) var current: SharedState
  /// The position of the last confirmed line.
  public private(set) var position: Int
  public private(set) var pending: [Pending] = []

  public struct Pending: Equatable, Sendable {
    public let step: Step
    fileprivate var touches: [SharedState.Touch]
  }

  public init(_ confirmed: SharedState = SharedState(), position: Int = 0) {
    current = confirmed
    self.position = position
  }

  /// Puts the cart at hand of who acts from now on.
  public mutating func take(cart id: Cart.ID) { current.take(cart: id) }

  /// Shows a step at once. Gives what it touched.
  public mutating func propose(_ step: Step) -> [SharedState.Touch] {
    let touches = play(step)
    pending.append(Pending(step: step, touches: touches))
    return touches
  }

  /// The journal has taken these, in this order. One's own come back as they were proposed and cost
  /// nothing; another's in between costs taking back and playing again what is pending.
  public mutating func confirm(_ entries: [Entry]) -> [SharedState.Touch] {
    var touches: [SharedState.Touch] = []
    for entry in entries where entry.position > position {
      position = entry.position
      if let first = pending.first, first.step.isSame(as: entry.step) {
        pending.removeFirst()
      } else if let own = pending.firstIndex(where: { $0.step.isSame(as: entry.step) }) {
        // Confirmed out of order: only after a write whose answer was lost.
        touches += takeBackPending()
        let step = pending.remove(at: own).step
        touches += play(step)
        touches += playPending()
      } else {
        touches += takeBackPending()
        touches += play(entry.step)
        touches += playPending()
      }
      current.note(entry)
    }
    return touches
  }

  /// The disk refused what is pending: the screen goes back to what is saved. Gives the steps, so
  /// that they can be tried again, and what was touched.
  public mutating func abandonPending() -> (steps: [Step], touches: [SharedState.Touch]) {
    let touches = takeBackPending()
    let steps = pending.map(\.step)
    pending = []
    return (steps, touches)
  }

  private mutating func play(_ step: Step) -> [SharedState.Touch] {
    var touches: [SharedState.Touch] = []
    for event in step.events { current.apply(event, touches: &touches) }
    return touches
  }

  private mutating func takeBackPending() -> [SharedState.Touch] {
    var all: [SharedState.Touch] = []
    for index in pending.indices.reversed() {
      current.restore(pending[index].touches)
      all += pending[index].touches
    }
    return all
  }

  private mutating func playPending() -> [SharedState.Touch] {
    var all: [SharedState.Touch] = []
    for index in pending.indices {
      let touches = play(pending[index].step)
      pending[index].touches = touches
      all += touches
    }
    return all
  }
}

extension Step {
  /// Author and number name a step, whatever came back of it.
  func isSame(as other: Step) -> Bool { replica == other.replica && number == other.number }
}
