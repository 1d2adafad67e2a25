/// The cart page.
public struct CartState: Equatable, Sendable {
  public var focus: CartLine.ID?
  public var focusIndex = 0
  public var scroll = 0
  public var marks: Set<CartLine.ID> = []
  public var anchor: CartLine.ID?
  /// The lines in aisle order; nil shows them in the order added, straight from the cart.
  public var byAisle: [CartLine.ID]?

  public init() {}
}

package enum CartPage: PageKind {
  package static let page: Page = .init(
    scope: .cart, perform: { $0.performOnCart($1, &$2) },
    facts: { app in
      [
        .rows: !app.shared.cart.isEmpty, .picked: app.shared.cart.pickedCount > 0,
        .held: !app.shared.heldCarts.isEmpty,
      ]
    },
    focus: Page.Focus(
      index: { $0.session.cart.focus == nil ? nil : $0.session.cart.focusIndex },
      move: { app, index, _ in app.focusLine(at: index) }, show: { $0.scrollToLine() },
      click: .toggle),
    goBack: { app, _ in
      defer { app.session.cart.marks = [] }
      return !app.session.cart.marks.isEmpty
    },
    amend: { $0.amendCart($1) },
    focusedItem: { app in app.focusedLine.flatMap { app.shared.items[$0.item] } },
    images: { $0.wishesOfCart })
}

/// The cart page: picking, quantities, line order.
extension AppState {
  /// The cart line at `index` on the page.
  public func line(at index: Int) -> CartLine? {
    if let order = session.cart.byAisle {
      return order.indices.contains(index) ? shared.cart[order[index]] : nil
    }
    return shared.cart[index]
  }

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

  private func index(of line: CartLine) -> Int? {
    if let order = session.cart.byAisle { return order.firstIndex(of: line.id) }
    return shared.cart.index(of: line)
  }

  mutating func focusLine(at index: Int) {
    let index = max(0, min(index, shared.cart.count - 1))
    session.cart.focusIndex = index
    session.cart.focus = line(at: index)?.id
    scrollToLine()
  }

  mutating func scrollToLine() {
    if session.cart.focus == nil { session.cart.focus = line(at: session.cart.focusIndex)?.id }
    var list = ListFocus()
    list.scroll = session.cart.scroll
    list.move(
      to: session.cart.focusIndex, count: shared.cart.count,
      viewport: max(1, session.layout.list.height / cartRowHeight))
    session.cart.scroll = list.scroll
  }

  mutating func amendCart(_ touches: [SharedState.Touch]) {
    let concerns = touches.contains {
      switch $0 {
      case .line, .aisles, .settings: true
      case .item: session.cart.byAisle != nil
      case .account, .use: true
      case .store, .order, .mergedLine, .seeded, .heldCart: false
      }
    }
    guard concerns else { return }
    refreshAisles()
    session.cart.marks = session.cart.marks.filter { shared.cart[$0] != nil }
    if let line = focusedLine, let index = index(of: line) {
      session.cart.focusIndex = index
      scrollToLine()
    } else {
      focusLine(at: session.cart.focusIndex)
    }
  }

  /// The order in which this store was walked last time; categories never picked there come last.
  mutating func refreshAisles() {
    guard session.preferences.cartOrder == .aisle else {
      session.cart.byAisle = nil
      return
    }
    let walked = shared.aisles[shared.currentStore] ?? []
    var rank: [String: Int] = [:]
    for (at, category) in walked.enumerated() { rank[category] = at }
    let keyed = shared.cart.lines.map { line in
      let category = shared.items[line.item]?.category ?? ""
      return (rank[category] ?? Int.max, category, line.id)
    }
    session.cart.byAisle = keyed.enumerated().sorted { a, b in
      if a.element.0 != b.element.0 { return a.element.0 < b.element.0 }
      if a.element.1 != b.element.1 { return a.element.1 < b.element.1 }
      return a.offset < b.offset
    }.map(\.element.2)
  }

  private var targetLines: [CartLine.ID] {
    let cart = session.cart
    guard !cart.marks.isEmpty else { return cart.focus.map { [$0] } ?? [] }
    return cart.marks.sorted()
  }

  mutating func performOnCart(_ command: Command, _ effects: inout [Effect]) {
    let index = session.cart.focusIndex
    let page = max(1, session.layout.list.height - 1)
    var focus = ListFocus()
    focus.index = index
    if focus.move(by: command, count: shared.cart.count, viewport: page) {
      return focusLine(at: focus.index)
    }
    switch command {
    case .back: session.cart.marks = []
    case .open: openDetails(focusedLine?.item, &effects)
    case .toggle: pickLines(&effects)
    case .increase: stepLine(up: true, &effects)
    case .decrease: stepLine(up: false, &effects)
    case .delete:
      guard !targetLines.isEmpty else { return notice(ChangeError.emptyCart.sentence) }
      announce(.takeOut(targetLines), &effects)
      session.cart.marks = []
    case .edit: if let id = focusedLine?.item { openItemForm(id) }
    case .star:
      if let item = focusedLine.flatMap({ shared.items[$0.item] }) {
        attempt(.favourite([item.id], !item.isFavourite), &effects)
      }
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
      let all = Set(shared.cart.lines.map(\.id))
      session.cart.marks = session.cart.marks.count == all.count ? [] : all
    case .chooseSort:
      openPicker(.cartOrder, "Order of the cart", session.preferences.cartOrder) { $0.title }
    case .clearPicked: announce(.clearPicked, &effects)
    case .mail: openMail(.list, &effects)
    default: break
    }
  }

  /// All selected lines take the opposite of the focused line's state.
  private mutating func pickLines(_ effects: inout [Effect]) {
    let targets = targetLines
    guard let first = targets.first.flatMap({ shared.cart[$0] }) else {
      return notice(ChangeError.emptyCart.sentence)
    }
    let picked = !(focusedLine ?? first).isPicked
    guard pick(targets, picked, &effects) else { return }
    session.cart.marks = []
  }

  /// Announces when the last line is picked. Returns whether anything changed.
  @discardableResult
  mutating func pick(_ lines: [CartLine.ID], _ picked: Bool, _ effects: inout [Effect]) -> Bool {
    guard attempt(.pick(lines, picked), &effects) else { return false }
    if picked, shared.cart.isComplete { notice(ofChange: "All picked. Well done!") }
    return true
  }

  private mutating func stepLine(up: Bool, _ effects: inout [Effect]) {
    guard let line = focusedLine else { return }
    attempt(.stepLine(line.id, up: up), &effects)
  }
}
