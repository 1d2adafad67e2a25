/// A framed area in the middle of the screen, for overlays.
enum Panel {
  /// Clears and frames an area of the wanted size, or as much as fits; returns the inside.
  static func draw(
    _ title: String, width: Int, height: Int, _ layout: ScreenLayout, on canvas: inout Canvas
  ) -> Rect {
    let width = min(width, layout.size.width - (layout.isNarrow ? 0 : 4))
    let height = min(height, layout.size.height - 2)
    return draw(
      title,
      at: Rect(
        x: (layout.size.width - width) / 2, y: max(1, (layout.size.height - 1 - height) / 2),
        width: width, height: height), layout, on: &canvas)
  }

  /// Like `draw` above, at a given position.
  static func draw(
    _ title: String, at area: Rect, _ layout: ScreenLayout, on canvas: inout Canvas
  ) -> Rect {
    canvas.tint(
      Rect(
        x: 0, y: layout.headerHeight, width: layout.size.width,
        height: layout.size.height - layout.headerHeight - 1), .shade)
    // Of a panel just as wide, what is above or below this one would look like a part of it.
    if let below = canvas.panel, below.x == area.x, below.width == area.width {
      canvas.fill(below, .text)
    }
    canvas.panel = area
    canvas.fill(area, .text)
    canvas.box(area, .round, .accent, title: title)
    return area.inset(2, 1)
  }
}
