import TrolleySecrets

/// Determines the account that a verb acts for.
extension OpenList {
  /// The named account if it has signed in; else the one that signed in last.
  static func actor(
    _ who: String?, _ state: SharedState, _ tokens: SignInTokens
  ) throws(Failure) -> Actor {
    guard state.use.hasAccounts else {
      guard who == nil else {
        throw Failure(.usage, "This is a personal list: there are no accounts to act as.")
      }
      return .person
    }
    guard let who else {
      return try tokens.current(in: state).map { .account($0.id) } ?? .signedOut
    }
    let account: Account
    do throws(ChangeError) { account = try state.account(named: who) } catch { throw error.failure }
    guard try tokens.isSignedIn(account) else {
      throw Failure(
        .notAllowed, "\(account.name) is not signed in. " + howToSignIn(state.use, account))
    }
    return .account(account.id)
  }

  /// The first account is made without signing in.
  static func noAccountYet(_ use: ListMode) -> String {
    "There are no accounts yet. Make the first one, which owns the list: trolley people add "
      + (use == .household ? "--name NAME --email ADDRESS" : "--first NAME --last NAME")
  }

  /// The command to type, as a sentence; `account`: who should sign in.
  static func howToSignIn(_ use: ListMode, _ account: Account? = nil) -> String {
    "Type: " + signIn(use, account)
  }

  static func signIn(_ use: ListMode, _ account: Account? = nil) -> String {
    let way =
      use != .household
      ? ""
      : account.map { $0.password == nil ? " --with PROVIDER" : " --as \($0.email)" }
        ?? " --as ADDRESS"
    return "trolley sign-in" + way
  }

  /// With what to type, where a sign-in is missing.
  func failure(of error: ChangeError) -> Failure {
    switch error {
    case .signInFirst where state.accounts.isEmpty:
      return Failure(.notAllowed, OpenList.noAccountYet(state.use))
    case .signInFirst:
      return Failure(.notAllowed, error.sentence + " " + OpenList.howToSignIn(state.use))
    case .onlyOwner, .registrationClosed:
      guard actor == .signedOut, let owner = state.owner else { return error.failure }
      return Failure(.notAllowed, error.sentence + " " + OpenList.howToSignIn(state.use, owner))
    default: return error.failure
    }
  }

  func requireAccounts() throws(Failure) {
    guard state.use.hasAccounts else {
      throw Failure(.usage, "This is a personal list, without sign-in. See: trolley init --help")
    }
  }

  /// Once there is an owner, only the owner may go on.
  func requireOwner() throws(Failure) {
    guard let owner = state.owner, actor.account != owner.id else { return }
    throw failure(of: .onlyOwner(owner.name))
  }

  /// The invitation by which this person may register, as it was typed; nil where none is needed.
  /// Throws where the person may not add anyone.
  func askInvitation() throws(Failure) -> SealedCode? {
    if let refusal = state.refusal(ofRegistrationBy: actor, isInvited: true) {
      throw failure(of: refusal)
    }
    guard let wrong = state.refusal(ofRegistrationBy: actor, isInvited: false) else { return nil }
    let typed = try SecretInput.read("Invitation", .code)
    guard let code = state.registration.invitation, RecoveryCode.plain(typed) != nil else {
      throw wrong.failure
    }
    _ = try ask(.checkCode(typed, code, unlocks: false), unknown: wrong.sentence)
    return code
  }

  /// A new code for the eye, and to be kept.
  func makeCode(_ groups: Int) throws(Failure) -> (text: String, code: SealedCode) {
    let request = VaultRequest.makeCode(groups: groups, isFirst: state.hasNoSecrets)
    guard case .code(let text, let code) = try ask(request) else { throw Failure.unexpectedAnswer }
    return (text, code)
  }

  /// Tells once that the account was entered without its PIN or password; empty if it was not.
  func seeRecovery(of id: Account.ID) throws(Failure) -> String {
    guard let recovered = state.account(id)?.recovered, !recovered.isSeen else { return "" }
    try change { _ in .seeRecovery(id) }
    return "\n" + recovered.words(offset: SystemClock.utcOffset, style: dateStyle)
  }

  /// Requires re-authentication, because a token may have been stolen.
  func confirmActor() throws(Failure) {
    guard let account = actor.account.flatMap(state.account) else { return }
    if state.use == .household {
      if account.password != nil {
        _ = try askPassword(of: account.email)
      } else {
        try confirm(account)
      }
      return
    }
    guard let pin = account.pin else {
      throw Failure(.notAllowed, "\(account.name) has no PIN that could be asked for.")
    }
    let digits = try SecretInput.read("PIN of \(account.name)")
    guard PIN.isWellFormed(digits) else { throw ChangeError.badPIN.failure }
    let own = PINHolder(account: account.id, pin: pin)
    _ = try ask(.find(digits, among: [own]), unknown: "That is not the PIN of \(account.name).")
  }

  /// Re-authentication with a provider.
  private func confirm(_ account: Account) throws(Failure) {
    let provider = preferences.offeredProviders.first { provider in
      account.identities.contains { provider.issues($0) }
    }
    guard let provider else {
      throw Failure(.notAllowed, "\(account.name) has no password that could be asked for.")
    }
    guard try identify(with: provider) == account.id else {
      throw Failure(.notAllowed, "That is not \(account.name).")
    }
  }

  /// The vault's answer to a PIN; throws a sentence if it is refused.
  func ask(
    _ request: VaultRequest, unknown: String = "No one has this PIN. Check the digits."
  ) throws(Failure) -> VaultAnswer {
    let answer = vault.answer(request)
    switch answer {
    case .found, .sealed, .opened, .passwordHash, .noted, .sealedPassword, .code, .codeIsRight:
      return answer
    case .unknown: throw Failure(.notAllowed, unknown)
    case .taken: throw ChangeError.pinTaken.failure
    case .wait(let time): throw Failure(.notAllowed, SignInState.waitSentence((time + 999) / 1000))
    case .closed:
      throw Failure(
        .notAllowed,
        state.use == .household ? SignInState.closedAddressSentence : SignInState.closedSentence)
    case .failed(let failure): throw failure
    }
  }
}
