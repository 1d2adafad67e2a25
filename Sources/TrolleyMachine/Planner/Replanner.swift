/// Plans a step again when others have changed the list since: what no longer makes sense is left
/// out and says why, and what replaces a value that its author had not seen is marked. Later steps
/// come after earlier ones; no clock decides anything.
///
/// The same step on the same state always gives the same result, on every machine.
public struct Replanner {
  /// What others took away, so that those whose steps were about it can be told; and what stores were
  /// told of orders that have no place yet.
  public struct Meanwhile: Equatable, Sendable {
    struct Loss: Equatable, Sendable {
      var name: String
      var author: String
    }

    var items: [Item.ID: Loss] = [:]
    var lines: [CartLine.ID: Item.ID] = [:]
    /// The numbers under which orders have gone out.
    var mailed: [Order.ID: Int] = [:]

    public init() {}

    /// Takes note of the mail of a step that has no place yet.
    mutating func note(mailOf step: Step) {
      for case .orderMailed(let mailing) in step.events { mailed[mailing.order] = mailing.number }
    }

    /// Takes note of what a step of another machine did.
    mutating func note(_ touches: [SharedState.Touch], by author: String, in state: SharedState) {
      for touch in touches {
        switch touch {
        case .item(let id, let was?):
          items[id] = state.items[id] == nil ? Loss(name: was.name, author: author) : nil
        case .line(let id, let was?) where state.carts.line(id) == nil: lines[id] = was.item
        case .item, .line, .store, .order, .mailing, .settings, .aisles, .mergedLine, .seeded, .use,
          .account,
          .formerName, .heldCart:
          break
        }
      }
    }
  }

  private let step: Step
  private let meanwhile: Meanwhile
  private var events: [Event] = []
  private var leftOut: [LeftOut] = []
  private var unseen: Set<Int> = []

  private init(_ step: Step, _ meanwhile: Meanwhile) {
    self.step = step
    self.meanwhile = meanwhile
  }

  /// Plans the step and applies it. Returns it as it is now, and what it touched.
  public static func play(
    _ step: Step, on state: inout SharedState, meanwhile: Meanwhile = Meanwhile()
  ) -> (step: Step, touches: [SharedState.Touch]) {
    var replanner = Replanner(step, meanwhile)
    var touches: [SharedState.Touch] = []
    if step.events.first == .seeded, state.isSeeded {
      replanner.leftOut = step.events.map { LeftOut($0, .done) }
    } else {
      for event in step.events { replanner.take(event, &state, &touches) }
      replanner.checkRights(&state, &touches)
    }
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
    do throws(ChangeError) {
      try AccessPolicy.check(events, by: actor(in: state), in: state, endsShopping: true)
      touches = []
      for event in events { state.apply(event, touches: &touches) }
    } catch {
      leftOut = events.map { LeftOut($0, .notAllowed, name: name(of: $0, in: state)) } + leftOut
      events = []
      unseen = []
      touches = []
    }
  }

  /// What was done in personal use was done by the owner.
  private func actor(in state: SharedState) -> Actor {
    guard state.use.hasAccounts else { return .person }
    let account: Account? = step.author.isEmpty ? state.owner : state.account(of: step.author)
    guard let account else { return .signedOut }
    return .account(account.id)
  }

  // MARK: One event

  private mutating func take(
    _ event: Event, _ state: inout SharedState, _ touches: inout [SharedState.Touch]
  ) {
    let isUndo = if case .undo = step.role { true } else { false }
    let plan = EventReplan(event, in: state, isUndo: isUndo, mailed: meanwhile.mailed)
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
    for (part, reason) in plan.left { leave(part, reason, state) }
  }

  private mutating func leave(_ event: Event, _ reason: LeftOut.Reason, _ state: SharedState) {
    let loss = loss(of: event)
    leftOut.append(
      LeftOut(
        event, reason, name: loss?.name ?? name(of: event, in: state),
        other: loss.map { $0.author } ?? ""))
  }

  private func loss(of event: Event) -> Meanwhile.Loss? {
    event.subject.flatMap { subject in
      switch subject {
      case .item(let id): meanwhile.items[id]
      case .line(let id): meanwhile.lines[id].flatMap { meanwhile.items[$0] }
      }
    }
  }

  private func name(of event: Event, in state: SharedState) -> String {
    switch event.subject {
    case .item(let id)?: state.items[id]?.name ?? ""
    case .line(let id)?:
      (state.carts.line(id)?.item ?? meanwhile.lines[id]).flatMap { state.items[$0]?.name } ?? ""
    case nil: ""
    }
  }
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
    case .quantityChanged(let id, _, _, _): .line(id)
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
