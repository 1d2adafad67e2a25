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
      query: \.settings.query, changed: { $0.focusBestMatch() },
      move: { $0.moveOnSettings($1) },
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
    let target = session.settings.focus.target(
      of: command, count: page.rows.count, viewport: height
    ) { page.row($0, from: index) }
    guard let target else { return false }
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

  /// Keeps the focus where it is on a setting, whatever rows have come or gone above it.
  mutating func keepFocus(on name: String?) {
    let page = settingsPage
    let place = page.rows.firstIndex { $0.name == name }
    focusSetting(at: place ?? session.settings.focus.index, page)
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
    case .readOnly: showSettingsFile()
    }
  }

  /// Where it is, and all remarks: beside the row there is seldom room for more than one.
  private mutating func showSettingsFile() {
    let remarks = session.settings.remarks
    let words = remarks.isEmpty ? ["Nothing is wrong in it."] : remarks
    show(
      (remarks.isEmpty ? "No remarks" : Wording.count(remarks.count, "remark"))
        + " on settings.json",
      session.settingsPath + "\n\n" + words.joined(separator: "\n"))
  }

  private mutating func step(_ row: SettingRow, _ by: Int, _ effects: inout [Effect]) {
    if let opener = row.opener { return open(opener, &effects) }
    let count = row.choices.count
    // A hand-written value outside the choices: go to the first one.
    let at = row.choice(of: text(of: row)) ?? (by > 0 ? -1 : 0)
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
    let at = row.choice(of: text(of: row)) ?? 0
    show(PickerState(.option(row.name), row.title, entries, selected: at))
  }

  /// A stored key is never shown: the field starts empty, and left empty it keeps the key.
  private mutating func openForm(_ row: SettingRow, hint: String, limit: Int) {
    let text = text(of: row)
    let old = SettingRow.masked(text)
    show(
      FormState(
        purpose: .option(row.name), title: row.title, intro: row.explanation, action: "Save",
        fields: [
          .init(
            .value, row.isKey ? "Key" : "Value",
            row.isKey ? "" : row.typed(text, style: session.style),
            hint: row.isKey && !text.isEmpty ? "empty keeps \(old)" : hint, limit: limit,
            isSecret: row.isKey)
        ]))
  }

  // MARK: The list's use

  mutating func openUsePicker() {
    guard AccessPolicy.allows(.manage, session.actor, in: shared) else {
      return refuseAsOwnerOnly()
    }
    openPicker(.use, "Use", shared.use, detail: \.explanation) { $0.title }
  }

  /// Keeps all contents. In a use with accounts, the first account owns them.
  mutating func chooseUse(_ use: ListMode, _ effects: inout [Effect]) {
    guard use != shared.use else { return }
    if use.hasAccounts, shared.owner?.canSignIn(in: use) != true {
      openAccountForm(shared.owner?.id, for: use)
    } else if use == .personal, shared.accounts.count > 1 {
      show(
        "For one person?",
        "Everyone who uses this computer can open the list then, without sign-in"
          + (session.sync == nil ? "" : ", and so on the other machines")
          + ". Nothing is deleted: the accounts"
          + (shared.use == .staff ? " and the carts of the others" : "")
          + " come back when the list is for \(shared.use.title) use again.",
        .init("Not now"), .init("For one person", .makePersonal))
    } else {
      changeUse(use, &effects)
    }
  }

  mutating func changeUse(_ use: ListMode, _ effects: inout [Effect]) {
    guard attempt(.changeUse(use, owner: nil), &effects) else { return }
    if !session.isLocked { notice("The list is for \(use.title) use now.", .success) }
    tellWhoNeedsPIN()
  }
}
