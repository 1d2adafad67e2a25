/// The grid of item tiles, or the table if there is no room for it.
extension ItemsPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    drawBar(state, layout, on: &canvas)
    let list = state.session.items.list
    let grid = state.itemGrid
    let area = layout.list
    guard !list.isEmpty else { return drawEmpty(state, area, on: &canvas) }
    let top = state.session.items.scroll
    let shared = state.shared
    let items = state.session.items
    let isTable = grid.tileHeight == 1
    canvas.clipped(to: area) { canvas in
      for piece in grid.pieces(from: top, height: area.height) {
        switch piece {
        case .heading(let section, let line):
          drawHeading(section, list, y: area.y + line - top, area, on: &canvas)
        case .tile(let index, let column, let line):
          guard let slot = list.slot(at: index), let item = shared.items.item(at: slot) else {
            continue
          }
          let y = area.y + line - top
          let look = ItemTile.Look(
            quantity: quantity(item.id, shared.cart), isFocused: item.id == items.focus,
            isMarked: items.marks.contains(item.id), query: items.query.text,
            style: state.session.style, by: shared.mark(of: item.addedBy))
          let place =
            isTable
            ? Rect(x: 0, y: y, width: area.width, height: 1)
            : Rect(x: 1 + column * grid.pitch, y: y, width: grid.pitch - 1, height: grid.tileHeight)
          if isTable {
            ItemRow.draw(item, look, in: place, on: &canvas)
          } else {
            ItemTile.draw(item, look, in: place, state.session.shelf, context, on: &canvas)
          }
          canvas.hit(place, .entry(index))
          if isTable { canvas.hit(Rect(x: 0, y: y, width: 4, height: 1), .box(index)) }
        }
      }
    }
  }

  /// The sum of the item's lines if they add up; otherwise the first line's quantity.
  private static func quantity(_ id: Item.ID, _ cart: Cart) -> Quantity? {
    guard cart.contains(id) else { return nil }
    return cart.lines(of: id).first?.quantity
  }

  private static func drawBar(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let y = layout.body.y
    let items = state.session.items
    let preferences = state.session.preferences
    if items.isTyping || !items.query.isEmpty {
      var x = 1 + canvas.write("/", at: Point(x: 1, y: y), .accent)
      let found = Wording.count(items.list.count, "item")
      let room = max(4, layout.size.width - x - DisplayWidth.of(found) - 3)
      x = FieldText.draw(
        items.query, at: Point(x: x, y: y), width: room, isFocused: items.isTyping, on: &canvas)
      canvas.write(found, endingAt: layout.size.width - 1, y: y, .dim)
      return
    }
    let x = SegmentBar.draw(state, y: y, on: &canvas)
    var right = layout.size.width - 1
    let isTable = state.itemGrid.tileHeight == 1
    let parts: [(String, Command)] = [
      (isTable ? "▤ table" : "▤ tiles", .switchView),
      (
        "sort: " + preferences.sort.title + (preferences.sort == .newest ? " ▾" : " ▴"), .chooseSort
      ),
      (
        "category: " + (preferences.category.map { $0.isEmpty ? "none" : $0 } ?? "all") + " ▾",
        .chooseCategory
      ),
    ]
    for (text, command) in parts {
      let width = DisplayWidth.of(text)
      guard right - width > x else { break }
      let isSet = command == .chooseCategory && preferences.category != nil
      let start = canvas.write(text, endingAt: right, y: y, isSet ? .warning : .dim)
      canvas.hit(Rect(x: start, y: y, width: width, height: 1), .command(command))
      right = start - 3
    }
  }

  private static func drawHeading(
    _ section: Int, _ list: ItemList, y: Int, _ area: Rect, on canvas: inout Canvas
  ) {
    let count = list.sections[section]
    var x = 1
    x += canvas.write(
      section == 0 ? "On the list" : "Not on the list", at: Point(x: x, y: y), .title)
    x += canvas.write(" · \(count)", at: Point(x: x, y: y), .dim)
    canvas.rule(y, from: x + 2, to: area.maxX - 1)
  }

  private static func drawEmpty(_ state: AppState, _ area: Rect, on canvas: inout Canvas) {
    let preferences = state.session.preferences
    let lines: [String] =
      if !state.session.items.query.isEmpty {
        ["Nothing matches “\(state.session.items.query.text)”.", "esc clears the search."]
      } else if preferences.category != nil {
        ["Nothing here is in that category.", "f chooses another one."]
      } else if preferences.segment == .starred {
        ["No item has a star yet.", "* gives one; . shows all items."]
      } else {
        ["There is no item yet.", "a adds one, P pastes a whole list."]
      }
    Emptiness.draw(lines, in: area, on: &canvas)
  }
}

/// The text in the middle of an empty page.
enum Emptiness {
  static func draw(_ lines: [String], in area: Rect, on canvas: inout Canvas) {
    let wrapped = lines.enumerated().flatMap { at, line in
      TextWrap.lines(line, width: max(1, area.width - 2), most: 3)
        .map { (text: $0, role: at == 0 ? Role.text : .dim) }
    }
    let top = area.y + max(0, (area.height - wrapped.count) / 2)
    for (at, line) in wrapped.enumerated() where top + at < area.maxY {
      canvas.write(
        line.text,
        at: Point(x: area.x + (area.width - DisplayWidth.of(line.text)) / 2, y: top + at),
        line.role)
    }
  }
}

/// One row of the table.
enum ItemRow {
  static func draw(_ item: Item, _ look: ItemTile.Look, in area: Rect, on canvas: inout Canvas) {
    let isOn = look.quantity != nil
    let y = area.y
    if look.isFocused { canvas.fill(area, .selection) }
    let plain: Role = look.isFocused ? .selection : .text
    let weak: Role = look.isFocused ? .selection : .dim
    canvas.write(
      look.isFocused ? "▸" : look.isMarked ? "◆" : " ", at: Point(x: 0, y: y),
      look.isFocused ? .selection : .accent)
    canvas.write(isOn ? "✓" : "·", at: Point(x: 2, y: y), isOn && !look.isFocused ? .success : weak)
    let width = min(area.width, 90)
    let price = item.price.map { Wording.money($0, style: look.style) } ?? "–"
    var right = area.x + width - 1
    if item.isFavourite {
      canvas.write("★", at: Point(x: right - 1, y: y), look.isFocused ? .selection : .star)
    }
    right -= 2
    canvas.write(price, endingAt: right, y: y, plain)
    right -= 10
    if width >= 60 {
      canvas.write(item.category, at: Point(x: right - 14, y: y), weak, width: 13)
      right -= 15
    }
    if !look.by.isEmpty {
      let room = width >= 60 ? 9 : 3
      canvas.write(look.by, at: Point(x: right - room, y: y), weak, width: room)
      right -= room + 1
    }
    let quantity = look.quantity.map { "×" + $0.text } ?? ""
    canvas.write(quantity, endingAt: right, y: y, plain)
    right -= max(6, DisplayWidth.of(quantity) + 1)
    MatchedText.draw(
      item.name, query: look.query, at: Point(x: 4, y: y), look.isFocused ? .selection : .title,
      width: max(1, right - 4), on: &canvas)
  }
}
