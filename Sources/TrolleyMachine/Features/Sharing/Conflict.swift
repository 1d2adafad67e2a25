/// A value of this person that another machine has replaced without having seen it.
public struct Conflict: Equatable, Sendable {
  /// The place of the step that replaced it, and which of its parts did.
  public struct ID: Hashable, Sendable {
    public let position: Int
    public let part: Int

    public init(position: Int, part: Int) {
      self.position = position
      self.part = part
    }
  }

  let id: ID
  /// What replaced it, and nothing else; its inverse puts it back.
  private(set) var event: Event
  /// The lines of the cart that went with a deleted item, and come back with it.
  let lines: [CartLine]
  /// What became of the budget with the currency, unless it is the same number.
  let budget: Event?
  /// Who did that, as `Account.author`.
  let author: String
  /// Whose value it was, in the same way.
  let owner: String
  /// The currency of a budget when it was set; nil: that of the list.
  var currency: Currency?
  /// What a line that was taken out has become, where only its quantity was replaced: by one in another
  /// kind of unit.
  private(set) var line: CartLine?

  /// What a step has replaced unseen of one's own values, each thing by itself. A line whose item was
  /// deleted comes back with that.
  static func all(of entry: Entry, _ own: OwnValues, in state: SharedState) -> [Conflict] {
    let step = entry.step
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
    for (number, part) in step.unseenParts {
      let line = part.removedLine.flatMap(step.changed)
      // The same quantity from two machines replaces nothing.
      if let line, part.removedLine?.quantity.isSame(as: line.quantity) == true { continue }
      guard let (mine, owner) = own.replaced(by: part, isQuantity: line != nil, in: state)
      else { continue }
      let item = part.removedItem.flatMap { removed[$0] }
      let conflict = Conflict(
        id: ID(position: entry.position, part: number),
        event: item.map { .itemsRemoved([$0]) } ?? mine,
        lines: item.flatMap { lines[$0.id] } ?? [],
        budget: part.setting == .currency ? step.change(of: .budget) : nil,
        author: step.author, owner: owner, line: line)
      let isNew = !conflicts.contains {
        $0.event == conflict.event && $0.lines == conflict.lines
      }
      if isNew { conflicts.append(conflict) }
    }
    return conflicts
  }

  /// What a third machine has replaced of what replaced the value, again without having seen it; nil if
  /// it has not. And what is left of this one; nil if nothing is.
  func goingOn(in entry: Entry) -> (rest: Conflict?, later: Conflict?) {
    if let deleted = deleted(by: entry.step) { return (deleted, nil) }
    for (number, part) in entry.step.unseenParts {
      if let now = quantity(replacedBy: part, of: entry.step), let amount = ownQuantity(of: now.id)
      {
        guard amount != now.quantity else { return (nil, nil) }
        var own = now
        own.quantity = amount
        let later = Conflict(
          id: ID(position: entry.position, part: number), event: .linesRemoved([own]), lines: [],
          budget: nil, author: entry.step.author, owner: owner, line: now)
        return (nil, later)
      }
      guard let event = part.replacing(event)?.since(event) else { continue }
      let later = Conflict(
        id: ID(position: entry.position, part: number), event: event, lines: lines,
        budget: part.setting == .currency ? entry.step.change(of: .budget) : nil,
        author: entry.step.author, owner: owner, currency: currency)
      // A setting is one value, and so is a quantity.
      let isOneValue = part.setting != nil || part.isQuantityChange
      return (isOneValue ? nil : without(event), later)
    }
    return (self, nil)
  }

  /// Of a line that was taken out, that its item was deleted since: both come back together. Nil where a step
  /// deletes nothing of it.
  private func deleted(by step: Step) -> Conflict? {
    guard case .linesRemoved(let gone) = event, line == nil else { return nil }
    for case .itemsRemoved(let items) in step.events {
      guard let item = items.first(where: { $0.id == gone.first?.item }) else { continue }
      return Conflict(
        id: id, event: .itemsRemoved([item]), lines: gone, budget: nil, author: step.author,
        owner: owner)
    }
    return nil
  }

  /// The line with the quantity that replaces the one of now, where either is in another kind of unit than
  /// the one before; nil for everything else.
  private func quantity(replacedBy part: Event, of step: Step) -> CartLine? {
    if let gone = part.removedLine { return step.changed(gone) }
    guard case .quantityChanged(let id, _, _, _, let set?) = part, var now = line, now.id == id
    else { return nil }
    now.quantity = set
    return now
  }

  /// The line that it is of, and what replaced its quantity; nil for everything else.
  var quantity: (line: CartLine.ID, now: Quantity)? {
    if let line { return (line.id, line.quantity) }
    guard case .quantityChanged(let id, _, _, _, let set?) = event else { return nil }
    return (id, set)
  }

  /// The quantity of a line as its owner had it; nil where this is not about that.
  func ownQuantity(of id: CartLine.ID) -> Quantity? {
    switch event {
    case .linesRemoved(let lines) where line?.id == id: lines.first?.quantity
    case .quantityChanged(id, let by, let unit, _, let set?):
      set.adding(-by).map { $0.converted(to: unit) ?? $0 }
    default: nil
    }
  }

  /// What is left of it once its owner has changed the value again, and so answered; nil if nothing is.
  func answered(by step: Step) -> Conflict? {
    guard step.author == owner else { return self }
    return step.events.reduce(self as Conflict?) { $0?.without($1) }
  }

  /// Of the values of an item or a store those that another change leaves alone; nil if it leaves none.
  private func without(_ other: Event) -> Conflict? {
    var rest = self
    switch (event, other) {
    case (.itemChanged(let id, let from, let to), .itemChanged(let other, _, let fields))
    where id == other:
      rest.event = .itemChanged(id, from: from.without(fields), to: to.without(fields))
      return from.without(fields).isEmpty ? nil : rest
    case (.storeChanged(let from, let to), .storeChanged(let gone, let new)) where to.id == new.id:
      let left = from.with(to, where: gone, differsFrom: new)
      rest.event = .storeChanged(from: left, to: to)
      return left == to ? nil : rest
    case (.accountChanged(let from, let to), .accountChanged(let gone, let new))
    where to.id == new.id:
      let left = from.with(to, where: gone, differsFrom: new)
      rest.event = .accountChanged(from: left, to: to)
      return left == to ? nil : rest
    default: return self
    }
  }

  /// Both, where one step replaced the values of two machines.
  func and(_ other: Conflict) -> Conflict {
    var both = self
    both.event = other.line == nil ? event.and(other.event) : other.event
    both.line = other.line ?? line
    return both
  }

  /// Whether it can be put back: a secret is chosen anew instead.
  var canBePutBack: Bool {
    guard case .accountChanged(let from, let to) = event else { return true }
    return from.namesOfSecrets(replacedBy: to).isEmpty
  }

  /// What puts it back.
  func inverse(in state: SharedState) -> [Event] {
    if let line, let here = state.carts.line(line.id), let amount = ownQuantity(of: line.id) {
      var own = here
      own.quantity = amount
      return [.linesRemoved([here]), .linesAdded([own])]
    }
    // Undo takes no change of a person back; a value that was replaced comes back.
    if case .accountChanged(let from, let to) = event {
      return [.accountChanged(from: to, to: from)]
    }
    var back = event.inverse
    // What comes back is still to get, and belongs to who wants it.
    if case .linesAdded(var lines)? = back {
      for at in lines.indices {
        lines[at].isPicked = false
        lines[at].addedBy = owner
      }
      back = .linesAdded(lines)
    }
    return [
      back, lines.isEmpty ? nil : .linesAdded(lines),
      budget.flatMap { Self.stands($0, in: state) ? $0.inverse : nil },
    ].compactMap { $0 }
  }

  /// Whether it stands as it was replaced; otherwise there is nothing to put back.
  func stands(in state: SharedState) -> Bool {
    guard let line else { return Self.stands(event, in: state) }
    return state.carts.line(line.id)?.quantity == line.quantity
  }

  private static func stands(_ event: Event, in state: SharedState) -> Bool {
    switch event {
    // As long as one of the values does: what was changed again since is shown as it is now.
    case .itemChanged(let id, _, let to):
      state.items[id].map { !to.held(by: $0).isEmpty } ?? false
    case .itemsRemoved(let items): items.contains { state.items[$0.id] == nil }
    // Without its item a line has nothing to go back to.
    case .linesRemoved(let lines):
      lines.contains {
        state.carts.line($0.id) == nil && state.items[state.present($0.item)] != nil
      }
    case .settingChanged(let setting, _, let to): state.value(of: setting) == to
    case .storeChanged(let from, let to):
      state.stores.first { $0.id == to.id }?.part(replacedBy: from, of: to, since: from) != nil
    case .accountChanged(let from, let to):
      state.account(to.id)?.part(replacedBy: from, of: to, since: from) != nil
    case .storeRemoved(let store): !state.stores.contains { $0.id == store.id }
    case .quantityChanged(let id, _, _, _, let set?): state.carts.line(id)?.quantity == set
    case .itemsAdded, .linesAdded, .quantityChanged, .linesPicked, .linesMoved, .storeAdded,
      .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .orderMailed,
      .aislesWalked, .useChanged, .accountAdded, .accountRemoved, .accessRecovered, .recoverySeen,
      .cartHeld, .cartTakenUp, .seeded, .shared:
      false
    }
  }
}

extension Step {
  /// What it did without having seen what others did, each thing by itself, and its number.
  fileprivate var unseenParts: [(number: Int, part: Event)] {
    let parts = unseen.sorted().filter(events.indices.contains).flatMap { events[$0].parts }
    return parts.enumerated().map { index, part in
      (index + 1, part.setting.flatMap { change(of: $0) } ?? part)
    }
  }

  /// What it has made of a line that it takes out, to put it back with another quantity; nil for one
  /// that it leaves out.
  fileprivate func changed(_ gone: CartLine) -> CartLine? {
    guard !isOrder else { return nil }
    for case .linesAdded(let lines) in events {
      if let line = lines.first(where: { $0.id == gone.id }) { return line }
    }
    return nil
  }

  /// What it does to a setting, in whatever events; nil if that stays as it was.
  fileprivate func change(of setting: ListSetting) -> Event? {
    var whole: (from: String, to: String)?
    for case .settingChanged(setting, let from, let to) in events {
      whole = (whole?.from ?? from, to)
    }
    return whole.flatMap {
      $0.from == $0.to ? nil : .settingChanged(setting, from: $0.from, to: $0.to)
    }
  }
}

extension Event {
  /// An event for each thing that it removes; other events are one.
  fileprivate var parts: [Event] {
    switch self {
    case .itemsRemoved(let items): items.map { .itemsRemoved([$0]) }
    case .linesRemoved(let lines): lines.map { .linesRemoved([$0]) }
    // What is told and chosen anew, and what can be put back.
    case .accountChanged(let from, let to):
      [from.withSecrets(of: to), from.withDetails(of: to)].filter { $0 != from }
        .map { .accountChanged(from: from, to: $0) }
    default: [self]
    }
  }

  fileprivate var removedLine: CartLine? {
    if case .linesRemoved(let lines) = self { lines.first } else { nil }
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

extension Event {
  /// Whether it is of the quantity of a line.
  var isQuantityChange: Bool { if case .quantityChanged = self { true } else { false } }

  /// What of this event replaces what `own` has set; nil if nothing does.
  func replacing(_ own: Event) -> Event? {
    switch (self, own) {
    case (.itemChanged(let id, let from, let to), .itemChanged(let other, _, let mine)):
      guard id == other else { return nil }
      return Self.change(of: id, from.held(by: mine), to)
    case (.itemChanged(let id, let from, let to), .itemsAdded(let items)):
      guard let item = items.first(where: { $0.id == id }) else { return nil }
      return Self.change(of: id, from.held(by: item).missing(in: Item(id: id, name: "")), to)
    case (.itemsRemoved(let items), .itemChanged(let id, _, _)):
      return items.contains { $0.id == id } ? self : nil
    case (.linesRemoved(let lines), .quantityChanged(let id, _, _, _, _)):
      return lines.contains { $0.id == id } ? self : nil
    case (.linesRemoved(let lines), .linesAdded(let mine)):
      return lines.contains { line in mine.contains { $0.id == line.id } } ? self : nil
    // What was added is part of what is replaced, whatever it had become.
    case (
      .quantityChanged(let id, let by, _, _, let set?),
      .quantityChanged(let other, _, _, _, let mine)
    ):
      let isMine = mine == nil || set.adding(-by).map { $0.isSame(as: mine ?? set) } == true
      return id == other && isMine ? self : nil
    case (.settingChanged(let setting, let from, _), .settingChanged(let other, _, let mine)):
      return setting == other && from == mine ? self : nil
    case (.storeChanged(let from, let to), .storeChanged(let before, let mine)):
      guard let part = from.part(replacedBy: to, of: mine, since: before) else { return nil }
      return .storeChanged(from: part, to: to)
    case (.storeRemoved(let from), .storeChanged(_, let mine)):
      return from == mine ? self : nil
    case (.accountChanged(let from, let to), .accountChanged(let before, let mine))
    where to.id == mine.id:
      guard let part = from.part(replacedBy: to, of: mine, since: before) else { return nil }
      return .accountChanged(from: part, to: to)
    default: return nil
    }
  }

  private static func change(of new: Store, _ old: Store) -> Event? {
    old == new ? nil : .storeChanged(from: old, to: new)
  }

  private static func change(of new: Account, _ old: Account) -> Event? {
    old == new ? nil : .accountChanged(from: old, to: new)
  }

  private static func change(of id: Item.ID, _ from: ItemFields, _ to: ItemFields) -> Event? {
    from.isEmpty ? nil : .itemChanged(id, from: from, to: to.touched(by: from))
  }

  /// What this event and the one before it, which it replaces, have done together; nil if that is
  /// nothing, or no value that can be put back.
  fileprivate func since(_ first: Event) -> Event? {
    switch (self, first) {
    case (.itemChanged(let id, let gone, let to), .itemChanged(_, let from, _)):
      Self.change(of: id, from.touched(by: gone).without(from.held(by: to)), to)
    case (.settingChanged(let setting, _, let to), .settingChanged(_, let from, _)):
      from == to ? nil : .settingChanged(setting, from: from, to: to)
    case (
      .quantityChanged(let id, _, _, let becomes, let set?),
      .quantityChanged(_, let by, let was, _, let gone?)
    ):
      gone.adding(-by).flatMap { set.adding(-$0) }.flatMap { change in
        change.thousandths == 0
          ? nil : .quantityChanged(id, by: change, was: was, becomes: becomes, set: set)
      }
    case (.storeChanged(let gone, let to), .storeChanged(let from, _)):
      Self.change(of: to, to.with(from, where: gone, differsFrom: to))
    case (.accountChanged(let gone, let to), .accountChanged(let from, _)):
      Self.change(of: to, to.with(from, where: gone, differsFrom: to))
    default: nil
    }
  }

  /// Both parts of the same event.
  func and(_ other: Event) -> Event {
    switch (self, other) {
    case (.itemChanged(let id, let from, let to), .itemChanged(_, let more, let moreTo)):
      .itemChanged(id, from: from.joined(with: more), to: to.joined(with: moreTo))
    case (.storeChanged(let from, let to), .storeChanged(let more, _)):
      .storeChanged(from: from.with(more, where: to), to: to)
    case (.accountChanged(let from, let to), .accountChanged(let more, _)):
      .accountChanged(from: from.with(more, where: more, differsFrom: to), to: to)
    // Of one value, what it was at first.
    case (.quantityChanged, .quantityChanged): other
    default: self
    }
  }
}
