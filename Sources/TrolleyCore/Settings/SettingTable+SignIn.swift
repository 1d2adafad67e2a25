extension SettingRow {
  /// Who comes in, and how.
  static let signIn: [SettingRow] = [
    SettingRow(
      .signIn, "lockMinutes", "Lock after", "Without a key for so long; the cart is kept.",
      .choice(
        [Choice("", "the usual")]
          + [1, 2, 5, 10, 15, 30, 60].map { Choice(String($0), Wording.count($0, "minute")) },
        isOpen: true),
      { preferences, _ in preferences.lockMinutes.map { String($0) } ?? "" },
      .preferences { preferences, text in
        let minutes = Int(text)
        guard text.isEmpty || minutes.map({ (1...60).contains($0) }) == true else {
          return "It must be a number of minutes from 1 to 60."
        }
        preferences.lockMinutes = minutes
        return nil
      }
    )
    .saying { Wording.count($0.lockMinutes, "minute") }
    .only(.household, .staff),
    SettingRow(
      .signIn, "forgottenPIN", "Forgotten PINs",
      "Whether they are shown to who knows the e-mail address.",
      .choice([Choice("shown"), Choice(SharedState.hidden, "not shown")]),
      { _, shared in shared.hidesForgottenPINs ? SharedState.hidden : "shown" },
      .list { .set(.forgottenPIN, $0 == "shown" ? "" : $0) }
    ).only(.staff),
    provider(
      .google, "signIn.google.clientId", "Google client id",
      "From Google’s console: for “Continue with Google”.", isKey: false),
    provider(
      .google, "signIn.google.clientSecret", "Google client secret",
      "Both of Google’s kinds of client have one.", isKey: true),
    provider(
      .facebook, "signIn.facebook.appId", "Facebook app id",
      "From Facebook’s page for developers: for “Continue with Facebook”.", isKey: false),
    provider(
      .facebook, "signIn.facebook.clientToken", "Facebook client token",
      "For the code on another device; not the app secret.", isKey: true),
    SettingRow(
      .signIn, "signIn.openID", "Other providers",
      "Any that speaks OpenID Connect: signIn.openID in the settings file.", .told,
      { preferences, _ in
        preferences.providers.filter { $0.kind == .openID }.map(\.name).joined(separator: ", ")
      }, .none
    ).only(.household),
  ]

  private static func provider(
    _ kind: IdentityProvider.Kind, _ name: String, _ title: String, _ explanation: String,
    isKey: Bool
  ) -> SettingRow {
    let hint = isKey ? "" : "empty for none"
    return SettingRow(
      .signIn, name, title, explanation,
      isKey ? .key(hint: hint) : .text(hint: hint, limit: 512),
      { preferences, _ in
        let provider = preferences.providers.first { $0.kind == kind }
        return (isKey ? provider?.clientSecret : provider?.clientID) ?? ""
      },
      .preferences { preferences, text in
        guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
          return "It has no blanks and only plain letters, digits and signs."
        }
        let at = preferences.providers.firstIndex { $0.kind == kind }
        switch (at, isKey) {
        case (nil, true): return text.isEmpty ? nil : "First comes the id: there is none yet."
        case (nil, false):
          guard !text.isEmpty else { return nil }
          let new = IdentityProvider(
            kind: kind, name: kind == .google ? "Google" : "Facebook", clientID: text)
          preferences.providers = SignInSettings.inOrder(preferences.providers + [new])
        case (let at?, true): preferences.providers[at].clientSecret = text
        case (let at?, false):
          if text.isEmpty {
            preferences.providers.remove(at: at)
          } else {
            preferences.providers[at].clientID = text
          }
        }
        return nil
      }
    ).only(.household)
  }
}
