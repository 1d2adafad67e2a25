/// The result of one command: the unit of undo, of atomicity in the journal, and of authorship.
public struct Step: Equatable, Sendable {
  /// The program that wrote it, and the step's sequence number there: together they identify it.
  public let replica: ReplicaID
  public let number: Int
  /// Seconds since 1970, UTC. Never used for ordering: `position` is.
  public let time: Int
  /// The author, as `Account.author`; empty in personal use.
  public let author: String
  public let role: StepRole
  public let events: [Event]
  /// What was left out when it got its place in a shared list; empty everywhere else.
  public let leftOut: [LeftOut]
  /// Which events replace a value that their author had not seen: others had changed it meanwhile.
  public let unseen: Set<Int>
  /// The lines of the cart that it ticks or changes the quantity of, as its author saw them: what is meant
  /// depends on that. Empty once it has its place, and in a list that is not shared.
  public let seen: [CartLine]

  public init(
    replica: ReplicaID, number: Int, time: Int, author: String = "", role: StepRole = .change,
    events: [Event], leftOut: [LeftOut] = [], unseen: Set<Int> = [], seen: [CartLine] = []
  ) {
    self.replica = replica
    self.number = number
    self.time = time
    self.author = author
    self.role = role
    self.events = events
    self.leftOut = leftOut
    self.unseen = unseen
    self.seen = seen
  }

  /// Its name for ever, wherever its place is.
  public var name: StepReference { .name(replica, number) }

  /// The same step, made by a person who sees this list.
  public func seeing(_ state: SharedState) -> Step {
    guard state.history.namesSteps else { return self }
    var once: Set<CartLine.ID> = []
    let seen = events.flatMap(\.changedLines).filter { once.insert($0).inserted }
      .compactMap { state.carts.line($0) }
    return Step(
      replica: replica, number: number, time: time, author: author, role: role, events: events,
      leftOut: leftOut, unseen: unseen, seen: seen)
  }

  /// The same step with other events.
  public func with(_ events: [Event]) -> Step {
    Step(
      replica: replica, number: number, time: time, author: author, role: role, events: events)
  }
}

/// The role of a step in the history.
public enum StepRole: Equatable, Sendable {
  case change
  case undo(StepReference)
  case redo(StepReference)
}

/// A step that is in the journal. `position` is the number of its first line, or `waiting`.
public struct Entry: Equatable, Sendable {
  /// The position of a step that has no place yet.
  public static let waiting = Int.max

  public let position: Int
  public let step: Step

  public init(position: Int, step: Step) {
    self.position = position
    self.step = step
  }
}
