/// What was half typed when a screen locked itself: it comes back when the same person signs in,
/// and no one else sees it.
struct KeptForms: Equatable, Sendable {
  let page: ScreenID
  let overlays: [Overlay]
}

extension AppState {
  mutating func keepForms(of account: Account) {
    let typed = session.overlays.compactMap(\.keptOverLock).filter { overlay in
      // A mail under way goes on by itself.
      guard case .form(let form) = overlay, case .mail = form.purpose else { return true }
      return !isSending(form)
    }
    session.keptForms[account.id] =
      typed.isEmpty ? nil : KeptForms(page: session.page, overlays: typed)
  }

  mutating func takeUpForms(of account: Account) {
    guard let kept = session.keptForms.removeValue(forKey: account.id) else { return }
    if shared.pages.contains(kept.page) { session.page = kept.page }
    session.overlays = kept.overlays
    refreshForms()
    guard !session.overlays.isEmpty else { return }
    showFocus()
    notice("Welcome back, \(account.firstName). Here is what you were typing.", .success)
  }
}

extension Overlay {
  /// Itself without its secrets; nil for what holds nothing typed.
  fileprivate var keptOverLock: Overlay? {
    switch self {
    case .form(var form):
      switch form.purpose {
      case .newItem, .editItem, .newStore, .editStore, .checkout, .option, .newAccount,
        .editAccount, .holdCart, .mail, .nearbyPlace, .inviteMachine:
        for field in form.fields where field.isSecret { form.empty(field.id) }
        form.clearErrors()
        return .form(form)
      case .newIdentity, .linkIdentity, .forgottenPIN, .recoveryCode: return nil
      }
    case .quickAdd, .paste: return self
    case .details, .picker, .dialog, .provider, .code, .files, .consent, .product, .storeDetails,
      .machines, .joinCode:
      return nil
    }
  }
}
