/// The state that every replica agrees on: the fold of the journal, and nothing else.
public struct SharedState: Equatable, Sendable {
  public internal(set) var items = ItemTable()
  public internal(set) var carts = Carts()
  /// Sorted by identifier: those of one program in the order of adding.
  public internal(set) var stores: [Store] = []
  /// In the order in which they were placed.
  public internal(set) var orders: [Order] = []
  /// The mails of orders that went out, also of those that were withdrawn, first the oldest.
  public internal(set) var mailings: [OrderMailing] = []
  public internal(set) var currency = Currency.usd
  /// The user is warned at 80 % and 100 % of it; nil for none.
  public internal(set) var budget: Money?
  /// The name of the store that the user is in; empty for none.
  public internal(set) var currentStore = ""
  /// The categories of each store, in the order of its last walk.
  public internal(set) var aisles: [String: [String]] = [:]
  /// Lines merged into another line of the same item, with that line: an event about a merged line
  /// applies to the other.
  public internal(set) var mergedLines: [CartLine.ID: CartLine.ID] = [:]
  /// Items and stores that were added under a name that others had just added, with the thing of theirs:
  /// an event about one of them applies to the other.
  public internal(set) var joined: [ThingID: ThingID] = [:]
  public internal(set) var isSeeded = false
  public internal(set) var history = History()
  public internal(set) var use = ListMode.personal
  /// The owner first, then by date of hiring. Kept when the list returns to personal use.
  public internal(set) var accounts: [Account] = []
  /// The names of those who have no account any longer, or were refused one, by author: they stand in
  /// orders.
  public internal(set) var formerNames: [String: String] = [:]
  /// In the order in which they were held.
  public internal(set) var heldCarts: [HeldCart] = []
  /// Whether a forgotten PIN is hidden even from a person who knows the e-mail address.
  public internal(set) var hidesForgottenPINs = false
  public internal(set) var registration = Registration()

  public init() {}

  /// The current cart: the only one in personal and household use.
  public var cart: Cart { carts.atHand.cart }
  /// What the current cart comes to.
  public var summary: CartSummary { carts.atHand.summary }

  /// Makes another cart the current one: that of the new actor.
  public mutating func select(cart id: Cart.ID) { carts.select(id) }

  /// What an event changed, with the previous value: enough to roll it back exactly, and to know
  /// which lists to update.
  public enum Touch: Equatable, Sendable {
    case item(Item.ID, was: Item?)
    case line(CartLine.ID, was: CartLine?)
    case store(Store.ID, was: Store?)
    case order(Order.ID, was: Order?)
    /// One more at the end.
    case mailing
    case settings(
      currency: Currency, budget: Money?, currentStore: String, hidesPINs: Bool,
      registration: Registration)
    case aisles(store: String, was: [String]?)
    case mergedLine(CartLine.ID, was: CartLine.ID?)
    case joined(ThingID, was: ThingID?)
    case seeded
    case use(was: ListMode)
    case account(Account.ID, was: Account?)
    case formerName(author: String, was: String?)
    case heldCart(Cart.ID, was: HeldCart?)
  }

  /// Records a whole step that the journal has accepted, for undo.
  package mutating func note(_ entry: Entry) { history.note(entry) }

  /// Takes the history of an earlier moment: that of a state without the steps that have no place.
  package mutating func restore(_ history: History) { self.history = history }

  /// Rolls back `touches` of `apply`, from the last to the first.
  package mutating func restore(_ touches: [Touch]) {
    for touch in touches.reversed() {
      switch touch {
      case .item(let id, let was): exchange(item: id, for: was)
      case .line(let id, let was): exchange(line: id, for: was)
      case .store(let id, let was): exchange(store: id, for: was)
      case .order(let id, let was): exchange(order: id, for: was)
      case .mailing: mailings.removeLast()
      case .settings(let currency, let budget, let store, let hidesPINs, let registration):
        if self.currency != currency { exchange(currency: currency) }
        self.budget = budget
        currentStore = store
        hidesForgottenPINs = hidesPINs
        self.registration = registration
      case .aisles(let store, let was): aisles[store] = was
      case .mergedLine(let id, let was): mergedLines[id] = was
      case .joined(let id, let was): joined[id] = was
      case .seeded: isSeeded = false
      case .use(let was): use = was
      case .account(let id, let was): exchange(account: id, for: was)
      case .formerName(let author, let was): formerNames[author] = was
      case .heldCart(let id, let was): exchange(heldCart: id, for: was)
      }
    }
  }
}

// MARK: Primitive changes

extension SharedState {
  mutating func put(_ item: Item, _ touches: inout [Touch]) {
    touches.append(.item(item.id, was: items[item.id]))
    exchange(item: item.id, for: item)
  }

  /// Removes items together with their lines, including those added meanwhile.
  mutating func remove(_ ids: [Item.ID], _ touches: inout [Touch]) {
    // All lines at once: one by one, each would move those behind it.
    remove(ids.flatMap { carts.lines(of: $0).map(\.id) }, &touches)
    for id in ids {
      guard let item = items[id] else { continue }
      touches.append(.item(id, was: item))
      exchange(item: id, for: nil)
    }
  }

  /// The line itself, or the one it was merged into.
  package func present(_ id: CartLine.ID) -> CartLine.ID {
    carts.line(id) == nil ? mergedLines[id] ?? id : id
  }

  /// The item itself, or the one it was joined with.
  package func present(_ id: Item.ID) -> Item.ID {
    items[id] == nil ? joined[ThingID(id)].map { Item.ID($0.number) } ?? id : id
  }

  /// The store itself, or the one it was joined with.
  package func present(_ id: Store.ID) -> Store.ID {
    stores.contains { $0.id == id } ? id : joined[ThingID(id)].map { Store.ID($0.number) } ?? id
  }

  /// What a step left out has these effects: things of the same name are one from then on, and who was
  /// not registered has a name, since that person may have gone on working without knowing.
  package mutating func note(leftOut: [LeftOut], _ touches: inout [Touch]) {
    for one in leftOut {
      if case .accountAdded(let account) = one.event { note(refused: account, &touches) }
      guard let into = one.into else { continue }
      for id in one.event.added {
        touches.append(.joined(id, was: joined[id]))
        joined[id] = into
      }
    }
  }

  mutating func put(_ line: CartLine, _ touches: inout [Touch]) {
    touches.append(.line(line.id, was: carts.line(line.id)))
    exchange(line: line.id, for: line)
  }

  /// If the item already has a line in a compatible unit, raises its quantity: what two people add
  /// at the same time becomes one line.
  mutating func add(_ line: CartLine, _ touches: inout [Touch]) {
    guard items[line.item] != nil, line.quantity.thousandths > 0 else { return }
    for old in carts[line.cart].lines(of: line.item) where old.id != line.id {
      guard let sum = old.quantity.adding(line.quantity) else { continue }
      var merged = old
      merged.quantity = sum
      merged.isPicked = false
      put(merged, &touches)
      touches.append(.mergedLine(line.id, was: mergedLines[line.id]))
      mergedLines[line.id] = old.id
      return
    }
    put(line, &touches)
  }

  mutating func remove(_ ids: [CartLine.ID], _ touches: inout [Touch]) {
    var gone: [CartLine] = []
    for id in ids {
      guard let line = carts.line(id) else { continue }
      touches.append(.line(id, was: line))
      gone.append(line)
    }
    let items = items
    let currency = currency
    // A dictionary by cart would cost a start more than this: the runtime has to make its type.
    while let cart = gone.last?.cart {
      let lines = gone.filter { $0.cart == cart }
      gone.removeAll { $0.cart == cart }
      carts.change(cart) { entry in
        for line in lines {
          if let item = items[line.item] { entry.summary.subtract(line, of: item, in: currency) }
        }
        if lines.count > 16 {
          entry.cart.remove(lines.lazy.map(\.id))
        } else {
          for line in lines { entry.cart.remove(line.id) }
        }
      }
    }
  }

  mutating func change(
    _ id: CartLine.ID, by: Quantity, _ unit: Unit, _ touches: inout [Touch]
  ) {
    guard var line = carts.line(present(id)), let sum = line.quantity.adding(by) else { return }
    let result = sum.converted(to: unit) ?? sum
    guard result.thousandths > 0 else { return }
    line.quantity = result
    put(line, &touches)
  }

  mutating func set(_ id: Store.ID, _ store: Store?, _ touches: inout [Touch]) {
    touches.append(.store(id, was: stores.first { $0.id == id }))
    exchange(store: id, for: store)
  }

  mutating func set(_ id: Order.ID, _ order: Order?, _ touches: inout [Touch]) {
    touches.append(.order(id, was: orders.first { $0.id == id }))
    exchange(order: id, for: order)
  }

  mutating func changeOrder(
    _ id: Order.ID, _ touches: inout [Touch], _ change: (inout Order) -> Void
  ) {
    guard let at = orders.lastIndex(where: { $0.id == id }) else { return }
    touches.append(.order(id, was: orders[at]))
    change(&orders[at])
  }

  mutating func set(_ setting: ListSetting, _ value: String, _ touches: inout [Touch]) {
    touches.append(
      .settings(
        currency: currency, budget: budget, currentStore: currentStore,
        hidesPINs: hidesForgottenPINs, registration: registration))
    switch setting {
    case .currency: if let new = Currency(code: value) { exchange(currency: new) }
    case .budget: budget = value.isEmpty ? nil : Money(decimal: value, currency: currency)
    case .currentStore: currentStore = value
    case .forgottenPIN: hidesForgottenPINs = value == SharedState.hidden
    // A mode that this program does not know lets the fewest in.
    case .registration:
      registration.mode = value.isEmpty ? .open : Registration.Mode(rawValue: value) ?? .closed
    case .invitation: registration.invitation = SealedCode(mark: value)
    }
  }

  private mutating func exchange(item id: Item.ID, for new: Item?) {
    let currency = currency
    if let old = items[id] {
      carts.changeAll { entry in
        for line in entry.cart.lines(of: id) { entry.summary.subtract(line, of: old, in: currency) }
      }
    }
    guard let new else {
      items.remove(id)
      return
    }
    items.put(new)
    carts.changeAll { entry in
      for line in entry.cart.lines(of: id) { entry.summary.add(line, of: new, in: currency) }
    }
  }

  mutating func exchange(line id: CartLine.ID, for new: CartLine?) {
    let currency = currency
    if let old = carts.line(id) {
      let item = items[old.item]
      let stays = new?.cart == old.cart
      carts.change(old.cart) { entry in
        if let item { entry.summary.subtract(old, of: item, in: currency) }
        if !stays { entry.cart.remove(id) }
      }
    }
    guard let new else { return }
    let item = items[new.item]
    carts.change(new.cart) { entry in
      entry.cart.put(new)
      if let item { entry.summary.add(new, of: item, in: currency) }
    }
  }

  private mutating func exchange(currency new: Currency) {
    currency = new
    if budget?.currency != new { budget = nil }
    let items = items
    carts.changeAll { entry in
      entry.summary = CartSummary()
      for line in entry.cart.lines {
        if let item = items[line.item] { entry.summary.add(line, of: item, in: new) }
      }
    }
  }
}
