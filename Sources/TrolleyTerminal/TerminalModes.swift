import CNCurses

/// Terminal modes that curses does not know: bracketed paste, the SGR mouse, reports of a switch
/// between light and dark.
struct TerminalModes {
  /// Old and simple terminals would print sequences that they do not understand.
  private let isModern: Bool

  init(term: String) {
    isModern = BackgroundProbe.canBeAsked(term, hasMouse: trolley_capability("kmous") != nil)
  }

  func on(mouse: Bool) -> String {
    isModern ? "\u{1B}[?2004h\u{1B}[?2031h" + (mouse ? self.mouse(true) : "") : ""
  }

  var off: String { isModern ? mouse(false) + "\u{1B}[?2031l\u{1B}[?2004l" : "" }

  /// The queries sent at the start.
  var question: String? {
    guard isModern else { return nil }
    let colours = ColourProbe.canBeAsked(environment("TERM")) ? ColourProbe.question : ""
    return GraphicsProbe.question(isInTmux: environment("TMUX") != nil)
      + BackgroundProbe.schemeQuestion + colours + BackgroundProbe.question
  }

  /// Queries the background again, after the terminal has reported a change.
  var backgroundQuestion: String? { isModern ? BackgroundProbe.question : nil }

  /// The terminal answers once everything before it is on the screen.
  var wellBeingQuestion: String? { isModern ? "\u{1B}[5n" : nil }

  /// Clicks only, in the SGR protocol, which has no limit on columns.
  func mouse(_ on: Bool) -> String {
    guard isModern else { return "" }
    return on ? "\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1000l"
  }

  /// Restores the terminal without curses: our modes, attributes, keypad, cursor, and the shell's
  /// screen.
  var rescue: [UInt8] {
    var bytes = Array(off.utf8)
    for name in ["sgr0", "op", "rmkx", "cnorm", "rmcup"] {
      guard let value = trolley_capability(name) else { continue }
      bytes += Self.withoutDelays(String(cString: value).utf8)
    }
    return bytes + Array("\r\n".utf8)
  }

  /// Descriptions contain delays such as `$<5>`.
  static func withoutDelays(_ capability: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isDelay = false
    for byte in capability {
      if isDelay {
        isDelay = byte != UInt8(ascii: ">")
      } else if byte == UInt8(ascii: "<"), bytes.last == UInt8(ascii: "$") {
        bytes.removeLast()
        isDelay = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
