/// The member `signIn` of the settings file: at which providers people can say who they are. Of
/// `openID`, a list that people write, nothing is ever written here.
enum SignInSettings {
  /// More are not shown.
  private static let mostProviders = 8

  static func read(_ value: JSONValue) -> (providers: [IdentityProvider], complaints: [String]) {
    var reader = Reader()
    guard let members = value.object else {
      return (
        [], ["settings: signIn must be an object such as {\"google\": {\"clientId\": \"…\"}}."]
      )
    }
    for member in members {
      switch member.name {
      case "google": reader.take(google: member.value)
      case "facebook": reader.take(facebook: member.value)
      case "openID": reader.take(openID: member.value)
      default: reader.complain("\(CleanText.line(member.name)) is not known.")
      }
    }
    return (inOrder(Array(reader.providers.prefix(mostProviders))), reader.complaints)
  }

  /// As their buttons stand, whatever the order in the file.
  static func inOrder(_ providers: [IdentityProvider]) -> [IdentityProvider] {
    IdentityProvider.Kind.allCases.flatMap { kind in providers.filter { $0.kind == kind } }
  }

  /// What is written of it.
  static func members(of providers: [IdentityProvider]) -> [SettingsEdit] {
    func member(_ provider: String, _ name: String, _ text: String?) -> SettingsEdit {
      SettingsEdit(
        ["signIn", provider, name], (text ?? "").isEmpty ? nil : text.map { .string($0) })
    }
    let google = providers.first { $0.kind == .google }
    let facebook = providers.first { $0.kind == .facebook }
    return [
      member("google", "clientId", google?.clientID),
      member("google", "clientSecret", google?.clientSecret),
      member("google", "deviceClientId", google?.deviceClientID),
      member("google", "deviceClientSecret", google?.deviceClientSecret),
      member("google", "issuer", google?.address),
      member("facebook", "appId", facebook?.clientID),
      member("facebook", "clientToken", facebook?.clientSecret),
      member("facebook", "version", facebook?.version),
      member("facebook", "graph", facebook?.address),
    ]
  }

  private struct Reader {
    var providers: [IdentityProvider] = []
    var complaints: [String] = []

    mutating func complain(_ text: String) { complaints.append("settings: signIn.\(text)") }

    mutating func take(google value: JSONValue) {
      guard check(value, "google", Self.googleNames) else { return }
      guard let clientID = text(value, "google", "clientId", isNeeded: true),
        let secret = text(value, "google", "clientSecret"),
        let deviceClientID = text(value, "google", "deviceClientId"),
        let deviceSecret = text(value, "google", "deviceClientSecret"),
        let issuer = address(value, "google", "issuer", isNeeded: false)
      else { return }
      var provider = IdentityProvider(
        kind: .google, name: "Google", address: issuer, clientID: clientID, clientSecret: secret)
      provider.deviceClientID = deviceClientID
      provider.deviceClientSecret = deviceSecret
      add(provider)
    }

    private static let googleNames = [
      "clientId", "clientSecret", "deviceClientId", "deviceClientSecret", "issuer",
    ]

    mutating func take(facebook value: JSONValue) {
      guard check(value, "facebook", ["appId", "clientToken", "version", "graph"]) else { return }
      guard let appID = text(value, "facebook", "appId", isNeeded: true),
        let token = text(value, "facebook", "clientToken"),
        let version = text(value, "facebook", "version"),
        let graph = address(value, "facebook", "graph", isNeeded: false)
      else { return }
      guard version.isEmpty || isVersion(version) else {
        return complain("facebook.version must be one such as v23.0.")
      }
      add(
        IdentityProvider(
          kind: .facebook, name: "Facebook", address: graph, clientID: appID, clientSecret: token,
          version: version))
    }

    mutating func take(openID value: JSONValue) {
      guard let elements = value.array else { return complain("openID must be a list of objects.") }
      for (index, element) in elements.enumerated() {
        let path = "openID[\(index)]"
        guard check(element, path, ["name", "issuer", "clientId", "clientSecret"]) else { continue }
        guard let issuer = address(element, path, "issuer", isNeeded: true),
          let clientID = text(element, path, "clientId", isNeeded: true),
          let secret = text(element, path, "clientSecret")
        else { continue }
        let name = element["name"]?.string.flatMap { CleanText.name($0) }
        add(
          IdentityProvider(
            kind: .openID, name: name ?? WebAddress(issuer)?.host ?? issuer, address: issuer,
            clientID: clientID, clientSecret: secret))
      }
    }

    private mutating func add(_ provider: IdentityProvider) {
      guard !providers.contains(where: { $0.name == provider.name }) else {
        return complain("\(provider.name) is there twice.")
      }
      providers.append(provider)
    }

    private func isVersion(_ text: String) -> Bool {
      let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      return text.first == "v" && parts.count == 2
        && parts.allSatisfy { (1...3).contains($0.utf8.count) && Int($0) != nil }
    }

    /// Whether it is an object; a member that is not known is most likely a slip.
    private mutating func check(_ value: JSONValue, _ path: String, _ known: [String]) -> Bool {
      guard let members = value.object else {
        complain("\(path) must be an object.")
        return false
      }
      for member in members where !known.contains(member.name) {
        complain("\(path).\(CleanText.line(member.name)) is not known.")
      }
      return true
    }

    /// Empty when it is not there and need not be; nil when it makes no sense.
    private mutating func text(
      _ value: JSONValue, _ path: String, _ name: String, isNeeded: Bool = false
    ) -> String? {
      guard let member = value[name], !member.isNull else {
        if isNeeded { complain("\(path).\(name) is missing.") }
        return isNeeded ? nil : ""
      }
      guard let text = member.string, text.utf8.count <= 512,
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !(isNeeded && text.isEmpty)
      else {
        complain("\(path).\(name) must be a text without blanks.")
        return nil
      }
      return text
    }

    private mutating func address(
      _ value: JSONValue, _ path: String, _ name: String, isNeeded: Bool
    ) -> String? {
      guard let text = text(value, path, name, isNeeded: isNeeded) else { return nil }
      if text.isEmpty { return text }
      guard let address = WebAddress(text), address.isProtected, !text.contains("?"),
        !text.contains("#")
      else {
        complain("\(path).\(name) must be an address that begins with https://.")
        return nil
      }
      return text
    }
  }
}
