/// A step that is undone or done again.
public struct UndoSubject: Equatable, Sendable {
  public let entry: Entry
  /// Where it is done again, the step that took it back: perhaps not all of it.
  let undo: Step?

  public init(_ entry: Entry, undo: Step? = nil) {
    self.entry = entry
    self.undo = undo
  }
}

/// The events that undo or redo a step on a state that may have changed since. Other people's later
/// changes are kept.
public struct UndoPlanner {
  public private(set) var events: [Event] = []
  /// Whether later changes were kept, so that only a part was undone.
  public private(set) var isPartial = false
  /// The lines whose quantity it changes, as they are then: others may have changed it since, too.
  public private(set) var left: [CartLine] = []
  /// A suffix for the summary if `isPartial`.
  public static let partly = ", except what was changed since"
  /// A suffix for a step that the person had not made here.
  public static let ofAnotherMachine = " (made on another machine)"

  private let state: SharedState
  /// Items as changed by the events so far: a step may change one twice.
  private var items: [Item.ID: Item] = [:]
  private var lines: [CartLine.ID: CartLine] = [:]
  private var goneItems: Set<Item.ID> = []
  private var goneLines: Set<CartLine.ID> = []
  private var settings: [ListSetting: String] = [:]
  /// Settings that others have changed since: they stay.
  private var changedSettings: Set<ListSetting> = []
  /// An order that is there is taken back: what it took from a line comes back to what was left of it, or
  /// was added since.
  private var withdrawsOrder = false

  /// Throws if nothing is left to undo.
  public init(_ purpose: UndoPurpose, _ entry: Entry, in state: SharedState) throws(ChangeError) {
    try self.init(purpose, UndoSubject(entry), in: state)
  }

  /// What is done again is what the undo has really taken back. Throws if nothing is left.
  public init(
    _ purpose: UndoPurpose, _ subject: UndoSubject, in state: SharedState
  ) throws(ChangeError) {
    self.state = state
    let step = subject.entry.step.events
    let back = purpose == .redo ? subject.undo?.events : step
    let wanted = back?.reversed().compactMap(\.inverse) ?? step
    // The budget that went along with the currency was in that one.
    for case .settingChanged(.currency, let from, _) in wanted where from != state.currency.code {
      changedSettings = [.currency, .budget]
    }
    for case .orderWithdrawn(let order) in wanted
    where state.orders.contains(where: { $0.id == order.id }) {
      withdrawsOrder = true
    }
    for event in wanted { add(event) }
    // What was not taken back then is not done again now.
    if purpose == .redo, wanted.thingCount < step.thingCount { isPartial = true }
    guard !events.isEmpty else {
      let summary = ChangeSummary(step, in: state, style: .english)
      throw .changedSince(
        summary.isComplete ? summary.plain : "", isRedo: purpose == .redo,
        isShared: state.use.hasAccounts)
    }
    events += state.renaming(after: events)
  }

  private func item(_ id: Item.ID) -> Item? {
    goneItems.contains(id) ? nil : items[id] ?? state.items[id]
  }

  private func line(_ id: CartLine.ID) -> CartLine? {
    goneLines.contains(id) ? nil : lines[id] ?? state.carts.line(id)
  }

  private mutating func add(_ event: Event) {
    switch event {
    case .itemsAdded(let wanted):
      let new = wanted.filter { item($0.id) == nil && !isNamed($0.name) }
      for item in new {
        items[item.id] = item
        goneItems.remove(item.id)
      }
      append(new.count, of: wanted.count, .itemsAdded(new))
    case .itemsRemoved(let wanted):
      let here = wanted.filter { mayGo($0) }
      // What was put in the cart since goes with its item, and comes back with it.
      let lines = here.flatMap { state.carts.lines(of: $0.id) }.compactMap { line($0.id) }
      if !lines.isEmpty { events.append(.linesRemoved(lines)) }
      goneLines.formUnion(lines.lazy.map(\.id))
      goneItems.formUnion(here.lazy.map(\.id))
      append(here.count, of: wanted.count, .itemsRemoved(here))
    case .itemChanged(let id, let from, let to):
      // The price of a starter item is an example in the currency that does not come back.
      if changedSettings.contains(.currency), item(id)?.isStarter == true,
        from.removesPrice(of: to)
      {
        isPartial = true
      } else {
        change(id, from, to)
      }
    case .linesAdded(let wanted):
      var rest = wanted
      if withdrawsOrder { rest.removeAll { giveBack($0) } }
      // Another undo may have put it back.
      let fitting = rest.filter { item($0.item) != nil && line($0.id) == nil }
      for line in fitting {
        lines[line.id] = line
        goneLines.remove(line.id)
      }
      append(fitting.count, of: rest.count, .linesAdded(fitting))
    case .linesRemoved(let wanted):
      let gone = wanted.compactMap { takeOut($0) }
      if !gone.isEmpty { events.append(.linesRemoved(gone)) }
    case .quantityChanged(let id, let by, let was, let becomes, _):
      guard var line = line(id), let sum = line.quantity.adding(by), sum.thousandths > 0 else {
        isPartial = true
        return
      }
      line.quantity = sum.converted(to: becomes) ?? sum
      lines[id] = line
      left.append(line)
      events.append(.quantityChanged(id, by: by, was: was, becomes: becomes))
    case .linesPicked(let ids, let picked):
      let here = ids.filter { line($0).map { $0.isPicked != picked } ?? false }
      for id in here {
        lines[id] = line(id)
        lines[id]?.isPicked = picked
      }
      append(here.count, of: ids.count, .linesPicked(here, picked))
    case .linesMoved(let ids, let from, let to):
      let here = ids.filter { line($0)?.cart == from }
      for id in here {
        lines[id] = line(id)
        lines[id]?.cart = to
      }
      append(here.count, of: ids.count, .linesMoved(here, from: from, to: to))
    case .settingChanged(let setting, let from, let to): change(setting, from, to)
    case .storeAdded(let store): append(state.store(like: store) == nil ? 1 : 0, of: 1, event)
    // As a whole, or not at all.
    default: append(event.applies(to: state) ? 1 : 0, of: 1, event)
    }
  }

  /// Whether what an order took of a line was put back to what is there of it.
  private mutating func giveBack(_ wanted: CartLine) -> Bool {
    guard var here = line(wanted.id), let sum = here.quantity.adding(wanted.quantity) else {
      return false
    }
    let unit = here.quantity.unit
    here.quantity = sum
    lines[here.id] = here
    events.append(
      .quantityChanged(here.id, by: wanted.quantity, was: unit, becomes: sum.unit))
    return true
  }

  /// `count` of the event's `all` subjects are still as the step left them.
  private mutating func append(_ count: Int, of all: Int, _ event: Event) {
    if count < all { isPartial = true }
    if count > 0 { events.append(event) }
  }

  /// With accounts, an item stays where another person has changed it since, or has lines of it that
  /// stay: they would go with it. What the person did since was undone first.
  private func mayGo(_ wanted: Item) -> Bool {
    guard let here = item(wanted.id) else { return false }
    guard state.use.hasAccounts else { return true }
    return here == wanted
      && state.carts.lines(of: here.id).allSatisfy { goneLines.contains($0.id) }
  }

  /// Whether a newer item uses the name. Restored items keep their names.
  private func isNamed(_ name: String) -> Bool {
    guard state.use.hasAccounts, let id = state.items.first(named: name) else {
      return false
    }
    return !goneItems.contains(id)
  }

  /// Changes only the fields that still have the step's values; the others were changed since.
  private mutating func change(_ id: Item.ID, _ from: ItemFields, _ to: ItemFields) {
    guard var item = item(id) else {
      isPartial = true
      return
    }
    let before = from.held(by: item)
    let after = to.touched(by: before)
    if before != from { isPartial = true }
    guard !after.isEmpty else { return }
    after.apply(to: &item)
    items[id] = item
    events.append(.itemChanged(id, from: before, to: after))
  }

  /// Changes a setting that is as the step left it. The budget goes along with the currency.
  private mutating func change(_ setting: ListSetting, _ from: String, _ to: String) {
    guard !changedSettings.contains(setting), value(of: setting) == from else {
      changedSettings.insert(setting)
      isPartial = true
      return
    }
    let all: [Event] =
      switch setting {
      case .currency: CurrencyChange.events(from: from, to: to, budget: value(of: .budget))
      // The currency may have been changed since.
      case .budget: [.settingChanged(.budget, from: from, to: Money.number(to, in: currency))]
      default: [.settingChanged(setting, from: from, to: to)]
      }
    for case .settingChanged(let one, _, let value) in all { settings[one] = value }
    events += all
  }

  private var currency: Currency {
    settings[.currency].flatMap { Currency(code: $0) } ?? state.currency
  }

  private func value(of setting: ListSetting) -> String {
    settings[setting] ?? state.value(of: setting)
  }

  /// A line that was merged with another is reduced by the quantity it had contributed. Returns the
  /// line that is to go; nil if it stays.
  private mutating func takeOut(_ line: CartLine) -> CartLine? {
    let here =
      self.line(line.id)
      ?? state.carts[line.cart].lines(of: line.item).compactMap { self.line($0.id) }.first {
        $0.quantity.unit.addsUp(with: line.quantity.unit)
      }
    // With accounts, a line whose tick, cart or unit has changed stays, and so does one that there
    // is less of: the person's own changes were undone first, so these are another person's.
    let left = here?.quantity.adding(-line.quantity)
    let isChanged =
      here?.isPicked != line.isPicked || here?.cart != line.cart || (left?.thousandths ?? -1) < 0
    guard let here, !state.use.hasAccounts || !isChanged else {
      isPartial = true
      return nil
    }
    guard let left, left.thousandths > 0 else {
      goneLines.insert(here.id)
      return here
    }
    // The step may have added to the line more than once.
    lines[here.id] = here
    lines[here.id]?.quantity = left
    if let line = lines[here.id] { self.left.append(line) }
    events.append(
      .quantityChanged(here.id, by: -line.quantity, was: here.quantity.unit, becomes: left.unit))
    return nil
  }
}

extension UndoPlanner {
  /// What is left of a thing in the cart where others change quantities as well: ", 4 now (Ben had
  /// changed it to 5)".
  ///
  /// - Parameters:
  ///   - before: the state before it.
  ///   - who: who has changed the line since, by name; empty for no one.
  package func remark(
    in before: SharedState, style: NumberStyle, who: (CartLine.ID) -> String = { _ in "" }
  ) -> String {
    // That is said of a quantity; with an order it would not be clear of what.
    let isOfOrder = events.contains { event in
      switch event {
      case .orderPlaced, .orderWithdrawn: true
      default: false
      }
    }
    guard before.use.hasAccounts, !isOfOrder, left.count == 1, let line = left.first else {
      return ""
    }
    let pack = before.items[line.item]?.pack
    let now = ", " + line.quantity.words(style, pack: pack) + " now"
    let name = who(line.id)
    guard !name.isEmpty, let was = before.carts.line(line.id)?.quantity else { return now }
    return now + " (\(name) had changed it to \(was.words(style, pack: pack)))"
  }
}

extension [Event] {
  /// How many items and lines of the cart they are about, each event by itself.
  fileprivate var thingCount: Int {
    reduce(0) { count, event in
      switch event {
      case .itemsAdded, .itemsRemoved, .itemChanged, .linesAdded, .linesRemoved, .quantityChanged,
        .linesPicked, .linesMoved:
        count + event.count
      default: count
      }
    }
  }
}

extension SharedState {
  /// The value in the form that `settingChanged` uses.
  func value(of setting: ListSetting) -> String {
    switch setting {
    case .currency: currency.code
    case .budget: budget?.decimal ?? ""
    case .currentStore: currentStore
    case .forgottenPIN: hidesForgottenPINs ? SharedState.hidden : ""
    case .registration: registration.mode == .open ? "" : registration.mode.rawValue
    case .invitation: registration.invitation?.mark ?? ""
    }
  }
}
