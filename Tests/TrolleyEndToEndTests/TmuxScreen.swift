import Foundation
import Testing

/// The real program in a real terminal: a tmux server of its own, so that no other session and no
/// configuration of the machine is touched.
final class TmuxScreen {
  private let socket: String
  let folder: URL

  /// `command` runs in a shell whose variables point at `folder` alone.
  init(
    width: Int = 80, height: Int = 24, folder: URL, environment: [String: String] = [:],
    command: String
  ) throws {
    socket = "trolley-test-\(UUID().uuidString.prefix(8))"
    self.folder = folder
    var variables = [
      "HOME": folder.path, "TROLLEY_DATA": folder.appending(path: "data").path,
      "XDG_STATE_HOME": folder.appending(path: "state").path, "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", "TROLLEY": TrolleyProgram.path,
    ]
    variables.merge(environment) { $1 }
    let assignments = variables.map { "\($0)='\($1)'" }.joined(separator: " ")
    try tmux([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "env \(Self.withoutOwn) \(assignments) sh -c '\(command)'",
    ])
  }

  /// What the terminal of whoever runs the tests says about itself, and where their browser would show.
  private static let withoutOwn =
    ["NO_COLOR", "COLORTERM", "TMUX", "SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"]
    .map { "-u \($0)" }.joined(separator: " ")

  deinit { _ = try? tmux(["kill-server"]) }

  /// Closes the window, as somebody may who does not quit first.
  func close() throws { try tmux(["kill-session"]) }

  /// Keys by tmux's names: `Down`, `Space`, `Enter`, or text.
  func press(_ keys: String...) throws {
    for key in keys { try tmux(["send-keys", key]) }
  }

  func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

  /// Bytes as a terminal would send them by itself.
  func send(_ bytes: String) throws {
    let hex = bytes.utf8.map { String($0, radix: 16) }
    try tmux(["send-keys", "-H"] + hex)
  }

  func paste(_ text: String) throws {
    try tmux(["set-buffer", "-b", "t", text])
    try tmux(["paste-buffer", "-p", "-b", "t"])
  }

  func resize(width: Int, height: Int) throws {
    try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  var text: String { (try? tmux(["capture-pane", "-p"])) ?? "" }

  /// The screen with its colours and attributes as SGR sequences.
  var styledText: String { (try? tmux(["capture-pane", "-p", "-e"])) ?? "" }

  /// Polls until the screen is as wanted; fails with the screen when that takes too long.
  @discardableResult
  func wait(
    for what: String, seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation,
    until isThere: (String) -> Bool
  ) -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var last = text
    while !isThere(last) {
      if Date() > deadline {
        Issue.record("waited in vain for \(what):\n\(last)", sourceLocation: sourceLocation)
        break
      }
      usleep(15_000)
      last = text
    }
    return last
  }

  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    wait(for: "“\(text)”", sourceLocation: sourceLocation) {
      $0.contains(text) || Self.flowing($0).contains(text)
    }
  }

  /// Its sentences without the ends of lines, and without the panel that they may stand in.
  static func flowing(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count < 3 ? line : parts.dropFirst().dropLast().joined(separator: " ")[...]
    }.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let environment = ProcessInfo.processInfo.environment
    return try ChildProcess("tmux", ["-L", socket] + arguments, environment: environment)
      .finish().output
  }
}
