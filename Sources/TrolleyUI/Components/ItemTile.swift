/// One item tile: picture and name; star, quantity, category and price are in its frame.
enum ItemTile {
  struct Look: Equatable {
    var inCart: InCart?
    var isFocused: Bool
    var isMarked = false
    var query: String
    /// Who added it, if that matters.
    var by = ""
  }

  /// Draws the tiles that are not as in an earlier frame.
  static func draw(
    _ tiles: [ItemsPage.Tile], _ session: SessionState, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let (shelf, style) = (session.shelf, session.style)
    let page =
      context.reusesTiles && !context.isFirstFrame && context.pixels == nil
      ? DrawnTiles.number(
        of: DrawnTiles.Page(style: style, context: context, isDark: canvas.isDark)) : nil
    for tile in tiles {
      draw(tile, page, shelf, style, context, on: &canvas)
      // Other letters are marked after each that is typed, so they are drawn over the rest.
      if !tile.look.query.isEmpty { drawName(of: tile, query: tile.look.query, on: &canvas) }
    }
  }

  private static func draw(
    _ tile: ItemsPage.Tile, _ page: Int?, _ shelf: ImageCache, _ style: NumberStyle,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    let area = tile.area
    let seen = canvas.seen(of: area)
    guard let page, !seen.isEmpty else {
      return drawAnew(tile, shelf, style, context, on: &canvas)
    }
    var look = tile.look
    look.query = ""
    let key = DrawnTiles.Key(
      page: page, item: tile.item, look: look, size: Size(width: area.width, height: area.height),
      seen: Rect(x: seen.x - area.x, y: seen.y - area.y, width: seen.width, height: seen.height))
    if let cells = DrawnTiles.cells(key, shelf) { return canvas.replace(seen, with: cells) }
    drawAnew(tile, shelf, style, context, on: &canvas)
    DrawnTiles.keep(canvas.cells(in: seen), key, shelf)
  }

  private static func drawAnew(
    _ tile: ItemsPage.Tile, _ shelf: ImageCache, _ style: NumberStyle, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let (item, look) = (tile.item, tile.look)
    var frame = TileFrame(author: look.by, inCart: look.inCart, category: item.category)
    if look.isMarked { frame.signs.append(("◆", .accent)) }
    if item.isFavourite { frame.signs.append(("★", .star)) }
    if let price = item.price {
      frame.price = Wording.price(price, per: item.per, style: style)
    }
    frame.draw(in: tile.area, isFocused: look.isFocused, on: &canvas)
    let picture = drawName(of: tile, query: "", on: &canvas)
    if picture.height > 0 {
      TilePicture.draw(item, in: picture, shelf, .tile, context, on: &canvas)
    }
  }

  /// Draws the name, which comes first: a second line of it takes one from the picture. Returns the place
  /// that is left for that.
  @discardableResult
  private static func drawName(
    of tile: ItemsPage.Tile, query: String, on canvas: inout Canvas
  ) -> Rect {
    let inner = tile.area.inset(1, 1)
    let name = TileName(tile.item.name, width: inner.width, most: 2)
    let height = inner.height > 2 ? inner.height - name.lines.count : 0
    name.draw(
      at: Point(x: inner.x, y: inner.y + height), query: query, InCart.role(tile.look.inCart),
      on: &canvas)
    return Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: height)
  }
}

/// Text with a search's matching letters highlighted.
enum MatchedText {
  @discardableResult
  static func draw(
    _ text: String, query: String, at origin: Point, _ role: Role, _ emphasis: Emphasis = [],
    width: Int, on canvas: inout Canvas
  ) -> Int {
    let shown = DisplayWidth.fitting(text, width)
    let used = canvas.write(shown, at: origin, role, emphasis)
    guard !query.isEmpty else { return used }
    let marks = SearchIndex.marks(query, in: text)
    guard !marks.isEmpty else { return used }
    var x = origin.x
    for (at, character) in shown.enumerated() {
      let width = DisplayWidth.of(String(character))
      if marks.contains(where: { $0.contains(at) }), character != "…" {
        canvas.write(String(character), at: Point(x: x, y: origin.y), .match)
      }
      x += width
    }
    return used
  }
}
