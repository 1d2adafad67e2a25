/// The quick-add line, in place of the last two lines: the typed text, and how it was parsed.
extension QuickAddState: OverlayDrawing {
  static func draw(
    _ add: QuickAddState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let width = layout.size.width
    let messages = messages(add, state)
    let lines =
      messages.isEmpty
      ? things(add, state)
      : messages.flatMap { message in
        TextWrap.lines(message.text, width: width - 2).map { line -> [Part] in
          [(line, message.role)]
        }
      }
    let shown = lines.prefix(max(1, min(layout.size.height / 2, layout.hintLine)))
    let y = max(0, layout.hintLine - max(1, shown.count))
    canvas.fill(Rect(x: 0, y: y, width: width, height: layout.hintLine - y + 1), .text)
    // It covers the hints as well.
    canvas.hits = []
    let x = canvas.write(" add ", at: Point(x: 0, y: y), .accent)
    FieldText.draw(
      add.input, at: Point(x: x, y: y), width: width - x - 1, isFocused: true,
      hint: state.session.style.example(
        "2 kg potatoes @3.20 #vegetables !aldi *, or a scanned barcode"),
      suggestion: add.completion?.rest ?? "", on: &canvas)
    if add.isReturned {
      canvas.write(
        add.input.text, at: Point(x: x, y: y), .fieldFocus, [.reverse], width: width - x - 2)
    }
    for (row, line) in shown.enumerated() {
      let isLast = row == shown.count - 1
      let more = lines.count - shown.count
      let hints = more > 0 ? hints(add, state, more) : messages.isEmpty ? hints(add) : []
      draw(line, isLast ? hints : [], y: y + 1 + row, width: width, on: &canvas)
    }
  }

  /// What each thing in the line is read as.
  private static func things(_ add: QuickAddState, _ state: AppState) -> [[Part]] {
    let codes = add.codes.map { code -> [Part] in [(code.line, .title), ("· a barcode", .dim)] }
    return codes
      + zip(add.outcomes, add.named).map { parts($0, $1, add.known, state) }
  }

  /// What is said below the line instead of how it is read: of a line of which a part was added, that as
  /// well.
  private static func messages(_ add: QuickAddState, _ state: AppState) -> [Part] {
    guard let message = message(add, state) else { return [] }
    guard let notice = state.session.notice, notice.isOfChange, notice.text != message.text else {
      return [message]
    }
    let isRest = add.refusal != nil || !state.session.catalogue.scans.isEmpty
    return (isRest ? [(notice.text, .success)] : []) + [message]
  }

  /// What there is to say last.
  private static func message(_ add: QuickAddState, _ state: AppState) -> Part? {
    if let refusal = add.refusal { return (refusal, .danger) }
    if let scan = state.session.catalogue.scans.first, add.input.isEmpty,
      !state.session.asksAboutBarcodes || state.session.notice?.tone != .danger
    {
      return (words(of: scan, state), .warning)
    }
    if let notice = state.session.notice, add.input.isEmpty || notice.isNews || add.isLeaving {
      return (notice.text, notice.tone == .danger ? .danger : .success)
    }
    if ScannedCode.areMeant(by: add.text) || !add.codes.isEmpty, add.outcomes.isEmpty {
      do throws(Barcode.Refusal) { _ = try ScannedCode.read(add.text) } catch {
        return (error.sentence, .warning)
      }
      return (words(of: add.codes, state.session.style), .accent)
    }
    guard add.entries.contains(where: { !$0.name.isEmpty || $0.refusal != nil }) else {
      return ("enter adds and stays for the next one · esc is done", .dim)
    }
    let refusal =
      QuickAdd.refusal(of: add.entries)
      ?? add.outcomes.lazy.compactMap { $0.refusal(state.session.style) }.first
    return refusal.map { ($0, .warning) }
  }

  /// The barcode being looked up, the elapsed time, and how many are queued.
  private static func words(of scan: BarcodeScan, _ state: AppState) -> String {
    let age = scan.since.map { state.session.clock.monotonic - $0 } ?? 0
    let clock = age < 300 ? "" : " " + Wording.minutes(seconds: age / 1000)
    let others = state.session.catalogue.scans.count - 1
    let rest = others == 0 ? "" : " · \(others) more"
    if state.session.asksAboutBarcodes {
      return "\(scan.code.typed)\(rest): waits for your answer"
    }
    return "Looking up \(scan.code.typed)…\(clock)\(rest) · esc cancels"
  }

  /// - Parameter hints: the longest first; the last one is said also where not all of the line has room.
  private static func draw(
    _ line: [Part], _ hints: [String], y: Int, width: Int, on canvas: inout Canvas
  ) {
    let line = line.filter { !$0.text.isEmpty }
    let free = width - 2 - line.reduce(0) { $0 + DisplayWidth.of($1.text) + 2 }
    let hint = hints.first { DisplayWidth.of($0) <= free } ?? hints.last ?? ""
    let end = width - 1 - (hint.isEmpty ? 0 : DisplayWidth.of(hint) + 2)
    var x = 1
    for part in line where x < end {
      x += canvas.write(part.text, at: Point(x: x, y: y), part.role, width: end - x) + 2
    }
    canvas.write(hint, at: Point(x: x, y: y), .dim, width: width - 1 - x)
  }

  /// How many things more there are, and what all of them cost.
  private static func hints(_ add: QuickAddState, _ state: AppState, _ more: Int) -> [String] {
    let sum = add.outcomes.sum(in: state.shared.currency, style: state.session.style)
    let words = "· and \(more) more"
    return [sum.map { words + ", " + $0 }, words].compactMap { $0 }
  }

  /// What enter and tab do with what is offered, the longest first.
  private static func hints(_ add: QuickAddState) -> [String] {
    guard let completion = add.completion else { return [] }
    guard completion.isOptional else {
      return [
        "· enter adds it · tab fills it in · a blank keeps “\(add.input.text)”",
        "· enter adds it · a blank keeps “\(add.input.text)”",
        "· a blank keeps “\(add.input.text)”", "· enter takes it",
      ]
    }
    return [
      "· enter adds it so · tab makes it “\(completion.text)”", "· tab: \(completion.text)",
      "· tab fills in",
    ]
  }

  private typealias Part = (text: String, role: Role)

  private static func words(of codes: [ScannedCode], _ style: NumberStyle) -> String {
    guard codes.count <= 1 else { return "\(codes.count) barcodes: enter looks them up" }
    let count = codes.first?.count ?? 1
    let price = codes.first?.price.map { " at " + Wording.money($0, style: style) } ?? ""
    return (count > 1 ? "\(count) of a barcode" : "a barcode") + price + ": enter looks it up"
  }

  /// The line as it will be in the cart.
  private static func parts(
    _ outcome: AddOutcome, _ entry: QuickAdd, _ known: QuickAdd.Known?, _ state: AppState
  ) -> [Part] {
    let style = state.session.style
    var parts: [Part] = [
      (outcome.item.words(outcome.added, style), .accent), (outcome.item.name, .title),
      (outcome.isNew ? entry.picture ?? "" : "", .text),
    ]
    parts.append((outcome.price(style) ?? "", .text))
    parts.append((entry.category.map { "#" + $0 } ?? "", .success))
    parts.append((entry.store.map { "!" + $0 } ?? "", .warning))
    if let store = entry.store, let other = known?.store(beginning: store) {
      parts.append(("(new store, !\(QuickAdd.quoted(other)) is the known one)", .dim))
    }
    parts.append((entry.isFavourite ? "★" : "", .star))
    parts.append((outcome.code ?? "", .accent))
    let details = outcome.details(in: state.shared.currency, style: style)
    if outcome.isNew || details.isEmpty {
      parts.append((outcome.isNew ? "· new" : "· known", .dim))
    }
    return parts + details.map { ("· " + $0, .dim) }
  }
}
