/// Incremental search on the settings page.
extension AppState {
  /// The row with exactly this title, otherwise the first one with all words in its title, or the
  /// first of all: rows stay in their groups, so that they are easy to find again.
  mutating func focusBestMatch() {
    let page = settingsPage
    var titles = SearchIndex()
    for row in page.rows { titles.append(name: row.title) }
    let query = session.settings.query.text
    let typed = Folding.key(query)
    let exact = page.rows.firstIndex { Folding.key($0.title) == typed }
    let best = exact.map { Int32($0) } ?? titles.matches(query, isStrict: true).min()
    focusSetting(at: best.map(Int.init) ?? 0, page)
  }

  /// Ends the search; the focus stays on its row. Returns false if there was none.
  mutating func clearSettings() -> Bool {
    let name = focusedSetting?.name
    guard session.endSearch(\.settings.query) else { return false }
    let page = settingsPage
    focusSetting(at: page.rows.firstIndex { $0.name == name } ?? 0, page)
    return true
  }
}
