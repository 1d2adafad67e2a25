import Foundation
import Testing
import TrolleyProviderSupport

/// Confetti on a real screen: it falls, keys go on, every cell comes back, and then nothing runs.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FallingConfettiTests {
  /// Signs that only confetti is cut as on the page of the cart.
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

  private func isFalling(_ text: String) -> Bool { text.contains { Self.signs.contains($0) } }

  /// Up to the last line of the cart, which is not picked yet.
  private func shop(_ screen: TmuxScreen) throws {
    try screen.press("Space", "Right", "Space")
    screen.wait(for: "2 items ·")
    try screen.press("2", "Space", "Down")
    screen.wait(for: "1 picked of 2")
    #expect(!isFalling(screen.text))
  }

  /// The hints are back: neither a notice nor anything else is to come.
  private func settle(_ screen: TmuxScreen) {
    screen.wait(for: "the hints") { !isFalling($0) && $0.contains("check out") }
  }

  @Test func theLastTickFallsKeysWorkAndEveryCellComesBack() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    try shop(screen)
    let start = Date()
    try screen.press("Space")
    let first = screen.wait(for: "confetti") { isFalling($0) }
    #expect(first.contains("2 picked of 2"))
    screen.wait(for: "another frame of it") { isFalling($0) && $0 != first }
    // Keys act meanwhile, and what falls goes on over the other page.
    try screen.press("3")
    let page = screen.wait(for: "the other page") { $0.contains("Favourites") }
    #expect(isFalling(page) || Date().timeIntervalSince(start) > 1.5)
    try screen.press("2")
    settle(screen)
    #expect(screen.text.contains("2 picked of 2"))
    let after = screen.cells
    try screen.press("C-l")
    usleep(300_000)
    #expect(screen.cells == after)

    let stillFolder = try TemporaryFolder()
    let still = try open(stillFolder, ["OPTIONS": "--reduce-motion"])
    try shop(still)
    try still.press("Space", "3")
    still.wait(for: "No favourite store yet.")
    try still.press("2")
    settle(still)
    #expect(still.cells == after)
    try expectIdle(folder)
  }

  /// Not one wake-up of any thread.
  private func expectIdle(_ folder: TemporaryFolder) throws {
    let text = try String(contentsOf: folder.url.appending(path: "pid"), encoding: .utf8)
    let pid = text.trimmingCharacters(in: .whitespacesAndNewlines)
    func switches() throws -> [String: String] {
      let tasks = "/proc/\(pid)/task"
      var found: [String: String] = [:]
      for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
        let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        found[task] = status.split(separator: "\n").first { $0.hasPrefix("voluntary") }
          .map(String.init)
      }
      return found
    }
    usleep(300_000)
    let before = try switches()
    #expect(!before.isEmpty)
    sleep(3)
    #expect(try switches() == before)
  }

  @Test(arguments: [
    ["OPTIONS": "--reduce-motion"], ["NO_COLOR": "1"], ["OPTIONS": "--theme none"],
    ["OPTIONS": "--no-colour"], ["TERM": "vt100"],
  ])
  func whereItIsOffNothingFalls(_ environment: [String: String]) throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder, environment)
    try shop(screen)
    try screen.press("Space")
    screen.wait(for: "2 picked of 2")
    for _ in 0..<60 {
      #expect(!isFalling(screen.text))
      usleep(20_000)
    }
  }

  @Test func oneSettingTurnsItOffForGood() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    try screen.press("5", "Down", "Space")
    screen.wait(for: "Motion is off.")
    try screen.press("Q")
    let again = try open(folder)
    try shop(again)
    try again.press("Space")
    again.wait(for: "2 picked of 2")
    for _ in 0..<40 {
      #expect(!isFalling(again.text))
      usleep(20_000)
    }
  }

  /// The flag of one run is no choice for the next.
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

  /// What a terminal reports by itself, and what it answers.
  @Test func coloursFollowTheTerminalWhileItRuns() throws {
    let folder = try TemporaryFolder()
    let screen = try open(folder)
    let dark = screen.styledText
    try screen.send("\u{1B}[?997;2n")
    screen.wait(for: "light colours") { _ in screen.styledText != dark }
    let light = screen.styledText
    try screen.send("\u{1B}[?997;1n")
    screen.wait(for: "dark colours") { _ in screen.styledText == dark }
    try screen.send("\u{1B}]11;rgb:fafa/fafa/fafa\u{1B}\\")
    screen.wait(for: "light colours") { _ in screen.styledText == light }
    // A choice counts more than what the terminal says.
    try screen.press("C-t")
    screen.wait(for: "Colours: dark")
    try screen.send("\u{1B}[?997;2n")
    try screen.press("Right")
    usleep(200_000)
    #expect(screen.styledText.contains("Colours: dark"))
  }
}
