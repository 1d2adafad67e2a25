/// Ways in without a PIN or a password: a forgotten PIN is shown to an employee who types the e-mail
/// address, and the owner types the recovery code. The person is told of it afterwards.
extension AppState {
  // MARK: Forgotten

  mutating func openForgottenForm() {
    session.signIn.message = ""
    let isHome = shared.use == .household
    show(
      FormState(
        purpose: .forgottenPIN, title: isHome ? "The owner’s recovery code" : "Forgot my PIN",
        intro: isHome
          ? "It lets the owner in, to choose a new password."
          : "The owner types the recovery code instead. No e-mail address? Ask the owner.",
        action: isHome ? "Sign in" : "Show",
        fields: [
          .init(
            .email, isHome ? "Code" : "E-mail or code", "",
            hint: isHome ? "as it was written down" : "your address; the owner’s recovery code",
            limit: 254)
        ]))
  }

  mutating func submitForgotten(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    guard !session.signIn.isBusy else { return }
    let typed = CleanText.line(form[.email], limit: .name)
    if RecoveryCode.plain(typed) != nil {
      guard let code = shared.owner?.recovery else {
        throw FormError(.email, "This list has no recovery code yet: the owner makes one.")
      }
      return askVault(.checkCode(typed, code, unlocks: true), .recovery, &effects)
    }
    guard shared.use == .staff else {
      throw FormError(.email, "That is not a recovery code: it has 16 letters and digits.")
    }
    let owner = shared.owner?.name ?? "the owner"
    guard !shared.hidesForgottenPINs else {
      throw FormError(.email, "PINs are not shown here. Ask \(owner) for a new one.")
    }
    guard EmailAddress.isValid(typed) else { throw FormError(.badEmail(typed)) }
    guard let account = shared.accounts.first(where: { $0.hasEmail(typed) }) else {
      throw FormError(.email, "No account here has this e-mail address.")
    }
    guard account.role != .owner else {
      throw FormError(.email, "The owner’s PIN is never shown. Type the recovery code instead.")
    }
    guard let pin = account.pin else {
      throw FormError(.email, "There is no PIN with it yet. Ask \(owner) for one.")
    }
    askVault(.open(pin), .forgotten(account.id), &effects)
  }

  mutating func showPIN(_ digits: String, of id: Account.ID, _ effects: inout [Effect]) {
    guard case .form(let form)? = session.overlays.last, form.purpose == .forgottenPIN,
      let account = shared.account(id)
    else { return }
    guard attempt(.recoverAccess(id, .address), &effects) else { return }
    replaceLast(
      .dialog(
        DialogState(
          title: "Your PIN", message: "\(account.firstName), your PIN is \(digits).")))
  }

  /// The recovery code was right.
  mutating func enterByCode(_ effects: inout [Effect]) {
    guard let owner = shared.owner, case .form(let form)? = session.overlays.last,
      form.purpose == .forgottenPIN
    else { return }
    enter(owner.id, &effects)
    attempt(.recoverAccess(owner.id, .code), &effects)
    openAccountForm(owner.id, isRecovered: true)
  }

  // MARK: The person is told

  mutating func tellOfRecovery(_ account: Account, _ effects: inout [Effect]) {
    guard let recovered = account.recovered, !recovered.isSeen,
      attempt(.seeRecovery(account.id), &effects)
    else { return }
    let key = session.keymap.key(for: .show(.people), in: .items, use: shared.use) ?? ""
    let secret = shared.use == .household ? "password" : "PIN"
    let advice =
      recovered.way == .address
      ? "If that was not you, choose another \(secret): press \(key), then edit yourself."
      : "If that was not you, choose another \(secret) and make another code: press \(key)."
    show(
      recovered.way == .address ? "Your PIN was shown" : "Your recovery code was used",
      recovered.words(offset: session.utcOffset, style: session.dateStyle) + " " + advice)
  }

  /// What an owner from before there were recovery codes should do.
  func adviceOnRecovery(_ account: Account) -> String {
    guard account.role == .owner, account.recovery == nil,
      let key = session.keymap.key(for: .makeRecoveryCode, in: .people, use: shared.use)
    else { return "" }
    return " You have no recovery code yet: \(key) on the page People makes one."
  }

  // MARK: Codes

  /// An unattended screen must not give anyone a way in: it asks for the PIN or the password.
  mutating func openRecoveryForm() {
    guard let account, account.role == .owner else { return refuseAsOwnerOnly() }
    let fields = currentSecretField(hint: "to show that it is you")
    show(
      FormState(
        purpose: .recoveryCode, title: "Make a recovery code",
        intro: account.recovery == nil
          ? "It lets you in when you have forgotten how."
          : "The present one will no longer be accepted.",
        action: "Make", fields: fields))
  }

  mutating func submitRecoveryForm(_ form: FormState, _ effects: inout [Effect]) {
    guard !session.signIn.isBusy, let account else { return }
    session.signIn.submitted = form
    guard form.fields.contains(where: { $0.id == .currentSecret }) else {
      return makeRecoveryCode(&effects)
    }
    if let missing = currentSecretError(form) { return setFormError(missing, on: .currentSecret) }
    guard shared.use == .household else { return askCurrentSecret(form, &effects) }
    prove(
      PasswordProof(
        account: account.id, address: account.email, password: form[.currentSecret], aim: .newCode),
      &effects)
  }

  mutating func makeRecoveryCode(_ effects: inout [Effect]) {
    askVault(
      .makeCode(groups: RecoveryCode.groups, isFirst: shared.hasNoSecrets), .newCode, &effects)
  }

  /// It changes who may register here. Only its mark is kept, so one that is valid can't be shown
  /// again.
  mutating func askToInvite(_ effects: inout [Effect]) {
    let now = shared.registration
    guard AccessPolicy.allows(.manage, session.actor, in: shared),
      now.mode != .invitation || now.invitation != nil
    else { return makeInvitation(&effects) }
    let (title, message, no, yes) =
      switch now.mode {
      case .invitation:
        (
          "Another invitation?",
          "There is one already, which is valid but not shown again. With a new one, those who "
            + "have it can’t register any more.", "Keep it", "Make another"
        )
      case .open:
        (
          "Make an invitation?",
          "Everyone here may register now. With an invitation, only those may who have its code, "
            + "until you choose “open” again in the settings, under “Registering”.",
          "Leave it open", "Make one"
        )
      case .closed:
        (
          "Make an invitation?",
          "No one but you adds people now. With an invitation, those who have its code register "
            + "themselves, until you choose “closed” again in the settings, under “Registering”.",
          "Leave it closed", "Make one"
        )
      }
    show(title, message, .init(no), .init(yes, .inviteAnew))
  }

  mutating func makeInvitation(_ effects: inout [Effect]) {
    guard AccessPolicy.allows(.manage, session.actor, in: shared) else {
      return refuseAsOwnerOnly()
    }
    askVault(
      .makeCode(groups: RecoveryCode.groupsOfInvitation, isFirst: shared.hasNoSecrets),
      .invitation, &effects)
  }

  mutating func refuseAsOwnerOnly() {
    notice(ChangeError.onlyOwner(shared.ownerName).sentence, .danger)
  }

  mutating func receive(
    _ text: String, _ code: SealedCode, _ purpose: SignInState.Purpose, _ effects: inout [Effect]
  ) {
    switch purpose {
    case .ownersCode(let credential):
      finishAccountForm(credential, recovery: (text, code), &effects)
    case .newCode:
      guard let id = session.actor.account, case .form(let form)? = session.overlays.last,
        form.purpose == .recoveryCode, attempt(.addCredential(id, .recovery(code)), &effects)
      else { return }
      back()
      showRecoveryCode(text)
    case .invitation:
      let before = shared.registration
      guard !session.isLocked, attempt(.invite(code), &effects) else { return }
      let change =
        before.mode != .invitation
        ? "From now on no one can register here without it. "
        : before.invitation == nil ? "" : "The one before is not valid any more. "
      show(
        .code(
          "The invitation",
          "\(text)\n\n\(change)Give it to those who may register here. It is valid until you make "
            + "another one, remove a person, or choose something else than “by invitation” in the "
            + "settings, under “Registering”: “open” lets everyone here register again."))
    case .signIn, .account, .confirmation, .forgotten, .begin, .compare, .end, .rehash, .hash,
      .identify, .recovery, .invited, .standing:
      break
    }
  }

  mutating func showRecoveryCode(_ text: String) {
    let (way, page) =
      shared.use == .household ? ("password", "Recovery code") : ("PIN", "Forgot my PIN")
    show(
      .code(
        "Your recovery code",
        "\(text)\n\nWrite it down, and keep it where others do not look: it is not shown "
          + "again. When you have forgotten your \(way), type it under “\(page)”."))
  }

  // MARK: Invitations

  /// The field that a form for a new account has as long as registering takes an invitation.
  var invitationField: [FormState.Field] {
    guard shared.refusal(ofRegistrationBy: session.actor, isInvited: false) == .wrongInvitation
    else { return [] }
    return [.init(.invitation, "Invitation", "", hint: "from the owner", limit: 40)]
  }

  /// Whether the form may be submitted; if not, the vault is asked, or the field has an error.
  mutating func isInvitationSettled(_ form: FormState, _ effects: inout [Effect]) -> Bool {
    guard form.isOfNewPerson, !invitationField.isEmpty, !isInvited(form) else { return true }
    let text = form[.invitation].trimmed
    guard let code = shared.registration.invitation, RecoveryCode.plain(text) != nil else {
      setFormError(ChangeError.wrongInvitation.sentence, on: .invitation)
      return false
    }
    guard !session.signIn.isBusy else { return false }
    session.signIn.submitted = form
    askVault(
      .checkCode(text, code, unlocks: false),
      .invited(SignInState.Invitation(text: text, code: code)), &effects)
    return false
  }

  /// Whether the vault has accepted what the form says, and the owner has not changed it since.
  func isInvited(_ form: FormState) -> Bool {
    guard let accepted = session.signIn.accepted else { return false }
    return accepted.text == form[.invitation].trimmed
      && accepted.code == shared.registration.invitation
  }

  mutating func goOn(with invitation: SignInState.Invitation, _ effects: inout [Effect]) {
    guard case .form? = session.overlays.last, let form = session.signIn.submitted else { return }
    session.signIn.accepted = invitation
    submit(form, &effects)
  }
}

extension RecoveredAccess {
  /// When, and how.
  public func words(offset: Int, style: DateStyle) -> String {
    let when =
      Wording.date(at, offset: offset, style: style) + " at "
      + Wording.clock(at, offset: offset, style: style)
    return way == .address
      ? "The PIN was shown on \(when), after the e-mail address was typed under “Forgot my PIN”."
      : "The recovery code was used on \(when)."
  }
}

extension Registration {
  /// A value of the setting, in words.
  static func words(_ value: String) -> String {
    switch Mode(rawValue: value) {
    case .open, nil: "open to everyone here"
    case .invitation: "by invitation"
    case .closed: "closed"
    }
  }
}
