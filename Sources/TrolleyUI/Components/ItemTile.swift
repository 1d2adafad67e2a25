/// One item tile: picture, name, whether it is on the list, quantity, category, price, star.
enum ItemTile {
  struct Look {
    var quantity: Quantity?
    var isFocused: Bool
    var isMarked: Bool
    var query: String
    var style: NumberStyle
    /// Who added it, if that matters.
    var by = ""
  }

  static func draw(
    _ item: Item, _ look: Look, in area: Rect, _ shelf: ImageCache, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let isOn = look.quantity != nil
    canvas.box(
      area, look.isFocused ? .double : .round,
      look.isFocused ? .accent : isOn ? .borderOn : .border)
    let inner = Rect(x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2)
    let isLarge = area.height >= 11
    let textLines = isLarge || area.height <= 4 ? 2 : 1
    let pictureHeight = inner.height - textLines
    if pictureHeight > 0 {
      TilePicture.draw(
        item, in: Rect(x: inner.x, y: inner.y, width: inner.width, height: pictureHeight), shelf,
        .tile, context, on: &canvas)
    }
    drawCorner(item, look, inner, pictureHeight, on: &canvas)
    drawAuthor(look.by, area, on: &canvas)
    let nameLine = inner.y + pictureHeight
    let price = item.price.map { Wording.money($0, style: look.style) } ?? "–"
    if textLines == 1 {
      drawName(item, look, inner, nameLine, reserved: DisplayWidth.of(price) + 1, on: &canvas)
      canvas.write(price, endingAt: inner.maxX, y: nameLine, .dim)
      drawCategory(item.category, area, on: &canvas)
    } else {
      drawName(item, look, inner, nameLine, reserved: 0, on: &canvas)
      let left = pictureHeight > 0 ? item.category : look.quantity.map { "×" + $0.text } ?? ""
      canvas.write(
        left, at: Point(x: inner.x, y: nameLine + 1), .dim,
        width: max(0, inner.width - DisplayWidth.of(price) - 1))
      canvas.write(price, endingAt: inner.maxX, y: nameLine + 1, .text)
      if pictureHeight <= 0 { drawCategory(item.category, area, on: &canvas) }
    }
  }

  /// In the lower edge, where it costs no line.
  private static func drawCategory(_ category: String, _ area: Rect, on canvas: inout Canvas) {
    guard !category.isEmpty, area.width > 8 else { return }
    canvas.write(
      " " + DisplayWidth.fitting(category, area.width - 6) + " ",
      at: Point(x: area.x + 2, y: area.maxY - 1), .dim)
  }

  /// In the upper edge, as the category is in the lower one.
  private static func drawAuthor(_ name: String, _ area: Rect, on canvas: inout Canvas) {
    guard !name.isEmpty, area.width > 8 else { return }
    canvas.write(
      " " + DisplayWidth.fitting(name, min(12, area.width - 6)) + " ",
      at: Point(x: area.x + 2, y: area.y), .dim)
  }

  private static func drawName(
    _ item: Item, _ look: Look, _ inner: Rect, _ y: Int, reserved: Int, on canvas: inout Canvas
  ) {
    let isOn = look.quantity != nil
    let mark = isOn ? "✓ " : ""
    let x = inner.x + canvas.write(mark, at: Point(x: inner.x, y: y), .success)
    let width = max(0, inner.maxX - x - reserved)
    MatchedText.draw(
      item.name, query: look.query, at: Point(x: x, y: y), isOn ? .success : .title, width: width,
      on: &canvas)
  }

  /// Star, quantity and mark are in the upper corners, beside the picture.
  private static func drawCorner(
    _ item: Item, _ look: Look, _ inner: Rect, _ pictureHeight: Int, on canvas: inout Canvas
  ) {
    if look.isMarked { canvas.write("◆", at: Point(x: inner.x - 1, y: inner.y), .accent) }
    if item.isFavourite { canvas.write("★", at: Point(x: inner.maxX - 1, y: inner.y), .star) }
    guard let quantity = look.quantity, pictureHeight > 1, quantity != .one else { return }
    canvas.write(
      "×" + quantity.text.filter { $0 != " " }, endingAt: inner.maxX, y: inner.y + 1, .text, .bold)
  }
}

/// Text with a search's matching letters highlighted.
enum MatchedText {
  @discardableResult
  static func draw(
    _ text: String, query: String, at origin: Point, _ role: Role, width: Int,
    on canvas: inout Canvas
  ) -> Int {
    let shown = DisplayWidth.fitting(text, width)
    let used = canvas.write(shown, at: origin, role)
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
