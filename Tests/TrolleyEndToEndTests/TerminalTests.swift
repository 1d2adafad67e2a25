import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// The terminal is restored on every way out, and the screen survives what terminals do.
@Suite(.startsPrograms)
struct TerminalTests {
  /// Runs the program and compares the terminal's settings before and after.
  private static let guarded =
    "stty -g > $HOME/before; echo kept text; "
    + #"sh -c "echo \$\$ > \$HOME/pid; exec \$TROLLEY"; "#
    + "echo left with $?; stty -g > $HOME/after; sleep 60"

  private func pid(_ folder: URL) throws -> pid_t {
    let text = try String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private func isClean(_ screen: TmuxScreen, _ folder: URL) throws {
    let before = try String(contentsOf: folder.appending(path: "before"), encoding: .utf8)
    var after = ""
    screen.wait(for: "the settings of the terminal") { _ in
      after = (try? String(contentsOf: folder.appending(path: "after"), encoding: .utf8)) ?? ""
      return !after.isEmpty
    }
    #expect(before == after)
    // The main screen is back, with its text.
    screen.wait(for: "kept text")
  }

  @Test(arguments: [
    (SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGSEGV, 139), (SIGABRT, 134),
  ])
  func aSignalGivesTheTerminalBack(_ signal: Int32, _ status: Int) throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(folder: folder.url, command: Self.guarded)
    screen.wait(for: "all keys")
    try screen.press("Space")
    screen.wait(for: "1 item ·")
    // A trap leaves no time for what is shown and not yet on the disk.
    let journal = folder.url.appending(path: "data/journal.jsonl")
    waitUntil("the change on the disk") {
      (try? String(contentsOf: journal, encoding: .utf8))?.contains("linesAdded") == true
    }
    kill(try pid(folder.url), signal)
    screen.wait(for: "left with \(status)")
    try isClean(screen, folder.url)
    // What was saved is there.
    let again = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    again.wait(for: "1 item ·")
  }

  /// Debian's xterm calls itself `xterm`, the name of a terminal with eight colours.
  @Test(arguments: [
    (["TERM": "xterm"], false), (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], true),
    (["TERM": "xterm-256color"], true), (["TERM": "vt100", "XTERM_VERSION": "XTerm(379)"], false),
  ])
  func `a terminal gets the colours that it says it has`(
    environment: [String: String], has256: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(
      folder: folder.url, environment: environment, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    #expect(screen.written.contains("38;5;") == has256)
  }

  /// As through ssh, where no variable says what `xterm` is.
  @Test func `a terminal that answers how many colours it has gets them from the next start on`()
    throws
  {
    let folder = try TemporaryFolder()
    let environment = ["TERM": "xterm"]
    let first = try TmuxScreen(
      folder: folder.url, environment: environment, command: Self.guarded)
    first.wait(for: "all keys")
    #expect(first.written.contains("\u{1B}P+q436F;524742\u{1B}\\"))
    try first.send("\u{1B}P1+r436F=323536\u{1B}\\")
    try first.press("Q")
    first.wait(for: "left with 0")
    let second = try TmuxScreen(
      folder: folder.url, environment: environment, command: "$TROLLEY; sleep 60")
    second.wait(for: "all keys")
    #expect(second.written.contains("38;5;"))
  }

  @Test func quittingGivesTheTerminalBack() throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(folder: folder.url, command: Self.guarded)
    screen.wait(for: "all keys")
    try screen.press("Q")
    screen.wait(for: "left with 0")
    try isClean(screen, folder.url)
  }

  @Test func resizingWithADialogOpenKeepsItAndWhatWasTyped() throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    try screen.press("Space", "o")
    screen.wait(for: "Check out")
    try screen.type("Ann")
    for (width, height) in [(40, 12), (15, 3), (120, 40), (80, 24)] {
      try screen.resize(width: width, height: height)
      if width < 20 {
        screen.wait(for: "bigger")
      } else {
        screen.wait(for: "Check out")
        screen.wait(for: "Ann")
      }
    }
  }

  /// At each change of the look curses sends its colours.
  @Test func `a gap between two tiles has the look of their frames`() throws {
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(folder: folder.url, command: "$TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    #expect(screen.written.contains("│ │"))
  }

  /// A wide letter takes the place of another one in the same two columns.
  @Test func wideLettersStayWholeWhenAListScrolls() throws {
    let names = "卵 牛乳 豆腐 味噌 米 納豆 みかん りんご 大根 人参 白菜 醤油 砂糖 塩 酢"
    let folder = try TemporaryFolder()
    let screen = try TmuxScreen(
      width: 60, height: 14, folder: folder.url,
      command: "for n in \(names); do $TROLLEY add $n; done; $TROLLEY; sleep 60")
    screen.wait(for: "all keys")
    try screen.press("2")
    screen.wait(for: "☐ 納豆")
    for _ in 1...14 { try screen.press("Down") }
    let end = screen.wait(for: "▸ ☐ 酢")
    for name in names.split(separator: " ").suffix(9) { #expect(end.contains("☐ \(name) ")) }
    #expect(!end.contains("\u{FFFD}"))
  }

  @Test func suspendingAndComingBackDrawsTheScreenAgain() throws {
    let folder = try TemporaryFolder()
    // An interactive shell, since only that has job control.
    let screen = try TmuxScreen(
      folder: folder.url, command: "PS1=ready: exec sh -i")
    screen.wait(for: "ready:")
    try screen.type("$TROLLEY")
    try screen.press("Enter")
    screen.wait(for: "all keys")
    try screen.press("C-z")
    // Its first prompt shows again as soon as the screen left, before the program has stopped; what
    // is typed until then may still be read by the program.
    screen.wait(for: "the shell") {
      guard let stopped = $0.range(of: "Stopped") else { return false }
      return $0[stopped.upperBound...].contains("ready:")
    }
    try screen.resize(width: 100, height: 30)
    try screen.type("fg")
    try screen.press("Enter")
    screen.wait(for: "all keys")
    try screen.press("Space")
    screen.wait(for: "1 item ·")
  }

  @Test func hostileNamesNeverReachTheTerminalRaw() throws {
    let shop = try CommandRunner()
    let hostile = [
      "a\u{1B}]0;owned\u{7}b", "c\u{1B}[2Jd", "e\u{9B}31mf", "g\u{202E}h", "i\u{1B}P1;2|x\u{1B}\\j",
      "%s%n", "k\r\nBcc: x@example.org",
    ]
    for name in hostile { try shop.run("add", "--", name) }
    let raw = shop.home.appending(path: "raw").path
    // `script` records every byte that the program writes.
    let screen = try TmuxScreen(
      folder: shop.home, command: "script -qfc \"$TROLLEY\" \(raw); echo all is kept; sleep 60")
    screen.wait(for: "all keys")
    try screen.press("2")
    screen.wait(for: "picked of")
    try screen.press("Q")
    screen.wait(for: "all is kept")
    let bytes = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: raw)), as: UTF8.self)
    for trace in ["\u{1B}]0;owned", "\u{1B}[2Jd", "\u{9B}", "\u{202E}", "P1;2|x\u{1B}"] {
      #expect(!bytes.contains(trace), "\(trace.debugDescription) got through")
    }
    #expect(bytes.contains("%s%n"))
  }
}
