extension Planner {
  mutating func changeUse(_ use: ListMode, owner new: NewAccount?) throws(ChangeError) {
    guard use != state.use else { throw .nothingToDo }
    events.append(.useChanged(from: state.use, to: use))
    if use.hasAccounts, state.owner == nil {
      if let new { try addAccount(new, in: use) }
    } else if let owner = state.owner {
      if let new {
        var known = owner
        known.set(new.credential)
        if let recovery = new.recovery { known.set(.recovery(recovery)) }
        try change(owner, to: try filled(known, new.draft, in: use))
      } else if !owner.canSignIn(in: use) {
        throw .ownerCannotSignIn(owner.name)
      }
      // The owner keeps the cart when the use changes in either direction.
      let (from, to) = use == .staff ? (Cart.ID.main, owner.cart) : (owner.cart, Cart.ID.main)
      move(state.carts[from], from: from, to: to)
    }
  }

  mutating func addAccount(_ new: NewAccount, in use: ListMode) throws(ChangeError) {
    if let refusal = state.refusal(ofRegistrationBy: actor, isInvited: new.isInvited) {
      throw refusal
    }
    var blank = Account(
      id: ids.next(), role: state.owner == nil ? .owner : .member, firstName: "",
      since: Day(number: 0))
    blank.set(new.credential)
    if blank.role == .owner { blank.recovery = new.recovery }
    let account = try filled(blank, new.draft, in: use)
    events.append(.accountAdded(account))
    if account.role == .owner, use == .staff {
      move(state.carts[.main], from: .main, to: account.cart)
    }
  }

  mutating func editAccount(
    _ id: Account.ID, _ draft: AccountDraft, _ credential: Credential?
  ) throws(ChangeError) {
    let old = try account(id)
    var new = try filled(old, draft, in: state.use)
    if let credential { new.set(credential) }
    try change(old, to: new)
  }

  mutating func add(_ credential: Credential, to id: Account.ID) throws(ChangeError) {
    let old = try account(id)
    var new = old
    new.set(credential)
    try change(old, to: new)
  }

  private mutating func change(_ old: Account, to new: Account) throws(ChangeError) {
    if let clash = state.clash(with: new) { throw clash }
    if new != old { events.append(.accountChanged(from: old, to: new)) }
  }

  mutating func removeAccount(_ id: Account.ID) throws(ChangeError) {
    let account = try account(id)
    guard account.role != .owner else { throw .ownerStays(account.name) }
    takeOut(Array(state.carts[account.cart].lines))
    events.append(.accountRemoved(account))
    // Otherwise they register again with the code that they still have.
    if let mark = state.registration.invitation?.mark, !mark.isEmpty {
      events.append(.settingChanged(.invitation, from: mark, to: ""))
    }
  }

  mutating func holdCart(note: String) throws(ChangeError) {
    guard !state.cart.isEmpty else { throw .emptyCart }
    let held = HeldCart(
      id: ids.next(), note: CleanText.line(note, limit: .name), heldBy: author, heldAt: now)
    events.append(.cartHeld(held))
    move(state.cart, from: state.carts.id, to: held.id)
  }

  mutating func takeUpCart(_ id: Cart.ID) throws(ChangeError) {
    guard let held = state.heldCarts.first(where: { $0.id == id }) else { throw .heldCartIsGone }
    guard state.cart.isEmpty else { throw .cartIsNotEmpty }
    move(state.carts[id], from: id, to: state.carts.id)
    events.append(.cartTakenUp(held))
  }

  private mutating func move(_ cart: Cart, from: Cart.ID, to: Cart.ID) {
    guard !cart.isEmpty, from != to else { return }
    events.append(.linesMoved(cart.lines.map(\.id), from: from, to: to))
  }

  private func account(_ id: Account.ID) throws(ChangeError) -> Account {
    guard let account = state.account(id) else { throw .noSuchAccount("") }
    return account
  }

  private func filled(
    _ old: Account, _ draft: AccountDraft, in use: ListMode
  ) throws(ChangeError) -> Account {
    let isKnownElsewhere = !old.identities.isEmpty
    if let first = draft.refusals(in: use, needsEmail: !isKnownElsewhere).first {
      throw first.refusal
    }
    var account = old
    account.firstName = CleanText.line(draft.firstName, limit: .name)
    account.lastName = CleanText.line(draft.lastName, limit: .name)
    account.email = CleanText.line(draft.email, limit: .name)
    account.since = Day(text: draft.since.trimmed) ?? (old.since.number == 0 ? today : old.since)
    if let clash = state.clash(with: account) { throw clash }
    return account
  }

  private var today: Day { Day(of: now, offset: utcOffset) }
}

public struct FieldError: Equatable, Sendable {
  public let field: FormState.FieldID
  public let refusal: ChangeError

  init(_ field: FormState.FieldID, _ refusal: ChangeError) {
    self.field = field
    self.refusal = refusal
  }
}

extension AccountDraft {
  /// All errors in the draft, each with its field.
  ///
  /// - Parameter needsEmail: in a household; only accounts from a provider may have no address.
  public func refusals(in use: ListMode, needsEmail: Bool = true) -> [FieldError] {
    var all: [FieldError] = []
    func check(_ text: String, _ field: FormState.FieldID, _ missing: ChangeError) {
      if CleanText.line(text, limit: .name).isEmpty {
        all.append(FieldError(field, missing))
      } else if text.count > 200 {
        all.append(FieldError(field, .nameTooLong))
      }
    }
    if use == .household {
      check(firstName, .firstName, .missingName)
    } else {
      check(firstName, .firstName, .missingFirstName)
      check(lastName, .lastName, .missingLastName)
    }
    let email = CleanText.line(email, limit: .name)
    if email.isEmpty, use == .household, needsEmail {
      all.append(FieldError(.email, .missingEmail))
    }
    if !email.isEmpty, !EmailAddress.isValid(email) {
      all.append(FieldError(.email, .badEmail(email)))
    }
    let day = since.trimmed
    if !day.isEmpty, Day(text: day) == nil {
      all.append(FieldError(.since, .badDay(CleanText.line(day, limit: .name))))
    }
    return all
  }
}

extension SharedState {
  /// Why this person may not make an account; nil if they may. The first one always may, and the
  /// owner.
  package func refusal(ofRegistrationBy actor: Actor, isInvited: Bool) -> ChangeError? {
    guard let owner, actor.account != owner.id else { return nil }
    switch registration.mode {
    case .open: return nil
    case .invitation: return isInvited ? nil : .wrongInvitation
    case .closed: return .registrationClosed(owner.name)
    }
  }

  /// The first value of an account that another account already uses.
  public func clash(with account: Account) -> ChangeError? {
    for other in accounts where other.id != account.id {
      if let clash = other.clash(with: account) { return clash }
    }
    return nil
  }

  /// All names and addresses of a draft that other accounts already use.
  func clashes(with draft: AccountDraft, except id: Account.ID?) -> [FieldError] {
    var all: [FieldError] = []
    let others = accounts.filter { $0.id != id }
    let lastName = CleanText.line(draft.lastName, limit: .name)
    let email = CleanText.line(draft.email, limit: .name)
    if let other = others.first(where: { $0.hasLastName(lastName) }) {
      let first = CleanText.line(draft.firstName, limit: .name)
      all.append(FieldError(.lastName, .lastNameTaken(other.lastName, by: first)))
    }
    if others.contains(where: { $0.hasEmail(email) }) {
      all.append(FieldError(.email, .emailTaken))
    }
    return all
  }

  /// Finds an account by full name, last name, e-mail address, first name if unique, or as `NameChoice`
  /// says. Names that are near are not told: who asks may not have signed in yet.
  public func account(
    named text: String, from least: NameMatch.Rank = .word
  ) throws(ChangeError) -> Account {
    let clean = CleanText.line(text, limit: .name)
    let key = Folding.plain(clean)
    guard !key.isEmpty, let match = NameMatch(clean) else { throw .noSuchAccount(clean) }
    var choice = NameChoice<Account>(from: least)
    for account in accounts {
      if let rank = match.rank(account.name) { choice.note(account, rank) }
    }
    for found in [
      accounts.filter { Folding.plain($0.name) == key || $0.hasLastName(clean) },
      accounts.filter { $0.hasEmail(clean) },
      accounts.filter { Folding.plain($0.firstName) == key },
      choice.all,
    ] {
      if found.count > 1 { throw .ambiguous(clean, candidates: found.map { name(of: $0) }) }
      if let only = found.first { return only }
    }
    throw .noSuchAccount(clean)
  }
}
