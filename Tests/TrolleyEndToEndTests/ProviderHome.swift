import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// A household with three providers on this machine, each with one person.
final class ProviderHome {
  enum Button: Int, CaseIterable {
    case google = 3
    case facebook, home

    var name: String {
      switch self {
      case .google: "Google"
      case .facebook: "Facebook"
      case .home: "Home"
      }
    }

    /// The name of its person.
    var person: String {
      switch self {
      case .google: "Ann Ünal"
      case .facebook: "Ben Example"
      case .home: "Cleo Dent"
      }
    }
  }

  let runner: CommandRunner
  let google: TestProvider
  let facebook: TestProvider
  let home: TestProvider

  init() throws {
    runner = try CommandRunner()
    google = TestProvider()
    facebook = TestProvider {
      $0.claims = ["sub": "\"1000\""]
      $0.me = .json("{\"id\":\"1000\",\"name\":\"Ben Example\",\"email\":\"ben@example.org\"}")
    }
    home = TestProvider(path: "/realms/home") {
      $0.claims = ["email": "\"cleo@example.org\"", "name": "\"Cleo Dent\""]
    }
    let made = try runner.run("init", "--use", "household")
    try #require(made.status == 0, "\(made.error)")
    try runner.file(
      "data/settings.json",
      """
      {"signIn":{\
      "google":{"clientId":"trolley-client","clientSecret":"\(Self.secret)",\
      "issuer":"\(google.issuer)"},\
      "facebook":{"appId":"trolley-client","clientToken":"\(Self.secret)","version":"v19.0",\
      "graph":"\(facebook.issuer)"},\
      "openID":[{"name":"Home","issuer":"\(home.issuer)","clientId":"trolley-client"}]}}
      """)
  }

  static let secret = "rosebud-4711-sesame"

  /// The file into which the fake browser writes its address.
  private var opened: URL { runner.home.appending(path: "opened") }

  /// The environment of a desktop terminal with a fake browser.
  var desktop: [String: String] {
    get throws {
      let programs = runner.home.appending(path: "programs")
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      let opener = programs.appending(path: "xdg-open")
      try Data(
        """
        #!/bin/sh
        printf %s "$1" > "$HOME/opening" && mv "$HOME/opening" "$HOME/opened"

        """.utf8
      ).write(to: opener)
      try makeExecutable(opener.path)
      return ["DISPLAY": ":7", "PATH": programs.path + ":/usr/bin:/bin"]
    }
  }

  /// The next address that the browser is started with.
  func nextAddress(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let address = try waitFor("a browser to be started", sourceLocation: sourceLocation) {
      try? String(contentsOf: opened, encoding: .utf8)
    }
    try FileManager.default.removeItem(at: opened)
    return address
  }

  func screen(_ environment: [String: String] = [:]) throws -> TmuxScreen {
    let screen = try TmuxScreen(
      folder: runner.home, environment: environment,
      command: "$TROLLEY; echo left with $?; sleep 60")
    screen.wait(for: "[ Register ]")
    return screen
  }

  func provider(_ button: Button) -> TestProvider {
    switch button {
    case .google: google
    case .facebook: facebook
    case .home: home
    }
  }

  /// Its answer until the user has entered the code.
  static func pending(_ button: Button) -> LoopbackServer.Reply {
    switch button {
    case .google: .error("authorization_pending", status: 428)
    case .facebook: .facebook(1_349_174)
    case .home: .error("authorization_pending")
    }
  }

  /// Keeps the code pending until `approve`.
  func hold(_ button: Button) {
    provider(button).change { $0.token = Self.pending(button) }
  }

  func approve(_ button: Button) { provider(button).change { $0.token = nil } }

  /// The number of requests for tokens so far.
  func polls(_ button: Button) -> Int {
    let server = provider(button).server
    return server.requests("/token").count + server.requests("/v19.0/device/login_status").count
  }

  /// The number of requests with this device code.
  func polls(_ button: Button, code: String) -> Int {
    let server = provider(button).server
    return (server.requests("/token") + server.requests("/v19.0/device/login_status"))
      .count { $0.form["device_code"] == code || $0.form["code"] == code }
  }

  /// Presses a button, starting from the first field of the sign-in screen.
  func press(_ button: Button, on screen: TmuxScreen) throws {
    for _ in 0..<button.rawValue { try screen.press("Tab") }
    try screen.press("Enter")
  }

  func signOut(_ screen: TmuxScreen) throws {
    try screen.press("L")
    screen.wait(for: "[ Register ]")
  }
}
