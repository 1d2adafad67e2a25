/// Shown while a provider identifies the person: a code, an address, a QR code to scan.
extension ProviderState: OverlayDrawing {
  static func draw(
    _ provider: ProviderState, _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext,
    on canvas: inout Canvas
  ) {
    let size = layout.size
    var qr: QRCode?
    if case .code(let code, _) = provider.stage, context.isUnicode, let drawn = code.qr,
      drawn.cells.width + 34 + 6 <= size.width, drawn.cells.height + 4 <= size.height
    {
      qr = drawn
    }
    let codeWidth = qr.map { $0.cells.width + 2 } ?? 0
    let inner = Panel.draw(
      "Continue with " + provider.provider.name, width: min(78, 42 + codeWidth + 6),
      height: qr.map { $0.cells.height + 2 } ?? height(of: provider.stage), layout, on: &canvas)
    var text = inner
    if let qr {
      text.width = inner.width - codeWidth
      QRPicture.draw(
        qr, at: Point(x: inner.maxX - qr.cells.width, y: inner.y), context, on: &canvas)
    }
    drawText(provider, state, text, hasPicture: qr != nil, on: &canvas)
  }

  private static func height(of stage: ProviderState.Stage) -> Int {
    switch stage {
    case .asking: 5
    case .code, .browser: 13
    case .failed: 6
    }
  }

  private static func drawText(
    _ provider: ProviderState, _ state: AppState, _ area: Rect, hasPicture: Bool,
    on canvas: inout Canvas
  ) {
    let now = state.session.clock.monotonic
    var y = area.y + (area.height > 12 ? 1 : 0)
    func line(_ text: String, _ role: Role = .text, _ emphasis: Emphasis = []) {
      for part in TextWrap.lines(text, width: area.width, most: 6) where y < area.maxY {
        canvas.write(part, at: Point(x: area.x, y: y), role, emphasis)
        y += 1
      }
    }
    func gap() { if area.height > 10 || provider.stage == .asking { y += 1 } }
    let clock = Wording.minutes(seconds: (now - provider.since) / 1000)
    switch provider.stage {
    case .asking:
      line("Asking \(provider.provider.name)…")
      gap()
      line(clock, .dim)
    case .code(let code, let until):
      line(
        hasPicture
          ? "Scan this with your phone, or open" : "On your phone or another computer, open")
      line(code.address, .accent, .underline)
      gap()
      line("and type this code:")
      line(code.userCode, .title, .bold)
      gap()
      let left = max(0, (until - now + 999) / 1000)
      line(
        left > 0 ? Wording.minutes(seconds: left) + " left" : "The code has expired.",
        left > 0 ? .dim : .warning)
    case .browser(let address):
      line("Your browser has been opened. Say there that it is you.")
      gap()
      line("If there is none, open this address:", .dim)
      line(address, .accent)
      gap()
      line(clock, .dim)
    case .failed(let sentence): line(sentence, .danger)
    }
  }
}

extension QRCode {
  /// A cell has two modules, one above the other; a border of two modules stays light.
  var cells: Size {
    Size(width: side + 2 * QRCode.quiet, height: (side + 2 * QRCode.quiet + 1) / 2)
  }

  /// Light outside the code.
  fileprivate func isDark(_ x: Int, _ y: Int) -> Bool {
    let (x, y) = (x - QRCode.quiet, y - QRCode.quiet)
    guard (0..<side).contains(x), (0..<side).contains(y) else { return false }
    return modules[y * side + x]
  }
}

/// A QR code in half blocks: black on white in every theme, as readers expect.
enum QRPicture {
  static func draw(
    _ code: QRCode, at origin: Point, _ context: RenderContext, on canvas: inout Canvas
  ) {
    let size = code.cells
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (upper, lower) = (code.isDark(x, 2 * y), code.isDark(x, 2 * y + 1))
        canvas.put(cell(upper, lower, context), at: Point(x: origin.x + x, y: origin.y + y))
      }
    }
  }

  private static func cell(_ upper: Bool, _ lower: Bool, _ context: RenderContext) -> Cell {
    guard context.pictures == .colour else {
      // Without colours the ink is the terminal's text colour.
      let (inkAbove, inkBelow) = context.isDark ? (!upper, !lower) : (upper, lower)
      let glyph: UInt32 =
        switch (inkAbove, inkBelow) {
        case (true, true): 0x2588
        case (true, false): 0x2580
        case (false, true): 0x2584
        case (false, false): 0x20
        }
      return Cell(glyph: glyph, role: .text)
    }
    return Cell(
      glyph: 0x2580, role: .text, foreground: upper ? black : white,
      background: lower ? black : white)
  }

  private static let black: UInt32 = 0x0100_0000
  private static let white: UInt32 = 0x01FF_FFFF
}
