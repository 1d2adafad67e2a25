/// What every replica agrees on: the fold of the journal, and nothing else.
public struct SharedState: Equatable, Sendable {
  public private(set) var items = ItemTable()
  public private(set) var cart = Cart()
  /// In the order of identifiers: those of one program in the order of adding.
  public private(set) var stores: [Store] = []
  /// In the order of placing.
  public private(set) var orders: [Order] = []
  public private(set) var currency = Currency.usd
  /// Warns at 80 % and 100 % of it; nil for none.
  public private(set) var budget: Money?
  /// The store one is in, by name; empty for none.
  public private(set) var currentStore = ""
  /// Categories in the order in which each store was walked last time.
  public private(set) var aisles: [String: [String]] = [:]
  /// Lines that ended in another line of the same item, and in which: what was done to one of them
  /// before its author knew is done to the other.
  public private(set) var mergedLines: [CartLine.ID: CartLine.ID] = [:]
  public private(set) var isSeeded = false
  public private(set) var history = History()
  public private(set) var summary = CartSummary()

  public init() {}

  /// What an event changed, with what was there before: enough to take it back exactly, and to know
  /// which lists to amend.
  public enum Touch: Equatable, Sendable {
    case item(Item.ID, was: Item?)
    case line(CartLine.ID, was: CartLine?)
    case store(Store.ID, was: Store?)
    case order(Order.ID, was: Order?)
    case settings(currency: Currency, budget: Money?, currentStore: String)
    case aisles(store: String, was: [String]?)
    case mergedLine(CartLine.ID, was: CartLine.ID?)
    case seeded
  }

  /// Never fails: an event that no longer makes sense leaves the state as it was.
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
    case .quantityChanged(let id, let by, _, let unit): change(id, by: by, unit, &touches)
    case .linesPicked(let ids, let picked):
      for id in ids {
        guard var line = cart[present(id)], line.isPicked != picked else { continue }
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
    case .settingChanged(let setting, _, let value): set(setting, value, &touches)
    case .aislesWalked(let store, _, let order):
      touches.append(.aisles(store: store, was: aisles[store]))
      aisles[store] = order.isEmpty ? nil : order
    case .seeded:
      guard !isSeeded else { return }
      touches.append(.seeded)
      isSeeded = true
    }
  }

  /// Notes a whole step that the journal has taken, for undo.
  mutating func note(_ entry: Entry) { history.note(entry) }

  /// Takes back what was touched; `touches` as `apply` gave them, undone from the last to the first.
  mutating func restore(_ touches: [Touch]) {
    for touch in touches.reversed() {
      switch touch {
      case .item(let id, let was):
        exchange(item: id, for: was)
      case .line(let id, let was): exchange(line: id, for: was)
      case .store(let id, let was): exchange(store: id, for: was)
      case .order(let id, let was): exchange(order: id, for: was)
      case .settings(let currency, let budget, let store):
        if self.currency != currency { exchange(currency: currency) }
        self.budget = budget
        currentStore = store
      case .aisles(let store, let was): aisles[store] = was
      case .mergedLine(let id, let was): mergedLines[id] = was
      case .seeded: isSeeded = false
      }
    }
  }
}

// MARK: The few ways in which anything changes

extension SharedState {
  private mutating func put(_ item: Item, _ touches: inout [Touch]) {
    touches.append(.item(item.id, was: items[item.id]))
    exchange(item: item.id, for: item)
  }

  /// Items go with the lines that somebody may have added meanwhile.
  private mutating func remove(_ ids: [Item.ID], _ touches: inout [Touch]) {
    for id in ids {
      guard let item = items[id] else { continue }
      for line in cart.lines(of: id) {
        touches.append(.line(line.id, was: line))
        exchange(line: line.id, for: nil)
      }
      touches.append(.item(id, was: item))
      exchange(item: id, for: nil)
    }
  }

  /// The line itself, or the one it ended in.
  private func present(_ id: CartLine.ID) -> CartLine.ID {
    cart[id] == nil ? mergedLines[id] ?? id : id
  }

  private mutating func put(_ line: CartLine, _ touches: inout [Touch]) {
    touches.append(.line(line.id, was: cart[line.id]))
    exchange(line: line.id, for: line)
  }

  /// A line of an item that has one already, in a unit that adds up, raises that one's quantity:
  /// what two people add at the same time ends in one line.
  private mutating func add(_ line: CartLine, _ touches: inout [Touch]) {
    guard items[line.item] != nil, line.quantity.thousandths > 0 else { return }
    for old in cart.lines(of: line.item) where old.id != line.id {
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

  private mutating func remove(_ ids: [CartLine.ID], _ touches: inout [Touch]) {
    var gone: [CartLine.ID] = []
    for id in ids {
      guard let line = cart[id] else { continue }
      touches.append(.line(id, was: line))
      if let item = items[line.item] { summary.subtract(line, of: item, in: currency) }
      gone.append(id)
    }
    if gone.count > 16 { cart.remove(gone) } else { for id in gone { cart.remove(id) } }
  }

  private mutating func change(
    _ id: CartLine.ID, by: Quantity, _ unit: Unit, _ touches: inout [Touch]
  ) {
    guard var line = cart[present(id)], let sum = line.quantity.adding(by) else { return }
    let result = sum.converted(to: unit) ?? sum
    guard result.thousandths > 0 else { return }
    line.quantity = result
    put(line, &touches)
  }

  private mutating func set(_ id: Store.ID, _ store: Store?, _ touches: inout [Touch]) {
    touches.append(.store(id, was: stores.first { $0.id == id }))
    exchange(store: id, for: store)
  }

  private mutating func set(_ id: Order.ID, _ order: Order?, _ touches: inout [Touch]) {
    touches.append(.order(id, was: orders.first { $0.id == id }))
    exchange(order: id, for: order)
  }

  private mutating func changeOrder(
    _ id: Order.ID, _ touches: inout [Touch], _ change: (inout Order) -> Void
  ) {
    guard let at = orders.lastIndex(where: { $0.id == id }) else { return }
    touches.append(.order(id, was: orders[at]))
    change(&orders[at])
  }

  private mutating func set(_ setting: ListSetting, _ value: String, _ touches: inout [Touch]) {
    touches.append(.settings(currency: currency, budget: budget, currentStore: currentStore))
    switch setting {
    case .currency: if let new = Currency(code: value) { exchange(currency: new) }
    case .budget: budget = value.isEmpty ? nil : Money(decimal: value, currency: currency)
    case .currentStore: currentStore = value
    }
  }

  private mutating func exchange(item id: Item.ID, for new: Item?) {
    let lines = cart.lines(of: id)
    if let old = items[id] {
      for line in lines { summary.subtract(line, of: old, in: currency) }
    }
    if let new {
      items.put(new)
      for line in lines { summary.add(line, of: new, in: currency) }
    } else {
      items.remove(id)
    }
  }

  private mutating func exchange(line id: CartLine.ID, for new: CartLine?) {
    if let old = cart[id], let item = items[old.item] {
      summary.subtract(old, of: item, in: currency)
    }
    if let new {
      cart.put(new)
      if let item = items[new.item] { summary.add(new, of: item, in: currency) }
    } else {
      cart.remove(id)
    }
  }

  private mutating func exchange(store id: Store.ID, for new: Store?) {
    let at = stores.firstIndex { $0.id == id }
    switch (at, new) {
    case (let at?, let new?): stores[at] = new
    case (let at?, nil): stores.remove(at: at)
    case (nil, let new?):
      stores.insert(new, at: stores.firstIndex { $0.id > new.id } ?? stores.count)
    case (nil, nil): break
    }
  }

  private mutating func exchange(order id: Order.ID, for new: Order?) {
    let at = orders.lastIndex { $0.id == id }
    switch (at, new) {
    case (let at?, let new?): orders[at] = new
    case (let at?, nil): orders.remove(at: at)
    case (nil, let new?):
      // Two programs may give the same number at the same time.
      let at = orders.firstIndex { ($0.number, $0.id) > (new.number, new.id) }
      orders.insert(new, at: at ?? orders.count)
    case (nil, nil): break
    }
  }

  private mutating func exchange(currency new: Currency) {
    currency = new
    if budget?.currency != new { budget = nil }
    summary = CartSummary()
    for line in cart.lines {
      if let item = items[line.item] { summary.add(line, of: item, in: new) }
    }
  }
}

// MARK: From a snapshot

extension SharedState {
  /// Everything a snapshot holds, put together; the sums are counted once.
  public init(
    items: ItemTable, lines: [CartLine], stores: [Store], orders: [Order], currency: Currency,
    budget: Money?, currentStore: String, aisles: [String: [String]],
    mergedLines: [CartLine.ID: CartLine.ID], isSeeded: Bool, history: History
  ) {
    self.mergedLines = mergedLines
    self.items = items
    self.stores = stores
    self.orders = orders
    self.currency = currency
    self.budget = budget
    self.currentStore = currentStore
    self.aisles = aisles
    self.isSeeded = isSeeded
    self.history = history
    cart.reserve(lines.count)
    for line in lines {
      guard let item = items[line.item] else { continue }
      cart.put(line)
      summary.add(line, of: item, in: currency)
    }
  }
}
