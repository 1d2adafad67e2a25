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
          ProductTile.draw(tile.product, tile.look, state, in: tile.area, context, on: &canvas)
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
    let look: ProductTile.Look
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
      let look = ProductTile.Look(
        inCart: InCart(lines, of: item, style), isFocused: product.code == catalogue.focus,
        query: catalogue.query.text, style: style)
      let place = grid.frame(column: column, line: line, in: area, from: catalogue.scroll)
      return Tile(index: index, product: product, look: look, area: place)
    }
  }

  // MARK: The bar

  private static func drawBar(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let y = layout.body.y
    let right = layout.size.width - 1
    let activity = activity(state)
    let catalogue = state.session.catalogue
    if catalogue.isTyping || !catalogue.query.isEmpty {
      drawSearch(state, activity, y, right, on: &canvas)
      return
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

  private static func drawSearch(
    _ state: AppState, _ activity: String, _ y: Int, _ right: Int, on canvas: inout Canvas
  ) {
    let catalogue = state.session.catalogue
    let x = 1 + canvas.write("/", at: Point(x: 1, y: y), .accent)
    let count = Wording.count(catalogue.list.count, "product")
    let words = activity.isEmpty ? count : activity
    let shown = DisplayWidth.fitting(words, max(0, right - x - 12))
    let room = max(4, right - x - DisplayWidth.of(shown) - 2)
    FieldText.draw(
      catalogue.query, at: Point(x: x, y: y), width: room, isFocused: catalogue.isTyping,
      isSelected: state.session.selectsQuery, on: &canvas)
    canvas.write(shown, endingAt: right, y: y, activity.isEmpty ? .dim : .warning)
  }

  private static func drawChoices(
    _ state: AppState, from x: Int, to end: Int, _ y: Int, on canvas: inout Canvas
  ) {
    let preferences = state.session.preferences
    let catalogue = state.session.catalogue
    let isTable = state.catalogueGrid.isTable
    let sort = preferences.catalogue.sort
    let parts: [(String, Command, Bool)] = [
      (isTable ? "▤ table" : "▤ tiles", .switchView, false),
      ("sort: " + sort.title, .chooseSort, false),
      (
        "category: " + (catalogue.category?.name ?? "all") + " ▾", .chooseCategory,
        catalogue.category != nil
      ),
    ]
    var right = end
    for (text, command, isSet) in parts {
      let width = DisplayWidth.of(text)
      guard right - width > x else { break }
      let start = canvas.write(text, endingAt: right, y: y, isSet ? .warning : .dim)
      canvas.hit(Rect(x: start, y: y, width: width, height: 1), .command(command))
      right = start - 3
    }
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
    let lines: [String]
    if state.keptCatalogue == nil || catalogue.asking != nil {
      lines = [catalogue.asking == nil ? "" : "Asking \(title)…"]
    } else if let trouble = catalogue.trouble, words.isEmpty {
      lines = [trouble.sentence, "There is no copy of it here yet. r tries again."]
    } else if !words.isEmpty {
      let isAsked = catalogue.found?.words == words
      lines =
        isAsked && state.catalogueHasAnswered
        ? ["\(title) has nothing for “\(words)”.", "esc clears the search."]
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

/// The segments of the items page, the current one marked by more than colour.
enum SegmentBar {
  /// Returns the x after the segments.
  static func draw(_ state: AppState, y: Int, on canvas: inout Canvas) -> Int {
    let preferences = state.session.preferences
    var x = 1
    for segment in ItemSegment.allCases {
      let isCurrent = preferences.segment == segment
      let start = x
      let title = segment == .catalogue ? preferences.catalogue.title : segment.title
      x += canvas.write(
        title, at: Point(x: x, y: y), isCurrent ? .title : .dim,
        isCurrent ? [.bold, .underline] : [])
      canvas.hit(Rect(x: start, y: y, width: x - start, height: 1), .command(.showSegment(segment)))
      x += 3
    }
    return x
  }
}
