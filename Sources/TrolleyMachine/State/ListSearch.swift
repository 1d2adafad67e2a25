/// The search of a page whose rows are few: it hides those that do not match.
public struct ListSearch: Equatable, Sendable {
  /// Whether keys go into the field.
  public var isTyping = false
  public var query = TextInput("", limit: 100)

  public var isOn: Bool { isTyping || !query.isEmpty }

  /// Whether each word of the query is in one of the texts, whatever its case and accents.
  func matches(_ texts: [String]) -> Bool {
    query.text.split(separator: " ").allSatisfy { word in
      guard let match = NameMatch(String(word)) else { return true }
      return texts.contains { match.rank($0) != nil }
    }
  }

  /// Returns false if there was none to end.
  mutating func end() -> Bool {
    defer { self = ListSearch() }
    return isOn
  }
}

extension Page.Search {
  /// - Parameter changed: shows what matches another text.
  static func list(
    _ isTyping: WritableKeyPath<SessionState, Bool> & Sendable,
    _ query: WritableKeyPath<SessionState, TextInput> & Sendable,
    _ focus: WritableKeyPath<SessionState, ListFocus> & Sendable,
    changed: @escaping @Sendable (inout AppState) -> Void = { _ in },
    height: @escaping @Sendable (AppState) -> Int = { $0.session.layout.list.height },
    count: @escaping @Sendable (AppState) -> Int
  ) -> Self {
    Self(
      isTyping: isTyping, query: query,
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
