/// This program's copy of the list: the steps confirmed by the journal, and on top of them the
/// steps proposed here that are not on disk yet.
///
/// There is one state, not two: each pending step remembers what it touched, so that it can be
/// rolled back when another program's entry comes in between, or when it can't be saved.
public struct Replica: Equatable, Sendable {
  /// The state shown: confirmed steps, then pending ones.
  public private(set) var current: SharedState
  /// The position of the last confirmed entry.
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

  /// Selects the cart of the current person.
  public mutating func select(cart id: Cart.ID) { current.select(cart: id) }

  /// Applies a step at once. Returns what it touched.
  public mutating func propose(_ step: Step) -> [SharedState.Touch] {
    let touches = play(step)
    pending.append(Pending(step: step, touches: touches))
    return touches
  }

  /// Applies recorded entries in order. Our own return as proposed and cost nothing; another
  /// program's entry in between costs rolling back the pending steps and replaying them.
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

  /// The pending steps could not be saved: rolls back to the saved state. Returns the steps, so
  /// that they can be retried, and what was touched.
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
  /// Replica and number identify a step, even if its content came back changed.
  func isSame(as other: Step) -> Bool { replica == other.replica && number == other.number }
}
