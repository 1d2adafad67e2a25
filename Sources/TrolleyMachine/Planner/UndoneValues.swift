/// An undo that has no place yet takes back what its step has replaced when that was planned again:
/// others may have changed it before, which the author of both had not seen.
extension Step {
  /// The same undo, which puts back what `undone` has really replaced.
  ///
  /// - Parameters:
  ///   - undone: the step that it takes back, as it is planned now.
  ///   - bringsLines: whether lines that others had put in the cart come back with their item. With
  ///     accounts they are not everyone's to put there.
  func puttingBack(_ undone: Step, bringsLines: Bool) -> Step {
    var taken = Taken(undone.events)
    // Of two changes of one setting, what was before is there after the last.
    var all = Array(events.reversed().map { taken.restored($0) }.reversed())
    if bringsLines {
      let lines = taken.lines(beside: all)
      if !lines.isEmpty { all.append(.linesAdded(lines)) }
    }
    return Step(
      replica: replica, number: number, time: time, author: author, role: role, events: all,
      leftOut: leftOut, unseen: unseen)
  }
}

/// What the events of a step have replaced.
private struct Taken {
  private var items: [Item.ID: Item] = [:]
  private var fields: [Item.ID: ItemFields] = [:]
  private var lines: [CartLine.ID: CartLine] = [:]
  private var quantities: [CartLine.ID: [Event]] = [:]
  private var settings: [ListSetting: String] = [:]

  init(_ events: [Event]) {
    // Of two changes of one thing, what was before the first.
    for event in events.reversed() {
      switch event {
      case .itemsRemoved(let all): for item in all { items[item.id] = item }
      case .itemChanged(let id, let from, _): fields[id] = fields[id]?.joined(with: from) ?? from
      case .linesRemoved(let all): for line in all { lines[line.id] = line }
      case .quantityChanged(let id, _, _, _, _): quantities[id, default: []].append(event)
      case .settingChanged(let setting, let from, _): settings[setting] = from
      default: break
      }
    }
  }

  mutating func restored(_ event: Event) -> Event {
    switch event {
    case .itemsAdded(let all): .itemsAdded(all.map { items[$0.id] ?? $0 })
    case .linesAdded(let all): .linesAdded(all.map { lines[$0.id] ?? $0 })
    case .itemChanged(let id, let from, let to):
      .itemChanged(
        id, from: from, to: fields[id].map { to.joined(with: $0.touched(by: to)) } ?? to)
    case .quantityChanged(let id, _, _, _, _):
      // Of several, which one this takes back is not known.
      quantities[id]?.count == 1 ? quantities[id]?[0].inverse ?? event : event
    case .settingChanged(let setting, let from, let to):
      .settingChanged(setting, from: from, to: settings.removeValue(forKey: setting) ?? to)
    default: event
    }
  }

  /// The lines that went with the items that these events bring back, and do not come back yet.
  func lines(beside events: [Event]) -> [CartLine] {
    var back: Set<CartLine.ID> = []
    var items: Set<Item.ID> = []
    for event in events {
      switch event {
      case .itemsAdded(let all): items.formUnion(all.lazy.map(\.id))
      case .linesAdded(let all): back.formUnion(all.lazy.map(\.id))
      default: break
      }
    }
    return lines.values.filter { items.contains($0.item) && !back.contains($0.id) }
      .sorted { $0.id < $1.id }
  }
}
