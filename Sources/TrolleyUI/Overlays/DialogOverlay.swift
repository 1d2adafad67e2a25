/// A message with buttons. A message that does not fit scrolls.
extension DialogState: OverlayDrawing {
  static func draw(
    _ dialog: DialogState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    draw(
      dialog.title, dialog.message, scroll: dialog.scroll, buttons: dialog.buttons.map(\.label),
      focus: dialog.focus, layout, on: &canvas)
  }

  static func draw(
    _ title: String, _ message: String, scroll: Int, buttons: [String], focus: Int,
    _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let shape = DialogLayout(message, layout)
    let inner = Panel.draw(title, width: shape.width, height: shape.height, layout, on: &canvas)
    let margin = shape.isTight ? 0 : 1
    let scroll = min(scroll, shape.mostScroll)
    canvas.write(
      shape.lines[scroll...],
      in: Rect(
        x: inner.x + margin, y: inner.y + margin, width: inner.width - margin, height: shape.rows))
    let y = inner.maxY - 1
    var x = inner.x + margin
    // On the smallest screens three buttons have no room for blanks.
    let isWide = buttons.map { DisplayWidth.of($0) + 6 }.reduce(0, +) <= inner.width
    for (index, button) in buttons.enumerated() {
      let text = isWide ? "[ " + button + " ]" : "[" + button + "]"
      x += canvas.write(
        text, at: Point(x: x, y: y), index == focus ? .selection : .accent, pressed: .entry(index))
      x += isWide ? 2 : 1
    }
    canvas.writeScroll(scroll, of: shape.mostScroll, endingAt: inner.maxX, y: y)
  }
}
