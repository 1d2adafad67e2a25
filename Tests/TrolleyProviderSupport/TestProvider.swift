import Foundation
import Synchronization
import TrolleyModel
import TrolleyServices

/// An identity provider on this machine that follows a test's script. It speaks OpenID Connect and
/// Facebook's dialect. Guards its script and the tokens that it has issued.
public final class TestProvider: Sendable {
  public struct Script: Sendable {
    /// Answers to polls, in order; after the last one it sends the tokens.
    public var polls: [LoopbackServer.Reply] = []
    /// Replaces the answer to the request for a device code.
    public var grant: LoopbackServer.Reply?
    public var token: LoopbackServer.Reply?
    public var me: LoopbackServer.Reply?
    /// Members of the discovery document; nil removes one.
    public var metadata: [String: String?] = [:]
    public var discovery: LoopbackServer.Reply?
    public var interval: String? = "1"
    public var expiresIn = "600"
    /// Claims as JSON texts; nil removes one.
    public var claims: [String: String?] = [:]
    public var header: String?
    /// Signs tokens; `keys` are the published ones, in order of the requests.
    public var signer = TestSigner.first
    public var keys: [[TestSigner]] = [[.first]]
    /// Further members of the redirect's query, or replacements.
    public var redirect: [String: String] = [:]
    public var userInfo = "{\"sub\":\"1098\",\"name\":\"From User Info\"}"
    public var wall = 0
    public var accessToken = "at-1"
    public var deviceCode = "dc-1"
  }

  private struct State {
    var script = Script()
    var polls = 0
    var keyQuestions = 0
    var nonce: String?
    var challenge: String?
    var redirectAddress: String?
  }

  private let state = Mutex(State())
  private let holder = Mutex<LoopbackServer?>(nil)
  public let path: String

  /// - Parameter port: 0 for a free one.
  public init(
    path: String = "", port: Int = 0, _ change: (inout Script) -> Void = { _ in }
  ) {
    self.path = path
    state.withLock { change(&$0.script) }
    let server = LoopbackServer(port: port) { [weak self] in self?.answer($0) ?? .hangUp }
    holder.withLock { $0 = server }
  }

  public var server: LoopbackServer {
    holder.withLock { server in
      guard let server else { preconditionFailure("no server") }
      return server
    }
  }

  public var issuer: String { server.address + path }

  public func change(_ change: (inout Script) -> Void) { state.withLock { change(&$0.script) } }

  public func provider(_ kind: IdentityProvider.Kind, secret: String = "s3cret") -> IdentityProvider
  {
    let name =
      switch kind {
      case .google: "Google"
      case .facebook: "Facebook"
      case .openID: "Home"
      }
    return IdentityProvider(
      kind: kind, name: name, address: issuer, clientID: "trolley-client", clientSecret: secret,
      version: kind == .facebook ? "v19.0" : "")
  }

  private func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    let script = state.withLock { $0.script }
    let plain = request.path.replacingOccurrences(of: "/v19.0", with: "")
    switch plain {
    case path + "/.well-known/openid-configuration": return script.discovery ?? metadata(script)
    case "/device", "/device/login":
      return script.grant ?? grant(script, isFacebook: plain != "/device")
    case "/token":
      return request.form["grant_type"] == "authorization_code"
        ? exchange(request, script) : poll(script)
    case "/device/login_status": return poll(script)
    case "/keys": return keys(script)
    case "/userinfo":
      return request.headers["authorization"] == "Bearer " + script.accessToken
        ? .json(script.userInfo) : .json("{}", status: 401)
    case "/revoke": return .json("")
    case "/authorize", "/dialog/oauth": return authorize(request, script)
    case "/oauth/access_token": return exchange(request, script)
    case "/me":
      guard request.headers["authorization"] == "Bearer " + script.accessToken else {
        return .json("{\"error\":{\"message\":\"No token\",\"code\":190}}", status: 400)
      }
      return script.me
        ?? .json("{\"id\":\"1000\",\"name\":\"Ann Example\",\"email\":\"ann@example.org\"}")
    default: return .html("nothing", status: 404)
    }
  }

  private func metadata(_ script: Script) -> LoopbackServer.Reply {
    let base = server.address
    var members: [String: String?] = [
      "issuer": "\"\(issuer)\"", "token_endpoint": "\"\(base)/token\"",
      "device_authorization_endpoint": "\"\(base)/device\"",
      "authorization_endpoint": "\"\(base)/authorize\"", "jwks_uri": "\"\(base)/keys\"",
      "userinfo_endpoint": "\"\(base)/userinfo\"", "revocation_endpoint": "\"\(base)/revoke\"",
      "code_challenge_methods_supported": "[\"S256\"]",
      "token_endpoint_auth_methods_supported": "[\"client_secret_post\"]",
    ]
    members.merge(script.metadata) { $1 }
    return .json(Self.object(members))
  }

  private static func object(_ members: [String: String?]) -> String {
    "{"
      + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
      .joined(separator: ",") + "}"
  }

  private func grant(_ script: Script, isFacebook: Bool) -> LoopbackServer.Reply {
    var members: [String: String?] = [
      isFacebook ? "code" : "device_code": "\"\(script.deviceCode)\"", "user_code": "\"QKRB-ZWNT\"",
      "verification_uri": "\"\(server.address)/go\"", "expires_in": script.expiresIn,
      "interval": script.interval,
    ]
    if !isFacebook { members["verification_uri_complete"] = "\"\(server.address)/go?c=QKRB\"" }
    return .json(Self.object(members))
  }

  private func poll(_ script: Script) -> LoopbackServer.Reply {
    let number = state.withLock { state in
      state.polls += 1
      return state.polls
    }
    return number <= script.polls.count ? script.polls[number - 1] : tokens(script)
  }

  private func tokens(_ script: Script) -> LoopbackServer.Reply {
    if let token = script.token { return token }
    let now = script.wall == 0 ? Int(Date().timeIntervalSince1970) : script.wall
    let nonce = state.withLock { $0.nonce }
    var claims: [String: String?] = [
      "iss": "\"\(issuer)\"", "aud": "\"trolley-client\"", "sub": "\"1098\"",
      "iat": "\(now)", "exp": "\(now + 3600)", "email": "\"ann@example.org\"",
      "email_verified": "true", "name": "\"Ann Ünal\"", "nonce": nonce.map { "\"\($0)\"" },
    ]
    claims.merge(script.claims) { $1 }
    let token = script.signer.token(Self.object(claims), header: script.header)
    return .json(
      """
      {"access_token":"\(script.accessToken)","token_type":"bearer","expires_in":3600,"id_token":"\(token)"}
      """)
  }

  private func keys(_ script: Script) -> LoopbackServer.Reply {
    let number = state.withLock { state in
      state.keyQuestions += 1
      return state.keyQuestions
    }
    let keys = script.keys[min(number, script.keys.count) - 1]
    return .json("{\"keys\":[" + keys.map { $0.jwk() }.joined(separator: ",") + "]}")
  }

  private func authorize(
    _ request: LoopbackServer.Request, _ script: Script
  ) -> LoopbackServer.Reply {
    guard request.query["response_type"] == "code",
      request.query["code_challenge_method"] == "S256",
      request.query["client_id"] == "trolley-client", let state = request.query["state"],
      let redirect = request.query["redirect_uri"]
    else { return .html("bad request", status: 400) }
    self.state.withLock {
      $0.nonce = request.query["nonce"]
      $0.challenge = request.query["code_challenge"]
      $0.redirectAddress = redirect
    }
    var answer = ["code": "code/1", "state": state]
    answer.merge(script.redirect) { $1 }
    let fields = answer.filter { !$0.value.isEmpty }.map { FormField($0.key, $0.value) }
    return .redirect(redirect + "?" + FormField.encode(fields))
  }

  private func exchange(
    _ request: LoopbackServer.Request, _ script: Script
  ) -> LoopbackServer.Reply {
    let (challenge, redirect) = state.withLock { ($0.challenge, $0.redirectAddress) }
    let verifier = request.form["code_verifier"] ?? ""
    guard request.form["code"] == "code/1", request.form["redirect_uri"] == redirect,
      URLText.encode(URLText.sha256(verifier)) == challenge
    else { return .json("{\"error\":\"invalid_grant\"}", status: 400) }
    return tokens(script)
  }
}

extension LoopbackServer.Reply {
  /// An OAuth error.
  public static func error(_ code: String, status: Int = 400) -> Self {
    .json("{\"error\":\"\(code)\",\"error_description\":\"in words\"}", status: status)
  }

  /// A Facebook error.
  public static func facebook(_ subcode: Int, code: Int = 31) -> Self {
    .json(
      """
      {"error":{"message":"in words","type":"OAuthException","code":\(code),\
      "error_subcode":\(subcode),"fbtrace_id":"x"}}
      """, status: 400)
  }
}
