/// The steps that can be undone and redone, by author. Derived from the journal alone.
public struct History: Equatable, Sendable {
  /// Positions of steps; the last one is undone next.
  public private(set) var undoable: [String: [Int]] = [:]
  /// Positions of steps; the last one is redone next.
  public private(set) var redoable: [String: [Int]] = [:]

  public func nextUndo(of author: String) -> Int? { undoable[author]?.last }
  public func nextRedo(of author: String) -> Int? { redoable[author]?.last }

  /// Records one step that the journal has accepted.
  mutating func note(_ entry: Entry) {
    let author = entry.step.author
    switch entry.step.role {
    case .change:
      guard entry.step.events.allSatisfy({ $0.inverse != nil }) else { return }
      undoable[author, default: []].append(entry.position)
      redoable[author] = nil
    case .undo(let position):
      guard undoable.removeLast(position, of: author) else { return }
      redoable[author, default: []].append(position)
    case .redo(let position):
      guard redoable.removeLast(position, of: author) else { return }
      undoable[author, default: []].append(position)
    }
  }
}

extension [Int] {
  /// The step is at or near the end: two programs of one author may have crossed.
  fileprivate mutating func removeLastOccurrence(of position: Int) -> Bool {
    guard let at = lastIndex(of: position) else { return false }
    remove(at: at)
    return true
  }
}

extension [String: [Int]] {
  /// Drops an author left without steps, so that equal histories are equal values.
  fileprivate mutating func removeLast(_ position: Int, of author: String) -> Bool {
    guard self[author]?.removeLastOccurrence(of: position) == true else { return false }
    if self[author]?.isEmpty == true { self[author] = nil }
    return true
  }
}
