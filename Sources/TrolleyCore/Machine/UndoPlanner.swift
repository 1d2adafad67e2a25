/// The events that take a step back, or do it again, on a state that may have moved on since.
public enum UndoPlanner {
  /// Throws when nothing of it can be taken back any more.
  public static func events(
    takingBack entry: Entry, in state: SharedState
  ) throws(ChangeRefusal) -> [Event] {
    var events: [Event] = []
    for event in entry.step.events.reversed() {
      guard let inverse = event.inverse else { continue }
      switch inverse {
      case .linesRemoved(let lines): events += lines.flatMap { takeOut($0, state) }
      case .itemChanged(let id, _, _):
        if state.items[id] != nil { events.append(inverse) }
      case .itemsRemoved(let items):
        let here = items.filter { state.items[$0.id] != nil }
        if !here.isEmpty { events.append(.itemsRemoved(here)) }
      case .quantityChanged(let id, _, _, _):
        if state.carts.line(id) != nil { events.append(inverse) }
      case .linesPicked(let ids, let picked):
        let here = ids.filter { state.carts.line($0) != nil }
        if !here.isEmpty { events.append(.linesPicked(here, picked)) }
      case .linesMoved(let ids, let from, let to):
        let here = ids.filter { state.carts.line($0)?.cart == from }
        if !here.isEmpty { events.append(.linesMoved(here, from: from, to: to)) }
      case .cartTakenUp(let held):
        if state.heldCarts.contains(where: { $0.id == held.id }) { events.append(inverse) }
      case .storeChanged(_, let store):
        if state.stores.contains(where: { $0.id == store.id }) { events.append(inverse) }
      case .itemsAdded, .linesAdded, .storeAdded, .storeRemoved, .orderPlaced, .orderWithdrawn,
        .orderLinesAdded, .orderLinesRemoved, .settingChanged, .aislesWalked, .seeded, .cartHeld,
        .useChanged, .accountAdded, .accountRemoved, .accountChanged:
        events.append(inverse)
      }
    }
    guard !events.isEmpty else {
      throw .changedSince(Deed(entry.step.events, in: state).plain)
    }
    return events
  }

  /// A line that was merged with another's goes back by what it had added.
  private static func takeOut(_ line: CartLine, _ state: SharedState) -> [Event] {
    let here =
      state.carts.line(line.id)
      ?? state.carts[line.cart].lines(of: line.item).first {
        $0.quantity.unit.addsUp(with: line.quantity.unit)
      }
    guard let here else { return [] }
    guard let left = here.quantity.adding(-line.quantity), left.thousandths > 0 else {
      return [.linesRemoved([here])]
    }
    return [
      .quantityChanged(
        here.id, by: -line.quantity, was: here.quantity.unit, becomes: left.unit)
    ]
  }
}
