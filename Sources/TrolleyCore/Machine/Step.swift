/// What one command did: the unit of undo, of the journal's all-or-nothing, and of authorship.
public struct Step: Equatable, Sendable {
  /// The program that wrote it, and the how-manieth of its steps it is: together they name it.
  public let replica: ReplicaID
  public let number: Int
  /// Seconds since 1970, UTC. Never used for order: that is the position's.
  public let time: Int
  /// Who did it, as `Account.author`; empty in personal use.
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

/// How a step stands in the history.
public enum StepRole: Equatable, Sendable {
  case change
  /// Takes back the step at this position.
  case undo(Int)
  /// Does again what the step at this position did.
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
