/// The form for a household member: name, address, password.
extension AppState {
  /// - Parameters:
  ///   - use: the account becomes the owner's, and the list changes to this use.
  ///   - isRecovered: the owner came in by the recovery code.
  mutating func openMemberForm(_ id: Account.ID?, for use: ListMode?, isRecovered: Bool = false) {
    let account = id.flatMap(shared.account)
    let isFirst = shared.owner == nil
    let isChange = account != nil && use == nil
    let isOther = isChange && id != session.actor.account
    func secret(_ id: FormState.FieldID, _ label: String, _ hint: String) -> FormState.Field {
      .init(id, label, "", hint: hint, limit: Password.length.upperBound + 4, isSecret: true)
    }
    let person: [FormState.Field] = [
      .init(.firstName, "Name", account?.name ?? "", hint: "that the others see"),
      .init(
        .email, "E-mail", account?.email ?? "",
        hint: account?.identities.isEmpty == false ? "or none" : "to sign in with", limit: 254),
    ]
    let passwords = [
      secret(
        .password, isChange ? "New password" : "Password",
        isChange ? "as it is" : "8 characters or more"),
      secret(.passwordAgain, "Again", isChange ? "as it is" : "the same"),
    ]
    // What was forgotten is asked for first: typed into another field, it could be read.
    var fields = isRecovered ? passwords + person : person + passwords
    if account == nil { fields += invitationField }
    if isChange, !isRecovered {
      fields.append(
        secret(
          .currentSecret, isOther ? "Your password" : "Password now",
          "for a new address or password"))
    }
    show(
      FormState(
        purpose: isChange
          ? id.map { .editAccount($0) } ?? .newAccount(nil) : .newAccount(use),
        title: isChange
          ? "Edit " + (account.map { shared.name(of: $0) } ?? "")
          : isFirst || use != nil ? "The first account, which owns this list" : "Register",
        intro: intro(isChange ? account : nil, isRecovered: isRecovered),
        action: isChange ? "Save" : "Register", fields: fields))
  }

  /// Shows all errors at once, each beside its field. Then checks the current password if needed
  /// and hashes the new one.
  mutating func submitMember(_ form: FormState, _ effects: inout [Effect]) {
    guard !session.signIn.isBusy else { return }
    session.signIn.submitted = form
    let draft = AccountDraft(firstName: form[.firstName], email: form[.email])
    let account: Account? =
      if case .editAccount(let id) = form.purpose { shared.account(id) } else {
        form.isForNewUse ? shared.owner : nil
      }
    let isNew = account == nil || form.isForNewUse
    var wrong =
      draft.refusals(in: .household, needsEmail: account?.identities.isEmpty != false)
      + shared.clashes(with: draft, except: account?.id)
    let (password, again) = (form[.password], form[.passwordAgain])
    if isNew || !password.isEmpty || !again.isEmpty {
      if let refusal = Password.refusal(of: password, names: draft.guessable) {
        wrong.append(FieldError(.password, refusal))
      } else if password != again {
        wrong.append(FieldError(.passwordAgain, .otherPassword))
      }
    }
    guard wrong.isEmpty else { return show(wrong, in: form) }
    guard isInvitationSettled(form, &effects) else { return }
    guard let account, !isNew else { return hashNewPassword(&effects) }
    let isSecret = !password.isEmpty || !account.hasSameEmail(draft.email)
    guard isSecret, form.fields.contains(where: { $0.id == .currentSecret }),
      let asked = session.actor.account.flatMap(shared.account), asked.password != nil
    else { return hashNewPassword(&effects) }
    guard !form[.currentSecret].isEmpty else {
      return setFormError(
        asked.id == account.id
          ? "Your password now is needed for that." : "Your own password is needed for that.",
        on: .currentSecret)
    }
    prove(
      PasswordProof(
        account: asked.id, address: asked.email, password: form[.currentSecret], aim: .change),
      &effects)
  }

  /// Hashes the new password of the open form; saves directly if there is none.
  mutating func hashNewPassword(_ effects: inout [Effect]) {
    guard let form = session.signIn.submitted else { return }
    let password = form[.password]
    guard !password.isEmpty else { return finishAccountForm(nil, &effects) }
    askWorker(.hashPassword(password), .hash, &effects)
  }
}

extension FormState {
  /// Whether the form also changes how the list is used.
  fileprivate var isForNewUse: Bool {
    if case .newAccount(_?) = purpose { true } else { false }
  }
}

extension Account {
  fileprivate func hasSameEmail(_ text: String) -> Bool {
    hasEmail(text) || email.isEmpty && CleanText.line(text, limit: .name).isEmpty
  }
}
