/// What people of this machine have set and others have replaced without having seen it.
public struct Replacements: Equatable, Sendable {
  /// Earlier ones are forgotten.
  private static let most = 500

  private var own = OwnValues()
  /// Oldest first; not all of them stand any more.
  private(set) var conflicts: [Conflict] = []
  /// What others than its author have not been told yet: the owner, of steps of people who have no account,
  /// on machines that had not heard of it, and of registrations that were refused; the person whose cart
  /// it is in, of what was ordered from a held cart that two had taken up.
  private var forOthers: [Entry] = []
  /// Held carts that were taken up, as far as that is known here.
  private var takenUp: [TakenUp] = []
  /// Where people were removed, as `Account.author`, as far as that is known here.
  private var removals: [String: Int] = [:]
  /// The steps of this machine that have their places, and the place from which on they are known.
  private var ownSteps: Set<StepReference> = []
  private var knownFrom = 0
  /// What others have changed since a budget was set here: the currency that it was in.
  private var currencyBefore: Currency?

  public init() {}

  private struct TakenUp: Equatable {
    var note: String
    var lines: [CartLine.ID]
  }

  /// Takes note of a step of this machine that has its place now.
  public mutating func note(own entry: Entry, in state: SharedState) {
    noteAnswers(of: entry.step)
    own.note(entry.step)
    ownSteps.insert(entry.step.name)
    knownFrom = min(knownFrom, entry.position)
    if entry.step.events.contains(where: { $0.setting == .budget || $0.setting == .currency }) {
      currencyBefore = nil
    }
    note(forOthers: entry, in: state)
  }

  /// Whether a step was made on another machine, as far as that is known here.
  ///
  /// - Parameter name: how the history calls it: by its number only before the list was shared.
  public func isOfAnotherMachine(_ entry: Entry, as name: StepReference) -> Bool {
    guard name.position == nil, entry.position != Entry.waiting, !ownSteps.contains(name) else {
      return false
    }
    // A very long step is not kept in the notes.
    return entry.position > knownFrom && entry.step.events.count < 100
      && !entry.step.events.contains { $0.count > 100 }
  }

  /// Takes note of a step of another machine. Returns what it has replaced, as far as that is news.
  @discardableResult
  public mutating func note(_ entry: Entry, in state: SharedState) -> [Conflict] {
    let known = Set(conflicts.map(\.id))
    let goingOn = conflicts.map { $0.goingOn(in: entry) }
    var new = Conflict.all(of: entry, own, in: state)
    for later in goingOn.compactMap(\.later) {
      let at = new.firstIndex { $0.id == later.id && $0.owner == later.owner }
      if let at { new[at] = new[at].and(later) } else { new.append(later) }
    }
    new.removeAll { known.contains($0.id) }
    for case .settingChanged(.currency, let from, _) in entry.step.events {
      currencyBefore = currencyBefore ?? Currency(code: from)
    }
    for at in new.indices where new[at].event.setting == .budget {
      new[at].currency = new[at].currency ?? currencyBefore
    }
    // What was ordered is bought: nothing is put back.
    if !entry.step.isOrder {
      conflicts = goingOn.compactMap(\.rest)
      // Also what no longer stands, since a third machine may have replaced it.
      conflicts = Array((conflicts + new).suffix(Self.most))
    }
    note(forOthers: entry, in: state)
    return new.filter { $0.stands(in: state) }
  }

  /// Who changes a value again has answered what was replaced of it.
  mutating func noteAnswers(of step: Step) {
    conflicts = conflicts.compactMap { $0.answered(by: step) }
  }

  /// What a person did before the removal is no news.
  private mutating func note(forOthers entry: Entry, in state: SharedState) {
    note(takingUpIn: entry.step)
    for case .accountRemoved(let account) in entry.step.events {
      let author = account.author
      removals[author] = max(entry.position, removals[author] ?? 0)
      forOthers.removeAll { $0.step.author == author && $0.position < entry.position }
    }
    guard entry.position > removals[entry.step.author] ?? 0,
      entry.step.bearsLossOfRights, news(of: entry.step, in: state) != nil,
      !forOthers.contains(where: { $0.position == entry.position })
    else { return }
    forOthers = Array((forOthers + [entry]).suffix(SharingNews.most))
  }

  private mutating func note(takingUpIn step: Step) {
    for case .cartTakenUp(let held) in step.events {
      for case .linesMoved(let lines, held.id, _) in step.events {
        takenUp = takenUp.suffix(Self.most - 1) + [TakenUp(note: held.note, lines: lines)]
      }
    }
  }

  private func news(of step: Step, in state: SharedState) -> SharingNews? {
    if let news = LeftOutText.news(forOwner: step, in: state) { return news }
    let ordered = step.ordered
    let held = ordered.isEmpty ? nil : takenUp.last { !Set($0.lines).isDisjoint(with: ordered) }
    return LeftOutText.news(forHolder: step, note: held?.note ?? "", in: state)
  }

  /// What was noted on this machine before.
  public mutating func note(_ notes: [SharingNote], in state: SharedState) {
    for note in notes {
      switch note {
      case .own(let entry): self.note(own: entry, in: state)
      case .unseen(let entry): self.note(entry, in: state)
      case .settled(let id): settle([id])
      case .forgotten: knownFrom = Int.max
      }
    }
  }

  mutating func settle(_ ids: [Conflict.ID]) {
    conflicts.removeAll { ids.contains($0.id) }
    forOthers.removeAll { ids.contains($0.wholeStep) }
  }

  /// What a person is to be told of steps of others, but has not been, and what settles that.
  ///
  /// - Parameter reader: as `Account.author`; nil: what anyone is to be told.
  public func newsOfOthers(
    for reader: String?, in state: SharedState
  ) -> [(news: SharingNews, id: Conflict.ID)] {
    forOthers.compactMap { entry in
      guard let news = news(of: entry.step, in: state), reader == nil || reader == news.author
      else { return nil }
      return (news, entry.wholeStep)
    }
  }

  func hasReplaced(_ event: Event, in state: SharedState) -> Bool {
    own.replaced(by: event, in: state) != nil
  }

  /// What the owner of a conflict gave as the whole quantity of the line that it is about.
  func quantitySet(before conflict: Conflict) -> Quantity? {
    guard case .linesRemoved(let lines) = conflict.event else { return nil }
    return lines.first.flatMap { own.quantity(of: $0.id, setBy: conflict.owner) }
  }

  /// Those that are still replaced, in words; with accounts behind the name of the person, who may
  /// have been removed.
  public func sentences(in state: SharedState, style: NumberStyle = .english) -> [String] {
    conflicts.filter { $0.stands(in: state) }.compactMap { conflict in
      let sentence = ConflictText.sentence(conflict, in: state, style: style)
      guard state.use.hasAccounts, !conflict.owner.isEmpty else { return sentence }
      return state.account(of: conflict.owner).map { "\(state.name(of: $0)): \(sentence)" }
    }
  }
}

extension Step {
  /// Whether people of other machines may have to be told of it.
  package var isNotable: Bool {
    !unseen.isEmpty || leftOut.contains { $0.reason == .notAllowed || $0.refusedAccount != nil }
      || removesPerson || deletesItems
  }

  /// What others had taken out of the cart has nothing to go back to then.
  private var deletesItems: Bool {
    events.contains { if case .itemsRemoved = $0 { true } else { false } }
  }

  private var removesPerson: Bool {
    events.contains { if case .accountRemoved = $0 { true } else { false } }
  }

  /// Whether it may have got its place after its author lost the right to it: `Replanner` marks what
  /// stays of such a step.
  fileprivate var bearsLossOfRights: Bool { events.isEmpty || unseen.contains(0) }
}

extension Entry {
  /// Stands for all of its step where what was told is settled.
  var wholeStep: Conflict.ID { Conflict.ID(position: position, part: 0) }
}

extension Conflict.ID {
  private static let toldPart = -1

  /// Stands for the step at this place where its author was told what became of it.
  package static func told(_ position: Int) -> Self { Self(position: position, part: toldPart) }

  fileprivate var isOfTelling: Bool { part == Self.toldPart }
}

extension SharingNote {
  /// The place of a step whose author was told what became of it.
  package var toldPosition: Int? {
    if case .settled(let id) = self, id.isOfTelling { id.position } else { nil }
  }
}

/// What is kept on this machine of a shared list, so that people are told what others have replaced.
public enum SharingNote: Equatable, Sendable {
  /// A step of this machine, in its place.
  case own(Entry)
  /// A step of another machine that replaces something unseen, whose author might not do it any more,
  /// or that deletes items, removes a person or could not register one.
  case unseen(Entry)
  case settled(Conflict.ID)
  /// Earlier notes may not be there any more.
  case forgotten
}
