import TrolleyCore

/// The question before anything leaves this machine: who gets what, and three answers.
enum ConsentOverlay {
  static func draw(_ consent: ConsentState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let width = min(72, layout.size.width)
    let room = max(1, width - 6)
    let lines = consent.lines.flatMap { line -> [(String, Role)] in
      TextWrap.lines(line, width: room - 2, most: 6).enumerated().map { at, text in
        ((at == 0 ? "• " : "  ") + text, .text)
      }
    }
    let note: [(String, Role)] = TextWrap.lines(
      "Nothing else is sent. Settings show and change it.", width: room, most: 2
    ).map { ($0, .dim) }
    let height = lines.count + note.count + 7
    let isTight = height > layout.size.height - 2
    let inner = Panel.draw(
      "May Trolley ask?", width: width, height: isTight ? lines.count + 4 : height, layout,
      on: &canvas)
    var y = inner.y + (isTight ? 0 : 1)
    for (text, role) in lines + (isTight ? [] : [("", .text)] + note) where y < inner.maxY - 1 {
      canvas.write(text, at: Point(x: inner.x + 1, y: y), role, width: inner.width - 1)
      y += 1
    }
    var x = inner.x + 1
    for (index, answer) in ConsentState.Answer.allCases.enumerated() {
      let text = layout.isNarrow ? "[" + answer.label + "]" : "[ " + answer.label + " ]"
      let used = canvas.write(
        text, at: Point(x: x, y: inner.maxY - 1), index == consent.focus ? .selection : .accent)
      canvas.hit(Rect(x: x, y: inner.maxY - 1, width: used, height: 1), .entry(index))
      x += used + (layout.isNarrow ? 1 : 2)
    }
  }
}
