/// What people have set on this machine, to know whose a replaced value was.
struct OwnValues: Equatable, Sendable {
  private struct Value: Equatable {
    let event: Event
    let author: String
    /// Whether it says how much there is to be of a line.
    let isQuantity: Bool

    /// Whether it is what a line, which another event takes out, holds: with what was added, that is in
    /// it, and what was set is all of it.
    func sets(quantityIn event: Event) -> Bool {
      guard isQuantity, case .linesRemoved(let lines) = event else { return false }
      return lines.contains { line in
        switch self.event {
        case .quantityChanged(line.id, let by, _, _, let set):
          set.map { $0.isSame(as: line.quantity) } ?? by.unit.addsUp(with: line.quantity.unit)
        case .linesAdded(let all):
          all.contains { $0.id == line.id && $0.quantity.isSame(as: line.quantity) }
        default: false
        }
      }
    }
  }

  /// Earlier ones are forgotten.
  private static let most = 500

  private var values: [Value] = []

  mutating func note(_ step: Step) {
    // What an order leaves of a line is no value that its author has set.
    let new = step.events.filter { !step.isOrder || !$0.isQuantityChange }.map { event in
      Value(
        event: event, author: step.author,
        isQuantity: event.isQuantityChange || step.changesLines(by: event))
    }
    values = Array((values + new).suffix(Self.most))
  }

  /// What `event` replaces of them and nothing else, and whose that was: of several people's the
  /// latest. Nil if it replaces nothing of them.
  ///
  /// - Parameter isQuantity: whether of a line that it takes out only the quantity is replaced.
  func replaced(
    by event: Event, isQuantity: Bool = false, in state: SharedState
  ) -> (event: Event, author: String)? {
    // Who changes an item has seen it as it was added, unless the item was theirs until it was joined.
    let isJoined = event.isOfJoinedItem(in: state)
    let values = values.filter {
      (isJoined || !$0.event.isAdding) && (!isQuantity || $0.sets(quantityIn: event))
    }
    guard let owner = values.last(where: { event.replacing($0.event) != nil })?.author else {
      return nil
    }
    let parts = values.filter { $0.author == owner }.compactMap { event.replacing($0.event) }
    return parts.first.map { first in (parts.dropFirst().reduce(first) { $0.and($1) }, owner) }
  }

  /// What a person gave as the whole quantity of a line; nil if the last change was no such one.
  func quantity(of id: CartLine.ID, setBy author: String) -> Quantity? {
    for value in values.reversed() where value.author == author {
      if case .quantityChanged(id, _, _, _, let set) = value.event { return set }
    }
    return nil
  }
}

extension Step {
  /// Whether the lines that this event of it adds are some that it has taken out.
  fileprivate func changesLines(by event: Event) -> Bool {
    guard case .linesAdded(let lines) = event else { return false }
    return events.contains { other in
      guard case .linesRemoved(let gone) = other else { return false }
      return lines.allSatisfy { line in gone.contains { $0.id == line.id } }
    }
  }
}

extension Event {
  fileprivate var isAdding: Bool { if case .itemsAdded = self { true } else { false } }

  /// Whether it changes an item that was added on several machines.
  fileprivate func isOfJoinedItem(in state: SharedState) -> Bool {
    guard case .itemChanged(let id, _, _) = self else { return false }
    return state.joined.values.contains(ThingID(id))
  }
}
