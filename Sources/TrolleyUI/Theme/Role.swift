/// What a cell means. The theme decides what that looks like.
public enum Role: UInt8, CaseIterable, Sendable {
  case text
  /// Secondary text: prices, hints, counts.
  case dim
  /// The one colour that draws the eye: focus, keys, the current tab.
  case accent
  case success
  case warning
  case danger
  /// A favourite's star.
  case star
  /// The row under the cursor, where a border would be too much.
  case selection
  /// Frames and rules.
  case border
  /// The frame of an item in the cart.
  case borderOn
  /// A heading.
  case title
  /// A picked line: struck through.
  case picked
  /// The filled and the empty part of a bar.
  case bar, barDone, barEmpty
  /// A text field, and the same with the focus.
  case field, fieldFocus
  /// Letters matched by a search.
  case match
  /// An error banner.
  case banner
  /// The page below an open overlay.
  case shade

  /// One letter per role, for golden screens.
  public var letter: Character {
    switch self {
    case .text: "."
    case .dim: "d"
    case .accent: "a"
    case .success: "s"
    case .warning: "w"
    case .danger: "x"
    case .star: "*"
    case .selection: "S"
    case .border: "b"
    case .borderOn: "B"
    case .title: "t"
    case .picked: "p"
    case .bar: "o"
    case .barDone: "O"
    case .barEmpty: "_"
    case .field: "f"
    case .fieldFocus: "F"
    case .match: "m"
    case .banner: "!"
    case .shade: ","
    }
  }
}
