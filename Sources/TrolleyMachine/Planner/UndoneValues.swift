/// An undo that has no place yet takes back what its step has replaced when that was planned again:
/// others may have changed it before, which the author of both had not seen.
extension Step {
  /// The same undo, which puts back what `undone` has really replaced.
  ///
  /// - Parameters:
  ///   - undone: the step that it takes back, as it is planned now.
  ///   - bringsLines: whether lines that others had put in the cart come back with their item. With
  ///     accounts they are not everyone's to put there.
  func puttingBack(_ undone: Step, bringsLines: Bool, in state: SharedState) -> Step {
    var taken = Taken(undone, state)
    // Of two changes of one setting, what was before is there after the last.
    var all = Array(events.reversed().flatMap { taken.restored($0).reversed() }.reversed())
    if bringsLines {
      let lines = taken.lines(beside: all)
      if !lines.isEmpty { all.append(.linesAdded(lines)) }
    }
    return Step(
      replica: replica, number: number, time: time, author: author, role: role, events: all,
      leftOut: leftOut + taken.vain.map { LeftOut($0, .done) }, unseen: unseen, seen: seen)
  }
}

/// What the events of a step have replaced.
private struct Taken {
  private var items: [Item.ID: Item] = [:]
  private var fields: [Item.ID: ItemFields] = [:]
  private var lines: [CartLine.ID: CartLine] = [:]
  private var quantities: [CartLine.ID: [Event]] = [:]
  private var settings: [ListSetting: String] = [:]
  private var changedSettings: Set<ListSetting> = []
  /// What would take back what was not done.
  private(set) var vain: [Event] = []
  /// What takes back what was done instead of a tick or a change of a quantity.
  private var instead: [CartLine.ID: [Event]] = [:]
  private let state: SharedState

  init(_ step: Step, _ state: SharedState) {
    self.state = state
    for one in step.leftOut where step.isDoneOtherwise(one) {
      for id in one.event.changedLines {
        let line = state.present(id)
        let back = step.events.reversed().filter { $0.isAbout(line) }.compactMap(\.inverse)
        if !back.isEmpty { instead[line] = back }
      }
    }
    // Of two changes of one thing, what was before the first.
    for event in step.events.reversed() {
      switch event {
      case .itemsRemoved(let all): for item in all { items[item.id] = item }
      case .itemChanged(let id, let from, _): fields[id] = fields[id]?.joined(with: from) ?? from
      case .linesRemoved(let all): for line in all { lines[line.id] = line }
      case .quantityChanged(let id, _, _, _, _): quantities[id, default: []].append(event)
      case .settingChanged(let setting, let from, _):
        settings[setting] = from
        changedSettings.insert(setting)
      default: break
      }
    }
  }

  mutating func restored(_ event: Event) -> [Event] {
    guard !instead.isEmpty else { return parts(event) }
    var back: [Event] = []
    var rest: [CartLine.ID] = []
    for id in event.changedLines {
      if let events = instead.removeValue(forKey: state.present(id)) {
        back += events
      } else {
        rest.append(id)
      }
    }
    if back.isEmpty { return parts(event) }
    guard case .linesPicked(_, let picked) = event, !rest.isEmpty else { return back }
    return back + [.linesPicked(rest, picked)]
  }

  private mutating func parts(_ event: Event) -> [Event] {
    guard let back = asItWas(event) else {
      vain.append(event)
      return []
    }
    return [back]
  }

  /// Nil for a value that was there before its step: others had set the same, and it stays theirs.
  private mutating func asItWas(_ event: Event) -> Event? {
    switch event {
    case .itemsAdded(let all): return .itemsAdded(all.map { items[$0.id] ?? $0 })
    case .linesAdded(let all): return .linesAdded(all.map { lines[$0.id] ?? $0 })
    case .itemChanged(let id, let from, let to):
      guard let back = fields[state.present(id)]?.touched(by: to), !back.isEmpty else {
        return nil
      }
      return .itemChanged(id, from: from.touched(by: back), to: back)
    case .quantityChanged(let id, _, _, _, _):
      // Of several, which one this takes back is not known.
      return quantities[id]?.count == 1 ? quantities[id]?[0].inverse ?? event : event
    case .settingChanged(let setting, let from, let to):
      guard changedSettings.contains(setting) else { return nil }
      return .settingChanged(setting, from: from, to: settings.removeValue(forKey: setting) ?? to)
    default: return event
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

extension Step {
  /// Whether it did something else instead of what was left out.
  fileprivate func isDoneOtherwise(_ one: LeftOut) -> Bool {
    switch (one.event, one.reason) {
    case (.linesPicked(let ids, _), .changed): ids.contains { quantityChange(of: $0) != nil }
    case (.quantityChanged(let id, _, _, _, _), .changed):
      events.contains(.linesPicked([id], false))
    case (.quantityChanged(let id, _, _, _, _), .gone),
      (.quantityChanged(let id, _, _, _, _), .ordered):
      added(id) != nil
    default: false
    }
  }
}

extension Event {
  /// Whether it adds a line of the cart, ticks it or changes its quantity.
  fileprivate func isAbout(_ line: CartLine.ID) -> Bool {
    if case .linesAdded(let lines) = self { return lines.contains { $0.id == line } }
    return changedLines.contains(line)
  }
}
