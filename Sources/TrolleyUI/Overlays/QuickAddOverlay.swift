/// The quick-add line, in place of the last two lines: the typed text, and how it was parsed.
extension QuickAddState: OverlayDrawing {
  static func draw(
    _ add: QuickAddState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let width = layout.size.width
    let wrapped = TextWrap.lines(add.refusal ?? "", width: width - 2)
    let refusal = wrapped.prefix(max(1, min(4, layout.hintLine)))
    let y = max(0, layout.hintLine - max(1, refusal.count))
    canvas.fill(Rect(x: 0, y: y, width: width, height: layout.hintLine - y + 1), .text)
    let x = canvas.write(" add ", at: Point(x: 0, y: y), .accent)
    FieldText.draw(
      add.input, at: Point(x: x, y: y), width: width - x - 1, isFocused: true,
      hint: "2 kg potatoes @3.20 #vegetables !aldi *, or a scanned barcode", on: &canvas)
    if add.isReturned {
      canvas.write(
        add.input.text, at: Point(x: x, y: y), .fieldFocus, [.reverse], width: width - x - 2)
    }
    guard add.refusal == nil else {
      for (row, line) in refusal.enumerated() {
        let isCut = row == refusal.count - 1 && wrapped.count > refusal.count
        canvas.write(
          isCut ? DisplayWidth.fitting(line + " …", width - 2) : line,
          at: Point(x: 1, y: y + 1 + row), .danger, width: width - 2)
      }
      return
    }
    drawPreview(add, state, y: layout.hintLine, width: width, on: &canvas)
  }

  /// The barcode being looked up, the elapsed time, and how many are queued.
  private static func words(of scan: BarcodeScan, _ state: AppState) -> String {
    let age = scan.since.map { state.session.clock.monotonic - $0 } ?? 0
    let clock = age < 300 ? "" : " " + Wording.minutes(seconds: age / 1000)
    let others = state.session.catalogue.scans.count - 1
    let rest = others == 0 ? "" : " · \(others) more"
    return "Looking up \(scan.typed)…\(clock)\(rest) · esc cancels"
  }

  private static func drawPreview(
    _ add: QuickAddState, _ state: AppState, y: Int, width: Int, on canvas: inout Canvas
  ) {
    if let scan = state.session.catalogue.scans.first, add.input.isEmpty {
      canvas.write(words(of: scan, state), at: Point(x: 1, y: y), .warning, width: width - 2)
      return
    }
    if let notice = state.session.notice, add.input.isEmpty {
      canvas.write(
        notice.text, at: Point(x: 1, y: y), notice.tone == .danger ? .danger : .success,
        width: width - 2)
      return
    }
    if Barcode.isMeant(by: add.input.text) {
      canvas.write("a barcode: enter looks it up", at: Point(x: 1, y: y), .accent, width: width - 2)
      return
    }
    let parsed = QuickAdd.parse(add.input.text, currency: state.shared.currency)
    guard !parsed.name.isEmpty else {
      canvas.write(
        "enter adds and stays for the next one · esc is done", at: Point(x: 1, y: y), .dim,
        width: width - 2)
      return
    }
    if let refusal = parsed.refusal {
      canvas.write(refusal, at: Point(x: 1, y: y), .warning, width: width - 2)
      return
    }
    var x = 1
    func part(_ text: String, _ role: Role) {
      guard !text.isEmpty, x < width - 1 else { return }
      x += canvas.write(text, at: Point(x: x, y: y), role, width: width - 1 - x) + 2
    }
    part(parsed.quantity?.text ?? "", .accent)
    part(parsed.name, .title)
    if let price = parsed.price {
      let per = parsed.per.map { $0 == .one ? "" : " for " + $0.text } ?? ""
      part("@ " + Wording.money(price, style: state.session.style) + per, .text)
    }
    part(parsed.category.map { "#" + $0 } ?? "", .success)
    part(parsed.store.map { "!" + $0 } ?? "", .warning)
    part(parsed.isFavourite ? "★" : "", .star)
    if let id = add.existing, let item = state.shared.items[id] {
      let isIn = state.shared.cart.contains(id)
      part(isIn ? "· raises \(item.name) in the cart" : "· \(item.name) is known", .dim)
    } else {
      part("· new", .dim)
    }
  }
}
