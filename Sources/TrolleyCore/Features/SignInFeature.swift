/// The sign-in screen: a PIN, or an address and a password, or why there is none to be had.
public struct SignInState: Equatable, Sendable {
  /// A few more than there can be, so that too many are told and not cut.
  public var pin = TextInput("", limit: PIN.length.upperBound + 4)
  /// In a household an address and a password take the place of the PIN.
  public var takesPassword = false
  public var email = TextInput("", limit: 254)
  public var password = TextInput("", limit: Password.length.upperBound + 4)
  /// The row that has the focus, in a household.
  public var focus = 0
  /// What is wrong, or what was done.
  public var message = ""
  public var isWrong = false
  /// Until then no PIN is looked at: milliseconds of the monotonic clock.
  public var waitUntil: Int?
  /// What the vault was asked last, and what for.
  var number = 0
  /// An account's form as it was sent: what is typed while it is looked at belongs to the next try.
  var submitted: FormState?
  /// What the worker was asked last.
  var work: Int?
  var purpose: Purpose?

  enum Purpose: Equatable, Sendable {
    case signIn, account
    /// Somebody who has signed in is asked again.
    case confirmation
    /// The forgotten PIN of somebody, or of nobody who was found.
    case forgotten(Account.ID?)
    /// A password, from the count of the try to how it went.
    case begin(PasswordProof)
    case compare(PasswordProof)
    case end(PasswordProof, isRight: Bool, rehashed: String?)
    /// A try that came to nothing.
    case withdraw
    case rehash(Account.ID)
    /// The hash of a new password.
    case hash
    case identify(IdentityProvider)
  }

  public init() {}

  /// Something is looked at, which takes a moment.
  public var isBusy: Bool { purpose != nil }

  /// Whole seconds that are left to wait; nil when there is no need to.
  public func secondsToWait(at now: Int) -> Int? {
    guard let waitUntil, waitUntil > now else { return nil }
    return (waitUntil - now + 999) / 1000
  }

  /// When the seconds on the screen change.
  func nextSecond(after now: Int) -> Int? {
    guard let waitUntil, waitUntil > now else { return waitUntil }
    return waitUntil - (waitUntil - now - 1) / 1000 * 1000
  }
}

extension Command {
  /// Whether it works before anybody has signed in, on top of what the sign-in screen has itself.
  public var worksSignedOut: Bool {
    switch self {
    case .redraw, .suspend, .quit, .leave, .help, .switchTheme, .retry: true
    default: false
    }
  }
}

extension AppState {
  /// Everything that is possible before somebody has signed in.
  mutating func performOnSignIn(_ command: Command, _ effects: inout [Effect]) {
    if session.signIn.takesPassword { return performOnPasswordSignIn(command, &effects) }
    switch command {
    case .open, .submit: submitPIN(&effects)
    case .newEmployee: openAccountForm(nil)
    case .forgotPIN: openForgottenForm()
    case .back:
      session.signIn.pin = SignInState().pin
      session.signIn.message = ""
    case .help: openHelp()
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .quit, .leave: quit(&effects)
    case .switchTheme: switchTheme(&effects)
    case .retry: retry(&effects)
    default: if session.signIn.pin.perform(command) { session.signIn.message = "" }
    }
  }

  mutating func typeOnSignIn(_ text: String) {
    if session.signIn.takesPassword { return typeOnPasswordSignIn(text) }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return say(ChangeRefusal.badPIN.sentence, isWrong: true)
    }
    session.signIn.pin.insert(text)
    session.signIn.message = ""
  }

  private mutating func submitPIN(_ effects: inout [Effect]) {
    // Also during a wait: somebody may have ended it. The vault looks at nothing meanwhile.
    guard session.signIn.purpose == nil else { return }
    guard !shared.accounts.isEmpty else {
      return say("Nobody works here yet. Press n to add the first employee.", isWrong: true)
    }
    let digits = session.signIn.pin.text
    guard PIN.isWellFormed(digits) else {
      return say(ChangeRefusal.badPIN.sentence, isWrong: true)
    }
    askVault(.find(digits, among: shared.pinHolders()), .signIn, &effects)
  }

  mutating func askVault(
    _ request: VaultRequest, _ purpose: SignInState.Purpose, _ effects: inout [Effect]
  ) {
    session.signIn.number += 1
    session.signIn.purpose = purpose
    effects.append(.askVault(request, number: session.signIn.number))
  }

  /// An answer to a question that nobody asks any more is dropped.
  mutating func take(_ answer: VaultAnswer, _ number: Int, _ effects: inout [Effect]) {
    guard number == session.signIn.number, let purpose = session.signIn.purpose,
      !purpose.isOfWorker
    else { return }
    session.signIn.purpose = nil
    switch (answer, purpose) {
    case (.found(let id), .signIn): signIn(id)
    case (.sealed(let pin), .account): finishAccountForm(.pin(pin), &effects)
    case (.passwordHash(let hash), .begin(let proof)): compare(proof, hash, &effects)
    case (.noted, .end(let proof, let isRight, let rehashed)):
      finish(proof, isRight: isRight, rehashed: rehashed, &effects)
    case (.sealedPassword(let password), .account): finishAccountForm(.password(password), &effects)
    case (.sealedPassword(let password), .rehash(let id)):
      attempt(.addCredential(id, .password(password)), &effects)
    case (.opened(let digits), .forgotten(let id)): showPIN(digits, of: id)
    case (.found, .confirmation): submitConfirmed(&effects)
    case (.unknown, .confirmation): refuseCurrentSecret()
    case (.unknown, .signIn):
      session.signIn.pin = SignInState().pin
      say("No one has this PIN. Check the digits, or press n to add an employee.", isWrong: true)
    case (.unknown, _): setFormError("Nobody here has this e-mail address.", on: .email)
    case (.taken, _): setFormError(ChangeRefusal.pinTaken.sentence, on: .pin)
    case (.wait(let time), _): wait(time, purpose)
    case (.closed, .begin): complain(SignInState.closedAddressSentence, purpose)
    case (.closed, _): complain(SignInState.closedSentence, purpose)
    case (.failed(let failure), _): complain(failure.sentence, purpose)
    case (.found, _), (.sealed, _), (.opened, _), (.passwordHash, _), (.noted, _),
      (.sealedPassword, _):
      break
    }
  }

  private mutating func wait(_ time: Int, _ purpose: SignInState.Purpose) {
    if session.isLocked {
      session.signIn.pin = SignInState().pin
      session.signIn.waitUntil = session.clock.monotonic + time
    }
    if case .begin(let proof) = purpose, proof.aim == .signIn {
      session.signIn.password = SignInState().password
      session.signIn.message = ""
      return
    }
    guard purpose != .signIn else {
      session.signIn.message = ""
      return
    }
    complain(SignInState.waitSentence((time + 999) / 1000), purpose)
  }

  /// Beside the field that it is about.
  private mutating func complain(_ sentence: String, _ purpose: SignInState.Purpose) {
    switch purpose {
    case .signIn: say(sentence, isWrong: true)
    case .account: setFormError(sentence, on: .pin)
    case .confirmation: setFormError(sentence, on: .currentSecret)
    case .forgotten: setFormError(sentence, on: .email)
    case .begin(let proof), .compare(let proof), .end(let proof, _, _):
      complain(sentence, about: proof.aim)
    case .withdraw, .rehash, .hash, .identify: break
    }
  }

  mutating func signInWaited() {
    guard let until = session.signIn.waitUntil, until <= session.clock.monotonic else { return }
    session.signIn.waitUntil = nil
  }

  // MARK: In and out

  mutating func signIn(_ id: Account.ID) {
    guard let account = shared.account(id) else { return }
    session.actor = .account(id)
    followLockSetting()
    session.lastInput = session.clock
    session.undoFloor = replica.position
    startAfresh()
    notice("Welcome, \(account.firstName).", .success)
  }

  mutating func signOut() {
    guard shared.use.hasAccounts else { return }
    lock()
  }

  /// Nothing of the list stays on the screen or within reach. The cart is kept: it is the journal's.
  mutating func lock() {
    guard shared.use.hasAccounts, session.actor != .nobody else { return }
    session.actor = .nobody
    session.idleLimit = nil
    // It has the name and the address of an order in it.
    session.dueNotifications = []
    session.allowedOnce = []
    startAfresh()
  }

  /// As after the start: what one person looked at is nothing to the next.
  mutating func startAfresh() {
    let number = session.signIn.number
    session.signIn = SignInState()
    session.signIn.number = number
    session.signIn.takesPassword = shared.use == .household
    session.overlays = []
    session.nearby.forget()
    session.notice = nil
    session.waiting = []
    session.confetti = []
    session.checkoutDraft = []
    session.mail.left = nil
    session.mail.sending?.isInForm = false
    session.mail.unsent = nil
    session.page = .items
    session.items = ItemsState()
    session.catalogue.startAfresh()
    session.cart = CartState()
    session.stores = ListFocus()
    session.orders = OrdersState()
    session.people = ListFocus()
    session.settings = SettingsState(remarks: session.settings.remarks)
    replica.take(cart: shared.cartID(of: session.actor))
    rebuildItems()
    focusFirstItem()
    refreshAisles()
    scrollToLine()
  }

  /// Whoever wakes the program up may be somebody else: what was typed to come in counts no more.
  mutating func forgetSecrets(_ effects: inout [Effect]) {
    guard session.isLocked else { return }
    session.signIn.pin = SignInState().pin
    session.signIn.password = SignInState().password
    // A provider asks on its own page, and may have sent the person away to it.
    if case .identify? = session.signIn.purpose { return }
    stopAsking(&effects)
  }

  mutating func followLockSetting() {
    session.idleLimit = session.actor.account == nil ? nil : lockMinutes * 60_000
  }

  /// Minutes without a key until it locks: a till stands among strangers, a home does not.
  public var lockMinutes: Int {
    session.preferences.lockMinutes ?? (shared.use == .staff ? 5 : 15)
  }

  /// The use has changed, or the account of who acts is gone.
  mutating func followPeople(_ touches: [SharedState.Touch]) {
    var isAnotherUse = false
    var isAboutPeople = false
    for touch in touches {
      switch touch {
      case .use: isAnotherUse = true
      case .account: isAboutPeople = true
      case .item, .line, .store, .order, .settings, .aisles, .mergedLine, .seeded, .heldCart: break
      }
    }
    guard isAnotherUse || isAboutPeople else { return }
    if isAnotherUse, !shared.use.hasAccounts {
      session.actor = .person
      session.idleLimit = nil
      startAfresh()
    } else if shared.present(session.actor) == .nobody {
      if session.actor == .nobody, isAnotherUse { startAfresh() }
      let isGone = session.actor.account != nil
      lock()
      if isGone { say(SignInState.goneSentence, isWrong: true) }
    } else if isAnotherUse {
      // Whoever is signed in stays, at the cart that is theirs now.
      followLockSetting()
      startAfresh()
    }
  }

  // MARK: Forgotten

  private mutating func openForgottenForm() {
    session.overlays.append(
      .form(
        FormState(
          purpose: .forgottenPIN, title: "Forgot my PIN",
          intro: "No e-mail address? Ask the owner.", action: "Show",
          fields: [.init(.email, "E-mail", "", hint: "the one you gave", limit: 254)])))
  }

  mutating func submitForgotten(_ form: FormState, _ effects: inout [Effect]) throws(FormError) {
    let email = CleanText.line(form[.email], limit: .name)
    guard !shared.hidesForgottenPINs else {
      throw FormError(
        .email, "PINs are not shown here. Ask \(shared.owner?.name ?? "the owner") for a new one.")
    }
    guard EmailAddress.isValid(email) else { throw FormError(.badEmail(email)) }
    let account = shared.accounts.first { $0.hasEmail(email) }
    guard account == nil || account?.pin != nil else {
      throw FormError(
        .email, "There is no PIN with it yet. Ask \(shared.owner?.name ?? "the owner") for one.")
    }
    askVault(.open(account?.pin), .forgotten(account?.id), &effects)
  }

  private mutating func showPIN(_ digits: String, of id: Account.ID?) {
    guard case .form(let form)? = session.overlays.last, form.purpose == .forgottenPIN,
      let account = id.flatMap(shared.account)
    else { return }
    replaceLast(
      .dialog(
        DialogState(
          title: "Your PIN", message: "\(account.firstName), your PIN is \(digits).",
          buttons: [.init(label: "Good", command: nil)])))
  }
}

extension SignInState {
  public static let closedSentence =
    "Too many wrong tries: no PIN is taken until somebody types “trolley people unlock”."

  static let goneSentence = "Your account is not here any more. The owner knows more."

  public static func waitSentence(_ seconds: Int) -> String {
    "Too many wrong tries. Wait \(Wording.count(seconds, "second"))."
  }
}
