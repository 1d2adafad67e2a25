/// A value of this person that another machine has replaced without having seen it.
public struct Conflict: Equatable, Sendable {
  /// What replaced it; its inverse puts it back.
  let event: Event
  /// Who did that, as `Account.author`.
  let author: String

  /// Whether it stands as it was replaced; otherwise there is nothing to put back.
  func stands(in state: SharedState) -> Bool {
    switch event {
    case .itemChanged(let id, _, let to): state.items[id].map { to.held(by: $0) == to } ?? false
    case .itemsRemoved(let items): items.contains { state.items[$0.id] == nil }
    case .linesRemoved(let lines): lines.contains { state.carts.line($0.id) == nil }
    case .settingChanged(let setting, _, let to): state.value(of: setting) == to
    case .storeChanged(_, let to): state.stores.contains(to)
    case .storeRemoved(let store): !state.stores.contains { $0.id == store.id }
    case .itemsAdded, .linesAdded, .quantityChanged, .linesPicked, .linesMoved, .storeAdded,
      .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed,
      .aislesWalked, .useChanged, .accountAdded, .accountRemoved, .accountChanged, .accessRecovered,
      .recoverySeen, .cartHeld, .cartTakenUp, .seeded, .shared:
      false
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
    case (.linesRemoved(let lines), .quantityChanged(let id, _, _, _)):
      return lines.contains { $0.id == id }
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
      for index in step.unseen.sorted() where step.events.indices.contains(index) {
        let conflict = Conflict(event: step.events[index], author: step.author)
        guard session.ownValues.isReplaced(by: conflict.event), conflict.stands(in: shared) else {
          continue
        }
        session.conflicts.append(conflict)
        say(conflict)
      }
    }
  }

  private mutating func say(_ conflict: Conflict) {
    let key = session.keymap.key(for: .putBack, in: session.shownPage.scope, use: shared.use)
    session.notice = Notice(
      text: ConflictText.sentence(conflict, in: shared, style: session.style),
      hint: key.map { " \($0) puts yours back." } ?? "", tone: .danger,
      until: session.clock.monotonic + 10_000)
  }

  /// Puts the value back that was replaced last.
  mutating func putBack(_ effects: inout [Effect]) {
    guard let conflict = conflicts.last, let inverse = conflict.event.inverse else {
      return notice("Nothing of yours was replaced.")
    }
    let events = EventReplan(inverse, in: shared).kept.map(\.event)
    do throws(ChangeError) {
      guard !events.isEmpty else { throw .nothingToDo }
      try AccessPolicy.check(events, by: session.actor, in: shared, endsShopping: false)
      session.conflicts.removeAll { $0 == conflict }
      let deed = ChangeSummary(events, in: shared, style: session.style)
      record(events, .change, &effects)
      announce(done: deed.past)
    } catch { refuse(error) }
  }

  /// Leaves everything as the others have it.
  mutating func forgetConflicts() {
    session.conflicts = []
    notice("It stays as the others have it.")
  }
}
