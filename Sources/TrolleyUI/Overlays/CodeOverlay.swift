/// A QR code as large as the screen permits, or why there is none.
extension CodeState: OverlayDrawing {
  static func draw(
    _ code: CodeState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    var words: String
    switch code.stage {
    case .asking: words = "Drawing it…"
    case .failed(let sentence): words = sentence
    case .shown(let drawn):
      let size = drawn.cells
      let hasRoom =
        size.width + (layout.isNarrow ? 4 : 8) <= layout.size.width
        && size.height + 4 <= layout.size.height
      if hasRoom, context.isUnicode {
        let inner = Panel.draw(
          code.title, width: max(size.width + 4, DisplayWidth.of(code.title) + 6),
          height: size.height + 2, layout, on: &canvas)
        return QRPicture.draw(
          drawn, at: Point(x: inner.x + (inner.width - size.width) / 2, y: inner.y), context,
          on: &canvas)
      }
      // Without a frame if the code needs the whole screen; the hints keep the last line.
      if context.isUnicode, size.width <= layout.size.width, size.height < layout.size.height {
        canvas.fill(
          Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height - 1), .text)
        // One of several says which it is.
        let rest = layout.size.height - 1 - size.height
        let top = code.pages.count > 1 && rest > 0 ? max(1, rest / 2) : rest / 2
        if top > 0 {
          canvas.write(code.title, at: Point(x: 1, y: 0), .title, width: layout.size.width - 2)
        }
        return QRPicture.draw(
          drawn, at: Point(x: (layout.size.width - size.width) / 2, y: max(top, 0)), context,
          on: &canvas)
      }
      words =
        context.isUnicode
        ? code.wordsOfRoom(layout.size, for: size)
        : "This terminal cannot draw a code."
    }
    // No one types a long link.
    if code.isLink {
      words += "\n\n" + (code.text.utf8.count > 300 ? "y copies it." : code.text)
    } else if case .shown = code.stage {
      words += " y copies the text."
    }
    let width = min(78, layout.size.width - (layout.isNarrow ? 0 : 4))
    let lines = TextWrap.lines(words, width: width - 4, most: 200)
    let most = max(3, layout.size.height - 4)
    let inner = Panel.draw(
      code.title, width: width, height: min(lines.count, most) + 2, layout, on: &canvas)
    for (at, line) in lines.prefix(inner.height).enumerated() {
      let isCut = at == inner.height - 1 && lines.count > inner.height
      let line = isCut ? DisplayWidth.fitting(line + " …", inner.width) : line
      canvas.write(line, at: Point(x: inner.x, y: inner.y + at), .text, width: inner.width)
    }
  }

  /// What window it needs: several small codes need a smaller one than a large one.
  private func wordsOfRoom(_ window: Size, for drawn: Size) -> String {
    let one = Size(width: drawn.width, height: drawn.height + 1)
    let least = leastWindow.map { $0.height < one.height ? $0 : one } ?? one
    return
      "The code needs a window of \(least.width) columns and \(least.height) lines; this one has "
      + "\(window.width) and \(window.height)."
  }
}
