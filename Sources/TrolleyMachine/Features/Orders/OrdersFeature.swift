/// The orders page: past orders, newest first, and one of them opened.
extension AppState {
  mutating func performOnOrders(_ command: Command, _ effects: inout [Effect]) {
    if session.orders.opened != nil { return performOnOrder(command, &effects) }
    let height = session.layout.list.height
    let count = shared.orders.count
    if session.orders.focus.move(by: command, count: count, viewport: height) { return }
    switch command {
    case .open:
      session.orders.opened = order(at: session.orders.focus.index)?.id
      session.orders.scroll = 0
    case .orderAgain, .toggle: orderAgain(&effects)
    default: break
    }
  }

  private mutating func performOnOrder(_ command: Command, _ effects: inout [Effect]) {
    let lines = focusedOrder?.lines.count ?? 0
    let words = focusedOrder.map { orderWords($0, width: session.layout.orderWidth).count } ?? 0
    let height = max(1, session.layout.body.height - 4 - words)
    func scroll(_ by: Int) { session.orders.scroll += by }
    switch command {
    case .up: session.orders.scroll -= 1
    case .down: session.orders.scroll += 1
    case .pageUp: session.orders.scroll -= height
    case .pageDown: session.orders.scroll += height
    case .halfPageUp: session.orders.scroll -= height / 2
    case .halfPageDown: session.orders.scroll += height / 2
    case .first: session.orders.scroll = 0
    case .last: session.orders.scroll = lines
    case .back, .open: session.orders.opened = nil
    case .orderAgain, .toggle: orderAgain(&effects)
    default: break
    }
    session.orders.scroll = max(0, min(session.orders.scroll, lines - height))
  }

  /// Recipient, address, store and note in full, bounded so that the order's lines stay visible.
  public func orderWords(_ order: Order, width: Int) -> [String] {
    let store = order.store.isEmpty ? "" : " — from \(order.store)"
    let most = max(1, session.layout.body.height / 3)
    let lines = TextWrap.lines(
      "For \(order.name), \(order.address)" + store, width: width, most: most)
    return lines + TextWrap.lines(order.note, width: width, most: most).filter { !$0.isEmpty }
  }

  private mutating func orderAgain(_ effects: inout [Effect]) {
    guard let order = focusedOrder else { return notice("There is no order yet.") }
    if announce(.orderAgain(order.id), &effects) {
      announce(done: "Everything of order \(order.number) is in the cart")
    }
  }
}
