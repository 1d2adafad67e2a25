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
        ["The cart is empty.", "1 shows the items; space puts one in."], in: layout.list,
        on: &canvas)
    }
    let isWide = layout.size.width >= 76
    let summaryWidth = isWide ? min(34, layout.size.width - 52) : 0
    let list = Rect(
      x: 0, y: layout.list.y, width: min(90, layout.size.width - summaryWidth),
      height: layout.list.height)
    drawHead(state, list, y, on: &canvas)
    let page = state.session.cart
    for row in 0..<list.height {
      let index = page.scroll + row
      guard index < cart.count, let line = state.line(at: index) else { break }
      let area = Rect(x: 0, y: list.y + row, width: list.width, height: 1)
      CartRow.draw(
        line, state, isFocused: line.id == page.focus, isMarked: page.marks.contains(line.id),
        in: area, on: &canvas)
      canvas.hit(area, .entry(index))
      canvas.hit(Rect(x: area.x, y: area.y, width: 5, height: 1), .box(index))
    }
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

  private static func drawHead(_ state: AppState, _ list: Rect, _ y: Int, on canvas: inout Canvas) {
    let cart = state.shared.cart
    var x = 1
    x += canvas.write("\(cart.pickedCount) picked of \(cart.count)", at: Point(x: x, y: y), .title)
    var order = state.session.preferences.cartOrder.title
    if state.session.preferences.cartOrder == .aisle, !state.shared.currentStore.isEmpty {
      order += " in " + state.shared.currentStore
    }
    let width = DisplayWidth.of(order)
    if list.maxX - 1 - width > x + 2 {
      let start = canvas.write(order, endingAt: list.maxX - 1, y: y, .dim)
      canvas.hit(Rect(x: start, y: y, width: width, height: 1), .command(.chooseSort))
    }
  }
}

enum CartRow {
  static func draw(
    _ line: CartLine, _ state: AppState, isFocused: Bool, isMarked: Bool, in area: Rect,
    on canvas: inout Canvas
  ) {
    guard let item = state.shared.items[line.item] else { return }
    let y = area.y
    let style = state.session.style
    if isFocused { canvas.fill(area, .selection) }
    let plain: Role = isFocused ? .selection : .text
    let weak: Role = isFocused ? .selection : .dim
    canvas.write(
      isFocused ? "▸" : isMarked ? "◆" : " ", at: Point(x: 1, y: y),
      isFocused ? .selection : .accent)
    canvas.write(
      line.isPicked ? "✓" : "☐", at: Point(x: 3, y: y),
      line.isPicked && !isFocused ? .success : plain)
    var right = area.maxX - 1
    // With a cart for each person, it would repeat the header.
    let name = state.shared.use == .staff ? "" : state.shared.name(of: line.addedBy)
    if !name.isEmpty, area.width >= 60 {
      canvas.write(name, at: Point(x: right - 8, y: y), weak, width: 8)
      right -= 9
    }
    let cost = item.cost(of: line.quantity).map { Wording.money($0, style: style) } ?? "unknown"
    canvas.write(cost, endingAt: right, y: y, item.price == nil ? weak : plain)
    right -= 10
    if !name.isEmpty, area.width < 60 {
      // There is no room for the unit price beside it.
      let width = area.width >= 46 ? 8 : 3
      canvas.write(name, at: Point(x: right - width, y: y), weak, width: width)
      right -= width + 1
    } else if area.width >= 46 {
      let price = item.price.map { Wording.money($0, style: style) } ?? "–"
      canvas.write(price, endingAt: right, y: y, weak)
      right -= 10
      canvas.write("×", endingAt: right + 2, y: y, weak)
    }
    let quantity = line.quantity.text
    canvas.write(quantity, endingAt: right, y: y, plain)
    right -= max(4, DisplayWidth.of(quantity) + 1)
    let role: Role = line.isPicked ? .picked : isFocused ? .selection : .text
    canvas.write(
      item.name, at: Point(x: 5, y: y), role, line.isPicked ? .strike : [],
      width: max(1, right - 5))
    if line.isPicked, isFocused {
      // The row stays struck through under the cursor as well.
      canvas.write(item.name, at: Point(x: 5, y: y), .selection, .strike, width: max(1, right - 5))
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
    line(
      Wording.count(shared.cart.count, "item") + ", " + Wording.count(shared.cart.pieces, "piece"))
    for words in TextWrap.lines(state.totalInWords, width: area.width, most: 2) { line(words) }
    if let budget = shared.budget {
      let left = Money(
        minorUnits: budget.minorUnits - shared.summary.known, currency: shared.currency)
      line(
        left.minorUnits >= 0
          ? Wording.money(left, style: style) + " of the budget left"
          : Wording.money(
            Money(minorUnits: -left.minorUnits, currency: left.currency), style: style)
            + " over the budget",
        left.minorUnits < 0
          ? .danger : left.minorUnits * 5 <= budget.minorUnits ? .warning : .dim)
    }
    y += 1
    let shares = shared.summary.categories.sorted {
      $0.value.known != $1.value.known ? $0.value.known > $1.value.known : $0.key < $1.key
    }
    let largest = max(1, shares.first?.value.known ?? 1)
    for (name, share) in shares {
      guard y < area.maxY else { break }
      // Without any known price the total is unknown, not zero.
      let amount =
        share.known == 0
        ? "–"
        : Wording.money(Money(minorUnits: share.known, currency: shared.currency), style: style)
      let nameWidth = max(4, min(12, area.width - 16))
      canvas.write(
        name.isEmpty ? "Other" : name, at: Point(x: area.x, y: y), .dim, width: nameWidth)
      canvas.write(amount, endingAt: area.x + nameWidth + 10, y: y)
      let room = area.width - nameWidth - 11
      if room > 1, share.known > 0 {
        canvas.fill(
          Rect(
            x: area.x + nameWidth + 11, y: y, width: max(1, room * share.known / largest),
            height: 1), .bar, "▇")
      }
      y += 1
    }
  }
}
