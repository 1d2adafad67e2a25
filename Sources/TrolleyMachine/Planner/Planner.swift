/// Turns changes into events: validates them against the newest state and says why one is refused.
///
/// Pure: identifiers, time and author are passed in.
public struct Planner {
  public internal(set) var state: SharedState
  public internal(set) var ids: IdentifierSource
  /// Seconds since 1970, UTC.
  public let now: Int
  public let actor: Actor
  /// Seconds that local time is ahead of UTC, to determine the date.
  public let utcOffset: Int
  /// How numbers that were typed are written.
  public let numbers: NumberStyle
  var events: [Event] = []
  /// The rank of the last line added in this step: lines keep the order of the request.
  var lastRank = 0
  /// Picked lines that this step adds to again: their old quantity is replaced.
  var unticked: Set<CartLine.ID> = []
  /// What lines hold after what this step has planned for them so far.
  var planned: [CartLine.ID: Quantity] = [:]
  /// The names known and made before this piece of a long list; nil for a list in one piece.
  var names: NameIndex?
  /// How the list spells categories and stores, once a request needs it.
  var spellings: Spellings?
  /// How many requests each item took in this step.
  var takers: [Item.ID: Int] = [:]
  /// Why parts of an imported list were left out of this step.
  public internal(set) var leftOut: [ChangeError] = []

  public init(
    state: SharedState, ids: IdentifierSource, now: Int, actor: Actor = .person, utcOffset: Int = 0,
    numbers: NumberStyle = .english
  ) {
    self.numbers = numbers
    self.state = state
    self.ids = ids
    self.now = now
    self.actor = actor
    self.utcOffset = utcOffset
  }

  /// The author recorded for what this step adds.
  var author: String { actor.author }

  /// The events of one step. Throws if the change is impossible; then nothing has happened.
  public mutating func plan(_ change: Change) throws(ChangeError) -> [Event] {
    events = []
    lastRank = 0
    (unticked, planned) = ([], [:])
    if names == nil { (takers, leftOut, spellings) = ([:], [], nil) }
    switch change {
    case .add(let requests): try add(requests)
    case .addProduct(let product, let quantity, let marks, let isInCart):
      try add(product, quantity, marks, isInCart: isInCart)
    case .edit(let id, let draft): try edit(id, draft)
    case .delete(let ids): try delete(ids)
    case .favourite(let ids, let on): try favourite(ids, on)
    case .toggle(let ids, let again): try toggle(ids, again: again)
    case .relabelPrices: relabelPrices()
    case .putInCart(let id, let quantity): try putInCart(try item(id), quantity)
    case .takeOut(let ids): takeOut(ids.compactMap { state.cart[$0] })
    case .step(let ids, let up): try step(ids, up: up)
    case .stepLines(let ids, let up): try stepLines(ids, up: up)
    case .setQuantity(let id, let quantity): try setQuantity(try line(id), quantity)
    case .pick(let ids, let picked): pick(ids, picked)
    case .clearPicked:
      let picked = state.cart.lines.filter(\.isPicked)
      guard !picked.isEmpty else { throw .nothingPicked }
      takeOut(picked)
    case .finishShopping: try finishShopping()
    case .clearCart:
      guard !state.cart.isEmpty else { throw .emptyCart }
      takeOut(Array(state.cart.lines))
    case .order(let draft): try order(draft)
    case .orderAgain(let id): try orderAgain(id)
    case .noteMailing(let mailing): events.append(.orderMailed(mailing))
    case .addStore(let draft): try addStore(draft)
    case .editStore(let id, let draft): try editStore(id, draft)
    case .deleteStore(let id): try deleteStore(id)
    case .set(let setting, let value): try set(setting, value)
    case .restore(let document): try restore(document)
    case .changeUse(let use, let owner): try changeUse(use, owner: owner)
    case .addAccount(let new): try addAccount(new, in: state.use)
    case .editAccount(let id, let draft, let credential): try editAccount(id, draft, credential)
    case .addCredential(let id, let credential): try add(credential, to: id)
    case .removeAccount(let id): try removeAccount(id)
    case .recoverAccess(let id, let way): events.append(.accessRecovered(id, way, at: now))
    case .seeRecovery(let id): events.append(.recoverySeen(id))
    case .invite(let code):
      try set(.registration, Registration.Mode.invitation.rawValue)
      try set(.invitation, code.mark)
    case .holdCart(let note): try holdCart(note: note)
    case .takeUpCart(let id): try takeUpCart(id)
    }
    guard !events.isEmpty else { throw leftOut.first ?? .nothingToDo }
    events += state.renaming(after: events)
    try checkBounds()
    let endsShopping = change == .clearPicked || change == .finishShopping
    try AccessPolicy.check(events, by: actor, in: state, endsShopping: endsShopping)
    return events
  }

  /// What could not be read again is not written, whatever it was computed from.
  private func checkBounds() throws(ChangeError) {
    for event in events where !event.isReadable {
      if case .linesAdded(let lines) = event {
        for line in lines { try check(line.quantity, of: name(of: line.item)) }
      }
      throw .outOfBounds
    }
  }

  /// That of an item of the list, or one that this step adds to it.
  private func name(of id: Item.ID) -> String {
    if let item = state.items[id] { return item.name }
    for case .itemsAdded(let items) in events {
      if let item = items.first(where: { $0.id == id }) { return item.name }
    }
    return ""
  }

  /// Refuses an amount that cannot be in the cart, saying of what it is if it has a name.
  func check(_ quantity: Quantity, of name: String) throws(ChangeError) {
    guard quantity.thousandths > 0 else { throw .badQuantity(quantity.text, numbers) }
    guard quantity.isValid else { throw .tooMuch("\(quantity.words(numbers)) \(name)".trimmed) }
  }

  func item(_ id: Item.ID) throws(ChangeError) -> Item {
    guard let item = state.items[id] else { throw .itemIsGone }
    return item
  }

  func line(_ id: CartLine.ID) throws(ChangeError) -> CartLine {
    guard let line = state.cart[id] else { throw .notInCart("That") }
    return line
  }

  private mutating func set(_ setting: ListSetting, _ value: String) throws(ChangeError) {
    let value = CleanText.line(value, limit: .name)
    let old: String
    var new = value
    switch setting {
    case .currency:
      let code = Currency(code: value).flatMap { $0.isKnown ? $0 : nil }
      guard let currency = code ?? CurrencyNames.currency(value), currency.isKnown else {
        throw .badCurrency(value)
      }
      change(to: currency, budget: state.value(of: .budget))
      return relabelStarters(to: currency)
    case .budget:
      if !value.isEmpty {
        let (budget, per) = try price(value)
        guard per == nil else { throw .badPrice(value, numbers) }
        guard budget.currency == state.currency else {
          throw .budgetElsewhere(budget.currency, list: state.currency)
        }
        new = budget.decimal
      }
      old = state.value(of: .budget)
    case .currentStore:
      old = state.currentStore
      if !value.isEmpty, value != old { new = try state.storeName(meant: value) }
    case .forgottenPIN:
      old = state.hidesForgottenPINs ? SharedState.hidden : ""
      new = value.isEmpty ? "" : SharedState.hidden
    case .registration, .invitation: old = state.value(of: setting)
    }
    if new != old { events.append(.settingChanged(setting, from: old, to: new)) }
  }

  mutating func change(to currency: Currency, budget: String) {
    guard currency != state.currency else { return }
    events += CurrencyChange.events(
      from: state.currency.code, to: currency.code, budget: state.value(of: .budget),
      becomes: budget)
  }
}
