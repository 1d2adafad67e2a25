/// The cart: lines to pick, and a summary beside them.
extension CartPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let cart = state.shared.cart
    let y = layout.body.y
    guard !cart.isEmpty else {
      canvas.write("Cart", at: Point(x: 1, y: y), .title)
      return Emptiness.draw(
        ["The cart is empty.", "1 shows the items; space puts one in."] + heldCarts(state, layout),
        in: layout.list, on: &canvas)
    }
    let isWide = layout.size.width >= 76
    let summaryWidth = isWide ? min(34, layout.size.width - 52) : 0
    let list = Rect(
      x: 0, y: layout.list.y, width: min(90, layout.size.width - summaryWidth),
      height: layout.list.height)
    let query = state.session.cart.query
    if state.session.showsSearch(query) {
      let found = Wording.count(state.cartLineCount, "item")
      SearchBar.draw(query, found, state.session, layout, width: list.maxX, on: &canvas)
    } else {
      drawHead(state, list, y, on: &canvas)
    }
    if state.cartLineCount == 0 { SearchBar.drawNothing(query, in: list, on: &canvas) }
    let rows = CartRows(state, in: list)
    rows.draw(state, context, on: &canvas)
    for row in rows.rows {
      canvas.hit(row.area, .entry(row.index))
      canvas.hit(
        Rect(x: row.area.x, y: row.area.y, width: 5, height: row.area.height), .box(row.index))
    }
    let first = state.session.cart.scroll
    RowsBeyond(first..<first + rows.rows.count, of: state.cartLineCount)
      .draw(y: y, to: list.maxX, on: &canvas)
    if isWide {
      let x = list.maxX + 1
      for y in layout.body.y..<layout.body.maxY {
        canvas.write("│", at: Point(x: x - 1, y: y), .border)
      }
      CartSummaryPane.draw(
        state,
        in: Rect(
          x: x + 1, y: y, width: min(40, layout.size.width - x - 2), height: layout.body.height),
        on: &canvas)
    }
  }

  /// Each with its note and its pieces.
  private static func heldCarts(_ state: AppState, _ layout: ScreenLayout) -> [String] {
    let held = state.shared.cartsToTakeUp
    guard state.shared.use == .staff, !held.isEmpty else { return [] }
    let key = state.session.keymap.key(for: .takeUpCart, in: .cart, use: .staff) ?? ""
    let most = max(1, layout.list.height - 6)
    let rest = held.count > most ? ["and \(held.count - most) more"] : []
    return ["", "\(Wording.count(held.count, "cart")) held; \(key) takes one up:"]
      + held.prefix(most).map {
        let words = state.words($0)
        let note = $0.note.isEmpty ? words.note : "“\(words.note)”"
        return DisplayWidth.fitting("\(note) — \(words.detail)", layout.size.width - 2)
      } + rest
  }

  private static func drawHead(_ state: AppState, _ list: Rect, _ y: Int, on canvas: inout Canvas) {
    let cart = state.shared.cart
    var x = 1
    x += canvas.write("\(cart.pickedCount) picked of \(cart.count)", at: Point(x: x, y: y), .title)
    let held = state.shared.use == .staff ? state.shared.cartsToTakeUp.count : 0
    if held > 0 {
      x += canvas.write(
        " · \(Wording.count(held, "cart")) held", at: Point(x: x, y: y), .dim,
        width: max(0, list.maxX - 1 - x))
    }
    var order = state.session.preferences.cartOrder.title
    if state.session.preferences.cartOrder == .aisle {
      let store = state.shared.currentStore
      order = store.isEmpty ? "by category" : order + " in " + store
    }
    let width = DisplayWidth.of(order)
    if list.maxX - 1 - width > x + 2 {
      let start = canvas.write(order, endingAt: list.maxX - 1, y: y, .dim)
      canvas.hit(Rect(x: start, y: y, width: width, height: 1), .command(.chooseSort))
    }
  }
}

/// The cart's total by category.
enum CartSummaryPane {
  static func draw(_ state: AppState, in area: Rect, on canvas: inout Canvas) {
    guard area.width >= 12 else { return }
    var y = area.y
    func line(_ text: String, _ role: Role = .text) {
      guard y < area.maxY else { return }
      canvas.write(text, at: Point(x: area.x, y: y), role, width: area.width)
      y += 1
    }
    let shared = state.shared
    let style = state.session.style
    line("Summary", .title)
    let counts = shared.summary.shorterCounts(of: shared.cart).map { $0.joined(separator: ", ") }
    if let words = DisplayWidth.firstFitting(counts, area.width) { line(words) }
    let totals = state.totals.map { TextWrap.lines($0, width: area.width) }
    for words in totals.first(where: { $0.count <= 2 }) ?? [] { line(words) }
    if let budget = shared.budget {
      let left = budget.minorUnits - shared.summary.known
      let words = shared.summary.budgetInWords(budget, style: style)
      let role: Role = left < 0 ? .danger : left * 5 <= budget.minorUnits ? .warning : .dim
      for row in TextWrap.lines(words, width: area.width) { line(row, role) }
    }
    y += 1
    let shares = shared.summary.categories.sorted {
      $0.value.known != $1.value.known ? $0.value.known > $1.value.known : $0.key < $1.key
    }
    drawShares(
      shares, state, Rect(x: area.x, y: y, width: area.width, height: area.maxY - y), on: &canvas)
  }

  private static func drawShares(
    _ shares: [(key: String, value: CartSummary.Share)], _ state: AppState, _ area: Rect,
    on canvas: inout Canvas
  ) {
    let largest = max(1, shares.first?.value.known ?? 1)
    let rows = shares.prefix(max(0, area.height)).map { name, share in
      // Without any known price the total is unknown, not zero.
      let amount = Money(minorUnits: share.known, currency: state.shared.currency)
      return (
        name: name.isEmpty ? "Other" : name,
        amount: share.known == 0 ? "–" : Wording.money(amount, style: state.session.style)
      )
    }
    let amountWidth = rows.map { DisplayWidth.of($0.amount) }.max() ?? 0
    let names = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    let nameWidth = max(1, min(names, area.width - amountWidth - 2))
    let end = area.x + nameWidth + 2 + amountWidth
    for (row, share) in zip(rows.indices, shares) {
      let y = area.y + row
      canvas.write(rows[row].name, at: Point(x: area.x, y: y), .dim, width: nameWidth)
      canvas.write(rows[row].amount, endingAt: end, y: y)
      let room = area.maxX - end - 1
      if room > 2, share.value.known > 0 {
        let length = max(1, room * share.value.known / largest)
        canvas.fill(Rect(x: end + 1, y: y, width: length, height: 1), .bar, "▇")
      }
    }
  }
}
