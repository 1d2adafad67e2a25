extension SharedState {
  /// Assembles the content of a snapshot.
  init(
    items: ItemTable, carts: Carts, stores: [Store], orders: [Order],
    mailings: [OrderMailing], currency: Currency, budget: Money?, currentStore: String,
    aisles: [String: [String]],
    mergedLines: [CartLine.ID: CartLine.ID], joined: [ThingID: ThingID], isSeeded: Bool,
    history: History,
    people: People
  ) {
    self.carts = carts
    use = people.use
    accounts = people.accounts
    formerNames = people.formerNames
    heldCarts = people.heldCarts
    hidesForgottenPINs = people.hidesForgottenPINs
    registration = people.registration
    self.mergedLines = mergedLines
    self.joined = joined
    self.items = items
    self.stores = stores
    self.orders = orders
    self.mailings = mailings
    self.currency = currency
    self.budget = budget
    self.currentStore = currentStore
    self.aisles = aisles
    self.isSeeded = isSeeded
    self.history = history
  }

  /// The content of a snapshot besides items, carts and orders.
  public struct People: Equatable, Sendable {
    public var use = ListMode.personal
    public var accounts: [Account] = []
    public var formerNames: [String: String] = [:]
    public var heldCarts: [HeldCart] = []
    public var hidesForgottenPINs = false
    public var registration = Registration()

    public init() {}
  }

  public var people: People {
    var people = People()
    people.use = use
    people.accounts = accounts
    people.formerNames = formerNames
    people.heldCarts = heldCarts
    people.hidesForgottenPINs = hidesForgottenPINs
    people.registration = registration
    return people
  }
}

/// Inserting stores and orders in order.
extension SharedState {
  mutating func exchange(store id: Store.ID, for new: Store?) {
    let at = stores.firstIndex { $0.id == id }
    switch (at, new) {
    case (let at?, let new?): stores[at] = new
    case (let at?, nil): stores.remove(at: at)
    case (nil, let new?):
      stores.insert(new, at: stores.firstIndex { $0.id > new.id } ?? stores.count)
    case (nil, nil): break
    }
  }

  mutating func exchange(order id: Order.ID, for new: Order?) {
    let at = orders.lastIndex { $0.id == id }
    switch (at, new) {
    case (let at?, let new?): orders[at] = new
    case (let at?, nil): orders.remove(at: at)
    case (nil, let new?):
      orders.insert(new, at: orders.partitioningIndex { new.isBefore($0) })
    case (nil, nil): break
    }
  }
}
