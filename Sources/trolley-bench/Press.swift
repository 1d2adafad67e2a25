/// Something that a person does at the keyboard, or to the window.
enum Press: Sendable {
  case type(Character)
  case up, down, left, right, pageUp, pageDown, home, end, insert
  case escape, enter, tab, f10
  case control(Character)
  /// The window becomes 20 columns and 6 lines larger than at the start, and what it was.
  case enlarge, restore

  /// What a terminal sends for it. Cursor keys have two forms, and the program chooses.
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
  /// What ctrl and a letter send.
  fileprivate init(control letter: Character) {
    self.init(UnicodeScalar((letter.asciiValue ?? 0x60) & 0x1F))
  }
}

/// Keys that are measured one by one, and what is done around them.
struct Script: Sendable {
  let name: String
  var before: [Press] = []
  let presses: [Press]
  /// What the screen shows when the last press has had its effect.
  var expected: String?
  var after: [Press] = []
  /// In one round.
  let turns: Int
  /// How long nothing may come before an answer counts as complete, in milliseconds.
  var quiet = 20.0
}
