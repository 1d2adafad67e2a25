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

  public init(
    replica: ReplicaID, number: Int, time: Int, author: String = "", role: StepRole = .change,
    events: [Event]
  ) {
    self.replica = replica
    self.number = number
    self.time = time
    self.author = author
    self.role = role
    self.events = events
  }
}

/// The role of a step in the history.
public enum StepRole: Equatable, Sendable {
  case change
  /// Undoes the step at this position.
  case undo(Int)
  /// Redoes the step at this position.
  case redo(Int)
}

/// A step that is in the journal. `position` is the number of its first line.
public struct Entry: Equatable, Sendable {
  public let position: Int
  public let step: Step

  public init(position: Int, step: Step) {
    self.position = position
    self.step = step
  }
}
