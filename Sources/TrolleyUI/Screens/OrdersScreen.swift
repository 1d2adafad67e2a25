/// Past orders, newest first; an opened one shows its lines.
extension OrdersPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    if state.session.orders.opened != nil, let order = state.focusedOrder {
      return draw(order, state, layout, on: &canvas)
    }
    let y = layout.body.y
    let search = state.session.orders.search
    if search.isOn {
      let found = Wording.count(state.orderCount, "order")
      SearchBar.draw(
        search, found, isSelected: state.session.selectsQuery, y: y, width: layout.size.width,
        on: &canvas)
    } else {
      canvas.write("Orders", at: Point(x: 1, y: y), .title, [.bold, .underline])
    }
    guard !state.shared.orders.isEmpty else {
      return Emptiness.draw(
        ["No order yet.", "o checks out what is in the cart."], in: layout.list, on: &canvas)
    }
    if state.orderCount == 0 { SearchBar.drawNothing(search, in: layout.list, on: &canvas) }
    let focus = state.session.orders.focus
    func rows(inFull: Bool) -> [Row] {
      (0..<layout.list.height).compactMap { row in
        let index = focus.scroll + row
        return state.order(at: index).map { Row($0, at: index, state, inFull: inFull) }
      }
    }
    var shown = rows(inFull: true)
    var (columns, width) = Row.columns(shown, most: layout.size.width)
    if columns.ends[0] == nil {
      shown = rows(inFull: false)
      (columns, width) = Row.columns(shown, most: layout.size.width)
    }
    for (at, row) in shown.enumerated() {
      let area = Rect(x: 0, y: layout.list.y + at, width: width, height: 1)
      row.draw(isFocused: row.index == focus.index, columns, area, on: &canvas)
      canvas.hit(area, .entry(row.index))
    }
  }

  /// An order in the list of them.
  private struct Row {
    let index: Int
    let number: String
    let whom: String
    /// From the right; the widest first to be left out.
    let details: [String]

    static let start = 11
    /// See `RowColumns.Column.sparing`: the total matters the most, then the time.
    private static let sparing = [10, 24, 18]

    /// - Parameter inFull: whether there is room to say what the number behind a total counts.
    init(_ order: Order, at index: Int, _ state: AppState, inFull: Bool) {
      self.index = index
      number = "№ \(order.number)"
      let employee = state.shared.use == .staff ? state.shared.name(of: order.placedBy) : ""
      // The mark first: a long address may be cut off.
      whom = ([state.mailState(of: order) ?? "", order.customer, employee]).filter { !$0.isEmpty }
        .joined(separator: " · ")
      let totals = order.totals(in: state.shared.currency)
        .map { Wording.money($0, style: state.session.style) }
      let unpriced = " + \(order.unknownPrices)" + (inFull ? " unpriced" : "")
      details = [
        totals.isEmpty
          ? "unknown"
          : totals.joined(separator: " + ") + (order.unknownPrices > 0 ? unpriced : ""),
        Wording.count(order.lines.count, "item"), OrdersPage.when(order, state),
      ]
    }

    /// The columns, and the width of the rows: no wider than the eye follows, unless names need it.
    static func columns(_ rows: [Row], most: Int) -> (columns: RowColumns, width: Int) {
      let details = sparing.enumerated().map { at, sparing in
        let widest = rows.map { DisplayWidth.of($0.details[at]) }.max() ?? 0
        return RowColumns.Column(width: widest, sparing: sparing)
      }
      let names = rows.map { DisplayWidth.of($0.whom) }.max() ?? 0
      let needed = details.reduce(start + names + 1) { $0 + $1.width + RowColumns.gap }
      let width = min(max(90, needed), most)
      return (RowColumns(details, names: names, from: start, to: width - 1), width)
    }

    func draw(
      isFocused: Bool, _ columns: RowColumns, _ area: Rect, on canvas: inout Canvas
    ) {
      let y = area.y
      if isFocused { canvas.fill(area, .selection) }
      let role: Role = isFocused ? .selection : .text
      canvas.write(isFocused ? "▸" : " ", at: Point(x: 1, y: y), role)
      canvas.write(number, at: Point(x: 3, y: y), role, .bold)
      for (end, text) in zip(columns.ends, details) {
        guard let end else { continue }
        canvas.write(text, endingAt: end, y: y, isFocused || text == details[0] ? role : .dim)
      }
      canvas.write(
        whom.onOneLine, at: Point(x: Self.start, y: y), role,
        width: max(1, columns.nameEnd - Self.start))
    }
  }

  /// With the year and the time: orders are looked up long afterwards.
  private static func when(_ order: Order, _ state: AppState) -> String {
    let (offset, style) = (state.session.utcOffset, state.session.dateStyle)
    return Wording.date(order.placedAt, offset: offset, style: style) + ", "
      + Wording.clock(order.placedAt, offset: offset, style: style)
  }

  private static func draw(
    _ order: Order, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let style = state.session.style
    let width = layout.orderWidth
    var y = layout.body.y
    func text(_ text: String, _ role: Role = .text) {
      canvas.write(text.onOneLine, at: Point(x: 1, y: y), role, width: width)
      y += 1
    }
    text("Order № \(order.number)", .title)
    text(
      when(order, state) + (state.mailState(of: order, inFull: true).map { " · " + $0 } ?? ""), .dim
    )
    for line in state.orderWords(order, width: width) { text(line) }
    y += 1
    drawLines(
      order, state, Rect(x: 1, y: y, width: width, height: layout.body.maxY - y - 1), on: &canvas)
    let rest = order.lines.count - state.session.orders.scroll
    let room = max(0, layout.body.maxY - y - 1)
    y += min(rest, room)
    if rest > room {
      canvas.write("… \(rest - room) more", at: Point(x: 1, y: layout.body.maxY - 1), .dim)
    }
    let total = order.totalLine(in: state.shared.currency, style: style)
    canvas.write(total, endingAt: 1 + width, y: min(y, layout.body.maxY - 1), .title)
  }

  /// Quantity, name and cost, in columns as wide as what is in them.
  private static func drawLines(
    _ order: Order, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    let rows = order.lines.dropFirst(state.session.orders.scroll).prefix(area.height).map { line in
      (
        line: line, quantity: line.quantity.words(state.session.style),
        cost: line.cost.map { Wording.money($0, style: state.session.style) } ?? "unknown"
      )
    }
    let quantities = max(8, rows.map { DisplayWidth.of($0.quantity) }.max() ?? 0)
    let costs = rows.map { DisplayWidth.of($0.cost) }.max() ?? 0
    let x = area.x + quantities + 2
    for (at, row) in rows.enumerated() {
      let y = area.y + at
      canvas.write(row.quantity, endingAt: x - 2, y: y, .dim)
      canvas.write(row.cost, endingAt: area.maxX, y: y, row.line.cost == nil ? .dim : .text)
      canvas.write(
        row.line.name, at: Point(x: x, y: y), width: max(1, area.maxX - costs - 2 - x))
    }
  }
}
