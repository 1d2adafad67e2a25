/// One item tile: picture and name; star, quantity, category and price are in its frame.
enum ItemTile {
  struct Look: Equatable {
    var inCart: InCart?
    var isFocused: Bool
    var isMarked = false
    var query: String
    var style: NumberStyle
    /// Who added it, if that matters.
    var by = ""
  }

  static func draw(
    _ item: Item, _ look: Look, in area: Rect, _ shelf: ImageCache, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let seen = canvas.seen(of: area)
    guard context.reusesTiles, !context.isFirstFrame, context.pixels == nil, !seen.isEmpty else {
      return drawAnew(item, look, in: area, shelf, context, on: &canvas)
    }
    let key = DrawnTiles.Key(
      item: item, look: look, size: Size(width: area.width, height: area.height),
      seen: Rect(x: seen.x - area.x, y: seen.y - area.y, width: seen.width, height: seen.height),
      context: context, isDark: canvas.isDark,
      picture: shelf.picture(of: item, .tile)?.fingerprint)
    if let cells = DrawnTiles.cells(key) { return canvas.replace(seen, with: cells) }
    drawAnew(item, look, in: area, shelf, context, on: &canvas)
    DrawnTiles.keep(canvas.cells(in: seen), key)
  }

  private static func drawAnew(
    _ item: Item, _ look: Look, in area: Rect, _ shelf: ImageCache, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    var frame = TileFrame(author: look.by, inCart: look.inCart, category: item.category)
    if look.isMarked { frame.signs.append(("◆", .accent)) }
    if item.isFavourite { frame.signs.append(("★", .star)) }
    if let price = item.price {
      frame.price = Wording.price(price, per: item.per, style: look.style)
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
