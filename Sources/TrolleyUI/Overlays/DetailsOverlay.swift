/// The details of one item: picture, price, description, and a quantity to add to the cart.
extension DetailsState: OverlayDrawing {
  static func draw(
    _ details: DetailsState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    guard let item = state.shared.items[details.item] else { return }
    let panel = DetailsPanel(layout)
    let inner = Panel.draw(item.name, width: panel.width, height: panel.height, layout, on: &canvas)
    var text = inner
    if !layout.isNarrow {
      let height = panel.pictureHeight(in: inner)
      let area = Rect(x: inner.x, y: inner.y, width: height * 2, height: height)
      drawPicture(item, state, area, context, on: &canvas)
      drawPictureNote(
        item, state,
        Rect(x: area.x, y: area.maxY, width: area.width, height: inner.maxY - 2 - area.maxY),
        on: &canvas)
      text = Rect(
        x: inner.x + height * 2 + 2, y: inner.y, width: inner.width - height * 2 - 2,
        height: inner.height)
    } else if context.pictures != .signs, inner.width >= 34, inner.height >= 7 {
      // A small one, beside the text.
      let width = min(14, inner.width - 22)
      drawPicture(
        item, state,
        Rect(x: inner.maxX - width, y: inner.y, width: width, height: min(7, inner.height - 2)),
        context, on: &canvas)
      text.width -= width + 1
    }
    drawText(item, details, state, text, on: &canvas)
    let inCart = state.cartLine(in: details)
    let quantity = inCart?.quantity ?? details.quantity
    QuantityStepper.draw(
      quantity, pack: item.pack, cost: item.cost(of: quantity),
      action: inCart == nil ? "Add to cart" : "Done",
      state.session.style, in: inner, on: &canvas)
    drawPicked(state.lines(in: details), inner, on: &canvas)
  }

  /// The item's picture; until that has loaded, the one that its catalogue's page showed.
  private static func drawPicture(
    _ item: Item, _ state: AppState, _ area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let shelf = state.session.shelf
    if let source = PictureSource(item.picture), shelf.picture(source, .large) == nil,
      let product = state.product(of: item), state.picture(of: product, isLarge: true) != nil
    {
      return ProductPicture.draw(product, isLarge: true, state, in: area, context, on: &canvas)
    }
    TilePicture.draw(item, in: area, shelf, .large, context, on: &canvas)
  }

  /// Below the item's picture what can be done about its own, or that it is looked at. Why that can't be
  /// fetched takes more words: they stand beside it.
  private static func drawPictureNote(
    _ item: Item, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    guard let source = PictureSource(item.picture),
      state.session.shelf.picture(source, .large) == nil, pictureFailure(item, state) == nil
    else { return }
    let text =
      state.serviceToAllow(for: item) != nil
      ? "Its picture is at \(source.place); w fetches it."
      : state.session.shelf.isLoading(source) ? "Looking at its picture…" : ""
    let lines = TextWrap.lines(text, width: area.width)
    let count = min(lines.count, max(0, area.height))
    for at in 0..<count {
      // The last one is cut, with a sign of it, where there is more.
      let line = at == count - 1 ? lines[at...].joined(separator: " ") : lines[at]
      canvas.write(line, at: Point(x: area.x, y: area.y + at), .dim, width: area.width)
    }
  }

  /// Why the item's own picture is missing, if that may be fetched.
  private static func pictureFailure(_ item: Item, _ state: AppState) -> Failure? {
    guard let source = PictureSource(item.picture), state.serviceToAllow(for: item) == nil else {
      return nil
    }
    return state.session.shelf.failure(source)
  }

  private static func drawText(
    _ item: Item, _ details: DetailsState, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    let style = state.session.style
    let bottom = area.maxY - 2
    var y = area.y
    func line(_ text: String, _ role: Role = .text, _ emphasis: Emphasis = []) {
      guard y < bottom else { return }
      canvas.write(text, at: Point(x: area.x, y: y), role, emphasis, width: area.width)
      y += 1
    }
    // Without a picture the panel's title shows the name.
    if !state.session.layout.isNarrow { line(item.name, .title) }
    let star = item.isFavourite ? "★ starred" : "☆ * gives it a star"
    line(star, item.isFavourite ? .star : .dim)
    line(item.category.isEmpty ? "No category" : item.category, .dim)
    line(
      item.price.map { Wording.price($0, per: item.per, style: style) } ?? "Price not known",
      .accent)
    let paid = state.pricesPaid(item.id)
    if !paid.isEmpty {
      line(
        "last paid: "
          + paid.map {
            "\(Wording.money($0.cost, style: style)) for \(item.words($0.quantity, style))"
          }
          .joined(separator: ", "), .dim)
    }
    if !item.store.isEmpty { line("bought at " + item.store, .dim) }
    if let barcode = item.barcode { line("barcode " + barcode, .dim) }
    if let catalogue = CatalogueID(source: item.source) {
      line(catalogue.licence.isEmpty ? "From a file of products" : catalogue.licence, .dim)
    }
    if state.session.showsPictures, let failure = pictureFailure(item, state) {
      for part in TextWrap.lines(failure.sentence, width: area.width) { line(part, .warning) }
    }
    let inCart = state.shared.cart.lines(of: item.id)
    if !inCart.isEmpty {
      let isPicked = inCart.allSatisfy(\.isPicked)
      line(
        (isPicked ? "✓ picked: " : "● in the cart: ")
          + inCart.map { item.words($0.quantity, style) }.joined(separator: " + "), .success)
    }
    y += 1
    let description = description(item, state)
    let lines = TextWrap.lines(description.text, width: area.width)
    for text in lines.dropFirst(min(details.scroll, max(0, lines.count - 1))) {
      line(text, description.role)
    }
    y += 1
    let when = Wording.date(
      item.addedAt, now: state.session.clock.wall, offset: state.session.utcOffset,
      style: state.session.dateStyle)
    let name = state.shared.name(of: item.addedBy)
    line("added " + (name.isEmpty ? "" : "by \(name) ") + when, .dim)
  }

  /// The item's own; after it, or for lack of it, what its catalogue says.
  private static func description(_ item: Item, _ state: AppState) -> (text: String, role: Role) {
    guard let product = state.product(of: item) else {
      return item.description.isEmpty
        ? ("No description yet.", .dim) : (item.description, .text)
    }
    if product.description.isEmpty {
      let missing =
        ProductState.waiting(product, state) ?? state.wordsWithoutDescription(of: product)
      let parts = [item.description, missing].filter { !$0.isEmpty }
      return (parts.joined(separator: "\n"), item.description.isEmpty ? .dim : .text)
    }
    // It may have been put in with its description, in one line.
    let isTold = item.description.contains(product.description.prefix(40))
    let parts = [item.description, isTold ? "" : product.description].filter { !$0.isEmpty }
    return (parts.joined(separator: "\n"), .text)
  }

  /// Whether an item in the cart is picked, and the button that changes it.
  private static func drawPicked(_ lines: [CartLine], _ inner: Rect, on canvas: inout Canvas) {
    guard !lines.isEmpty else { return }
    let isPicked = lines.allSatisfy(\.isPicked)
    canvas.write(
      isPicked ? "[ ✓ Picked ]" : "[ ☐ Not picked ]", at: Point(x: inner.x, y: inner.maxY - 2),
      isPicked ? .success : .accent, pressed: .command(.switchPicked))
  }
}
