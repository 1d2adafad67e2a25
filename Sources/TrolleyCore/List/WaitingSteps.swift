/// The steps of a shared list that have no place in it yet, in terms of the state machine: what is in
/// the outbox and not in the copy.
///
/// Guards which steps were returned to the caller. Not for concurrent use.
final class WaitingSteps {
  /// An outbox whose steps have all got their places is emptied when it is larger, in bytes.
  private static let enough = 64 << 10

  private let outbox: Outbox
  private let journal: FileJournal
  /// The steps that the copy has, as far as the outbox may have them too.
  private var placed: Set<StepReference> = []
  /// The steps that were returned and are not in the copy.
  private var waiting: Set<StepReference> = []

  init(beside journal: FileJournal) {
    self.journal = journal
    outbox = Outbox(beside: journal)
  }

  var isThere: Bool { get throws(Failure) { try outbox.isThere } }

  /// Ends it; in a transaction of the copy.
  func remove() throws(Failure) { try outbox.remove() }

  /// All that waits; the steps that got their places though the outbox still has them, whose author
  /// may not know how; and, where something waits, all that got its place since the outbox was begun.
  ///
  /// - Parameter readCopy: reads the copy to its end of this moment, after the outbox was read: a step
  ///   may go from here to there meanwhile. Returns the position of the last step.
  func load(_ readCopy: () throws(Failure) -> Int) throws(Failure) -> (
    waiting: [Step], placed: [Entry], since: [Entry]
  ) {
    placed = []
    waiting = []
    let own = try entries(outbox.news())
    let last = try readCopy()
    guard !own.isEmpty else { return ([], [], []) }
    let names = Set(own.map(\.step.name))
    var reader = StepReader()
    var since: [Entry] = []
    let base = try journal.mark(afterLine: outbox.base)
    _ = try journal.forEachLine(after: base) { line in
      guard let entry = reader.take(line), entry.position <= last else { return }
      since.append(entry)
    }
    let found = since.filter { names.contains($0.step.name) }
    note(found)
    let rest = own.filter { !placed.contains($0.step.name) }
    waiting = Set(rest.map(\.step.name))
    return (rest.map(\.step), found, rest.isEmpty ? [] : since)
  }

  /// Whether no step waits for its place.
  var isDone: Bool { waiting.isEmpty }

  /// Whether it is a step of this machine that has had no place so far.
  func isWaiting(_ step: StepReference) -> Bool { waiting.contains(step) }

  /// The copy has these steps now.
  func note(_ entries: [Entry]) {
    for entry in entries {
      placed.insert(entry.step.name)
      waiting.remove(entry.step.name)
    }
  }

  /// Steps that other programs on this machine have added since.
  func news() throws(Failure) -> [Entry] {
    try entries(outbox.news()).filter {
      !placed.contains($0.step.name) && waiting.insert($0.step.name).inserted
    }
  }

  /// Makes a step durable; in a transaction of the copy.
  func append(_ step: Step) throws(Failure) -> Entry {
    try outbox.append(EventCoding.bodies(of: step))
    waiting.insert(step.name)
    return Entry(position: Entry.waiting, step: step)
  }

  /// After a write with an unknown outcome: whether the step is there.
  func find(_ step: Step) throws(Failure) -> Bool {
    try outbox.reopen()
    guard let first = EventCoding.bodies(of: step).first else { return false }
    return try outbox.contains(body: first)
  }

  func step(_ name: StepReference) throws(Failure) -> Entry? {
    guard let (replica, number) = name.name, waiting.contains(name) else { return nil }
    guard let lines = try outbox.step(by: replica.description, number) else { return nil }
    return entries(lines).first
  }

  /// The step without a place that takes this one back; the last one where there are several.
  func undo(of undone: StepReference) throws(Failure) -> Step? {
    var last: Step?
    for name in waiting {
      guard let step = try step(name)?.step, step.role == .undo(undone),
        last.map({ ($0.time, $0.number) < (step.time, step.number) }) ?? true
      else { continue }
      last = step
    }
    return last
  }

  /// Begins the outbox anew when nothing waits; in a transaction of the copy. Returns the steps that
  /// other programs have added since, which are news to the caller.
  func emptyIfDone(isStarting: Bool = false) throws(Failure) -> [Entry] {
    guard waiting.isEmpty, !placed.isEmpty else { return [] }
    let news = try news()
    guard news.isEmpty else { return news }
    let size = isStarting ? Int.max : try outbox.size
    guard size > Self.enough else { return [] }
    try outbox.empty()
    placed = []
    return []
  }

  private func entries(_ lines: [RawEntry]) -> [Entry] {
    var reader = StepReader()
    return lines.compactMap { reader.take($0) }.map {
      Entry(position: Entry.waiting, step: $0.step)
    }
  }
}
