/// Undo and redo: a request waits until what it concerns is on the disk, and the step is read from there.
extension AppState {
  mutating func undo(_ purpose: UndoPurpose, _ effects: inout [Effect]) {
    // A change ends what can be done again, also one that was made while an undo is on its way.
    if purpose == .redo, let last = session.undoQueue.last, isOvertaken(last) {
      return notice(ChangeError.nothingToRedo.sentence)
    }
    session.undoQueue.append(
      UndoRequest(purpose: purpose, actor: session.actor, after: session.stepNumber))
    readNextUndo(&effects)
  }

  /// Whether something was changed since the request was made.
  private func isOvertaken(_ request: UndoRequest) -> Bool {
    !request.later.isEmpty || replica.pending.contains { request.precedes($0.step) }
  }

  /// Whether there is a step of one's own to take back, or one on its way to the disk.
  var canUndo: Bool {
    !replica.pending.isEmpty
      || nextStep(UndoRequest(purpose: .undo, actor: session.actor, after: session.stepNumber))
        != nil
  }

  /// The person's own last step since signing in.
  private func nextStep(_ request: UndoRequest) -> StepReference? {
    let closed = (request.purpose == .redo ? session.overtakenUndos : request.later)
      .union(session.skippedUndos).union(session.closedSteps)
    let step = shared.history.open(request).last { !closed.contains($0) }
    // Of a step known by its name, the place is known once it is read.
    return step.flatMap { $0.position.map { $0 <= session.undoFloor } == true ? nil : $0 }
  }

  /// Why there is no step for a request.
  private func nothingLeft(of request: UndoRequest) -> ChangeError {
    guard request.purpose == .undo else { return .nothingToRedo }
    let hasFloor = session.undoFloor > 0 || !session.closedSteps.isEmpty
    let wasMore = hasFloor && !shared.history.open(request).isEmpty
    return wasMore ? .nothingToUndoSinceSignIn : .nothingToUndo
  }

  /// Reads the step for the first request, once it is known which.
  mutating func readNextUndo(_ effects: inout [Effect]) {
    guard let request = session.undoQueue.first, request.step == nil,
      replica.pending.allSatisfy({ request.precedes($0.step) })
    else { return }
    guard let step = nextStep(request) else {
      return giveUpUndo(nothingLeft(of: request).sentence, &effects)
    }
    session.undoQueue[0].step = step
    effects.append(.readStep(step, request.purpose))
  }

  mutating func finishUndo(
    _ step: StepReference, _ purpose: UndoPurpose, _ result: Result<UndoSubject, Failure>,
    _ effects: inout [Effect]
  ) {
    guard let request = session.undoQueue.first, request.step == step,
      request.purpose == purpose
    else { return }
    let subject: UndoSubject
    switch result {
    case .failure(let failure): return giveUpUndo(failure.sentence, &effects, .danger)
    case .success(let read): subject = read
    }
    let entry = subject.entry
    guard shared.history.open(request).contains(step) else {
      // Another program of the same author undid it first.
      session.undoQueue[0].step = nil
      return readNextUndo(&effects)
    }
    guard entry.position > session.undoFloor else {
      return giveUpUndo(nothingLeft(of: request).sentence, &effects)
    }
    let before = ChangeSummary(entry.step, in: shared, style: session.style).plain
    do throws(ChangeError) {
      let plan = try UndoPlanner(purpose, subject, in: shared)
      let remark = plan.remark(in: shared, style: session.style) { line in
        session.quantitiesOfOthers[line].flatMap { other in
          // What the person has undone meanwhile is the person's own.
          other.position > entry.position && other.quantity == shared.carts.line(line)?.quantity
            ? shared.account(of: other.author) : nil
        }.map { shared.name(of: $0) } ?? ""
      }
      try AccessPolicy.check(
        plan.events, by: request.actor, in: shared, endsShopping: purpose == .redo)
      session.undoQueue.removeFirst()
      if purpose == .undo, isOvertaken(request) { session.overtakenUndos.insert(step) }
      record(
        plan.events, purpose == .undo ? .undo(step) : .redo(step),
        by: request.actor.author, &effects)
      let rest = followWithdrawal(plan.events, &effects)
      guard request.actor == session.actor else { return }
      focus(returned: plan.events)
      let isFromElsewhere =
        session.runsElsewhere.contains(entry.step.replica)
        || session.sync != nil && entry.step.replica != session.ids.replica
          && session.replacements.isOfAnotherMachine(entry, as: step)
      let words =
        words(entry, before) + remark + (plan.isPartial ? UndoPlanner.partly : "")
        + (isFromElsewhere ? UndoPlanner.ofAnotherMachine : "") + rest
      notice(ofChange: (purpose == .undo ? "Undid: " : "Did again: ") + words)
    } catch {
      // It must not stand in the way of those before it.
      session.skippedUndos.insert(step)
      giveUpUndo(error.sentence + " " + skipAdvice(request), &effects, .danger)
    }
  }

  /// The cursor goes to what came back.
  private mutating func focus(returned events: [Event]) {
    for event in events {
      switch event {
      case .itemsAdded(let items) where session.page == .items && !session.showsCatalogue:
        guard let slot = items.first.flatMap({ shared.items.slot(of: $0.id) }),
          let index = session.items.list.index(of: slot)
        else { continue }
        return focusItem(at: index)
      case .linesAdded(let lines) where session.page == .cart:
        guard let line = lines.first.flatMap({ shared.cart[$0.id] }), let index = index(of: line)
        else { continue }
        return focusLine(at: index)
      default: continue
      }
    }
  }

  private func skipAdvice(_ request: UndoRequest) -> String {
    let (command, done) = request.purpose == .undo ? (Command.undo, "undo") : (.redo, "redo")
    guard nextStep(request) != nil else {
      return "It is left as it is: there is nothing else to \(done)."
    }
    let key = session.keymap.key(for: command, in: session.shownPage.scope, use: shared.use)
    return "It is left as it is: \(key ?? "the next one") goes on with the one before it."
  }

  /// Says why the first request comes to nothing, and goes on with the next one.
  private mutating func giveUpUndo(
    _ why: String, _ effects: inout [Effect], _ tone: Notice.Tone = .plain
  ) {
    guard !session.undoQueue.isEmpty else { return }
    if session.undoQueue.removeFirst().actor == session.actor { notice(why, tone) }
    readNextUndo(&effects)
  }

  /// Who changed the quantity of a line after what may be undone here.
  mutating func noteQuantities(_ others: [Entry], besides author: String) {
    for entry in others where entry.step.author != author {
      for case .quantityChanged(let line, _, _, _, _) in entry.step.events {
        session.quantitiesOfOthers[line] = QuantityOfOthers(
          author: entry.step.author, position: entry.position,
          quantity: shared.carts.line(line)?.quantity)
      }
    }
  }

  /// Names come from whichever state has them: before or after the step.
  private func words(_ entry: Entry, _ before: String) -> String {
    before.contains(ChangeSummary.unnamed)
      ? ChangeSummary(entry.step, in: shared, style: session.style).plain : before
  }
}

extension History {
  /// Candidates for a request, the next one last.
  fileprivate func open(_ request: UndoRequest) -> [StepReference] {
    (request.purpose == .undo ? undoable : redoable)[request.actor.author] ?? []
  }
}

/// Who changed the quantity of a line last, besides the person here.
package struct QuantityOfOthers: Equatable, Sendable {
  let author: String
  let position: Int
  /// What it was then.
  let quantity: Quantity?
}
