/// Applies events about people and held carts.
extension SharedState {
  /// The value of `ListSetting.forgottenPIN` that disables showing.
  public static let hidden = "hidden"

  /// Two programs may have added accounts at the same time: every replica refuses a duplicate in
  /// the same way, and there is one owner.
  mutating func add(_ account: Account, _ touches: inout [Touch]) {
    guard self.account(account.id) == nil, !isTaken(account) else { return }
    var account = account
    if owner != nil { account.role = .member }
    set(account.id, account, &touches)
  }

  mutating func change(_ account: Account, _ touches: inout [Touch]) {
    guard let old = self.account(account.id), !isTaken(account) else { return }
    var account = account
    account.role = old.role
    set(account.id, account, &touches)
  }

  /// The owner cannot be removed; any other account's cart is emptied.
  mutating func remove(_ account: Account, _ touches: inout [Touch]) {
    guard let here = self.account(account.id), here.role != .owner else { return }
    remove(carts[here.cart].lines.map(\.id), &touches)
    touches.append(.formerName(author: here.author, was: formerNames[here.author]))
    formerNames[here.author] = here.name
    set(here.id, nil, &touches)
  }

  mutating func note(refused account: Account, _ touches: inout [Touch]) {
    guard self.account(account.id) == nil, formerNames[account.author] == nil else { return }
    touches.append(.formerName(author: account.author, was: nil))
    formerNames[account.author] = account.name
  }

  mutating func recover(
    _ id: Account.ID, _ change: (RecoveredAccess?) -> RecoveredAccess?, _ touches: inout [Touch]
  ) {
    guard var account = account(id) else { return }
    account.recovered = change(account.recovered)
    set(id, account, &touches)
  }

  private func isTaken(_ account: Account) -> Bool {
    accounts.contains { $0.id != account.id && $0.clash(with: account) != nil }
  }

  /// A line that another person has moved meanwhile stays where it is.
  mutating func move(_ id: CartLine.ID, from: Cart.ID, to: Cart.ID, _ touches: inout [Touch]) {
    guard from != to, var line = carts.line(id), line.cart == from else { return }
    touches.append(.line(id, was: line))
    exchange(line: id, for: nil)
    line.cart = to
    add(line, &touches)
  }

  private mutating func set(_ id: Account.ID, _ account: Account?, _ touches: inout [Touch]) {
    touches.append(.account(id, was: self.account(id)))
    exchange(account: id, for: account)
  }

  mutating func set(_ id: Cart.ID, _ held: HeldCart?, _ touches: inout [Touch]) {
    touches.append(.heldCart(id, was: heldCarts.first { $0.id == id }))
    exchange(heldCart: id, for: held)
  }

  /// The held carts that have something in them: their items may have been deleted since.
  public var cartsToTakeUp: [HeldCart] { heldCarts.filter { !carts[$0.id].isEmpty } }

  mutating func exchange(account id: Account.ID, for new: Account?) {
    accounts.removeAll { $0.id == id }
    guard let new else { return }
    accounts.insert(new, at: accounts.firstIndex { new.standsBefore($0) } ?? accounts.count)
  }

  mutating func exchange(heldCart id: Cart.ID, for new: HeldCart?) {
    heldCarts.removeAll { $0.id == id }
    guard let new else { return }
    let at = heldCarts.firstIndex { ($0.heldAt, $0.id) > (new.heldAt, new.id) }
    heldCarts.insert(new, at: at ?? heldCarts.count)
  }
}

extension Account {
  /// The owner first, then by date of hiring; the same on every replica.
  fileprivate func standsBefore(_ other: Account) -> Bool {
    if (role == .owner) != (other.role == .owner) { return role == .owner }
    return (since, id) < (other.since, other.id)
  }
}
