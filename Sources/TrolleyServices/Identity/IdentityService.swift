/// Identifies a person through a provider. Tokens stay inside, and only until then.
public struct IdentityService: Sendable {
  let client: any HTTPClient
  let environment: Environment
  let directory: ProviderDirectory
  /// Milliseconds allowed for signing in in the browser.
  var browserPatience = 5 * 60_000

  public init(client: any HTTPClient, environment: Environment = .system) {
    self.client = client
    self.environment = environment
    directory = ProviderDirectory(client: client, environment: environment)
  }

  /// Blocks until the person is identified, refuses, cancels, or takes too long. `progress`
  /// receives what they have to do.
  public func identify(
    _ provider: IdentityProvider, _ flow: SignInFlow, _ cancellation: Cancellation,
    _ progress: (WorkerAnswer) -> Void
  ) throws(Failure) -> ProvidedIdentity {
    try checkSettings(provider)
    var provider = provider
    if flow == .deviceCode, !provider.deviceClientID.isEmpty {
      provider.clientID = provider.deviceClientID
      provider.clientSecret = provider.deviceClientSecret
    }
    switch provider.kind {
    case .facebook:
      let facebook = FacebookSignIn(service: self, provider: provider, cancellation: cancellation)
      return try flow == .browser ? facebook.byBrowser(progress) : facebook.byCode(progress)
    case .google, .openID:
      let openID = OpenIDSignIn(service: self, provider: provider, cancellation: cancellation)
      return try flow == .browser ? openID.byBrowser(progress) : openID.byCode(progress)
    }
  }

  private func checkSettings(_ provider: IdentityProvider) throws(Failure) {
    guard provider.clientID.isEmpty else { return }
    let member =
      switch provider.kind {
      case .google: "signIn.google.clientId"
      case .facebook: "signIn.facebook.appId"
      case .openID: "clientId of \(provider.name) under signIn.openID"
      }
    throw Failure(
      .notAllowed, "\(provider.name) is not set up: put \(member) into settings.json.",
      detail: "no client id")
  }

  // MARK: Shared by all providers

  func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws(Failure) -> HTTPAnswer {
    do throws(HTTPError) {
      return try client.send(request, cancellation)
    } catch { throw error.failure }
  }

  var moment: DevicePolling.Moment {
    DevicePolling.Moment(monotonic: environment.monotonic(), wall: environment.wall())
  }

  /// The result of one poll.
  enum Poll<Success> {
    case done(Success)
    case goesOn(DevicePolling.Outcome)
    case refused(Failure)
  }

  /// Polls until the person has entered the code or refused, or the code has expired. Requests
  /// never overlap; the first comes after one interval.
  func poll<Success>(
    _ grant: DeviceGrant, since start: DevicePolling.Moment, _ cancellation: Cancellation,
    _ ask: () throws(HTTPError) -> Poll<Success>
  ) throws(Failure) -> Success {
    var polling = DevicePolling(expiresIn: grant.expiresIn, interval: grant.interval, now: start)
    while true {
      guard environment.pause(polling.pause(now: moment), cancellation) else { throw .cancelled }
      guard !polling.isExpired(now: moment) else {
        throw OAuthError(code: "expired_token").failure("")
      }
      let result: Poll<Success>
      do throws(HTTPError) { result = try ask() } catch {
        switch error.reason {
        case .timedOut, .refused, .busy, .noNetwork, .nameNotFound: result = .goesOn(.silence)
        case .unreadable where error.isPassing: result = .goesOn(.silence)
        case .certificate, .rateLimited, .waiting, .keyMissing, .keyRefused, .blocked, .status,
          .webPage, .unreadable, .noPicture, .tooLarge, .cancelled:
          throw error.failure
        }
      }
      switch result {
      case .done(let success): return success
      case .refused(let failure): throw failure
      case .goesOn(let outcome): polling.note(outcome)
      }
    }
  }

  private var unguessable: String { Base64.encodeURL(environment.random(32)) }

  /// Opens a provider's page and waits until the browser comes back with a code.
  ///
  /// - Returns: the fields that exchange it for tokens, and what the tokens must repeat.
  func codeByBrowser(
    _ page: WebAddress, _ clientID: String, scope: String, issuer: String?,
    mustNameIssuer: Bool, name: String, _ cancellation: Cancellation,
    _ progress: (WorkerAnswer) -> Void
  ) throws(Failure) -> (fields: [FormField], nonce: String) {
    let listener = try LoopbackListener()
    let pkce = PKCE(random: environment.random(32))
    let (nonce, state) = (unguessable, unguessable)
    let redirect = FormField("redirect_uri", listener.redirectAddress)
    let fields = [
      FormField("response_type", "code"), FormField("client_id", clientID), redirect,
      FormField("scope", scope), FormField("nonce", nonce),
      FormField("code_challenge", pkce.challenge), FormField("code_challenge_method", "S256"),
      FormField("state", state),
    ]
    guard let address = page.adding(fields) else {
      throw Failure(.unavailable, "The address of \(name) is too long.", detail: "too long")
    }
    let deadline = environment.monotonic() + browserPatience
    progress(.openBrowser(address.text))
    guard
      let query = try listener.waitForQuery(until: deadline, environment, cancellation)
    else {
      throw Failure(
        .unavailable, "The browser did not come back. Start again, or sign in by a code.",
        detail: "no redirect")
    }
    let code = try RedirectAnswer(query).code(
      state: state, issuer: issuer, mustNameIssuer: mustNameIssuer, name: name)
    let proof = FormField("code_verifier", pkce.verifier)
    return ([FormField("code", code), redirect, proof], nonce)
  }
}

/// The provider's answer in the redirect.
struct RedirectAnswer {
  private let fields: [FormField]

  init(_ query: String) { fields = FormField.decode(query) }

  /// Nil unless it occurs exactly once: of two, it is unknown which one counts.
  private func only(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.count == 1 && !values[0].isEmpty ? values[0] : nil
  }

  func code(
    state: String, issuer: String?, mustNameIssuer: Bool, name: String
  ) throws(Failure) -> String {
    guard only("state") == state else { throw foreign(name, "state") }
    let named = fields.contains { $0.name == "iss" }
    if named || mustNameIssuer, let issuer, only("iss") != issuer { throw foreign(name, "iss") }
    if let error = only("error") {
      throw OAuthError(code: error, words: only("error_description") ?? "").failure(name)
    }
    guard let code = only("code"), code.utf8.count <= 4096 else {
      throw Failure(
        .unavailable, "The browser came back from \(name) without a code. Start again.",
        detail: "no code")
    }
    return code
  }

  private func foreign(_ name: String, _ detail: String) -> Failure {
    Failure(
      .unavailable, "What the browser brought is not the answer to this sign-in. Start again.",
      detail: "\(name): wrong \(detail)")
  }
}
