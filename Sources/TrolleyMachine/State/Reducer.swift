/// The only function that changes the state. Pure: the same state and action give the same state
/// and effects.
public func reduce(_ state: inout AppState, _ action: Action) -> [Effect] {
  let before = state.session.actor.account
  let place = (page: state.session.page, overlays: state.session.overlays.count)
  let notice = state.session.notice
  let mayShowOthers = !action.isStep && !state.isShown(action)
  var effects: [Effect] = []
  state.handle(action, &effects)
  if action.isInput {
    let isElsewhere = place != (state.session.page, state.session.overlays.count)
    state.session.endNotice(notice, isElsewhere: isElsewhere)
  }
  // What falls belongs to the page where it was done, and what a test said to the time when it was read.
  if state.session.page != place.page {
    state.session.confetti = []
    state.session.forgetOutcomesOfTests()
  }
  state.fillCatalogue(isAnotherPage: state.session.page != place.page, &effects)
  state.updatePresence(insteadOf: before, &effects)
  if mayShowOthers || state.mayShowOtherPictures { state.requestVisibleImages(&effects) }
  return effects
}

extension AppState {
  /// Whether an action only says that what the screen shows is on the disk now: then there is nothing
  /// to draw. Ask before it is carried out.
  package func isShown(_ action: Action) -> Bool {
    guard case .journalAdvanced(let entries) = action, session.sync == nil, session.placing == nil,
      session.dataTrouble == nil, session.refused.isEmpty, session.undoQueue.isEmpty,
      replica.waiting.isEmpty, entries.count <= replica.pending.count
    else { return false }
    return zip(entries, replica.pending).allSatisfy { entry, one in
      entry.position > replica.position && entry.position != Entry.waiting
        && one.step.isSame(as: entry.step) && one.planned == entry.step
    }
  }
}

extension AppState {
  fileprivate mutating func handle(_ action: Action, _ effects: inout [Effect]) {
    let scanned = session.scannedKeys
    if action.isInput {
      session.lastInput = session.clock
      session.scannedKeys = nil
      session.passNotifications()
    }
    switch action {
    case .clock(let clock): advance(to: clock, &effects)
    case .command(let command): perform(command, &effects)
    case .digit(let digit, let command):
      session.scannedKeys = scanned
      press(digit: digit, command, &effects)
    case .scanned(let code): take(scan: code, scanned, &effects)
    case .typed(let character): type(String(character))
    case .unbound(let key): explain(key)
    case .pasted(let text): paste(text, &effects)
    case .pressedEntry(let index): press(entry: index, &effects)
    case .pressedField(let index): press(field: index)
    case .pressedBox(let index): press(box: index, &effects)
    case .pressedMap(let cell): press(map: cell, &effects)
    case .wheel(let up): wheel(up: up, &effects)
    case .resized(let size):
      session.size = size
      showFocus()
      fitMap(&effects)
      fitCode(&effects)
      showFocusOfMachines()
    case .journalAdvanced(let entries): confirm(entries, &effects)
    case .recordFailed(let failure): takeBack(failure)
    case .stepRead(let step, let purpose, let result):
      finishUndo(step, purpose, result, &effects)
    case .sharingNotesRead(let notes): take(notes, &effects)
    case .journalTrouble(let failure):
      session.dataTrouble = failure.sentence
      session.isListMoved = failure.needsRestart
    case .vaultAnswered(let answer, let number): receiveVaultAnswer(answer, number, &effects)
    case .workerAnswered(let answer, let number):
      receiveWorkerAnswer(answer, number: number, &effects)
    case .started: if session.showsCatalogue { enterCatalogue(asks: false, &effects) }
    case .catalogueFileChanged: readCatalogueFileAgain(&effects)
    case .catalogueLoaded(let kept): receive(kept, &effects)
    case .syncChanged(let status): receive(status)
    case .serverAnswered(let answer, let number):
      receiveServerAnswer(answer, number: number, &effects)
    case .presenceChanged(let online): showPresence(online)
    case .outagesChanged(let outages): follow(outages, &effects)
    case .continued:
      forgetSecrets(&effects)
      lock(because: "Locked, since Trolley was suspended.")
    case .copied(let what): notice(what, .success)
    case .openingFailed(let address): failedToOpen(address, &effects)
    case .preferencesFailed(let failure): notice(failure.sentence, .danger)
    case .settingChecked(let name, let typed, let refusal):
      finishOption(name, typed, refusal, &effects)
    case .hostCapabilitiesKnown(let host): session.apply(host)
    case .settingsRead(let reading): apply(reading, &effects)
    case .settingsUnreadable(let failure):
      session.settings.remarks = [failure.sentence]
      notice(failure.sentence, .danger)
    case .ending: session.mail.queue = []
    case .draftsRead(let bytes): session.mail.drafts = MailDrafts(bytes)
    case .mailClaimed(let number, let refusal, let drafts):
      receiveMailClaim(number, refusal, drafts, &effects)
    case .graphicsAnswered(let answer): session.graphics.take(answer)
    case .outputIsSlow:
      session.confetti = []
      session.stillness = session.stillness ?? .slow
    }
  }

  private mutating func advance(to clock: Clock, _ effects: inout [Effect]) {
    if session.mustLock(at: clock) { lock(because: lockReason(at: clock)) }
    session.clock = clock
    signInWaited(&effects)
    if let notice = session.notice, notice.until <= clock.monotonic { session.notice = nil }
    session.calmSync.advance(session.sync, now: clock.monotonic)
    noteWaiting()
    if let held = session.items.held, held.until <= clock.monotonic { releaseHeld() }
    if !session.confetti.isEmpty { session.moveConfetti() }
    retryCatalogueWhenDue(&effects)
    lookAtMachinesWhenDue(&effects)
    let due = session.dueNotifications.filter { $0.at <= clock.monotonic }
    if !due.isEmpty {
      session.dueNotifications.removeAll { $0.at <= clock.monotonic }
      for one in due { deliver(one, &effects) }
    }
  }

  private func lockReason(at clock: Clock) -> String {
    clock.wall < session.clock.wall - 5
      ? "Locked, since the clock was turned back."
      : "Locked after \(Wording.count(lockMinutes, "minute")) without a key."
  }

  /// Shown in the app as well: not every desktop displays notifications, and not every terminal
  /// forwards them.
  private mutating func deliver(_ one: Notification, _ effects: inout [Effect]) {
    effects.append(.notify(title: one.title, body: one.body))
    let isShown = one.order.map { order in session.overlays.contains { $0.isDialog(of: order) } }
    if !session.isLocked, isShown != true, one.reading != .past {
      notice(one.body, .success, seconds: 8)
    }
  }

  // MARK: Changing the list

  /// Validates a change, shows it at once, and requests that it be recorded. Throws why it is
  /// refused.
  mutating func make(_ change: Change, _ effects: inout [Effect]) throws(ChangeError) {
    carryOut(change, try plan(change).events, &effects)
  }

  private mutating func carryOut(_ change: Change, _ events: [Event], _ effects: inout [Effect]) {
    let celebration = celebration(of: change)
    record(events, .change, &effects)
    if let celebration { celebrate(celebration) }
  }

  /// The planner must be released before the state changes: a second live copy of the list would
  /// make the change copy all of it.
  private mutating func plan(
    _ change: Change
  ) throws(ChangeError) -> (events: [Event], takers: [Item.ID: Int], leftOut: [ChangeError]) {
    var planner = planner()
    let events = try planner.plan(change)
    session.ids = planner.ids
    return (events, planner.takers, planner.leftOut)
  }

  /// For a change of the list as it is now, by the person at the screen.
  func planner() -> Planner {
    Planner(
      state: shared, ids: session.ids, now: session.clock.wall, actor: session.actor,
      utcOffset: session.utcOffset, numbers: session.style)
  }

  /// Like `make`, but shows a refusal as a notice. Returns whether the change was made.
  @discardableResult
  mutating func attempt(_ change: Change, _ effects: inout [Effect]) -> Bool {
    do {
      try make(change, &effects)
      return true
    } catch {
      refuse(error)
      return false
    }
  }

  /// Like `attempt`, and shows a summary with the undo key.
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

  @discardableResult
  mutating func makeAnnounced(
    _ change: Change, _ effects: inout [Effect]
  ) throws(ChangeError) -> [Event] {
    let (events, takers, leftOut) = try plan(change)
    let deed = ChangeSummary(events, in: shared, style: session.style)
    carryOut(change, events, &effects)
    let joined = takers.wordsOfJoined(in: shared).map { "; " + $0 } ?? ""
    announce(
      done: deed.past + joined + leftOut.words
        + (remark(onSumAfter: change, events).map { "; " + $0 } ?? ""))
    return events
  }

  /// Why the sum leaves out what a form has just made of an item.
  private func remark(onSumAfter change: Change, _ events: [Event]) -> String? {
    let (item, line): (Item.ID?, CartLine.ID?) =
      switch change {
      case .edit(let id, let draft) where draft.isOfSum: (id, draft.line)
      case .add(let requests) where requests.count == 1:
        (shared.items.first(named: CleanText.line(requests[0].name)), nil)
      default: (nil, nil)
      }
    return item.flatMap {
      shared.whyNotCounted($0, after: events, of: line, style: session.style)
    }
  }

  /// - Parameter author: who requested it, if not the current person.
  mutating func record(
    _ events: [Event], _ role: StepRole, by author: String? = nil, _ effects: inout [Effect]
  ) {
    session.stepNumber += 1
    noteStepOnSettings(events, role, after: session.stepNumber - 1)
    let step = Step(
      replica: session.ids.replica, number: session.stepNumber, time: session.clock.wall,
      author: author ?? session.author, role: role, events: events
    ).seeing(shared)
    if session.notice?.isOfChange == true { session.notice = nil }
    let touches = replica.propose(step)
    amend(touches)
    effects.append(.record(step))
    effects += events.compactMap(\.endsTokens).map { .revokeTokens($0) }
  }

  private mutating func confirm(_ entries: [Entry], _ effects: inout [Effect]) {
    let own = replica.waiting(of: entries)
    let others = entries.filter {
      $0.step.replica != session.ids.replica && !own.contains($0.step.name)
    }
    // What a program on this machine does waits here before it has its place.
    if session.sync?.link == .online {
      session.runsElsewhere.formUnion(
        others.lazy.filter { $0.position != Entry.waiting }.map(\.step.replica))
    }
    let ofCart = thingsOfCart(changedBy: others)
    let wasComplete = shared.cart.isComplete
    let anotherUse = formsBefore(others)
    let author = session.author.isEmpty ? session.goneAuthor : session.author
    let touches = replica.confirm(entries)
    noteQuantities(others, besides: author)
    noteWaiting()
    session.refused.removeAll { step in entries.contains { $0.step.isSame(as: step) } }
    if session.refused.isEmpty { session.dataTrouble = nil }
    amend(touches)
    if let anotherUse { followUse(changedBy: anotherUse) }
    if let last = others.last { applyRemoteChange(last, touches) }
    tell(of: ofCart)
    if let id = session.actor.account,
      others.contains(where: { $0.step.events.contains { $0.endsTokens == id } })
    {
      lock(because: "Locked: the \(shared.use == .staff ? "PIN" : "password") was changed.")
    }
    tellOfSharing(entries, own: own, by: author, &effects)
    if isFinished(by: others, wasComplete: wasComplete) { celebrate(.complete) }
    if let placing = session.placing, entries.contains(where: { $0.step.isSame(as: placing.step) })
    {
      session.placing = nil
      thank(for: placing.order)
      mail(order: placing.order, &effects)
    }
    for entry in entries where entry.step.replica == session.ids.replica {
      for at in session.undoQueue.indices where session.undoQueue[at].precedes(entry.step) {
        session.undoQueue[at].later.insert(shared.history.reference(to: entry))
      }
    }
    readNextUndo(&effects)
  }

  /// Removes unsaved changes from the screen and keeps them for a retry.
  private mutating func takeBack(_ failure: Failure) {
    let (steps, touches) = replica.abandonPending()
    session.undoQueue = []
    if failure == .ofRemovedPerson {
      // To try again would not help.
      session.refused += steps.filter { $0.author != steps.first?.author }
      show(.news(failure.sentence))
      return amend(touches)
    }
    session.refused += steps
    let saysSo = failure.sentence.contains("not saved")
    session.isListMoved = failure.needsRestart
    session.dataTrouble = failure.sentence + (saysSo ? "" : " Not saved.")
    if session.notice?.isOfChange == true { session.notice = nil }
    session.confetti = []
    amend(touches)
  }

  mutating func retry(_ effects: inout [Effect]) {
    let hadFailures = session.shelf.forgetFailures()
    session.catalogue.said = nil
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
    if session.page == .orders, steps.isEmpty, !sends, let mail = mailOfFocusedOrder {
      // Under the cursor: a catalogue that is away does not come before it.
      if mayAskCatalogue { retryCatalogue(&effects) }
      return openMail(mail.about, &effects)
    }
    let asks = retryCatalogue(&effects)
    if !steps.isEmpty || sends { return }
    if asks {
      // Elsewhere it would not be seen.
      guard session.catalogue.asking != nil, !session.showsCatalogue else { return }
      notice("\(session.catalogueName) is asked again.")
    } else if session.showsCatalogue, !wasTrouble, session.overlays.isEmpty {
      refreshCatalogue(&effects)
    } else if let mail = mailToTryAgain {
      openMail(mail.about, &effects)
    } else if wasTrouble {
      // Whether that is over, the disk has to say.
      effects.append(.readJournal)
    } else {
      notice(hadFailures ? "Looking again for the pictures that are missing." : nothingToTryAgain)
    }
  }

  // MARK: After any change

  /// Updates the lists for touched items; focus and scroll position stay with their items.
  private mutating func amend(_ touches: [SharedState.Touch]) {
    guard !touches.isEmpty else { return }
    followPeople(touches)
    followOrders(touches)
    forgetMailedOrders(touches)
    for page in ScreenID.allPages { page.amend(&self, touches) }
    closeWhatIsGone()
  }

  /// Closes an overlay whose subject was deleted, with a notice.
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
