/// One product tile: picture, name, size, price, and whether it is in the cart.
enum ProductTile {
  struct Look {
    /// The quantity in the cart.
    var quantity: Quantity?
    var isFocused: Bool
    var query: String
    var style: NumberStyle
  }

  static func draw(
    _ product: CatalogueProduct, _ look: Look, _ state: AppState, in area: Rect,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    let isOn = look.quantity != nil
    canvas.box(
      area, look.isFocused ? .double : .round,
      look.isFocused ? .accent : isOn ? .borderOn : .border)
    let inner = Rect(x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2)
    let nameLines = inner.height > 2 ? 2 : 1
    let textLines = min(inner.height, nameLines + 1)
    let pictureHeight = inner.height - textLines
    if pictureHeight > 0 {
      ProductPicture.draw(
        product, state, in: Rect(x: inner.x, y: inner.y, width: inner.width, height: pictureHeight),
        context, on: &canvas)
    }
    drawQuantity(look.quantity, area, on: &canvas)
    drawName(product, look, inner, inner.y + pictureHeight, lines: nameLines, on: &canvas)
    drawPrice(product, look, inner, inner.maxY - 1, on: &canvas)
    drawCategory(product.category, area, on: &canvas)
  }

  /// In the upper edge, which is free here.
  private static func drawQuantity(_ quantity: Quantity?, _ area: Rect, on canvas: inout Canvas) {
    guard let quantity, quantity != .one else { return }
    canvas.write(
      " ×\(quantity.text.filter { $0 != " " }) ", endingAt: area.maxX - 2, y: area.y, .text, .bold)
  }

  private static func drawName(
    _ product: CatalogueProduct, _ look: Look, _ inner: Rect, _ top: Int, lines: Int,
    on canvas: inout Canvas
  ) {
    let isOn = look.quantity != nil
    let mark = isOn ? "✓ " : ""
    let x = inner.x + canvas.write(mark, at: Point(x: inner.x, y: top), .success)
    let role: Role = isOn ? .success : .title
    let first = max(1, inner.maxX - x)
    guard lines > 1, DisplayWidth.of(product.name) > first else {
      MatchedText.draw(
        product.name, query: look.query, at: Point(x: x, y: top), role, width: first, on: &canvas)
      return
    }
    let wrapped = TextWrap.lines(product.name, width: first, most: 2)
    for (row, line) in wrapped.prefix(2).enumerated() {
      let isLast = row == lines - 1
      let rest = isLast ? String(product.name.dropFirst(wrapped[0].count)) : line
      let text = isLast ? rest.drop { $0 == " " } : line[...]
      MatchedText.draw(
        String(text), query: look.query,
        at: Point(x: row == 0 ? x : inner.x, y: top + row), role,
        width: row == 0 ? first : inner.width, on: &canvas)
    }
  }

  /// The price if known, and the product's size if there is room left.
  private static func drawPrice(
    _ product: CatalogueProduct, _ look: Look, _ inner: Rect, _ y: Int, on canvas: inout Canvas
  ) {
    let price = product.price.map { Wording.money($0, style: look.style) } ?? ""
    let start = price.isEmpty ? inner.maxX : canvas.write(price, endingAt: inner.maxX, y: y, .text)
    let room = start - inner.x - (price.isEmpty ? 0 : 1)
    // Most wine names begin with the producer: once is enough.
    let isNamed = product.name.lowercased().hasPrefix(product.brand.lowercased())
    let texts = (isNamed ? [] : [product.subtitle]) + [product.quantity]
    let text =
      texts.first { !$0.isEmpty && DisplayWidth.of($0) <= room }
      ?? (isNamed || product.brand.isEmpty ? product.quantity : product.brand)
    canvas.write(
      DisplayWidth.fitting(text, max(0, room)), at: Point(x: inner.x, y: y), .dim,
      width: max(0, room))
  }

  /// In the lower edge, where it costs no line.
  private static func drawCategory(_ category: String, _ area: Rect, on canvas: inout Canvas) {
    guard !category.isEmpty, area.width > 8 else { return }
    canvas.write(
      " " + DisplayWidth.fitting(category, area.width - 6) + " ",
      at: Point(x: area.x + 2, y: area.maxY - 1), .dim)
  }
}

/// One row of the table.
enum ProductRow {
  static func draw(
    _ product: CatalogueProduct, _ look: ProductTile.Look, in area: Rect, on canvas: inout Canvas
  ) {
    let isOn = look.quantity != nil
    let y = area.y
    if look.isFocused { canvas.fill(area, .selection) }
    let plain: Role = look.isFocused ? .selection : .text
    let weak: Role = look.isFocused ? .selection : .dim
    canvas.write(look.isFocused ? "▸" : " ", at: Point(x: 0, y: y), plain)
    canvas.write(isOn ? "✓" : "·", at: Point(x: 2, y: y), isOn && !look.isFocused ? .success : weak)
    let width = min(area.width, 180)
    var right = area.x + width - 1
    let price = product.price.map { Wording.money($0, style: look.style) } ?? ""
    canvas.write(price, endingAt: right, y: y, plain)
    right -= 9
    if width >= 60 {
      canvas.write(product.quantity, endingAt: right, y: y, weak)
      right -= 9
      let brand = width >= 120 ? 27 : 17
      canvas.write(product.brand, at: Point(x: right - brand - 1, y: y), weak, width: brand)
      right -= brand + 2
    }
    if width >= 100 {
      canvas.write(product.category, at: Point(x: right - 25, y: y), weak, width: 24)
      right -= 26
    }
    let quantity = look.quantity.map { "×" + $0.text } ?? ""
    canvas.write(quantity, endingAt: right, y: y, plain)
    right -= quantity.isEmpty ? 1 : DisplayWidth.of(quantity) + 1
    MatchedText.draw(
      product.name, query: look.query, at: Point(x: 4, y: y),
      look.isFocused ? .selection : .title, width: max(1, right - 4), on: &canvas)
  }
}

/// A product's picture in an area; nothing if it has none or has not loaded yet.
enum ProductPicture {
  static func draw(
    _ product: CatalogueProduct, isLarge: Bool = false, _ state: AppState, in area: Rect,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard context.pictures != .signs, context.isUnicode, area.width > 0, area.height > 0,
      let source = state.pictureSource(of: product, isLarge: isLarge),
      let loaded = state.session.shelf.picture(source, isLarge ? .large : .tile)
    else { return }
    if isLarge {
      TilePicture.drawAtTop(loaded, in: area, context, on: &canvas)
    } else {
      TilePicture.draw(loaded, in: area, context, on: &canvas)
    }
  }
}
