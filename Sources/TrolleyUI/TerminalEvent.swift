/// What the terminal reports besides keys.
public enum TerminalEvent: Equatable, Sendable {
  case key(Key)
  /// The whole text of one bracketed paste, unprocessed; the core cleans it.
  case paste(String)
  case mouse(MouseEvent)
  /// The background colour, as the terminal reported it. May arrive late or never.
  case background(RGB)
  /// How many colours the terminal has; 2²⁴ for exact ones.
  case colours(Int)
  /// What it knows about pictures in real pixels.
  case graphics(TerminalGraphics.Answer)
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
