/// Sign-in with a provider: what is shown while it is under way.
public struct ProviderState: Equatable, Sendable {
  public enum Stage: Equatable, Sendable {
    /// Requesting a code or an address from the provider.
    case asking
    /// `until`: milliseconds of the monotonic clock.
    case code(DeviceCode, until: Int)
    /// This address was opened in the person's browser.
    case browser(String)
    case failed(String)
  }

  public let provider: IdentityProvider
  public internal(set) var flow: SignInFlow
  public internal(set) var stage = Stage.asking
  /// When the request started, for the elapsed-time display: milliseconds of the monotonic clock.
  public internal(set) var since: Int

  /// When the seconds on the screen change next.
  func nextSecond(after now: Int) -> Int? {
    switch stage {
    case .failed: nil
    case .code(_, let until): until > now ? until - (until - now - 1) / 1000 * 1000 : nil
    case .asking, .browser: since + ((now - since) / 1000 + 1) * 1000
    }
  }

  /// The text to copy: the code or the address.
  var copied: String? {
    switch stage {
    case .code(let code, _): code.userCode
    case .browser(let address): address
    case .asking, .failed: nil
    }
  }
}

extension ProviderState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .provider, perform: { $0.perform($1, in: self, &$2) },
      facts: { _ in
        let facts: Situation = [.browser: flow == .browser]
        return switch stage {
        case .asking: facts.union(.working)
        case .code: facts.union(.showsCode)
        case .browser: facts.union(.showsAddress)
        case .failed: facts.union(.failed)
        }
      })
  }
}

extension AppState {
  mutating func start(_ provider: IdentityProvider, _ effects: inout [Effect]) {
    guard provider.isSetUp else {
      return show(
        "Not with \(provider.name) yet",
        "Signing in with \(provider.name) is not set up on this machine. Use your e-mail "
          + "address and password.\n\nTo set it up: " + howToSetUp(provider))
    }
    let flow: SignInFlow = session.hasBrowser ? .browser : .deviceCode
    session.overlays.append(
      .provider(ProviderState(provider: provider, flow: flow, since: session.clock.monotonic)))
    askWorker(.identify(provider, flow), .identify(provider), &effects)
  }

  private func howToSetUp(_ provider: IdentityProvider) -> String {
    let (place, what) =
      switch provider.kind {
      case .google:
        (
          session.hasBrowser
            ? "Google’s console (client type “Desktop app”)"
            : "Google’s console (client type “TVs and Limited Input devices”)",
          "\"google\": {\"clientId\": \"…\", \"clientSecret\": \"…\"}"
        )
      case .facebook:
        (
          session.hasBrowser
            ? "Facebook’s page for developers"
            : "Facebook’s page for developers (with “Login for Devices” on)",
          "\"facebook\": {\"appId\": \"…\", \"clientToken\": \"…\"}"
        )
      case .openID:
        (
          "your provider",
          "\"openID\": [{\"name\": \"…\", \"issuer\": \"https://…\", \"clientId\": \"…\"}]"
        )
      }
    let file = session.settingsPath.isEmpty ? "settings.json" : session.settingsPath
    return "get a client id from \(place) and put it into \(file): {\"signIn\": {\(what)}}"
  }

  mutating func perform(
    _ command: Command, in state: ProviderState, _ effects: inout [Effect]
  ) -> Bool {
    switch command {
    case .back, .leave:
      stopAsking(&effects)
      back()
    case .open:
      if case .failed = state.stage { restart(state, state.flow, &effects) }
    case .switchFlow: restart(state, state.flow == .browser ? .deviceCode : .browser, &effects)
    case .openInBrowser:
      switch state.stage {
      case .code(let code, _): effects.append(.openAddress(code.address))
      case .browser(let address): effects.append(.openAddress(address))
      case .asking, .failed: break
      }
    case .copy: if let text = state.copied { effects.append(.copy(text)) }
    case .quit, .redraw, .suspend: return false
    default: break
    }
    return true
  }

  private mutating func restart(
    _ state: ProviderState, _ flow: SignInFlow, _ effects: inout [Effect]
  ) {
    stopAsking(&effects)
    replaceLast(
      .provider(
        ProviderState(provider: state.provider, flow: flow, since: session.clock.monotonic)))
    askWorker(.identify(state.provider, flow), .identify(state.provider), &effects)
  }

  // MARK: Answers

  mutating func show(_ code: DeviceCode) {
    let until = session.clock.monotonic + code.expiresIn * 1000
    change { $0.stage = .code(code, until: until) }
  }

  mutating func openBrowser(_ address: String, _ effects: inout [Effect]) {
    change { $0.stage = .browser(address) }
    effects.append(.openAddress(address))
  }

  mutating func failProvider(_ failure: Failure) { change { $0.stage = .failed(failure.sentence) } }

  private mutating func change(_ change: (inout ProviderState) -> Void) {
    guard case .provider(var state)? = session.overlays.last else { return }
    change(&state)
    replaceLast(.provider(state))
  }

  /// The provider confirmed an identity: signs in its account, offers to link one, or creates one.
  mutating func completeProviderSignIn(
    _ provided: ProvidedIdentity, from provider: IdentityProvider, _ effects: inout [Effect]
  ) {
    guard session.isLocked, case .provider? = session.overlays.last else { return }
    guard let identity = Identity(issuer: provided.issuer, subject: provided.subject) else {
      return failProvider(
        Failure(.unavailable, "The answer of \(provider.name) cannot be read. Try again later."))
    }
    if let account = shared.accounts.first(where: { $0.identities.contains(identity) }) {
      return signIn(account.id, &effects)
    }
    if shared.refusal(ofRegistrationBy: .signedOut, isInvited: true) != nil,
      !shared.accounts.contains(where: { $0.hasEmail(provided.email) })
    {
      return failProvider(
        Failure(.notAllowed, "You have no account here yet. " + registrationRefusal))
    }
    back()
    let email = EmailAddress.isValid(provided.email) ? provided.email : ""
    guard let other = shared.accounts.first(where: { $0.hasEmail(email) }) else {
      return openIdentityForm(identity, provider, email: email, name: provided.name)
    }
    guard provided.isEmailVerified, other.password != nil else {
      let why =
        provided.isEmailVerified
        ? "It has no password to show that it is yours. Sign in the way you did so far."
        : "\(provider.name) does not say that the address is yours. Sign in with your password."
      return show("\(email) has an account here", why)
    }
    show(
      FormState(
        purpose: .linkIdentity(identity, other.id), title: "You have an account here",
        intro: "Type its password once; then \(provider.name) will do.", action: "Link",
        fields: [
          .init(
            .password, "Password", "", hint: "of " + email,
            limit: Password.length.upperBound + 4, isSecret: true)
        ]))
  }

  private mutating func openIdentityForm(
    _ identity: Identity, _ provider: IdentityProvider, email: String, name: String
  ) {
    let name = CleanText.line(name, limit: .name)
    let who = name.isEmpty ? email : name
    show(
      FormState(
        purpose: .newIdentity(identity), title: "Register with \(provider.name)",
        intro: who.isEmpty ? "" : "\(provider.name) says that you are \(who).",
        action: "Register",
        fields: [
          .init(.firstName, "Name", name, hint: "that the others see"),
          .init(.email, "E-mail", email, hint: "or none", limit: 254),
        ] + invitationField))
  }

  mutating func submitIdentity(
    _ identity: Identity, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    let draft = AccountDraft(firstName: form[.firstName], email: form[.email])
    let wrong =
      draft.refusals(in: .household, needsEmail: false)
      + shared.clashes(with: draft, except: nil)
    guard wrong.isEmpty else { return show(wrong, in: form) }
    guard isInvitationSettled(form, &effects) else { return }
    do {
      let new = NewAccount(draft, .identity(identity), isInvited: isInvited(form))
      try make(.addAccount(new), &effects)
    } catch { throw FormError(error).onAccount }
    if let account = shared.accounts.first(where: { $0.identities.contains(identity) }) {
      signIn(account.id, &effects)
    }
  }

  mutating func submitLink(
    _ identity: Identity, _ id: Account.ID, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    guard !session.signIn.isBusy else { return }
    guard !form[.password].isEmpty else { throw FormError(.missingPassword) }
    guard let account = shared.account(id) else { throw FormError(.itemIsGone) }
    prove(
      PasswordProof(
        account: id, address: account.email, password: form[.password], aim: .link(identity)),
      &effects)
  }

  mutating func link(_ identity: Identity, to id: Account.ID, _ effects: inout [Effect]) {
    signIn(id, &effects)
    attempt(.addCredential(id, .identity(identity)), &effects)
  }
}

extension IdentityProvider {
  /// Whether it is configured completely.
  public var isSetUp: Bool { !clientID.isEmpty && (kind != .openID || !address.isEmpty) }

  public func issues(_ identity: Identity) -> Bool {
    switch kind {
    case .openID: identity.issuer == address
    case .google: identity.issuer == address || identity.host == "accounts.google.com"
    case .facebook: identity.issuer == address || identity.host.hasSuffix("facebook.com")
    }
  }
}

extension Account {
  /// The account's sign-in methods in a word or two each: "password", "Google".
  public func waysIn(_ providers: [IdentityProvider]) -> [String] {
    (password == nil ? [] : ["password"])
      + identities.map { identity in
        providers.first { $0.issues(identity) }?.name ?? identity.host
      }
  }
}

extension Identity {
  /// The issuer's host.
  public var host: String {
    let rest = issuer.split(separator: "/").dropFirst()
    return rest.first.map(String.init) ?? issuer
  }
}

extension Preferences {
  /// The buttons of the sign-in screen: Google and Facebook always, so that people find out how to
  /// set them up; others once they are configured.
  public var offeredProviders: [IdentityProvider] {
    [signIn.google, signIn.facebook] + signIn.openID
  }
}
