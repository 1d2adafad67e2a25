import CNCurses

/// The keys that curses recognises. Their modifiers are ignored, except for shift-tab.
enum CursesKeys {
  static func key(_ code: Int32) -> Key? {
    if code > KEY_F0, code <= KEY_F0 + 12 {
      return .named(ControlSequence.functionKeys[Int(code - KEY_F0 - 1)])
    }
    switch code {
    case KEY_UP, KEY_SR: return .named(.up)
    case KEY_DOWN, KEY_SF: return .named(.down)
    case KEY_LEFT, KEY_SLEFT: return .named(.left)
    case KEY_RIGHT, KEY_SRIGHT: return .named(.right)
    case KEY_HOME, KEY_SHOME, KEY_A1, KEY_FIND: return .named(.home)
    case KEY_END, KEY_SEND, KEY_C1, KEY_SELECT, KEY_LL: return .named(.end)
    case KEY_PPAGE, KEY_SPREVIOUS, KEY_A3: return .named(.pageUp)
    case KEY_NPAGE, KEY_SNEXT, KEY_C3: return .named(.pageDown)
    case KEY_ENTER: return .named(.enter)
    case KEY_BTAB: return .named(.backTab)
    case KEY_BACKSPACE: return .named(.backspace)
    case KEY_DC, KEY_SDC: return .named(.delete)
    case KEY_IC, KEY_SIC: return .named(.insert)
    // A resize is reported by a signal.
    default: return nil
    }
  }

  /// Keys with modifiers, whose codes curses assigns at run time: `kLFT5` is control-left.
  static func key(named name: String) -> Key? {
    let family = name.last.map { $0.isNumber } == true ? String(name.dropLast()) : name
    switch family {
    case "kUP": return .named(.up)
    case "kDN": return .named(.down)
    case "kLFT": return .named(.left)
    case "kRIT": return .named(.right)
    case "kHOM": return .named(.home)
    case "kEND": return .named(.end)
    case "kPRV": return .named(.pageUp)
    case "kNXT": return .named(.pageDown)
    case "kDC": return .named(.delete)
    case "kIC": return .named(.insert)
    default: return nil
    }
  }
}
