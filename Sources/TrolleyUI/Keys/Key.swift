import TrolleyCore

/// One key as the person pressed it.
public enum Key: Hashable, Sendable {
  /// A key that types: letters, digits, signs, space.
  case character(Character)
  /// Control and a lower-case letter or one of `@[\]^_`.
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

  /// Reads the form that `text` writes: `a`, `space`, `ctrl-b`, `alt-x`, `pgup`, `f1`.
  public init?(text: some StringProtocol) { self.init(whole: String(text)) }

  private init?(whole text: String) {
    // Most of them, and told without a look at graphemes; the table has hundreds at each start.
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
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let c = lower.last {
      self = .control(c)
    } else if lower.hasPrefix("alt-"), text.count == 5, let c = text.last {
      self = .alt(c)
    } else {
      return nil
    }
  }

  /// As hints and the settings file write it.
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

/// What the terminal reports beside keys.
public enum TerminalEvent: Equatable, Sendable {
  case key(Key)
  /// The whole text of one bracketed paste, still as it came; cleaned by the core.
  case paste(String)
  case mouse(MouseEvent)
  /// What lies behind the text, as the terminal answered when asked. May come late or never.
  case background(RGB)
  /// The person has switched the desktop between light and dark.
  case colourScheme(isDark: Bool)
}

public struct MouseEvent: Equatable, Sendable {
  public enum Kind: Sendable { case press, wheelUp, wheelDown }
  public let kind: Kind
  public let x: Int
  public let y: Int
  public init(kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}
