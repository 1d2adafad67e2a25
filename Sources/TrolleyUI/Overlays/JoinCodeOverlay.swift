/// The code by which another machine joins, without a frame: what a mouse selects is the code alone.
extension JoinCodeState: OverlayDrawing {
  static func draw(
    _ code: JoinCodeState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let shape = state.layout(of: code)
    canvas.fill(
      Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height - 1), .text)
    canvas.write(
      code.title, at: Point(x: 0, y: 0), .title, width: max(1, layout.size.width - 4))
    let scroll = min(code.scroll, shape.mostScroll)
    let firstOfCode = shape.lines.count - shape.codeLines
    for row in 0..<shape.rows where shape.lines.indices.contains(scroll + row) {
      let at = scroll + row
      canvas.write(
        shape.lines[at], at: Point(x: 0, y: 1 + row), at < firstOfCode ? .dim : .text,
        width: layout.size.width)
    }
    canvas.writeScroll(scroll, of: shape.mostScroll, endingAt: layout.size.width, y: 0)
  }
}
