/// Signing in with Facebook: nearly OAuth, but not the standard.
struct FacebookSignIn {
  static let graph = "https://graph.facebook.com"
  static let site = "https://www.facebook.com"
  static let version = "v23.0"

  let service: IdentityService
  let provider: IdentityProvider
  let cancellation: Cancellation

  private var name: String { provider.name }

  /// A server that replaces Facebook's graph (a test's, for example) serves its pages too and
  /// issues its own tokens.
  private var issuer: String { provider.address.isEmpty ? Self.site : base(Self.graph) }

  private func base(_ defaultValue: String) -> String {
    let text = provider.address.isEmpty ? defaultValue : provider.address
    return text.last == "/" ? String(text.dropLast()) : text
  }

  private func address(_ defaultValue: String, _ path: String) throws(Failure) -> WebAddress {
    let version = provider.version.isEmpty ? Self.version : provider.version
    guard version.first == "v", version.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }),
      let address = WebAddress("\(base(defaultValue))/\(version)/\(path)"), address.isProtected
    else {
      throw Failure(
        .notAllowed, "Check graph and version of signIn.facebook in settings.json.",
        detail: "graph address")
    }
    return address
  }

  // MARK: Device code

  func byCode(_ progress: (WorkerAnswer) -> Void) throws(Failure) -> ProvidedIdentity {
    guard !provider.clientSecret.isEmpty else {
      throw Failure(
        .notAllowed,
        "\(name) is not set up for codes: put signIn.facebook.clientToken into settings.json.",
        detail: "no client token")
    }
    let start = service.moment
    let (answer, json) = try ask(form("device/login", [FormField("scope", "public_profile,email")]))
    guard let grant = DeviceGrant(json) else { throw unreadable(answer) }
    progress(.showCode(grant.shown))
    let question = try form("device/login_status", [FormField("code", grant.deviceCode)])
    let token = try service.poll(grant, since: start, cancellation) {
      () throws(HTTPError) in try poll(question)
    }
    return try identity(token, subject: nil)
  }

  /// With the app access token: app id and client token, never the app secret.
  private func form(_ path: String, _ fields: [FormField]) throws(Failure) -> HTTPRequest {
    .form(
      try address(Self.graph, path),
      [FormField("access_token", provider.clientID + "|" + provider.clientSecret)] + fields)
  }

  private func poll(_ question: HTTPRequest) throws(HTTPError) -> IdentityService.Poll<String> {
    let answer = try service.client.send(question, cancellation)
    guard let json = answer.json else {
      return answer.status >= 500 ? .goesOn(.trouble) : .refused(unreadable(answer))
    }
    if answer.isSuccess, let token = json["access_token"]?.string, !token.isEmpty {
      return .done(token)
    }
    guard let error = FacebookError(json) else {
      return answer.status >= 500 ? .goesOn(.trouble) : .refused(unreadable(answer))
    }
    switch error.subcode {
    case FacebookError.pending: return .goesOn(.pending)
    case FacebookError.tooOften: return .goesOn(.slowDown)
    default:
      let isOwnTrouble = answer.status >= 500 && error.subcode == nil
      return isOwnTrouble ? .goesOn(.trouble) : .refused(error.failure(name))
    }
  }

  // MARK: In the browser

  func byBrowser(_ progress: (WorkerAnswer) -> Void) throws(Failure) -> ProvidedIdentity {
    let page = try address(Self.site, "dialog/oauth")
    let (fields, nonce) = try service.codeByBrowser(
      page, provider.clientID, scope: "openid,public_profile,email", issuer: nil,
      mustNameIssuer: false, name: name, cancellation, progress)
    let (answer, json) = try ask(
      .form(
        try address(Self.graph, "oauth/access_token"),
        [FormField("client_id", provider.clientID)] + fields))
    guard let token = json["access_token"]?.string, !token.isEmpty else {
      throw unreadable(answer)
    }
    return try identity(token, subject: try subject(json["id_token"]?.string, nonce))
  }

  /// The subject of an id_token, if there is one. It came directly from the provider over TLS,
  /// which replaces checking its signature (OpenID Connect Core 1.0 section 3.1.3.7, item 6).
  private func subject(_ text: String?, _ nonce: String) throws(Failure) -> String? {
    guard let text else { return nil }
    do throws(IDTokenError) {
      let token = try IDToken(text)
      let site = base(Self.site)
      try token.check(
        IDToken.Expectation(
          issuers: [site, "https://facebook.com"], clientID: provider.clientID, nonce: nonce,
          now: service.environment.wall()))
      return token.subject
    } catch { throw error.failure(name) }
  }

  // MARK: Identity of the person

  private func identity(_ token: String, subject: String?) throws(Failure) -> ProvidedIdentity {
    guard let me = try address(Self.graph, "me").adding([FormField("fields", "id,name,email")])
    else {
      throw Failure(.unavailable, "The address of \(name) is not valid. Check it in settings.json.")
    }
    let (answer, json) = try ask(.get(me, bearer: token))
    guard let id = json["id"]?.string, (1...255).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw unreadable(answer) }
    guard subject == nil || subject == id else { throw IDTokenError.otherSubject.failure(name) }
    var found = ProvidedIdentity(issuer: issuer, subject: id)
    found.take(json)
    return found
  }

  /// A successful answer and its JSON; throws the error that it reports.
  private func ask(_ request: HTTPRequest) throws(Failure) -> (HTTPAnswer, JSONValue) {
    let answer = try service.send(request, cancellation)
    guard let json = answer.json else { throw unreadable(answer) }
    if let error = FacebookError(json) { throw error.failure(name) }
    guard answer.isSuccess else { throw unreadable(answer) }
    return (answer, json)
  }

  private func unreadable(_ answer: HTTPAnswer) -> Failure {
    HTTPError(answer.misreading, host: answer.address.host, detail: "status \(answer.status)")
      .failure
  }
}

/// An error in Facebook's own format.
struct FacebookError: Equatable {
  static let pending = 1_349_174
  static let tooOften = 1_349_172
  static let expired = 1_349_152
  static let declined = 1_349_173

  let code: Int
  let subcode: Int?
  let words: String

  /// Nil when the answer is not an error.
  init?(_ json: JSONValue) {
    guard let error = json["error"], error.object != nil else { return nil }
    code = error["code"]?.int ?? 0
    subcode = error["error_subcode"]?.int
    let words = error["error_user_msg"]?.string ?? error["message"]?.string ?? ""
    self.words = CleanText.line(words, limit: .message)
  }

  func failure(_ name: String) -> Failure {
    switch (subcode, code) {
    case (Self.expired, _): OAuthError(code: "expired_token").failure(name)
    case (Self.declined, _): OAuthError(code: "access_denied").failure(name)
    case (_, 4), (_, 17), (_, 32), (_, 613): OAuthError(code: "rate_limit_exceeded").failure(name)
    case (_, 190), (_, 101), (_, 102):
      Failure(
        .notAllowed,
        "\(name) does not take the app id with this client token. Check signIn.facebook in "
          + "settings.json.",
        detail: detail)
    case (_, 1), (_, 2): OAuthError(code: "server_error").failure(name)
    default:
      Failure(
        .unavailable,
        CleanText.line(
          "\(name) refuses: " + (words.isEmpty ? "error \(code)" : words), limit: .message),
        detail: detail)
    }
  }

  private var detail: String { "facebook \(code) \(subcode ?? 0)" }
}
