/// Signing in with Google and any other OpenID Connect provider.
struct OpenIDSignIn {
  static let googleIssuer = "https://accounts.google.com"

  let service: IdentityService
  let provider: IdentityProvider
  let cancellation: Cancellation

  private var name: String { provider.name }

  private func metadata() throws(Failure) -> ProviderMetadata {
    let defaultValue = provider.kind == .google ? Self.googleIssuer : ""
    let text = provider.address.isEmpty ? defaultValue : provider.address
    guard let issuer = WebAddress(text), issuer.isProtected, !text.contains("?"),
      !text.contains("#")
    else {
      throw Failure(
        .notAllowed, "The address of \(name) in settings.json must begin with https://.",
        detail: "issuer")
    }
    return try service.directory.metadata(of: issuer, name: name, cancellation)
  }

  // MARK: Device code

  func byCode(_ progress: (WorkerAnswer) -> Void) throws(Failure) -> ProvidedIdentity {
    let metadata = try metadata()
    guard let endpoint = metadata.deviceEndpoint else {
      throw Failure(
        .unavailable, "\(name) has no sign-in by a code. Sign in with the browser.",
        detail: "no device_authorization_endpoint")
    }
    let start = service.moment
    let grant = try requestGrant(endpoint, metadata)
    progress(.showCode(grant.shown))
    let tokens = try service.poll(grant, since: start, cancellation) {
      () throws(HTTPError) in try poll(grant, metadata)
    }
    return try finish(tokens, metadata, nonce: nil)
  }

  private func requestGrant(
    _ endpoint: WebAddress, _ metadata: ProviderMetadata
  ) throws(Failure) -> DeviceGrant {
    let answer = try service.send(
      authenticated(endpoint, [FormField("scope", Self.scope)], metadata), cancellation)
    if let json = answer.json {
      if !answer.isSuccess, let error = OAuthError(json) { throw error.failure(name) }
      if answer.isSuccess, let grant = DeviceGrant(json) { return grant }
    }
    throw unreadable(answer, "device authorization")
  }

  private func poll(
    _ grant: DeviceGrant, _ metadata: ProviderMetadata
  ) throws(HTTPError) -> IdentityService.Poll<TokenAnswer.Tokens> {
    let answer = try service.client.send(
      authenticated(
        metadata.tokenEndpoint,
        [
          FormField("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
          FormField("device_code", grant.deviceCode),
        ], metadata), cancellation)
    switch TokenAnswer(answer) {
    case .tokens(let tokens): return .done(tokens)
    case .trouble: return .goesOn(.trouble)
    case .unreadable: return .refused(unreadable(answer, "token"))
    case .refused(let error):
      switch error.code {
      case "authorization_pending": return .goesOn(.pending)
      case "slow_down": return .goesOn(.slowDown)
      default: return .refused(error.failure(name))
      }
    }
  }

  // MARK: In the browser

  func byBrowser(_ progress: (WorkerAnswer) -> Void) throws(Failure) -> ProvidedIdentity {
    let metadata = try metadata()
    guard let page = metadata.authorizationEndpoint,
      metadata.challengeMethods?.contains("S256") ?? true
    else {
      throw Failure(
        .unavailable, "\(name) has no safe sign-in with the browser. Sign in by a code.",
        detail: "no authorization_endpoint with S256")
    }
    let (fields, nonce) = try service.codeByBrowser(
      page, provider.clientID, scope: Self.scope, issuer: metadata.issuer,
      mustNameIssuer: metadata.namesItselfInRedirects, name: name, cancellation, progress)
    let answer = try service.send(
      authenticated(
        metadata.tokenEndpoint, [FormField("grant_type", "authorization_code")] + fields, metadata),
      cancellation)
    switch TokenAnswer(answer) {
    case .tokens(let tokens): return try finish(tokens, metadata, nonce: nonce)
    case .refused(let error): throw error.failure(name)
    case .trouble: throw OAuthError(code: "server_error").failure(name)
    case .unreadable: throw unreadable(answer, "token")
    }
  }

  // MARK: Identity of the person

  private static let scope = "openid email profile"

  /// A form with the client's credentials, in the way this provider wants them.
  private func authenticated(
    _ endpoint: WebAddress, _ fields: [FormField], _ metadata: ProviderMetadata
  ) -> HTTPRequest {
    let known = [FormField("client_id", provider.clientID)]
    guard !provider.clientSecret.isEmpty else { return .form(endpoint, fields + known) }
    let methods = metadata.clientAuthentication ?? ["client_secret_basic"]
    if provider.kind == .google || methods.contains("client_secret_post") {
      return .form(endpoint, fields + known + [FormField("client_secret", provider.clientSecret)])
    }
    // RFC 6749 section 2.3.1: both are form-encoded first.
    let pair = FormField.encode(provider.clientID) + ":" + FormField.encode(provider.clientSecret)
    var request = HTTPRequest.form(endpoint, fields + known)
    request.credentials = [HTTPHeader("Authorization", "Basic " + Base64.encode(Array(pair.utf8)))]
    return request
  }

  private func unreadable(_ answer: HTTPAnswer, _ what: String) -> Failure {
    HTTPError(
      answer.misreading, host: answer.address.host, detail: "\(what): status \(answer.status)"
    ).failure
  }

  private func finish(
    _ tokens: TokenAnswer.Tokens, _ metadata: ProviderMetadata, nonce: String?
  ) throws(Failure) -> ProvidedIdentity {
    defer { revoke(tokens, metadata) }
    let token: IDToken
    do throws(IDTokenError) {
      guard let text = tokens.identity else { throw .missing }
      token = try IDToken(text)
      try token.check(
        IDToken.Expectation(
          issuers: issuers(metadata), clientID: provider.clientID, nonce: nonce,
          now: service.environment.wall()))
    } catch { throw error.failure(name) }
    try service.directory.checkSignature(
      token, keysAddress: metadata.keysAddress, name: name, cancellation)
    return try identity(token, tokens, metadata)
  }

  /// Google's tokens name the issuer with and without `https://`.
  private func issuers(_ metadata: ProviderMetadata) -> [String] {
    guard provider.kind == .google, let scheme = metadata.issuer.firstIndex(of: ":") else {
      return [metadata.issuer]
    }
    return [metadata.issuer, String(metadata.issuer[scheme...].dropFirst(3))]
  }

  private func identity(
    _ token: IDToken, _ tokens: TokenAnswer.Tokens, _ metadata: ProviderMetadata
  ) throws(Failure) -> ProvidedIdentity {
    guard let subject = token.subject else { throw IDTokenError.noSubject.failure(name) }
    var found = ProvidedIdentity(issuer: metadata.issuer, subject: subject)
    found.take(token.payload)
    if found.email.isEmpty || found.name.isEmpty, let endpoint = metadata.userInfoEndpoint,
      let more = try userInfo(endpoint, tokens.access, subject)
    {
      found.take(more)
    }
    return found
  }

  /// The claims that the token lacks. Nil when they cannot be fetched: the person is already
  /// identified.
  private func userInfo(
    _ endpoint: WebAddress, _ accessToken: String, _ subject: String
  ) throws(Failure) -> JSONValue? {
    let request = HTTPRequest.get(endpoint, bearer: accessToken)
    guard let answer = try? service.client.send(request, cancellation), answer.status == 200,
      let json = answer.json
    else { return nil }
    guard json["sub"]?.string == subject else { throw IDTokenError.otherSubject.failure(name) }
    return json
  }

  /// The tokens are no longer needed. If revoking them fails, nothing changes here.
  private func revoke(_ tokens: TokenAnswer.Tokens, _ metadata: ProviderMetadata) {
    guard let endpoint = metadata.revocationEndpoint else { return }
    var request = authenticated(
      endpoint,
      [FormField("token", tokens.access), FormField("token_type_hint", "access_token")], metadata)
    request.limits.total = 5000
    _ = try? service.client.send(request, Cancellation())
  }
}

extension ProvidedIdentity {
  /// Fills in missing values from a provider's claims, sanitised.
  mutating func take(_ claims: JSONValue) {
    if email.isEmpty, let text = claims["email"]?.string {
      let clean = CleanText.line(text, limit: .name)
      if EmailAddress.isValid(clean) {
        email = clean
        // Some providers send it as a string.
        isEmailVerified =
          claims["email_verified"]?.bool ?? (claims["email_verified"]?.string == "true")
      }
    }
    if name.isEmpty { name = CleanText.line(claims["name"]?.string ?? "") }
    if name.isEmpty {
      let parts = [claims["given_name"]?.string, claims["family_name"]?.string]
      name = CleanText.line(parts.compactMap { $0 }.joined(separator: " "))
    }
  }
}
