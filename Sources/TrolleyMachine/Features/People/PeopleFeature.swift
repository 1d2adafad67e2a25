package enum PeoplePage: PageKind {
  package static let page: Page = .init(
    scope: .people, perform: { $0.performOnPeople($1, &$2) },
    facts: { app in
      let (isOwner, person) = (app.account?.role == .owner, app.focusedPerson)
      return [
        .mayChange: isOwner || person?.id == app.account?.id,
        .mayRemove: isOwner && person?.role != .owner, .owner: isOwner,
        .closed: app.isRegistrationClosed,
      ]
    },
    focus: .list(\.people) { $0.shared.accounts.count },
    amend: { app, _ in page.focus.show(&app) })
}

/// The people page: all accounts, and what is in their carts.
extension AppState {
  mutating func performOnPeople(_ command: Command, _ effects: inout [Effect]) {
    let height = session.layout.list.height
    if session.people.move(by: command, count: shared.accounts.count, viewport: height) { return }
    switch command {
    case .newEmployee, .register: openRegistration()
    case .makeRecoveryCode: openRecoveryForm()
    case .invite: askToInvite(&effects)
    case .inviteAnew: makeInvitation(&effects)
    case .open, .edit: editPerson()
    case .delete: askToRemove()
    case .removePerson: removePerson(&effects)
    default: break
    }
  }

  /// The number of pieces in an account's cart.
  public func pieces(of account: Account) -> Int { shared.carts.summary(of: account.cart).pieces }

  private mutating func editPerson() {
    guard let person = focusedPerson else { return }
    guard
      person.id == session.actor.account || AccessPolicy.allows(.manage, session.actor, in: shared)
    else { return refuseAsOwnerOnly() }
    openAccountForm(person.id)
  }

  /// Undo cannot restore an account, so removal asks for confirmation.
  private mutating func askToRemove() {
    guard let person = focusedPerson else { return }
    guard AccessPolicy.allows(.manage, session.actor, in: shared) else {
      return refuseAsOwnerOnly()
    }
    guard person.role != .owner else {
      return notice(ChangeError.ownerStays(shared.name(of: person)).sentence, .danger)
    }
    session.personToRemove = person.id
    let pieces = shared.use == .household ? 0 : pieces(of: person)
    let cart =
      pieces == 0 ? "" : " What is in the cart (\(Wording.count(pieces, "piece"))) goes, too."
    let invitation =
      shared.registration.invitation == nil ? "" : " The invitation is not valid any more then."
    show(
      "Remove \(shared.name(of: person))?",
      shared.use == .household
        ? "What \(shared.name(of: person)) added will belong to you.\(invitation) This cannot be undone."
        : "The PIN will no longer be accepted.\(cart)\(invitation) This cannot be undone.",
      .init("Keep"), .init("Remove", .removePerson))
  }

  private mutating func removePerson(_ effects: inout [Effect]) {
    guard let id = session.personToRemove else { return }
    session.personToRemove = nil
    guard let name = shared.account(id).map({ shared.name(of: $0) }),
      attempt(.removeAccount(id), &effects)
    else { return }
    notice(Wording.sentence("Removed \(name)"), .success)
  }

  // MARK: The account form

  /// The form for another account, unless the owner has closed registering.
  mutating func openRegistration() {
    session.signIn.message = ""
    if isRegistrationClosed {
      return session.isLocked
        ? say(registrationRefusal, isWrong: true) : notice(registrationRefusal, .danger)
    }
    openAccountForm(nil)
  }

  /// Whether this person may not add anyone, not even with an invitation.
  var isRegistrationClosed: Bool {
    shared.refusal(ofRegistrationBy: session.actor, isInvited: true) != nil
  }

  var registrationRefusal: String {
    ChangeError.registrationClosed(shared.ownerName).sentence
  }

  /// - Parameters:
  ///   - use: the account becomes the first one, and the list changes to this use.
  ///   - isRecovered: the owner came in by the recovery code.
  mutating func openAccountForm(
    _ id: Account.ID?, for use: ListMode? = nil, isRecovered: Bool = false
  ) {
    if (use ?? shared.use) == .household {
      return openMemberForm(id, for: use, isRecovered: isRecovered)
    }
    let account = id.flatMap(shared.account)
    let isChange = account != nil && use == nil
    let purpose: FormState.Purpose
    let title: String
    if isChange, let account {
      (purpose, title) = (.editAccount(account.id), "Edit " + shared.name(of: account))
    } else {
      purpose = .newAccount(use)
      title =
        shared.owner == nil || use != nil
        ? "The first employee, who owns this list" : "New employee"
    }
    show(
      FormState(
        purpose: purpose, title: title,
        intro: intro(isChange ? account : nil, isRecovered: isRecovered), action: "Save",
        fields: employeeFields(account, isChange: isChange, isRecovered: isRecovered)))
  }

  private func employeeFields(_ account: Account?, isChange: Bool, isRecovered: Bool)
    -> [FormState.Field]
  {
    let secretLimit = PIN.length.upperBound + 4
    let isOwner = shared.owner == nil || account?.role == .owner
    let present = isChange ? account?.pin == nil ? "none yet" : "as it is" : nil
    let rule = "4 to 12 digits, no date, not 1234"
    var fields: [FormState.Field] = [
      .init(
        .pin, isChange ? "New PIN" : "PIN", "",
        hint: present.map { "\($0); \(rule)" } ?? rule,
        limit: secretLimit, isSecret: true),
      .init(
        .pinAgain, "Again", "", hint: present ?? "the same", limit: secretLimit, isSecret: true),
      .init(.firstName, "First name", account?.firstName ?? "", hint: "needed"),
      .init(.lastName, "Last name", account?.lastName ?? "", hint: "needed"),
      .init(
        .email, "E-mail", account?.email ?? "",
        hint: isOwner ? "or none" : "shows a forgotten PIN", limit: 254),
    ]
    // The day of hiring is for the owner to say, not for the person.
    if mayDate(account) {
      let today = Day(of: session.clock.wall, offset: session.utcOffset)
      fields.append(
        .init(.since, "Hired on", (account?.since ?? today).text, hint: today.text, limit: 10))
    }
    if account == nil { return fields + invitationField }
    return isRecovered ? fields : fields + currentSecretField(hint: "for new PIN or e-mail")
  }

  private func mayDate(_ account: Account?) -> Bool {
    account == nil || AccessPolicy.allows(.manage, session.actor, in: shared)
  }

  private static let introAfterCode =
    "You came in by the recovery code. Choose anew what you have forgotten."

  /// When an account was last entered without its PIN or password, for as long as that matters.
  func intro(_ account: Account?, isRecovered: Bool) -> String {
    if isRecovered { return Self.introAfterCode }
    return account?.recovered?.words(offset: session.utcOffset, style: session.dateStyle) ?? ""
  }

  private func draft(_ form: FormState) -> AccountDraft {
    AccountDraft(
      firstName: form[.firstName], lastName: form[.lastName], email: form[.email],
      since: form[.since])
  }

  /// Shows all errors at once, each beside its field; then sends the PIN to the vault.
  mutating func submitAccount(
    _ form: FormState, isConfirmed: Bool = false, _ effects: inout [Effect]
  ) {
    if form.fields.contains(where: { $0.id == .password }) { return submitMember(form, &effects) }
    let digits = form[.pin].trimmed
    let draft = draft(form)
    var id: Account.ID?
    switch form.purpose {
    case .editAccount(let edited): id = edited
    case .newAccount(_?): id = shared.owner?.id
    default: break
    }
    let needsPIN = if case .editAccount = form.purpose { false } else { true }
    var wrong = draft.refusals(in: .staff) + shared.clashes(with: draft, except: id)
    let again = form[.pinAgain].trimmed
    if needsPIN || !digits.isEmpty || !again.isEmpty {
      if let refusal = PIN.refusal(of: digits) {
        wrong.insert(FieldError(.pin, refusal), at: 0)
      } else if again != digits {
        wrong.insert(FieldError(.pinAgain, .otherPIN), at: 0)
      }
    }
    let mustConfirm = !isConfirmed && mustConfirm(form)
    let missing = mustConfirm ? currentSecretError(form) : nil
    guard wrong.isEmpty, missing == nil else {
      var form = form
      if let missing { form.set(error: missing, on: .currentSecret) }
      return show(wrong, in: form)
    }
    guard !session.signIn.isBusy, isInvitationSettled(form, &effects) else { return }
    session.signIn.submitted = form
    if mustConfirm { return askCurrentSecret(form, &effects) }
    if !needsPIN, digits.isEmpty { return finishAccountForm(nil, &effects) }
    askVault(.seal(digits, among: shared.pinHolders(except: id)), .account, &effects)
  }

  /// Shows each error beside its field and focuses the first.
  mutating func show(_ wrong: [FieldError], in form: FormState) {
    var form = form
    for one in wrong.reversed() { form.set(error: one.refusal.sentence, on: one.field) }
    replaceLast(.form(form))
  }

  /// Whether the form makes the owner, or lets one sign in who has no recovery code yet.
  private func needsRecoveryCode(_ form: FormState) -> Bool {
    if case .newAccount = form.purpose {
      shared.owner?.recovery == nil && isForOwner(form)
    } else {
      false
    }
  }

  private func isForOwner(_ form: FormState) -> Bool {
    if case .newAccount(_?) = form.purpose { true } else { shared.owner == nil }
  }

  /// - Parameters:
  ///   - credential: sealed; nil keeps the present one.
  ///   - recovery: the owner's code, for the eye and sealed.
  mutating func finishAccountForm(
    _ credential: Credential?, recovery: (text: String, code: SealedCode)? = nil,
    _ effects: inout [Effect]
  ) {
    guard case .form? = session.overlays.last, let form = session.signIn.submitted else { return }
    if let credential, recovery == nil, needsRecoveryCode(form) {
      return askVault(
        .makeCode(groups: RecoveryCode.groups, isFirst: shared.hasNoSecrets),
        .ownersCode(credential), &effects)
    }
    let draft = draft(form)
    func new(_ credential: Credential) -> NewAccount {
      NewAccount(draft, credential, recovery: recovery?.code, isInvited: isInvited(form))
    }
    do throws(ChangeError) {
      switch (form.purpose, credential) {
      case (.newAccount(let use?), let credential?):
        try make(.changeUse(use, owner: new(credential)), &effects)
        if let owner = shared.owner { signIn(owner.id, &effects) }
        tellWhoNeedsPIN()
      case (.newAccount(nil), let credential?):
        try make(.addAccount(new(credential)), &effects)
        closeForm()
        if session.isLocked, shared.use == .household,
          let account = shared.accounts.first(where: { $0.hasEmail(draft.email) })
        {
          signIn(account.id, &effects)
        } else {
          announcePerson(draft)
        }
      case (.editAccount(let id), let credential):
        var isChanged = true
        do throws(ChangeError) {
          try make(.editAccount(id, draft, credential), &effects)
        } catch .nothingToDo { isChanged = false }
        closeForm()
        if isChanged, let name = shared.account(id)?.name {
          notice(Wording.sentence("Changed \(name)"), .success)
        } else if form.intro == Self.introAfterCode {
          notice(
            "Nothing is changed. The recovery code stays valid: it lets you in again.", seconds: 8)
        }
      default: break
      }
      if let recovery { showRecoveryCode(recovery.text) }
    } catch {
      let wrong = FormError(error).onAccount
      setFormError(wrong.sentence, on: wrong.field)
    }
  }

  /// After the list has become one for staff: members of a household have no PIN yet.
  mutating func tellWhoNeedsPIN() {
    let names = shared.peopleByName.filter { !$0.canSignIn(in: shared.use) }.map(\.name)
    guard shared.use == .staff, !session.isLocked, !names.isEmpty else { return }
    let key = session.keymap.key(for: .show(.people), in: .items, use: shared.use) ?? ""
    show(
      "Who needs a PIN",
      "\(Wording.list(names)) cannot sign in before you set a PIN: press \(key), then "
        + "enter on the name.")
  }

  private mutating func announcePerson(_ draft: AccountDraft) {
    let name = draft.firstName.trimmed
    // Without the server it is not known yet what the others have done.
    var words =
      session.sync.map { $0.link?.connection == .online } ?? true
      ? "\(name) can sign in now."
      : "\(name) can sign in here now, and on the other machines once this one has reached the server."
    let today = Day(of: session.clock.wall, offset: session.utcOffset)
    if let day = Day(text: draft.since.trimmed), day > today {
      words += " The day of hiring, \(day.text), is still to come."
    }
    if session.isLocked {
      session.signIn.message = words
      session.signIn.isWrong = false
    } else {
      notice(words, .success)
    }
  }

  private mutating func closeForm() {
    session.overlays.removeAll { if case .form = $0 { true } else { false } }
  }

  mutating func setFormError(_ sentence: String, on field: FormState.FieldID) {
    guard case .form(var form)? = session.overlays.last else { return }
    // The owner may have made an invitation since the form was opened.
    if field == .invitation, !form.fields.contains(where: { $0.id == field }) {
      form.fields += invitationField
    }
    form.set(error: sentence, on: field)
    replaceLast(.form(form))
  }
}
