/// The last two lines: the cart's contents and progress, and the keys that work here.
enum Footer {
  static func draw(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    if layout.footerHeight > 2 {
      canvas.rule(layout.summaryLine - 1, from: 1, to: layout.size.width - 1)
    }
    drawSummary(state, layout, on: &canvas)
    drawLastLine(state, layout, on: &canvas)
  }

  /// The notice or the keys. The sign-in screen says itself what there is to say, unless a form
  /// covers it.
  static func drawLastLine(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let isShown = !state.session.isLocked || !state.session.overlays.isEmpty
    if isShown, let notice = state.session.notice {
      draw(notice, state, layout, on: &canvas)
    } else {
      drawHints(state, layout, on: &canvas)
    }
  }

  /// A notice longer than the last line also takes the lines above it, of an overlay as well, since
  /// what happened must be readable in full.
  static func draw(
    _ notice: Notice, _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let hint = state.session.scope.isText ? "" : notice.hint
    let size = layout.size
    let lines = TextWrap.lines(
      notice.text + hint, width: size.width - 2, most: max(1, size.height / 2))
    let role: Role =
      switch notice.tone {
      case .plain: .text
      case .success: .success
      case .danger: .danger
      }
    let top = layout.hintLine - lines.count + 1
    canvas.fill(Rect(x: 0, y: top, width: size.width, height: lines.count), .text)
    canvas.write(
      lines, in: Rect(x: 1, y: top, width: size.width - 2, height: lines.count), role)
    let pressed = String(hint.drop { " —".contains($0) })
    if let command = notice.command, !pressed.isEmpty, let last = lines.last,
      last.hasSuffix(pressed)
    {
      let width = DisplayWidth.of(pressed)
      canvas.hit(
        Rect(
          x: 1 + DisplayWidth.of(last) - width, y: layout.hintLine, width: width, height: 1),
        .command(command))
    }
  }

  private static func drawSummary(
    _ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas
  ) {
    let y = layout.summaryLine
    let cart = state.shared.cart
    guard !cart.isEmpty else {
      let words = "The cart is empty."
      canvas.write(words, at: Point(x: 1, y: y), .dim, width: layout.size.width - 2)
      var right = layout.size.width - 1
      let room = right - 1 - DisplayWidth.of(words) - 3
      if let more = DisplayWidth.firstFitting(state.possibilities, room) {
        right = canvas.write(more, endingAt: right, y: y, .dim)
      }
      return drawUnsent(state, from: 1 + DisplayWidth.of(words), to: right, y, on: &canvas)
    }
    // The mark of an unsent mail with its key matters more than the progress.
    let marks = unsentWords(state).map(DisplayWidth.of)
    let mark = marks.first { $0 * 3 <= layout.size.width } ?? marks.last ?? 0
    // The total matters most, then a budget that is used up: everything else gives way to them.
    let totals = state.totals
    let least = totals.map(DisplayWidth.of).min() ?? 0
    let right = drawProgress(
      cart, from: 1 + least + mark + 1, to: layout.size.width - 1, y, layout, on: &canvas)
    let separator = " · "
    let counts = state.shared.summary.shorterCounts(of: cart)
    // Joined by hand: the standard library's function makes a type for it, which takes longer than
    // drawing both lines.
    let texts = counts.map { $0.reduce("") { $0 + $1 + separator } + totals[0] } + totals
    let (words, role) = budgetWords(state)
    func fits(_ text: String, _ more: String = "") -> Bool {
      DisplayWidth.of(text) + DisplayWidth.of(more) + mark < right
    }
    // The shortest words, which do not say what it is over, are for where nothing else has room.
    let clear = words.count > 1 ? words.dropLast() : words[...]
    func text(with words: ArraySlice<String>) -> String? {
      texts.first { text in words.contains { fits(text, $0) } }
    }
    let text =
      (role == .dim ? nil : text(with: clear) ?? text(with: words[...]))
      ?? texts.first { fits($0) } ?? totals[totals.count - 1]
    var x = 1 + canvas.write(text, at: Point(x: 1, y: y), width: max(0, right - 1))
    if let more = words.first(where: { fits(text, $0) }) {
      x += canvas.write(
        more, at: Point(x: x, y: y), role, role == .dim ? [] : .bold, width: right - x)
    }
    drawUnsent(state, from: x, to: right, y, on: &canvas)
  }

  /// How much is picked, and a bar of it, as far as there is room; returns where they begin.
  private static func drawProgress(
    _ cart: Cart, from left: Int, to end: Int, _ y: Int, _ layout: ScreenLayout,
    on canvas: inout Canvas
  ) -> Int {
    let width = layout.size.width
    let picked =
      width < 60
      ? "\(cart.pickedCount)/\(cart.count)" : "\(cart.pickedCount) of \(cart.count) picked"
    guard end - DisplayWidth.of(picked) >= left else { return end }
    let right = canvas.write(picked, endingAt: end, y: y, cart.isComplete ? .success : .text) - 1
    let barWidth = width < 60 ? 6 : width < 100 ? 14 : 20
    guard right - barWidth >= left else { return right }
    Bar.draw(
      cart.pickedCount, of: cart.count,
      in: Rect(x: right - barWidth, y: y, width: barWidth, height: 1), on: &canvas)
    return right - barWidth - 1
  }

  /// What follows the total, the longest first; nothing without a budget.
  private static func budgetWords(_ state: AppState) -> (words: [String], role: Role) {
    guard let budget = state.shared.budget else { return ([], .dim) }
    let known = state.shared.summary.known
    // Behind what is not counted, an "of" would be that of the last of it.
    let before = state.shared.summary.unknown > 0 ? " · budget " : " of "
    let of = before + Wording.money(budget, style: state.session.style)
    if known > budget.minorUnits {
      return ([of + " — over the budget", of + " — over", " — over budget", " — over"], .danger)
    }
    guard known * 5 >= budget.minorUnits * 4 else { return ([of], .dim) }
    // Not by its colour alone.
    let left = Money(minorUnits: budget.minorUnits - known, currency: budget.currency)
    let most = state.shared.summary.unknown > 0 ? " — at most " : " — "
    return (
      [of + most + Wording.money(left, style: state.session.style) + " left", of], .warning
    )
  }

  /// A mail that was not sent waits until it is looked at.
  private static func drawUnsent(
    _ state: AppState, from x: Int, to right: Int, _ y: Int, on canvas: inout Canvas
  ) {
    guard let words = DisplayWidth.firstFitting(unsentWords(state), right - x) else { return }
    canvas.write(words, at: Point(x: x, y: y), .warning)
    if state.keyOfUnsentMail != nil {
      let width = DisplayWidth.of(words) - 3
      canvas.hit(Rect(x: x + 3, y: y, width: width, height: 1), .command(.retry))
    }
  }

  /// With the key that opens it, the longest first; none without such a mail.
  private static func unsentWords(_ state: AppState) -> [String] {
    guard state.mailCarrier != nil, let mail = state.unsentMail, !state.session.isLocked else {
      return []
    }
    let words = " · " + mail.state
    guard let key = state.keyOfUnsentMail else { return [words] }
    return ["\(words): \(key) opens it", " · \(key): \(mail.state)", " · \(key): mail"]
  }

  /// As many hints as fit, always including the one for all keys.
  static func drawHints(_ state: AppState, _ layout: ScreenLayout, on canvas: inout Canvas) {
    let y = layout.hintLine
    let gap = 3
    var end = layout.size.width - 1
    if state.session.overlays.isEmpty, let beyond = canvas.rowsBeyond?.texts.last {
      end = canvas.write(beyond, endingAt: end, y: y, .accent) - 2
    }
    var room = end - 1
    var isLast = true
    let hints = state.hints { hint in
      room -= DisplayWidth.of(hint.key) + 1 + DisplayWidth.of(hint.label) + (isLast ? 0 : gap)
      defer { isLast = false }
      return isLast || room >= 0
    }
    var x = 1
    for hint in hints {
      x +=
        canvas.drawKey(hint.key, hint.label, hint.command, gap: 1, .dim, at: Point(x: x, y: y))
        + gap
    }
  }
}

extension Canvas {
  /// A key and what it does, which can be pressed; returns how many cells they took.
  @discardableResult
  mutating func drawKey(
    _ key: String, _ label: String, _ command: Command, gap: Int, _ role: Role, at origin: Point
  ) -> Int {
    let start = write(key, at: origin, .accent) + gap
    let width = start + write(label, at: Point(x: origin.x + start, y: origin.y), role)
    hit(Rect(x: origin.x, y: origin.y, width: width, height: 1), .command(command))
    return width
  }
}

/// A progress bar: orange, and green when complete.
enum Bar {
  static func draw(_ part: Int, of whole: Int, in area: Rect, on canvas: inout Canvas) {
    guard whole > 0, !area.isEmpty else { return }
    let isFull = part >= whole
    // Any progress shows, and an incomplete bar never looks full.
    var filled = area.width * min(part, whole) / whole
    if part > 0 { filled = max(1, filled) }
    if !isFull { filled = min(filled, area.width - 1) }
    canvas.fill(Rect(x: area.x, y: area.y, width: filled, height: 1), isFull ? .barDone : .bar, "█")
    canvas.fill(
      Rect(x: area.x + filled, y: area.y, width: area.width - filled, height: 1), .barEmpty, "░")
  }
}
