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
    for (at, line) in shape.lines[scroll...].prefix(shape.rows).enumerated() {
      canvas.write(
        line, at: Point(x: inner.x + margin, y: inner.y + margin + at), width: inner.width - margin)
    }
    let y = inner.maxY - 1
    var x = inner.x + margin
    // On the smallest screens three buttons have no room for blanks.
    let isWide = buttons.map { DisplayWidth.of($0) + 6 }.reduce(0, +) <= inner.width
    for (index, button) in buttons.enumerated() {
      let text = isWide ? "[ " + button + " ]" : "[" + button + "]"
      let isFocused = index == focus
      let used = canvas.write(text, at: Point(x: x, y: y), isFocused ? .selection : .accent)
      canvas.hit(Rect(x: x, y: y, width: used, height: 1), .entry(index))
      x += used + (isWide ? 2 : 1)
    }
    if shape.mostScroll > 0 {
      let signs = (scroll > 0 ? "↑" : " ") + (scroll < shape.mostScroll ? "↓" : " ")
      canvas.write(signs, endingAt: inner.maxX, y: y, .accent)
    }
  }
}
