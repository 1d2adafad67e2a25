/// The names of streets on a map of cells, where they hide neither each other nor a marker.
enum MapNames {
  /// - Parameter taken: the cells that stay as they are, within the map.
  static func draw(
    _ streets: [StreetName], _ view: MapView, around centre: Point, avoiding taken: [Rect],
    in area: Rect, _ context: RenderContext, on canvas: inout Canvas
  ) {
    var taken = taken
    var left = max(2, area.width * area.height / 110)
    for street in streets where left > 0 {
      let text = " " + DisplayWidth.fitting(street.name, min(22, area.width / 3)) + " "
      let width = DisplayWidth.of(text)
      let spots = street.places.compactMap { view.cell(of: $0) }.map { cell in
        Rect(x: cell.x - width / 2, y: cell.y, width: width, height: 1)
      }
      let free = spots.filter { spot in
        spot.x >= 0 && spot.maxX <= view.size.width && !taken.contains { $0.overlaps(spot) }
      }
      // The part of the street that is nearest to the store.
      func distance(_ spot: Rect) -> Int {
        abs(spot.x + width / 2 - centre.x) + 2 * abs(spot.y - centre.y)
      }
      guard let spot = free.min(by: { distance($0) < distance($1) }) else { continue }
      write(text, at: Point(x: area.x + spot.x, y: area.y + spot.y), context, on: &canvas)
      // Two names never stand side by side or on top of each other.
      taken.append(Rect(x: spot.x - 2, y: spot.y - 1, width: width + 4, height: 3))
      left -= 1
    }
  }

  private static func write(
    _ text: String, at origin: Point, _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard context.pictures == .colour, !context.hasFewColours else {
      canvas.write(text, at: origin, .text, .bold)
      return
    }
    let ink = canvas.isDark ? RGB(0xFF, 0xFF, 0xFF) : RGB(0x1C, 0x1C, 0x1C)
    let paper = canvas.isDark ? RGB(0x26, 0x28, 0x2B) : RGB(0xF4, 0xF0, 0xE8)
    canvas.write(
      text, at: origin, foreground: Cell.packed(ink), background: Cell.packed(paper))
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool { !intersection(other).isEmpty }
}
