/// What a page does; each has one in the file of its feature. A tab may have two pages: the items
/// and the catalogue, the starred stores and those nearby. A class, since every key looks at it
/// several times, and each copy of a value would count the references of all its functions.
package final class Page: Sendable {
  typealias Perform = @Sendable (inout AppState, Command, inout [Effect]) -> Void

  let scope: Scope
  let perform: Perform
  /// What its hints depend on.
  let facts: @Sendable (AppState) -> Situation
  let focus: Focus
  /// Returns false where there is no step to go back.
  let goBack: @Sendable (inout AppState, inout [Effect]) -> Bool
  /// Updates it after a change of the list.
  let amend: @Sendable (inout AppState, [SharedState.Touch]) -> Void
  let focusedItem: @Sendable (AppState) -> Item?
  /// The pictures it shows, the most wanted first.
  let images: @Sendable (AppState) -> [VisibleImage]
  let search: Search?

  init(
    scope: Scope, perform: @escaping Perform, facts: @escaping @Sendable (AppState) -> Situation,
    focus: Focus,
    goBack: @escaping @Sendable (inout AppState, inout [Effect]) -> Bool = { _, _ in false },
    amend: @escaping @Sendable (inout AppState, [SharedState.Touch]) -> Void = { _, _ in },
    focusedItem: @escaping @Sendable (AppState) -> Item? = { _ in nil },
    images: @escaping @Sendable (AppState) -> [VisibleImage] = { _ in [] }, search: Search? = nil
  ) {
    self.scope = scope
    self.perform = perform
    self.facts = facts
    self.focus = focus
    self.goBack = goBack
    self.amend = amend
    self.focusedItem = focusedItem
    self.images = images
    self.search = search
  }

  struct Focus: Sendable {
    /// The index of the focused entry; nil if there is none.
    let index: @Sendable (AppState) -> Int?
    let move: @Sendable (inout AppState, Int, inout [Effect]) -> Void
    /// Keeps it visible after the size or the page has changed.
    var show: @Sendable (inout AppState) -> Void = { _ in }
    /// What a click on the focused entry does.
    var click = Command.open
    /// Whether a click does so wherever the focus was: a tile is not hit by mistake.
    var clicksAtOnce: @Sendable (AppState) -> Bool = { _ in false }
  }

  /// The search field of a page. Its `goBack` ends the search.
  struct Search: Sendable {
    let query: WritableKeyPath<SessionState, TextInput> & Sendable
    /// Shows what matches another text.
    let changed: @Sendable (inout AppState) -> Void
    let move: @Sendable (inout AppState, Command) -> Bool
    /// Whether the focus can move down from the field.
    let hasRowBelow: @Sendable (AppState) -> Bool
    /// What enter does besides keeping the filter, and its hint.
    var enter: @Sendable (inout AppState, inout [Effect]) -> Void = { _, _ in }
    var action: @Sendable (AppState) -> String = { _ in "keep the filter" }
  }
}

extension AppState {
  /// Returns false if the command has nothing to do with searching.
  mutating func perform(
    _ command: Command, in search: Page.Search, _ effects: inout [Effect]
  ) -> Bool {
    let before = session[keyPath: search.query]
    switch command {
    case .open, .submit:
      session.isInSearchField = false
      if !before.text.trimmed.isEmpty {
        search.enter(&self, &effects)
        return true
      }
    case .back: break
    case .deleteBackward where before.isEmpty: break
    case .up, .down, .pageUp, .pageDown: return search.move(&self, command)
    default:
      guard
        session.selectsQuery
          ? session[keyPath: search.query].performOnSelection(command)
          : session[keyPath: search.query].perform(command)
      else { return false }
      session.selectsQuery = false
      if session[keyPath: search.query].characters != before.characters { search.changed(&self) }
      return true
    }
    _ = session.shownPage.goBack(&self, &effects)
    return true
  }

  mutating func type(_ text: String, in search: Page.Search) {
    var query = session[keyPath: search.query]
    if session.selectsQuery { query = TextInput(limit: query.limit) }
    guard query.insert(text) else { return }
    session[keyPath: search.query] = query
    session.selectsQuery = false
    search.changed(&self)
  }

  /// Puts the keys into the search field of the page. What it was searched for before is selected.
  mutating func startSearch() {
    guard let search = session.shownPage.search else { return }
    session.isInSearchField = true
    session[keyPath: search.query].moveToEnd()
    session.selectsQuery = true
  }
}

/// A page as a type, by which it is found where it is drawn.
package protocol PageKind { static var page: Page { get } }

extension Page.Focus {
  /// The focus of a list of rows.
  ///
  /// - Parameter startsAtTop: scrolls no further than needed when it is shown again.
  static func list(
    _ list: WritableKeyPath<SessionState, ListFocus> & Sendable, startsAtTop: Bool = false,
    height: @escaping @Sendable (AppState) -> Int = { $0.session.layout.list.height },
    count: @escaping @Sendable (AppState) -> Int
  ) -> Self {
    @Sendable func move(_ app: inout AppState, to index: Int) {
      let (count, height) = (count(app), height(app))
      app.session[keyPath: list].move(to: index, count: count, viewport: height)
    }
    return Self(
      index: { $0.session[keyPath: list].index }, move: { app, index, _ in move(&app, to: index) },
      show: { app in
        if startsAtTop { app.session[keyPath: list].scroll = 0 }
        move(&app, to: app.session[keyPath: list].index)
      })
  }
}
