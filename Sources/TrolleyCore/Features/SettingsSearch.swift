/// Searching on the settings page, as one types.
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
    session.settings.query.insert(text)
    focusBestMatch()
  }

  /// The first row with all words in its title, the first at all where there is none: rows stay in
  /// their groups, so that the eye knows where it is.
  private mutating func focusBestMatch() {
    let words = session.settings.words
    let page = settingsPage
    let best = page.rows.firstIndex { row in
      let title = String(decoding: Folding.plain(row.title), as: UTF8.self)
      return words.allSatisfy { title.contains($0) }
    }
    focusSetting(at: best ?? 0, page)
  }

  /// Ends the search; the focus stays on its row. False when there was none.
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

extension SettingsState {
  /// What is searched for, folded.
  var words: [String] {
    String(decoding: Folding.plain(query.text), as: UTF8.self)
      .split(separator: " ").map(String.init)
  }
}
