/// The settings file as known to this program: its contents, the writes under way, and edits made
/// by hand. Pure; file access is elsewhere.
public struct SettingsSync: Sendable {
  /// The file's contents, as far as known.
  private var kept: Preferences
  /// The same with all pending writes applied.
  private var sent: Preferences
  /// The number of pending writes.
  private var open = 0

  public init(_ read: Preferences) {
    kept = read
    sent = read
  }

  /// The edits to write; empty if the file is up to date.
  public mutating func edits(for new: Preferences) -> [SettingsEdit] {
    let edits = new.edits(since: sent)
    guard !edits.isEmpty else { return [] }
    sent = new
    open += 1
    return edits
  }

  /// The file was read, perhaps after a write. Returns the preferences to apply if they differ from
  /// ours because the file was edited by hand.
  public mutating func received(_ reading: SettingsReading) -> Preferences? {
    if reading.followsWrite { open = max(0, open - 1) }
    kept = reading.preferences
    // The contents lack a write that is still pending.
    guard open == 0 else { return nil }
    defer { sent = kept }
    // The file may say less than a value has: such as where a place is, to a metre.
    return kept.edits(since: sent).isEmpty ? nil : kept
  }

  /// A write failed. The next one includes its edits.
  public mutating func failed() {
    open = max(0, open - 1)
    if open == 0 { sent = kept }
  }
}
