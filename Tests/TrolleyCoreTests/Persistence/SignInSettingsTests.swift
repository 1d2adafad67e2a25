import Testing

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

extension Preferences {
  /// Those that are set up.
  var providers: [IdentityProvider] { offeredProviders.filter(\.isSetUp) }
}

@Suite struct SignInSettingsTests {
  private func file(_ signIn: String) throws -> PreferencesFile {
    try PreferencesFile(Array("{\"theme\":\"dark\",\"signIn\":\(signIn)}".utf8))
  }

  private static let full = """
    {"google":{"clientId":"1-a.apps","clientSecret":"GOCSPX-1"},
    "facebook":{"appId":"77","clientToken":"t0ken","version":"v19.0","graph":"https://g.example"},
    "openID":[{"name":"Home","issuer":"https://sso.example/realms/home","clientId":"trolley"},
    {"issuer":"http://127.0.0.1:8080","clientId":"b","clientSecret":"c"}]}
    """

  @Test func everyProviderIsRead() throws {
    let file = try file(Self.full)
    #expect(file.complaints == [])
    #expect(
      file.preferences.providers == [
        IdentityProvider(
          kind: .google, name: "Google", clientID: "1-a.apps", clientSecret: "GOCSPX-1"),
        IdentityProvider(
          kind: .facebook, name: "Facebook", address: "https://g.example", clientID: "77",
          clientSecret: "t0ken", version: "v19.0"),
        IdentityProvider(
          kind: .openID, name: "Home", address: "https://sso.example/realms/home",
          clientID: "trolley"),
        IdentityProvider(
          kind: .openID, name: "127.0.0.1", address: "http://127.0.0.1:8080", clientID: "b",
          clientSecret: "c"),
      ])
  }

  @Test func codesMayHaveAClientOfTheirOwn() throws {
    let file = try file(
      """
      {"google":{"clientId":"a","clientSecret":"b","deviceClientId":"c","deviceClientSecret":"d"}}
      """)
    #expect(file.complaints == [])
    let google = try #require(file.preferences.providers.first)
    #expect((google.clientID, google.clientSecret) == ("a", "b"))
    #expect((google.deviceClientID, google.deviceClientSecret) == ("c", "d"))
    let line = WorkerLine.bytes(of: .ask(.identify(google, .deviceCode), number: 1)).dropLast()
    #expect(try WorkerLine.request(Array(line)) == .ask(.identify(google, .deviceCode), number: 1))
  }

  @Test func writingOtherChoicesLeavesThemAsTheyAre() throws {
    let file = try file(Self.full)
    var preferences = file.preferences
    preferences.theme = .light
    let again = try PreferencesFile(file.bytes(with: preferences))
    #expect(again.preferences == preferences)
    #expect(again.complaints == [])
    let before = try JSONValue.parse(file.bytes(with: file.preferences))
    let after = try JSONValue.parse(file.bytes(with: preferences))
    #expect(before["signIn"] == after["signIn"])
    #expect(after["signIn"] == (try JSONValue.parse(Self.full)))
  }

  @Test(arguments: [
    ("7", "signIn must be an object"), ("{\"googel\":{}}", "signIn.googel is not known."),
    ("{\"google\":[]}", "signIn.google must be an object."),
    ("{\"google\":{}}", "signIn.google.clientId is missing."),
    ("{\"google\":{\"clientId\":\"\"}}", "signIn.google.clientId must be a text without blanks."),
    (
      "{\"google\":{\"clientId\":\"a b\"}}", "signIn.google.clientId must be a text without blanks."
    ),
    ("{\"google\":{\"clientId\":7}}", "signIn.google.clientId must be a text without blanks."),
    (
      "{\"google\":{\"clientId\":\"a\",\"issuer\":\"http://x.example\"}}",
      "signIn.google.issuer must be an address that begins with https://."
    ),
    (
      "{\"facebook\":{\"appId\":\"a\",\"version\":\"19\"}}",
      "signIn.facebook.version must be one such as v23.0."
    ),
    ("{\"openID\":{}}", "signIn.openID must be a list of objects."),
    ("{\"openID\":[{\"clientId\":\"a\"}]}", "signIn.openID[0].issuer is missing."),
    (
      "{\"openID\":[{\"clientId\":\"a\",\"issuer\":\"https://a.example/?x\"}]}",
      "signIn.openID[0].issuer must be an address that begins with https://."
    ),
  ]) func whatIsWrongIsSaidAndIsNoProvider(_ text: String, _ complaint: String) throws {
    let file = try file(text)
    #expect(file.preferences.providers == [])
    #expect(file.complaints.count == 1)
    #expect(file.complaints.first?.contains(complaint) == true, "\(file.complaints)")
    #expect(file.preferences.theme == .dark)
  }

  @Test func aSlipDoesNotTakeTheRestAway() throws {
    let file = try file(
      """
      {"google":{"clientId":"a","clientsecret":"b"},"openID":[7,
      {"name":"Google","issuer":"https://a.example","clientId":"c"}]}
      """)
    #expect(file.preferences.providers.map(\.name) == ["Google"])
    #expect(
      file.complaints == [
        "settings: signIn.google.clientsecret is not known.",
        "settings: signIn.openID[0] must be an object.",
        "settings: signIn.Google is there twice.",
      ])
  }
}
