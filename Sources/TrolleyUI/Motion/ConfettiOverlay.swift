/// Draws confetti over a finished screen. Every frame starts without it, so there is nothing to
/// restore.
enum ConfettiOverlay {
  static func draw(_ state: AppState, _ context: RenderContext, on canvas: inout Canvas) {
    let session = state.session
    for confetti in session.confetti {
      draw(
        confetti, elapsed: confetti.elapsed(at: session.clock.monotonic),
        isDark: context.isDark(in: session.theme), on: &canvas)
    }
  }

  /// `elapsed`: milliseconds since its start. Nothing is drawn at the very start and at the end.
  static func draw(_ confetti: Confetti, elapsed: Int, isDark: Bool, on canvas: inout Canvas) {
    guard elapsed > 0, elapsed < confetti.duration else { return }
    let pieces = ConfettiPieces.pieces(
      of: confetti, width: canvas.size.width, height: canvas.size.height, isDark: isDark,
      isUnicode: canvas.isUnicode)
    let time = Double(elapsed) / 1000
    for piece in pieces { draw(piece, time, on: &canvas) }
  }

  private static func draw(_ piece: ConfettiPiece, _ time: Double, on canvas: inout Canvas) {
    let width = Double(canvas.size.width)
    let height = Double(canvas.size.height)
    guard let place = piece.place(at: time, width: width, height: height) else { return }
    if piece.shape == .ribbon, !place.isWithered {
      return drawStrip(piece, place, time, on: &canvas)
    }
    let glyph = piece.shape.glyph(
      turn: place.turn, isWithered: place.isWithered, inLower: isSecondHalf(place.y),
      inRight: isSecondHalf(place.x), isUnicode: canvas.isUnicode)
    let colour = piece.shades.colour(turn: place.turn, isWithered: place.isWithered)
    let count = piece.shape.count(turn: place.turn, isWithered: place.isWithered)
    for at in 0..<count {
      var cell = place
      cell.x += Double(at)
      put(
        glyph, colour, cell, width: piece.shape.width, piece.shape.isBold ? .bold : [],
        on: &canvas)
    }
  }

  /// A ribbon trails along its path, one cell after the other at any speed.
  private static func drawStrip(
    _ piece: ConfettiPiece, _ place: ConfettiPiece.Place, _ time: Double, on canvas: inout Canvas
  ) {
    let width = Double(canvas.size.width)
    let height = Double(canvas.size.height)
    var time = time
    var front = place
    for _ in 0..<ConfettiShape.stripParts {
      let glance = 0.01
      guard let near = piece.place(at: time - glance, width: width, height: height) else { return }
      let moved = max(abs(front.x - near.x), abs(front.y - near.y))
      time -= max(0.003, min(0.1, glance / max(0.01, moved)))
      guard let back = piece.place(at: time, width: width, height: height) else { return }
      let glyph = ConfettiShape.strip(
        dx: (front.x - back.x) / 2, dy: front.y - back.y, isUnicode: canvas.isUnicode)
      put(
        glyph, piece.shades.colour(turn: back.turn, isWithered: false), front, width: 1, [],
        on: &canvas)
      front = back
    }
  }

  private static func isSecondHalf(_ x: Double) -> Bool { x - x.rounded(.down) >= 0.5 }

  /// The background stays. Wide characters, bars and text being typed are left intact.
  private static func put(
    _ glyph: UInt32, _ colour: UInt32, _ place: ConfettiPiece.Place, width: Int,
    _ emphasis: Emphasis, on canvas: inout Canvas
  ) {
    let x = Int(place.x.rounded(.down))
    let y = Int(place.y.rounded(.down))
    guard x >= 0, y >= 0, x + width <= canvas.size.width, y < canvas.size.height else { return }
    for column in x..<x + width where !isFree(column, y, canvas) { return }
    let under = canvas[x, y]
    canvas.put(
      Cell(
        glyph: glyph, role: hasGround(under.role) ? under.role : .text, emphasis: emphasis,
        foreground: colour, background: under.background), at: Point(x: x, y: y), width: width)
  }

  private static func isFree(_ x: Int, _ y: Int, _ canvas: Canvas) -> Bool {
    let cell = canvas[x, y]
    switch cell.role {
    case .fieldFocus, .bar, .barDone, .barEmpty: return false
    default: break
    }
    if cell.glyph == Cell.continuation { return false }
    return x + 1 == canvas.size.width || canvas[x + 1, y].glyph != Cell.continuation
  }

  /// Roles whose background is part of the page's look.
  private static func hasGround(_ role: Role) -> Bool {
    switch role {
    case .selection, .field, .banner: true
    default: false
    }
  }
}
