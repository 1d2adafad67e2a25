/// The user's choice of colours; `auto` uses what the terminal offers.
public enum ColourMode: String, CaseIterable, Sendable {
  case auto, direct, none
  case palette256 = "256"
  case palette16 = "16"
}

/// The number of colours that the screen really has.
public enum ColourDepth: Int, Comparable, Sendable {
  case none, eight, sixteen, palette256, direct

  public static func < (a: ColourDepth, b: ColourDepth) -> Bool { a.rawValue < b.rawValue }

  /// What curses reports, limited by the user's choice.
  init(colours: Int, wish: ColourMode, noColor: String?) {
    let has: ColourDepth =
      switch colours {
      case ..<8: .none
      case ..<16: .eight
      case ..<256: .sixteen
      case 256: .palette256
      default: .direct
      }
    let most: ColourDepth =
      switch wish {
      case .auto: (noColor ?? "").isEmpty ? .direct : .none
      case .direct: .direct
      case .palette256: .palette256
      case .palette16: .sixteen
      case .none: .none
      }
    self = min(has, most)
    // A direct-colour terminal has no palette beyond the first eight.
    if has == .direct, self == .palette256 { self = .direct }
    if has == .direct, self == .sixteen { self = .eight }
  }
}
