/// What was half typed when a screen locked itself: it comes back when the same person signs in,
/// and no one else sees it.
struct KeptForms: Equatable, Sendable {
  let page: ScreenID
  let overlays: [Overlay]
}

extension AppState {
  mutating func keepForms(of account: Account) {
    session.keptForms[.account(account.id)] = typedForms
  }

  /// What is half typed now; nil if nothing is.
  private var typedForms: KeptForms? {
    let typed = session.overlays.compactMap(\.keptOverLock).filter { overlay in
      // A mail under way goes on by itself.
      guard case .form(let form) = overlay, case .mail = form.purpose else { return true }
      return !isSending(form)
    }
    return typed.isEmpty ? nil : KeptForms(page: session.page, overlays: typed)
  }

  mutating func takeUpForms(of account: Account) {
    let own = session.keptForms.removeValue(forKey: .account(account.id))
    // From before there were accounts: it belongs to the first who goes on here.
    guard let kept = own ?? session.keptForms.removeValue(forKey: .person), takeUp(kept) else {
      return
    }
    let welcome = own == nil ? "Welcome" : "Welcome back"
    notice("\(welcome), \(account.firstName). Here is what you were typing.", .success)
    session.notice?.isNews = true
  }

  /// Returns false if nothing of it fits the list as it is used now.
  private mutating func takeUp(_ kept: KeptForms) -> Bool {
    if shared.pages.contains(kept.page) { session.page = kept.page }
    session.overlays = kept.overlays.filter { $0.fits(shared.use) }
    refreshForms()
    guard !session.overlays.isEmpty else { return false }
    showFocus()
    return true
  }

  // MARK: Another use

  /// What a change of the use by others would take from this screen.
  func formsBefore(_ entries: [Entry]) -> (step: Step, actor: Actor, typed: KeptForms?)? {
    let change = entries.last { entry in
      entry.step.events.contains { if case .useChanged = $0 { true } else { false } }
    }
    return change.map { ($0.step, session.actor, typedForms) }
  }

  /// Others have changed the use: says so, and keeps what was half typed.
  mutating func followUse(
    changedBy change: (step: Step, actor: Actor, typed: KeptForms?)
  ) {
    let sentence = sentence(aboutUseChangedBy: change.step)
    if session.isLocked {
      if change.actor != .signedOut, let typed = change.typed {
        session.keptForms[change.actor] = typed
        say(sentence + " What you were typing comes back then.", isWrong: false)
      } else if !shared.accounts.isEmpty {
        // Without any, the screen says how to begin.
        say(sentence, isWrong: false)
      }
      return
    }
    if let typed = change.typed { _ = takeUp(typed) }
    notice(sentence, seconds: 8)
    session.notice?.isNews = true
  }

  /// "Ann made this a household list: sign in or register."
  private func sentence(aboutUseChangedBy step: Step) -> String {
    var who = shared.account(of: step.author)?.name
    // The first account comes with the change.
    for case .accountAdded(let account) in step.events { who = who ?? account.name }
    switch shared.use {
    case .personal: return "This list is for one person now, without sign-in."
    case .household:
      let change = who.map { "\($0) made this a household list" } ?? "This is a household list now"
      guard session.isLocked else { return change + "." }
      return change + (isRegistrationClosed ? ": sign in." : ": sign in or register.")
    case .staff:
      if session.isLocked { return "This list is for staff now: sign in with your PIN." }
      return "This list is for staff now." + (account?.pin == nil ? " " + adviceOnPIN : "")
    }
  }

  /// For an employee who could not sign in again.
  var adviceOnPIN: String {
    account?.role == .owner
      ? "You have no PIN yet: choose one on the page People."
      : "You have no PIN yet: ask \(shared.owner?.name ?? "the owner") for one."
  }
}

extension Overlay {
  /// Whether it makes sense on a list of this use: accounts differ, and only staff hold carts.
  fileprivate func fits(_ use: ListMode) -> Bool {
    guard case .form(let form) = self else { return true }
    switch form.purpose {
    case .holdCart: return use == .staff
    case .newAccount, .editAccount:
      return form.isOfStaff == (use == .staff) && use.hasAccounts
    case .option(let name): return SettingRow.named(name)?.isAvailable(in: use) != false
    default: return true
    }
  }

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

extension FormState {
  /// Whether it asks for a PIN.
  fileprivate var isOfStaff: Bool { fields.contains { $0.id == .pin } }
}
