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

  /// The numbers of the pictures whose parts are on the screen, with how many there are. The part
  /// that is being drawn at this moment may lack its last scalars: it does not count.
  private func parts(_ screen: TmuxScreen) -> [String: Int] {
    var parts: [String: Int] = [:]
    for cell in screen.cells.joined() where cell.sign.unicodeScalars.first == "\u{10EEEE}" {
      guard cell.sign.unicodeScalars.count == 4 else { continue }
      parts[cell.looks["38"] ?? "", default: 0] += 1
    }
    return parts
  }

  /// The cells, with pictures counted from the first one: a repaint may number them anew.
  private func counted(_ screen: TmuxScreen) -> [[ScreenCell]] {
    var counts: [String: String] = [:]
    return screen.cells.map { row in
      row.map { cell in
        guard cell.sign.unicodeScalars.first == "\u{10EEEE}" else { return cell }
        var cell = cell
        let number = cell.looks["38"] ?? ""
        let count = counts[number] ?? "\(counts.count)"
        counts[number] = count
        cell.looks["38"] = count
        return cell
      }
    }
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
    var width = 0
    for number in 0..<100 {
      try screen.press(rng.pick(keys))
      if number % 25 == 20 {
        width = 60 + number
        try screen.resize(width: width, height: 20 + number / 5)
      }
    }
    // Of a changed form the first one only asks.
    for _ in 0..<8 { try screen.press("Escape") }
    // What a filter shows was typed after all of that was done.
    try screen.press("1", "Home", ":")
    try screen.type("all done")
    screen.wait(for: "› all done")
    try screen.press("Escape", "Escape")
    screen.wait(for: "all pictures at the last size") { text in
      !text.contains("› all done") && parts(screen).count == 7
        && text.split(separator: "\n").contains { $0.count > width - 3 }
    }
    // What is on the screen is what a repaint of everything shows.
    let before = counted(screen)
    screen.wait(for: "all of them to be sent") { _ in
      Set(parts(screen).keys.compactMap { Int($0.dropFirst(2)) })
        .isSubset(of: numbers(screen, "T").map { $0 & 0xFF_FFFF })
    }
    let sentBefore = numbers(screen, "T").count
    try screen.press("C-l")
    screen.wait(for: "the same after a repaint") { _ in
      numbers(screen, "T").count >= sentBefore + 7 && counted(screen) == before
    }
    let placeholders = screen.cells.joined().count {
      $0.sign.unicodeScalars.first == "\u{10EEEE}"
    }
    #expect(parts(screen).values.reduce(0, +) == placeholders)
    let shown = Set(parts(screen).keys.compactMap { Int($0.dropFirst(2)) })
    #expect(!shown.isEmpty)
    #expect(shown.isSubset(of: numbers(screen, "T").map { $0 & 0xFF_FFFF }))
    #expect(Set(numbers(screen, "T").map { $0 >> 24 }).count == 1)
    try screen.press("Q")
    screen.wait(for: "left with 0")
    // Some may have been sent after the others were looked at.
    screen.wait(for: "all of them to be deleted") { _ in
      Set(numbers(screen, "d")) == Set(numbers(screen, "T"))
    }
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
