/// Sign-in to a household: an address and a password, a provider, or a new account.
extension SignInState {
  /// The focusable rows, top to bottom.
  public enum Row: Equatable, Sendable {
    case email, password, signIn
    case provider(IdentityProvider)
    case register
  }

  public static let wrongSentence =
    "The e-mail address or the password is wrong. Forgotten? The owner can set a new password."
  public static let closedAddressSentence =
    "Too many wrong tries with this address. The owner has to type the recovery code here, or "
    + "“trolley people unlock”."
}

/// A password check: of which account, and for what.
struct PasswordProof: Equatable, Sendable {
  enum Aim: Equatable, Sendable {
    case signIn
    /// Adds a provider's identity to the account.
    case link(Identity)
    /// A pending form changes the account's credentials.
    case change
    /// The owner makes another recovery code.
    case newCode
  }

  /// Nil if no account has the address.
  let account: Account.ID?
  let address: String
  let password: String
  let aim: Aim
}

extension AppState {
  /// The rows of the household sign-in screen.
  public var signInRows: [SignInState.Row] {
    [.email, .password, .signIn] + session.preferences.offeredProviders.map { .provider($0) }
      + [.register]
  }

  /// The commands available in a household before sign-in.
  mutating func performOnPasswordSignIn(_ command: Command, _ effects: inout [Effect]) {
    let rows = signInRows
    let at = min(session.signIn.focus, rows.count - 1)
    switch command {
    case .nextField, .down: session.signIn.focus = (at + 1) % rows.count
    case .previousField, .up: session.signIn.focus = (at + rows.count - 1) % rows.count
    case .open, .submit: press(rows[at], &effects)
    case .back:
      stopAsking(&effects)
      session.signIn.password = SignInState().password
      session.signIn.message = ""
    case .register: openRegistration()
    case .forgotPIN: openForgottenForm()
    case _ where performAnywhere(command, &effects): break
    default: edit { $0.perform(command) }
    }
    if session.signIn.focus == 1, at != 1 { effects.append(.wakeWorker) }
  }

  mutating func typeOnPasswordSignIn(_ text: String) {
    edit {
      $0.insert(text)
      return true
    }
  }

  /// Edits the focused field.
  private mutating func edit(_ change: (inout TextInput) -> Bool) {
    let isChanged =
      switch session.signIn.focus {
      case 0: change(&session.signIn.email)
      case 1: change(&session.signIn.password)
      default: false
      }
    if isChanged { session.signIn.message = "" }
  }

  mutating func pressSignIn(row index: Int, _ effects: inout [Effect]) {
    guard signInRows.indices.contains(index) else { return }
    session.signIn.focus = index
    if index > 1 { press(signInRows[index], &effects) }
  }

  private mutating func press(_ row: SignInState.Row, _ effects: inout [Effect]) {
    switch row {
    case .email where session.signIn.password.isEmpty: session.signIn.focus = 1
    case .email, .password, .signIn: submitPassword(&effects)
    case .provider(let provider): start(provider, &effects)
    case .register: openRegistration()
    }
  }

  private mutating func submitPassword(_ effects: inout [Effect]) {
    guard !session.signIn.isBusy else { return }
    guard !shared.accounts.isEmpty else {
      let key = session.keymap.key(for: .register, in: .credentials, use: shared.use)
      let way = key.map { "Press \($0) to register" } ?? "Register"
      return say(
        "There are no accounts yet. \(way) the first one, which owns the list.", isWrong: true)
    }
    let address = CleanText.line(session.signIn.email.text, limit: .name)
    let password = session.signIn.password.text
    guard !address.isEmpty else {
      session.signIn.focus = 0
      return say("Type your e-mail address.", isWrong: true)
    }
    guard EmailAddress.isValid(address) else {
      session.signIn.focus = 0
      return say(ChangeError.badEmail(address).sentence, isWrong: true)
    }
    guard !password.isEmpty else {
      session.signIn.focus = 1
      return say("Type your password.", isWrong: true)
    }
    let account = shared.accounts.first { $0.hasEmail(address) }
    prove(
      PasswordProof(account: account?.id, address: address, password: password, aim: .signIn),
      &effects)
  }

  // MARK: Checking a password

  /// The vault records the attempt, the worker verifies the password, and the vault records the
  /// result.
  mutating func prove(_ proof: PasswordProof, _ effects: inout [Effect]) {
    session.signIn.message = ""
    // A delay may not apply to another address.
    session.signIn.waitUntil = nil
    askVault(
      .beginPassword(
        address: proof.address, proof.account.flatMap(shared.account)?.password,
        isFirst: shared.hasNoSecrets),
      .begin(proof), &effects)
  }

  mutating func compare(_ proof: PasswordProof, _ hash: String?, _ effects: inout [Effect]) {
    askWorker(.checkPassword(proof.password, hash: hash), .compare(proof), &effects)
  }

  mutating func conclude(
    _ proof: PasswordProof, isRight: Bool, rehashed: String?, _ effects: inout [Effect]
  ) {
    let isRight = isRight && proof.account != nil
    askVault(
      .endPassword(address: proof.address, isRight: isRight),
      .end(proof, isRight: isRight, rehashed: rehashed), &effects)
  }

  mutating func finish(
    _ proof: PasswordProof, isRight: Bool, rehashed: String?, _ effects: inout [Effect]
  ) {
    guard isRight, let id = proof.account, shared.account(id) != nil else {
      return complain(SignInState.wrongSentence, about: proof.aim)
    }
    switch proof.aim {
    case .signIn: signIn(id, &effects)
    case .link(let identity): link(identity, to: id, &effects)
    case .change: hashNewPassword(&effects)
    case .newCode: makeRecoveryCode(&effects)
    }
    // The hashing parameters were raised since: the same password gets a stronger hash.
    if let rehashed, session.actor == .account(id), session.signIn.purpose == nil {
      askVault(.sealHash(rehashed, isFirst: false), .rehash(id), &effects)
    }
  }

  /// Shows the error beside its field.
  mutating func complain(_ sentence: String, about aim: PasswordProof.Aim) {
    switch aim {
    case .signIn:
      if sentence == SignInState.wrongSentence {
        session.signIn.password = SignInState().password
        session.signIn.focus = 1
      }
      say(sentence, isWrong: true)
    case .link, .change, .newCode:
      setFormError(
        sentence == SignInState.wrongSentence ? "That is not the password." : sentence,
        on: aim == .change || aim == .newCode ? .currentSecret : .password)
    }
  }

  mutating func askWorker(
    _ task: WorkerTask, _ purpose: SignInState.Purpose, _ effects: inout [Effect]
  ) {
    session.signIn.purpose = purpose
    session.signIn.work = askWorker(task, for: .signIn, &effects)
  }

  /// Cancels the request under way.
  mutating func stopAsking(_ effects: inout [Effect]) {
    guard let purpose = session.signIn.purpose else { return }
    if purpose.isOfWorker, let work = session.signIn.work { cancelWork(work, &effects) }
    session.signIn.purpose = nil
  }

  /// Handles the worker's answer to the last sign-in request.
  mutating func receiveSignInAnswer(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard number == session.signIn.work, let purpose = session.signIn.purpose, purpose.isOfWorker
    else { return }
    switch (answer, purpose) {
    case (.showCode(let code), .identify): return show(code)
    case (.openBrowser(let address), .identify): return openBrowser(address, &effects)
    default: session.signIn.purpose = nil
    }
    switch (answer, purpose) {
    case (.passwordChecked(let isRight, let rehashed), .compare(let proof)):
      conclude(proof, isRight: isRight, rehashed: rehashed, &effects)
    case (.passwordHashed(let hash), .hash):
      askVault(.sealHash(hash, isFirst: shared.hasNoSecrets), .account, &effects)
    case (.identity(let identity), .identify(let provider)):
      completeProviderSignIn(identity, from: provider, &effects)
    case (.failed(let failure), .identify): failProvider(failure)
    case (.failed(let failure), .compare(let proof)):
      complain(failure.sentence, about: proof.aim)
      // Nothing waits for its answer: another try may come before it.
      session.signIn.number += 1
      effects.append(
        .askVault(
          .withdrawPassword(address: proof.address), number: session.signIn.number))
    case (.failed(let failure), .hash): setFormError(failure.sentence, on: .password)
    default: break
    }
  }

  mutating func say(_ sentence: String, isWrong: Bool) {
    session.signIn.message = sentence
    session.signIn.isWrong = isWrong
  }
}

extension SignInState.Purpose {
  /// Whether the request goes to the worker, not the vault.
  var isOfWorker: Bool {
    switch self {
    case .compare, .hash, .identify: true
    case .signIn, .account, .confirmation, .forgotten, .begin, .end, .rehash,
      .ownersCode, .newCode, .invitation, .recovery, .invited, .standing:
      false
    }
  }
}
