import Foundation
import Testing
import TrolleyTestSupport

/// The real program in a real terminal: a tmux server of its own, independent of other sessions and
/// of the machine's configuration.
final class TmuxScreen {
  private let tmux: TmuxClient
  let folder: URL

  /// `command` runs in a shell whose variables refer to `folder` only.
  init(
    width: Int = 80, height: Int = 24, folder: URL, environment: [String: String] = [:],
    command: String
  ) throws {
    self.folder = folder
    var variables = [
      "HOME": folder.path, "TROLLEY_DATA": folder.appending(path: "data").path,
      "XDG_STATE_HOME": folder.appending(path: "state").path, "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", "TROLLEY": TrolleyProgram.path,
    ]
    variables.merge(environment) { $1 }
    let assignments = variables.map { "\($0)='\($1)'" }.joined(separator: " ")
    tmux = try TmuxClient(
      width: width, height: height,
      command: "env \(Self.withoutOwn) \(assignments) sh -c '\(command)'")
  }

  /// Unsets what the developer's terminal and desktop put into the environment.
  private static let withoutOwn =
    [
      "NO_COLOR", "COLORTERM", "TMUX", "SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY",
      "XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION",
    ].map { "-u \($0)" }.joined(separator: " ")

  /// Closes the window without quitting first, as a user may.
  func close() throws { try tmux.perform("kill-session") }

  /// Keys by tmux's names: `Down`, `Space`, `Enter`, or text.
  func press(_ keys: String...) throws {
    for key in keys {
      try tmux.perform("send-keys", key)
      // The program waits for what may follow an escape. A focus report, which it ignores, tells it
      // at once that nothing does.
      if key == "Escape" { try send("\u{1B}[I") }
    }
  }

  func type(_ text: String) throws { try tmux.perform("send-keys", "-l", text) }

  /// Bytes that a terminal sends unasked.
  func send(_ bytes: String) throws {
    let hex = bytes.utf8.map { String($0, radix: 16) }
    try tmux.perform("send-keys", ["-H"] + hex)
  }

  func paste(_ text: String) throws {
    try tmux.perform("set-buffer", "-b", "t", text)
    try tmux.perform("paste-buffer", "-p", "-b", "t")
  }

  func resize(width: Int, height: Int) throws {
    try tmux.perform("resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  var text: String { (try? tmux.perform("capture-pane", "-p")) ?? "" }

  /// The screen with its colours and attributes as SGR sequences.
  var styledText: String { (try? tmux.perform("capture-pane", "-p", "-e")) ?? "" }

  /// All bytes that the program has written so far, including what was on the screen only for a
  /// moment.
  var written: String {
    _ = text
    return String(decoding: tmux.written, as: UTF8.self)
  }

  /// The number of output events so far.
  var news: Int { tmux.news }

  /// Whether the terminal echoes what is typed.
  var echoes: Bool {
    withTerminal { terminal in
      var settings = termios()
      return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  /// Has the terminal take no more output, as ctrl-s does, or go on.
  func stopOutput(_ stops: Bool) -> Bool {
    withTerminal { tcflow($0, stops ? TCOOFF : TCOON) == 0 }
  }

  private func withTerminal(_ use: (Int32) -> Bool) -> Bool {
    guard let path = try? tmux.perform("display-message", "-p", "#{pane_tty}") else { return false }
    let terminal = open(path, O_RDONLY | O_NOCTTY)
    defer { Glibc.close(terminal) }
    return use(terminal)
  }

  /// Checks after each output until the screen is as wanted; fails with the screen on timeout.
  @discardableResult
  func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isThere: (String) -> Bool
  ) -> String {
    let end = ContinuousClock.now + Patience.limit
    while true {
      let news = tmux.news
      let now = text
      if isThere(now) { return now }
      if ContinuousClock.now > end {
        Issue.record("waited in vain for \(what):\n\(now)", sourceLocation: sourceLocation)
        return now
      }
      tmux.waitForNews(after: news)
    }
  }

  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    wait(for: "“\(text)”", sourceLocation: sourceLocation) {
      $0.contains(text) || Self.flowing($0).contains(text)
    }
  }

  /// Its sentences without line breaks, and without the panel around them.
  static func flowing(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count < 3 ? line : parts.dropFirst().dropLast().joined(separator: " ")[...]
    }.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }
}

extension TmuxScreen {
  /// Leaves a form, which asks first if something was typed. Waits for the effect: a key that follows
  /// at once would be read as part of the escape.
  func leaveForm(to what: String, _ isThere: (String) -> Bool) throws {
    let question = "again drops what was typed"
    try press("Escape")
    wait(for: what) { isThere($0) || $0.contains(question) }
    guard text.contains(question) else { return }
    try press("Escape")
    wait(for: what, until: isThere)
  }
}
