/// The people page: everybody who works here, and what is in their cart.
extension AppState {
  mutating func performOnPeople(_ command: Command, _ effects: inout [Effect]) {
    let height = session.layout.list.height
    if session.people.move(by: command, count: shared.accounts.count, viewport: height) { return }
    switch command {
    case .newEmployee: openAccountForm(nil)
    case .open, .edit: editPerson()
    case .delete: askToRemove()
    case .removePerson: removePerson(&effects)
    default: break
    }
  }

  /// How many pieces are in somebody's cart.
  public func pieces(of account: Account) -> Int { shared.carts[account.cart].pieces }

  private mutating func editPerson() {
    guard let person = focusedPerson else { return }
    guard person.id == session.actor.account || Rules.allows(.manage, session.actor, in: shared)
    else {
      let refusal = ChangeRefusal.onlyOwner(shared.owner?.name ?? "")
      return notice(refusal.sentence, .danger)
    }
    openAccountForm(person.id)
  }

  /// Taking back cannot bring somebody back: so it is asked first.
  private mutating func askToRemove() {
    guard let person = focusedPerson else { return }
    guard Rules.allows(.manage, session.actor, in: shared) else {
      let refusal = ChangeRefusal.onlyOwner(shared.owner?.name ?? "")
      return notice(refusal.sentence, .danger)
    }
    guard person.role != .owner else {
      return notice(ChangeRefusal.ownerStays(person.name).sentence, .danger)
    }
    session.personToRemove = person.id
    let pieces = pieces(of: person)
    let cart =
      pieces == 0 ? "" : " What is in the cart (\(Wording.count(pieces, "piece"))) goes, too."
    session.overlays.append(
      .dialog(
        DialogState(
          title: "Remove \(person.name)?",
          message: "The PIN will not be taken any more.\(cart) This cannot be undone.",
          buttons: [
            .init(label: "Keep", command: nil), .init(label: "Remove", command: .removePerson),
          ])))
  }

  private mutating func removePerson(_ effects: inout [Effect]) {
    guard let id = session.personToRemove else { return }
    session.personToRemove = nil
    guard let name = shared.account(id)?.name, attempt(.removeAccount(id), &effects) else { return }
    notice("Removed \(name).", .success)
  }

  // MARK: The employee's form

  /// `use`: the account becomes the first one of a list that is used so from then on.
  mutating func openAccountForm(_ id: Account.ID?, for use: Use? = nil) {
    let account = id.flatMap(shared.account)
    let isFirst = shared.owner == nil
    let today = Day(of: session.clock.wall, offset: session.utcOffset)
    session.overlays.append(
      .form(
        FormState(
          purpose: account.map { .editAccount($0.id) } ?? .newAccount(use),
          title: account.map { "Edit " + $0.name }
            ?? (isFirst ? "The first employee, who owns this list" : "New employee"),
          intro: "", action: "Save",
          fields: [
            .init(
              .pin, "PIN", "", hint: account == nil ? "4 to 12 digits" : "as it is",
              limit: PIN.length.upperBound + 4, isSecret: true),
            .init(.firstName, "First name", account?.firstName ?? "", hint: "needed"),
            .init(.lastName, "Last name", account?.lastName ?? "", hint: "needed"),
            .init(
              .email, "E-mail", account?.email ?? "", hint: "shows a forgotten PIN", limit: 254),
            .init(
              .since, "Hired on", (account?.since ?? today).text, hint: today.text, limit: 10),
          ] + (account == nil ? [] : currentSecretField))))
  }

  private func draft(_ form: FormState) -> AccountDraft {
    AccountDraft(
      firstName: form[.firstName], lastName: form[.lastName], email: form[.email],
      since: form[.since])
  }

  /// Says everything that is wrong at once, each beside its field; then the PIN goes to the vault.
  mutating func submitAccount(
    _ form: FormState, isConfirmed: Bool = false, _ effects: inout [Effect]
  ) {
    let digits = form[.pin].trimmed
    let draft = draft(form)
    var id: Account.ID?
    if case .editAccount(let edited) = form.purpose { id = edited }
    var wrong = draft.refusals + shared.clashes(with: draft, except: id)
    if id == nil || !digits.isEmpty, let refusal = PIN.refusal(of: digits) {
      wrong.insert(FieldRefusal(.pin, refusal), at: 0)
    }
    let mustConfirm = !isConfirmed && mustConfirm(form)
    let missing = mustConfirm ? currentSecretError(form) : nil
    guard wrong.isEmpty, missing == nil else {
      var form = form
      if let missing { form.set(error: missing, on: .currentSecret) }
      for one in wrong.reversed() { form.set(error: one.refusal.sentence, on: one.field) }
      return replaceLast(.form(form))
    }
    guard session.signIn.purpose == nil else { return }
    if mustConfirm { return askCurrentSecret(form, &effects) }
    if id != nil, digits.isEmpty { return finishAccountForm(nil, &effects) }
    askVault(.seal(digits, among: shared.pinHolders(except: id)), .account, &effects)
  }

  /// `pin`: sealed; nil where it stays as it is.
  mutating func finishAccountForm(_ pin: SealedPIN?, _ effects: inout [Effect]) {
    guard case .form(let form)? = session.overlays.last else { return }
    let draft = draft(form)
    do throws(ChangeRefusal) {
      switch (form.purpose, pin) {
      case (.newAccount(let use?), let pin?):
        try make(.changeUse(use, owner: NewAccount(draft, pin: pin)), &effects)
        if let owner = shared.owner { signIn(owner.id) }
      case (.newAccount(nil), let pin?):
        try make(.addAccount(NewAccount(draft, pin: pin)), &effects)
        closeForm()
        announcePerson(draft)
      case (.editAccount(let id), let pin):
        do throws(ChangeRefusal) {
          try make(.editAccount(id, draft, pin: pin), &effects)
        } catch .nothingToDo {}
        closeForm()
      default: break
      }
    } catch {
      let wrong = FormError(error)
      setFormError(wrong.sentence, on: wrong.field == .name ? .firstName : wrong.field)
    }
  }

  private mutating func announcePerson(_ draft: AccountDraft) {
    let name = draft.firstName.trimmed
    if session.isLocked {
      session.signIn.message = "\(name) can sign in now."
      session.signIn.isWrong = false
    } else {
      notice("\(name) can sign in now.", .success)
    }
  }

  private mutating func closeForm() {
    session.overlays.removeAll { if case .form = $0 { true } else { false } }
  }

  mutating func setFormError(_ sentence: String, on field: FormState.FieldID) {
    guard case .form(var form)? = session.overlays.last else { return }
    form.set(error: sentence, on: field)
    replaceLast(.form(form))
  }
}
