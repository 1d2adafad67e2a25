/// The preview of a pasted list: what is new, known, in the cart or wanted again.
extension PasteState: OverlayDrawing {
  static func draw(
    _ paste: PasteState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let style = state.session.style
    let inner = Panel.draw(
      "Paste a list", width: paste.width(in: layout), height: paste.height(in: layout), layout,
      on: &canvas)
    guard !paste.isEmpty else {
      let text =
        paste.refusal
        ?? "Paste your list now, with the terminal’s own paste key: plain lines, a checklist, "
        + "CSV, JSON or todo.txt. Nothing changes before you say so."
      return canvas.write(
        TextWrap.lines(text, width: inner.width), in: inner,
        paste.refusal == nil ? .text : .danger)
    }
    let s = paste.summary
    let parts = [
      (s.new, "new"), (s.known, "known"), (s.inCart, "in the cart"), (s.unticked, "wanted again"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let count = s.new + s.known + s.inCart + s.unticked
    let items =
      count == 0 ? [] : [Wording.count(count, "item") + ": " + parts.joined(separator: ", ")]
    let codes =
      paste.codes.isEmpty ? [] : [Wording.count(paste.codes.count, "barcode") + " to look up"]
    let isWhole = paste.leftOutCount == 0
    let wrong = isWhole ? [] : ["\(paste.leftOutCount) left out"]
    let unshown =
      s.rows.count < paste.requests.count ? ["the first \(s.rows.count) are shown"] : []
    canvas.write(
      (items + codes + wrong + unshown).joined(separator: " · "),
      at: Point(x: inner.x, y: inner.y), .title, width: inner.width)
    let (_, reasons, rows) = paste.layout(in: layout)
    canvas.write(reasons, in: inner.below(2).with(height: reasons.count), .danger)
    let top = paste.focus.scroll
    for (at, row) in s.rows.dropFirst(top).prefix(rows).enumerated() {
      draw(
        row, style, isFocused: top + at == paste.focus.index,
        Rect(x: inner.x, y: inner.y + 2 + reasons.count + at, width: inner.width, height: 1),
        on: &canvas)
    }
    RowsBeyond(top..<top + rows, of: s.rows.count).draw(onFrameOf: inner, on: &canvas)
    if let refusal = paste.refusal {
      canvas.write(refusal, at: Point(x: inner.x, y: inner.maxY - 1), .danger, width: inner.width)
    } else {
      let enter = isWhole ? "enter adds them all" : "enter adds the others"
      let more = enter + (s.rows.isEmpty ? "" : " · space leaves one out")
      let words = DisplayWidth.of(more) <= inner.width ? more : enter
      canvas.write(words, at: Point(x: inner.x, y: inner.maxY - 1), .accent)
    }
  }

  /// The name at the left, and what there is to say of it at the right.
  private static func draw(
    _ row: PasteSummary.Row, _ style: NumberStyle, isFocused: Bool, _ area: Rect,
    on canvas: inout Canvas
  ) {
    if isFocused { canvas.fill(area, .selection) }
    let role: Role = isFocused ? .selection : row.isLeftOut ? .dim : .text
    let right = row.text(style, room: area.width)
    canvas.write(right, endingAt: area.maxX, y: area.y, isFocused ? .selection : .dim)
    canvas.write(
      row.sign + " " + row.request.name, at: Point(x: area.x, y: area.y), role,
      width: max(1, area.width - DisplayWidth.of(right) - 2))
  }
}
