/// Stores nearby as a table: the nearest first.
extension NearbyPage: Screen {
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let stores = state.nearbyStores
    let list = state.nearbyList
    StoresPage.drawSegments(isNearby: true, layout, on: &canvas)
    let first = state.session.nearby.focus.scroll
    RowsBeyond(first..<first + list.height, of: stores.count)
      .draw(y: layout.body.y, to: layout.size.width, isShort: layout.isNarrow, on: &canvas)
    drawTitle(state, layout, on: &canvas)
    drawStatus(state, layout, on: &canvas)
    guard !stores.isEmpty, let found = state.session.nearby.found else {
      return Emptiness.draw(state.nearbyEmptiness, in: list, on: &canvas)
    }
    let focus = state.session.nearby.focus
    let columns = Columns(layout.size.width)
    let rows = Rect(x: 0, y: list.y, width: layout.size.width, height: list.height)
    canvas.rows(of: stores.count, from: focus.scroll, in: rows) { index, area, canvas in
      draw(
        stores[index], from: found.query.place, isFocused: index == focus.index, columns, area,
        state, on: &canvas)
    }
  }

  /// The place and the radius, in what is left of the line.
  private static func drawTitle(
    _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let y = layout.body.y
    let start = (0..<layout.size.width).last { canvas[$0, y] != .blank } ?? 0
    let room = layout.size.width - start - 5
    let text = DisplayWidth.fitting(state.nearbyTitle, room)
    guard room > 8, !text.isEmpty else { return }
    canvas.write(text, endingAt: layout.size.width - 1, y: y, .dim)
  }

  private static func drawStatus(
    _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    for (row, line) in state.nearbyStatusLines.enumerated() {
      let role: Role =
        switch line.tone {
        case .plain: state.session.nearby.work == nil ? .dim : .accent
        case .success: .success
        case .danger: .danger
        }
      canvas.write(
        line.text, at: Point(x: 1, y: layout.body.y + 1 + row), role, width: layout.size.width - 2)
    }
  }

  private static func draw(
    _ store: NearbyStore, from place: Coordinates, isFocused: Bool, _ columns: Columns,
    _ area: Rect, _ state: AppState, on canvas: inout Canvas
  ) {
    let y = area.y
    let role = canvas.beginRow(area, isFocused: isFocused, markAt: 0)
    let weak = role(.dim)
    if state.isFavourite(store) { canvas.write("★", at: Point(x: 1, y: y), role(.star)) }
    canvas.write(store.name, at: Point(x: 3, y: y), role(.text), width: columns.name)
    var x = 3 + columns.name + 1
    if columns.kind > 0 {
      canvas.write(store.kind, at: Point(x: x, y: y), weak, width: columns.kind)
      x += columns.kind + 1
    }
    let unit = state.session.distanceUnit
    let distance = place.distance(to: store.place)
    let words = distance.isHere ? "here" : distance.text(unit, style: state.session.style)
    canvas.write(words, endingAt: x + 7, y: y, role(.text))
    if !distance.isHere {
      let bearing = place.bearing(to: store.place)
      canvas.write(bearing.arrow + " " + bearing.short, at: Point(x: x + 8, y: y), weak, width: 4)
    }
    x += 14
    if columns.hours > 0 {
      let session = state.session
      let hours = store.openingWords(
        now: session.clock.wall, offset: session.utcOffset, style: session.dateStyle)
      canvas.write(
        hours, at: Point(x: x, y: y), role(hours.hasPrefix("open ") ? .success : .dim),
        width: columns.hours)
      x += columns.hours + 1
    }
    if columns.address > 0 {
      canvas.write(store.address, at: Point(x: x, y: y), weak, width: columns.address)
    }
  }

  /// Fewer columns on a narrow screen.
  private struct Columns {
    let name, kind, hours, address: Int

    init(_ width: Int) {
      // Margin, distance and direction.
      let room = min(width, 170) - 3 - 15
      switch width {
      case ..<60: (name, kind, hours, address) = (max(6, room), 0, 0, 0)
      case ..<100: (name, kind, hours, address) = (room - 27, 0, 25, 0)
      case ..<116: (name, kind, hours, address) = (min(40, room - 42), 14, 25, 0)
      case ..<130: (name, kind, hours, address) = (28, 14, 25, max(0, room - 28 - 14 - 25 - 4))
      default: (name, kind, hours, address) = (38, 18, 26, max(0, room - 38 - 18 - 26 - 4))
      }
    }
  }
}
