import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// Signing in by a code for another device, in a real terminal, with the real worker.
@Suite(.startsPrograms)
struct ProviderDeviceTests {
  private let family: ProviderHome

  init() throws { family = try ProviderHome() }

  private func shownAddress(_ button: ProviderHome.Button) -> String {
    family.provider(button).server.address + "/go"
  }

  /// The address that includes the code, if the provider sends one.
  private func codedAddress(_ button: ProviderHome.Button) -> String {
    shownAddress(button) + (button == .facebook ? "" : "?c=QKRB")
  }

  @Test(arguments: ProviderHome.Button.allCases)
  func aCodeIsTypedElsewhere(_ button: ProviderHome.Button) throws {
    family.hold(button)
    let screen = try family.screen()
    try family.press(button, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    // A terminal may be in the middle of a frame: each part is waited for.
    for part in [shownAddress(button), "Continue with \(button.name)", " left"] {
      screen.wait(for: part)
    }
    #expect(try screen.readQRCode() == codedAddress(button))

    // The provider answers “not yet” for a while.
    screen.wait(for: "the questions to go on") { _ in family.polls(button) >= 2 }
    family.approve(button)
    screen.wait(for: "Register with \(button.name)")
    screen.wait(for: "\(button.name) says that you are \(button.person).")
    try screen.press("C-s")
    screen.wait(for: "Welcome, \(button.person.split(separator: " ")[0])")

    // The second time there are no more dialogs.
    try family.signOut(screen)
    try family.press(button, on: screen)
    screen.wait(for: "Welcome, \(button.person.split(separator: " ")[0])")
    try screen.press("5")
    screen.wait(for: button.person)
    try screen.press("Q")
    screen.wait(for: "left with 0")
    // That sign-in was for the screen only.
    #expect(try family.runner.run("people", "list").status == 77)
  }

  /// Whatever the terminal supports, a phone can read the code.
  @Test(arguments: ["xterm-256color", "xterm-direct", "xterm", "vt100"])
  func theQRCodeIsReadOnAnyTerminal(_ terminal: String) throws {
    family.hold(.home)
    let screen = try family.screen(["TERM": terminal])
    try family.press(.home, on: screen)
    screen.wait(for: "QKRB-ZWNT")
    #expect(try screen.readQRCode() == codedAddress(.home))
  }

  @Test func theQRCodeIsReadInTheLightAndWithoutColours() throws {
    family.hold(.home)
    for (paper, looks) in [(UInt8(16), "15;0"), (240, "0;15")] {
      let ink: UInt8 = paper < 100 ? 200 : 20
      for extra in [[:], ["NO_COLOR": "1"]] {
        let screen = try family.screen(extra.merging(["COLORFGBG": looks]) { $1 })
        try family.press(.home, on: screen)
        screen.wait(for: "QKRB-ZWNT")
        #expect(
          try screen.readQRCode(ink: ink, paper: paper) == codedAddress(.home),
          "\(looks) \(extra)\n\(screen.text)")
      }
    }
  }

  @Test func onTheCommandLine() throws {
    let button = ProviderHome.Button.google
    family.google.change { $0.polls = [ProviderHome.pending(button)] }

    // The account is still unknown here.
    let made = try family.runner.run(
      "people", "add", "--name", "Dora", "--email", "dora@home.example",
      input: "quiet stapler moon\n")
    #expect(made.status == 0, "\(made.error)")
    let stranger = try family.runner.run("sign-in", "--with", "google")
    #expect(stranger.status == 77)
    #expect(stranger.error.contains("Open \(shownAddress(button)) and type QKRB-ZWNT"))
    #expect(stranger.error.contains("No account here belongs to that."))

    let screen = try family.screen()
    try family.press(button, on: screen)
    screen.wait(for: "Register with Google")
    try screen.press("C-s")
    screen.wait(for: "Welcome, Ann")
    let known = try family.runner.run("sign-in", "--with", "GOOGLE")
    #expect(known.status == 0, "\(known.error)")
    #expect(known.output.contains("Signed in as Ann Ünal."))
    #expect(try family.runner.run("whoami").output == "Ann Ünal\n")

    let other = try family.runner.run("sign-in", "--with", "github")
    #expect(other.status == 64)
    #expect(other.error.contains("“Google”, “Facebook” and “Home”"))
    family.google.change { $0.token = .error("access_denied") }
    let denied = try family.runner.run("sign-in", "--with", "google")
    #expect(denied.error.contains("Google was told no. Nothing has changed."))
    #expect(try family.runner.run("whoami").output == "Ann Ünal\n")
  }

  /// ^C while it waits ends both programs and restores the shell's terminal.
  @Test func givenUpOnTheCommandLine() throws {
    family.hold(.home)
    let made = try family.runner.run(
      "people", "add", "--name", "Dora", "--email", "dora@home.example",
      input: "quiet stapler moon\n")
    #expect(made.status == 0, "\(made.error)")
    let screen = try TmuxScreen(
      folder: family.runner.home,
      command: "trap : INT; $TROLLEY sign-in --with home; echo left with $?; sleep 60")
    screen.wait(for: "and type QKRB-ZWNT")
    // The next request gets no answer; a program that ends closes the connection.
    family.home.change { $0.token = .hang }
    screen.wait(for: "a question") { _ in family.home.server.openQuestions > 0 }
    try screen.press("C-c")
    screen.wait(for: "left with 130")
    screen.wait(for: "the end of the worker") { _ in family.home.server.openQuestions == 0 }
  }
}
