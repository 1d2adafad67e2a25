import TrolleyCore

/// A place that can be pressed.
public struct Hit: Equatable, Sendable {
  public let area: Rect
  public let target: HitTarget
}

/// What a press means.
public enum HitTarget: Equatable, Sendable {
  /// Runs a command, as its key would.
  case command(Command)
  /// The row, tile, option or button at this place of the list that has the focus: a press focuses
  /// it, a press on the focused one acts.
  case entry(Int)
  /// A form's field.
  case field(Int)
  /// Swallows the press: the body of a dialog.
  case nothing
}
