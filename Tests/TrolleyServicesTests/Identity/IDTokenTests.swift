import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// Verification of tokens: invalid ones of every kind, alone and through a whole sign-in.
@Suite(.startsPrograms) struct IDTokenTests {
  private static let now = 1_795_000_000

  private let expected = IDToken.Expectation(
    issuers: ["https://a.example"], clientID: "me", nonce: nil, now: now)

  private func problem(_ claims: String, header: String? = nil, nonce: String? = nil)
    -> IDTokenError?
  {
    do throws(IDTokenError) {
      let token = try IDToken(TestSigner.first.token(claims, header: header))
      var expected = expected
      expected.nonce = nonce
      try token.check(expected)
      return nil
    } catch {
      return error
    }
  }

  private func claims(_ changes: [String: String?]) -> String {
    var all: [String: String?] = [
      "iss": "\"https://a.example\"", "aud": "\"me\"", "sub": "\"1\"", "iat": "\(Self.now)",
      "exp": "\(Self.now + 600)",
    ]
    all.merge(changes) { $1 }
    return "{"
      + all.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
      .joined(separator: ",") + "}"
  }

  @Test(
    arguments: [
      [:], ["aud": "[\"me\"]"], ["aud": "[\"me\",\"me\"]", "azp": "\"me\""],
      ["azp": "\"me\""], ["exp": "1795000000.5"], ["exp": "\(now - 100)"], ["iat": "\(now + 100)"],
      ["iat": "1.795e9"], ["nonce": "\"any\""],
    ] as [[String: String]]) func soundOnes(_ changes: [String: String])
  {
    #expect(problem(claims(changes.mapValues { $0 })) == nil)
  }

  @Test(
    arguments: [
      (["iss": "\"https://b.example\""], IDTokenError.wrongIssuer),
      (["iss": "\"https://a.example/\""], .wrongIssuer), (["iss": nil], .wrongIssuer),
      (["iss": "[\"https://a.example\"]"], .wrongIssuer),
      (["aud": "\"you\""], .wrongAudience), (["aud": nil], .wrongAudience),
      (["aud": "[]"], .wrongAudience),
      (["aud": "[\"me\",7]"], .wrongAudience), (["aud": "[\"me\",\"you\"]"], .wrongAudience),
      (["aud": "[\"me\",\"you\"]", "azp": "\"me\""], .wrongAudience),
      (["aud": "[\"me\",\"me\"]"], .wrongAudience), (["azp": "\"you\""], .wrongAudience),
      (["azp": "7"], .wrongAudience), (["aud": "\"Me\""], .wrongAudience),
      (["exp": "\(now - 121)"], .expired), (["exp": nil], .malformed),
      (["exp": "\"x\""], .malformed),
      (["exp": "1e999"], .malformed), (["iat": nil], .malformed),
      (["iat": "\(now + 121)"], .wrongTime),
      (["iat": "\(now - 90_000)"], .wrongTime), (["sub": nil], .noSubject),
      (["sub": "\"\""], .noSubject),
      (["sub": "7"], .noSubject), (["sub": "\"a b\""], .noSubject), (["sub": "\"ü\""], .noSubject),
      (["sub": "\"" + String(repeating: "a", count: 256) + "\""], .noSubject),
    ] as [([String: String?], IDTokenError)])
  func unsoundOnes(_ changes: [String: String?], _ expected: IDTokenError) {
    #expect(problem(claims(changes)) == expected)
  }

  @Test func algorithmsAndNonces() {
    for header in [
      "{\"alg\":\"none\"}", "{\"alg\":\"HS256\"}", "{\"alg\":\"rs256\"}", "{\"alg\":\"RS512\"}",
    ] {
      #expect(problem(claims([:]), header: header) == .wrongAlgorithm)
    }
    #expect(problem(claims([:]), header: "{}") == .malformed)
    #expect(problem(claims([:]), header: "{\"alg\":\"RS256\",\"crit\":[\"x\"]}") == .malformed)
    #expect(problem(claims([:]), nonce: "n") == .wrongNonce)
    #expect(problem(claims(["nonce": "\"m\""]), nonce: "n") == .wrongNonce)
    #expect(problem(claims(["nonce": "\"n\""]), nonce: "n") == nil)
  }

  @Test(arguments: [
    "", ".", "..", "a.b", "a.b.c.d", "e30.e30.", "e30.W10.AA", "eyJhbGciOiJSUzI1NiJ9.e30=.AA",
    "eyJhbGciOiJSUzI1NiJ9.!!!.AA", "eyJhbGciOiJSUzI1NiJ9.bnVsbA.AA",
  ]) func whatIsNoToken(_ text: String) {
    #expect(throws: IDTokenError.malformed) { try IDToken(text) }
  }

  @Test func signatures() throws {
    let token = try IDToken(TestSigner.first.token(claims([:])))
    let key = try #require(TestSigner.first.publicKey)
    #expect(key.verifies(token.signature, of: token.signed))
    #expect(
      try #require(TestSigner.second.publicKey).verifies(token.signature, of: token.signed) == false
    )
    for at in [0, 100, token.signature.count - 1] {
      var changed = token.signature
      changed[at] ^= 1
      #expect(!key.verifies(changed, of: token.signed))
    }
    var text = token.signed
    text[text.count - 1] ^= 1
    #expect(!key.verifies(token.signature, of: text))
    #expect(!key.verifies([], of: token.signed))
    #expect(!key.verifies(token.signature.dropLast(), of: token.signed))
  }

  @Test func keysThatMakeNoSenseAreLeftOut() throws {
    let good = TestSigner.first.jwk()
    let weak = TestSigner(id: "weak", bits: 1024).jwk()
    let json = try JSONValue.parse(
      """
      {"keys":[7,null,{},{"kty":"EC","kid":"first"},\(TestSigner.first.jwk(use: "enc")),\(weak),
      {"kty":"RSA","kid":"x","n":"AQAB","e":"AQAB"},{"kty":"RSA","n":"!","e":"AQAB"},\(good)]}
      """)
    let keys = SigningKeys(json)
    #expect(keys.candidates(nil).count == 1)
    #expect(keys.candidates("first") == [try #require(TestSigner.first.publicKey)])
    #expect(keys.candidates("weak").isEmpty)
    #expect(SigningKeys(.null).candidates(nil).isEmpty)
    #expect(RSAKey(modulus: [UInt8](repeating: 255, count: 2000), exponent: [3]) == nil)
    #expect(RSAKey(modulus: [UInt8](repeating: 255, count: 256), exponent: [1]) == nil)
    #expect(RSAKey(modulus: [UInt8](repeating: 255, count: 256), exponent: [4]) == nil)
  }

  // MARK: Through a whole sign-in

  private let clock = TestClock(wall: Int(Date().timeIntervalSince1970))

  private func detail(_ home: TestProvider) -> String? {
    SignInRun(home.provider(.openID), .deviceCode, clock: clock).failure?.detail
  }

  @Test func nobodyIsBelievedOnABadToken() {
    #expect(
      detail(TestProvider { $0.claims = ["aud": "\"you\""] }) == "id_token: wrongAudience")
    #expect(detail(TestProvider { $0.claims = ["exp": "1000"] }) == "id_token: expired")
    #expect(detail(TestProvider { $0.signer = .second }) == "id_token: unknownKey")
    #expect(
      detail(
        TestProvider {
          $0.signer = .second
          $0.header = "{\"alg\":\"RS256\",\"kid\":\"first\"}"
        }) == "id_token: badSignature")
    #expect(
      detail(TestProvider { $0.header = "{\"alg\":\"none\"}" }) == "id_token: wrongAlgorithm")
    #expect(
      detail(TestProvider { $0.token = .json("{\"access_token\":\"at-1\"}") })
        == "id_token: missing")
    #expect(
      detail(TestProvider { $0.metadata["jwks_uri"] = .some(nil) }) == "id_token: unknownKey")
  }

  @Test func keysThatWereChangedAreFetchedAgainButNotMoreThanOnceAMinute() throws {
    let home = TestProvider { $0.keys = [[.first], [.second, .first]] }
    let service = IdentityService(client: CurlClient(), environment: clock.environment)
    func run() -> SignInRun { SignInRun(home.provider(.openID), .deviceCode, service: service) }
    #expect(run().identity != nil)
    #expect(home.server.requests("/keys").count == 1)
    home.change { $0.signer = .second }
    #expect(run().failure?.detail == "id_token: unknownKey")
    #expect(home.server.requests("/keys").count == 1)
    clock.pass(seconds: 61)
    #expect(run().identity != nil)
    #expect(home.server.requests("/keys").count == 2)
    // Its metadata is cached.
    #expect(home.server.requests("/.well-known/openid-configuration").count == 1)
    #expect(run().identity != nil)
    #expect(home.server.requests("/keys").count == 2)
  }

  @Test func howLongKeysAreGood() {
    #expect(ProviderDirectory.life(nil) == 3_600_000)
    #expect(ProviderDirectory.life("public, max-age=19800") == 19_800_000)
    #expect(ProviderDirectory.life("max-age=1") == 60_000)
    #expect(ProviderDirectory.life("max-age=99999999999") == 86_400_000)
    #expect(ProviderDirectory.life("no-store") == 60_000)
    #expect(ProviderDirectory.life("max-age=x") == 3_600_000)
  }

  @Test func whatTheTokenDoesNotSayIsAskedFor() throws {
    let home = TestProvider { $0.claims = ["name": nil, "email_verified": "\"true\""] }
    let run = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(run.identity?.name == "From User Info")
    #expect(run.identity?.isEmailVerified == true)
    home.change { $0.userInfo = "{\"sub\":\"other\",\"name\":\"Eve\"}" }
    #expect(detail(home) == "id_token: otherSubject")
    home.change { $0.userInfo = "<html>" }
    let plain = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(plain.identity?.subject == "1098")
    #expect(plain.identity?.name == "")
    home.change { $0.claims = ["email": "\"no\\u0007 address\"", "name": "\"A\\u001b[2Jnn\""] }
    let dirty = SignInRun(home.provider(.openID), .deviceCode, clock: clock)
    #expect(dirty.identity?.name == "A[2Jnn")
    #expect(dirty.identity?.email == "")
  }
}
