/// One key as the person pressed it.
public enum Key: Hashable, Sendable {
  /// A key that types: letters, digits, symbols, space.
  case character(Character)
  /// Control with a lower-case letter or one of `@[\]^_`.
  case control(Character)
  /// Alt (or Escape before it) and a character.
  case alt(Character)
  case named(Name)

  public enum Name: String, CaseIterable, Sendable {
    case up, down, left, right, home, end
    case pageUp = "pgup"
    case pageDown = "pgdn"
    case enter, tab, backspace, delete, insert
    case escape = "esc"
    case backTab = "shift-tab"
    case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
  }

  /// Parses the form that `text` writes: `a`, `space`, `ctrl-b`, `alt-x`, `pgup`, `f1`. Terminals send
  /// control keys only of ASCII.
  public init?(text: some StringProtocol) { self.init(whole: String(text)) }

  private init?(whole text: String) {
    // The common case, without grapheme breaking; the table has hundreds of keys at each start.
    if text.utf8.count == 1, let byte = text.utf8.first {
      self = .character(Character(Unicode.Scalar(byte)))
      return
    }
    if text.count == 1, let c = text.first {
      self = .character(c)
      return
    }
    if let name = Name(rawValue: text) {
      self = .named(name)
      return
    }
    let lower = text.lowercased()
    if lower == "space" {
      self = .character(" ")
    } else if let name = Name(rawValue: lower) {
      self = .named(name)
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let c = lower.last, c.isASCII {
      self = .control(c)
    } else if lower.hasPrefix("alt-"), text.count == 5, let c = text.last {
      self = .alt(c)
    } else {
      return nil
    }
  }

  /// The form used in hints and in the settings file.
  public var text: String {
    switch self {
    case .character(" "): "space"
    case .character(let c): String(c)
    case .control(let c): "ctrl-" + String(c)
    case .alt(let c): "alt-" + String(c)
    case .named(.delete): "delete"
    case .named(let name): name.rawValue
    }
  }
}
