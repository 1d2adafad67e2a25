/// Incremental search on the settings page.
extension AppState {
  mutating func performInSettingsSearch(_ command: Command, _ effects: inout [Effect]) -> Bool {
    switch command {
    case .open, .submit:
      session.settings.isTyping = false
      if session.settings.query.text.trimmed.isEmpty { _ = clearSettings() }
    case .back: _ = clearSettings()
    case .up, .down, .pageUp, .pageDown: _ = moveOnSettings(command)
    case .deleteBackward where session.settings.query.isEmpty: _ = clearSettings()
    default:
      let before = session.settings.query.characters
      guard session.settings.query.perform(command) else { return false }
      if session.settings.query.characters != before { focusBestMatch() }
    }
    return true
  }

  mutating func typeInSettingsSearch(_ text: String) {
    if session.settings.query.insert(text) { focusBestMatch() }
  }

  /// The first row with all words in its title, otherwise the first row: rows stay in their groups,
  /// so that they are easy to find again.
  private mutating func focusBestMatch() {
    let page = settingsPage
    var titles = SearchIndex()
    for row in page.rows { titles.append(name: row.title) }
    let best = titles.matches(session.settings.query.text, isStrict: true).min()
    focusSetting(at: best.map(Int.init) ?? 0, page)
  }

  /// Ends the search; the focus stays on its row. Returns false if there was none.
  mutating func clearSettings() -> Bool {
    guard session.settings.isTyping || !session.settings.query.isEmpty else { return false }
    let name = focusedSetting?.name
    session.settings.isTyping = false
    session.settings.query = TextInput("", limit: session.settings.query.limit)
    let page = settingsPage
    focusSetting(at: page.rows.firstIndex { $0.name == name } ?? 0, page)
    return true
  }
}
