public struct OrdersState: Equatable, Sendable {
  public var focus = ListFocus()
  /// The order whose lines are shown; nil shows all orders.
  public var opened: Order.ID?
  public var scroll = 0
  public var query = TextInput.ofSearch
  /// What the search finds, newest first; nil without one.
  public internal(set) var found: [Order.ID]?

  public init() {}
}

package enum OrdersPage: PageKind {
  package static let page: Page = .init(
    scope: .orders, perform: { $0.performOnOrders($1, &$2) },
    facts: {
      [
        .rows: $0.orderCount > 0, .opened: $0.session.orders.opened != nil,
        .filtered: $0.session.showsSearch($0.session.orders.query), .long: $0.isOrderLong,
        .draft: $0.mailOfFocusedOrder != nil, .unrecorded: $0.isMailUnrecorded,
      ]
    },
    focus: .list(\.orders.focus) { $0.orderCount },
    goBack: { app, _ in
      guard app.session.orders.opened == nil else {
        app.session.orders.opened = nil
        return true
      }
      guard app.session.endSearch(\.orders.query) else { return false }
      let focused = app.focusedOrder?.id
      app.findOrders()
      let place = app.shared.orders.reversed().map(\.id).firstIndex { $0 == focused } ?? 0
      app.session.orders.focus.move(
        to: place, count: app.orderCount, viewport: app.session.layout.list.height)
      return true
    },
    amend: { app, touches in
      app.followOrder(touches)
      if app.focusedOrder == nil { app.session.orders.opened = nil }
    },
    search: .list(\.orders.query, \.orders.focus, changed: { $0.findOrders() }) { $0.orderCount })
}

/// The orders page: past orders, newest first, and one of them opened.
extension AppState {
  /// How many orders the page shows.
  public var orderCount: Int { session.orders.found?.count ?? shared.orders.count }

  mutating func findOrders() {
    let query = session.orders.query
    guard !query.isEmpty else {
      session.orders.found = nil
      return
    }
    session.orders.found = shared.orders.reversed().filter { order in
      query.isFound(
        in: [
          "№ " + shared.label(of: order), order.name, order.address, order.store, order.note,
          employee(of: order),
        ] + order.lines.map(\.name))
    }.map(\.id)
  }

  /// The name of who placed an order in a shop; empty elsewhere.
  public func employee(of order: Order) -> String {
    shared.use == .staff ? shared.name(of: order.placedBy) : ""
  }

  /// The cursor and its line on the screen stay with their order.
  fileprivate mutating func followOrder(_ touches: [SharedState.Touch]) {
    let before = session.orders.found ?? orders(before: touches)
    findOrders()
    var focus = session.orders.focus
    let now = session.orders.found ?? shared.orders.reversed().map(\.id)
    if before != now, before.indices.contains(focus.index),
      let place = now.firstIndex(of: before[focus.index])
    {
      focus.scroll = max(0, focus.scroll + place - focus.index)
      focus.index = place
    }
    focus.move(to: focus.index, count: now.count, viewport: session.layout.list.height)
    session.orders.focus = focus
  }

  /// What the page showed before orders came or went, newest first.
  private func orders(before touches: [SharedState.Touch]) -> [Order.ID] {
    var new: Set<Order.ID> = []
    var gone: [Order] = []
    // A new one is touched again for its lines: the first touch of each says what was before.
    var touched: Set<Order.ID> = []
    for case .order(let id, let was) in touches where touched.insert(id).inserted {
      if let was { gone.append(was) } else { new.insert(id) }
    }
    var all = shared.orders.filter { !new.contains($0.id) }
    for order in gone where !all.contains(where: { $0.id == order.id }) {
      all.insert(order, at: all.firstIndex { $0.number > order.number } ?? all.count)
    }
    return all.reversed().map(\.id)
  }

  mutating func performOnOrders(_ command: Command, _ effects: inout [Effect]) {
    if command == .mail {
      if let order = focusedOrder { openMail(.order(order.id), &effects) }
      return
    }
    if session.orders.opened != nil { return performOnOrder(command, &effects) }
    let height = session.layout.list.height
    let count = orderCount
    if session.orders.focus.move(by: command, count: count, viewport: height) { return }
    switch command {
    case .search: startSearch()
    case .back: _ = OrdersPage.page.goBack(&self, &effects)
    case .open:
      session.orders.opened = order(at: session.orders.focus.index)?.id
      session.orders.scroll = 0
    case .orderAgain, .toggle: orderAgain(&effects)
    default: break
    }
  }

  private mutating func performOnOrder(_ command: Command, _ effects: inout [Effect]) {
    let rows = focusedOrder.map(orderRows) ?? 0
    let height = orderHeight
    var top = ListFocus()
    top.index = session.orders.scroll
    _ = top.move(by: command, count: rows - height + 1, viewport: height)
    switch command {
    case .back, .open: session.orders.opened = nil
    case .orderAgain, .toggle: orderAgain(&effects)
    default: break
    }
    session.orders.scroll = max(0, min(top.index, rows - height))
  }

  /// What is known of the open order, a gap and its lines: they scroll as one, as a small window has
  /// no room for the first of these alone.
  private func orderRows(_ order: Order) -> Int {
    orderWords(order, width: session.layout.orderWidth).count + 1 + order.lines.count
  }

  /// How many of them there is room for between the number of the order and the total.
  public var orderHeight: Int { max(1, session.layout.body.height - 2) }

  /// Whether the open order has more than there is room for.
  fileprivate var isOrderLong: Bool {
    session.orders.opened != nil && focusedOrder.map { orderRows($0) > orderHeight } ?? false
  }

  /// When it was placed, recipient, address, store, what became of the mail, and the note.
  public func orderWords(_ order: Order, width: Int) -> [(text: String, isTime: Bool)] {
    let store = order.store.isEmpty ? "" : " — from \(order.store)"
    let employee = employee(of: order)
    let taken = employee.isEmpty ? "" : " — taken by \(employee)"
    let mail = shared.mailWords(
      of: order, waiting: waitingMail(.order(order.id)), sendingTo: receiver(ofMailOf: order),
      style: session.dateStyle, offset: session.utcOffset)
    let time = time(of: order) + (mailState(of: order, inFull: true).map { " · " + $0 } ?? "")
    return [time, "For " + order.customer + store + taken, mail, order.note].enumerated()
      .flatMap { at, text in
        TextWrap.lines(text, width: width).filter { !$0.isEmpty }.map { ($0, at == 0) }
      }
  }

  /// With the year and the time of day: orders are looked up long afterwards.
  public func time(of order: Order) -> String {
    let (offset, style) = (session.utcOffset, session.dateStyle)
    return Wording.date(order.placedAt, offset: offset, style: style) + ", "
      + Wording.clock(order.placedAt, offset: offset, style: style)
  }

  private mutating func orderAgain(_ effects: inout [Effect]) {
    guard let order = focusedOrder else { return notice("There is no order yet.") }
    let lines = order.lines.filter { line in
      let item = shared.items[line.item]?.id ?? shared.items.first(named: line.name)
      let open = item.map { shared.cart.lines(of: $0).filter { !$0.isPicked } } ?? []
      return SharedState.line(of: line.quantity, among: open) != nil
    }
    let names = lines.map(\.name)
    let there = lines.map { line in
      names.count { $0 == line.name } == 1
        ? line.name : line.quantity.words(session.style, pack: line.pack) + " " + line.name
    }
    guard announce(.orderAgain(order.id), &effects) else { return }
    let named = there.prefix(there.count > 3 ? 2 : 3)
    let others = there.count - named.count
    let words = Wording.list(named + (others > 0 ? ["\(others) others"] : []))
    announce(
      done: "Everything of order \(shared.label(of: order)) is in the cart"
        + (there.isEmpty ? "" : ", more of \(words) than before"))
  }
}
