/// The catalogue segment of the items page: a grid of products, or a table.
extension ProductsPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    drawBar(state, layout, on: &canvas)
    let catalogue = state.session.catalogue
    let area = layout.list
    guard !catalogue.list.isEmpty else { return drawEmpty(state, area, on: &canvas) }
    let grid = state.catalogueGrid
    let tiles = tiles(grid, state, area)
    canvas.clipped(to: area) { canvas in
      if grid.isTable {
        ProductRows(tiles, width: area.width).draw(on: &canvas)
      } else {
        for tile in tiles {
          ProductTile.draw(tile, state, context, on: &canvas)
        }
      }
      for tile in tiles { grid.takePresses(of: tile.index, in: tile.area, on: &canvas) }
    }
    grid.drawBeyond(
      from: catalogue.scroll, in: area, of: catalogue.list.count, layout, on: &canvas)
  }

  /// A visible tile or row of the table.
  struct Tile {
    let index: Int
    let product: CatalogueProduct
    let look: ItemTile.Look
    /// What it will cost: as in the list, where it is on that.
    let price: String
    let area: Rect
  }

  private static func tiles(_ grid: TileGrid, _ state: AppState, _ area: Rect) -> [Tile] {
    let catalogue = state.session.catalogue
    let style = state.session.style
    return grid.pieces(from: catalogue.scroll, height: area.height).compactMap { piece in
      guard case .tile(let index, let column, let line) = piece,
        let product = state.product(at: index)
      else { return nil }
      let item = state.item(of: product)
      let lines = item.map { state.shared.cart.lines(of: $0.id) } ?? []
      let look = ItemTile.Look(
        inCart: InCart(lines, of: item, style), isFocused: product.code == catalogue.focus,
        query: catalogue.query.text)
      let known = state.known(product).flatMap { item in
        item.price.map { Wording.price($0, per: item.per, style: style) }
      }
      let price = known ?? product.price.map { Wording.money($0, style: style) } ?? ""
      let place = grid.frame(column: column, line: line, in: area, from: catalogue.scroll)
      return Tile(index: index, product: product, look: look, price: price, area: place)
    }
  }

  // MARK: The bar

  private static func drawBar(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let y = layout.body.y
    let right = layout.size.width - 1
    let activity = activity(state)
    let catalogue = state.session.catalogue
    if state.session.showsSearch(catalogue.query) {
      let count = Wording.count(catalogue.list.count, "product")
      return SearchBar.draw(
        catalogue.query, activity.isEmpty ? count : activity, state.session, layout,
        role: activity.isEmpty ? .dim : .warning, on: &canvas)
    }
    let x = SegmentBar.draw(state, y: y, on: &canvas)
    if !activity.isEmpty {
      // The last line has the keys that work meanwhile, so the elapsed time replaces the choices.
      canvas.write(
        DisplayWidth.fitting(activity, max(0, right - x - 1)), endingAt: right, y: y, .warning)
      return
    }
    drawChoices(state, from: x, to: right, y, on: &canvas)
  }

  private static func drawChoices(
    _ state: AppState, from x: Int, to end: Int, _ y: Int, on canvas: inout Canvas
  ) {
    let preferences = state.session.preferences
    let catalogue = state.session.catalogue
    let isTable = state.catalogueGrid.isTable
    let sort = preferences.catalogue.sort
    let parts: [(String, Command, isSet: Bool)] = [
      (isTable ? "▤ table" : "▤ tiles", .switchView, false),
      ("sort: " + sort.title, .chooseSort, false),
      (
        "category: " + (catalogue.category?.name ?? "all") + " ▾", .chooseCategory,
        catalogue.category != nil
      ),
    ]
    SegmentBar.drawChoices(parts, from: x, to: end, y: y, on: &canvas)
  }

  /// The request under way and its elapsed time, once it takes long.
  private static func activity(_ state: AppState) -> String {
    guard let asking = state.session.catalogue.asking else { return "" }
    let age = state.session.clock.monotonic - asking.since
    guard age >= 300 else { return "" }
    return "asking \(state.catalogueID.title)… \(Wording.minutes(seconds: age / 1000))"
  }

  // MARK: Empty states

  private static func drawEmpty(_ state: AppState, _ area: Rect, on canvas: inout Canvas) {
    let catalogue = state.session.catalogue
    let title = state.catalogueID.title
    let words = catalogue.query.text
    var lines: [String]
    if state.keptCatalogue == nil || catalogue.asking != nil {
      lines = [catalogue.asking == nil ? "" : "Asking \(title)…"]
    } else if let trouble = catalogue.trouble, words.isEmpty {
      lines = [trouble.sentence, "There is no copy of it here yet. r tries again."]
    } else if !words.isEmpty {
      let isAsked = catalogue.found?.words == words
      lines =
        isAsked && state.catalogueHasAnswered
        ? [
          "\(title) has nothing for “\(words)”"
            + (catalogue.category.map { " in \($0.name)." } ?? "."), "esc clears the search.",
        ]
        : [
          isAsked && catalogue.trouble != nil
            ? "\(title) could not be asked, and nothing seen here matches “\(words)”."
            : "Nothing that was seen here matches “\(words)”.",
          state.switchedOffCatalogue
            ?? "enter asks \(title)" + (isAsked ? " again; esc clears the search." : "."),
        ]
    } else if !state.mayAskCatalogue {
      lines = [
        "\(state.session.preferences.catalogue.title) from \(title)",
        "enter shows them. You are asked first what is sent there.",
      ]
      if state.catalogueID == .openFoodFacts { lines.append("/ looks for any food by name.") }
    } else if !state.catalogueHasAnswered {
      lines = ["Nothing of \(title) has been loaded yet.", "r asks it."]
    } else if catalogue.category != nil {
      lines = ["There is nothing in that category.", "f chooses another one."]
    } else {
      lines = ["There is nothing in this catalogue.", "r asks again."]
    }
    Emptiness.draw(lines, in: area, on: &canvas)
  }
}

/// The segments of a page, the current one marked by more than colour, and what else is chosen there.
enum SegmentBar {
  /// Those of the items page. Returns the x after them.
  static func draw(_ state: AppState, y: Int, on canvas: inout Canvas) -> Int {
    let preferences = state.session.preferences
    let segments: [Segment] = ItemSegment.allCases.map { segment in
      (
        segment == .catalogue ? preferences.catalogue.title : segment.title,
        preferences.segment == segment ? nil : .showSegment(segment)
      )
    }
    return draw(segments, y: y, on: &canvas)
  }

  /// A title, and the command that shows the segment; nil for the current one.
  typealias Segment = (title: String, command: Command?)

  @discardableResult
  static func draw(_ segments: [Segment], y: Int, on canvas: inout Canvas) -> Int {
    var x = 1
    for (title, command) in segments {
      let place = Point(x: x, y: y)
      if let command {
        x += canvas.write(title, at: place, .dim, pressed: .command(command)) + 3
      } else {
        x += canvas.write(title, at: place, .title, [.bold, .underline]) + 3
      }
    }
    return x
  }

  /// As many of them as have room, from the right.
  static func drawChoices(
    _ parts: [(String, Command, isSet: Bool)], from x: Int, to end: Int, y: Int,
    on canvas: inout Canvas
  ) {
    var right = end
    for (text, command, isSet) in parts {
      let start = right - DisplayWidth.of(text)
      guard start > x else { break }
      canvas.write(
        text, at: Point(x: start, y: y), isSet ? .warning : .dim, pressed: .command(command))
      right = start - 3
    }
  }
}
