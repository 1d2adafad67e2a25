/// Past orders, newest first; an opened one shows its lines.
extension OrdersPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    if state.session.orders.opened != nil, let order = state.focusedOrder {
      return draw(order, state, layout, on: &canvas)
    }
    let y = layout.body.y
    let query = state.session.orders.query
    if state.session.showsSearch(query) {
      let found = Wording.count(state.orderCount, "order")
      SearchBar.draw(query, found, state.session, layout, on: &canvas)
    } else {
      canvas.write("Orders", at: Point(x: 1, y: y), .title, [.bold, .underline])
    }
    guard !state.shared.orders.isEmpty else {
      return Emptiness.draw(emptiness(state), in: layout.list, on: &canvas)
    }
    if state.orderCount == 0 { SearchBar.drawNothing(query, in: layout.list, on: &canvas) }
    let focus = state.session.orders.focus
    var shown: [Row] = []
    var (columns, start, width) = Row.columns([], .full, most: layout.size.width)
    for length in Row.Length.allCases {
      shown = (0..<layout.list.height).compactMap { row in
        let index = focus.scroll + row
        return state.order(at: index).map { Row($0, at: index, state, length) }
      }
      (columns, start, width) = Row.columns(shown, length, most: layout.size.width)
      if columns.ends[0] != nil, columns.ends[2] != nil { break }
    }
    for (at, row) in shown.enumerated() {
      let area = Rect(x: 0, y: layout.list.y + at, width: width, height: 1)
      row.draw(isFocused: row.index == focus.index, columns, from: start, area, on: &canvas)
      canvas.hit(area, .entry(row.index))
    }
    RowsBeyond(focus.scroll..<focus.scroll + shown.count, of: state.orderCount)
      .draw(y: y, to: layout.size.width, on: &canvas)
  }

  private static func emptiness(_ state: AppState) -> [String] {
    let isHousehold = state.shared.use == .household
    let key = state.session.keymap.key(
      for: isHousehold ? .palette : .checkout, in: .orders, use: state.shared.use)
    let way = key.map {
      isHousehold
        ? "Press \($0) and type “order” to order the cart."
        : "\($0) checks out what is in the cart."
    }
    return ["No order yet."] + [way].compactMap { $0 }
  }

  /// An order in the list of them.
  private struct Row {
    let index: Int
    let number: String
    let whom: String
    /// What of it is worth more than a date: the mark of its mail, and the name. 0 without a mark.
    let least: Int
    /// From the right: total, items, time.
    private(set) var details: [String]

    /// How much a row says: where there is no room for total and date, it says less of both before one
    /// of them is left out.
    enum Length: Int, CaseIterable {
      /// With what the number behind a total counts.
      case full
      case short
      /// Without the time of day, and with a short name of the month.
      case day
      /// One sum of several, and no room kept for the name.
      case least

      /// See `RowColumns.Column.sparing`: the total matters the most, then the date.
      var sparing: [Int] {
        switch self {
        case .full, .short: [10, 24, 12]
        case .day: [6, 24, 8]
        case .least: [0, 24, 0]
        }
      }
    }

    init(_ order: Order, at index: Int, _ state: AppState, _ length: Length) {
      self.index = index
      number = "№ \(state.shared.label(of: order))"
      let employee = state.employee(of: order)
      // The mark first: a long address may be cut off.
      let mark = state.mailState(of: order) ?? ""
      whom = [mark, order.customer, employee].filter { !$0.isEmpty }.joined(separator: " · ")
      least = mark.isEmpty ? 0 : DisplayWidth.of(mark + " · " + order.name)
      let totals = order.totals(in: state.shared.currency)
        .map { Wording.money($0, style: state.session.style) }
      let unknown =
        switch length {
        case .full: " + \(order.unknownPrices) unknown"
        case .short: " + \(order.unknownPrices) more"
        case .day, .least: " + …"
        }
      details = [
        totals.isEmpty
          ? "unknown"
          : totals.joined(separator: " + ") + (order.unknownPrices > 0 ? unknown : ""),
        Wording.items(Set(order.lines.map(\.item)).count, lines: order.lines.count),
        state.time(of: order),
      ]
      guard length.rawValue >= Length.day.rawValue else { return }
      details[2] = Wording.date(
        order.placedAt, offset: state.session.utcOffset, style: state.session.dateStyle,
        isShort: true)
      if length == .least, let first = totals.first, totals.count > 1 {
        details[0] = first + " + …"
      }
    }

    /// The columns, where names begin, and the width of the rows: no wider than the eye follows, unless
    /// names need it.
    static func columns(
      _ rows: [Row], _ length: Length, most: Int
    ) -> (columns: RowColumns, start: Int, width: Int) {
      let numbers = rows.map { DisplayWidth.of($0.number) }.max() ?? 0
      let start = 5 + (length.rawValue < Length.day.rawValue ? max(6, numbers) : numbers)
      let details = length.sparing.enumerated().map { at, sparing in
        let widest = rows.map { DisplayWidth.of($0.details[at]) }.max() ?? 0
        let marked = at == 0 && length == .least ? 0 : rows.map(\.least).max() ?? 0
        return RowColumns.Column(width: widest, sparing: max(sparing, marked))
      }
      let names = rows.map { DisplayWidth.of($0.whom) }.max() ?? 0
      let needed = details.reduce(start + names + 1) { $0 + $1.width + RowColumns.gap }
      let width = min(max(90, needed), most)
      return (RowColumns(details, names: names, from: start, to: width - 1), start, width)
    }

    func draw(
      isFocused: Bool, _ columns: RowColumns, from start: Int, _ area: Rect,
      on canvas: inout Canvas
    ) {
      let y = area.y
      let role = canvas.beginRow(area, isFocused: isFocused, markAt: 1)
      canvas.write(number, at: Point(x: 3, y: y), role(.text), .bold)
      for (end, text) in zip(columns.ends, details) {
        guard let end else { continue }
        canvas.write(text, endingAt: end, y: y, role(text == details[0] ? .text : .dim))
      }
      let room = columns.nameEnd - start
      guard room > 3 || DisplayWidth.of(whom) <= room else { return }
      canvas.write(whom.onOneLine, at: Point(x: start, y: y), role(.text), width: max(1, room))
    }
  }

  private static func draw(
    _ order: Order, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let style = state.session.style
    let width = layout.orderWidth
    let body = layout.body
    canvas.write(
      "Order № \(state.shared.label(of: order))", at: Point(x: 1, y: body.y), .title, width: width)
    let words = state.orderWords(order, width: width)
    let (top, height) = (state.session.orders.scroll, state.orderHeight)
    for (at, line) in words.dropFirst(top).prefix(height).enumerated() {
      canvas.write(
        line.text.onOneLine, at: Point(x: 1, y: body.y + 1 + at), line.isTime ? .dim : .text,
        width: width)
    }
    let before = max(0, words.count + 1 - top)
    let first = max(0, top - words.count - 1)
    let lines = order.lines.dropFirst(first).prefix(max(0, height - before))
    drawLines(
      lines, state, Rect(x: 1, y: body.y + 1 + before, width: width, height: lines.count),
      on: &canvas)
    let rest = order.lines.count - first - lines.count
    let currency = state.shared.currency
    let short = "Total  " + order.totalInWords(in: currency, style: style)
    let total =
      DisplayWidth.firstFitting([order.totalLine(in: currency, style: style), short], width)
      ?? short
    let end = min(body.y + 1 + before + lines.count, body.maxY - 1)
    let start = canvas.write(
      DisplayWidth.fitting(total, width), endingAt: 1 + width, y: end, .title)
    let beyond = RowsBeyond(first..<first + lines.count, of: order.lines.count)
    if rest > 0, let text = DisplayWidth.firstFitting(beyond.texts, start - 3) {
      canvas.write(text, at: Point(x: 1, y: body.maxY - 1), .accent)
    }
  }

  /// Quantity, name and cost, in columns as wide as what is in them.
  private static func drawLines(
    _ lines: ArraySlice<Order.Line>, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    let rows = lines.map { line in
      (
        line: line, quantity: line.quantity.words(state.session.style, pack: line.pack),
        cost: Wording.cost(line.cost, style: state.session.style)
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
