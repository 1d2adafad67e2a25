/// Incremental search on the settings page.
extension AppState {
  /// The first row with all words in its title, otherwise the first row: rows stay in their groups,
  /// so that they are easy to find again.
  mutating func focusBestMatch() {
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
