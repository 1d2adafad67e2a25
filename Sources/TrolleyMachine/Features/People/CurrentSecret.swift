/// Re-authentication before credentials change: someone else may be sitting at an unattended
/// screen.
extension AppState {
  /// The last field of a form that can change a PIN or an e-mail address. It asks for the current
  /// person's own PIN, even when they edit another account; without a PIN there is nothing to ask
  /// for.
  func currentSecretField(hint: String) -> [FormState.Field] {
    if shared.use == .household {
      guard account?.password != nil else { return [] }
      return [
        .init(
          .currentSecret, "Password now", "", hint: hint, limit: Password.length.upperBound + 4,
          isSecret: true)
      ]
    }
    guard ownPIN != nil else { return [] }
    return [
      .init(
        .currentSecret, "Your PIN now", "", hint: hint, limit: PIN.length.upperBound + 4,
        isSecret: true)
    ]
  }

  private var ownPIN: PINHolder? {
    shared.pinHolders().first { $0.account == session.actor.account }
  }

  /// An e-mail address is enough to be shown a forgotten PIN, so it counts as a credential. The
  /// owner's recovery code has confirmed who it is already: its form has no such field.
  func mustConfirm(_ form: FormState) -> Bool {
    guard case .editAccount(let id) = form.purpose, let account = shared.account(id),
      form.fields.contains(where: { $0.id == .currentSecret })
    else { return false }
    return !form[.pin].trimmed.isEmpty
      || CleanText.line(form[.email], limit: .name) != account.email
  }

  /// Errors that need no vault.
  func currentSecretError(_ form: FormState) -> String? {
    if shared.use == .household {
      return form[.currentSecret].isEmpty ? "Type your password, to show that it is you." : nil
    }
    let digits = form[.currentSecret].trimmed
    if form.purpose == .recoveryCode, digits.isEmpty {
      return "Type your PIN, to show that it is you."
    }
    if digits.isEmpty { return "Type your PIN, since a PIN or an e-mail address changes." }
    return PIN.isWellFormed(digits) ? nil : ChangeError.badPIN.sentence
  }

  /// A wrong PIN counts as a failed attempt, as at sign-in.
  mutating func askCurrentSecret(_ form: FormState, _ effects: inout [Effect]) {
    guard let ownPIN else { return }
    askVault(.find(form[.currentSecret].trimmed, among: [ownPIN]), .confirmation, &effects)
  }

  mutating func submitConfirmed(_ effects: inout [Effect]) {
    guard case .form(var form)? = session.overlays.last else { return }
    if form.purpose == .recoveryCode { return makeRecoveryCode(&effects) }
    form.clearErrors()
    submitAccount(form, isConfirmed: true, &effects)
  }

  mutating func refuseCurrentSecret() {
    guard case .form(var form)? = session.overlays.last else { return }
    form.empty(.currentSecret)
    form.set(error: "That is not your PIN. Nothing was changed.", on: .currentSecret)
    replaceLast(.form(form))
  }
}
