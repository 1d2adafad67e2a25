/// The whole state: this program's copy of the list, and what is local to this terminal.
public struct AppState: Equatable, Sendable {
  public internal(set) var replica: Replica
  public internal(set) var session: SessionState

  public init(replica: Replica, session: SessionState) {
    self.replica = replica
    self.session = session
    self.session.actor = replica.current.present(session.actor)
    self.session.signIn.takesPassword = shared.use == .household
    self.replica.select(cart: shared.cartID(of: self.session.actor))
    rebuildItems()
    focusFirstItem()
    startWalk()
  }

  public var shared: SharedState { replica.current }

  /// The item that has the focus, on any page or overlay.
  public var focusedItem: Item? {
    if case .details(let details)? = session.overlays.last { return shared.items[details.item] }
    return session.shownPage.focusedItem(self)
  }

  public var focusedLine: CartLine? { session.cart.focus.flatMap { shared.cart[$0] } }

  public var focusedStore: Store? {
    let stores = shownStores
    return stores.indices.contains(session.stores.index) ? stores[session.stores.index] : nil
  }

  /// The account signed in.
  public var account: Account? { session.actor.account.flatMap(shared.account) }

  public var focusedPerson: Account? {
    shared.accounts.indices.contains(session.people.index)
      ? shared.peopleByName[session.people.index] : nil
  }

  /// The order at `index`, newest first.
  public func order(at index: Int) -> Order? {
    if let found = session.orders.found {
      guard found.indices.contains(index) else { return nil }
      return shared.orders.last { $0.id == found[index] }
    }
    let at = shared.orders.count - 1 - index
    return shared.orders.indices.contains(at) ? shared.orders[at] : nil
  }

  public var focusedOrder: Order? {
    if let id = session.orders.opened { return shared.orders.first { $0.id == id } }
    return order(at: session.orders.focus.index)
  }
}
