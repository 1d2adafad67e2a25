import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// Provider metadata, and small pure functions.
@Suite(.startsPrograms) struct DiscoveryTests {
  private let clock = TestClock(wall: Int(Date().timeIntervalSince1970))

  private func addresses(_ issuer: String) throws -> [String] {
    ProviderMetadata.addresses(of: try #require(WebAddress(issuer))).map(\.text)
  }

  @Test func whereProvidersSayIt() throws {
    #expect(
      try addresses("https://h.example/realms/a") == [
        "https://h.example/realms/a/.well-known/openid-configuration",
        "https://h.example/.well-known/oauth-authorization-server/realms/a",
      ])
    #expect(
      try addresses("https://h.example/") == [
        "https://h.example/.well-known/openid-configuration",
        "https://h.example/.well-known/oauth-authorization-server",
      ])
  }

  private func metadata(
    _ text: String, issuer: String = "https://h.example"
  ) throws -> ProviderMetadata {
    try ProviderMetadata(
      JSONValue.parse(text), issuer: try #require(WebAddress(issuer)), name: "Home")
  }

  @Test func aSoundDocument() throws {
    let sound = try metadata(
      """
      {"issuer":"https://h.example","token_endpoint":"https://h.example/t","extra":[1],
      "token_endpoint_auth_methods_supported":["none",7,"client_secret_post"]}
      """)
    #expect(sound.tokenEndpoint.text == "https://h.example/t")
    #expect(sound.deviceEndpoint == nil)
    #expect(sound.clientAuthentication == ["none", "client_secret_post"])
  }

  @Test(arguments: [
    "[]", "{}", "{\"issuer\":\"https://h.example\"}",
    "{\"issuer\":\"https://h.example/\",\"token_endpoint\":\"https://h.example/t\"}",
    "{\"issuer\":\"https://H.example\",\"token_endpoint\":\"https://h.example/t\"}",
    "{\"issuer\":[\"https://h.example\"],\"token_endpoint\":\"https://h.example/t\"}",
    "{\"issuer\":\"https://h.example\",\"token_endpoint\":\"http://h.example/t\"}",
    "{\"issuer\":\"https://h.example\",\"token_endpoint\":\"http://127.0.0.1:80/t\"}",
    "{\"issuer\":\"https://h.example\",\"token_endpoint\":\"file:///t\"}",
    "{\"issuer\":\"https://h.example\",\"token_endpoint\":\"https://h.example/t\",\"jwks_uri\":\"ftp://a\"}",
  ]) func unsoundDocuments(_ text: String) {
    #expect(throws: Failure.self) { try metadata(text) }
  }

  @Test func serversOfOAuthAloneAreFoundAsWell() throws {
    let server = LoopbackServer { _ in .html("", status: 404) }
    let bare = LoopbackServer { request in
      let base = "http://" + (request.headers["host"] ?? "")
      return request.path == "/.well-known/oauth-authorization-server/t"
        ? .json("{\"issuer\":\"\(base)/t\",\"token_endpoint\":\"\(base)/token\"}")
        : .html("", status: 404)
    }
    let directory = ProviderDirectory(client: CurlClient(), environment: .system)
    let issuer = try #require(WebAddress(bare.address + "/t"))
    #expect(
      try directory.metadata(of: issuer, name: "Home", Cancellation()).tokenEndpoint.text
        == bare.address + "/token")
    #expect(bare.requests.count == 2)
    do {
      let nowhere = try #require(WebAddress(server.address))
      _ = try directory.metadata(of: nowhere, name: "Home", Cancellation())
      Issue.record("found")
    } catch let failure as Failure {
      #expect(failure.sentence.contains("does not say how to sign in"))
    }
  }

  @Test(arguments: [
    LoopbackServer.Reply.html(), .json("[]"), .json("{"), .json("{\"issuer\":\"https://x\"}"),
    .redirect("https://elsewhere.example/"), .hangUp,
    .json(String(repeating: "{\"a\":", count: 10_000)),
  ]) func aBadDocumentEndsInASentence(_ reply: LoopbackServer.Reply) throws {
    let home = TestProvider { $0.discovery = reply }
    for flow in SignInFlow.allCases {
      let failure = try #require(
        SignInRun(home.provider(.openID), flow, clock: clock, browser: nil).failure)
      #expect(failure.kind == .unavailable)
      #expect(failure.sentence.hasSuffix("."))
    }
  }

  @Test func aMissingWayToSignInIsSaid() throws {
    let home = TestProvider {
      $0.metadata["device_authorization_endpoint"] = .some(nil)
    }
    let device = try #require(SignInRun(home.provider(.openID), .deviceCode, clock: clock).failure)
    #expect(device.sentence.contains("with the browser"))
    let other = TestProvider { $0.metadata["authorization_endpoint"] = .some(nil) }
    let browser = try #require(SignInRun(other.provider(.openID), .browser, clock: clock).failure)
    #expect(browser.sentence.contains("by a code"))
  }

  // MARK: Small parts

  /// RFC 7636, appendix B.
  @Test func theChallengeIsThatOfTheStandard() throws {
    let random = try #require(
      Base64.decodeURL("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    let pkce = PKCE(random: random)
    #expect(pkce.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func bytesAsText() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
      let text = Base64.encodeURL(bytes)
      #expect(Base64.decodeURL(text) == bytes)
      #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
    }
    for bad in ["A", "AB=", "AB==", "A+", "A/", "A B", "AB\n", "AB", "ü"] where bad != "AA" {
      #expect(Base64.decodeURL(bad) == nil, "\(bad)")
    }
  }

  @Test func queriesAreReadWithSuspicion() {
    #expect(
      FormField.decode("a=1&b=x%20y+z&c&=d") == [
        FormField("a", "1"), FormField("b", "x y z"), FormField("c", ""), FormField("", "d"),
      ])
    #expect(FormField.decode("a=%zz&b=%4&c=%ff&d=1") == [FormField("d", "1")])
    #expect(throws: Failure.self) {
      try RedirectAnswer("state=a&state=a&code=b").code(
        state: "a", issuer: nil, mustNameIssuer: false, name: "Home")
    }
  }
}
