/// A map as cells: the worker's rendering moved to the current view, with markers on it.
enum MapPicture {
  private static let white: UInt32 = 0x01FF_FFFF
  private static let red: UInt32 = 0x01C6_2828
  private static let blue: UInt32 = 0x0115_65C0

  static func draw(
    _ details: StoreDetailsState, _ state: AppState, in area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    guard context.pictures != .signs else {
      canvas.write(
        "This terminal cannot draw maps.", at: Point(x: area.x, y: area.y), .dim, width: area.width)
      return
    }
    canvas.hit(area, .map)
    let known = state.mapStatus(details)
    let isShown = details.drawn?.kind == details.kind
    // In a line of its own, where no marker covers it.
    let status = known.isEmpty && !isShown ? "Fetching the map…" : known
    if let drawn = details.drawn, drawn.kind == details.kind {
      canvas.clipped(to: area) { draw(drawn, seenIn: details.view, area, context, on: &$0) }
    }
    canvas.clipped(to: area) { canvas in
      drawStreets(details, state, area, context, on: &canvas)
      drawOthers(details, state, area, context, on: &canvas)
      drawMarker(details, area, context, on: &canvas)
      drawStatus(status, area, on: &canvas)
    }
  }

  private static func draw(
    _ drawn: StoreDetailsState.Drawn, seenIn view: MapView, _ area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    guard var grid = grid(drawn, seenIn: view) else { return }
    let isNew = drawn.view == view
    let cells: [Cell]
    if isNew, context.pictures == .shades, drawn.kind == .street, view.grain == .half {
      cells = MapLines.cells(drawn.drawing.image, view.size)
    } else if context.drawsPhotosInShades, drawn.kind == .satellite || context.pictures == .shades {
      cells = PictureRaster.monochrome(grid, isDark: canvas.isDark)
    } else {
      if drawn.kind == .street { MapInk(context, isDark: canvas.isDark).paint(&grid) }
      cells = grid.cells()
    }
    if isNew, context.pixels != nil,
      let picture = PixelPicture(
        drawn.loaded.image, fingerprint: drawn.loaded.fingerprint, size: view.size, cells: cells)
    {
      return canvas.put(picture, at: Point(x: area.x, y: area.y))
    }
    let width = view.size.width
    for (at, cell) in cells.enumerated() {
      canvas.put(cell, at: Point(x: area.x + at % width, y: area.y + at / width))
    }
  }

  // MARK: Pixels

  /// The last map's pixels shifted to the current view: a moved or zoomed map is shown at once,
  /// until the new one arrives.
  static func grid(_ drawn: StoreDetailsState.Drawn, seenIn view: MapView) -> QuadrantGrid? {
    guard var grid = QuadrantGrid(width: view.size.width, height: view.size.height) else {
      return nil
    }
    let image = drawn.coarse
    let columns: [Int?]
    let rows: [Int?]
    if drawn.view == view {
      columns = (0..<2 * view.size.width).map { $0 < image.width ? $0 : nil }
      rows = (0..<2 * view.size.height).map { $0 < image.height ? $0 : nil }
    } else {
      let scale = drawn.view.side / view.side
      columns = places(
        2 * view.size.width, from: view.origin.x, step: MapView.cellWidth / 2, scale,
        to: drawn.view.origin.x, within: image.width, around: drawn.view.side)
      rows = places(
        2 * view.size.height, from: view.origin.y, step: MapView.cellHeight / 2, scale,
        to: drawn.view.origin.y, within: image.height, around: nil)
    }
    for (y, row) in rows.enumerated() {
      guard let row else { continue }
      for (x, column) in columns.enumerated() {
        guard let column else { continue }
        let at = 4 * (row * image.width + column)
        guard image.rgba[at + 3] >= 128 else { continue }
        grid.pixels[y * 2 * grid.width + x] = SIMD4(
          Float(image.rgba[at]), Float(image.rgba[at + 1]), Float(image.rgba[at + 2]), 1)
      }
    }
    return grid
  }

  /// For each sample along one axis, the index of the old sample that shows the same ground.
  private static func places(
    _ count: Int, from origin: Int, step: Int, _ scale: Double, to old: Int, within size: Int,
    around side: Double?
  ) -> [Int?] {
    (0..<count).map { index in
      let here = Double(origin + index * step) + Double(step) / 2
      var there = here * scale - Double(old)
      // Wraps around the world to the old picture's side.
      if let side { there -= (there / side).rounded(.down) * side }
      let place = Int((there / Double(step)).rounded(.down))
      return (0..<size).contains(place) ? place : nil
    }
  }

  // MARK: Markers

  /// Real pixels show the names that are in the map itself.
  private static func drawStreets(
    _ details: StoreDetailsState, _ state: AppState, _ area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let view = details.view
    guard context.pixels == nil, details.drawn?.kind == .street, details.kind == .street,
      !details.streetNames.isEmpty
    else { return }
    let middle = Point(x: view.size.width / 2, y: view.size.height / 2)
    let store = view.cell(of: details.store.place)
    let others = state.nearbyStores.compactMap { view.cell(of: $0.place) }
    let taken = ([store].compactMap { $0 } + others).map {
      Rect(x: $0.x - 1, y: $0.y - 1, width: 3, height: 3)
    }
    MapNames.draw(
      details.streetNames, view, around: store ?? middle, avoiding: taken, in: area, context,
      on: &canvas)
  }

  private static func drawOthers(
    _ details: StoreDetailsState, _ state: AppState, _ area: Rect, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    for (index, store) in state.nearbyStores.enumerated() where store.id != details.store.id {
      guard let cell = details.view.cell(of: store.place) else { continue }
      // A cell is a small target.
      canvas.hit(
        Rect(x: area.x + cell.x - 1, y: area.y + cell.y, width: 3, height: 1), .entry(index))
      canvas.put(
        sign("•", context, background: blue), at: Point(x: area.x + cell.x, y: area.y + cell.y))
    }
  }

  /// The dot is in the place's cell.
  private static func drawMarker(
    _ details: StoreDetailsState, _ area: Rect, _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard let cell = details.view.cell(of: details.store.place) else { return }
    let at = Point(x: area.x + cell.x, y: area.y + cell.y)
    canvas.hit(Rect(x: at.x - 1, y: at.y, width: 3, height: 1), .command(.open))
    // A panel has the name in its title; on a map of the whole screen it stands above the place,
    // so that the streets beside it can be seen.
    if details.isFull { drawName(details.store.name, at, area, context, on: &canvas) }
    canvas.put(sign("●", context, background: red), at: at)
  }

  private static func drawName(
    _ name: String, _ place: Point, _ area: Rect, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let name = DisplayWidth.fitting(name, min(24, area.width / 2))
    let width = DisplayWidth.of(name) + 2
    let left = max(area.x, min(place.x - width / 2, area.maxX - width))
    let at = Point(x: left, y: place.y > area.y ? place.y - 1 : place.y + 1)
    canvas.hit(Rect(x: left, y: at.y, width: width, height: 1), .command(.open))
    if context.pictures == .colour {
      canvas.write(" \(name) ", at: at, foreground: white, background: red)
    } else {
      canvas.write(" \(name) ", at: at, .title, [.reverse], width: width)
    }
  }

  private static func sign(
    _ scalar: Unicode.Scalar, _ context: RenderContext, background: UInt32
  ) -> Cell {
    context.pictures == .colour
      ? Cell(
        glyph: scalar.value, role: .title, emphasis: .bold, foreground: white,
        background: background)
      : Cell(glyph: scalar.value, role: .title, emphasis: [.bold, .reverse])
  }

  private static func drawStatus(_ text: String, _ area: Rect, on canvas: inout Canvas) {
    guard !text.isEmpty else { return }
    let lines = TextWrap.lines(text, width: area.width - 2, most: max(1, area.height / 3))
    for (row, line) in lines.enumerated() {
      let y = area.y + row
      canvas.fill(Rect(x: area.x, y: y, width: area.width, height: 1), .banner)
      canvas.write(line, at: Point(x: area.x + 1, y: y), .banner, width: area.width - 2)
    }
  }
}
