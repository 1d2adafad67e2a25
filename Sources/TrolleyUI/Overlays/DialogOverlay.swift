import TrolleyCore

/// A message with buttons. Where there is no room for all of the message, it scrolls.
enum DialogOverlay {
  static func draw(_ dialog: DialogState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let shape = DialogLayout(dialog.message, layout)
    let inner = Panel.draw(
      dialog.title, width: shape.width, height: shape.height, layout, on: &canvas)
    let margin = shape.isTight ? 0 : 1
    let scroll = min(dialog.scroll, shape.mostScroll)
    for (at, line) in shape.lines[scroll...].prefix(shape.rows).enumerated() {
      canvas.write(
        line, at: Point(x: inner.x + margin, y: inner.y + margin + at),
        width: inner.width - margin)
    }
    let y = inner.maxY - 1
    var x = inner.x + margin
    for (index, button) in dialog.buttons.enumerated() {
      let text = "[ " + button.label + " ]"
      let isFocused = index == dialog.focus
      let used = canvas.write(text, at: Point(x: x, y: y), isFocused ? .selection : .accent)
      canvas.hit(Rect(x: x, y: y, width: used, height: 1), .entry(index))
      x += used + 2
    }
    if shape.mostScroll > 0 {
      let signs = (scroll > 0 ? "↑" : " ") + (scroll < shape.mostScroll ? "↓" : " ")
      canvas.write(signs, endingAt: inner.maxX, y: y, .accent)
    }
  }
}
