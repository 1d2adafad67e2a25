/// The access policy in one table. It is checked for every event of a step before the step is
/// recorded, undo and redo included, so no command bypasses it.
public enum AccessPolicy {
  package typealias Permission = TrolleyModel.Permission

  enum Grant: Sendable {
    case all
    /// Only what the person added.
    case own
    case none
  }

  /// A person's role in the list.
  enum Role: CaseIterable, Sendable {
    case person, signedOut, member, head, employee, owner

    init(_ actor: Actor, in state: SharedState) {
      guard state.use.hasAccounts else {
        self = .person
        return
      }
      guard let account = actor.account.flatMap(state.account) else {
        self = .signedOut
        return
      }
      switch (state.use, account.role) {
      case (.staff, .owner): self = .owner
      case (.staff, .member): self = .employee
      case (.household, .owner), (.personal, .owner): self = .head
      case (.household, .member), (.personal, .member): self = .member
      }
    }
  }

  // swift-format-ignore
  static func grant(_ right: Permission, to standing: Role) -> Grant {
    let row: (person: Grant, signedOut: Grant, member: Grant, head: Grant, employee: Grant, owner: Grant)
    switch right {
    //                     person  no one  household     staff
    //                                     member  head  employee owner
    case .shop:          row = (.all,  .none,  .all,   .all,  .all,   .all)
    case .takeOut:       row = (.all,  .none,  .own,   .own,  .all,   .all)
    case .hold:          row = (.all,  .none,  .none,  .none, .all,   .all)
    case .addItem:       row = (.all,  .none,  .all,   .all,  .all,   .all)
    case .star:          row = (.all,  .none,  .all,   .all,  .all,   .all)
    case .changeItem:    row = (.all,  .none,  .own,   .own,  .all,   .all)
    case .arrange:       row = (.all,  .none,  .all,   .all,  .all,   .all)
    case .reach:         row = (.all,  .none,  .all,   .all,  .own,   .own)
    case .register:      row = (.all,  .all,   .all,   .all,  .all,   .all)
    case .changeAccount: row = (.all,  .none,  .own,   .all,  .own,   .all)
    case .manage:        row = (.all,  .none,  .none,  .all,  .none,  .all)
    case .leaveList:     row = (.all,  .all,   .all,   .all,  .all,   .all)
    }
    switch standing {
    case .person: return row.person
    case .signedOut: return row.signedOut
    case .member: return row.member
    case .head: return row.head
    case .employee: return row.employee
    case .owner: return row.owner
    }
  }

  /// Throws if the actor may not perform every event of the step.
  ///
  /// - Parameter endsShopping: the step was asked for as the end of a round of shopping: all that is
  ///   picked may leave the cart then, no matter who had put it in.
  public static func check(
    _ events: [Event], by actor: Actor, in state: SharedState, endsShopping: Bool = false
  ) throws(ChangeError) {
    guard state.use.hasAccounts else { return }
    let standing = Role(actor, in: state)
    for demand in Demands(events, actor, state, endsShopping: endsShopping).all {
      switch grant(demand.right, to: standing) {
      case .all: break
      case .own where state.isOwn(demand.author, of: actor): break
      case .own:
        let whose = state.ownerName(of: demand.author)
        throw demand.right == .takeOut
          ? .notYoursInCart(demand.what, whose: whose) : .notYours(demand.what, whose: whose)
      case .none where standing == .signedOut: throw .signInFirst
      case .none: throw .onlyOwner(state.ownerName)
      }
    }
  }

  /// Whether a command that needs this right may run at all.
  package static func allows(_ right: Permission, _ actor: Actor, in state: SharedState) -> Bool {
    grant(right, to: Role(actor, in: state)) != .none
  }
}

extension SharedState {
  /// Anything whose author has no account any longer belongs to the owner.
  fileprivate func isOwn(_ author: String, of actor: Actor) -> Bool {
    let whose = account(of: author) ?? owner
    return whose != nil && whose?.id == actor.account
  }

  fileprivate func ownerName(of author: String) -> String {
    (account(of: author) ?? owner).map { name(of: $0) } ?? ""
  }
}

/// The permissions that the events of one step require.
private struct Demands {
  struct Demand {
    let right: AccessPolicy.Permission
    /// Who added the affected thing.
    var author = ""
    /// The name of the affected thing.
    var what = ""
  }

  private(set) var all: [Demand] = []
  private let state: SharedState
  private let reachable: Set<Cart.ID>
  private var isOrder = false
  private var isOfStore = false
  /// All that is picked, and nothing else, leaves the cart.
  private var isShoppingDone = false
  private var isNewAccount = false
  private var goneAccounts: Set<Cart.ID> = []
  private var itemsOfStep: Set<Item.ID> = []
  private var linesOfStep: Set<CartLine.ID> = []

  init(_ events: [Event], _ actor: Actor, _ state: SharedState, endsShopping: Bool) {
    self.state = state
    reachable = Set(state.heldCarts.map(\.id) + [state.cartID(of: actor)])
    for event in events { look(event) }
    isShoppingDone = endsShopping && takesOutWhatIsPicked(events)
    for event in events { ask(event) }
  }

  private mutating func look(_ event: Event) {
    switch event {
    case .orderPlaced, .orderWithdrawn: isOrder = true
    case .storeAdded, .storeRemoved, .storeChanged: isOfStore = true
    case .accountAdded: isNewAccount = true
    case .accountRemoved(let account): goneAccounts.insert(account.cart)
    case .itemsAdded(let items), .itemsRemoved(let items):
      itemsOfStep.formUnion(items.lazy.map(\.id))
    case .linesAdded(let lines): linesOfStep.formUnion(lines.lazy.map(\.id))
    // The others say nothing of the rest of their step.
    default: break
    }
  }

  private func takesOutWhatIsPicked(_ events: [Event]) -> Bool {
    var picked = Set(state.cart.lines.lazy.filter(\.isPicked).map(\.id))
    // Of lines that had become more, only what was got leaves the cart.
    var rest = events.filter { event in
      if case .quantityChanged = event { false } else { true }
    }[...]
    // What is left may be picked in the same step.
    if case .linesPicked(let ids, true)? = rest.first {
      picked.formUnion(ids)
      rest = rest.dropFirst()
    }
    guard case .linesRemoved(let lines)? = rest.first, rest.count == 1 else { return false }
    return Set(lines.map(\.id)) == picked
  }

  private mutating func ask(_ event: Event) {
    guard let right = event.permission else { return }
    switch event {
    case .itemsRemoved(let items):
      for item in items { ask(right, of: item) }
    // Who may rename a store may rename it everywhere.
    case .itemChanged(_, _, let to) where isOfStore && to.isStoreAlone: ask(.arrange)
    // Who may set the list's currency may take prices over into it, and back: no number changes.
    case .itemChanged(_, let from, let to) where to.relabelsPrice(of: from, in: state.currency):
      ask(.arrange)
    case .itemChanged(let id, _, _):
      if let item = state.items[id] { ask(right, of: item) } else { ask(right) }
    case .accountChanged(let from, _): ask(right, from.author, from.name)
    case .linesAdded(let lines):
      ask(right)
      for line in lines { reach(line) }
    case .linesRemoved(let lines):
      ask(right)
      for line in lines {
        reach(line)
        // A quantity in another unit replaces the line.
        let isTakenOut =
          !isOrder && !isShoppingDone && !linesOfStep.contains(line.id)
          && !goneAccounts.contains(line.cart) && !itemsOfStep.contains(line.item)
        if isTakenOut { ask(.takeOut, line.addedBy, state.items[line.item]?.name ?? "") }
      }
    case .quantityChanged(let id, _, _, _, _):
      ask(right)
      if let line = state.carts.line(id) { reach(line) }
    case .linesPicked(let ids, _):
      ask(right)
      for line in ids.compactMap(state.carts.line) { reach(line) }
    case .linesMoved where isNewAccount: break
    // Before there is an account, a list is being set up.
    case .useChanged where state.accounts.isEmpty: break
    // Who added what they change does not matter.
    default: ask(right)
    }
  }

  /// Another person's cart is off limits, unless the whole item or account is removed.
  private mutating func reach(_ line: CartLine) {
    guard state.use == .staff, !reachable.contains(line.cart), !goneAccounts.contains(line.cart),
      !itemsOfStep.contains(line.item)
    else { return }
    let other = state.accounts.first { $0.cart == line.cart }
    all.append(
      Demand(
        right: .reach, author: other?.author ?? "",
        what: state.items[line.item]?.name ?? ""))
  }

  /// Starters belong to everybody, as the stores do.
  private mutating func ask(_ right: AccessPolicy.Permission, of item: Item) {
    if item.isStarter, right == .changeItem { return ask(.arrange) }
    ask(right, item.addedBy, item.name)
  }

  private mutating func ask(
    _ right: AccessPolicy.Permission, _ author: String = "", _ what: String = ""
  ) {
    if author.isEmpty, what.isEmpty, all.contains(where: { $0.right == right }) { return }
    all.append(Demand(right: right, author: author, what: what))
  }
}
