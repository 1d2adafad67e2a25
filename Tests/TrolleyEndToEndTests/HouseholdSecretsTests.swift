import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// The same for a household: passwords and their hashes, tokens of providers, and the secrets of
/// its clients, which only the settings contain.
@Suite(.startsPrograms)
struct HouseholdSecretsTests {
  private let family: ProviderHome
  private let home: WatchedHome

  private let anns = "violet-otter-quarry-88"
  private let annsNext = "amber walrus känguru 31"
  private let doras = "P4per+lantern/harbour"
  private let wrong = "maroon-badger-funnel"
  private let tooShort = "zq7"
  private let accessToken = "ya29.hidden-access-token-5521"
  private let deviceCode = "AH-1Ng-hidden-device-code"

  init() throws {
    family = try ProviderHome()
    home = WatchedHome(family.runner)
    for button in ProviderHome.Button.allCases {
      family.provider(button).change { [accessToken, deviceCode] in
        $0.accessToken = accessToken
        $0.deviceCode = deviceCode
      }
    }
  }

  /// Opens a form by a key, fills it from its first field on, and submits it.
  private func form(
    _ screen: TmuxScreen, _ key: String, _ texts: [String], then: String
  ) throws {
    try screen.press(key)
    screen.wait(for: "Again")
    for text in texts {
      try screen.press("C-u")
      if !text.isEmpty { try screen.type(text) }
      try screen.press("Tab")
    }
    try screen.press("C-s")
    screen.wait(for: then)
  }

  private func close(_ screen: TmuxScreen) throws {
    try screen.leaveForm(to: "the form to close") { !$0.contains("Again") }
  }

  private func signIn(_ screen: TmuxScreen, _ password: String, then: String) throws {
    try screen.press("C-u")
    try screen.type("ann@home.example")
    try screen.press("Tab")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: then)
  }

  @Test func noPasswordAndNoTokenIsLeftAnywhere() throws {
    var answers: [Data] = []

    // Created and signed in to by verbs.
    answers.append(
      try home.verb(
        "people", "add", "--name", "Dora", "--email", "dora@home.example", input: doras + "\n"))
    answers.append(
      try home.verb("sign-in", "--as", "dora@home.example", input: wrong + "\n", status: 77))
    answers.append(
      try home.verb("sign-in", "--as", "who@home.example", input: wrong + "\n", status: 77))
    answers.append(
      try home.verb("sign-in", "--as", "dora@home.example", input: doras + "\n"))

    // Registered on the screen; refused, wrong, right and new passwords.
    let screen = try home.screen("$TROLLEY")
    screen.wait(for: "[ Register ]")
    let ann = ["Ann", "ann@home.example"]
    try form(screen, "C-n", ann + [tooShort, tooShort], then: "Too short")
    try close(screen)
    try form(screen, "C-n", ann + [anns, wrong], then: "That is not the same password again.")
    try close(screen)
    try form(screen, "C-n", ann + [anns, anns], then: "Welcome, Ann.")
    try screen.press("5")
    screen.wait(for: "Dora")
    try screen.press("Down")
    try form(screen, "e", ann + [annsNext, annsNext, wrong], then: "That is not the password.")
    try close(screen)
    try form(screen, "e", ann + [annsNext, annsNext, anns], then: "Household")
    screen.wait(for: "the form to close") { !$0.contains("Password now") }
    try family.signOut(screen)
    try signIn(screen, anns, then: "The e-mail address or the password is wrong.")
    try screen.press("Up")
    try signIn(screen, annsNext, then: "Welcome, Ann.")
    try family.signOut(screen)

    // The vault fails, which is logged.
    let key = home.runner.data.appending(path: "pin.key").path
    try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
    try signIn(screen, annsNext, then: "pin.key is gone")
    try FileManager.default.moveItem(atPath: key + ".away", toPath: key)

    try screen.press("C-u")
    try screen.type(annsNext)
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
    try family.signOut(screen)

    // All three providers, in both ways, one of them denied.
    for button in ProviderHome.Button.allCases {
      try family.press(button, on: screen)
      screen.wait(for: "\(button.name) says that you are \(button.person).")
      try screen.press("C-s")
      screen.wait(for: "Welcome, \(button.person.split(separator: " ")[0])")
      try family.signOut(screen)
    }
    family.google.change { $0.token = .error("access_denied") }
    try family.press(.google, on: screen)
    screen.wait(for: "Google was told no.")
    try screen.press("Escape")
    family.google.change { $0.token = nil }
    let desktop = try home.screen("$TROLLEY", family.desktop)
    desktop.wait(for: "[ Register ]")
    try family.press(.home, on: desktop)
    TestBrowser.follow(try family.nextAddress())
    desktop.wait(for: "Welcome, Cleo")
    try desktop.press("Q")
    // Removes what the test itself has created with the modes of a careless shell.
    try FileManager.default.removeItem(at: home.runner.home.appending(path: "programs"))
    answers.append(try home.verb("sign-in", "--with", "google"))

    // In a terminal: a list long enough for a snapshot, and every export.
    let terminal = try home.screen("$TROLLEY sign-in --as ann@home.example; $TROLLEY whoami")
    terminal.wait(for: "Password of ann@home.example:")
    terminal.wait(for: "silence") { _ in !terminal.echoes }
    try home.type(terminal, annsNext, "Enter", then: "Signed in as Ann.")
    let many = (1...1500).map { "Thing number \($0) @1.20 #things" }.joined(separator: "\n")
    answers.append(try home.verb("import", "--format", "lines", "-", input: many))
    answers.append(try home.verb("pick", "Thing number 7"))
    for format in ["json", "csv", "markdown", "todotxt", "sql", "plist"] {
      let file = home.runner.home.appending(path: "list.\(format)").path
      answers.append(
        try home.verb("export", "--format", format, "--output", file, input: annsNext + "\n"))
      answers.append(try home.verb("export", "--format", format, input: annsNext + "\n"))
    }
    answers.append(try home.verb("export", input: wrong + "\n", status: 77))
    for words in [
      ["log"], ["people", "list", "--json"], ["whoami", "--json"], ["check"], ["list", "--json"],
    ] {
      answers.append(try home.runner.start(words).finish().bytes)
    }
    try screen.press("C-q")
    screen.wait(for: "the end") { !$0.contains("[ Sign in ]") }

    try home.expectNothing(
      of: [anns, annsNext, doras, wrong, accessToken, deviceCode, "$argon2id$"],
      except: ("data/settings.json", [ProviderHome.secret]), in: answers,
      files: [
        "data/journal.jsonl", "data/snapshot.json", "data/settings.json", "data/pin.key",
        "data/sign-in.passwords", "data/lock", "state/trolley/log", "list.json", "list.plist",
      ], programs: ["trolley", "trolley-worker"])
  }
}
