/// A permanent fact. Only events are journaled; the state is their fold.
///
/// Every event carries what is needed to apply and to reverse it, so that undo works at any depth
/// from the journal alone. A command is one step of one or more events.
///
/// This file has all that a kind is: its members in the journal, what it does to the state and its
/// inverse, what it asks of a person, when undo may record it.
public enum Event: Equatable, Sendable {
  case itemsAdded([Item])
  case itemsRemoved([Item])
  case itemChanged(Item.ID, from: ItemFields, to: ItemFields)
  case linesAdded([CartLine])
  case linesRemoved([CartLine])
  /// Relative, so that the presses of two people both count. `was` and `becomes` are the line's
  /// units before and after: adding may change the unit, and undo must restore it. `set` is what a
  /// person gave as the whole quantity: in another place it is that again, and not so much more.
  case quantityChanged(CartLine.ID, by: Quantity, was: Unit, becomes: Unit, set: Quantity? = nil)
  case linesPicked([CartLine.ID], Bool)
  case storeAdded(Store)
  case storeRemoved(Store)
  case storeChanged(from: Store, to: Store)
  /// The order without its lines; they follow in one or more `orderLinesAdded`.
  case orderPlaced(Order)
  case orderWithdrawn(Order)
  case orderLinesAdded(Order.ID, [Order.Line])
  case orderLinesRemoved(Order.ID, [Order.Line])
  /// Its mail went out. That cannot be taken back, not even with the order; what a person has said of it can.
  case orderMailed(OrderMailing)
  case settingChanged(ListSetting, from: String, to: String)
  /// The order of a store's aisles, as categories, first aisle first.
  case aislesWalked(store: String, from: [String], to: [String])
  case useChanged(from: ListMode, to: ListMode)
  case accountAdded(Account)
  case accountRemoved(Account)
  case accountChanged(from: Account, to: Account)
  /// An account was entered, or its PIN shown, without its PIN or password; `at` in seconds since
  /// 1970.
  case accessRecovered(Account.ID, RecoveredAccess.Way, at: Int)
  /// The person was told of it.
  case recoverySeen(Account.ID)
  /// Moves lines from one cart to another: into a held cart, or out of it.
  case linesMoved([CartLine.ID], from: Cart.ID, to: Cart.ID)
  case cartHeld(HeldCart)
  case cartTakenUp(HeldCart)
  /// The starter items were added; recorded for ever, so that deleting them is final.
  case seeded
  /// The list has been shared between machines since: steps are known by name from here on.
  case shared
}

/// A setting of the list, not of one machine.
public enum ListSetting: String, CaseIterable, Sendable {
  case currency
  /// In major units as text; empty for none.
  case budget
  /// The name of the store that the user is in; empty for none.
  case currentStore
  /// Whether a forgotten PIN is shown to a person who knows the e-mail address: empty for yes, or
  /// `hidden`.
  case forgottenPIN
  /// Who may make an account: empty for anyone, or a `Registration.Mode`.
  case registration
  /// The mark of the invitation that is valid; empty for none.
  case invitation

  /// A value of it as people read it: a budget is money of this currency.
  package func words(
    _ value: String, in currency: Currency, style: NumberStyle
  ) -> String {
    guard self == .budget, let money = Money(decimal: value, currency: currency) else {
      return value
    }
    return Wording.money(money, style: style)
  }
}

/// The kinds of operation that need permission.
package enum Permission: CaseIterable, Sendable {
  /// Put in the cart, change quantities, pick, order.
  case shop
  /// Take out of the cart, other than by ordering.
  case takeOut
  /// Hold the cart and resume it.
  case hold
  case addItem
  case star
  /// Edit or delete an item.
  case changeItem
  /// Stores, aisles, currency, budget.
  case arrange
  /// Touch another person's cart, in staff use.
  case reach
  /// Make an account.
  case register
  case changeAccount
  /// Change the use, remove accounts, and configure whether forgotten PINs are shown.
  case manage
  /// Take this machine out of a list that is shared: nothing of the list changes by it.
  case leaveList
}

extension Event {
  /// The event's kind in the journal. Never renamed or reused: it is on people’s disks.
  var kind: String {
    switch self {
    case .itemsAdded: "itemsAdded"
    case .itemsRemoved: "itemsRemoved"
    case .itemChanged: "itemChanged"
    case .linesAdded: "linesAdded"
    case .linesRemoved: "linesRemoved"
    case .quantityChanged: "quantityChanged"
    case .linesPicked(_, let picked): picked ? "linesPicked" : "linesUnpicked"
    case .storeAdded: "storeAdded"
    case .storeRemoved: "storeRemoved"
    case .storeChanged: "storeChanged"
    case .orderPlaced: "orderPlaced"
    case .orderWithdrawn: "orderWithdrawn"
    case .orderLinesAdded: "orderLinesAdded"
    case .orderLinesRemoved: "orderLinesRemoved"
    case .orderMailed: "orderMailed"
    case .settingChanged: "settingChanged"
    case .aislesWalked: "aislesWalked"
    case .useChanged: "useChanged"
    case .accountAdded: "accountAdded"
    case .accountRemoved: "accountRemoved"
    case .accountChanged: "accountChanged"
    case .accessRecovered: "accessRecovered"
    case .recoverySeen: "recoverySeen"
    case .linesMoved: "linesMoved"
    case .cartHeld: "cartHeld"
    case .cartTakenUp: "cartTakenUp"
    case .seeded: "seeded"
    case .shared: "shared"
    }
  }

  /// One of each kind, for a reader to fill: a kind that is missing here is not read.
  static let blanks: [Event] = [
    .itemChanged(Item.ID(0), from: .none, to: .none), .itemsAdded([]), .itemsRemoved([]),
    .quantityChanged(CartLine.ID(0), by: .one, was: .piece, becomes: .piece), .linesAdded([]),
    .linesRemoved([]), .linesPicked([], true), .linesPicked([], false),
    .linesMoved([], from: .main, to: .main), .storeAdded(.blank), .storeRemoved(.blank),
    .storeChanged(from: .blank, to: .blank), .aislesWalked(store: "", from: [], to: []),
    .orderPlaced(.blank), .orderWithdrawn(.blank), .orderLinesAdded(Order.ID(0), []),
    .orderLinesRemoved(Order.ID(0), []), .orderMailed(.blank),
    .settingChanged(.currency, from: "", to: ""),
    .useChanged(from: .personal, to: .personal), .accountAdded(.blank), .accountRemoved(.blank),
    .accountChanged(from: .blank, to: .blank), .accessRecovered(Account.ID(0), .address, at: 0),
    .recoverySeen(Account.ID(0)), .cartHeld(.blank), .cartTakenUp(.blank), .seeded,
    .shared,
  ]

  /// Visits the members of each kind, for writing and reading: a writer returns what it is given, a
  /// reader what it has read.
  func coded<C: EventCoder>(by c: inout C) throws(JSONError) -> Event {
    switch self {
    case .itemsAdded(let all): .itemsAdded(try c.list("items", all, .record()))
    case .itemsRemoved(let all): .itemsRemoved(try c.list("items", all, .record()))
    case .itemChanged(let id, let from, let to):
      .itemChanged(
        try c.value("item", id, .id()), from: try c.value("from", from, ItemFields.Codec()),
        to: try c.value("to", to, ItemFields.Codec()))
    case .linesAdded(let all): .linesAdded(try c.list("lines", all, .record()))
    case .linesRemoved(let all): .linesRemoved(try c.list("lines", all, .record()))
    case .quantityChanged(let id, let by, let was, let becomes, let set):
      .quantityChanged(
        try c.value("line", id, .id()), by: try c.value("amount", by, .quantity),
        was: try c.value("was", was, .unit), becomes: try c.value("becomes", becomes, .unit),
        set: try c.value("set", set, OptionalCodec(base: .quantity)))
    case .linesPicked(let ids, let picked): .linesPicked(try c.list("lines", ids, .id()), picked)
    case .linesMoved(let ids, let from, let to):
      .linesMoved(
        try c.list("lines", ids, .id()), from: try c.value("from", from, .optionalID()),
        to: try c.value("to", to, .optionalID()))
    case .storeAdded(let store): .storeAdded(try c.value("store", store, .record()))
    case .storeRemoved(let store): .storeRemoved(try c.value("store", store, .record()))
    case .storeChanged(let from, let to):
      .storeChanged(
        from: try c.value("from", from, .record()), to: try c.value("to", to, .record()))
    case .aislesWalked(let store, let from, let to):
      .aislesWalked(
        store: try c.value("store", store, .text), from: try c.value("from", from, .names),
        to: try c.value("to", to, .names))
    case .orderPlaced(let order): .orderPlaced(try c.value("order", order, .head))
    case .orderWithdrawn(let order): .orderWithdrawn(try c.value("order", order, .head))
    case .orderLinesAdded(let id, let all):
      .orderLinesAdded(try c.value("order", id, .id()), try c.list("lines", all, .record()))
    case .orderLinesRemoved(let id, let all):
      .orderLinesRemoved(try c.value("order", id, .id()), try c.list("lines", all, .record()))
    case .orderMailed(let mailing): .orderMailed(try c.value("mail", mailing, .record()))
    case .settingChanged(let setting, let from, let to):
      .settingChanged(
        try c.choice("setting", setting), from: try c.value("from", from, .text),
        to: try c.value("to", to, .text))
    case .useChanged(let from, let to):
      .useChanged(from: try c.choice("from", from), to: try c.choice("to", to))
    case .accountAdded(let account): .accountAdded(try c.value("account", account, .record()))
    case .accountRemoved(let account): .accountRemoved(try c.value("account", account, .record()))
    case .accountChanged(let from, let to):
      .accountChanged(
        from: try c.value("from", from, .record()), to: try c.value("to", to, .record()))
    case .accessRecovered(let id, let way, let at):
      .accessRecovered(
        try c.value("account", id, .id()), try c.choice("way", way),
        at: try c.value("at", at, .int))
    case .recoverySeen(let id): .recoverySeen(try c.value("account", id, .id()))
    case .cartHeld(let held): .cartHeld(try c.value("cart", held, .record()))
    case .cartTakenUp(let held): .cartTakenUp(try c.value("cart", held, .record()))
    case .seeded: .seeded
    case .shared: .shared
    }
  }
}

extension SharedState {
  /// Never fails: an event that no longer applies leaves the state unchanged.
  public mutating func apply(_ event: Event, touches: inout [Touch]) {
    switch event {
    case .itemsAdded(let items): for item in items { put(item, &touches) }
    case .itemsRemoved(let items): remove(items.map(\.id), &touches)
    case .itemChanged(let id, _, let to):
      guard var item = items[id] else { return }
      to.apply(to: &item)
      put(item, &touches)
    case .linesAdded(let lines): for line in lines { add(line, &touches) }
    case .linesRemoved(let lines): remove(lines.map(\.id), &touches)
    case .quantityChanged(let id, let by, _, let unit, _): change(id, by: by, unit, &touches)
    case .linesPicked(let ids, let picked):
      for id in ids {
        guard var line = carts.line(present(id)), line.isPicked != picked else { continue }
        line.isPicked = picked
        put(line, &touches)
      }
    case .storeAdded(let store): set(store.id, store, &touches)
    case .storeRemoved(let store): set(store.id, nil, &touches)
    case .storeChanged(_, let store):
      if stores.contains(where: { $0.id == store.id }) { set(store.id, store, &touches) }
    case .orderPlaced(let order): set(order.id, order, &touches)
    case .orderWithdrawn(let order): set(order.id, nil, &touches)
    case .orderLinesAdded(let id, let lines): changeOrder(id, &touches) { $0.lines += lines }
    case .orderLinesRemoved(let id, let lines):
      changeOrder(id, &touches) { $0.lines.removeLast(min(lines.count, $0.lines.count)) }
    case .orderMailed(let mailing):
      touches.append(.mailing)
      mailings.append(mailing)
    case .settingChanged(let setting, _, let value): set(setting, value, &touches)
    case .aislesWalked(let store, _, let order):
      touches.append(.aisles(store: store, was: aisles[store]))
      aisles[store] = order.isEmpty ? nil : order
    case .useChanged(_, let new):
      touches.append(.use(was: use))
      use = new
    case .accountAdded(let account): add(account, &touches)
    case .accountRemoved(let account): remove(account, &touches)
    case .accountChanged(_, let to): change(to, &touches)
    case .accessRecovered(let id, let way, let at):
      recover(id, { _ in RecoveredAccess(way: way, at: at) }, &touches)
    case .recoverySeen(let id):
      recover(id, { $0.map { RecoveredAccess(way: $0.way, at: $0.at, isSeen: true) } }, &touches)
    case .linesMoved(let ids, let from, let to):
      for id in ids { move(id, from: from, to: to, &touches) }
    case .cartHeld(let held): set(held.id, held, &touches)
    case .cartTakenUp(let held): set(held.id, nil, &touches)
    case .seeded:
      guard !isSeeded else { return }
      touches.append(.seeded)
      isSeeded = true
    // The history takes note of it.
    case .shared: break
    }
  }
}

extension Event {
  /// The event that reverses it; nil when it cannot be reversed.
  public var inverse: Event? {
    switch self {
    case .itemsAdded(let items): .itemsRemoved(items)
    case .itemsRemoved(let items): .itemsAdded(items)
    case .itemChanged(let id, let from, let to): .itemChanged(id, from: to, to: from)
    case .linesAdded(let lines): .linesRemoved(lines)
    case .linesRemoved(let lines): .linesAdded(lines)
    case .quantityChanged(let id, let by, let was, let becomes, let set):
      .quantityChanged(
        id, by: -by, was: becomes, becomes: was,
        set: set?.adding(-by).map { $0.converted(to: was) ?? $0 })
    case .linesPicked(let ids, let picked): .linesPicked(ids, !picked)
    case .storeAdded(let store): .storeRemoved(store)
    case .storeRemoved(let store): .storeAdded(store)
    case .storeChanged(let from, let to): .storeChanged(from: to, to: from)
    case .orderPlaced(let order): .orderWithdrawn(order)
    case .orderWithdrawn(let order): .orderPlaced(order)
    case .orderLinesAdded(let id, let lines): .orderLinesRemoved(id, lines)
    case .orderLinesRemoved(let id, let lines): .orderLinesAdded(id, lines)
    // Undo does not make an older invitation valid again.
    case .settingChanged(.invitation, _, _): nil
    case .settingChanged(let setting, let from, let to):
      .settingChanged(setting, from: to, to: from)
    case .aislesWalked(let store, let from, let to): .aislesWalked(store: store, from: to, to: from)
    case .linesMoved(let ids, let from, let to): .linesMoved(ids, from: to, to: from)
    case .cartHeld(let held): .cartTakenUp(held)
    case .cartTakenUp(let held): .cartHeld(held)
    case .orderMailed(let mailing): mailing.inverse.map { .orderMailed($0) }
    // Access is not changed by accident, and a sealed secret is not restored by an undo key.
    case .useChanged, .accountAdded, .accountRemoved, .accountChanged, .accessRecovered,
      .recoverySeen, .seeded, .shared:
      nil
    }
  }
}

extension Event {
  /// Whether it applies to a state that others may have changed since it was planned. Those that
  /// may apply in part are up to the planner of undo.
  package func applies(to state: SharedState) -> Bool {
    switch self {
    case .storeChanged(let from, _): state.stores.contains(from)
    // With accounts, a store that another person has added as well stays.
    case .storeRemoved(let store):
      state.stores.contains(store)
        && !(state.use.hasAccounts && state.joined.values.contains(ThingID(store.id)))
    case .cartTakenUp(let held): state.heldCarts.contains { $0.id == held.id }
    case .itemsAdded, .itemsRemoved, .itemChanged, .linesAdded, .linesRemoved, .quantityChanged,
      .linesPicked, .linesMoved, .settingChanged, .storeAdded, .orderPlaced, .orderWithdrawn,
      .orderLinesAdded, .orderLinesRemoved, .orderMailed, .aislesWalked, .seeded, .shared,
      .cartHeld, .useChanged,
      .accountAdded, .accountRemoved, .accountChanged, .accessRecovered, .recoverySeen:
      true
    }
  }

  /// What a person must be allowed to do to record it; nil for nothing.
  package var permission: Permission? {
    switch self {
    case .itemsAdded: .addItem
    case .itemsRemoved: .changeItem
    case .itemChanged(_, _, let to): to.star == nil ? .changeItem : .star
    case .linesAdded, .linesRemoved, .quantityChanged, .linesPicked, .linesMoved, .orderPlaced,
      .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved:
      .shop
    case .cartHeld, .cartTakenUp: .hold
    case .storeAdded, .storeRemoved, .storeChanged, .aislesWalked: .arrange
    case .settingChanged(let setting, _, _):
      switch setting {
      case .forgottenPIN, .registration, .invitation: .manage
      case .currency, .budget, .currentStore: .arrange
      }
    // It has gone, whoever is signed in by now.
    case .orderMailed: nil
    // The vault has decided who may.
    case .accessRecovered, .recoverySeen: nil
    case .seeded: nil
    case .useChanged, .accountRemoved, .shared: .manage
    case .accountAdded: .register
    case .accountChanged: .changeAccount
    }
  }

  /// The items or the store that it adds.
  var added: [ThingID] {
    switch self {
    case .itemsAdded(let items): items.map { ThingID($0.id) }
    case .storeAdded(let store): [ThingID(store.id)]
    default: []
    }
  }

  /// The setting of the list that it changes.
  package var setting: ListSetting? {
    if case .settingChanged(let setting, _, _) = self { setting } else { nil }
  }

  /// The account whose tokens it invalidates: the account is gone, or its credential has changed.
  package var endsTokens: Account.ID? {
    switch self {
    case .accountRemoved(let account): account.id
    case .accountChanged(let from, let to):
      from.pin != to.pin || from.password != to.password ? to.id : nil
    default: nil
    }
  }
}
