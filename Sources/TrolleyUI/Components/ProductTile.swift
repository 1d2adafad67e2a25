/// One product tile: picture, name, size, price, and whether it is in the cart.
enum ProductTile {
  static func draw(
    _ tile: ProductsPage.Tile, _ state: AppState, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let (product, look, area) = (tile.product, tile.look, tile.area)
    TileFrame(inCart: look.inCart, category: product.category)
      .draw(in: area, isFocused: look.isFocused, on: &canvas)
    let inner = area.inset(1, 1)
    // Names of products are long: two lines each, so that the pictures are equally high.
    let nameLines = inner.height > 2 ? 2 : 1
    let pictureHeight = max(0, inner.height - nameLines - 1)
    if pictureHeight > 0 {
      ProductPicture.draw(
        product, state,
        in: Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: pictureHeight),
        context, on: &canvas)
    }
    TileName(product.name, width: inner.width, most: nameLines).draw(
      at: Point(x: inner.x, y: inner.y + pictureHeight), query: look.query,
      InCart.role(look.inCart), on: &canvas)
    guard inner.height > 1 else { return }
    drawPrice(product, tile.price, inner.inset(1, 0), inner.maxY - 1, on: &canvas)
  }

  /// The price if known, and the product's size if there is room left.
  private static func drawPrice(
    _ product: CatalogueProduct, _ price: String, _ inner: Rect, _ y: Int,
    on canvas: inout Canvas
  ) {
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
}

/// A product's picture in an area: its own, nothing while that has not loaded, and for a product that
/// has none, or none that can or may be fetched, the one generated from its name.
enum ProductPicture {
  static func draw(
    _ product: CatalogueProduct, isLarge: Bool = false, _ state: AppState, in area: Rect,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard area.width > 0, area.height > 0 else { return }
    if state.pictureSource(of: product, isLarge: isLarge) == nil
      || state.serviceToAllow(for: product) != nil || state.pictureFailure(of: product) != nil
    {
      return TilePicture.drawGenerated(
        name: product.name, category: product.category, in: area, context, on: &canvas)
    }
    guard context.pictures != .signs, context.isUnicode,
      let loaded = state.picture(of: product, isLarge: isLarge)
    else { return }
    if isLarge {
      TilePicture.drawAtTop(loaded, in: area, context, on: &canvas)
    } else {
      TilePicture.draw(loaded, in: area, context, on: &canvas)
    }
  }
}
