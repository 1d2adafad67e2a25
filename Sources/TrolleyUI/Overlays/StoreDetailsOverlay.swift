/// A shop's details: text at the left and the map at the right, or the map alone.
extension StoreDetailsState: OverlayDrawing {
  static func draw(
    _ details: StoreDetailsState, _ state: AppState, _ layout: ScreenLayout,
    _ context: RenderContext, on canvas: inout Canvas
  ) {
    let places = state.layout(of: details)
    if details.isFull {
      canvas.fill(places.panel, .text)
    } else {
      _ = Panel.draw(details.store.name, at: places.panel, layout, on: &canvas)
      drawWords(details, state, places.text, on: &canvas)
    }
    if let map = places.map {
      MapPicture.draw(details, state, in: map, context, on: &canvas)
      drawLine(details, state, map, y: places.mapLine, on: &canvas)
    }
  }

  private static func drawWords(
    _ details: StoreDetailsState, _ state: AppState, _ area: Rect, on canvas: inout Canvas
  ) {
    let lines = state.storeDetailsLines(details, width: area.width)
    let height = area.height - 1
    let scroll = min(details.scroll, max(0, lines.count - height))
    for (row, line) in lines.dropFirst(scroll).prefix(height).enumerated() {
      let role: Role =
        switch line.tone {
        case .title: .title
        case .plain: .text
        case .dim: .dim
        case .good: .success
        case .bad: .warning
        case .star: .star
        case .link: .accent
        }
      canvas.write(line.text, at: Point(x: area.x, y: area.y + row), role, width: area.width)
    }
    // A map from the same source has the attribution in its own line.
    let isSaid =
      state.layout(of: details).map != nil && details.drawn?.kind == details.kind
      && details.attribution(width: 0).contains(details.store.source.attribution)
    let credits = ((isSaid ? [] : [details.store.source.attribution]) + details.store.credits)
      .joined(separator: ", ")
    canvas.write(credits, at: Point(x: area.x, y: area.maxY - 1), .dim, width: area.width)
  }

  /// The scale at the left, the attribution at the right: always, as long as the map is shown.
  private static func drawLine(
    _ details: StoreDetailsState, _ state: AppState, _ map: Rect, y: Int, on canvas: inout Canvas
  ) {
    let most = max(2, min(20, map.width / 4))
    var left = map.x
    let unit = state.session.distanceUnit
    // Google's credits have no shorter form.
    let isGoogle = details.mapService == .googleMaps
    let least = DisplayWidth.of(details.attribution(width: isGoogle ? map.width : 0))
    if let scale = details.view.scale(most: most, unit: unit) {
      let bar = "├" + String(repeating: "─", count: max(0, scale.cells - 2)) + "┤"
      // The attribution is mandatory; the scale is not.
      if scale.cells + DisplayWidth.of(scale.text) + 3 + least <= map.width {
        left += canvas.write(bar, at: Point(x: left, y: y), .text) + 1
        left += canvas.write(scale.text, at: Point(x: left, y: y), .text) + 2
      }
    }
    // The markers on a large map come from the shops' own source.
    let marks = details.store.source.attribution
    let isOther = details.isFull && !details.attribution(width: 0).contains(marks)
    let also = isOther ? marks + " · " : ""
    let room = map.maxX - left - DisplayWidth.of(also)
    let text =
      room >= least
      ? also + details.attribution(width: room)
      : details.attribution(width: map.maxX - left)
    canvas.write(text, endingAt: max(map.maxX, left + min(least, map.width)), y: y, .dim)
  }
}
