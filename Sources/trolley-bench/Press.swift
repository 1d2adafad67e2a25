/// An input of the user: a key, or a resize of the window.
enum Press: Sendable {
  case type(Character)
  case up, down, left, right, pageUp, pageDown, home, end, insert
  case escape, enter, tab, f10
  case control(Character)
  /// `enlarge` adds 20 columns and 6 lines to the window; `restore` removes them.
  case enlarge, restore

  /// The bytes that a terminal sends. Cursor keys have two forms; the program chooses the mode.
  func bytes(applicationCursor: Bool) -> [UInt8] {
    let cursor = applicationCursor ? "\u{1B}O" : "\u{1B}["
    let text =
      switch self {
      case .type(let character): String(character)
      case .up: cursor + "A"
      case .down: cursor + "B"
      case .right: cursor + "C"
      case .left: cursor + "D"
      case .home: cursor + "H"
      case .end: cursor + "F"
      case .pageUp: "\u{1B}[5~"
      case .pageDown: "\u{1B}[6~"
      case .insert: "\u{1B}[2~"
      case .f10: "\u{1B}[21~"
      case .escape: "\u{1B}"
      case .enter: "\r"
      case .tab: "\t"
      case .control(let letter): String(control: letter)
      case .enlarge, .restore: ""
      }
    return Array(text.utf8)
  }

  static func typing(_ text: String) -> [Press] { text.map { .type($0) } }
}

extension String {
  /// The bytes of ctrl and a letter.
  fileprivate init(control letter: Character) {
    self.init(UnicodeScalar((letter.asciiValue ?? 0x60) & 0x1F))
  }
}

/// Keys that are measured one by one, with their preparation and clean-up.
struct Script: Sendable {
  let name: String
  var before: [Press] = []
  let presses: [Press]
  /// The text on the screen after the last press.
  var expected: String?
  var after: [Press] = []
  /// Repetitions in one round.
  let turns: Int
  /// Milliseconds of silence after which an answer counts as complete.
  var quiet = 20.0
}
