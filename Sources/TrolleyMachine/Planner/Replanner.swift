/// Plans a step again when others have changed the list since: what no longer makes sense is left
/// out and says why, and what replaces a value that its author had not seen is marked. Later steps
/// come after earlier ones; no clock decides anything.
///
/// The same step on the same state always gives the same result, on every machine.
public struct Replanner {
  let step: Step
  let meanwhile: Meanwhile
  /// What its author saw of lines of the cart, with what the step has changed of them up to here.
  private var seen: [CartLine.ID: CartLine]
  /// The lines whose ticks it takes back.
  private let unticked: Set<CartLine.ID>
  /// What was taken off for ticks of this machine, up to here.
  private var ticks: TicksInPart
  var events: [Event] = []
  var leftOut: [LeftOut] = []
  private var unseen: Set<Int> = []
  /// Whether it takes back an order that was there before it.
  private var withdrawsOrder = false

  private init(_ step: Step, _ meanwhile: Meanwhile) {
    self.step = step
    self.meanwhile = meanwhile
    seen = Dictionary(step.seen.map { ($0.id, $0) }) { first, _ in first }
    var unticked: Set<CartLine.ID> = []
    for case .linesPicked(let ids, false) in step.events { unticked.formUnion(ids) }
    self.unticked = unticked
    ticks = meanwhile.ticks
  }

  /// Plans the step and applies it. Returns it as it is now, and what it touched.
  ///
  /// - Parameter reason: why nothing of it is done; nil when it is to be done.
  public static func play(
    _ step: Step, on state: inout SharedState, meanwhile: Meanwhile = Meanwhile(),
    leavingOutFor reason: LeftOut.Reason? = nil
  ) -> (step: Step, touches: [SharedState.Touch]) {
    var replanner = Replanner(step, meanwhile)
    replanner.withdrawsOrder = step.withdrawsOrder(in: state)
    var touches: [SharedState.Touch] = []
    if step.events.first == .seeded, state.isSeeded {
      replanner.leftOut = step.events.map { LeftOut($0, .done) }
    } else if let reason {
      replanner.leftOut = step.events.map {
        LeftOut($0, reason, name: replanner.name(of: $0, in: state))
      }
    } else {
      let stores = state.stores
      for event in step.events(for: state) { replanner.take(event, &state, &touches) }
      // What others have named meanwhile goes on naming the same store.
      for event in state.renaming(from: stores, to: state.stores) {
        replanner.plan(event, &state, &touches)
      }
      replanner.checkRights(&state, &touches)
    }
    // What is joined has had its effect.
    state.note(leftOut: replanner.leftOut.filter { $0.into == nil }, &touches)
    replanner.leftOut += step.leftOut
    return (replanner.planned, touches)
  }

  private var planned: Step {
    Step(
      replica: step.replica, number: step.number, time: step.time, author: step.author,
      role: step.role, events: events, leftOut: leftOut, unseen: unseen)
  }

  /// The rights of this moment are those of the state before the step.
  private mutating func checkRights(
    _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) {
    guard
      state.use.hasAccounts
        || touches.contains(where: { if case .use = $0 { true } else { false } })
    else { return }
    state.restore(touches)
    touches = []
    let isWhole = isAllowed(events, in: state)
    if !isWhole {
      let kept = keptOrder(in: state)
      let gone = kept.isEmpty ? events : events.filter { !kept.contains($0) }
      leftOut =
        gone.map {
          LeftOut(
            $0, .notAllowed, name: name(of: $0, in: state),
            other: state.holder(ofLinesIn: $0, by: step.author)?.author ?? "")
        }
        + leftOut.map { $0.into == nil ? $0 : LeftOut($0.event, .notAllowed, name: $0.name) }
      events = kept
      // That its author has no right to it any more was not known there.
      unseen = kept.isEmpty ? [] : [0]
    }
    for event in events { state.apply(event, touches: &touches) }
    if isWhole { state.note(leftOut: leftOut, &touches) }
  }

  /// What stays of an order: it was promised to a customer. That holds where its lines are in the cart
  /// of another person now, and where its author was removed, or could not be registered, before this
  /// machine heard of it, which is why the author could still order here.
  private func keptOrder(in state: SharedState) -> [Event] {
    let bare = events.filter {
      switch $0 {
      case .orderPlaced, .orderLinesAdded: true
      default: false
      }
    }
    guard step.isWithoutAccount(in: state), let owner = state.owner else {
      return isAllowed(bare, in: state) ? bare : []
    }
    // All that such a person had is the owner's.
    let whole = events.filter { isOfOwnOrder($0, in: state) }
    return isAllowed(whole, by: .account(owner.id), in: state) ? whole : bare
  }

  /// Whether it places or withdraws an order of the author's, or is what that does to the cart.
  private func isOfOwnOrder(_ event: Event, in state: SharedState) -> Bool {
    func isOwn(_ id: Order.ID) -> Bool {
      state.orders.first { $0.id == id }.map { $0.placedBy == step.author } ?? step.isOrder
    }
    return switch event {
    case .orderPlaced(let order): order.placedBy == step.author
    case .orderWithdrawn(let order): isOwn(order.id)
    case .orderLinesAdded(let id, _), .orderLinesRemoved(let id, _): isOwn(id)
    case .linesRemoved: step.isOrder
    // The cart of such a person is not there to take them back.
    case .linesAdded: state.use == .household && withdrawsOrder
    case .quantityChanged: step.isOrder || state.use == .household && withdrawsOrder
    default: false
    }
  }

  private func isAllowed(
    _ events: [Event], by actor: Actor? = nil, in state: SharedState
  ) -> Bool {
    let actor = actor ?? self.actor(in: state)
    do throws(ChangeError) {
      try AccessPolicy.check(events, by: actor, in: state, endsShopping: true)
      return true
    } catch { return false }
  }

  /// What was done in personal use was done by the owner.
  func actor(in state: SharedState) -> Actor {
    guard state.use.hasAccounts else { return .person }
    let account: Account? = step.author.isEmpty ? state.owner : state.account(of: step.author)
    guard let account else { return .signedOut }
    return .account(account.id)
  }

  /// Whether it registers a person, and the owner had said meanwhile who may. Whether there was an
  /// invitation, the step does not say; when registering was open, none was asked for.
  private func mayNotRegister(_ event: Event, in state: SharedState) -> Bool {
    guard let account = event.newAccount, state.account(account.id) == nil else { return false }
    let isOfBeginning = step.events.contains { if case .useChanged = $0 { true } else { false } }
    let actor: Actor = step.author.isEmpty && !isOfBeginning ? .signedOut : actor(in: state)
    return state.refusal(ofRegistrationBy: actor, isInvited: meanwhile.registration != .open) != nil
  }

  // MARK: One event

  private mutating func take(
    _ event: Event, _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) {
    if mayNotRegister(event, in: state) { return leave(event, .notAllowed, state) }
    if namesLostStore(event, in: state) { return leave(event, .gone, state) }
    for event in joining(event, &state, &touches) { plan(event, &state, &touches) }
    guard case .quantityChanged(let id, let by, _, _, let set) = event, let saw = seen[id] else {
      return
    }
    seen[id]?.quantity = set ?? saw.quantity.adding(by) ?? saw.quantity
  }

  /// Whether it chooses a store that is not there any more. An import may bring its own along.
  private func namesLostStore(_ event: Event, in state: SharedState) -> Bool {
    guard case .settingChanged(.currentStore, _, let name) = event, !name.isEmpty else {
      return false
    }
    let key = Folding.key(name)
    return state.stores.labelled(name) == nil
      && !state.items.stores.contains { Folding.key($0) == key }
      && step.events.allSatisfy { $0.setting == .currentStore }
  }

  private mutating func plan(
    _ event: Event, _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) {
    let plan = EventReplan(event, in: state, context)
    for (part, isUnseen) in plan.kept {
      let count = touches.count
      state.apply(part, touches: &touches)
      // The fold refuses what would break the list, such as a second account of one name.
      if touches.count == count, part != .shared, !part.isEmpty {
        leave(part, .changed, state)
        continue
      }
      if isUnseen { unseen.insert(events.count) }
      events.append(part)
    }
    for (part, reason) in adding(orderedBefore(event), to: plan.left) {
      for part in orderedApart(part, reason) { leave(part, reason, state) }
    }
    // What the step itself has ticked it may take out.
    let isTick = if case .linesPicked = event { true } else { false }
    if isTick, !plan.left.isEmpty {
      ticks = meanwhile.ticks
      ticks.note(planned)
    }
  }

  private var context: EventReplan.Context {
    var context = EventReplan.Context()
    if case .undo = step.role { context.isUndo = true }
    context.isOrder = step.isOrder
    context.withdrawsOrder = withdrawsOrder
    context.mailed = meanwhile.mailed
    context.author = step.author
    context.seen = seen
    context.ticksInPart = ticks.amounts
    context.begun = ticks.begun
    context.unticked = unticked
    context.lost = meanwhile.lines
    return context
  }

  /// What was added to a line that others had ordered is a line again; an order of all that was seen
  /// has what they ordered as well.
  private func orderedBefore(_ event: Event) -> [CartLine] {
    guard step.isOrder, case .linesRemoved(let lines) = event else { return [] }
    return lines.filter { line in
      meanwhile.lines[line.id]?.isOrdered == true
        && events.contains { $0.takesOut(line.id) }
    }
  }

  /// With these lines among those that others have taken out before: one sentence names them all.
  private func adding(
    _ lines: [CartLine], to left: [(event: Event, reason: LeftOut.Reason)]
  ) -> [(event: Event, reason: LeftOut.Reason)] {
    guard !lines.isEmpty else { return left }
    var left = left
    for (at, one) in left.enumerated() where one.reason == .done {
      guard case .linesRemoved(let others) = one.event else { continue }
      left[at].event = .linesRemoved(lines + others)
      return left
    }
    return left + [(.linesRemoved(lines), .done)]
  }
}

extension Step {
  package var isOrder: Bool {
    events.contains { if case .orderPlaced = $0 { true } else { false } }
  }

  /// Its events, without those by which a budget only went along with the currency: the budget of
  /// now does. Undo leaves a budget that was changed since.
  fileprivate func events(for state: SharedState) -> [Event] {
    guard let change = CurrencyChange(events) else { return events }
    let isUndo = if case .undo = role { true } else { false }
    let goesAlong =
      change.takesBudgetAlong || isUndo && change.before != state.value(of: .budget)
    return goesAlong ? events.filter { $0.setting != .budget } : events
  }

  fileprivate func withdrawsOrder(in state: SharedState) -> Bool {
    events.contains { event in
      guard case .orderWithdrawn(let order) = event else { return false }
      return state.orders.contains { $0.id == order.id }
    }
  }

  /// Whether its author had an account as far as was known there, and has none: it was removed, or
  /// another machine was the first to register such a one.
  package func isWithoutAccount(in state: SharedState) -> Bool {
    state.use.hasAccounts && !author.isEmpty && state.account(of: author) == nil
      && state.formerNames[author] != nil
  }
}

extension Failure {
  /// The author's account was removed by another program before the change was on the disk.
  package static let ofRemovedPerson = Failure(
    .notAllowed, "Your account was removed meanwhile; your last change was not saved.",
    detail: "removed")
}

extension Event {
  enum Subject {
    case item(Item.ID)
    case line(CartLine.ID)
  }

  /// The one thing of the list that it is about; nil for several, and for everything else.
  var subject: Subject? {
    switch self {
    case .itemsAdded(let items), .itemsRemoved(let items): items.first.map { .item($0.id) }
    case .itemChanged(let id, _, _): .item(id)
    case .linesAdded(let lines), .linesRemoved(let lines): lines.first.map { .item($0.item) }
    case .quantityChanged(let id, _, _, _, _): .line(id)
    case .linesPicked(let ids, _), .linesMoved(let ids, _, _): ids.first.map { .line($0) }
    default: nil
    }
  }

  /// Whether it has no subjects at all, as one that a newer program wrote may.
  var isEmpty: Bool {
    switch self {
    case .itemsAdded(let all), .itemsRemoved(let all): all.isEmpty
    case .linesAdded(let all), .linesRemoved(let all): all.isEmpty
    case .linesPicked(let all, _), .linesMoved(let all, _, _): all.isEmpty
    case .orderLinesAdded(_, let all), .orderLinesRemoved(_, let all): all.isEmpty
    default: false
    }
  }
}
