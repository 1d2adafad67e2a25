/// Generates the pieces of a burst: the same ones for the same seed and window, in every frame.
enum ConfettiPieces {
  static func pieces(
    of confetti: Confetti, width: Int, height: Int, isDark: Bool, isUnicode: Bool
  ) -> [ConfettiPiece] {
    var numbers = SeededNumbers(seed: confetti.seed)
    let last = Double(confetti.duration) / 1000
    switch confetti.kind {
    case .complete:
      let count = max(44, min(340, width * height / 12))
      return (0..<count).map { party($0, of: count, last, isDark, &numbers) }
    case .name(let name):
      // Red is reserved for deletions.
      let colours = ConfettiColour.allCases.filter { $0 != .red }
      let colour = colours[numbers.index(colours.count)]
      return letters(name, colour, width, height, last, isDark, isUnicode, &numbers)
    case .deleted(let name):
      return letters(name, .red, width, height, last, isDark, isUnicode, &numbers)
    }
  }

  // MARK: The whole list is done

  /// Two cannons in the lower corners, a burst in the middle, and a little rain behind them.
  private static func party(
    _ at: Int, of count: Int, _ last: Double, _ isDark: Bool, _ numbers: inout SeededNumbers
  ) -> ConfettiPiece {
    let colours = ConfettiColour.allCases
    var piece = ConfettiPiece(
      shape: shape(&numbers),
      shades: colours[numbers.index(colours.count)].shades(isDark: isDark, tone: numbers.index(3)))
    flutter(&piece, &numbers)
    piece.end = last - numbers.number(0, 0.35)
    let part = Double(at) / Double(count)
    if part < 0.62 {
      let side = part < 0.31 ? 0.0 : 1.0
      piece.x = side == 0 ? -0.01 : 1.01
      piece.y = 1.02
      piece.delay = numbers.number(0, 0.16)
      // More pieces far up and near than far to the side: a sheaf, not a box.
      let strength = numbers.number(0.35, 1).squareRoot()
      let lean = numbers.unit()
      piece.rise = strength * (1.45 - 0.75 * lean * lean)
      piece.reach = strength * (0.04 + 0.62 * lean) * (side == 0 ? 1 : -1)
      piece.fall = numbers.number(0.6, 1.0)
    } else if part < 0.85 {
      piece.x = 0.5
      piece.y = 0.34
      piece.delay = 0.3 + numbers.number(0, 0.03)
      let (dx, dy) = direction(&numbers)
      let strength = numbers.number(0.1, 1).squareRoot()
      piece.reach = 0.36 * strength * dx
      piece.rise = 0.42 * strength * dy
      piece.fall = numbers.number(0.5, 0.85)
    } else {
      piece.x = numbers.number(0.02, 0.98)
      piece.y = -0.04
      piece.delay = numbers.number(0.25, 0.8)
      piece.reach = numbers.number(-0.06, 0.06)
      piece.fall = numbers.number(0.8, 1.2)
    }
    // Large pieces look near, so they fall faster.
    if piece.shape == .sheet { piece.fall *= 1.15 }
    return piece
  }

  private static func shape(_ numbers: inout SeededNumbers) -> ConfettiShape {
    switch numbers.index(24) {
    case 0..<8: .paper
    case 8..<12: .sheet
    case 12, 13: .ribbon
    case 14, 15: .star
    case 16, 17: .disc
    case 18, 19: .triangle
    case 20: .heart
    case 21: .diamond
    case 22: .spark
    default: .square
    }
  }

  private static func flutter(_ piece: inout ConfettiPiece, _ numbers: inout SeededNumbers) {
    piece.sway = numbers.number(0.4, 2.2)
    piece.swing = numbers.number(0.8, 1.9)
    piece.phase = numbers.unit()
    piece.spin = numbers.number(1.2, 3.2)
  }

  /// A point of the unit circle, without sine and cosine.
  private static func direction(_ numbers: inout SeededNumbers) -> (Double, Double) {
    while true {
      let x = numbers.number(-1, 1)
      let y = numbers.number(-1, 1)
      let square = x * x + y * y
      if square > 0.01, square <= 1 {
        let length = square.squareRoot()
        return (x / length, y / length)
      }
    }
  }

  // MARK: Names

  /// The name is thrown up from the middle again and again, whole at first; then its letters
  /// separate, each on its own arc and in its own shade.
  private static func letters(
    _ name: String, _ colour: ConfettiColour, _ width: Int, _ height: Int, _ last: Double,
    _ isDark: Bool, _ isUnicode: Bool, _ numbers: inout SeededNumbers
  ) -> [ConfettiPiece] {
    let glyphs = glyphs(of: name, width: width, isUnicode: isUnicode)
    guard let span = glyphs.last.map({ $0.x + $0.width }) else { return [] }
    let wanted = max(30, min(220, width * height / 16))
    let throwsCount = max(1, min(40, (wanted + glyphs.count - 1) / glyphs.count))
    var pieces: [ConfettiPiece] = []
    for at in 0..<throwsCount {
      let part = Double(at) / Double(throwsCount)
      let delay = 0.5 * part
      let tilt = numbers.number(-1, 1)
      let strength = numbers.number(0.45, 1)
      let tone = numbers.index(3)
      for glyph in glyphs {
        // A letter's direction depends mostly on its position in the name.
        let stand = (Double(glyph.x) + Double(glyph.width) / 2) / Double(span) - 0.5
        var piece = ConfettiPiece(
          shape: .letter(glyph.glyph, glyph.width),
          shades: colour.shades(isDark: isDark, tone: isDark ? 1 + tone % 2 : tone))
        flutter(&piece, &numbers)
        piece.sway *= 0.7
        piece.x = 0.5 + stand * min(0.5, Double(span) / Double(max(1, width)))
        piece.y = 0.72
        // Readable on its way up; the differences that pull it apart take effect later.
        piece.delay = delay + numbers.number(0, 0.008)
        piece.end = last - numbers.number(0, 0.3)
        piece.reach = 0.36 * tilt + 0.28 * stand + numbers.number(-0.04, 0.04)
        piece.rise = strength * (0.95 - 0.35 * tilt * tilt) + numbers.number(-0.03, 0.03)
        piece.fall = numbers.number(0.6, 1.05)
        pieces.append(piece)
      }
    }
    return pieces
  }

  private struct Glyph {
    let glyph: UInt32
    let x: Int
    let width: Int
  }

  /// The graphemes as a canvas stores them: cleaned, and with their final widths.
  private static func glyphs(of name: String, width: Int, isUnicode: Bool) -> [Glyph] {
    let room = max(8, min(width, 48))
    var line = Canvas(size: Size(width: room, height: 1), isUnicode: isUnicode)
    line.write(name, at: Point(x: 0, y: 0))
    var glyphs: [Glyph] = []
    for x in 0..<room where line[x, 0].glyph != Cell.continuation && line[x, 0].glyph != 32 {
      let isWide = x + 1 < room && line[x + 1, 0].glyph == Cell.continuation
      glyphs.append(Glyph(glyph: line[x, 0].glyph, x: x, width: isWide ? 2 : 1))
    }
    return glyphs
  }
}
