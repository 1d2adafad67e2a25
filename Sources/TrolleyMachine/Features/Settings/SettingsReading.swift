/// The settings file as it was read while the program runs.
public struct SettingsReading: Equatable, Sendable {
  public var preferences: Preferences
  public var keymap: Keymap
  /// Its errors, a sentence each.
  public var remarks: [String]
  /// Whether this program has just written it.
  public var followsWrite: Bool
  /// What was changed on this screen and is not in the file, by name: it could not be written.
  public var unsaved: [String] = []

  public init(
    _ preferences: Preferences, _ keymap: Keymap = .standard, remarks: [String] = [],
    followsWrite: Bool = false
  ) {
    self.preferences = preferences
    self.keymap = keymap
    self.remarks = remarks
    self.followsWrite = followsWrite
  }
}
