/// The preview of a pasted list: what is new, known, in the cart or wanted again.
extension PasteState: OverlayDrawing {
  static func draw(
    _ paste: PasteState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let style = state.session.style
    let inner = Panel.draw(
      "Paste a list", width: 64, height: paste.height(in: layout), layout, on: &canvas)
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

  /// The name at the left; quantity, price as in the add line, what changes and, where there is room,
  /// outcome, category and store at the right.
  private static func draw(
    _ row: PasteSummary.Row, _ style: NumberStyle, isFocused: Bool, _ area: Rect,
    on canvas: inout Canvas
  ) {
    if isFocused { canvas.fill(area, .selection) }
    let role: Role = isFocused ? .selection : row.isLeftOut ? .dim : .text
    let request = row.request
    let (sign, fate): (String, String) =
      switch row.fate {
      case _ where row.isLeftOut: ("-", row.isTitle ? "a title, left out" : "left out")
      case .new: ("+", request.isInCart ? "new" : "new, not in the cart")
      case .known: ("=", request.isInCart ? "known" : "known, not put in the cart")
      case .repeated: ("=", "as above")
      case .adds(let quantity): ("=", "adds to \(row.outcome.item.words(quantity, style))")
      case .ticked: ("=", "in the cart")
      case .unticked: ("↺", "wanted again")
      }
    // Something that is there keeps its category: a heading is a note's order.
    let keepsCategory = request.keepsCategory && row.fate != .new
    let outcome = row.outcome
    let old = outcome.replacedValues(style)
    func changed(_ text: String, _ was: String?) -> String {
      text + (was.map { ", was " + $0 } ?? "")
    }
    func places(areChanged: Bool) -> [String?] {
      [
        keepsCategory || areChanged && old.category == nil
          ? nil : request.category.map { changed("#" + $0, old.category) },
        areChanged && old.store == nil ? nil : request.store.map { changed("!" + $0, old.store) },
      ]
    }
    // A number counts packs of some things, and no number means one of what a price is for.
    let isSaid = request.quantity != nil || request.isInCart && outcome.added != .one
    let amount = row.fate == .ticked ? request.quantity : isSaid ? outcome.added : nil
    func facts(isShort: Bool) -> [String?] {
      [
        amount.map { outcome.item.words($0, style) },
        outcome.price(style, isShort: isShort).map { changed($0, old.price) },
        request.isPicked ? "✓" : nil, isShort ? nil : outcome.kept(style),
      ]
    }
    let changes = places(areChanged: true)
    let texts = [
      places(areChanged: false) + facts(isShort: false) + [fate],
      changes + facts(isShort: false) + [fate], changes + facts(isShort: true) + [fate],
      changes + facts(isShort: true), facts(isShort: true),
    ].map { $0.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ") }
    // A long name is cut before what it costs is.
    func fits(_ text: String, _ name: Int) -> Bool { DisplayWidth.of(text) + name <= area.width }
    let name = DisplayWidth.of(request.name) + 4
    let right =
      texts.first { fits($0, name) } ?? texts.dropFirst().first { fits($0, area.width / 2) }
      ?? texts.dropFirst().first { fits($0, area.width / 4) } ?? texts[texts.count - 1]
    canvas.write(right, endingAt: area.maxX, y: area.y, isFocused ? .selection : .dim)
    canvas.write(
      sign + " " + request.name, at: Point(x: area.x, y: area.y), role,
      width: max(1, area.width - DisplayWidth.of(right) - 2))
  }
}
