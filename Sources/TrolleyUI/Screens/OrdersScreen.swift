/// Past orders, newest first; an opened one shows its lines.
extension OrdersPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    if state.session.orders.opened != nil, let order = state.focusedOrder {
      return draw(order, state, layout, on: &canvas)
    }
    let y = layout.body.y
    canvas.write("Orders", at: Point(x: 1, y: y), .title, [.bold, .underline])
    guard !state.shared.orders.isEmpty else {
      return Emptiness.draw(
        ["No order yet.", "o checks out what is in the cart."], in: layout.list, on: &canvas)
    }
    let focus = state.session.orders.focus
    for row in 0..<layout.list.height {
      let index = focus.scroll + row
      guard let order = state.order(at: index) else { break }
      let area = Rect(x: 0, y: layout.list.y + row, width: min(90, layout.size.width), height: 1)
      drawRow(order, state, isFocused: index == focus.index, area, on: &canvas)
      canvas.hit(area, .entry(index))
    }
  }

  private static func drawRow(
    _ order: Order, _ state: AppState, isFocused: Bool, _ area: Rect, on canvas: inout Canvas
  ) {
    if isFocused { canvas.fill(area, .selection) }
    let role: Role = isFocused ? .selection : .text
    let weak: Role = isFocused ? .selection : .dim
    let y = area.y
    canvas.write(isFocused ? "▸" : " ", at: Point(x: 1, y: y), isFocused ? .selection : .text)
    canvas.write("№ \(order.number)", at: Point(x: 3, y: y), role, .bold)
    var right = area.maxX - 1
    let total = Wording.money(order.total(in: state.shared.currency), style: state.session.style)
    let isUnknown = order.unknownPrices == order.lines.count
    canvas.write(isUnknown ? "unknown" : total, endingAt: right, y: y, isUnknown ? weak : role)
    right -= 11
    if area.width >= 60 {
      canvas.write(Wording.count(order.lines.count, "item"), endingAt: right, y: y, weak)
      right -= 11
    }
    let when = Wording.date(
      order.placedAt, now: state.session.clock.wall, offset: state.session.utcOffset)
    if right - DisplayWidth.of(when) > 30 {
      canvas.write(when, endingAt: right, y: y, weak)
      right -= DisplayWidth.of(when) + 2
    }
    canvas.write(
      order.name + ", " + order.address, at: Point(x: 11, y: y), role, width: max(1, right - 11))
  }

  private static func draw(
    _ order: Order, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let style = state.session.style
    let width = layout.orderWidth
    var y = layout.body.y
    func text(_ text: String, _ role: Role = .text) {
      canvas.write(text.replacingLineBreaks, at: Point(x: 1, y: y), role, width: width)
      y += 1
    }
    text("Order № \(order.number)", .title)
    text(
      Wording.date(
        order.placedAt, now: state.session.clock.wall, offset: state.session.utcOffset), .dim)
    for line in state.orderWords(order, width: width) { text(line) }
    y += 1
    let rows = max(0, layout.body.maxY - y - 1)
    for line in order.lines.dropFirst(state.session.orders.scroll).prefix(rows) {
      let cost = line.cost.map { Wording.money($0, style: style) } ?? "unknown"
      canvas.write(cost, endingAt: 1 + width, y: y, line.cost == nil ? .dim : .text)
      canvas.write(line.quantity.text, endingAt: 9, y: y, .dim)
      canvas.write(line.name, at: Point(x: 11, y: y), width: max(1, width - 22))
      y += 1
    }
    let total = Wording.money(order.total(in: state.shared.currency), style: style)
    let unknown = order.unknownPrices
    let sum =
      unknown == order.lines.count
      ? "unknown" : total + (unknown > 0 ? " + \(unknown) without a price" : "")
    canvas.write("Total  " + sum, endingAt: 1 + width, y: min(y, layout.body.maxY - 1), .title)
  }
}
