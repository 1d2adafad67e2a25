import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// Signing in with the browser, which the test simulates.
@Suite(.startsPrograms) struct BrowserFlowTests {
  @Test func anyProviderByItsAddress() throws {
    let home = TestProvider(path: "/realms/home")
    let run = SignInRun(home.provider(.openID), .browser)
    #expect(run.identity?.subject == "1098", "\(String(describing: run.failure))")
    let asked = try #require(home.server.requests("/authorize").first)
    #expect(asked.query["scope"] == "openid email profile")
    #expect(asked.query["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
    #expect(asked.query["state"]?.count == 43)
    #expect(asked.query["nonce"]?.count == 43)
    #expect(asked.query["state"] != asked.query["nonce"])
    let exchange = try #require(home.server.requests("/token").first)
    #expect(exchange.form["grant_type"] == "authorization_code")
    #expect(exchange.form["code_verifier"]?.count == 43)
  }

  @Test func googleAndFacebook() throws {
    let google = TestProvider()
    #expect(SignInRun(google.provider(.google), .browser).identity?.subject == "1098")
    let facebook = TestProvider { $0.claims = ["sub": "\"1000\""] }
    let run = SignInRun(facebook.provider(.facebook), .browser)
    #expect(run.identity?.subject == "1000", "\(String(describing: run.failure))")
    let asked = try #require(facebook.server.requests("/v19.0/dialog/oauth").first)
    #expect(asked.query["scope"] == "openid,public_profile,email")
  }

  @Test func aSecretIsSentTheWayTheProviderWants() throws {
    let basic = TestProvider { $0.metadata["token_endpoint_auth_methods_supported"] = .some(nil) }
    var provider = basic.provider(.openID, secret: "a b:c")
    #expect(SignInRun(provider, .browser).identity != nil)
    let request = try #require(basic.server.requests("/token").first)
    let pair = Data("trolley-client:a%20b%3Ac".utf8).base64EncodedString()
    #expect(request.headers["authorization"] == "Basic " + pair)
    #expect(request.form["client_secret"] == nil)
    provider.clientSecret = ""
    #expect(SignInRun(provider, .browser).identity != nil)
    let open = try #require(basic.server.requests("/token").last)
    #expect(open.headers["authorization"] == nil)
  }

  @Test(arguments: [
    (["error": "access_denied", "code": ""], Failure.Kind.cancelled, "told no"),
    (["error": "server_error", "code": ""], .unavailable, "trouble"),
    (["error": "login_required", "code": ""], .unavailable, "sign in there first"),
    (["error": "unauthorized_client", "code": ""], .notAllowed, "client id"),
    (["state": "guessed"], .unavailable, "not the answer"),
    (["state": ""], .unavailable, "not the answer"), (["code": ""], .unavailable, "without a code"),
    (["iss": "https://evil.example"], .unavailable, "not the answer"),
    (["code": "another"], .unavailable, "no more"),
  ]) func whatTheBrowserBringsIsChecked(
    _ redirect: [String: String], _ kind: Failure.Kind, _ part: String
  ) throws {
    let home = TestProvider { $0.redirect = redirect }
    let failure = try #require(SignInRun(home.provider(.openID), .browser).failure)
    #expect(failure.kind == kind)
    #expect(failure.sentence.contains(part), "\(failure.sentence)")
  }

  @Test func aProviderThatNamesItselfMustNameItself() throws {
    let home = TestProvider {
      $0.metadata["authorization_response_iss_parameter_supported"] = "true"
    }
    #expect(SignInRun(home.provider(.openID), .browser).failure != nil)
    home.change { $0.redirect = ["iss": home.issuer] }
    #expect(SignInRun(home.provider(.openID), .browser).identity != nil)
  }

  @Test func withoutSafeChallengesThereIsNoBrowser() throws {
    let home = TestProvider { $0.metadata["code_challenge_methods_supported"] = "[\"plain\"]" }
    let failure = try #require(SignInRun(home.provider(.openID), .browser).failure)
    #expect(failure.sentence.contains("by a code"))
  }

  @Test func anotherNonceIsNotOurs() throws {
    let home = TestProvider { $0.claims = ["nonce": "\"other\""] }
    #expect(
      SignInRun(home.provider(.openID), .browser).failure?.detail == "id_token: wrongNonce")
    let facebook = TestProvider { $0.claims = ["nonce": nil, "sub": "\"1000\""] }
    #expect(
      SignInRun(facebook.provider(.facebook), .browser).failure?.detail == "id_token: wrongNonce")
    let other = TestProvider { $0.claims = ["sub": "\"999\""] }
    #expect(
      SignInRun(other.provider(.facebook), .browser).failure?.detail == "id_token: otherSubject")
  }

  @Test func whoeverElseComesByIsSentAway() throws {
    let home = TestProvider()
    let run = SignInRun(home.provider(.openID), .browser) { address in
      let redirect = WebAddress(address).map { FormField.decode($0.path.split(separator: "?")[1]) }
      let base = redirect?.first { $0.name == "redirect_uri" }?.value ?? ""
      // An icon, another path, and one with an empty query.
      for path in ["/favicon.ico", "/", "/callbackx"] {
        let other = base.replacingOccurrences(of: "/callback", with: path)
        if let address = WebAddress(other) {
          let answer = try? CurlClient().send(.get(address), Cancellation())
          #expect(answer?.status == 404)
        }
      }
      TestBrowser.follow(address)
    }
    #expect(run.identity != nil, "\(String(describing: run.failure))")
  }

  @Test func thePageHoldsNothingOfTheRequest() throws {
    let listener = try LoopbackListener()
    let address = try #require(WebAddress(listener.redirectAddress + "?code=%3Cb%3E&state=x"))
    let page = Box()
    Thread { page.take(try? CurlClient().send(.get(address), Cancellation())) }.start()
    let soon = Environment.system.monotonic() + 5000
    #expect(
      try listener.waitForQuery(until: soon, .system, Cancellation()) == "code=%3Cb%3E&state=x")
    let answer = try #require(page.wait())
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("go back to Trolley"))
    #expect(!text.contains("code"))
    #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
  }

  /// Browsers open connections in advance that they may never use.
  @Test func aSilentConnectionKeepsNobodyWaiting() throws {
    let home = TestProvider()
    let run = SignInRun(home.provider(.openID), .browser) { address in
      let fields = FormField.decode(address.split(separator: "?")[1])
      let redirect = fields.first { $0.name == "redirect_uri" }.flatMap { WebAddress($0.value) }
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      place.sin_port = UInt16(redirect?.port ?? 0).bigEndian
      let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(silent) }
      let status = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(silent, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(status == 0)
      TestBrowser.follow(address)
    }
    #expect(run.identity != nil, "\(String(describing: run.failure))")
  }

  private final class Box: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var answer: HTTPAnswer?

    func take(_ answer: HTTPAnswer?) {
      self.answer = answer
      done.signal()
    }

    func wait() -> HTTPAnswer? {
      _ = done.wait(timeout: .now() + .milliseconds(Patience.milliseconds))
      return answer
    }
  }

  @Test func aBrowserThatDoesNotComeBackIsNotWaitedForForEver() {
    let home = TestProvider()
    var service = IdentityService(client: CurlClient())
    service.browserPatience = 200
    let run = SignInRun(home.provider(.openID), .browser, service: service) { _ in }
    #expect(run.failure?.sentence.contains("did not come back") == true)
  }

  @Test func cancellingEndsTheWaiting() {
    let home = TestProvider()
    let cancellation = Cancellation()
    let run = SignInRun(home.provider(.openID), .browser, cancellation: cancellation) { _ in
      cancellation.cancel()
    }
    #expect(run.failure?.kind == .cancelled)
  }

  @Test(arguments: [
    "POST /callback?a=b HTTP/1.1\r\n\r\n", "GET /callback?a=b\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
    "GET /callback?\u{7F} HTTP/1.1\r\n\r\n", "\r\n\r\n", "",
  ]) func requestsThatMakeNoSense(_ text: String) {
    #expect(LoopbackListener.target(Array(text.utf8)) == nil)
  }
}
