/// `ESC [ parameters final`: the mouse, answers, and the keys that curses has not already
/// recognised.
struct ControlSequence {
  enum Meaning: Equatable {
    case event(TerminalEvent)
    case pasteBegins
    /// The answer to `CSI c`, after which no further answers come.
    case identification([Int])
    /// The answer to `CSI 5 n`: everything before the query is on the screen.
    case wellBeing
    /// The window has the keyboard again.
    case focused
    case nothing
  }

  let parameters: [UInt8]
  let final: UInt8

  var meaning: Meaning {
    switch parameters.first {
    case UInt8(ascii: "<"): return sgrMouse
    case UInt8(ascii: "?"): return privateReport
    case UInt8(ascii: ">"), UInt8(ascii: "="): return .nothing
    default: break
    }
    let numbers = self.numbers
    switch final {
    case UInt8(ascii: "~"): return tilde(numbers.first ?? 0)
    case UInt8(ascii: "u"): return codePoint(numbers)
    case UInt8(ascii: "n"): return .wellBeing
    case UInt8(ascii: "I") where parameters.isEmpty: return .focused
    case UInt8(ascii: "t"):
      // The size of a cell, height first.
      guard numbers.count == 3, numbers[0] == 6 else { return .nothing }
      return .event(.graphics(.cell(PixelSize(width: numbers[2], height: numbers[1]))))
    case UInt8(ascii: "Z"): return .event(.key(.named(.backTab)))
    case UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "F"), UInt8(ascii: "H"):
      return Self.singleShift(final).map { .event(.key($0)) } ?? .nothing
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      // With a first number other than 1 this is a cursor position report.
      guard numbers.first ?? 1 == 1 else { return .nothing }
      return Self.singleShift(final).map { .event(.key($0)) } ?? .nothing
    default: return .nothing
    }
  }

  /// Of parameters such as `1;5`; sub-parameters after a colon are ignored.
  private var numbers: [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      var number = 0
      for byte in part {
        guard (0x30...0x39).contains(byte), number < 1_000_000 else { break }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }
  }

  private func tilde(_ number: Int) -> Meaning {
    let name: Key.Name
    switch number {
    case 1, 7: name = .home
    case 2: name = .insert
    case 3: name = .delete
    case 4, 8: name = .end
    case 5: name = .pageUp
    case 6: name = .pageDown
    case 11...15: name = Self.functionKeys[number - 11]
    case 17...21: name = Self.functionKeys[number - 12]
    case 23, 24: name = Self.functionKeys[number - 13]
    case 200: return .pasteBegins
    default: return .nothing
    }
    return .event(.key(.named(name)))
  }

  /// `CSI code ; modifiers u`: an earlier program left this key protocol enabled.
  private func codePoint(_ numbers: [Int]) -> Meaning {
    guard let code = numbers.first, let scalar = Unicode.Scalar(UInt32(code)) else {
      return .nothing
    }
    let modifiers = max(0, (numbers.count > 1 ? numbers[1] : 1) - 1)
    let key: Key
    switch code {
    case 27: key = .named(.escape)
    case 13: key = .named(.enter)
    case 9: key = .named(modifiers & 1 != 0 ? .backTab : .tab)
    case 127, 8: key = .named(.backspace)
    case 32...126, 0xA0..<0xE000, 0xF900...:
      let character = Character(scalar)
      key =
        modifiers & 4 != 0
        ? .control(character) : modifiers & 2 != 0 ? .alt(character) : .character(character)
    default: return .nothing
    }
    return .event(.key(key))
  }

  private var privateReport: Meaning {
    switch final {
    case UInt8(ascii: "c"): return .identification(plain.numbers)
    case UInt8(ascii: "n"):
      switch Array(parameters.dropFirst()) {
      case Array("997;1".utf8): return .event(.colourScheme(isDark: true))
      case Array("997;2".utf8): return .event(.colourScheme(isDark: false))
      default: return .nothing
      }
    default: return .nothing
    }
  }

  /// Without the sign at its beginning.
  private var plain: ControlSequence {
    ControlSequence(parameters: Array(parameters.dropFirst()), final: final)
  }

  private var sgrMouse: Meaning {
    let numbers = plain.numbers
    guard final == UInt8(ascii: "M"), numbers.count == 3 else { return .nothing }
    let mouse = Self.mouse(button: numbers[0], x: numbers[1] - 1, y: numbers[2] - 1)
    return mouse.map { .event(.mouse($0)) } ?? .nothing
  }

  /// The events that we handle: the left button and the wheel, with any modifier.
  static func mouse(button: Int, x: Int, y: Int) -> MouseEvent? {
    guard x >= 0, y >= 0, button >= 0 else { return nil }
    switch button & ~(4 | 8 | 16) {
    case 0: return MouseEvent(kind: .press, x: x, y: y)
    case 64: return MouseEvent(kind: .wheelUp, x: x, y: y)
    case 65: return MouseEvent(kind: .wheelDown, x: x, y: y)
    default: return nil
    }
  }

  static let functionKeys: [Key.Name] = [
    .f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12,
  ]

  /// What follows `ESC O`: arrows, F1 to F4, and the keypad.
  static func singleShift(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .named(.up)
    case UInt8(ascii: "B"): .named(.down)
    case UInt8(ascii: "C"): .named(.right)
    case UInt8(ascii: "D"): .named(.left)
    case UInt8(ascii: "H"): .named(.home)
    case UInt8(ascii: "F"): .named(.end)
    case UInt8(ascii: "M"): .named(.enter)
    case UInt8(ascii: "I"): .named(.tab)
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .named(functionKeys[Int(byte - UInt8(ascii: "P"))])
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    default: nil
    }
  }

  /// What follows `ESC [ [` on the Linux console.
  static func linuxFunctionKey(_ byte: UInt8) -> Key? {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return nil }
    return .named(functionKeys[Int(byte - UInt8(ascii: "A"))])
  }
}
