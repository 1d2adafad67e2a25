/// The one function that changes the state. Pure: the same state and action give the same state and
/// effects.
public func reduce(_ state: inout AppState, _ action: Action) -> [Effect] {
  let before = state.session.actor.account
  var effects: [Effect] = []
  state.handle(action, &effects)
  let now = state.session.actor.account
  if now != nil, now != before { state.openCatalogueOfStaff(&effects) }
  state.appear(insteadOf: before, &effects)
  state.attendPictures(&effects)
  return effects
}

extension AppState {
  fileprivate mutating func handle(_ action: Action, _ effects: inout [Effect]) {
    if action.isInput { session.lastInput = session.clock }
    switch action {
    case .clock(let clock): advance(to: clock, &effects)
    case .command(let command): perform(command, &effects)
    case .typed(let character): type(String(character))
    case .pasted(let text): paste(text)
    case .pressedEntry(let index): press(entry: index, &effects)
    case .pressedField(let index): press(field: index)
    case .wheel(let up): wheel(up: up, &effects)
    case .resized(let size):
      session.size = size
      showFocus()
      fitMap(&effects)
    case .journalAdvanced(let entries): confirm(entries, &effects)
    case .recordFailed(let failure): takeBack(failure)
    case .stepRead(let position, let purpose, let result):
      finishUndo(position, purpose, result, &effects)
    case .journalTrouble(let failure): session.dataTrouble = failure.sentence
    case .vaultAnswered(let answer, let number): take(answer, number, &effects)
    case .workerAnswered(let answer, let number): handle(answer, number: number, &effects)
    case .started: if session.showsCatalogue { enterCatalogue(asks: false, &effects) }
    case .catalogueLoaded(let kept): take(kept: kept, &effects)
    case .presenceChanged(let online): take(online: online)
    case .continued:
      forgetSecrets(&effects)
      lock()
    case .copied(let what): notice(what, .success)
    case .preferencesFailed(let failure): notice(failure.sentence, .danger)
    case .meansKnown(let means): session.take(means)
    case .settingsRead(let read, let remarks): take(read: read, remarks: remarks, &effects)
    case .outputIsSlow:
      session.confetti = []
      session.stillness = session.stillness ?? .slow
    }
  }

  private mutating func advance(to clock: Clock, _ effects: inout [Effect]) {
    if session.mustLock(at: clock) { lock() }
    session.clock = clock
    signInWaited()
    if let notice = session.notice, notice.until <= clock.monotonic { session.notice = nil }
    if let held = session.items.held, held.until <= clock.monotonic { releaseHeld() }
    if !session.confetti.isEmpty { session.endConfetti() }
    retryCatalogueWhenDue(&effects)
    let due = session.dueNotifications.filter { $0.at <= clock.monotonic }
    if !due.isEmpty {
      session.dueNotifications.removeAll { $0.at <= clock.monotonic }
      for one in due { deliver(one, &effects) }
    }
  }

  /// Also in the app: not every desktop shows notifications, and not every terminal passes them on.
  private mutating func deliver(_ one: Notification, _ effects: inout [Effect]) {
    effects.append(.notify(title: one.title, body: one.body))
    if !session.isLocked { notice(one.body, .success, seconds: 8) }
  }

  mutating func notice(_ text: String, _ tone: Notice.Tone = .plain, seconds: Int = 4) {
    session.notice = Notice(
      text: text, tone: tone, until: session.clock.monotonic + seconds * 1000)
  }

  /// What was just done, with the key that takes it back. It goes when something else is done, and
  /// when the disk refuses the change.
  mutating func announce(done past: String) {
    let taken = session.bindings.filter { $0.scope == session.pageScope && $0.command != .undo }
      .flatMap(\.keys)
    let keys = session.bindings.first { $0.command == .undo }?.keys ?? []
    let hint = keys.first { !taken.contains($0) }.map { " — \($0) to undo" } ?? ""
    notice(ofChange: past, hint: hint)
  }

  mutating func notice(ofChange text: String, hint: String = "") {
    session.notice = Notice(
      text: text, hint: hint, tone: .success, until: session.clock.monotonic + 4000,
      isOfChange: true)
  }

  // MARK: Changing the list

  /// Validates a change, shows it at once, and asks for it to be written. Throws why not.
  mutating func make(_ change: Change, _ effects: inout [Effect]) throws(ChangeRefusal) {
    carryOut(change, try plan(change), &effects)
  }

  private mutating func carryOut(
    _ change: Change, _ events: [Event], _ effects: inout [Effect]
  ) {
    let celebration = celebration(of: change)
    record(events, .change, &effects)
    if let celebration { celebrate(celebration) }
  }

  /// The planner is gone before anything changes: a second copy of the list that is still alive then
  /// would make one key copy all of it.
  private mutating func plan(_ change: Change) throws(ChangeRefusal) -> [Event] {
    var planner = Planner(
      state: shared, ids: session.ids, now: session.clock.wall, actor: session.actor,
      utcOffset: session.utcOffset)
    let events = try planner.plan(change)
    session.ids = planner.ids
    return events
  }

  /// The same, where a refusal becomes a notice. Gives whether it was made.
  @discardableResult
  mutating func attempt(_ change: Change, _ effects: inout [Effect]) -> Bool {
    do {
      try make(change, &effects)
      return true
    } catch {
      notice(error.sentence, .danger)
      return false
    }
  }

  /// The same, with the deed as a notice that names the key for undo.
  @discardableResult
  mutating func announce(_ change: Change, _ effects: inout [Effect]) -> Bool {
    do {
      try makeAnnounced(change, &effects)
      return true
    } catch {
      notice(error.sentence, .danger)
      return false
    }
  }

  mutating func makeAnnounced(
    _ change: Change, _ effects: inout [Effect]
  ) throws(ChangeRefusal) {
    let events = try plan(change)
    let deed = Deed(events, in: shared)
    carryOut(change, events, &effects)
    announce(done: deed.past)
  }

  mutating func record(
    _ events: [Event], _ role: StepRole, _ effects: inout [Effect]
  ) {
    session.stepNumber += 1
    let step = Step(
      replica: session.ids.replica, number: session.stepNumber, time: session.clock.wall,
      author: session.author, role: role, events: events)
    if session.notice?.isOfChange == true { session.notice = nil }
    let touches = replica.propose(step)
    amend(touches)
    effects.append(.record(step))
    effects += events.compactMap(\.endsTokens).map { .revokeTokens($0) }
  }

  private mutating func confirm(_ entries: [Entry], _ effects: inout [Effect]) {
    let others = entries.filter { $0.step.replica != session.ids.replica }
    let touches = replica.confirm(entries)
    session.refused.removeAll { step in entries.contains { $0.step.isSame(as: step) } }
    if session.refused.isEmpty { session.dataTrouble = nil }
    amend(touches)
    if let last = others.last { follow(last, touches) }
    if let placing = session.placing, entries.contains(where: { $0.step.isSame(as: placing.step) })
    {
      session.placing = nil
      thank(for: placing.order)
      mail(order: placing.order, &effects)
    }
    guard replica.pending.isEmpty, !session.waiting.isEmpty else { return }
    perform(session.waiting.removeFirst(), &effects)
  }

  /// What the disk refused goes back off the screen, and is kept for another try.
  private mutating func takeBack(_ failure: Failure) {
    let (steps, touches) = replica.abandonPending()
    session.refused += steps
    session.waiting = []
    let saysSo = failure.sentence.contains("not saved")
    session.dataTrouble = failure.sentence + (saysSo ? "" : " Not saved.")
    if session.notice?.isOfChange == true { session.notice = nil }
    session.confetti = []
    amend(touches)
  }

  mutating func retry(_ effects: inout [Effect]) {
    session.shelf.forgetFailures()
    let steps = session.refused
    let wasTrouble = session.dataTrouble != nil
    session.refused = []
    session.dataTrouble = nil
    for step in steps {
      let touches = replica.propose(step)
      amend(touches)
      effects.append(.record(step))
    }
    let sends = sendUnsentOrder(&effects)
    if session.isLocked { return }
    if retryCatalogue(&effects) || !steps.isEmpty || sends { return }
    if session.showsCatalogue, !wasTrouble, session.overlays.isEmpty {
      refreshCatalogue(&effects)
    } else {
      notice("Everything is saved.", .success)
    }
  }

  // MARK: Undo and redo

  mutating func undo(_ purpose: UndoPurpose, _ effects: inout [Effect]) {
    guard replica.pending.isEmpty else {
      session.waiting.append(purpose == .undo ? .undo : .redo)
      return
    }
    guard let position = nextStep(purpose) else {
      let refusal = purpose == .undo ? ChangeRefusal.nothingToUndo : .nothingToRedo
      return giveUpUndo(refusal.sentence)
    }
    effects.append(.readStep(position, purpose))
  }

  /// One's own last step; signing out has put an end to those before.
  private func nextStep(_ purpose: UndoPurpose) -> Int? {
    let history = shared.history
    let next =
      purpose == .undo
      ? history.nextUndo(of: session.author) : history.nextRedo(of: session.author)
    return next.flatMap { $0 > session.undoFloor ? $0 : nil }
  }

  private mutating func finishUndo(
    _ position: Int, _ purpose: UndoPurpose, _ result: Result<Entry, Failure>,
    _ effects: inout [Effect]
  ) {
    let entry: Entry
    switch result {
    case .failure(let failure): return giveUpUndo(failure.sentence, .danger)
    case .success(let read): entry = read
    }
    guard nextStep(purpose) == position, replica.pending.isEmpty else {
      return undo(purpose, &effects)
    }
    let before = Deed(entry.step.events, in: shared).plain
    do throws(ChangeRefusal) {
      let plan = try UndoPlanner(purpose, entry, in: shared)
      try Rules.check(plan.events, by: session.actor, in: shared)
      record(plan.events, purpose == .undo ? .undo(position) : .redo(position), &effects)
      let words = words(entry, before) + (plan.isPartial ? UndoPlanner.partly : "")
      notice(ofChange: (purpose == .undo ? "Undid: " : "Did again: ") + words)
    } catch {
      giveUpUndo(error.sentence, .danger)
    }
  }

  /// What was asked for behind it would otherwise happen after some later change.
  private mutating func giveUpUndo(_ why: String, _ tone: Notice.Tone = .plain) {
    session.waiting = []
    notice(why, tone)
  }

  /// Names come from whichever state knows the things: the one before or the one after.
  private func words(_ entry: Entry, _ before: String) -> String {
    before.contains(Deed.unnamed) ? Deed(entry.step.events, in: shared).plain : before
  }

  // MARK: After any change

  /// Lists follow what was touched; focus and scroll stay with their things.
  private mutating func amend(_ touches: [SharedState.Touch]) {
    guard !touches.isEmpty else { return }
    followPeople(touches)
    amendItems(touches)
    amendSources(touches)
    amendCart(touches)
    keepListsInside()
    closeWhatIsGone()
  }

  private mutating func keepListsInside() {
    let height = session.layout.list.height
    session.stores.move(to: session.stores.index, count: shared.stores.count, viewport: height)
    session.orders.focus.move(
      to: session.orders.focus.index, count: shared.orders.count, viewport: height)
    session.people.move(
      to: session.people.index, count: shared.accounts.count, viewport: height)
    if let id = session.orders.opened, !shared.orders.contains(where: { $0.id == id }) {
      session.orders.opened = nil
    }
  }

  /// A page about something that somebody deleted closes, with a word.
  private mutating func closeWhatIsGone() {
    let count = session.overlays.count
    guard count > 0 else { return }
    let items = shared.items
    session.overlays.removeAll { overlay in
      if case .details(let details) = overlay { return items[details.item] == nil }
      return false
    }
    if session.overlays.count < count { notice("That item is gone.") }
  }
}
