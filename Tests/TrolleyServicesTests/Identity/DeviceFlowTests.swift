import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// Signing in with a device code, at a provider run by the test. Waits take no time.
@Suite(.startsPrograms) struct DeviceFlowTests {
  private let clock = TestClock(wall: Int(Date().timeIntervalSince1970))

  private static let ann = ("1098", "ann@example.org", "Ann Ünal")

  @Test func anyProviderByItsAddress() throws {
    let home = TestProvider(path: "/realms/home") {
      $0.polls = [.error("authorization_pending"), .error("authorization_pending")]
    }
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    let identity = try #require(run.identity, "\(String(describing: run.failure))")
    #expect((identity.subject, identity.email, identity.name) == Self.ann)
    #expect(identity.issuer == home.issuer)
    #expect(identity.isEmailVerified)
    let code = try #require(run.code)
    #expect(code.userCode == "QKRB-ZWNT")
    #expect(code.address == home.server.address + "/go")
    #expect(code.qr == (try QREncoder.encode(home.server.address + "/go?c=QKRB")))
    #expect(code.expiresIn == 600)
    #expect(clock.pauses == [1000, 1000, 1000])
    let asked = try #require(home.server.requests("/device").first)
    #expect(asked.form["scope"] == "openid email profile")
    #expect(asked.form["client_id"] == "trolley-client")
    let poll = try #require(home.server.requests("/token").first)
    #expect(poll.form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code")
    #expect(poll.form["device_code"] == "dc-1")
    #expect(poll.form["client_secret"] == "s3cret")
    let revoked = try #require(home.server.requests("/revoke").first)
    #expect(revoked.form["token"] == "at-1")
  }

  @Test func googlesDialect() throws {
    let google = TestProvider {
      $0.polls = [.error("authorization_pending", status: 428), .error("slow_down", status: 403)]
      $0.grant = .json(
        """
        {"device_code":"AH","user_code":"ABC-DEF","verification_url":"https://www.google.com/device",\
        "expires_in":"1800"}
        """)
    }
    // Its tokens may name it without “https://”.
    let bare = google.issuer.dropFirst("http://".count)
    google.change { $0.claims["iss"] = "\"\(bare)\"" }
    let run = SignInRun(google.provider(.google), .deviceCode, clock: clock)
    #expect(run.identity?.issuer == google.issuer, "\(String(describing: run.failure))")
    #expect(run.code?.address == "https://www.google.com/device")
    #expect(run.code?.expiresIn == 1800)
    #expect(clock.pauses == [5000, 5000, 10_000])
  }

  /// Google has separate types of clients for the browser and for device codes.
  @Test func codesMayHaveAClientOfTheirOwn() throws {
    let google = TestProvider()
    var provider = google.provider(.google, secret: "s3cret")
    provider.clientID = "desktop"
    provider.deviceClientID = "trolley-client"
    provider.deviceClientSecret = "of the code"
    #expect(SignInRun(provider, .deviceCode, clock: clock).identity?.subject == "1098")
    let poll = try #require(google.server.requests("/token").first)
    #expect(poll.form["client_id"] == "trolley-client")
    #expect(poll.form["client_secret"] == "of the code")
  }

  @Test func facebooksDialect() throws {
    let facebook = TestProvider {
      $0.polls = [.facebook(1_349_174), .facebook(1_349_172), .facebook(1_349_174)]
    }
    let run = SignInRun(facebook.provider(.facebook), .deviceCode, clock: clock)
    #expect(
      run.identity
        == ProvidedIdentity(
          issuer: facebook.issuer, subject: "1000", email: "ann@example.org", name: "Ann Example"),
      "\(String(describing: run.failure))")
    #expect(clock.pauses == [1000, 1000, 6000, 6000])
    let login = try #require(facebook.server.requests("/v19.0/device/login").first)
    #expect(login.form["access_token"] == "trolley-client|s3cret")
    #expect(login.form["scope"] == "public_profile,email")
    let me = try #require(facebook.server.requests("/v19.0/me").first)
    #expect(me.query == ["fields": "id,name,email"])
  }

  @Test func slowDownIsForGood() {
    let home = TestProvider {
      $0.polls = [
        .error("slow_down"), .error("authorization_pending"), .error("slow_down"),
        .error("authorization_pending"),
      ]
    }
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(run.identity != nil)
    #expect(clock.pauses == [1000, 6000, 6000, 11_000, 11_000])
  }

  @Test func withoutAnIntervalItIsFiveSeconds() {
    let home = TestProvider { $0.interval = nil }
    _ = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(clock.pauses == [5000])
  }

  @Test(arguments: [
    ("access_denied", Failure.Kind.cancelled, "told no"),
    ("expired_token", .unavailable, "expired"), ("invalid_grant", .unavailable, "no more"),
    ("invalid_client", .notAllowed, "client id"), ("unauthorized_client", .notAllowed, "client id"),
    ("unsupported_grant_type", .notAllowed, "other one"),
    ("invalid_scope", .notAllowed, "client id"),
    ("invalid_request", .unavailable, "in words"),
    ("admin_policy_enforced", .notAllowed, "organisation"),
    ("org_internal", .notAllowed, "organisation"), ("teapot", .unavailable, "refuses: in words"),
  ]) func everyRefusalHasItsSentence(_ code: String, _ kind: Failure.Kind, _ part: String) throws {
    let home = TestProvider {
      $0.polls = [.error("authorization_pending"), .error(code, status: 403)]
    }
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    let failure = try #require(run.failure)
    #expect(failure.kind == kind)
    #expect(failure.sentence.contains(part), "\(failure.sentence)")
    #expect(home.server.requests("/token").count == 2)
  }

  @Test(arguments: [
    (1_349_152, Failure.Kind.unavailable, "expired"), (1_349_173, .cancelled, "told no"),
    (99, .unavailable, "refuses: in words"),
  ]) func everyFacebookRefusalHasItsSentence(
    _ subcode: Int, _ kind: Failure.Kind, _ part: String
  ) throws {
    let facebook = TestProvider { $0.polls = [.facebook(1_349_174), .facebook(subcode)] }
    let failure = try #require(
      SignInRun(facebook.provider(.facebook), .deviceCode, clock: clock).failure)
    #expect(failure.kind == kind)
    #expect(failure.sentence.contains(part), "\(failure.sentence)")
  }

  @Test func aTokenOfNoAppIsExplained() throws {
    let facebook = TestProvider { $0.grant = .facebook(0, code: 190) }
    let failure = try #require(
      SignInRun(facebook.provider(.facebook), .deviceCode, clock: clock).failure)
    #expect(failure.kind == .notAllowed)
    #expect(failure.sentence.contains("client token"))
  }

  @Test func tooManyQuestionsAtGoogle() throws {
    let google = TestProvider {
      $0.grant = .json("{\"error_code\":\"rate_limit_exceeded\"}", status: 403)
    }
    let failure = try #require(
      SignInRun(google.provider(.google), .deviceCode, clock: clock).failure)
    #expect(failure.sentence.contains("too often"))
  }

  @Test func aCodeExpiresByEitherClock() throws {
    let home = TestProvider {
      $0.expiresIn = "10"
      $0.interval = "4"
      $0.polls = Array(repeating: .error("authorization_pending"), count: 50)
    }
    let failure = try #require(SignInRun(home.provider(.openID), .deviceCode, clock: clock).failure)
    #expect(failure.sentence == "The code has expired. Start again for a new one.")
    #expect(clock.pauses == [4000, 4000, 2000])
    #expect(home.server.requests("/token").count == 2)

    var polling = DevicePolling(
      expiresIn: 600, interval: 5, now: .init(monotonic: 0, wall: 1_000_000))
    #expect(!polling.isExpired(now: .init(monotonic: 5000, wall: 1_000_005)))
    // The machine slept.
    #expect(polling.isExpired(now: .init(monotonic: 5000, wall: 1_003_600)))
    #expect(polling.isExpired(now: .init(monotonic: 600_000, wall: 900_000)))
    polling.note(.silence)
    polling.note(.silence)
    #expect(polling.delay == 20_000)
    for _ in 0..<10 { polling.note(.silence) }
    #expect(polling.delay == 60_000)
    polling.note(.pending)
    #expect(polling.delay == 5000)
  }

  @Test func silenceIsWaitedOutLongerAndLonger() {
    let home = TestProvider {
      $0.polls = [.hang, .hangUp, .error("authorization_pending"), .json("{}", status: 500)]
    }
    var limits = HTTPLimits.json
    limits.idle = 250
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock, limits: limits)
    #expect(run.identity != nil, "\(String(describing: run.failure))")
    #expect(clock.pauses == [1000, 2000, 4000, 1000, 1000])
  }

  @Test(arguments: [
    LoopbackServer.Reply.html(status: 502), .html(status: 503), .json("{}", status: 500),
  ]) func trouBleOfTheServersOwnPasses(_ reply: LoopbackServer.Reply) {
    let home = TestProvider { $0.polls = [reply] }
    #expect(SignInRun(home.provider(.openID), .deviceCode, clock: clock).identity != nil)
    let facebook = TestProvider { $0.polls = [reply] }
    #expect(SignInRun(facebook.provider(.facebook), .deviceCode, clock: clock).identity != nil)
  }

  @Test(arguments: [
    LoopbackServer.Reply.html(), .html(status: 400), .json("[]"), .json("null"), .json("\"x\""),
    .json("{\"access_token\":7}"), .json("{\"access_token\":null}"), .json("{\"error\":{}}"),
    .json(String(repeating: "[", count: 100_000)), .json("{\"access_token\":\"a\""), .json(""),
    .redirect("/userinfo"),
  ]) func anAnswerThatMakesNoSenseEndsIt(_ reply: LoopbackServer.Reply) throws {
    let home = TestProvider { $0.polls = [reply] }
    let failure = try #require(SignInRun(home.provider(.openID), .deviceCode, clock: clock).failure)
    #expect(failure.kind == .unavailable)
    #expect(
      ["HTTP ", "cannot be read", "A web page came"].contains { failure.sentence.contains($0) },
      "\(failure.sentence)")
  }

  @Test(arguments: [
    "{}", "{\"device_code\":\"a\"}", "{\"device_code\":\"a\",\"user_code\":\"b\"}",
    "{\"device_code\":7,\"user_code\":\"b\",\"verification_uri\":\"https://a.example\"}",
    "{\"device_code\":\"a\",\"user_code\":\"\\u202e\",\"verification_uri\":\"https://a.example\"}",
    "{\"device_code\":\"a\",\"user_code\":\"b\",\"verification_uri\":\"javascript:x\"}",
    "{\"device_code\":\"a\",\"user_code\":\"b\",\"verification_uri\":\"http://a.example\"}",
    "{\"device_code\":\"a\",\"user_code\":\"b\",\"verification_uri\":\"https://u@a.example\"}",
  ]) func aCodeThatMakesNoSenseIsNotShown(_ text: String) throws {
    let home = TestProvider { $0.grant = .json(text) }
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(run.shown.isEmpty)
    #expect(run.failure != nil)
  }

  @Test func cancellingEndsIt() throws {
    let home = TestProvider {
      $0.polls = Array(repeating: .error("authorization_pending"), count: 50)
    }
    let cancellation = Cancellation()
    cancel(cancellation) { !home.server.requests("/token").isEmpty }
    let run = SignInRun(home.provider(.openID), .deviceCode, cancellation: cancellation)
    #expect(run.failure?.kind == .cancelled)
  }

  @Test func whatIsNotSetUpIsSaid() throws {
    let home = TestProvider()
    for (kind, flow, part) in [
      (IdentityProvider.Kind.google, SignInFlow.browser, "signIn.google.clientId"),
      (.facebook, .deviceCode, "signIn.facebook.appId"), (.openID, .deviceCode, "clientId of Home"),
    ] {
      var provider = home.provider(kind)
      provider.clientID = ""
      let failure = try #require(SignInRun(provider, flow, clock: clock).failure)
      #expect(failure.sentence.contains(part), "\(failure.sentence)")
      #expect(failure.sentence.contains("settings.json"))
    }
    var facebook = home.provider(.facebook)
    facebook.clientSecret = ""
    let failure = try #require(SignInRun(facebook, .deviceCode, clock: clock).failure)
    #expect(failure.sentence.contains("clientToken"))
    for address in ["nonsense", "http://sso.example", "https://a.example/?x", ""] {
      var provider = home.provider(.openID)
      provider.address = address
      #expect(SignInRun(provider, .deviceCode, clock: clock).failure?.kind == .notAllowed)
    }
    #expect(home.server.requests.isEmpty)
  }
}
