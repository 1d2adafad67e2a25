import TrolleyCore

/// Finds out at a provider who somebody is. Tokens live in here until then, and nowhere else.
public struct IdentityService: Sendable {
  let client: any HTTPClient
  let surroundings: Surroundings
  let directory: ProviderDirectory
  /// Milliseconds that somebody may take in the browser.
  var browserPatience = 5 * 60_000

  public init(client: any HTTPClient, surroundings: Surroundings = .system) {
    self.client = client
    self.surroundings = surroundings
    directory = ProviderDirectory(client: client, surroundings: surroundings)
  }

  /// Blocks until it is known, refused, cancelled, or has taken too long. `progress` hears what the
  /// person has to do.
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
    switch (provider.kind, flow) {
    case (.facebook, .deviceCode):
      return try FacebookSignIn(self, provider, cancellation).byCode(progress)
    case (.facebook, .browser):
      return try FacebookSignIn(self, provider, cancellation).byBrowser(progress)
    case (.google, .deviceCode), (.openID, .deviceCode):
      return try OpenIDSignIn(self, provider, cancellation).byCode(progress)
    case (.google, .browser), (.openID, .browser):
      return try OpenIDSignIn(self, provider, cancellation).byBrowser(progress)
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

  // MARK: What all providers share

  func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws(Failure) -> HTTPAnswer {
    do throws(HTTPProblem) {
      return try client.send(request, cancellation)
    } catch {
      throw error.failure
    }
  }

  var moment: DevicePolling.Moment {
    DevicePolling.Moment(monotonic: surroundings.monotonic(), wall: surroundings.wall())
  }

  /// What one question while polling has brought.
  enum Poll<Success> {
    case done(Success)
    case goesOn(DevicePolling.Outcome)
    case refused(Failure)
  }

  /// Asks until a person has typed the code, refuses, or the code has expired. Never two questions at
  /// once; the first after one interval.
  func poll<Success>(
    _ grant: DeviceGrant, since start: DevicePolling.Moment, _ cancellation: Cancellation,
    _ ask: () throws(HTTPProblem) -> Poll<Success>
  ) throws(Failure) -> Success {
    var polling = DevicePolling(
      expiresIn: grant.expiresIn, interval: grant.interval, now: start)
    while true {
      guard surroundings.pause(polling.pause(now: moment), cancellation) else { throw .cancelled }
      guard !polling.isExpired(now: moment) else {
        throw OAuthError(code: "expired_token").failure("")
      }
      let result: Poll<Success>
      do throws(HTTPProblem) {
        result = try ask()
      } catch {
        switch error.reason {
        case .timedOut, .refused, .noNetwork, .nameNotFound: result = .goesOn(.silence)
        case .unreadable where error.isPassing: result = .goesOn(.silence)
        case .certificate, .rateLimited, .keyRefused, .blocked, .unreadable, .tooLarge, .cancelled:
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

  /// A text that nobody can guess.
  var unguessable: String { Base64URL.text(surroundings.random(32)) }

  /// Sends the person to a provider's page and waits until the browser comes back with a code.
  func codeByBrowser(
    _ page: WebAddress, _ fields: [FormField], listener: LoopbackListener, issuer: String?,
    mustNameIssuer: Bool, name: String, _ cancellation: Cancellation,
    _ progress: (WorkerAnswer) -> Void
  ) throws(Failure) -> String {
    let state = unguessable
    guard let address = page.adding(fields + [FormField("state", state)]) else {
      throw Failure(.unavailable, "The address of \(name) makes no sense.", detail: "too long")
    }
    let deadline = surroundings.monotonic() + browserPatience
    progress(.openBrowser(address.text))
    guard
      let query = try listener.waitForQuery(until: deadline, surroundings, cancellation)
    else {
      throw Failure(
        .unavailable, "The browser did not come back. Start again, or sign in by a code.",
        detail: "no redirect")
    }
    return try RedirectAnswer(query).code(
      state: state, issuer: issuer, mustNameIssuer: mustNameIssuer, name: name)
  }
}

/// What the browser brings back from a provider.
struct RedirectAnswer {
  private let fields: [FormField]

  init(_ query: String) { fields = FormField.decode(query) }

  /// Nil unless it is there exactly once: of two nobody knows which one counts.
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
