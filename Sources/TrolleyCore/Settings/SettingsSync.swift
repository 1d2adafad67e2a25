/// The settings file as known to this program: its contents, the writes under way, and edits made
/// by hand. How a screen looks at the list is its own: of that, the file has what any screen chose
/// last, which is no news here. Pure; file access is elsewhere.
public struct SettingsSync: Sendable {
  /// The file's contents, as far as known, with the list looked at as this screen last wrote.
  private var kept: Preferences
  /// The same with all pending writes applied.
  private var sent: Preferences
  /// What the pending writes lead to, the oldest first.
  private var pending: [Preferences] = []
  /// What this screen has since a write failed.
  private var refused: Preferences?
  /// What was changed here and could not be written before the file said otherwise, after a reading.
  public private(set) var lost: [SettingsEdit] = []

  public init(_ read: Preferences) {
    kept = read
    sent = read
  }

  /// The edits to write; empty if the file is up to date.
  public mutating func edits(for new: Preferences) -> [SettingsEdit] {
    let edits = new.edits(since: sent)
    guard !edits.isEmpty else { return [] }
    sent = new
    pending.append(new)
    return edits
  }

  /// The file was read, perhaps after a write. Returns the preferences to apply if they differ from
  /// ours because the file was edited by hand, or has not what could not be written.
  public mutating func received(_ reading: SettingsReading) -> Preferences? {
    let before = kept
    let ours = reading.followsWrite ? nil : refused
    let written = reading.followsWrite && !pending.isEmpty ? pending.removeFirst() : ours ?? kept
    kept = reading.preferences.looking(like: written)
    lost = []
    // The contents lack a write that is still pending.
    guard pending.isEmpty else { return nil }
    refused = nil
    if let ours {
      let missing = ours.edits(since: kept)
      lost = ours.edits(since: before).filter { missing.contains($0) }
    }
    defer { sent = kept }
    // The file may say less than a value has: such as where a place is, to a metre.
    return kept.edits(since: ours ?? sent).isEmpty ? nil : kept
  }

  /// A write failed. The next one includes its edits, unless the file is read before.
  public mutating func failed() {
    guard !pending.isEmpty else { return }
    let last = pending.removeFirst()
    if pending.isEmpty { (sent, refused) = (kept, last) }
  }
}
