import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// Failures of a provider, each with its own message on the screen; enter tries again.
@Suite(.startsPrograms)
struct ProviderTroubleTests {
  private let family: ProviderHome

  init() throws { family = try ProviderHome() }

  private func expectSignedOut(
    _ screen: TmuxScreen, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = screen.wait(for: "[ Sign in ]", sourceLocation: sourceLocation)
    #expect(!text.contains("Welcome"), "\(text)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ProviderHome.Button.allCases)
  func denied(_ button: ProviderHome.Button) throws {
    family.provider(button).change {
      $0.token = button == .facebook ? .facebook(1_349_173) : .error("access_denied", status: 403)
    }
    let screen = try family.screen()
    try family.press(button, on: screen)
    screen.wait(for: "\(button.name) was told no. Nothing has changed.")
    family.approve(button)
    try screen.press("Enter")
    screen.wait(for: "\(button.name) says that you are \(button.person).")
  }

  @Test(arguments: ProviderHome.Button.allCases)
  func theCodeExpires(_ button: ProviderHome.Button) throws {
    family.hold(button)
    family.provider(button).change { $0.expiresIn = "3" }
    let screen = try family.screen()
    try family.press(button, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    screen.wait(for: "The code has expired. Start again for a new one.")
    family.approve(button)
    try screen.press("Enter")
    screen.wait(for: "\(button.name) says that you are \(button.person).")
  }

  /// The worker stops asking, and a late answer of the provider does not sign in.
  @Test(arguments: ProviderHome.Button.allCases)
  func givenUp(_ button: ProviderHome.Button) throws {
    family.hold(button)
    let screen = try family.screen()
    try family.press(button, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    // The request under way gets no answer.
    let provider = family.provider(button)
    provider.change { $0.token = .hang }
    screen.wait(for: "a question") { _ in provider.server.openQuestions > 0 }
    try screen.press("Escape")
    screen.wait(for: "the code to go") { !$0.contains("QKRB-ZWNT") }
    screen.wait(for: "the worker to give up") { _ in provider.server.openQuestions == 0 }
    let count = family.polls(button)
    provider.change { $0.deviceCode = "the next one" }
    family.approve(button)
    expectSignedOut(screen)
    // The button still has the focus.
    try screen.press("Enter")
    screen.wait(for: "\(button.name) says that you are \(button.person).")
    // Meanwhile nothing more was requested with the cancelled code.
    #expect(family.polls(button, code: "the next one") == family.polls(button) - count)
  }

  @Test func nobodyListens() throws {
    let (port, path) = (family.home.server.port, family.home.path)
    family.home.server.shutDown()
    let screen = try family.screen()
    try family.press(.home, on: screen)
    screen.wait(for: "127.0.0.1 does not answer. Try again later.")
    let again = TestProvider(path: path, port: port) {
      $0.claims = ["name": "\"Cleo Dent\""]
    }
    try screen.press("Enter")
    screen.wait(for: "Home says that you are Cleo Dent.")
    #expect(!again.server.requests.isEmpty)
  }

  @Test func itsAnswerIsGarbage() throws {
    family.google.change { $0.discovery = .html() }
    family.facebook.change { $0.grant = .html(status: 500) }
    let screen = try family.screen()
    try family.press(.google, on: screen)
    screen.wait(for: "Google does not say how to sign in there.")
    try screen.press("Escape", "Down", "Enter")
    screen.wait(for: "127.0.0.1 has a fault of its own (HTTP 500).")
    family.google.change { $0.discovery = nil }
    family.facebook.change { $0.grant = nil }
    try screen.press("Enter")
    screen.wait(for: "Facebook says that you are Ben Example.")
  }

  /// If a provider is unreachable for a while, polling goes on, and the user need not start again.
  @Test func awayInTheMiddle() throws {
    family.google.change {
      $0.polls = [ProviderHome.pending(.google), .hangUp, .html(status: 503)]
    }
    let screen = try family.screen()
    try family.press(.google, on: screen)
    screen.wait(for: "Google says that you are Ann Ünal.")
  }

  @Test func aTokenOfSomebodyElsesProgramIsNotTaken() throws {
    family.google.change { $0.claims = ["aud": "\"another-client\""] }
    let screen = try family.screen()
    try family.press(.google, on: screen)
    screen.wait(for: "a refusal") { $0.contains("try again") }
    #expect(!screen.text.contains("says that you are"))
    try screen.press("Escape")
    screen.wait(for: "the sentence to go") { !$0.contains("try again") }
    expectSignedOut(screen)
  }

  // MARK: Linking

  @Test func anAccountWithTheSameAddressIsLinkedByItsPassword() throws {
    let password = "quiet stapler moon"
    let made = try family.runner.run(
      "people", "add", "--name", "Ann", "--email", "Ann@Example.org", input: password + "\n")
    #expect(made.status == 0, "\(made.error)")
    let screen = try family.screen()
    try family.press(.google, on: screen)
    screen.wait(for: "You have an account here")
    try screen.type("quiet stapler sun")
    try screen.press("Enter")
    screen.wait(for: "That is not the password.")
    try screen.press("C-u")
    try screen.type(password)
    try screen.press("Enter")
    screen.wait(for: "Welcome, Ann.")
    try family.signOut(screen)
    try family.press(.google, on: screen)
    screen.wait(for: "Welcome, Ann.")
    let linked = try family.runner.run("sign-in", "--with", "google")
    #expect(linked.output.contains("Signed in as Ann."), "\(linked.error)")
    #expect(try family.runner.run("people", "list").lines.count == 1)

    // Claiming to own the address is not enough.
    try family.signOut(screen)
    family.home.change { $0.claims = ["email_verified": "false", "sub": "\"evil\""] }
    try family.press(.home, on: screen)
    screen.wait(for: "ann@example.org has an account here")
    screen.wait(for: "Home does not say that the address is yours.")
    try screen.press("Enter")
    expectSignedOut(screen)
  }
}
