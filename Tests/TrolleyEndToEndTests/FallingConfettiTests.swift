import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// Confetti on a real screen: it falls, keys work, every cell is restored, and then nothing runs.
@Suite(.startsPrograms)
struct FallingConfettiTests {
  /// Characters that only confetti uses on the cart's page.
  private static let signs: Set<Character> = [
    "▀", "▄", "▘", "▝", "▖", "▗", "●", "◆", "◇", "★", "✦", "✧", "▲", "►", "▼", "◄", "♥", "♡", "■",
    "▬", "╱", "╲",
  ]

  private static let command = #"sh -c "echo \$\$ > \$HOME/pid; exec \$TROLLEY $OPTIONS"; sleep 60"#

  private func open(
    _ folder: TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(
      folder: folder.url, environment: ["OPTIONS": ""].merging(environment) { $1 },
      command: Self.command)
    screen.wait(for: "all keys")
    return screen
  }

  /// To the right of the pictures in the cart.
  private func isFalling(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      line.dropFirst(16).contains { Self.signs.contains($0) }
    }
  }

  /// Leaves only the last line of the cart unpicked.
  private func shop(_ screen: TmuxScreen) throws {
    try screen.press("Space", "Right", "Space")
    screen.wait(for: "2 items ·")
    try screen.press("2", "Space", "Down")
    // A screen that is only half painted still shows the pictures of the tiles.
    screen.wait(for: "the cart") { $0.contains("1 picked of 2") && !isFalling($0) }
  }

  /// Picks the last line, and expects that no confetti was drawn at any time since.
  private func expectNothingFalls(_ screen: TmuxScreen) throws {
    let before = screen.written.count
    try screen.press("Space")
    screen.wait(for: "2 picked of 2")
    settle(screen)
    #expect(!isFalling(String(screen.written.dropFirst(before))))
  }

  /// The hints are back: neither a notice nor anything else is pending.
  private func settle(_ screen: TmuxScreen) {
    screen.wait(for: "the hints") {
      !isFalling($0) && $0.contains("check out") && $0.contains("? all keys")
    }
  }

  @Test func theLastTickFallsKeysWorkAndEveryCellComesBack() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    try shop(screen)
    try screen.press("Space")
    let first = screen.wait(for: "confetti") { isFalling($0) && $0.contains("2 picked of 2") }
    screen.wait(for: "another frame of it") { isFalling($0) && $0 != first }
    // Keys work meanwhile, and confetti stays on its page.
    try screen.press("3")
    screen.wait(for: "the other page") { $0.contains("Nearby") && !isFalling($0) }
    try screen.press("2")
    screen.wait(for: "2 picked of 2")
    settle(screen)
    let after = screen.cells
    let before = screen.news
    try screen.press("C-l")
    screen.wait(for: "the same screen anew") { _ in screen.news > before && screen.cells == after }

    let stillFolder = try TemporaryFolder()
    let still = try open(stillFolder, ["OPTIONS": "--reduce-motion"])
    try shop(still)
    try still.press("Space", "3")
    still.wait(for: "No starred store yet.")
    try still.press("2")
    still.wait(for: "2 picked of 2")
    settle(still)
    #expect(still.cells == after)
    try expectIdle(folder)
  }

  private func expectIdle(_ folder: TemporaryFolder) throws {
    let text = try String(contentsOf: folder.url.appending(path: "pid"), encoding: .utf8)
    try expectSleep([#require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))])
  }

  @Test(arguments: [
    ["OPTIONS": "--reduce-motion"], ["NO_COLOR": "1"], ["OPTIONS": "--theme none"],
    ["OPTIONS": "--no-colour"], ["TERM": "vt100"],
  ])
  func whereItIsOffNothingFalls(_ environment: [String: String]) throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder, environment)
    try shop(screen)
    try expectNothingFalls(screen)
  }

  @Test func oneSettingTurnsItOffForGood() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    try screen.press("5", "/")
    try screen.type("motion")
    try screen.press("Enter", "Space")
    screen.wait(for: "Motion is off.")
    try screen.press("Q")
    let again = try open(folder)
    try shop(again)
    try expectNothingFalls(again)
  }

  /// The flag for one run is not saved.
  @Test func reducedMotionIsForOneRun() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder, ["OPTIONS": "--reduce-motion --theme light"])
    try screen.press("5", "/")
    try screen.type("cartOrder")
    try screen.press("Enter", "Space")
    screen.wait(for: "by aisle")
    try screen.press("Q")
    let settings = folder.url.appending(path: "data/settings.json")
    screen.wait(for: "the settings file") { _ in
      (try? String(contentsOf: settings, encoding: .utf8))?.contains("aisle") == true
    }
    let text = try String(contentsOf: settings, encoding: .utf8)
    #expect(!text.contains("motion"))
    #expect(!text.contains("theme"))
  }

  // MARK: Light and dark

  /// What a terminal reports unasked, and what it answers.
  @Test func coloursFollowTheTerminalWhileItRuns() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    let dark = screen.styledText
    func lastLine(_ text: String) -> Substring? { text.split(separator: "\n").last }
    try screen.send("\u{1B}[?997;2n")
    // The last line is painted last.
    screen.wait(for: "light colours") { _ in lastLine(screen.styledText) != lastLine(dark) }
    let light = screen.styledText
    try screen.send("\u{1B}[?997;1n")
    screen.wait(for: "dark colours") { _ in screen.styledText == dark }
    try screen.send("\u{1B}]11;rgb:fafa/fafa/fafa\u{1B}\\")
    screen.wait(for: "light colours") { _ in screen.styledText == light }
    // A choice has priority over what the terminal reports.
    try screen.press("C-t")
    screen.wait(for: "Colours: dark")
    try screen.send("\u{1B}[?997;2n")
    try screen.press("Right", "Left")
    screen.wait(for: "the dark colours that were chosen") { _ in screen.styledText == dark }
  }
}
