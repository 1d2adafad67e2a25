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
      let area = tile.area
      let seen = canvas.seen(of: area)
      guard let page, !seen.isEmpty else {
        drawAnew(tile, shelf, style, context, on: &canvas)
        continue
      }
      let key = DrawnTiles.Key(
        page: page, item: tile.item, look: tile.look,
        size: Size(width: area.width, height: area.height),
        seen: Rect(x: seen.x - area.x, y: seen.y - area.y, width: seen.width, height: seen.height))
      if let cells = DrawnTiles.cells(key, shelf) {
        canvas.replace(seen, with: cells)
      } else {
        drawAnew(tile, shelf, style, context, on: &canvas)
        DrawnTiles.keep(canvas.cells(in: seen), key, shelf)
      }
    }
  }

  private static func drawAnew(
    _ tile: ItemsPage.Tile, _ shelf: ImageCache, _ style: NumberStyle, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let (item, look, area) = (tile.item, tile.look, tile.area)
    var frame = TileFrame(author: look.by, inCart: look.inCart, category: item.category)
    if look.isMarked { frame.signs.append(("◆", .accent)) }
    if item.isFavourite { frame.signs.append(("★", .star)) }
    if let price = item.price {
      frame.price = Wording.price(price, per: item.per, style: style)
    }
    frame.draw(in: area, isFocused: look.isFocused, on: &canvas)
    let inner = area.inset(1, 1)
    // The name comes first: a second line of it takes one from the picture.
    let name = TileName(item.name, width: inner.width, most: 2)
    let hasPicture = inner.height > 2
    let height = hasPicture ? inner.height - name.lines.count : 0
    if hasPicture {
      TilePicture.draw(
        item, in: Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: height), shelf,
        .tile, context, on: &canvas)
    }
    name.draw(
      at: Point(x: inner.x, y: inner.y + height), query: look.query, InCart.role(look.inCart),
      on: &canvas)
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
