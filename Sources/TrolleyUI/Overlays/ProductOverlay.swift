/// The details of one catalogue product: picture, price, description, data source, and a quantity
/// to add to the cart.
extension ProductState: OverlayDrawing {
  static func draw(
    _ shown: ProductState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    guard let product = state.product(in: shown) else { return }
    let panel = DetailsPanel(layout)
    let inner = Panel.draw(
      product.name, width: panel.width, height: panel.height, layout, on: &canvas)
    var text = inner
    if state.session.showsPictures, !layout.isNarrow,
      !product.largePicture.isEmpty || !product.picture.isEmpty
    {
      let height = panel.pictureHeight(in: inner, below: 2)
      ProductPicture.draw(
        product, isLarge: true, state,
        in: Rect(x: inner.x, y: inner.y, width: height * 2, height: height), context, on: &canvas)
      text = Rect(
        x: inner.x + height * 2 + 2, y: inner.y, width: inner.width - height * 2 - 2,
        height: inner.height)
    }
    let added = state.line(adding: product, shown.quantity)
    drawText(product, added.item, shown, state, text, titleRoom: inner.width - 2, on: &canvas)
    QuantityStepper.draw(
      shown.quantity, cost: added.item.cost(of: added.quantity), state.session.style, in: inner,
      on: &canvas)
  }

  /// - Parameter added: the item that it becomes.
  private static func drawText(
    _ product: CatalogueProduct, _ added: Item, _ shown: ProductState, _ state: AppState,
    _ area: Rect, titleRoom room: Int, on canvas: inout Canvas
  ) {
    let style = state.session.style
    let licences = licences(product)
    let bottom = area.maxY - 2 - licences.count
    var y = area.y
    func line(_ text: String, _ role: Role = .text) {
      guard y < bottom, !text.isEmpty else { return }
      canvas.write(text, at: Point(x: area.x, y: y), role, width: area.width)
      y += 1
    }
    // The panel's title shows the name if it fits.
    if DisplayWidth.of(product.name) > room {
      for part in TextWrap.lines(product.name, width: area.width, most: 2) { line(part, .title) }
    }
    line(product.subtitle, .dim)
    let isNarrow = state.session.layout.isNarrow
    if !isNarrow { line(product.category, .dim) }
    line(
      product.price.map { Wording.money($0, style: style) } ?? "Price not known",
      product.price == nil ? .dim : .accent)
    if !isNarrow { line(product.priceNote, .dim) }
    if let price = added.price, price != product.price || added.per != .one {
      line("in the list: " + Wording.price(price, per: added.per, style: style), .accent)
    }
    if state.session.showsPictures, state.serviceToAllow(for: product) != nil,
      let source = state.pictureSource(of: product, isLarge: true)
    {
      let text = "Its picture is at \(source.place); w fetches it."
      for part in TextWrap.lines(text, width: area.width, most: 2) { line(part, .dim) }
    } else if let failure = state.pictureFailure(of: product) {
      for part in TextWrap.lines(failure.sentence, width: area.width) { line(part, .warning) }
    }
    if let item = state.item(of: product) {
      let lines = state.shared.cart.lines(of: item.id)
      if !lines.isEmpty {
        line(
          "● in the cart: " + lines.map { item.words($0.quantity, style) }.joined(separator: " + "),
          .success)
      }
    }
    if !isNarrow { y += 1 }
    let waits = waiting(product, state)
    let description = TextWrap.lines(product.description, width: area.width)
    if product.description.isEmpty {
      line(waits ?? state.wordsWithoutDescription(of: product), .dim)
    } else {
      let rest = description.dropFirst(min(shown.scroll, max(0, description.count - 1)))
      let room = bottom - y
      for (at, text) in rest.enumerated() {
        // Indicates that there is more to scroll.
        let isCut = at == room - 1 && rest.count > room
        line(isCut ? DisplayWidth.fitting(text + " …", area.width) : text)
      }
      if let waits { line(waits, .dim) }
    }
    for (row, licence) in licences.enumerated() {
      canvas.write(licence, at: Point(x: area.x, y: bottom + row), .dim, width: area.width)
    }
  }

  private static func licences(_ product: CatalogueProduct) -> [String] {
    let price = product.priceNote.isEmpty ? "" : CatalogueID.licenceOfPrices
    return [product.catalogue.licence, price].filter { !$0.isEmpty }
  }

  /// The elapsed time of a slow request.
  static func waiting(_ product: CatalogueProduct, _ state: AppState) -> String? {
    guard let describing = state.session.catalogue.describing, describing.code == product.code
    else { return nil }
    let age = state.session.clock.monotonic - describing.since
    let whom = product.catalogue == .openFoodFacts ? "Open Prices" : product.catalogue.title
    return age < 300 ? "" : "asking \(whom)… \(Wording.minutes(seconds: age / 1000))"
  }
}
