import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// Signing in with the browser of this machine: the provider's page, and the redirect to a port on
/// which the worker accepts one request.
@Suite(.startsPrograms)
struct ProviderBrowserTests {
  private let family: ProviderHome

  init() throws { family = try ProviderHome() }

  @Test(arguments: ProviderHome.Button.allCases)
  func theBrowserComesBack(_ button: ProviderHome.Button) throws {
    let screen = try family.screen(family.desktop)
    try family.press(button, on: screen)
    screen.wait(for: "Your browser has been opened.")
    let address = try family.nextAddress()
    #expect(address.hasPrefix(family.provider(button).server.address))
    #expect(address.contains("code_challenge_method=S256"))
    let page = TestBrowser.follow(address)
    #expect(page?.contains("You can close this page and go back to Trolley.") == true)
    screen.wait(for: "\(button.name) says that you are \(button.person).")
    try screen.press("C-s")
    let name = button.person.split(separator: " ")[0]
    screen.wait(for: "Welcome, \(name)")

    try family.signOut(screen)
    try family.press(button, on: screen)
    screen.wait(for: "Your browser has been opened.")
    let next = try family.nextAddress()
    #expect(next != address)
    TestBrowser.follow(next)
    screen.wait(for: "Welcome, \(name)")
    // The address works once.
    #expect(TestBrowser.follow(next) == nil)
  }

  @Test func aCodeIsOneKeyAway() throws {
    let screen = try family.screen(family.desktop)
    family.hold(.home)
    try family.press(.home, on: screen)
    screen.wait(for: "Your browser has been opened.")
    let address = try family.nextAddress()
    try screen.press("o")
    #expect(try family.nextAddress() == address)
    try screen.press("b")
    screen.wait(for: "QKRB-ZWNT")
    #expect(TestBrowser.follow(address) == nil, "no one listens any more")
    // The page for the code can also be opened from here.
    try screen.press("o")
    #expect(try family.nextAddress() == family.home.server.address + "/go")
    family.approve(.home)
    screen.wait(for: "Home says that you are Cleo Dent.")
  }

  /// Another page on this machine may send the browser to our port.
  @Test func aForeignAnswerSignsNobodyIn() throws {
    family.google.change { $0.redirect = ["state": "of-another"] }
    let screen = try family.screen(family.desktop)
    try family.press(.google, on: screen)
    screen.wait(for: "Your browser has been opened.")
    TestBrowser.follow(try family.nextAddress())
    screen.wait(for: "What the browser brought is not the answer to this sign-in.")
    family.google.change { $0.redirect = ["error": "access_denied", "code": ""] }
    try screen.press("Enter")
    TestBrowser.follow(try family.nextAddress())
    screen.wait(for: "Google was told no. Nothing has changed.")
    family.google.change { $0.redirect = [:] }
    try screen.press("Enter")
    TestBrowser.follow(try family.nextAddress())
    screen.wait(for: "Google says that you are Ann Ünal.")
  }

  /// Over ssh, the variables of a desktop belong to another machine.
  @Test func overSSHThereIsACode() throws {
    let far = try family.desktop.merging(["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"]) { $1 }
    family.hold(.google)
    let screen = try family.screen(far)
    try family.press(.google, on: screen)
    screen.wait(for: "QKRB-ZWNT")
  }
}
