/// Passwords on the command line: the same vault and worker as for the screen, used synchronously.
extension OpenList {
  /// Longer than the worker takes for a hash on a slow machine.
  private static let hashDeadline = 30_000

  /// Prompts for a new password, twice on a terminal, and seals its hash.
  func newPassword(for draft: AccountDraft) throws(Failure) -> SealedPassword {
    let password = try SecretInput.read("Password", .password)
    if let wrong = Password.refusal(of: password, names: draft.guessable) { throw wrong.failure }
    if SecretInput.isAtTerminal, try SecretInput.read("Again", .password) != password {
      throw ChangeError.otherPassword.failure
    }
    let answer = try ask(.hashPassword(password), deadline: Self.hashDeadline)
    guard case .passwordHashed(let hash) = answer else { throw Failure.unexpectedAnswer }
    return try seal(hash)
  }

  private func seal(_ hash: String) throws(Failure) -> SealedPassword {
    let request = VaultRequest.sealHash(hash, isFirst: state.hasNoSecrets)
    guard case .sealedPassword(let sealed) = try ask(request) else {
      throw Failure.unexpectedAnswer
    }
    return sealed
  }

  /// Prompts for a password and verifies it against an address; unknown addresses take as long.
  func askPassword(of address: String) throws(Failure) -> Account.ID {
    guard EmailAddress.isValid(address) else { throw ChangeError.badEmail(address).failure }
    let account = state.accounts.first { $0.hasEmail(address) }
    let password = try SecretInput.read("Password of \(address)", .password)
    let begin = VaultRequest.beginPassword(
      address: address, account?.password, isFirst: state.hasNoSecrets)
    guard case .passwordHash(let hash) = try ask(begin) else { throw Failure.unexpectedAnswer }
    let task = WorkerTask.checkPassword(password, hash: hash)
    switch worker.answer(to: task, deadline: Self.hashDeadline) {
    case .passwordChecked(let isRight, _):
      let isRight = isRight && account != nil
      _ = try ask(.endPassword(address: address, isRight: isRight))
      guard isRight, let account else { throw Failure(.notAllowed, SignInState.wrongSentence) }
      return account.id
    case .failed(let failure):
      _ = try ask(.withdrawPassword(address: address))
      throw failure
    default: throw Failure.unexpectedAnswer
    }
  }

  /// Signs in with a provider, by a code that the user enters on another device.
  func identify(with provider: IdentityProvider) throws(Failure) -> Account.ID {
    guard provider.isSetUp else {
      throw Failure(.usage, "\(provider.name) is not set up: the sign-in screen says how.")
    }
    let answer = worker.answer(to: .identify(provider, .deviceCode), deadline: 3_600_000) {
      guard case .showCode(let code) = $0 else { return }
      Complaint.say("Open \(code.address) and type \(code.userCode)")
    }
    switch answer {
    case .identity(let provided):
      let identity = Identity(issuer: provided.issuer, subject: provided.subject)
      let known = state.accounts.first { account in
        identity.map(account.identities.contains) ?? false
      }
      guard let known else {
        throw Failure(
          .notAllowed, "No account here belongs to that. Register on the screen: trolley")
      }
      return known.id
    case .failed(let failure): throw failure
    default: throw Failure.unexpectedAnswer
    }
  }
}
