/// Undo on the settings page: it takes back what was changed there, and nothing of the list behind it.
extension AppState {
  private static let mostChanges = 100

  mutating func noteSetting(_ change: SettingChange) {
    session.settings.changes = Array(
      (session.settings.changes + [change]).suffix(Self.mostChanges))
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

  mutating func undoOnSettings(_ effects: inout [Effect]) {
    switch session.settings.changes.popLast() {
    case .list? where session.settings.lastStep == session.stepNumber: undo(.undo, &effects)
    case .file(let name, let was)?:
      guard let row = SettingRow.named(name) else { return }
      if let refusal = row.refusal(toChangeBy: session.actor, in: shared) {
        return notice(refusal.sentence, .danger)
      }
      do throws(Failure) {
        adopt(try row.setting(was, in: session.preferences), &effects)
        notice("Undid: \(row.title) is back to “\(words(for: row))”.", .success)
      } catch { notice(error.sentence, .danger) }
    // The list was changed since: its last change is another one.
    case .list?, nil:
      session.settings.changes = []
      notice("Nothing was changed here. The list is undone on its own pages.")
    }
  }
}
