/// What remains of one event on a state that its author had not seen.
struct EventReplan {
  /// The parts that still apply, with the values of now as what they replace.
  private(set) var kept: [(event: Event, isUnseen: Bool)] = []
  private(set) var left: [(event: Event, reason: LeftOut.Reason)] = []
  /// With accounts, undo leaves what others changed since: as `UndoPlanner` does, which did not see it.
  private let keepsChanged: Bool
  private let context: Context

  /// What of its step it depends on.
  struct Context {
    /// The step takes back an earlier one.
    var isUndo = false
    /// It places an order: what that does not contain stays in the cart.
    var isOrder = false
    /// It takes an order back: what that took from a line comes back to what was left of it.
    var withdrawsOrder = false
    /// The numbers under which orders have gone out that have no place yet.
    var mailed: [Order.ID: Int] = [:]
    var author = ""
    /// What the author saw of lines of the cart.
    var seen: [CartLine.ID: CartLine] = [:]
    /// What earlier ticks of the author have taken off lines, as `TicksInPart` has it.
    var ticksInPart: [CartLine.ID: Quantity] = [:]
    /// How much there is of lines that the author began anew, as `TicksInPart` has it.
    var begun: [CartLine.ID: Quantity] = [:]
    /// The lines whose ticks the step takes back.
    var unticked: Set<CartLine.ID> = []
    /// The lines that others have taken out of the cart.
    var lost: [CartLine.ID: Replanner.Meanwhile.LostLine] = [:]
  }

  init(_ event: Event, in state: SharedState, _ context: Context = Context()) {
    self.context = context
    keepsChanged = context.isUndo && state.use.hasAccounts
    switch event {
    case .itemsAdded, .itemsRemoved, .itemChanged: item(event, state)
    case .linesAdded, .linesRemoved, .quantityChanged, .linesPicked, .linesMoved:
      line(event, state)
    case .storeAdded, .storeRemoved, .storeChanged, .settingChanged, .aislesWalked:
      setting(event, state)
    case .orderPlaced(let new): place(new, state, context.mailed)
    case .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved: order(event, state)
    case .orderMailed: keep(event)
    case .useChanged, .accountAdded, .accountRemoved, .accountChanged, .accessRecovered,
      .recoverySeen, .cartHeld, .cartTakenUp:
      person(event, state)
    case .seeded: keepOrLeave(event, state.isSeeded ? .done : nil)
    case .shared: keepOrLeave(event, state.history.namesSteps ? .done : nil)
    }
  }

  private mutating func keep(_ event: Event, isUnseen: Bool = false) {
    kept.append((event, isUnseen))
  }

  private mutating func leave(_ event: Event, _ reason: LeftOut.Reason) {
    left.append((event, reason))
  }

  private mutating func keepOrLeave(_ event: Event, _ reason: LeftOut.Reason?) {
    if let reason { leave(event, reason) } else { keep(event) }
  }

  // MARK: Items

  private mutating func item(_ event: Event, _ state: SharedState) {
    switch event {
    case .itemsAdded(let items):
      let new = items.filter { state.items[$0.id] == nil }
      let old = items.filter { state.items[$0.id] != nil }
      if !new.isEmpty { keep(.itemsAdded(new)) }
      if !old.isEmpty { leave(.itemsAdded(old), .done) }
    case .itemsRemoved(let items):
      let here = items.compactMap { state.items[$0.id] }
      let gone = items.filter { state.items[$0.id] == nil }
      let isUnseen = here.contains { item in items.first { $0.id == item.id } != item }
      // What was put in the cart meanwhile goes with its item, and comes back with it.
      let lines = here.flatMap { state.carts.lines(of: $0.id) }
      if !lines.isEmpty { keep(.linesRemoved(lines), isUnseen: true) }
      if !here.isEmpty { keep(.itemsRemoved(here), isUnseen: isUnseen) }
      if !gone.isEmpty { leave(.itemsRemoved(gone), .done) }
    case .itemChanged(let id, let from, let to):
      guard let item = state.items[id] else { return leave(event, .gone) }
      let rest = to.missing(in: item)
      guard !rest.isEmpty else { return leave(event, .done) }
      let now = rest.values(of: item)
      keep(
        .itemChanged(id, from: now, to: rest),
        isUnseen: from.touched(by: rest) != now.touched(by: from))
    default: break
    }
  }

  // MARK: The cart

  private mutating func line(_ event: Event, _ state: SharedState) {
    switch event {
    case .linesAdded(let lines):
      var groups = Groups<CartLine>()
      for line in lines {
        let here = state.carts.line(line.id)
        if context.withdrawsOrder, let here, let sum = here.quantity.adding(line.quantity) {
          let unit = here.quantity.unit
          keep(.quantityChanged(here.id, by: line.quantity, was: unit, becomes: sum.unit))
          continue
        }
        if here == nil, startsAgain(line, state) { continue }
        groups.add(line, state.items[line.item] == nil ? .gone : here == nil ? nil : .done)
      }
      take(groups) { .linesAdded($0) }
    case .linesRemoved(let lines): takeOut(lines, state)
    case .quantityChanged(let id, let by, _, let becomes, let set):
      guard let line = state.carts.line(state.present(id)) else { return addAgain(event, state) }
      if addsToTicked(event, line) { return }
      // What was set on a line that is part of another one by now is what that line brings along.
      if let set, line.id == id, let difference = set.adding(-line.quantity) {
        guard set != line.quantity else { return leave(event, .done) }
        let known = [set.adding(-by), set].compactMap(\.self)
        return keep(
          .quantityChanged(
            id, by: difference, was: line.quantity.unit, becomes: set.unit, set: set),
          isUnseen: !known.contains { $0.isSame(as: line.quantity) })
      }
      // In another kind of unit it takes the place of the whole line.
      if let set, line.id == id, !context.isUndo {
        var new = line
        new.quantity = set
        keep(.linesRemoved([line]), isUnseen: true)
        return keep(.linesAdded([new]))
      }
      guard let sum = line.quantity.adding(by), sum.thousandths > 0 else {
        return leave(event, .changed)
      }
      keep(.quantityChanged(line.id, by: by, was: line.quantity.unit, becomes: becomes))
    case .linesPicked(let ids, let picked):
      var groups = Groups<CartLine.ID>()
      for id in ids {
        let line = state.carts.line(state.present(id))
        if let line, let saw = context.seen[id],
          picked ? ticksPart(line, saw) : unticksPart(line, saw)
        {
          continue
        }
        groups.add(line?.id ?? id, line.map { $0.isPicked == picked ? .done : nil } ?? .gone)
      }
      take(groups) { .linesPicked($0, picked) }
    case .linesMoved(let ids, let from, let to):
      var groups = Groups<CartLine.ID>()
      for id in ids {
        groups.add(id, state.carts.line(id).map { $0.cart == from ? nil : .changed } ?? .gone)
      }
      take(groups) { .linesMoved($0, from: from, to: to) }
    default: break
    }
  }

  /// A tick is for as much as its author saw. If the line holds more by now, that much is got and off it,
  /// and the rest is still to get: as if it had been added after the tick.
  private mutating func ticksPart(_ line: CartLine, _ saw: CartLine) -> Bool {
    guard !line.isPicked, let rest = line.quantity.adding(-saw.quantity), rest.thousandths > 0
    else { return false }
    keep(
      .quantityChanged(
        line.id, by: -saw.quantity, was: line.quantity.unit, becomes: rest.unit))
    leave(.linesPicked([line.id], true), .changed)
    return true
  }

  private mutating func unticksPart(_ line: CartLine, _ saw: CartLine) -> Bool {
    guard saw.isPicked, !line.isPicked, let amount = context.ticksInPart[line.id],
      let sum = line.quantity.adding(amount)
    else { return false }
    keep(.quantityChanged(line.id, by: amount, was: line.quantity.unit, becomes: sum.unit))
    leave(.linesPicked([line.id], false), .changed)
    return true
  }

  /// What is added to a line that others have ticked meanwhile is what is still to get.
  private mutating func addsToTicked(_ event: Event, _ line: CartLine) -> Bool {
    guard case .quantityChanged(let id, let by, let was, _, let set) = event, line.isPicked,
      let saw = context.seen[id], !saw.isPicked
    else { return false }
    let rest = line.id == id ? set.map { $0.adding(-line.quantity) ?? by } ?? by : by
    guard rest.thousandths > 0, let less = rest.adding(-line.quantity) else { return false }
    keep(.linesPicked([line.id], false))
    if less.thousandths != 0 || rest.unit != line.quantity.unit {
      keep(.quantityChanged(line.id, by: less, was: line.quantity.unit, becomes: rest.unit))
    }
    leave(.quantityChanged(line.id, by: rest, was: was, becomes: rest.unit, set: set), .changed)
    return true
  }

  /// The same of a line that is new here.
  private mutating func startsAgain(_ new: CartLine, _ state: SharedState) -> Bool {
    guard !context.isUndo, !new.isPicked else { return false }
    let lines = state.carts[new.cart].lines(of: new.item)
    guard let line = lines.first(where: { $0.quantity.adding(new.quantity) != nil }),
      line.isPicked, let sum = line.quantity.adding(new.quantity)
    else { return false }
    keep(.linesAdded([new]))
    keep(
      .quantityChanged(
        line.id, by: -line.quantity, was: sum.unit, becomes: new.quantity.unit))
    return true
  }

  /// What is added to a line that others have ordered or taken out meanwhile is a line again, and so is
  /// all that was set on one that they have not got.
  private mutating func addAgain(_ event: Event, _ state: SharedState) {
    guard case .quantityChanged(let id, let by, _, _, let set) = event, !context.isUndo,
      var line = context.seen[id], case let item = state.present(line.item),
      state.items[item] != nil, !line.isPicked || context.unticked.contains(id),
      let amount = context.lost[id]?.isGot == false && set != nil
        ? set : line.isPicked ? line.quantity.adding(by) : by,
      amount.isValid
    else { return leave(event, .gone) }
    line.item = item
    line.quantity = amount
    line.isPicked = false
    line.addedBy = context.author
    keep(.linesAdded([line]))
    leave(event, .gone)
  }

  /// What a line was merged into is less by what it had brought, and so is one that was ordered. One
  /// whose tick was taken back meanwhile is wanted again, unless it was ordered: that is sold.
  private mutating func takeOut(_ lines: [CartLine], _ state: SharedState) {
    var groups = Groups<CartLine>()
    var isUnseen = false
    // Several of them may have been merged into one.
    var merged: [(line: CartLine, rest: Quantity?)] = []
    for line in lines {
      // What its author had ticked is off the line already.
      if line.isPicked, let rest = state.carts.line(state.present(line.id)), !rest.isPicked,
        context.ticksInPart[rest.id] != nil
      {
        if !context.isOrder { groups.add(line, .done) }
        continue
      }
      if let here = state.carts.line(line.id) {
        let isWanted =
          !context.isOrder && line.isPicked && !here.isPicked
          || keepsChanged && (line.isPicked != here.isPicked || line.cart != here.cart)
        if context.isOrder, !isWanted, let rest = here.quantity.adding(-line.quantity),
          rest.thousandths > 0
        {
          let unit = here.quantity.unit
          keep(.quantityChanged(here.id, by: -line.quantity, was: unit, becomes: rest.unit))
          continue
        }
        groups.add(isWanted ? line : here, isWanted ? .changed : nil)
        // What others had got of it they have.
        if !isWanted, here.quantity != line.quantity, here.quantity != context.begun[here.id] {
          isUnseen = true
        }
      } else if let other = state.carts.line(state.present(line.id)) {
        let at = merged.firstIndex { $0.line.id == other.id } ?? merged.count
        if at == merged.count { merged.append((other, other.quantity)) }
        let rest = merged[at].rest?.adding(-line.quantity)
        merged[at].rest = rest.flatMap { $0.thousandths > 0 ? $0 : nil }
      } else {
        groups.add(line, .done)
      }
    }
    for (line, rest) in merged where !groups.kept.contains(where: { $0.id == line.id }) {
      if let rest {
        guard let less = rest.adding(-line.quantity) else { continue }
        keep(.quantityChanged(line.id, by: less, was: line.quantity.unit, becomes: rest.unit))
      } else {
        groups.kept.append(line)
      }
    }
    take(groups, isUnseen: isUnseen) { .linesRemoved($0) }
  }

  /// The subjects of an event, by why they are left out; nil for those that are not.
  private struct Groups<Subject> {
    var kept: [Subject] = []
    var left: [(reason: LeftOut.Reason, subjects: [Subject])] = []

    mutating func add(_ subject: Subject, _ reason: LeftOut.Reason?) {
      guard let reason else { return kept.append(subject) }
      if let at = left.firstIndex(where: { $0.reason == reason }) {
        left[at].subjects.append(subject)
      } else {
        left.append((reason, [subject]))
      }
    }
  }

  private mutating func take<Subject>(
    _ groups: Groups<Subject>, isUnseen: Bool = false, _ make: ([Subject]) -> Event
  ) {
    if !groups.kept.isEmpty { keep(make(groups.kept), isUnseen: isUnseen) }
    for (reason, subjects) in groups.left { leave(make(subjects), reason) }
  }

  // MARK: Stores, settings, orders

  private mutating func setting(_ event: Event, _ state: SharedState) {
    switch event {
    case .storeAdded(let store):
      keepOrLeave(event, state.stores.contains { $0.id == store.id } ? .done : nil)
    case .storeRemoved(let store):
      guard let here = state.stores.first(where: { $0.id == store.id }) else {
        return leave(event, .done)
      }
      if keepsChanged, !event.applies(to: state) { return leave(event, .changed) }
      keep(.storeRemoved(here), isUnseen: here != store)
    case .storeChanged(let from, let to):
      guard let here = state.stores.first(where: { $0.id == to.id }) else {
        return leave(event, .gone)
      }
      let merged = to.merged(from: from, onto: here)
      guard merged != here else { return leave(event, .done) }
      keep(
        .storeChanged(from: here, to: merged), isUnseen: merged.hidesChange(of: here, since: from))
    case .settingChanged(.currency, let from, let to):
      let now = state.currency.code
      guard now != to else { return leave(event, .done) }
      let parts = CurrencyChange.events(from: now, to: to, budget: state.value(of: .budget))
      for part in parts { keep(part, isUnseen: part.setting == .currency && now != from) }
    case .settingChanged(let setting, let from, let to):
      // A budget may have been typed for another currency.
      func here(_ value: String) -> String {
        setting == .budget ? Money.number(value, in: state.currency) : value
      }
      let now = state.value(of: setting)
      guard now != here(to) else { return leave(event, .done) }
      keep(.settingChanged(setting, from: now, to: here(to)), isUnseen: now != here(from))
    case .aislesWalked(let store, _, let to):
      let now = state.aisles[store] ?? []
      guard now != to else { return leave(event, .done) }
      keep(.aislesWalked(store: store, from: now, to: to))
    default: break
    }
  }

  /// An order gets another number if its own is taken by now. What a store has been told stays.
  private mutating func place(_ order: Order, _ state: SharedState, _ mailed: [Order.ID: Int]) {
    guard !state.orders.contains(where: { $0.id == order.id }) else {
      return leave(.orderPlaced(order), .done)
    }
    let told = mailed[order.id] ?? state.mailing(of: order.id)?.number
    var placed = order
    if let told {
      placed.number = told
    } else if state.hasUsed(number: order.number) {
      placed.number = state.nextOrderNumber
    }
    keep(.orderPlaced(placed))
    if placed.number != order.number { leave(.orderPlaced(order), .done) }
  }

  private mutating func order(_ event: Event, _ state: SharedState) {
    func has(_ id: Order.ID) -> Bool { state.orders.contains { $0.id == id } }
    switch event {
    case .orderWithdrawn(let order): keepOrLeave(event, has(order.id) ? nil : .done)
    case .orderLinesAdded(let id, _): keepOrLeave(event, has(id) ? nil : .gone)
    case .orderLinesRemoved(let id, _): keepOrLeave(event, has(id) ? nil : .done)
    default: break
    }
  }

  // MARK: People

  private mutating func person(_ event: Event, _ state: SharedState) {
    switch event {
    case .useChanged(let from, let to):
      keepOrLeave(event, state.use == to ? .done : state.use == from ? nil : .changed)
    case .accountAdded(let account):
      keepOrLeave(event, state.account(account.id) == nil ? nil : .done)
    case .accountRemoved(let account):
      guard let here = state.account(account.id) else { return leave(event, .done) }
      keep(.accountRemoved(here))
    case .accountChanged(let from, let to):
      guard let here = state.account(to.id) else { return leave(event, .gone) }
      let merged = to.merged(from: from, onto: here)
      guard merged != here else { return leave(event, .done) }
      keep(
        .accountChanged(from: here, to: merged),
        isUnseen: from.merged(from: to, onto: merged) != here)
    case .accessRecovered(let id, _, _), .recoverySeen(let id):
      keepOrLeave(event, state.account(id) == nil ? .gone : nil)
    case .cartHeld(let held):
      keepOrLeave(event, state.heldCarts.contains { $0.id == held.id } ? .done : nil)
    case .cartTakenUp(let held):
      keepOrLeave(event, state.heldCarts.contains { $0.id == held.id } ? nil : .gone)
    default: break
    }
  }
}
