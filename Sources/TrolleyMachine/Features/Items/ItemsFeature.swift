package enum ItemsPage: PageKind {
  package static let page: Page = .init(
    scope: .items, perform: { $0.performOnItems($1, &$2) },
    facts: { app in
      let items = app.session.items
      return app.facts(of: app.focusedItem).union([
        .rows: !items.list.isEmpty, .filtered: !items.query.isEmpty,
        .marked: !items.marks.isEmpty, .starred: app.session.preferences.segment == .starred,
      ])
    },
    focus: Page.Focus(
      index: { $0.session.items.focus == nil ? nil : $0.session.items.focusIndex },
      move: { app, index, _ in app.focusItem(at: index) }, show: { $0.scrollToItem() },
      click: .toggle, clicksAtOnce: { !$0.itemGrid.isTable }),
    goBack: { app, _ in app.clearItems() }, amend: { $0.amendItems($1) },
    focusedItem: { app in app.session.items.focus.flatMap { app.shared.items[$0] } },
    images: { $0.wishesOfTiles },
    search: Page.Search(
      query: \.items.query, changed: { $0.search() },
      move: { $0.moveOnItems($1) },
      hasRowBelow: { $0.itemGrid.index(below: $0.session.items.focusIndex) != nil },
      enter: { app, effects in
        guard app.session.items.list.isEmpty else { return }
        // What there is must not be offered as new.
        app.session.items.matchesOthers ? app.show(.all, &effects) : app.openQuickAdd()
      },
      action: {
        let items = $0.session.items
        guard items.list.isEmpty else { return "keep the filter" }
        return items.matchesOthers ? "look in all" : "add it"
      }))
}

/// The items page: moving, searching, filtering, and acting on items.
extension AppState {
  // MARK: Contents

  private var question: ItemList.Question {
    var question = ItemList.Question()
    question.segment = session.showsSegment ? .all : session.preferences.segment
    question.category = session.preferences.category
    question.order = ItemOrder(
      session.preferences.sort, isReversed: session.preferences.isReversed)
    question.isGrouped = session.preferences.isGrouped
    return question
  }

  mutating func rebuildItems() {
    var question = self.question
    if !session.items.query.isEmpty {
      // A filter that cannot be seen beside the search would hide what is there.
      question.category = nil
      prepareSearch()
      let text = session.items.query.text
      let items = shared.items
      question.found = session.items.search?.matches(text, order: question.order, items: items)
    }
    session.items.held = nil
    session.items.list.rebuild(question, shared)
  }

  mutating func focusFirstItem() {
    session.items.scroll = 0
    focusItem(at: 0)
  }

  public var itemGrid: TileGrid {
    session.layout.grid(
      sections: session.items.list.sections, of: replica.current.items.count,
      hasHeadings: session.items.list.isSplit, isTable: session.preferences.isTable,
      tileSize: session.preferences.tileSize)
  }

  /// The number of items in each section as it is, also while a tile that was just put in or taken
  /// out still stands in its old one.
  public var itemCounts: [Int] {
    var counts = session.items.list.sections
    guard counts.count == 2, let held = session.items.held?.item,
      let slot = shared.items.slot(of: held), let at = session.items.list.index(of: slot)
    else { return counts }
    let shown = at < counts[0] ? 0 : 1
    counts[shown] -= 1
    counts[shared.cart.contains(held) ? 0 : 1] += 1
    return counts
  }

  public func item(at index: Int) -> Item? {
    session.items.list.slot(at: index).flatMap { shared.items.itemInSight(at: $0) }
  }

  mutating func focusItem(at index: Int) {
    let last = session.items.list.count - 1
    let index = max(0, min(index, last))
    let target = item(at: index)?.id
    if session.items.held != nil, target != session.items.held?.item {
      // The held item moves to its section; the focus stays with the target item.
      session.items.focus = target
      releaseHeld()
      return
    }
    session.items.focus = target
    session.items.focusIndex = index
    scrollToItem()
  }

  mutating func scrollToItem() {
    session.items.scroll = itemGrid.scroll(
      from: session.items.scroll, toShow: session.items.focusIndex,
      viewport: session.layout.list.height)
  }

  /// Lets the held item move to its section.
  mutating func releaseHeld() {
    guard let held = session.items.held else { return }
    session.items.held = nil
    if let slot = shared.items.slot(of: held.item) {
      session.items.list.amend(slot, shared, isHeld: false)
    }
    followFocus()
  }

  /// Restores the focus after the list has changed: to the same item, or to the nearest place if it
  /// is gone.
  mutating func followFocus() {
    if let focus = session.items.focus, let slot = shared.items.slot(of: focus),
      let index = session.items.list.index(of: slot)
    {
      session.items.focusIndex = index
    } else {
      let index = max(0, min(session.items.focusIndex, session.items.list.count - 1))
      session.items.focusIndex = index
      session.items.focus = item(at: index)?.id
    }
    scrollToItem()
  }

  mutating func amendItems(_ touches: [SharedState.Touch]) {
    var slots: [Int32] = []
    var isLarge = false
    var touchesItems = false
    for touch in touches {
      switch touch {
      case .item(let id, _):
        touchesItems = true
        if let slot = shared.items.slot(of: id) {
          slots.append(slot)
          let item = shared.items.item(at: slot)
          session.items.search?.update(slot, item)
        } else {
          isLarge = true
          session.items.marks.remove(id)
        }
      case .line(let id, let was):
        if let item = shared.cart[id]?.item ?? was?.item, let slot = shared.items.slot(of: item) {
          slots.append(slot)
        }
      case .store, .order, .mailing, .settings, .aisles, .mergedLine, .joined, .seeded, .use,
        .account,
        .formerName,
        .heldCart:
        break
      }
    }
    let isAnotherFind = session.items.list.question.found != nil && touchesItems
    if slots.count > 64 || isLarge || isAnotherFind {
      // For many changes, or a removed slot, one pass over the list is cheaper and simpler.
      if isLarge { session.items.search = nil }
      let held = session.items.held
      let slot = held.flatMap { shared.items.slot(of: $0.item) }
      let wasFirst = slot.map { session.items.list.first.contains($0) }
      rebuildItems()
      if let slot, let wasFirst {
        session.items.held = held
        session.items.list.keep(slot, inFirst: wasFirst, shared)
      }
    } else {
      let held = session.items.held.flatMap { shared.items.slot(of: $0.item) }
      for slot in slots { session.items.list.amend(slot, shared, isHeld: slot == held) }
    }
    if !slots.isEmpty || isLarge { followFocus() }
  }

  // MARK: Commands

  /// What a command acts on: the marked items that are visible, in page order; otherwise the
  /// focused one. Items hidden by a filter are never changed, and stay marked.
  private var targets: [Item.ID] {
    let marked = shownMarks
    return marked.isEmpty ? session.items.focus.map { [$0] } ?? [] : marked
  }

  private var shownMarks: [Item.ID] {
    guard !session.items.marks.isEmpty else { return [] }
    return (0..<session.items.list.count).compactMap { at in
      item(at: at).flatMap { session.items.marks.contains($0.id) ? $0.id : nil }
    }
  }

  mutating func performOnItems(_ command: Command, _ effects: inout [Effect]) {
    if moveOnItems(command) { return }
    switch command {
    case .open where session.items.matchesOthers: show(.all, &effects)
    case .open: openDetails(session.items.focus, &effects)
    case .back:
      if !clearItems(), session.preferences.category != nil {
        change(&effects) { $0.category = nil }
      }
    case .toggle: toggleItems(&effects)
    case .increase: stepItems(up: true, &effects)
    case .decrease: stepItems(up: false, &effects)
    case .star: starItems(&effects)
    case .edit: if let id = session.items.focus { openItemForm(id) }
    case .delete:
      let targets = self.targets
      guard !targets.isEmpty else { return notice("There is nothing to delete.") }
      if announce(.delete(targets), &effects) { session.items.marks.subtract(targets) }
    case .mark: markItem()
    case .markRange: markRange()
    case .markAll: markAll()
    case .search:
      startSearch()
      prepareSearch()
    case .nextMatch: focusItem(at: wrap(session.items.focusIndex + 1))
    case .previousMatch: focusItem(at: wrap(session.items.focusIndex - 1))
    case .chooseSort: openSortPicker()
    case .chooseCategory: openCategoryPicker()
    case .nextSegment: nextSegment(&effects)
    case .switchView: change(&effects) { $0.isTable.toggle() }
    case .switchTileSize where itemGrid.isTable: saysTilesOnly()
    case .switchTileSize:
      change(&effects) { $0.tileSize = $0.tileSize.next }
      notice("Tiles: " + session.preferences.tileSize.rawValue)
    case .switchGrouping:
      change(&effects) { $0.isGrouped.toggle() }
      notice(session.preferences.isGrouped ? "What is in the cart stands first." : "Not grouped.")
    case .clearPicked: clearPicked(&effects)
    default: break
    }
  }

  /// The present order says that choosing it again turns it.
  private mutating func openSortPicker() {
    let now = session.preferences.sort
    func detail(_ sort: ItemSort) -> String { sort == now ? "again: turn it round" : "" }
    openPicker(.sort, "Sort by", now, detail: detail) { $0.title }
  }

  mutating func nextSegment(_ effects: inout [Effect]) {
    show(session.preferences.segment.next, &effects)
  }

  mutating func show(_ segment: ItemSegment, _ effects: inout [Effect]) {
    if session.page != .items { show(.items) }
    guard segment != session.preferences.segment else { return }
    session.isInSearchField = false
    change(&effects) { $0.segment = segment }
    if segment == .catalogue { enterCatalogue(asks: true, &effects) }
  }

  /// Changes a view preference: saves it and rebuilds the list.
  mutating func change(_ effects: inout [Effect], _ change: (inout Preferences) -> Void) {
    change(&session.preferences)
    effects.append(.remember(session.preferences))
    rebuildItems()
    followFocus()
  }

  private func wrap(_ index: Int) -> Int {
    let count = session.items.list.count
    return count == 0 ? 0 : (index + count) % count
  }

  mutating func moveOnItems(_ command: Command) -> Bool {
    let grid = itemGrid
    let rows = max(1, session.layout.list.height / grid.tileHeight)
    guard let index = grid.index(from: session.items.focusIndex, by: command, rows: rows)
    else { return false }
    focusItem(at: index)
    return true
  }

  private mutating func toggleItems(_ effects: inout [Effect]) {
    let targets = self.targets
    guard !targets.isEmpty else { return }
    if session.items.marks.isEmpty { hold(targets[0]) }
    let before = targets.flatMap { shared.cart.lines(of: $0) }
    if attempt(.toggle(targets, again: session.items.takenOut), &effects) {
      let isOut = !shared.cart.contains(targets[0])
      session.items.takenOut = isOut ? before : []
      // A tile shows one of them.
      if isOut, targets.count == 1, before.count > 1, let item = shared.items[targets[0]] {
        let amounts = Wording.list(before.map { item.words($0.quantity, session.style) })
        announce(done: "Took \(before.count) amounts of \(item.name) out of the cart: \(amounts)")
      }
    }
    session.items.marks.subtract(targets)
  }

  private mutating func hold(_ id: Item.ID) {
    if session.items.held?.item != id { releaseHeld() }
    session.items.held = ItemsState.Held(item: id, until: session.clock.monotonic + 5000)
  }

  private mutating func stepItems(up: Bool, _ effects: inout [Effect]) {
    let targets = self.targets
    guard !targets.isEmpty else { return }
    if session.items.marks.isEmpty { hold(targets[0]) }
    attempt(.step(targets, up: up), &effects)
  }

  private mutating func starItems(_ effects: inout [Effect]) {
    let items = targets.compactMap { shared.items[$0] }
    guard !items.isEmpty else { return }
    attempt(.favourite(items.map(\.id), !items.allSatisfy(\.isFavourite)), &effects)
    session.items.marks.subtract(items.map(\.id))
  }

  /// A table has no size; a small window has nothing else.
  mutating func saysTilesOnly() {
    let key = session.keymap.key(for: .switchView, in: session.scope, use: shared.use)
    let way = session.layout.isNarrow ? nil : key.map { "; \($0) shows tiles" }
    notice("This is the table: only tiles have a size" + (way ?? "") + ".")
  }

  private mutating func markItem() {
    guard let id = session.items.focus else { return }
    if session.items.marks.remove(id) == nil { session.items.marks.insert(id) }
    session.items.anchor = id
    focusItem(at: session.items.focusIndex + 1)
  }

  private mutating func markRange() {
    guard let anchor = session.items.anchor, let slot = shared.items.slot(of: anchor),
      let from = session.items.list.index(of: slot)
    else { return markItem() }
    let to = session.items.focusIndex
    for index in min(from, to)...max(from, to) {
      if let id = item(at: index)?.id { session.items.marks.insert(id) }
    }
  }

  private mutating func markAll() {
    if !session.items.list.isEmpty, shownMarks.count == session.items.list.count {
      session.items.marks = []
    } else {
      session.items.marks = Set((0..<session.items.list.count).compactMap { item(at: $0)?.id })
    }
  }

  /// Esc: clears the marks first, then the search. Filters stay: they are preferences.
  mutating func clearItems() -> Bool {
    if !session.items.marks.isEmpty {
      session.items.marks = []
      return true
    }
    guard session.endSearch(\.items.query) else { return false }
    rebuildItems()
    followFocus()
    return true
  }

  // MARK: Searching

  private mutating func prepareSearch() {
    if session.items.search == nil { session.items.search = ItemSearch(shared.items) }
  }

  mutating func search() {
    rebuildItems()
    if session.items.query.isEmpty { followFocus() } else { focusFirstItem() }
  }
}
