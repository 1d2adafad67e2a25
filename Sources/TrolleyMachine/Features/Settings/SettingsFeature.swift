package enum SettingsPage: PageKind {
  package static let page: Page = .init(
    scope: .settings, perform: { $0.performOnSettings($1, &$2) },
    facts: { app in
      guard let row = app.focusedSetting else { return [] }
      return [
        .rows: true, .mayChange: row.canBeOpened, .testable: row.test != nil,
        .chosen: app.isChosen(row), .choices: !row.choices.isEmpty,
      ]
    },
    focus: Page.Focus(
      index: { $0.session.settings.focus.index },
      move: { app, index, _ in app.focusSetting(at: index) }),
    goBack: { app, _ in app.clearSettings() },
    search: Page.Search(
      isTyping: \.settings.isTyping, query: \.settings.query,
      changed: { $0.focusBestMatch() }, move: { $0.moveOnSettings($1) },
      hasRowBelow: { $0.session.settings.focus.index + 1 < $0.settingsPage.rows.count }))
}

/// The settings page: moving, searching, and changing values.
extension AppState {
  /// The rows for the list's use that match the search, top to bottom.
  public var settingsPage: SettingsRows {
    let rows = SettingRow.all.filter { $0.isAvailable(in: shared.use) }
    return SettingsRows(found(rows), isRoomy: session.layout.isRoomy)
  }

  /// The rows that contain every word in their texts, names or synonyms, in their original order.
  private func found(_ rows: [SettingRow]) -> [SettingRow] {
    let query = session.settings.query.text
    guard query.contains(where: { $0 != " " }) else { return rows }
    var index = SearchIndex()
    for row in rows {
      let texts = [row.explanation, row.group.title, row.name, row.synonyms, words(for: row)]
      index.append(name: row.title, description: texts.joined(separator: "\n"))
    }
    return index.matches(query, isStrict: true).sorted().map { rows[Int($0)] }
  }

  /// The focused row; nil if the search finds none.
  public var focusedSetting: SettingRow? {
    let rows = settingsPage.rows
    // There may be fewer rows than when the focus was set: a changed value may not match the search
    // any longer.
    return rows.isEmpty ? nil : rows[min(session.settings.focus.index, rows.count - 1)]
  }

  // MARK: Commands

  mutating func performOnSettings(_ command: Command, _ effects: inout [Effect]) {
    if command != .delete { session.settings.keyToForget = nil }
    if moveOnSettings(command) { return }
    switch command {
    case .search: startSearch()
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

  /// Shows the page with the focus on one row.
  mutating func showSetting(_ name: String) {
    show(.settings)
    _ = clearSettings()
    let page = settingsPage
    focusSetting(at: page.rows.firstIndex { $0.name == name } ?? 0, page)
  }

  mutating func focusSetting(at index: Int, _ page: SettingsRows? = nil) {
    let page = page ?? settingsPage
    let at = max(0, min(index, page.rows.count - 1))
    session.settings.focus.index = at
    session.settings.focus.scroll = page.scroll(
      from: session.settings.focus.scroll, showing: at,
      height: session.layout.settings.list.height)
  }

  /// The first visible line. Computed, so that resizing back restores the old position.
  public var settingsScroll: Int {
    let page = settingsPage
    return page.scroll(
      from: session.settings.focus.scroll,
      showing: min(session.settings.focus.index, page.rows.count - 1),
      height: session.layout.settings.list.height)
  }

  private mutating func perform(_ command: Command, on row: SettingRow, _ effects: inout [Effect]) {
    // Before the person types anything in vain.
    if command != .test, let refusal = row.refusal(toChangeBy: session.actor, in: shared) {
      return notice(refusal.sentence, .danger)
    }
    switch command {
    case .test: test(row, &effects)
    case .delete: resetToDefault(row, &effects)
    case .left, .decrease: if !row.choices.isEmpty { step(row, -1, &effects) }
    case .right where !row.choices.isEmpty, .increase where !row.choices.isEmpty:
      step(row, 1, &effects)
    default: change(row, &effects)
    }
  }

  /// Enter: cycles through two or three choices, lists more of them, and opens a form for text.
  private mutating func change(_ row: SettingRow, _ effects: inout [Effect]) {
    if let opener = row.opener { return open(opener, &effects) }
    switch row.shape {
    case .choice(let choices, _) where choices.count > 3: openPicker(row, choices)
    case .choice: step(row, 1, &effects)
    case .text(let hint, let limit): openForm(row, hint: hint, limit: limit)
    case .key(let hint): openForm(row, hint: hint, limit: 512)
    case .readOnly where row.name == "settingsFile" && !session.settings.remarks.isEmpty:
      showRemarks()
    case .readOnly: notice(row.explanation)
    }
  }

  /// All of them: beside the row there is seldom room for more than one.
  private mutating func showRemarks() {
    let remarks = session.settings.remarks
    session.overlays.append(
      .dialog(
        DialogState(
          title: Wording.count(remarks.count, "remark") + " on settings.json",
          message: session.settingsPath + "\n\n" + remarks.joined(separator: "\n"),
          buttons: [.init(label: "OK", command: nil)])))
  }

  private mutating func step(_ row: SettingRow, _ by: Int, _ effects: inout [Effect]) {
    if let opener = row.opener { return open(opener, &effects) }
    let count = row.choices.count
    // A hand-written value outside the choices: go to the first one.
    let at = row.choices.firstIndex { $0.value == text(of: row) } ?? (by > 0 ? -1 : 0)
    say(try: row, row.choices[(at + by + count) % count].value, &effects)
  }

  /// All currencies, found by code, name and country.
  mutating func openCurrencyPicker() {
    guard let row = SettingRow.named("currency") else { return }
    let entries = CurrencyNames.all.map { currency in
      var entry = PickerState.Entry(currency.name, detail: currency.code, value: currency.code)
      entry.synonyms = currency.places
      return entry
    }
    let at = entries.firstIndex { $0.value == text(of: row) } ?? 0
    show(PickerState(.option(row.name), row.title, entries, selected: at))
  }

  private mutating func openPicker(_ row: SettingRow, _ choices: [SettingRow.Choice]) {
    var entries = choices.map { PickerState.Entry($0.title, value: $0.value) }
    if row.takesLocales {
      entries += LocaleNames.all.map { locale in
        var entry = PickerState.Entry(
          locale.names[0], detail: locale.tag, value: locale.tag)
        entry.synonyms = (locale.names + [locale.tag]).joined(separator: " ")
        entry.isOnlyFound = true
        return entry
      }
    }
    let at = choices.firstIndex { $0.value == text(of: row) } ?? 0
    show(PickerState(.option(row.name), row.title, entries, selected: at))
  }

  /// A stored key is never shown: the field starts empty, and left empty it keeps the key.
  private mutating func openForm(_ row: SettingRow, hint: String, limit: Int) {
    let text = text(of: row)
    let old = SettingRow.masked(text)
    session.overlays.append(
      .form(
        FormState(
          purpose: .option(row.name), title: row.title, intro: row.explanation, action: "Save",
          fields: [
            .init(
              .value, row.isKey ? "Key" : "Value",
              row.isKey ? "" : row.typed(text, style: session.style),
              hint: row.isKey && !text.isEmpty ? "empty keeps \(old)" : hint, limit: limit,
              isSecret: row.isKey)
          ])))
  }

  // MARK: Storing values

  mutating func submitOption(
    _ name: String, _ form: FormState, _ effects: inout [Effect]
  ) throws(FormError) {
    guard let row = SettingRow.named(name), !(row.isKey && form[.value].isEmpty) else { return }
    do throws(Failure) {
      try set(row, form[.value], &effects)
    } catch { throw FormError(.value, error.sentence) }
  }

  /// Stores a value where it belongs. Throws why it was refused.
  mutating func set(_ row: SettingRow, _ typed: String, _ effects: inout [Effect]) throws(Failure) {
    if case .set(.registration, Registration.Mode.invitation.rawValue)? = try row.change(typed) {
      return makeInvitation(&effects)
    }
    if let change = try row.change(typed) {
      let events: [Event]
      do throws(ChangeError) { events = try makeAnnounced(change, &effects) } catch .nothingToDo {
        return
      } catch { throw error.failure }
      if case .set(.currency, _) = change { askAboutPrices(after: events) }
      return
    }
    let (old, new) = (session.preferences, try row.setting(typed, in: session.preferences))
    defer {
      if let remark = new.remark(after: row, typed, from: old) { notice(remark, seconds: 8) }
    }
    guard new != old else { return }
    // A key that was replaced is not kept, not even here.
    if row.isKey {
      session.settings.forgetChanges()
    } else {
      noteSetting(.file(name: row.name, was: text(of: row)))
    }
    adopt(new, &effects)
  }

  /// After the currency has changed: prices in the old one are shown, but no sum counts them. What
  /// else became of budget and starters is said there, too: behind the dialog there is one line.
  mutating func askAboutPrices(after events: [Event]) {
    let new = shared.currency.code
    let besides = ChangeSummary.currencyWords(events, style: session.style)
    let others = shared.wordsOfUnlabelled
    guard !shared.relabelled.isEmpty else {
      if let others { announce(done: "Currency is \(new)\(besides). \(others)") }
      return
    }
    if !besides.isEmpty { announce(done: "Currency is \(new)") }
    session.overlays.append(
      .dialog(
        DialogState(
          title: "Are these prices \(new) now?",
          message: (besides.isEmpty ? "" : "Currency is \(new)\(besides). ")
            + shared.wordsOfRelabelled
            + ": by the same numbers now or later (: take all prices over), or by new ones that you type."
            + (others.map { " " + $0 } ?? ""),
          buttons: [
            .init(label: "They are \(new)", command: .relabelPrices),
            .init(label: "Leave them", command: nil),
          ], focus: 1)))
  }

  /// Like `set`, but shows a refusal as a notice.
  @discardableResult
  mutating func say(try row: SettingRow, _ typed: String, _ effects: inout [Effect]) -> Bool {
    do throws(Failure) {
      try set(row, typed, &effects)
      return true
    } catch {
      notice(error.sentence, .danger)
      return false
    }
  }

  private mutating func resetToDefault(_ row: SettingRow, _ effects: inout [Effect]) {
    guard let defaultValue = row.defaultValue ?? row.noneInList else {
      return notice("That is not chosen on this machine: it has no default.")
    }
    guard text(of: row) != defaultValue else { return notice("It is the default.") }
    // A deleted key cannot be recovered.
    if row.isKey, session.settings.keyToForget != row.name {
      session.settings.keyToForget = row.name
      return notice("d once more takes \(row.title) away. Nothing brings it back.", .danger)
    }
    session.settings.keyToForget = nil
    say(try: row, defaultValue, &effects)
    notice("\(row.title): back to the default (\(words(for: row))).", .success)
  }

  /// Applies new preferences at once and writes them to the file.
  mutating func adopt(_ new: Preferences, _ effects: inout [Effect]) {
    let old = session.preferences
    guard new != old else { return }
    let focused = focusedSetting?.name
    session.preferences = new
    apply(changedFrom: old, focused)
    forgetTests(of: old, &effects)
    followCatalogueSettings(changedFrom: old, &effects)
    effects.append(.remember(new))
  }

  /// Applies the file's contents after it was edited by hand.
  mutating func apply(_ reading: SettingsReading, _ effects: inout [Effect]) {
    // Of what was chosen here a moment ago, or what another program wrote.
    let remark = reading.remarks.first { !session.settings.remarks.contains($0) }
    let isMended = reading.remarks.isEmpty && !session.settings.remarks.isEmpty
    session.settings.remarks = reading.remarks
    session.keymap = reading.keymap
    let (old, new) = (session.preferences, reading.preferences)
    guard new != old else {
      if session.isLocked { return }
      if let remark { return notice(remark, .danger) }
      if isMended { notice("settings.json is in order again.", .success) }
      return
    }
    session.settings.forgetChanges()
    let focused = focusedSetting?.name
    session.preferences = new
    apply(changedFrom: old, focused)
    forgetTests(of: old, &effects)
    stopForbiddenWork(&effects)
    followMapSettings(changedFrom: old, &effects)
    followCatalogueSettings(changedFrom: old, &effects)
    guard !session.isLocked else { return }
    let unsaved = reading.unsaved.map { SettingRow.named($0)?.title ?? $0 }
    if let remark = reading.remarks.first {
      notice("settings.json was changed by another program. \(remark)", .danger)
    } else if !unsaved.isEmpty {
      notice(
        "What settings.json says is in use again. Not saved: \(Wording.list(unsaved)).", .danger)
    } else {
      notice("settings.json was changed by another program; the new settings are in use.")
    }
  }

  /// Updates everything that depends on a preference.
  ///
  /// - Parameter focused: the setting with the focus, which keeps it: a search may show other rows now.
  private mutating func apply(changedFrom old: Preferences, _ focused: String?) {
    let new = session.preferences
    // What was allowed until quitting is withdrawn as well: the default asks again.
    session.allowedUntilQuit = session.allowedUntilQuit.filter {
      new.services.isAllowed($0) == old.services.isAllowed($0)
    }
    if new.theme != old.theme { session.themeOfRun = nil }
    if !session.hasMotion { session.confetti = [] }
    if new.segment != old.segment || new.sort != old.sort
      || new.isReversed != old.isReversed || new.category != old.category
      || new.isGrouped != old.isGrouped || new.isTable != old.isTable
      || new.tileSize != old.tileSize
    {
      rebuildItems()
      followFocus()
    }
    if new.cartOrder != old.cartOrder {
      startWalk()
      focusLine(at: session.cart.focusIndex)
    }
    if new.lockMinutes != old.lockMinutes { followLockSetting() }
    let page = settingsPage
    let place = page.rows.firstIndex { $0.name == focused }
    focusSetting(at: place ?? session.settings.focus.index, page)
  }

  mutating func remember(_ effects: inout [Effect], _ change: (inout Preferences) -> Void) {
    change(&session.preferences)
    effects.append(.remember(session.preferences))
  }

  // MARK: The list's use

  mutating func openUsePicker() {
    guard AccessPolicy.allows(.manage, session.actor, in: shared) else {
      return notice(ChangeError.onlyOwner(shared.ownerName).sentence, .danger)
    }
    openPicker(.use, "Use", shared.use, detail: \.explanation) { $0.title }
  }

  /// Keeps all contents. In a use with accounts, the first account owns them.
  mutating func chooseUse(_ use: ListMode, _ effects: inout [Effect]) {
    guard use != shared.use else { return }
    if use.hasAccounts, shared.owner?.canSignIn(in: use) != true {
      openAccountForm(shared.owner?.id, for: use)
    } else {
      guard attempt(.changeUse(use, owner: nil), &effects) else { return }
      if !session.isLocked { notice("The list is for \(use.title) use now.", .success) }
      tellWhoNeedsPIN()
    }
  }
}
