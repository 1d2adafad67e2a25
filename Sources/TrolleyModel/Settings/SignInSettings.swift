/// The providers for signing in to a household: the member `signIn` of the settings file.
public struct SignInSettings: Equatable, Sendable {
  /// Not configured without a client id.
  public var google = IdentityProvider(kind: .google, name: "Google")
  public var facebook = IdentityProvider(kind: .facebook, name: "Facebook")
  /// A list written by hand: Trolley never changes it.
  public var openID: [IdentityProvider] = []

  public init() {}

  /// More are not shown.
  private static let mostProviders = 8

  /// Returns the errors of all of them together.
  fileprivate mutating func check() -> [String] {
    var names = [google, facebook].filter { !$0.clientID.isEmpty }.map(\.name)
    var wrong: [String] = []
    let room = Self.mostProviders - names.count
    openID = openID.filter { provider in
      let isNew = !names.contains(provider.name)
      if isNew {
        names.append(provider.name)
      } else {
        wrong.append("\(provider.name) is there twice.")
      }
      return isNew
    }
    openID = Array(openID.prefix(room))
    return wrong
  }
}

extension IdentityProvider {
  /// Ignores a provider without an id, or with an error.
  ///
  /// - Parameter id: the id's name in the file.
  fileprivate mutating func check(id: String, wrong: Int) -> [String] {
    let isMissing = clientID.isEmpty
    if isMissing || wrong > 0 { self = IdentityProvider(kind: kind, name: name) }
    return isMissing && wrong == 0 ? ["\(id) is missing."] : []
  }

  /// Removing the id removes the rest.
  fileprivate mutating func checkTyped(_ old: IdentityProvider) -> String? {
    guard self != old, clientID.isEmpty else { return nil }
    if old.clientID.isEmpty, !clientSecret.isEmpty {
      return "First comes the id: there is none yet."
    }
    self = IdentityProvider(kind: kind, name: name)
    return nil
  }
}

extension SettingSection {
  static let signIn = [
    SettingSection(
      name: "signIn", example: #"{"google": {"clientId": "…"}}"#,
      check: { preferences, _, _ in preferences.signIn.check() }),
    SettingSection(
      name: "signIn.google", example: "",
      check: { preferences, wrong, _ in
        preferences.signIn.google.check(id: "clientId", wrong: wrong)
      }),
    SettingSection(
      name: "signIn.facebook", example: "",
      check: { preferences, wrong, _ in
        preferences.signIn.facebook.check(id: "appId", wrong: wrong)
      }),
  ]
}

extension SettingRow {
  static let signIn: [SettingRow] = [
    ofProvider(
      "google.clientId", \.signIn.google.clientID, .token(isNeeded: true), "Google client id",
      "From Google’s console: for “Continue with Google”."),
    ofProvider(
      "google.clientSecret", \.signIn.google.clientSecret, .token(.key(hint: "")),
      "Google client secret", "Both of Google’s kinds of client have one."),
    .hidden(
      "signIn.google.deviceClientId", \.signIn.google.deviceClientID, .token(),
      "A client for the code on another device, where that is another one."),
    .hidden(
      "signIn.google.deviceClientSecret", \.signIn.google.deviceClientSecret, .token(),
      "The secret of that one."),
    .hidden(
      "signIn.google.issuer", \.signIn.google.address, .issuer(),
      "In place of https://accounts.google.com."),
    ofProvider(
      "facebook.appId", \.signIn.facebook.clientID, .token(isNeeded: true), "Facebook app id",
      "From Facebook’s page for developers: for “Continue with Facebook”."),
    ofProvider(
      "facebook.clientToken", \.signIn.facebook.clientSecret, .token(.key(hint: "")),
      "Facebook client token", "For the code on another device; not the app secret."),
    .hidden(
      "signIn.facebook.version", \.signIn.facebook.version, .version(),
      "That of the graph, which ends after about two years."),
    .hidden(
      "signIn.facebook.graph", \.signIn.facebook.address, .issuer(),
      "In place of https://graph.facebook.com."),
    SettingRow(
      .signIn, "signIn.openID", \.signIn.openID, .openIDList, "Other providers",
      "Any that speaks OpenID Connect: signIn.openID in the settings file."
    ).with(\.uses, [.household]),
  ]

  private static func ofProvider(
    _ name: String, _ field: WritableKeyPath<Preferences, String> & Sendable,
    _ codec: SettingCodec<String>, _ title: String, _ explanation: String
  ) -> SettingRow {
    SettingRow(.signIn, "signIn." + name, field, codec, title, explanation)
      .with(\.uses, [.household]).with(\.synonyms, "login oauth")
      .with(\.check) { preferences, old in
        preferences.signIn.google.checkTyped(old.signIn.google)
          ?? preferences.signIn.facebook.checkTyped(old.signIn.facebook)
      }
  }
}

extension SettingCodec<String> {
  /// - Parameter isNeeded: whether an empty one in the file is an error.
  fileprivate static func token(
    _ shape: SettingRow.Shape = .text(hint: "empty for none", limit: 512), isNeeded: Bool = false
  ) -> Self {
    var codec = Self(
      shape, must: "be a text without blanks",
      read: { json in
        json.isNull
          ? "" : json.string.flatMap { isToken($0) && !(isNeeded && $0.isEmpty) ? $0 : nil }
      }, write: { .string($0) })
    codec.typedError = "It has no blanks and only plain letters, digits and signs."
    return codec
  }

  fileprivate static func isToken(_ text: String) -> Bool {
    text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  fileprivate static func issuer(isNeeded: Bool = false) -> Self {
    text(must: "be an address that begins with https://") { text in
      guard !text.isEmpty else { return !isNeeded }
      return isToken(text) && WebAddress(text)?.isProtected == true && !text.contains("?")
        && !text.contains("#")
    }
  }

  /// The version of Facebook's Graph API.
  fileprivate static func version() -> Self {
    text(must: "be one such as v23.0") { text in
      let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      return text.isEmpty
        || text.first == "v" && parts.count == 2
          && parts.allSatisfy { (1...3).contains($0.utf8.count) && Int($0) != nil }
    }
  }
}

extension SettingCodec<[IdentityProvider]> {
  /// An invalid provider is left out and reported.
  fileprivate static var openIDList: Self {
    Self(
      .readOnly, must: { "be a list of objects" },
      read: { json, wrong in
        guard let elements = json.array else {
          wrong.append(" must be a list of objects.")
          return nil
        }
        var all: [IdentityProvider] = []
        for (index, element) in elements.enumerated() {
          var words: [String] = []
          if let provider = provider(element, &words) { all.append(provider) }
          wrong += words.map { "[\(index)]" + $0 }
        }
        return all
      }, write: { .array($0.map { .string($0.name) }) },
      text: { ($0.array ?? []).compactMap(\.string).joined(separator: ", ") })
  }

  private static func provider(_ json: JSONValue, _ wrong: inout [String]) -> IdentityProvider? {
    guard let members = json.object else {
      wrong.append(" must be an object.")
      return nil
    }
    for name in members.map(\.name)
    where !["name", "issuer", "clientId", "clientSecret"].contains(name) {
      wrong.append(".\(CleanText.line(name)) is not known.")
    }
    func text(_ name: String, _ codec: SettingCodec<String>, isNeeded: Bool = true) -> String? {
      guard let member = json[name], !member.isNull else {
        if isNeeded { wrong.append(".\(name) is missing.") }
        return isNeeded ? nil : ""
      }
      var words: [String] = []
      let text = codec.read(member, &words)
      wrong += words.map { ".\(name)" + $0 }
      return text
    }
    guard let issuer = text("issuer", .issuer(isNeeded: true)),
      let id = text("clientId", .token(isNeeded: true)),
      let secret = text("clientSecret", .token(), isNeeded: false)
    else { return nil }
    let name = json["name"]?.string.flatMap { CleanText.name($0) }
    return IdentityProvider(
      kind: .openID, name: name ?? WebAddress(issuer)?.host ?? issuer, address: issuer,
      clientID: id,
      clientSecret: secret)
  }
}
