/// What is left out of a step that is planned again: under what name, for which reason, and because of whom.
extension Replanner {
  mutating func leave(_ event: Event, _ reason: LeftOut.Reason, _ state: SharedState) {
    let loss = loss(of: event)
    let order =
      loss != nil ? nil : reason == .gone ? orderedLine(of: event) : orderedTwice(event, reason)
    let taken = order == nil ? takenOutBefore(event, reason, state) : nil
    let lost = reason == .gone ? lostLine(of: event) : nil
    leftOut.append(
      LeftOut(
        event, order != nil ? .ordered : taken != nil ? .gone : reason,
        name: loss?.name ?? name(of: event, in: state),
        other: loss?.author ?? order?.author ?? taken ?? lost?.author ?? taker(of: event) ?? ""))
  }

  /// Who has taken out of the cart what this step orders; empty when unknown. Nil for everything else:
  /// the cart of a person who has no account went with that.
  private func takenOutBefore(
    _ event: Event, _ reason: LeftOut.Reason, _ state: SharedState
  ) -> String? {
    guard reason == .done, step.isOrder, !step.isWithoutAccount(in: state),
      case .linesRemoved(let lines) = event
    else { return nil }
    return lines.first.flatMap { meanwhile.lines[$0.id]?.author } ?? ""
  }

  private func loss(of event: Event) -> Meanwhile.Loss? {
    event.subject.flatMap { subject in
      switch subject {
      case .item(let id): meanwhile.items[id]
      case .line(let id): meanwhile.lines[id].flatMap { meanwhile.items[$0.item] }
      }
    }
  }

  /// Who has taken up the held cart that it takes up.
  private func taker(of event: Event) -> String? {
    if case .cartTakenUp(let held) = event { meanwhile.takers[held.id] } else { nil }
  }

  /// The line that it is about, if others have taken that out of the cart.
  private func lostLine(of event: Event) -> Meanwhile.LostLine? {
    guard case .line(let id)? = event.subject else { return nil }
    return meanwhile.lines[id]
  }

  /// The same, if it was ordered.
  private func orderedLine(of event: Event) -> Meanwhile.LostLine? {
    lostLine(of: event).flatMap { $0.isOrdered ? $0 : nil }
  }

  /// What this step orders and another machine has ordered before: both orders stay.
  private func orderedTwice(_ event: Event, _ reason: LeftOut.Reason) -> Meanwhile.LostLine? {
    guard reason == .done, step.isOrder, case .linesRemoved(let lines) = event else { return nil }
    return lines.lazy.compactMap { meanwhile.lines[$0.id] }.first { $0.isOrdered }
  }

  /// The lines that this step orders and others have taken out before, by who ordered them: what was
  /// only taken out was not ordered twice.
  func orderedApart(_ event: Event, _ reason: LeftOut.Reason) -> [Event] {
    guard reason == .done, step.isOrder, case .linesRemoved(let lines) = event else {
      return [event]
    }
    func author(_ line: CartLine) -> String? {
      meanwhile.lines[line.id].flatMap { $0.isOrdered ? $0.author : nil }
    }
    var groups: [[CartLine]] = []
    for line in lines {
      if let at = groups.firstIndex(where: { author($0[0]) == author(line) }) {
        groups[at].append(line)
      } else {
        groups.append([line])
      }
    }
    return groups.map { .linesRemoved($0) }
  }

  func name(of event: Event, in state: SharedState) -> String {
    switch event.subject {
    case .item(let id)?: state.items[id]?.name ?? event.ownName ?? nameInStep(id)
    case .line(let id)?:
      (state.carts.line(id)?.item ?? meanwhile.lines[id]?.item).flatMap {
        state.items[$0]?.name ?? meanwhile.items[$0]?.name
      } ?? ""
    case nil: event.ownName ?? ""
    }
  }

  private func nameInStep(_ id: Item.ID) -> String {
    for case .itemsAdded(let items) in step.events {
      if let item = items.first(where: { $0.id == id }) { return item.name }
    }
    return ""
  }
}

extension Event {
  /// The name that it brings along.
  fileprivate var ownName: String? {
    switch self {
    case .itemsAdded(let items), .itemsRemoved(let items): items.first?.name
    case .storeAdded(let store), .storeRemoved(let store), .storeChanged(let store, _): store.name
    case .orderPlaced(let order), .orderWithdrawn(let order): "order \(order.number)"
    case .cartHeld(let held), .cartTakenUp(let held): held.note
    case .settingChanged(.currentStore, _, let name): name
    default: nil
    }
  }
}
