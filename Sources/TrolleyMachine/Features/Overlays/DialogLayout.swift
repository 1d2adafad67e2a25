/// The layout of a dialog. It is here because scrolling and drawing must agree on it.
public struct DialogLayout: Equatable, Sendable {
  public let width: Int
  public let height: Int
  /// The whole message, wrapped.
  public let lines: [String]
  /// How many of its lines are visible.
  public let rows: Int
  /// Omits blank lines and margins to show more of the message.
  public let isTight: Bool

  private static let frame = 2
  private static let buttons = 1

  public init(_ message: String, _ layout: ScreenLayout) {
    let width = min(60, layout.size.width - (layout.isNarrow ? 0 : 4))
    let most = layout.size.height - 2
    let wrapped = TextWrap.lines(message, width: max(1, width - 6))
    // One blank line above it and two below.
    let wanted = wrapped.count + 3 + Self.buttons + Self.frame
    self.width = width
    isTight = wanted > most
    height = min(wanted, most)
    lines = isTight ? TextWrap.lines(message, width: max(1, width - 4)) : wrapped
    rows = isTight ? max(1, height - Self.frame - Self.buttons) : lines.count
  }

  /// The largest scroll position; 0 if everything fits.
  public var mostScroll: Int { max(0, lines.count - rows) }
  var isLong: Bool { mostScroll > 0 }

  /// Moves through a long message, and else between the buttons. Returns false for other commands.
  func move(
    by command: Command, _ focus: inout Int, of buttons: Int, _ scroll: inout Int
  ) -> Bool {
    switch command {
    case .up where isLong: scroll = max(0, min(scroll, mostScroll) - 1)
    case .down where isLong: scroll = min(mostScroll, scroll + 1)
    case .left, .up, .previousField, .previousPage:
      focus = (focus + buttons - 1) % max(1, buttons)
    case .right, .down, .nextField, .nextPage: focus = (focus + 1) % max(1, buttons)
    default: return false
    }
    return true
  }
}
