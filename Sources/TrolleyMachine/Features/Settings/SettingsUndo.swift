/// Undo and redo on the settings page: they are about what was changed there, and nothing of the list
/// behind it.
extension AppState {
  private static let mostChanges = 100

  mutating func noteSetting(_ change: SettingChange) {
    session.settings.changes = Array(
      (session.settings.changes + [change]).suffix(Self.mostChanges))
    session.settings.undone = []
  }

  /// Called with the number of the step before: notes one that is made on this page.
  mutating func noteStepOnSettings(_ events: [Event], _ role: StepRole, after last: Int) {
    guard session.page == .settings else { return }
    let isUndoable = role == .change && events.allSatisfy { $0.inverse != nil }
    if isUndoable { noteSetting(.list) }
    if isUndoable || session.settings.lastStep == last {
      session.settings.lastStep = session.stepNumber
    }
  }

  mutating func undoHere(_ purpose: UndoPurpose, _ effects: inout [Effect]) {
    guard session.page == .settings else { return undo(purpose, &effects) }
    let from: WritableKeyPath<SettingsState, [SettingChange]> =
      purpose == .undo ? \.changes : \.undone
    let to: WritableKeyPath<SettingsState, [SettingChange]> =
      purpose == .undo ? \.undone : \.changes
    switch session.settings[keyPath: from].popLast() {
    case .list? where session.settings.lastStep == session.stepNumber:
      session.settings[keyPath: to].append(.list)
      undo(purpose, &effects)
    case .file(let name, let was)?:
      guard let row = SettingRow.named(name) else { return }
      if let refusal = row.refusal(toChangeBy: session.actor, in: shared) {
        return notice(refusal.sentence, .danger)
      }
      let now = text(of: row)
      do throws(Failure) {
        adopt(try row.setting(was, in: session.preferences), &effects)
        session.settings[keyPath: to].append(.file(name: name, was: now))
        let deed =
          purpose == .undo ? "Undid: \(row.title) is back to" : "Did again: \(row.title) is"
        notice("\(deed) “\(words(for: row))”.", .success)
      } catch { notice(error.sentence, .danger) }
    // The list was changed since: its last change is another one.
    case .list?, nil:
      session.settings[keyPath: from] = []
      notice(
        "Nothing was \(purpose == .undo ? "changed" : "undone") here. "
          + "The list is \(purpose == .undo ? "undone" : "redone") on its own pages.")
    }
  }
}
