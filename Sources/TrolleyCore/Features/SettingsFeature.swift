/// The settings page: moving, searching, changing a value where it stands.
extension AppState {
  /// The rows of this use that the search finds, below each other.
  public var settingsPage: SettingsPage {
    let words = session.settings.words
    let rows = SettingRow.all.filter { $0.isThere(in: shared.use) && isFound($0, words) }
    return SettingsPage(rows, isRoomy: session.layout.isRoomy)
  }

  /// Every word occurs in what stands there or in its name.
  private func isFound(_ row: SettingRow, _ words: [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let all = [row.title, row.explanation, row.group.title, row.name, self.words(for: row)]
      .map { String(decoding: Folding.plain($0), as: UTF8.self) }.joined(separator: "\n")
    return words.allSatisfy { all.contains($0) }
  }

  /// The row with the focus; nil where the search finds none.
  public var focusedSetting: SettingRow? {
    let rows = settingsPage.rows
    // There may be fewer than when it was set: a value has changed that is searched for.
    return rows.isEmpty ? nil : rows[min(session.settings.focus.index, rows.count - 1)]
  }

  /// What a row says now.
  public func words(for row: SettingRow) -> String {
    if let words = row.words { return words(self) }
    let text = row.text(session.preferences, shared)
    if text.isEmpty { return row.choices.first { $0.value.isEmpty }?.title ?? row.nothing }
    if row.isKey { return SettingRow.masked(text) }
    return row.choices.first { $0.value == text }?.title ?? text
  }

  /// The value as a script writes it.
  public func text(of row: SettingRow) -> String { row.text(session.preferences, shared) }

  /// Whether somebody has chosen something else than the usual.
  public func isChosen(_ row: SettingRow) -> Bool {
    row.usual.map { $0 != text(of: row) } ?? false
  }

  // MARK: Commands

  mutating func performOnSettings(_ command: Command, _ effects: inout [Effect]) {
    if command != .delete { session.settings.keyToForget = nil }
    if moveOnSettings(command) { return }
    switch command {
    case .search:
      session.settings.isTyping = true
      session.settings.query.moveToEnd()
    case .back: if !stopTests(&effects) { _ = clearSettings() }
    case .open, .toggle, .edit, .right, .left, .increase, .decrease, .delete, .test:
      guard let row = focusedSetting else { return }
      perform(command, on: row, &effects)
    default: break
    }
  }

  mutating func moveOnSettings(_ command: Command) -> Bool {
    let page = settingsPage
    let index = session.settings.focus.index
    let height = session.layout.settings.list.height
    let target: Int
    switch command {
    case .up: target = index - 1
    case .down: target = index + 1
    case .first: target = 0
    case .last: target = page.rows.count - 1
    case .pageUp: target = page.row(-height, from: index)
    case .pageDown: target = page.row(height, from: index)
    case .halfPageUp: target = page.row(-height / 2, from: index)
    case .halfPageDown: target = page.row(height / 2, from: index)
    default: return false
    }
    focusSetting(at: target, page)
    return true
  }

  mutating func focusSetting(at index: Int, _ page: SettingsPage? = nil) {
    let page = page ?? settingsPage
    let at = max(0, min(index, page.rows.count - 1))
    session.settings.focus.index = at
    session.settings.focus.scroll = page.scroll(
      from: session.settings.focus.scroll, showing: at,
      height: session.layout.settings.list.height)
  }

  /// The first line that is shown. Another size does not change where one was: back at the old one it
  /// is all as before.
  public var settingsScroll: Int {
    let page = settingsPage
    return page.scroll(
      from: session.settings.focus.scroll,
      showing: min(session.settings.focus.index, page.rows.count - 1),
      height: session.layout.settings.list.height)
  }

  private mutating func perform(
    _ command: Command, on row: SettingRow, _ effects: inout [Effect]
  ) {
    switch command {
    case .test: test(row, &effects)
    case .delete: makeUsual(row, &effects)
    case .left, .decrease: if !row.choices.isEmpty { step(row, -1, &effects) }
    case .right where !row.choices.isEmpty, .increase where !row.choices.isEmpty:
      step(row, 1, &effects)
    default: change(row, &effects)
    }
  }

  /// Enter: two or three choices go round, more are a list, texts are a form.
  private mutating func change(_ row: SettingRow, _ effects: inout [Effect]) {
    if let open = row.open { return open(&self, &effects) }
    switch row.shape {
    case .choice(let choices, _) where choices.count > 3: openPicker(row, choices)
    case .choice: step(row, 1, &effects)
    case .text(let hint, let limit): openForm(row, hint: hint, limit: limit)
    case .key(let hint): openForm(row, hint: hint, limit: 512)
    case .told: notice(row.explanation)
    }
  }

  private mutating func step(_ row: SettingRow, _ by: Int, _ effects: inout [Effect]) {
    if let open = row.open { return open(&self, &effects) }
    let count = row.choices.count
    // A value that is none of them, written by hand: on to the first one.
    let at = row.choices.firstIndex { $0.value == text(of: row) } ?? (by > 0 ? -1 : 0)
    say(try: row, row.choices[(at + by + count) % count].value, &effects)
  }

  private mutating func openPicker(_ row: SettingRow, _ choices: [SettingRow.Choice]) {
    let entries = choices.map { PickerState.Entry($0.title, value: $0.value) }
    let at = choices.firstIndex { $0.value == text(of: row) } ?? 0
    session.overlays.append(
      .picker(PickerState(.option(row.name), row.title, entries, selected: at)))
  }

  /// A key is never shown again, so its field begins empty, and empty it keeps what there is.
  private mutating func openForm(_ row: SettingRow, hint: String, limit: Int) {
    let text = text(of: row)
    let old = SettingRow.masked(text)
    session.overlays.append(
      .form(
        FormState(
          purpose: .option(row.name), title: row.title, intro: row.explanation, action: "Save",
          fields: [
            .init(
              .value, row.isKey ? "Key" : "Value", row.isKey ? "" : text,
              hint: row.isKey && !text.isEmpty ? "empty keeps \(old)" : hint, limit: limit,
              isSecret: row.isKey)
          ])))
  }

  // MARK: Setting

  mutating func submitOption(
    _ name: String, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    guard let row = SettingRow.named(name), !(row.isKey && form[.value].isEmpty) else { return }
    do throws(Failure) {
      try set(row, form[.value], &effects)
    } catch {
      throw FormError(.value, error.sentence)
    }
  }

  /// Puts a value where it belongs. Throws why it is refused.
  mutating func set(
    _ row: SettingRow, _ typed: String, _ effects: inout [Effect]
  ) throws(Failure) {
    if let change = try row.change(typed) {
      do throws(ChangeRefusal) {
        try makeAnnounced(change, &effects)
      } catch .nothingToDo {
        return
      } catch {
        throw error.failure
      }
      return
    }
    adopt(try row.setting(typed, in: session.preferences), &effects)
  }

  /// The same, where a refusal becomes a notice.
  mutating func say(try row: SettingRow, _ typed: String, _ effects: inout [Effect]) {
    do throws(Failure) {
      try set(row, typed, &effects)
    } catch {
      notice(error.sentence, .danger)
    }
  }

  private mutating func makeUsual(_ row: SettingRow, _ effects: inout [Effect]) {
    guard let usual = row.usual else {
      return notice("That is not chosen on this machine: there is no usual value.")
    }
    guard isChosen(row) else { return notice("It is as usual.") }
    // Nothing brings a key back that was typed once.
    if row.isKey, session.settings.keyToForget != row.name {
      session.settings.keyToForget = row.name
      return notice("d once more takes \(row.title) away. Nothing brings it back.", .danger)
    }
    session.settings.keyToForget = nil
    say(try: row, usual, &effects)
    notice("\(row.title): as usual again (\(words(for: row))).", .success)
  }

  /// Other choices count at once, and go to their file.
  private mutating func adopt(_ new: Preferences, _ effects: inout [Effect]) {
    let old = session.preferences
    guard new != old else { return }
    session.preferences = new
    follow(old)
    forgetTests(of: old, &effects)
    effects.append(.remember(new))
  }

  /// What the file says by now: somebody has written in it by hand.
  mutating func take(
    read new: Preferences, remarks: [String], _ effects: inout [Effect]
  ) {
    session.settings.remarks = remarks
    let old = session.preferences
    guard new != old else { return }
    session.preferences = new
    follow(old)
    forgetTests(of: old, &effects)
    if !session.isLocked { notice("settings.json was changed outside: it counts now.") }
  }

  /// Everything that hangs on a choice.
  private mutating func follow(_ old: Preferences) {
    let new = session.preferences
    if new.theme != old.theme { session.themeOfRun = nil }
    if !session.hasMotion { session.confetti = [] }
    if new.segment != old.segment || new.sort != old.sort || new.category != old.category
      || new.isGrouped != old.isGrouped || new.isTable != old.isTable
      || new.tileSize != old.tileSize
    {
      rebuildItems()
      followFocus()
    }
    if new.cartOrder != old.cartOrder {
      refreshAisles()
      focusLine(at: session.cart.focusIndex)
    }
    if new.lockMinutes != old.lockMinutes { followLockSetting() }
    focusSetting(at: session.settings.focus.index)
  }

  mutating func remember(_ effects: inout [Effect], _ change: (inout Preferences) -> Void) {
    change(&session.preferences)
    effects.append(.remember(session.preferences))
  }

  // MARK: The use

  mutating func openUsePicker() {
    guard Rules.allows(.manage, session.actor, in: shared) else {
      return notice(ChangeRefusal.onlyOwner(shared.owner?.name ?? "").sentence, .danger)
    }
    let uses = Use.allCases
    let entries = uses.map {
      PickerState.Entry($0.title, detail: $0.explanation, value: $0.rawValue)
    }
    let at = uses.firstIndex(of: shared.use) ?? 0
    session.overlays.append(.picker(PickerState(.use, "Use", entries, selected: at)))
  }

  /// Everything that is there stays. Where people sign in, the first account owns it.
  mutating func chooseUse(_ use: Use, _ effects: inout [Effect]) {
    guard use != shared.use else { return }
    if use.hasAccounts, shared.owner?.canSignIn(in: use) != true {
      openAccountForm(shared.owner?.id, for: use)
    } else {
      guard attempt(.changeUse(use, owner: nil), &effects) else { return }
      if !session.isLocked { notice("The list is for \(use.title) use now.", .success) }
    }
  }
}
