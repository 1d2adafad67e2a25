import Foundation
import Testing
import TrolleyTestSupport

/// A program that Trolley runs, as for mail or for a password, has no terminal to ask on.
@Suite(.startsPrograms)
struct ProgramTerminalTests {
  private let home: CommandRunner

  init() throws {
    home = try CommandRunner()
    #expect(try home.run("add", "Bread").status == 0)
    try home.file(
      "data/settings.json",
      """
      {"mail": {"sendmail": "\(home.home.path)/sendmail", "from": "Ann <ann@example.org>"}}
      """)
    let program = try home.file(
      "sendmail",
      """
      #!/bin/sh
      { echo Passphrase: >/dev/tty; read answer </dev/tty; } 2>/dev/null && exit
      echo there is nowhere to ask >&2
      exit 75
      """)
    try makeExecutable(program)
  }

  @Test func `what asks on the terminal fails at once with its own words`() throws {
    let screen = try TmuxScreen(folder: home.home, command: "$TROLLEY; echo left with $?; sleep 60")
    screen.wait(for: "Items")
    try screen.press("2", "m")
    screen.wait(for: "Mail the list")
    try screen.type("bob@example.org")
    try screen.press("C-s")
    screen.wait(for: "It says: there is nowhere to ask")
    #expect(!screen.text.contains("Passphrase"))
    try screen.close()
  }

  @Test func `so it does for a verb`() throws {
    let screen = try TmuxScreen(
      width: 160, folder: home.home,
      command: "$TROLLEY mail --to bob@example.org; echo left with $?; sleep 60")
    screen.wait(for: "left with")
    #expect(screen.text.contains("there is nowhere to ask"))
    #expect(!screen.text.contains("Passphrase"))
    try screen.close()
  }
}
