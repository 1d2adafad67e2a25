import TrolleyCore

/// A message with buttons.
enum DialogOverlay {
  static func draw(_ dialog: DialogState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let width = min(60, layout.size.width)
    let lines = TextWrap.lines(dialog.message, width: max(1, width - 6), most: 12)
    let inner = Panel.draw(
      dialog.title, width: width, height: lines.count + 6, layout, on: &canvas)
    for (at, line) in lines.enumerated() where inner.y + 1 + at < inner.maxY - 1 {
      canvas.write(line, at: Point(x: inner.x + 1, y: inner.y + 1 + at), width: inner.width - 1)
    }
    var x = inner.x + 1
    for (index, button) in dialog.buttons.enumerated() {
      let text = "[ " + button.label + " ]"
      let isFocused = index == dialog.focus
      let used = canvas.write(
        text, at: Point(x: x, y: inner.maxY - 1), isFocused ? .selection : .accent)
      canvas.hit(Rect(x: x, y: inner.maxY - 1, width: used, height: 1), .entry(index))
      x += used + 2
    }
  }
}
