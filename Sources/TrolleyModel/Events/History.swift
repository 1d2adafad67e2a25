/// The steps that can be undone and redone, by author. Derived from the journal alone.
public struct History: Equatable, Sendable {
  /// The last one is undone next.
  public private(set) var undoable: [String: [StepReference]] = [:]
  /// The last one is redone next.
  public private(set) var redoable: [String: [StepReference]] = [:]
  /// Whether steps are known by name: since the list was shared.
  public private(set) var namesSteps = false

  public init() {}

  init(
    undoable: [String: [StepReference]], redoable: [String: [StepReference]], namesSteps: Bool
  ) {
    self.undoable = undoable
    self.redoable = redoable
    self.namesSteps = namesSteps
  }

  /// Whether what this step takes back was not taken back yet, or what it does again was: a step counts
  /// once, also where two machines that did not hear of each other have undone it.
  package func isOpen(to step: Step) -> Bool {
    switch step.role {
    case .change: true
    case .undo(let undone): undoable[step.author]?.contains(undone) == true
    case .redo(let redone): undoable[step.author]?.contains(redone) != true
    }
  }

  public func nextUndo(of author: String) -> StepReference? { undoable[author]?.last }
  public func nextRedo(of author: String) -> StepReference? { redoable[author]?.last }

  /// How the history calls a step from now on.
  package func reference(to entry: Entry) -> StepReference {
    namesSteps ? entry.step.name : .position(entry.position)
  }

  /// Records one step that the journal has accepted, or that waits for its place there.
  package mutating func note(_ entry: Entry) {
    let step = entry.step
    let author = step.author
    // All of it was left out: nothing was done.
    if step.events.isEmpty, !step.leftOut.isEmpty { return }
    switch step.role {
    case .change:
      if step.events == [.shared] { namesSteps = true }
      guard step.events.allSatisfy({ $0.inverse != nil }) else { return }
      undoable[author, default: []].append(reference(to: entry))
      redoable[author] = nil
    case .undo(let undone):
      guard undoable.removeLast(undone, of: author) else { return }
      redoable[author, default: []].append(undone)
    case .redo(let redone):
      guard redoable.removeLast(redone, of: author) else { return }
      undoable[author, default: []].append(redone)
    }
  }
}

extension [StepReference] {
  /// The step is at or near the end: two programs of one author may have crossed.
  fileprivate mutating func removeLastOccurrence(of step: StepReference) -> Bool {
    guard let at = lastIndex(of: step) else { return false }
    remove(at: at)
    return true
  }
}

extension [String: [StepReference]] {
  /// Drops an author left without steps, so that equal histories are equal values.
  fileprivate mutating func removeLast(_ step: StepReference, of author: String) -> Bool {
    guard self[author]?.removeLastOccurrence(of: step) == true else { return false }
    if self[author]?.isEmpty == true { self[author] = nil }
    return true
  }
}
