/// Draws confetti over a finished screen. Every frame starts without it, so there is nothing to
/// restore.
enum ConfettiOverlay {
  /// What falls over a page and its overlays. Header, banner, status and hints stay readable.
  static func draw(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard !state.session.confetti.isEmpty else { return }
    let session = state.session
    canvas.clipped(to: layout.body) { canvas in
      for confetti in session.confetti {
        draw(
          confetti, elapsed: session.elapsed(confetti),
          isDark: context.isDark(in: session.theme), on: &canvas)
      }
    }
  }

  /// Names, which stay within a page: before overlays are drawn.
  static func drawNames(
    _ state: AppState, _ layout: ScreenLayout, _ context: RenderContext, on canvas: inout Canvas
  ) {
    guard !state.session.confetti.isEmpty else { return }
    let session = state.session
    for confetti in session.confetti {
      drawNames(
        confetti, elapsed: session.elapsed(confetti), in: layout.list,
        isDark: context.isDark(in: session.theme), on: &canvas)
    }
  }

  static func drawNames(
    _ confetti: Confetti, elapsed: Int, in area: Rect, isDark: Bool, on canvas: inout Canvas
  ) {
    guard elapsed > 0, elapsed < confetti.duration else { return }
    let words = ConfettiPieces.words(
      of: confetti, in: area, isDark: isDark, isUnicode: canvas.isUnicode)
    var taken: [Rect] = []
    for word in words {
      guard let placed = placed(word, Double(elapsed) / 1000, in: area, canvas),
        // Two names on top of each other would be neither.
        !taken.contains(where: { !$0.inset(-1, 0).intersection(placed.area).isEmpty })
      else { continue }
      taken.append(placed.area)
      draw(word, placed, on: &canvas)
    }
  }

  private struct PlacedWord {
    let area: Rect
    let lines: [[UInt32]]
    let colour: UInt32
  }

  /// Nil where it would leave the area, or cover what must stay readable or whole.
  private static func placed(
    _ word: ConfettiWord, _ time: Double, in area: Rect, _ canvas: Canvas
  ) -> PlacedWord? {
    guard
      let place = word.piece.place(
        at: time, width: Double(area.width), height: Double(area.height))
    else { return nil }
    let lines = word.lines(turn: place.turn, isUnicode: canvas.isUnicode)
    let x = area.x + Int((place.x - Double(word.width) / 2).rounded(.down))
    let y = area.y + Int((place.y - Double(lines.count) / 2).rounded(.down))
    let covered = Rect(x: x, y: y, width: word.width, height: lines.count)
    guard x >= area.x, y >= area.y, covered.maxX <= area.maxX, covered.maxY <= area.maxY else {
      return nil
    }
    for row in y..<covered.maxY {
      for column in x..<covered.maxX where !isFree(column, row, canvas) { return nil }
    }
    let colour = word.shades.colour(turn: place.turn, isWithered: place.isWithered)
    return PlacedWord(area: covered, lines: lines, colour: colour)
  }

  private static func draw(_ word: ConfettiWord, _ placed: PlacedWord, on canvas: inout Canvas) {
    for (row, line) in placed.lines.enumerated() {
      for (column, glyph) in line.enumerated() where glyph != Cell.continuation {
        let isWide = column + 1 < line.count && line[column + 1] == Cell.continuation
        let point = Point(x: placed.area.x + column, y: placed.area.y + row)
        let under = canvas[point.x, point.y]
        canvas.put(
          Cell(
            glyph: glyph, role: hasGround(under.role) ? under.role : .text,
            emphasis: word.isBold ? .bold : [], foreground: glyph == 32 ? 0 : placed.colour,
            background: under.background), at: point, width: isWide ? 2 : 1)
      }
    }
  }

  /// `elapsed`: milliseconds since its start. Nothing is drawn at the very start and at the end.
  static func draw(_ confetti: Confetti, elapsed: Int, isDark: Bool, on canvas: inout Canvas) {
    guard elapsed > 0, elapsed < confetti.duration else { return }
    let pieces = ConfettiPieces.pieces(
      of: confetti, width: canvas.size.width, height: canvas.size.height, isDark: isDark)
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
        glyph, colour, cell, piece.shape.isBold ? .bold : [], on: &canvas)
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
        glyph, piece.shades.colour(turn: back.turn, isWithered: false), front, [], on: &canvas)
      front = back
    }
  }

  private static func isSecondHalf(_ x: Double) -> Bool { x - x.rounded(.down) >= 0.5 }

  /// The background stays. Wide characters, bars and text being typed are left intact.
  private static func put(
    _ glyph: UInt32, _ colour: UInt32, _ place: ConfettiPiece.Place, _ emphasis: Emphasis,
    on canvas: inout Canvas
  ) {
    let x = Int(place.x.rounded(.down))
    let y = Int(place.y.rounded(.down))
    guard x >= 0, y >= 0, x < canvas.size.width, y < canvas.size.height, isFree(x, y, canvas)
    else { return }
    let under = canvas[x, y]
    canvas.put(
      Cell(
        glyph: glyph, role: hasGround(under.role) ? under.role : .text, emphasis: emphasis,
        foreground: colour, background: under.background), at: Point(x: x, y: y), width: 1)
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
