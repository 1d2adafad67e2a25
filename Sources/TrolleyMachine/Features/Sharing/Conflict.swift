/// A value of this person that another machine has replaced without having seen it.
public struct Conflict: Equatable, Sendable {
  /// What replaced it, and nothing else; its inverse puts it back.
  let event: Event
  /// The lines of the cart that went with a deleted item, and come back with it.
  let lines: [CartLine]
  /// Who did that, as `Account.author`.
  let author: String

  init(event: Event, lines: [CartLine] = [], author: String) {
    self.event = event
    self.lines = lines
    self.author = author
  }

  /// What a step has replaced unseen, each thing by itself. A line whose item was deleted comes back
  /// with that.
  static func all(of step: Step, _ isOwn: (Event) -> Bool) -> [Conflict] {
    var removed: [Item.ID: Item] = [:]
    var lines: [Item.ID: [CartLine]] = [:]
    for event in step.events {
      switch event {
      case .itemsRemoved(let items): for item in items { removed[item.id] = item }
      case .linesRemoved(let all): for line in all { lines[line.item, default: []].append(line) }
      default: break
      }
    }
    var conflicts: [Conflict] = []
    for index in step.unseen.sorted() where step.events.indices.contains(index) {
      for part in step.events[index].parts where isOwn(part) {
        var conflict = Conflict(event: part, author: step.author)
        if let item = part.removedItem.flatMap({ removed[$0] }) {
          conflict = Conflict(
            event: .itemsRemoved([item]), lines: lines[item.id] ?? [], author: step.author)
        }
        if !conflicts.contains(conflict) { conflicts.append(conflict) }
      }
    }
    return conflicts
  }

  /// What puts it back.
  var inverse: [Event] {
    [event.inverse, lines.isEmpty ? nil : .linesAdded(lines)].compactMap { $0 }
  }

  /// Whether it stands as it was replaced; otherwise there is nothing to put back.
  func stands(in state: SharedState) -> Bool {
    switch event {
    case .itemChanged(let id, _, let to): state.items[id].map { to.held(by: $0) == to } ?? false
    case .itemsRemoved(let items): items.contains { state.items[$0.id] == nil }
    case .linesRemoved(let lines): lines.contains { state.carts.line($0.id) == nil }
    case .settingChanged(let setting, _, let to): state.value(of: setting) == to
    case .storeChanged(_, let to): state.stores.contains(to)
    case .storeRemoved(let store): !state.stores.contains { $0.id == store.id }
    case .quantityChanged(let id, _, _, _, let set?): state.carts.line(id)?.quantity == set
    case .itemsAdded, .linesAdded, .quantityChanged, .linesPicked, .linesMoved, .storeAdded,
      .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed,
      .aislesWalked, .useChanged, .accountAdded, .accountRemoved, .accountChanged, .accessRecovered,
      .recoverySeen, .cartHeld, .cartTakenUp, .seeded, .shared:
      false
    }
  }
}

extension Event {
  /// An event for each thing that it removes; other events are one.
  fileprivate var parts: [Event] {
    switch self {
    case .itemsRemoved(let items): items.map { .itemsRemoved([$0]) }
    case .linesRemoved(let lines): lines.map { .linesRemoved([$0]) }
    default: [self]
    }
  }

  /// The item that it removes, or whose line.
  fileprivate var removedItem: Item.ID? {
    switch self {
    case .itemsRemoved(let items): items.first?.id
    case .linesRemoved(let lines): lines.first?.item
    default: nil
    }
  }
}

/// What this person has set since the program was started, to know whose a replaced value was.
struct OwnValues: Equatable, Sendable {
  /// Earlier ones are forgotten.
  private static let most = 500

  private var events: [Event] = []

  mutating func note(_ step: Step) {
    events = Array((events + step.events).suffix(Self.most))
  }

  /// Whether `event` replaces something of them.
  func isReplaced(by event: Event) -> Bool { events.contains { Self.replaces(event, $0) } }

  private static func replaces(_ event: Event, _ own: Event) -> Bool {
    switch (event, own) {
    case (.itemChanged(let id, let from, _), .itemChanged(let other, _, let mine)):
      let both = mine.touched(by: from)
      return id == other && !both.isEmpty && both == from.touched(by: mine)
    case (.itemChanged(let id, let from, _), .itemsAdded(let items)):
      return items.contains { $0.id == id && !from.held(by: $0).isEmpty }
    case (.itemsRemoved(let items), .itemChanged(let id, _, _)):
      return items.contains { $0.id == id }
    case (.linesRemoved(let lines), .quantityChanged(let id, _, _, _, _)):
      return lines.contains { $0.id == id }
    // What was added is part of what is replaced, whatever it had become.
    case (
      .quantityChanged(let id, let by, _, _, let set?),
      .quantityChanged(let other, _, _, _, let mine)
    ):
      return id == other
        && (mine == nil || set.adding(-by).map { $0.isSame(as: mine ?? set) } == true)
    case (.settingChanged(let setting, let from, _), .settingChanged(let other, _, let mine)):
      return setting == other && from == mine
    case (.storeChanged(let from, _), .storeChanged(_, let mine)),
      (.storeRemoved(let from), .storeChanged(_, let mine)):
      return from == mine
    default: return false
    }
  }
}

extension AppState {
  /// What was replaced and still is.
  var conflicts: [Conflict] {
    session.conflicts.isEmpty ? [] : session.conflicts.filter { $0.stands(in: shared) }
  }

  /// Takes note of what has its place now: values of this person, and what replaced them unseen.
  mutating func noteConflicts(_ entries: [Entry], own: Set<StepReference>) {
    guard session.sync != nil else { return }
    for entry in entries where entry.position != Entry.waiting {
      let step = entry.step
      guard step.replica != session.ids.replica, !own.contains(step.name) else {
        session.ownValues.note(step)
        continue
      }
      let new = Conflict.all(of: step) { session.ownValues.isReplaced(by: $0) }
        .filter { $0.stands(in: shared) }
      guard !step.isOrder else {
        tell(ofOrder: step, new)
        continue
      }
      session.conflicts += new
      say(new)
    }
  }

  /// What was ordered is bought and does not go back into the cart; what the order did not contain
  /// has stayed there.
  private mutating func tell(ofOrder step: Step, _ new: [Conflict]) {
    let own = step.events.compactMap { event -> CartLine? in
      guard case .quantityChanged(let id, _, _, _, _) = event else { return nil }
      return shared.carts.line(id)
    }.filter { session.ownValues.isReplaced(by: .linesRemoved([$0])) }
    let sentence =
      new.first.map { ConflictText.ordered($0, new.count, in: shared, style: session.style) }
      ?? ConflictText.kept(own, by: step.author, in: shared)
    guard let sentence else { return }
    notice(sentence, new.isEmpty ? .plain : .danger, seconds: 10)
  }

  /// Says which value of this person was replaced, and how many more.
  private mutating func say(_ new: [Conflict]) {
    guard let last = new.last else { return }
    let key = session.keymap.key(for: .putBack, in: session.shownPage.scope, use: shared.use)
    let more = new.count - 1
    session.notice = Notice(
      text: ConflictText.sentence(last, in: shared, style: session.style)
        + (more == 0 ? "" : " So \(more == 1 ? "was" : "were") \(more) more of yours."),
      hint: key.map { more == 0 ? " \($0) puts yours back." : " \($0) shows them." } ?? "",
      command: .putBack, tone: .danger, until: session.clock.monotonic + 10_000)
  }

  /// Puts back the value that the notice says was replaced; else shows all that were.
  mutating func putBack(_ effects: inout [Effect]) {
    let conflicts = conflicts
    guard let last = conflicts.last else { return notice("Nothing of yours was replaced.") }
    let sentence = ConflictText.sentence(last, in: shared, style: session.style)
    guard conflicts.count > 1 || session.notice?.text != sentence else {
      return putBack(last, &effects)
    }
    let entries = conflicts.reversed().map { conflict in
      let (what, values) = ConflictText.row(conflict, in: shared, style: session.style)
      return PickerState.Entry(what, detail: values, value: what + values)
    }
    show(PickerState(.conflict, "Put back what another machine replaced", entries))
  }

  /// Puts back what was chosen from the list, if it still stands.
  mutating func putBack(chosen value: String, _ effects: inout [Effect]) {
    let chosen = conflicts.last {
      let (what, values) = ConflictText.row($0, in: shared, style: session.style)
      return what + values == value
    }
    guard let chosen else { return notice("That has been changed again meanwhile.") }
    putBack(chosen, &effects)
  }

  private mutating func putBack(_ conflict: Conflict, _ effects: inout [Effect]) {
    var now = shared
    var events: [Event] = []
    for event in conflict.inverse {
      for (part, _) in EventReplan(event, in: now).kept {
        var touches: [SharedState.Touch] = []
        now.apply(part, touches: &touches)
        events.append(part)
      }
    }
    do throws(ChangeError) {
      guard !events.isEmpty else { throw .nothingToDo }
      try AccessPolicy.check(events, by: session.actor, in: shared, endsShopping: false)
      session.conflicts.removeAll { $0 == conflict }
      let deed = ChangeSummary(events, in: shared, style: session.style)
      record(events, .change, &effects)
      let left = conflicts.count
      guard left > 0 else { return announce(done: deed.past) }
      let key = session.keymap.key(for: .putBack, in: session.shownPage.scope, use: shared.use)
      notice(
        ofChange: deed.past + ". \(Wording.count(left, "more value")) of yours "
          + (left == 1 ? "was" : "were") + " replaced.",
        hint: key.map { " \($0) shows \(left == 1 ? "it" : "them")." } ?? "", command: .putBack)
    } catch { refuse(error) }
  }

  /// Leaves everything as the others have it.
  mutating func forgetConflicts() {
    session.conflicts = []
    notice("It stays as the others have it.")
  }
}
