/// Which steps can be taken back and done again, by author. Derived from the journal alone.
public struct History: Equatable, Sendable {
  /// Positions of steps, the next one to take back last.
  public private(set) var undoable: [String: [Int]] = [:]
  /// Positions of steps, the next one to do again last.
  public private(set) var redoable: [String: [Int]] = [:]

  public init() {}

  public init(undoable: [String: [Int]], redoable: [String: [Int]]) {
    self.undoable = undoable
    self.redoable = redoable
  }

  public func nextUndo(of author: String) -> Int? { undoable[author]?.last }
  public func nextRedo(of author: String) -> Int? { redoable[author]?.last }

  /// Notes one step that the journal has taken.
  mutating func note(_ entry: Entry) {
    let author = entry.step.author
    switch entry.step.role {
    case .change:
      guard entry.step.events.allSatisfy({ $0.inverse != nil }) else { return }
      undoable[author, default: []].append(entry.position)
      redoable[author] = nil
    case .undo(let position):
      guard undoable.take(position, of: author) else { return }
      redoable[author, default: []].append(position)
    case .redo(let position):
      guard redoable.take(position, of: author) else { return }
      undoable[author, default: []].append(position)
    }
  }
}

extension [Int] {
  /// The step is the last one, or near it: two programs of one author may have crossed.
  fileprivate mutating func removeLastOccurrence(of position: Int) -> Bool {
    guard let at = lastIndex(of: position) else { return false }
    remove(at: at)
    return true
  }
}

extension [String: [Int]] {
  /// An author without steps is left out, so that equal histories are equal values.
  fileprivate mutating func take(_ position: Int, of author: String) -> Bool {
    guard self[author]?.removeLastOccurrence(of: position) == true else { return false }
    if self[author]?.isEmpty == true { self[author] = nil }
    return true
  }
}
