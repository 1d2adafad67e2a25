/// Signing in with a PIN, and signing out.
extension AppState {
  /// The commands available before sign-in.
  mutating func performOnSignIn(_ command: Command, _ effects: inout [Effect]) {
    if session.signIn.takesPassword { return performOnPasswordSignIn(command, &effects) }
    switch command {
    case .open, .submit: submitPIN(&effects)
    case .newEmployee:
      session.signIn.pin = SignInState().pin
      openRegistration()
    case .forgotPIN: openForgottenForm()
    case .back:
      session.signIn.pin = SignInState().pin
      session.signIn.message = ""
    case _ where performAnywhere(command, &effects): break
    default: if session.signIn.pin.perform(command) { session.signIn.message = "" }
    }
  }

  /// What has nothing to do with signing in.
  mutating func performAnywhere(_ command: Command, _ effects: inout [Effect]) -> Bool {
    switch command {
    case .help: openHelp()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .quit, .leave: quit(&effects)
    case .switchTheme: switchTheme(&effects)
    case .retry: retry(&effects)
    default: return false
    }
    return true
  }

  mutating func typeOnSignIn(_ text: String) {
    if session.signIn.takesPassword { return typeOnPasswordSignIn(text) }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return say(ChangeError.badPIN.sentence, isWrong: true)
    }
    session.signIn.pin.insert(text)
    session.signIn.message = ""
  }

  /// What was scanned is not tried as a PIN, not even to see whether it is one: a try that does not count
  /// would be free to an attacker.
  mutating func refuseScan() {
    session.signIn.pin = SignInState().pin
    say("That is a barcode: sign in first.", isWrong: true)
  }

  private mutating func submitPIN(_ effects: inout [Effect]) {
    // Submits during a delay as well, since it may have been lifted; the vault enforces it.
    guard !session.signIn.isBusy else { return }
    let digits = session.signIn.pin.text
    // What was wrong must not be in the way of the next try.
    session.signIn.pin = SignInState().pin
    guard !shared.accounts.isEmpty else {
      return say("No employees yet. Press n to add the first one.", isWrong: true)
    }
    guard PIN.isWellFormed(digits) else { return say(ChangeError.badPIN.sentence, isWrong: true) }
    askVault(.find(digits, among: shared.pinHolders()), .signIn, &effects)
  }

  mutating func askVault(
    _ request: VaultRequest, _ purpose: SignInState.Purpose, _ effects: inout [Effect]
  ) {
    session.signIn.number += 1
    session.signIn.purpose = purpose
    effects.append(.askVault(request, number: session.signIn.number))
  }

  /// Drops answers to requests that are no longer current.
  mutating func receiveVaultAnswer(_ answer: VaultAnswer, _ number: Int, _ effects: inout [Effect])
  {
    guard number == session.signIn.number, let purpose = session.signIn.purpose, !purpose.isOfWorker
    else { return }
    session.signIn.purpose = nil
    switch (answer, purpose) {
    case (.found(let id), .signIn): signIn(id, &effects)
    case (.code(let text, let code), _): receive(text, code, purpose, &effects)
    case (.codeIsRight, .recovery): enterByCode(&effects)
    case (.codeIsRight, .invited(let invitation)): goOn(with: invitation, &effects)
    case (.unknown, .recovery):
      setFormError("That is not the recovery code of this list.", on: .email)
    case (.unknown, .invited):
      setFormError(ChangeError.wrongInvitation.sentence, on: .invitation)
    case (.noted, .standing): endWaiting()
    case (_, .standing): break
    case (.sealed(let pin), .account): finishAccountForm(.pin(pin), &effects)
    case (.passwordHash(let hash), .begin(let proof)): compare(proof, hash, &effects)
    case (.noted, .end(let proof, let isRight, let rehashed)):
      finish(proof, isRight: isRight, rehashed: rehashed, &effects)
    case (.sealedPassword(let password), .account): finishAccountForm(.password(password), &effects)
    case (.sealedPassword(let password), .rehash(let id)):
      attempt(.addCredential(id, .password(password)), &effects)
    case (.opened(let digits), .forgotten(let id)): showPIN(digits, of: id, &effects)
    case (.found, .confirmation): submitConfirmed(&effects)
    case (.unknown, .confirmation): refuseCurrentSecret()
    case (.unknown, .signIn):
      let advice = shared.registration.mode == .closed ? "" : ", or press n to add an employee"
      say("No one has this PIN. Check the digits\(advice).", isWrong: true)
    case (.unknown, _): break
    case (.taken, _): setFormError(ChangeError.pinTaken.sentence, on: .pin)
    case (.wait(let time), _): wait(time, purpose)
    case (.closed, .begin), (.closed, .end): complain(SignInState.closedAddressSentence, purpose)
    case (.closed, _): complain(SignInState.closedSentence, purpose)
    case (.failed(let failure), _): complain(failure.sentence, purpose)
    case (.found, _), (.sealed, _), (.opened, _), (.passwordHash, _), (.noted, _),
      (.sealedPassword, _), (.codeIsRight, _):
      break
    }
  }

  private mutating func wait(_ time: Int, _ purpose: SignInState.Purpose) {
    if session.isLocked {
      session.signIn.waitUntil = session.clock.monotonic + time
      session.signIn.nextLook = session.clock.monotonic + 1000
    }
    switch purpose {
    case .begin(let proof) where proof.aim == .signIn,
      .end(let proof, _, _) where proof.aim == .signIn:
      session.signIn.password = SignInState().password
      session.signIn.message = ""
    case .signIn: session.signIn.message = ""
    default: complain(SignInState.waitSentence((time + 999) / 1000), purpose)
    }
  }

  /// Shows the error beside its field.
  private mutating func complain(_ sentence: String, _ purpose: SignInState.Purpose) {
    switch purpose {
    case .signIn: say(sentence, isWrong: true)
    case .account, .ownersCode: setFormError(sentence, on: .pin)
    case .confirmation, .newCode: setFormError(sentence, on: .currentSecret)
    case .forgotten, .recovery: setFormError(sentence, on: .email)
    case .invited: setFormError(sentence, on: .invitation)
    case .invitation: notice(sentence, .danger)
    case .begin(let proof), .compare(let proof), .end(let proof, _, _):
      complain(sentence, about: proof.aim)
    case .rehash, .hash, .identify, .standing: break
    }
  }

  /// Ends a wait in time, and asks each second whether another program has ended it.
  mutating func signInWaited(_ effects: inout [Effect]) {
    let now = session.clock.monotonic
    if let until = session.signIn.waitUntil, until <= now { session.signIn.waitUntil = nil }
    guard session.signIn.waitUntil != nil || session.signIn.isClosed, session.signIn.purpose == nil,
      session.signIn.nextLook <= now
    else { return }
    session.signIn.nextLook = now + 1000
    let address = session.signIn.takesPassword ? session.signIn.email.text : nil
    askVault(.standing(address: address), .standing, &effects)
  }

  private mutating func endWaiting() {
    if session.signIn.waitUntil != nil || session.signIn.isClosed {
      say("You can try again now.", isWrong: false)
    }
    session.signIn.waitUntil = nil
  }

  // MARK: Signing in and out

  mutating func signIn(_ id: Account.ID, _ effects: inout [Effect]) {
    enter(id, &effects)
    guard let account = shared.account(id) else { return }
    takeUpForms(of: account)
    tellOfRecovery(account, &effects)
  }

  mutating func enter(_ id: Account.ID, _ effects: inout [Effect]) {
    guard let account = shared.account(id) else { return }
    session.actor = .account(id)
    followLockSetting()
    session.lastInput = session.clock
    if session.lockedOut != id {
      session.undoFloor = replica.position
      session.closedSteps = Set(replica.waiting.map(\.step.name))
    }
    session.lockedOut = nil
    // In a shop the catalogue is the main page.
    if shared.use == .staff { session.preferences.segment = .catalogue }
    startAfresh()
    notice(
      Wording.sentence("Welcome, \(account.firstName)") + adviceOnRecovery(account), .success)
    session.goneAuthor = ""
    tellWhatWaitedForSignIn(&effects)
  }

  mutating func signOut() {
    guard shared.use.hasAccounts else { return }
    // Since the list was a household's.
    if shared.use == .staff, let account, account.pin == nil {
      return show(
        "Sign out without a PIN?",
        adviceOnPIN + " Signed out, you cannot sign in again before that.", .init("Stay"),
        .init("Sign out", .signOutNow))
    }
    lock()
    sayWhoWasNotRegistered()
  }

  /// Locks an unattended screen, says why, and keeps what is half typed for the same person.
  mutating func lock(because reason: String) {
    guard shared.use.hasAccounts, let account else { return }
    keepForms(of: account)
    lock()
    session.lockedOut = account.id
    say(reason + " The cart is kept.", isWrong: false)
    sayWhoWasNotRegistered()
    guard shared.use == .household, !account.email.isEmpty else { return }
    session.signIn.email = TextInput(account.email, limit: session.signIn.email.limit)
    session.signIn.focus = 1
  }

  /// Removes the list from the screen and from reach. The cart is safe in the journal.
  mutating func lock() {
    guard shared.use.hasAccounts, session.actor != .signedOut else { return }
    session.actor = .signedOut
    session.idleLimit = nil
    // They contain the name and the address of an order.
    session.dueNotifications = []
    session.allowedUntilQuit = []
    session.declined = []
    session.declinedScans = []
    startAfresh()
  }

  /// Resets the view as after the start: it is private to each person.
  mutating func startAfresh() {
    let number = session.signIn.number
    session.signIn = SignInState()
    session.signIn.number = number
    session.signIn.takesPassword = shared.use == .household
    session.overlays = []
    session.nearby.forget()
    session.notice = nil
    session.confetti = []
    session.checkoutDraft = []
    session.addDraft = ""
    session.mail.left = nil
    session.mail.sending?.isInForm = false
    session.mail.sending?.isLeft = false
    session.mail.unsent = nil
    session.page = .items
    session.isInSearchField = false
    session.items = ItemsState()
    session.catalogue.startAfresh()
    session.cart = CartState()
    session.stores = ListFocus()
    session.storeQuery = .ofSearch
    session.orders = OrdersState()
    session.people = ListFocus()
    session.settings = SettingsState(remarks: session.settings.remarks)
    replica.select(cart: shared.cartID(of: session.actor))
    rebuildItems()
    focusFirstItem()
    startWalk()
    scrollToLine()
  }

  /// Clears typed secrets before the program resumes: someone else may be using it now.
  mutating func forgetSecrets(_ effects: inout [Effect]) {
    guard session.isLocked else { return }
    session.signIn.pin = SignInState().pin
    session.signIn.password = SignInState().password
    // A provider uses its own page, and may have sent the person there.
    if case .identify? = session.signIn.purpose { return }
    stopAsking(&effects)
  }

  mutating func followLockSetting() {
    session.idleLimit = session.actor.account == nil ? nil : lockMinutes * 60_000
  }

  /// Minutes without a key until it locks: a till is in public, a home is not.
  public var lockMinutes: Int { session.preferences.lockMinutes ?? (shared.use == .staff ? 5 : 15) }

  /// Why the account of the person at the screen is not here any more.
  private func whyGone(_ id: Account.ID) -> String {
    for one in (replica.waiting + replica.pending).flatMap(\.planned.leftOut) {
      guard let account = one.refusedAccount, account.id == id else { continue }
      return LeftOutText.notRegistered(account, one.reason, in: shared)
    }
    return SignInState.goneSentence
  }

  /// Handles a changed use, and the deletion of the current account.
  mutating func followPeople(_ touches: [SharedState.Touch]) {
    var isAnotherUse = false
    var isAboutPeople = false
    for touch in touches {
      switch touch {
      case .use: isAnotherUse = true
      case .account: isAboutPeople = true
      case .item, .line, .store, .order, .mailing, .settings, .aisles, .mergedLine, .joined,
        .seeded, .formerName, .heldCart:
        break
      }
    }
    guard isAnotherUse || isAboutPeople else { return }
    if isAnotherUse, !shared.use.hasAccounts { session.keptForms = [:] }
    if isAnotherUse, !shared.use.hasAccounts {
      session.actor = .person
      session.idleLimit = nil
      startAfresh()
    } else if shared.present(session.actor) == .signedOut {
      if session.actor == .signedOut, isAnotherUse { startAfresh() }
      let gone = session.actor.account
      if gone != nil { session.goneAuthor = session.author }
      lock()
      if let gone { say(whyGone(gone), isWrong: true) }
    } else if isAnotherUse {
      // The person stays signed in, with the cart that is now theirs.
      followLockSetting()
      startAfresh()
    }
  }
}
