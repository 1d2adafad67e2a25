/// An item's picture in an area: its own, the emoji for it, or one generated from its name while
/// neither has loaded.
enum TilePicture {
  static func draw(
    _ item: Item, in area: Rect, _ shelf: ImageCache, _ grade: ImageCache.Grade,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard area.height > 0, area.width > 0 else { return }
    if context.pictures == .signs || !context.isUnicode {
      return drawSign(item.name, category: item.category, in: area, context, on: &canvas)
    }
    if let loaded = shelf.picture(of: item, grade) {
      if grade == .large { return drawAtTop(loaded, in: area, context, on: &canvas) }
      return draw(loaded, in: area, context, on: &canvas)
    }
    if context.pixels != nil, let seed = PictureCache.pixels(named: item.picture) {
      return drawPixels(seed, in: area, on: &canvas)
    }
    if context.isFirstFrame, shelf.mayShowEmoji, context.pictures == .colour, item.picture.isEmpty {
      canvas.isUnfinished = true
      return GeneratedPicture.drawBlock(for: item.name, in: area, on: &canvas)
    }
    let square = square(in: area)
    paint(
      cells(item.picture, of: item.name, square.width, square.height, context), in: square,
      on: &canvas)
  }

  /// For something that has no picture at all.
  static func drawGenerated(
    name: String, category: String, in area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    if context.pictures == .signs || !context.isUnicode {
      return drawSign(name, category: category, in: area, context, on: &canvas)
    }
    let square = square(in: area)
    paint(cells("", of: name, square.width, square.height, context), in: square, on: &canvas)
  }

  private static func square(in area: Rect) -> Rect {
    let width = min(area.width, area.height * 2)
    return Rect(
      x: area.x + (area.width - width) / 2, y: area.y, width: width, height: area.height)
  }

  /// Like `draw`, but at the upper edge, beside text that begins there.
  static func drawAtTop(
    _ loaded: ImageCache.Loaded, in area: Rect, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let size = loaded.image.size
    // A cell is twice as high as wide.
    let rows = (area.width * size.height + 2 * size.width - 1) / (2 * size.width)
    let top = Rect(x: area.x, y: area.y, width: area.width, height: max(1, min(area.height, rows)))
    draw(loaded, in: top, context, on: &canvas)
  }

  /// Draws a loaded picture as large as fits, centred.
  static func draw(
    _ loaded: ImageCache.Loaded, in area: Rect, _ context: RenderContext, on canvas: inout Canvas
  ) {
    if context.pixels != nil { return drawPixels(loaded, in: area, on: &canvas) }
    let look: PictureCache.Look =
      context.pictures == .shades
      ? .shades(isDark: canvas.isDark)
      : context.hasFewColours
        ? .dithered(colours: context.hasEightColours ? 8 : 16)
        : context.hasSextants ? .sextants : .quadrants
    let cells = PictureCache.cells(of: loaded, look, width: area.width, height: area.height)
    paint(cells, in: area, on: &canvas)
  }

  /// In whole cells, as many as it covers.
  private static func drawPixels(
    _ loaded: ImageCache.Loaded, in area: Rect, on canvas: inout Canvas
  ) {
    let quarters = PictureRaster.fitted(loaded.image.size, area.width, area.height)
    let size = Size(width: (quarters.width + 1) / 2, height: (quarters.height + 1) / 2)
    let cells = PictureCache.cells(of: loaded, width: size.width, height: size.height)
    let place = Rect(
      x: area.x + (area.width - size.width) / 2, y: area.y + (area.height - size.height) / 2,
      width: size.width, height: size.height)
    let picture = PixelPicture(
      loaded.image, fingerprint: loaded.fingerprint, size: size, cells: cells)
    if let picture {
      canvas.put(picture, at: Point(x: place.x, y: place.y))
    } else {
      paint(cells, in: place, on: &canvas)
    }
  }

  private static func drawSign(
    _ name: String, category: String, in area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let mark = SeedCategories.all.first { $0.name == category }
      .map { FallbackGlyph.Mark(glyph: $0.glyph, ascii: $0.ascii) }
    let text = FallbackGlyph.text(name: name, category: mark, isUnicode: context.isUnicode)
    canvas.write(
      text,
      at: Point(
        x: area.x + max(0, (area.width - DisplayWidth.of(text)) / 2),
        y: area.y + area.height / 2), .title)
  }

  private static func paint(_ cells: [Cell], in area: Rect, on canvas: inout Canvas) {
    guard cells.count == area.width * area.height else { return }
    canvas.put(cells, in: area)
  }

  private static func cells(
    _ picture: String, of name: String, _ width: Int, _ height: Int, _ context: RenderContext
  ) -> [Cell] {
    if context.pictures == .shades {
      return SeedPictures.named(picture).map {
        PictureRaster.monochrome($0, width: width, height: height, isDark: context.isDark)
      }
        ?? GeneratedPicture.monochrome(for: name, width: width, height: height)
    }
    if !picture.isEmpty,
      let cells = PictureCache.cells(named: picture, width: width, height: height)
    {
      return cells
    }
    return PictureCache.cells(generatedFor: name, width: width, height: height)
  }
}
