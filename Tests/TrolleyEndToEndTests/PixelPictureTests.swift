import Foundation
import Testing
import TrolleyTestSupport

/// Pictures in kitty's protocol as curses writes them, in a real terminal.
@Suite(.startsPrograms)
struct PixelPictureEndToEndTests {
  private let home: CommandRunner

  init() throws { home = try CommandRunner() }

  private func screen() throws -> TmuxScreen {
    #expect(try home.run("settings", "pictures", "kitty").status == 0)
    #expect(try home.run("settings", "motion", "off").status == 0)
    return try TmuxScreen(
      width: 90, height: 30, folder: home.home, command: "$TROLLEY; echo left with $?; sleep 60")
  }

  /// The numbers of the pictures whose parts are on the screen, with how many there are.
  private func parts(_ screen: TmuxScreen) -> [String: Int] {
    var parts: [String: Int] = [:]
    for cell in screen.cells.joined() where cell.sign.unicodeScalars.first == "\u{10EEEE}" {
      #expect(cell.sign.unicodeScalars.count == 4)
      parts[cell.looks["38"] ?? "", default: 0] += 1
    }
    return parts
  }

  /// The numbers of the pictures that were sent, or deleted.
  private func numbers(_ screen: TmuxScreen, _ action: String) -> [Int] {
    screen.written.components(separatedBy: "\u{1B}_G").dropFirst().compactMap { text in
      let keys = text.prefix { $0 != ";" && $0 != "\u{1B}" }.split(separator: ",")
      guard keys.contains("a=\(action)") else { return nil }
      return keys.first { $0.hasPrefix("i=") }.flatMap { Int($0.dropFirst(2)) }
    }
  }

  @Test func `pictures are cells of the screen, and after random keys none is left behind`() throws
  {
    let screen = try screen()
    screen.wait(for: "the pictures of the starters") { _ in parts(screen).count == 7 }
    let keys = [
      "Down", "Up", "Right", "Left", "Space", "Enter", "Escape", "PageDown", "PageUp", "End", "2",
      "1", "+", "*", "?", "Escape", "e", "Escape", "u", "Home",
    ]
    var rng = SplitMix64(seed: 5)
    for number in 0..<100 {
      try screen.press(rng.pick(keys))
      if number % 25 == 20 { try screen.resize(width: 60 + number, height: 20 + number / 5) }
    }
    // Of a changed form the first one only asks.
    for _ in 0..<8 { try screen.press("Escape") }
    try screen.press("1", "Home")
    // What is on the screen is what a repaint of everything shows.
    var before: [[ScreenCell]] = []
    screen.wait(for: "a quiet screen") { _ in
      defer { before = screen.cells }
      return screen.cells == before
    }
    try screen.press("C-l")
    screen.wait(for: "the same after a repaint") { _ in screen.cells == before }
    let shown = Set(parts(screen).keys.compactMap { Int($0.dropFirst(2)) })
    #expect(!shown.isEmpty)
    let sent = Set(numbers(screen, "T"))
    #expect(Set(sent.map { $0 >> 24 }).count == 1)
    #expect(shown.isSubset(of: sent.map { $0 & 0xFF_FFFF }))
    try screen.press("Q")
    screen.wait(for: "left with 0")
    // Some may have been sent after the others were looked at.
    #expect(Set(numbers(screen, "d")) == Set(numbers(screen, "T")))
  }

  @Test func `a picture that comes last is seen without another key`() throws {
    let screen = try screen()
    screen.wait(for: "the pictures of the starters") { _ in parts(screen).count == 7 }
    // kitty shows parts with what it draws after them.
    let another = "\u{1B}[?2026h\u{1B}[?2026l"
    func drawings() -> Int {
      let scalars = screen.written.unicodeScalars
      guard let last = scalars.lastIndex(of: "\u{10EEEE}") else { return 0 }
      return String(scalars[last...]).components(separatedBy: another).count - 1
    }
    screen.wait(for: "the terminal to draw twice more") { _ in drawings() >= 2 }
  }

  @Test func `the first frame waits for no answer, and a terminal that says nothing gets cells`()
    throws
  {
    let screen = try TmuxScreen(folder: home.home, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    #expect(screen.written.contains("\u{1B}_Gi=31,s=1,v=1,a=q"))
    #expect(!screen.written.contains("\u{10EEEE}"))
    #expect(numbers(screen, "T").isEmpty)
  }
}
