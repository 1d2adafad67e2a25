extension TextInput {
  static var ofSearch: TextInput { TextInput("", limit: 100) }

  /// Whether each word of it is in one of the texts, whatever its case and accents.
  func isFound(in texts: [String]) -> Bool {
    text.split(separator: " ").allSatisfy { word in
      guard let match = NameMatch(String(word)) else { return true }
      return texts.contains { text in
        match.rank(text) != nil || Umlauts.spelledOut(text).map { match.rank($0) != nil } == true
      }
    }
  }
}

extension SessionState {
  /// Empties the search field of the page, and leaves it. Returns false if it was not shown.
  mutating func endSearch(_ query: WritableKeyPath<SessionState, TextInput>) -> Bool {
    guard showsSearch(self[keyPath: query]) else { return false }
    isInSearchField = false
    self[keyPath: query] = TextInput("", limit: self[keyPath: query].limit)
    return true
  }
}

extension Page.Search {
  /// - Parameter changed: shows what matches another text.
  static func list(
    _ query: WritableKeyPath<SessionState, TextInput> & Sendable,
    _ focus: WritableKeyPath<SessionState, ListFocus> & Sendable,
    changed: @escaping @Sendable (inout AppState) -> Void = { _ in },
    height: @escaping @Sendable (AppState) -> Int = { $0.session.layout.list.height },
    count: @escaping @Sendable (AppState) -> Int
  ) -> Self {
    Self(
      query: query,
      changed: { app in
        changed(&app)
        let (count, height) = (count(app), height(app))
        app.session[keyPath: focus].move(to: 0, count: count, viewport: height)
      },
      move: { app, command in
        let (count, height) = (count(app), height(app))
        return app.session[keyPath: focus].move(by: command, count: count, viewport: height)
      },
      hasRowBelow: { app in app.session[keyPath: focus].index + 1 < count(app) })
  }
}
