extension TileGrid {
  /// A tile takes presses; in the table so does the box at the beginning of its row.
  func takePresses(of index: Int, in area: Rect, on canvas: inout Canvas) {
    canvas.hit(area, .entry(index))
    if isTable { canvas.hit(Rect(x: 0, y: area.y, width: 4, height: 1), .box(index)) }
  }

  /// A tile that is cut off is not shown.
  func drawBeyond(
    from top: Int, in area: Rect, of count: Int, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let whole = pieces(from: top, height: area.height).compactMap { piece -> Int? in
      guard case .tile(let index, let column, let line) = piece else { return nil }
      let place = frame(column: column, line: line, in: area, from: top)
      return place.y >= area.y && place.maxY <= area.maxY ? index : nil
    }
    guard let first = whole.first, let last = whole.last else { return }
    RowsBeyond(first..<last + 1, of: count)
      .draw(y: layout.body.y, to: layout.size.width, on: &canvas)
  }
}

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
    let pieces = grid.pieces(from: top, height: area.height)
    canvas.clipped(to: area) { canvas in
      for case .heading(let section, let line) in pieces {
        drawHeading(section, state, y: area.y + line - top, area, on: &canvas)
      }
      let tiles = tiles(pieces, grid, state, area)
      if grid.isTable {
        ItemRows(tiles, width: area.width, style: state.session.style).draw(on: &canvas)
      } else {
        ItemTile.draw(tiles, state.session, context, on: &canvas)
      }
      for tile in tiles { grid.takePresses(of: tile.index, in: tile.area, on: &canvas) }
    }
    grid.drawBeyond(from: top, in: area, of: list.count, layout, on: &canvas)
  }

  /// A visible tile or row of the table.
  struct Tile {
    let index: Int
    let item: Item
    let look: ItemTile.Look
    let area: Rect
  }

  private static func tiles(
    _ pieces: [TileGrid.Piece], _ grid: TileGrid, _ state: AppState, _ area: Rect
  ) -> [Tile] {
    let shared = state.shared
    let items = state.session.items
    let style = state.session.style
    var tiles: [Tile] = []
    tiles.reserveCapacity(pieces.count)
    for case .tile(let index, let column, let line) in pieces {
      guard let item = state.item(at: index) else { continue }
      let look = ItemTile.Look(
        inCart: InCart(shared.cart.lines(of: item.id), of: item, style),
        isFocused: item.id == items.focus,
        isMarked: items.marks.contains(item.id), query: items.query.text,
        by: shared.mark(of: item))
      let place = grid.frame(column: column, line: line, in: area, from: items.scroll)
      tiles.append(Tile(index: index, item: item, look: look, area: place))
    }
    return tiles
  }

  private static func drawBar(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let y = layout.body.y
    let items = state.session.items
    let preferences = state.session.preferences
    if state.session.showsSearch(items.query) {
      let found = Wording.count(items.list.count, "item")
      return SearchBar.draw(items.query, found, state.session, layout, on: &canvas)
    }
    let x = SegmentBar.draw(state, y: y, on: &canvas)
    let isTable = state.itemGrid.isTable
    let parts: [(String, Command, isSet: Bool)] = [
      (isTable ? "▤ table" : "▤ tiles", .switchView, false),
      (
        "sort: " + preferences.sort.title
          + ((preferences.sort == .newest) != preferences.isReversed ? " ▾" : " ▴"), .chooseSort,
        false
      ),
      (
        "category: " + (preferences.category.map { $0.isEmpty ? "none" : $0 } ?? "all") + " ▾",
        .chooseCategory, preferences.category != nil
      ),
    ]
    SegmentBar.drawChoices(parts, from: x, to: layout.size.width - 1, y: y, on: &canvas)
  }

  private static func drawHeading(
    _ section: Int, _ state: AppState, y: Int, _ area: Rect, on canvas: inout Canvas
  ) {
    let count = state.itemCounts[section]
    var x = 1
    x += canvas.write(
      section == 0 ? "In the cart" : "Not in the cart", at: Point(x: x, y: y), .title)
    x += canvas.write(" · \(count)", at: Point(x: x, y: y), .dim)
    canvas.rule(y, from: x + 2, to: area.maxX - 1)
  }

  private static func drawEmpty(_ state: AppState, _ area: Rect, on canvas: inout Canvas) {
    let preferences = state.session.preferences
    let lines: [String] =
      if state.session.items.matchesOthers {
        [
          "Nothing starred matches “\(state.session.items.query.text)”.",
          "enter looks in all items; esc clears the search.",
        ]
      } else if !state.session.items.query.isEmpty {
        [
          "Nothing matches “\(state.session.items.query.text)”.",
          (state.session.isSearching ? "enter" : "a") + " adds it; esc clears the search.",
        ]
      } else if preferences.category != nil {
        ["Nothing here is in that category.", "f chooses another one."]
      } else if preferences.segment == .starred {
        ["No item has a star yet.", "* gives one; . goes on to the catalogue, then to all items."]
      } else {
        ["There is no item yet.", "a adds one, P pastes a whole list."]
      }
    Emptiness.draw(lines, in: area, on: &canvas)
  }
}

/// The text in the middle of an empty page.
enum Emptiness {
  static func draw(_ lines: [String], in area: Rect, on canvas: inout Canvas) {
    let width = max(1, area.width - 2)
    let wrapped = lines.map { TextWrap.lines($0, width: width, most: 3) }
    let height = wrapped.reduce(0) { $0 + $1.count }
    let place = area.below(max(0, (area.height - height) / 2))
    let first = wrapped.first ?? []
    canvas.write(first, centredIn: place, .text)
    canvas.write(wrapped.dropFirst().joined(), centredIn: place.below(first.count), .dim)
  }
}
