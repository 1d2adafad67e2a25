/// What one program knows of the settings file while it runs: what is in it, what was sent there, and
/// what somebody has written in it by hand meanwhile. Pure; the file is somebody else's business.
public struct SettingsLedger: Sendable {
  /// What the file says, as far as is known.
  private var kept: Preferences
  /// The same with everything that is on its way there.
  private var sent: Preferences
  /// How many writes are on their way.
  private var open = 0

  public init(_ read: Preferences) {
    kept = read
    sent = read
  }

  /// What to change in the file; empty where it says all that already.
  public mutating func edits(for new: Preferences) -> [SettingsEdit] {
    let edits = new.edits(since: sent)
    guard !edits.isEmpty else { return [] }
    sent = new
    open += 1
    return edits
  }

  /// A write is done, and this is what the file says with it. Gives the choices that count from now
  /// on where they are not those of here: somebody has changed the file by hand.
  public mutating func wrote(_ read: Preferences) -> Preferences? {
    open = max(0, open - 1)
    kept = read
    // While another write is on its way, what is read lacks that.
    guard open == 0 else { return nil }
    defer { sent = read }
    return read == sent ? nil : read
  }

  /// A write was refused. What it said goes with the next one.
  public mutating func failed() {
    open = max(0, open - 1)
    if open == 0 { sent = kept }
  }
}
