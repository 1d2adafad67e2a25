/// This program's copy of the list: the steps confirmed by the journal, on top of them those that
/// wait for their place in a list that is shared between machines, and on top of those the ones
/// proposed here that are not on disk yet.
///
/// There is one state, not three: each step that has no place remembers what it touched, so that it
/// can be rolled back when another program's entry comes in between, or when it can't be saved.
public struct Replica: Equatable, Sendable {
  /// The state shown.
  public private(set) var current: SharedState
  /// The position of the last confirmed entry.
  public private(set) var position: Int
  /// Steps in the outbox: durable here, without a place in the shared list. Planned again whenever
  /// something comes in between.
  public private(set) var waiting: [Pending] = []
  /// Their names.
  private var waitingNames: Set<StepReference> = []
  public private(set) var pending: [Pending] = []
  /// The history without the waiting steps; nil while none wait.
  private var placedHistory: History?
  /// What others have taken away while steps wait.
  private var meanwhile = Replanner.Meanwhile()

  public struct Pending: Equatable, Sendable {
    /// As it was made.
    public let step: Step
    /// As it is on what the list is now.
    public fileprivate(set) var planned: Step
    fileprivate var touches: [SharedState.Touch]
    /// What ticks have taken off lines up to here.
    fileprivate var ticks: TicksInPart
    /// Who might register when it was made, as far as that was known here.
    fileprivate var registration: Registration.Mode?

    fileprivate init(_ step: Step) {
      self.step = step
      planned = step
      touches = []
      ticks = TicksInPart()
    }
  }

  /// - Parameters:
  ///   - waiting: the steps of the outbox that `confirmed` has not.
  ///   - placed: what has got its place since the outbox was begun, as it is there, in its order.
  ///   - others: which of that are steps of other machines.
  public init(
    _ confirmed: SharedState = SharedState(), position: Int = 0, waiting: [Step] = [],
    placed: [Step] = [], others: Set<StepReference> = []
  ) {
    current = confirmed
    self.position = position
    for step in placed where !waiting.isEmpty {
      if others.contains(step.name) {
        meanwhile.note(other: step)
      } else {
        meanwhile.note(own: step)
      }
    }
    _ = enqueue(waiting)
  }

  /// Selects the cart of the current person.
  public mutating func select(cart id: Cart.ID) { current.select(cart: id) }

  /// Those of the entries that are steps of the outbox here.
  public func waiting(of entries: [Entry]) -> Set<StepReference> {
    Set(entries.lazy.map(\.step.name).filter(waitingNames.contains))
  }

  /// Applies a step at once. Returns what it touched.
  public mutating func propose(_ step: Step) -> [SharedState.Touch] {
    meanwhile.note(mailOf: step)
    let one = planAndPlay(Pending(step), after: pending.last?.ticks ?? waitingTicks)
    pending.append(one)
    return one.touches
  }

  /// The outbox has taken these steps: ours as proposed, or another program's on this machine.
  public mutating func enqueue(_ steps: [Step]) -> [SharedState.Touch] {
    var touches: [SharedState.Touch] = []
    for step in steps { meanwhile.note(mailOf: step) }
    for step in steps where !waitingNames.contains(step.name) {
      if placedHistory == nil { placedHistory = current.history }
      if let first = pending.first, first.step.isSame(as: step) {
        pending.removeFirst()
        settle(first)
        continue
      }
      touches += takeBackPending()
      pending.removeAll { $0.step.isSame(as: step) }
      settle(planAndPlay(Pending(step), after: waitingTicks))
      touches += waiting.last?.touches ?? []
      touches += playPending()
    }
    return touches
  }

  private mutating func settle(_ one: Pending) {
    waiting.append(one)
    waitingNames.insert(one.step.name)
    current.note(Entry(position: Entry.waiting, step: one.planned))
  }

  /// Applies recorded entries in order, those that have a place and then those that wait. Our own return as planned and cost nothing; another
  /// program's entry in between costs rolling back the steps without a place and replaying them.
  public mutating func confirm(_ entries: [Entry]) -> [SharedState.Touch] {
    var touches: [SharedState.Touch] = []
    var isTakenBack = false
    for entry in entries where entry.position > position && entry.position != Entry.waiting {
      position = entry.position
      if !isTakenBack, takeNext(entry) { continue }
      if !isTakenBack {
        touches += takeBackPending()
        touches += takeBackWaiting()
        isTakenBack = true
      }
      let isOwn = removeUnplaced(entry.step)
      if isOwn { meanwhile.note(own: entry.step) }
      let played = play(entry.step)
      if !isOwn, !waiting.isEmpty || !pending.isEmpty {
        meanwhile.note(played, of: entry.step, in: current)
      }
      touches += played
      current.note(entry)
    }
    if isTakenBack {
      touches += playWaiting()
      touches += playPending()
    }
    let added = entries.filter { $0.position == Entry.waiting }
    if !added.isEmpty { touches += enqueue(added.map(\.step)) }
    if waiting.isEmpty, pending.isEmpty { meanwhile = Replanner.Meanwhile() }
    return touches
  }

  /// Whether the entry is the next one of ours, as it was planned: then only its place is new.
  private mutating func takeNext(_ entry: Entry) -> Bool {
    if let first = waiting.first {
      guard first.step.isSame(as: entry.step), first.planned == entry.step else { return false }
      waiting.removeFirst()
      waitingNames.remove(first.step.name)
      meanwhile.note(own: entry.step)
      placedHistory?.note(entry)
      if waiting.isEmpty { placedHistory = nil }
      return true
    }
    guard let first = pending.first, first.step.isSame(as: entry.step),
      first.planned == entry.step
    else { return false }
    pending.removeFirst()
    current.note(entry)
    return true
  }

  /// Whether the step was one of those without a place.
  private mutating func removeUnplaced(_ step: Step) -> Bool {
    let count = waiting.count + pending.count
    if waitingNames.remove(step.name) != nil { waiting.removeAll { $0.step.isSame(as: step) } }
    pending.removeAll { $0.step.isSame(as: step) }
    return waiting.count + pending.count < count
  }

  /// The pending steps could not be saved: rolls back to the saved state. Returns the steps, so
  /// that they can be retried, and what was touched.
  public mutating func abandonPending() -> (steps: [Step], touches: [SharedState.Touch]) {
    let touches = takeBackPending()
    let steps = pending.map(\.step)
    pending = []
    return (steps, touches)
  }

  // MARK: Back and forth

  private mutating func play(_ step: Step) -> [SharedState.Touch] {
    var touches: [SharedState.Touch] = []
    for event in step.events { current.apply(event, touches: &touches) }
    current.note(leftOut: step.leftOut, &touches)
    return touches
  }

  /// In a list of one machine steps are written as they were made; in a shared one they are planned
  /// again.
  ///
  /// - Parameter ticks: what ticks have taken off lines before.
  private mutating func planAndPlay(_ one: Pending, after ticks: TicksInPart) -> Pending {
    var one = one
    one.ticks = ticks
    one.registration = one.registration ?? current.registration.mode
    if current.history.namesSteps {
      let bringsLines = !current.use.hasAccounts
      let undone = undone(by: one.step)
      let step =
        undone.map { one.step.puttingBack($0, bringsLines: bringsLines, in: current) } ?? one.step
      // What was left out as a whole has nothing that could be taken back.
      let isVain = undone.map { $0.events.isEmpty } ?? false
      let reason: LeftOut.Reason? =
        isOpen(to: one.step) ? nil : isVain ? .done : .undone
      var known = meanwhile
      known.ticks = ticks
      known.registration = one.registration
      (one.planned, one.touches) = Replanner.play(
        step, on: &current, meanwhile: known, leavingOutFor: reason)
      one.ticks.note(one.planned)
    } else {
      one.touches = play(one.step)
    }
    return one
  }

  /// The step of this machine that another one takes back, as it is now; nil when that has had its place
  /// since before the other was made.
  private func undone(by step: Step) -> Step? {
    guard case .undo(let name) = step.role else { return nil }
    func isIt(_ one: Pending) -> Bool { one.step.name == name || one.step.role == .redo(name) }
    let before = pending.prefix { !$0.step.isSame(as: step) }
    return (before.last(where: isIt) ?? waiting.last(where: isIt))?.planned
      ?? meanwhile.placed[name]
  }

  /// Whether what it takes back was not taken back yet, or what it does again was.
  private func isOpen(to step: Step) -> Bool {
    switch step.role {
    case .change: true
    case .undo(let name): current.history.isOpen(to: step) || isDoneAgain(name)
    case .redo(let name): current.history.isOpen(to: step) && !isDoneAgain(name)
    }
  }

  /// Whether a step was done again since the first of those that wait could be made.
  private func isDoneAgain(_ name: StepReference) -> Bool {
    waiting.lazy.compactMap(\.planned.redoes).last { $0.name == name }?.isDoneAgain
      ?? meanwhile.doneAgain.contains(name)
  }

  /// What ticks have taken off lines, those of the steps that wait included.
  private var waitingTicks: TicksInPart { waiting.last?.ticks ?? meanwhile.ticks }

  private mutating func takeBack(_ steps: [Pending]) -> [SharedState.Touch] {
    var all: [SharedState.Touch] = []
    for one in steps.reversed() {
      // The first touch of each order says what was shown: one that is planned again is no new one.
      for case .order(let id, _) in one.touches {
        all.append(.order(id, was: current.orders.first { $0.id == id }))
      }
      current.restore(one.touches)
      all += one.touches
    }
    return all
  }

  private mutating func takeBackPending() -> [SharedState.Touch] { takeBack(pending) }

  private mutating func takeBackWaiting() -> [SharedState.Touch] {
    guard let history = placedHistory else { return [] }
    current.restore(history)
    placedHistory = nil
    return takeBack(waiting)
  }

  private mutating func playWaiting() -> [SharedState.Touch] {
    let steps = waiting
    guard !steps.isEmpty else { return [] }
    waiting = []
    placedHistory = current.history
    var all: [SharedState.Touch] = []
    for one in steps {
      let planned = planAndPlay(one, after: waitingTicks)
      all += planned.touches
      settle(planned)
    }
    return all
  }

  private mutating func playPending() -> [SharedState.Touch] {
    var all: [SharedState.Touch] = []
    for index in pending.indices {
      let before = index == 0 ? waitingTicks : pending[index - 1].ticks
      pending[index] = planAndPlay(pending[index], after: before)
      all += pending[index].touches
    }
    return all
  }
}

extension Step {
  /// Replica and number identify a step, even if its content came back changed.
  func isSame(as other: Step) -> Bool { replica == other.replica && number == other.number }
}
