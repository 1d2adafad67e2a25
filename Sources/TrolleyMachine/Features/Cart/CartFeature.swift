/// The cart page.
public struct CartState: Equatable, Sendable {
  public var focus: CartLine.ID?
  public var focusIndex = 0
  public var scroll = 0
  public var marks: Set<CartLine.ID> = []
  public var anchor: CartLine.ID?
  /// The lines in aisle order, or those that a search finds; nil shows them in the order added,
  /// straight from the cart.
  public var arranged: [CartLine.ID]?
  /// The categories in the order of the walk before this one: what is picked now is learnt for the next
  /// one and moves nothing under the hand.
  var walk: [String] = []
  public var query = TextInput.ofSearch

  public init() {}
}

package enum CartPage: PageKind {
  package static let page: Page = .init(
    scope: .cart, perform: { $0.performOnCart($1, &$2) },
    facts: { app in
      [
        .rows: app.cartLineCount > 0, .marked: !app.session.cart.marks.isEmpty,
        .filtered: app.session.showsSearch(app.session.cart.query),
        .picked: app.shared.cart.pickedCount > 0, .allPicked: app.shared.cart.isComplete,
        .held: !app.shared.cartsToTakeUp.isEmpty,
      ]
    },
    focus: Page.Focus(
      index: { $0.session.cart.focus == nil ? nil : $0.session.cart.focusIndex },
      move: { app, index, _ in app.focusLine(at: index) }, show: { $0.scrollToLine() },
      click: .toggle),
    goBack: { app, _ in
      guard app.session.cart.marks.isEmpty else {
        app.session.cart.marks = []
        return true
      }
      guard app.session.endSearch(\.cart.query) else { return false }
      app.refreshAisles()
      app.followLine()
      return true
    },
    amend: { $0.amendCart($1) },
    focusedItem: { app in app.focusedLine.flatMap { app.shared.items[$0.item] } },
    images: { $0.wishesOfCart },
    search: Page.Search(
      query: \.cart.query,
      changed: { app in
        app.refreshAisles()
        app.focusLine(at: 0)
      },
      move: { $0.moveInCart($1) },
      hasRowBelow: { $0.session.cart.focusIndex + 1 < $0.cartLineCount }))
}

/// The cart page: picking, quantities, line order.
extension AppState {
  /// The cart line at `index` on the page.
  public func line(at index: Int) -> CartLine? {
    if let order = session.cart.arranged {
      return order.indices.contains(index) ? shared.cart[order[index]] : nil
    }
    return shared.cart[index]
  }

  /// How many lines the page shows.
  public var cartLineCount: Int { session.cart.arranged?.count ?? shared.cart.count }

  /// The lines of the screen that each line of the cart takes. More than one only while all of
  /// them are shown.
  public var cartRowHeight: Int {
    session.showsPictures ? session.layout.cartRowHeight(count: shared.cart.count) : 1
  }

  /// The pictures beside the lines, if there is room for them.
  fileprivate var wishesOfCart: [VisibleImage] {
    guard cartRowHeight > 1, !session.layout.isTooSmall else { return [] }
    return shared.cart.lines.flatMap { line in
      shared.items[line.item].map { wishes(for: $0, .tile) } ?? []
    }
  }

  func index(of line: CartLine) -> Int? {
    if let order = session.cart.arranged { return order.firstIndex(of: line.id) }
    return shared.cart.index(of: line)
  }

  mutating func focusLine(at index: Int) {
    let index = max(0, min(index, cartLineCount - 1))
    session.cart.focusIndex = index
    session.cart.focus = line(at: index)?.id
    scrollToLine()
  }

  mutating func scrollToLine() {
    if session.cart.focus == nil { session.cart.focus = line(at: session.cart.focusIndex)?.id }
    var list = ListFocus()
    list.scroll = session.cart.scroll
    list.move(
      to: session.cart.focusIndex, count: cartLineCount,
      viewport: max(1, session.layout.list.height / cartRowHeight))
    session.cart.scroll = list.scroll
  }

  mutating func amendCart(_ touches: [SharedState.Touch]) {
    let concerns = touches.contains {
      switch $0 {
      case .line, .aisles, .settings: true
      case .item: session.cart.arranged != nil
      case .account, .use: true
      case .store, .order, .mailing, .mergedLine, .joined, .seeded, .formerName, .heldCart:
        false
      }
    }
    guard concerns else { return }
    let isElsewhere = touches.contains { if case .settings = $0 { true } else { false } }
    // Once all is taken out, the next walk begins.
    if isElsewhere || shared.cart.isEmpty {
      startWalk()
    } else if !arrange(touches) {
      refreshAisles()
    }
    session.cart.marks = session.cart.marks.filter { shared.cart[$0] != nil }
    // The next cart is another customer's.
    if shared.use == .staff, shared.cart.isEmpty { session.checkoutDraft = [] }
    followLine()
  }

  /// Keeps the focus on its line, or at its place if the line is gone.
  mutating func followLine() {
    if let line = focusedLine, let index = index(of: line) {
      session.cart.focusIndex = index
      scrollToLine()
    } else {
      focusLine(at: session.cart.focusIndex)
    }
  }

  /// Arranges the lines anew, in the order that is known by now.
  mutating func startWalk() {
    session.cart.walk = shared.walk?.aisles ?? []
    refreshAisles()
  }

  /// The aisles are those of a store.
  mutating func saysNoWalk() {
    let key = session.keymap.key(for: .chooseStore, in: session.scope, use: shared.use)
    notice(
      "By category, as you are in no store."
        + (key.map {
          " \($0) says where you are: then the order of the categories that you pick is learnt."
        }
          ?? ""))
  }

  /// Arranges the lines: in the order of the aisles if that is chosen, and only what is searched for.
  mutating func refreshAisles() {
    let isByAisle = session.preferences.cartOrder == .aisle
    let isSearched = !session.cart.query.isEmpty
    guard isByAisle || isSearched else {
      session.cart.arranged = nil
      return
    }
    let all = isByAisle ? linesByAisle : shared.cart.lines.map(\.id)
    session.cart.arranged = isSearched ? all.filter(isFound) : all
  }

  /// Puts the touched lines where they belong among the others; false where that is not enough.
  private mutating func arrange(_ touches: [SharedState.Touch]) -> Bool {
    guard session.cart.arranged != nil, touches.count <= 64 else { return false }
    var moved: Set<CartLine.ID> = []
    var newItems: [Item.ID] = []
    for touch in touches {
      switch touch {
      case .line(let id, let was):
        let now = shared.cart[id]
        let isInPlace = was != nil && was?.item == now?.item && was?.rank == now?.rank
        if !isInPlace { moved.insert(id) }
      case .item(let id, was: nil): newItems.append(id)
      // The walk is the one of the last time until the next begins.
      case .aisles: continue
      default: return false
      }
    }
    // A line whose item has come back is in another category now.
    for item in newItems {
      if shared.cart.lines(of: item).contains(where: { !moved.contains($0.id) }) { return false }
    }
    guard !moved.isEmpty else { return true }
    session.cart.arranged?.removeAll { moved.contains($0) }
    let ranks = session.preferences.cartOrder == .aisle ? ranksOfWalk : nil
    for id in moved { if let line = shared.cart[id] { insert(line, ranks) } }
    return true
  }

  private mutating func insert(_ line: CartLine, _ ranks: [String: Int]?) {
    guard let order = session.cart.arranged, isFound(line.id) else { return }
    let place = place(of: line, ranks)
    let at = order.partitioningIndex {
      shared.cart[$0].map { self.place(of: $0, ranks) >= place } ?? true
    }
    session.cart.arranged?.insert(line.id, at: at)
  }

  /// What lines are ordered by; without ranks of categories, they are in the order of adding.
  private func place(
    of line: CartLine, _ ranks: [String: Int]?
  ) -> (Int, String, Int, CartLine.ID) {
    guard let ranks else { return (0, "", line.rank, line.id) }
    let category = shared.items[line.item]?.category ?? ""
    return (ranks[category] ?? Int.max, category, line.rank, line.id)
  }

  /// Whether the line is among those that are searched for.
  private func isFound(_ id: CartLine.ID) -> Bool {
    let query = session.cart.query
    guard !query.isEmpty else { return true }
    guard let line = shared.cart[id], let item = shared.items[line.item] else { return false }
    return query.isFound(in: [item.name, item.category, item.store])
  }

  /// The categories in the order in which this store was walked last time.
  private var ranksOfWalk: [String: Int] {
    var ranks: [String: Int] = [:]
    for (at, category) in session.cart.walk.enumerated() { ranks[category] = at }
    return ranks
  }

  /// The order in which this store was walked last time; categories never picked there come last.
  private var linesByAisle: [CartLine.ID] {
    let rank = ranksOfWalk
    let keyed = shared.cart.lines.map { line in
      let category = shared.items[line.item]?.category ?? ""
      return (rank[category] ?? Int.max, category, line.id)
    }
    return keyed.enumerated().sorted { a, b in
      if a.element.0 != b.element.0 { return a.element.0 < b.element.0 }
      if a.element.1 != b.element.1 { return a.element.1 < b.element.1 }
      return a.offset < b.offset
    }.map(\.element.2)
  }

  /// What a command acts on, as on the page Items: the marked lines that are visible, in page order;
  /// otherwise the focused one. What a search hides is never changed, and stays marked.
  private var targetLines: [CartLine.ID] {
    let marked = shownMarks
    return marked.isEmpty ? session.cart.focus.map { [$0] } ?? [] : marked
  }

  var shownLines: [CartLine.ID] { session.cart.arranged ?? shared.cart.lines.map(\.id) }

  private var shownMarks: [CartLine.ID] {
    let marks = session.cart.marks
    return marks.isEmpty ? [] : shownLines.filter(marks.contains)
  }

  mutating func moveInCart(_ command: Command) -> Bool {
    var focus = ListFocus()
    focus.index = session.cart.focusIndex
    let page = max(1, session.layout.list.height - 1)
    guard focus.move(by: command, count: cartLineCount, viewport: page) else { return false }
    focusLine(at: focus.index)
    return true
  }

  mutating func performOnCart(_ command: Command, _ effects: inout [Effect]) {
    if moveInCart(command) { return }
    let index = session.cart.focusIndex
    switch command {
    case .back: _ = CartPage.page.goBack(&self, &effects)
    case .search: startSearch()
    case .open: openDetails(focusedLine?.item, line: focusedLine?.id, &effects)
    case .toggle: pickLines(&effects)
    case .increase: stepLines(up: true, &effects)
    case .decrease: stepLines(up: false, &effects)
    case .delete:
      let lines = targetLines
      guard !lines.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
      announce(.takeOut(lines), &effects)
      session.cart.marks.subtract(lines)
    case .edit: if let line = focusedLine { openItemForm(line.item, line: line) }
    case .star:
      let lines = targetLines
      let items = lines.compactMap { shared.cart[$0].flatMap { shared.items[$0.item] } }
      guard !items.isEmpty else { return }
      announce(.favourite(items.map(\.id), !items.allSatisfy(\.isFavourite)), &effects)
      session.cart.marks.subtract(lines)
    case .mark:
      guard let id = session.cart.focus else { return }
      if session.cart.marks.remove(id) == nil { session.cart.marks.insert(id) }
      session.cart.anchor = id
      focusLine(at: index + 1)
    case .markRange:
      guard let anchor = session.cart.anchor.flatMap({ shared.cart[$0] }),
        let from = self.index(of: anchor)
      else { return }
      for at in min(from, index)...max(from, index) {
        if let id = line(at: at)?.id { session.cart.marks.insert(id) }
      }
    case .markAll:
      session.cart.marks = shownMarks.count == cartLineCount ? [] : Set(shownLines)
    case .chooseSort:
      openPicker(.cartOrder, "Order of the cart", session.preferences.cartOrder) { $0.title }
    case .clearPicked: clearPicked(&effects)
    default: break
    }
  }

  /// Picks what is selected; only what is picked already, all of it, is no more.
  private mutating func pickLines(_ effects: inout [Effect]) {
    let lines = targetLines.compactMap { shared.cart[$0] }
    guard !lines.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
    guard pick(lines.map(\.id), !lines.allSatisfy(\.isPicked), &effects) else { return }
    session.cart.marks.subtract(lines.map(\.id))
  }

  /// Announces when the last line is picked. Returns whether anything changed.
  @discardableResult
  mutating func pick(_ lines: [CartLine.ID], _ picked: Bool, _ effects: inout [Effect]) -> Bool {
    guard attempt(.pick(lines, picked), &effects) else { return false }
    if picked, shared.cart.isComplete { notice(ofChange: "All picked. Well done!") }
    return true
  }

  private mutating func stepLines(up: Bool, _ effects: inout [Effect]) {
    let targets = targetLines
    guard !targets.isEmpty else { return }
    attempt(.stepLines(targets, up: up), &effects)
  }
}
