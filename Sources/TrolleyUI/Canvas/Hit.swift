/// A clickable area.
public struct Hit: Equatable, Sendable {
  public let area: Rect
  public let target: HitTarget
}

/// What a press means.
public enum HitTarget: Equatable, Sendable {
  /// Runs a command, as its key would.
  case command(Command)
  /// The row, tile, option or button at this index of the focused list: a press focuses it, a press
  /// on the focused one activates it.
  case entry(Int)
  case field(Int)
  /// A box to tick, in the row at this index: a press ticks it at once.
  case box(Int)
  /// A map: the press means the place in the area.
  case map
}
