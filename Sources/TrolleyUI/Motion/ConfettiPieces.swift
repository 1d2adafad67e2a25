/// Generates the pieces of a burst: the same ones for the same seed and window, in every frame.
enum ConfettiPieces {
  static func pieces(
    of confetti: Confetti, width: Int, height: Int, isDark: Bool
  ) -> [ConfettiPiece] {
    var numbers = SeededNumbers(seed: confetti.seed)
    let last = Double(confetti.duration) / 1000
    switch confetti.kind {
    case .complete:
      let count = max(44, min(340, width * height / 12))
      return (0..<count).map { party($0, of: count, last, isDark, &numbers) }
    case .name, .deleted: return []
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

  /// The names, each whole: the first one large, in the middle of the rest, which are small.
  static func words(
    of confetti: Confetti, in area: Rect, isDark: Bool, isUnicode: Bool
  ) -> [ConfettiWord] {
    var numbers = SeededNumbers(seed: confetti.seed)
    let names: [String]
    let colour: ConfettiColour
    switch confetti.kind {
    case .complete: return []
    case .name(let added):
      names = added
      // Red is reserved for deletions.
      let colours = ConfettiColour.allCases.filter { $0 != .red }
      colour = colours[numbers.index(colours.count)]
    case .deleted(let gone):
      names = gone
      colour = .red
    }
    guard let first = names.first, area.width > 0, area.height > 0 else { return [] }
    let last = Double(confetti.duration) / 1000
    var words: [ConfettiWord] = []
    if isUnicode, area.height >= 8,
      let face = ConfettiLetters.large(first, room: area.width * 3 / 4)
    {
      words.append(hero(face, colour, last, isDark, &numbers))
    }
    let count = max(4, min(26, area.width * area.height / 110))
    for at in 0..<count {
      let line = ConfettiLetters.plain(
        names[at % names.count], room: max(1, area.width / 2), isUnicode: isUnicode)
      var piece = ConfettiPiece(
        shape: .paper, shades: colour.shades(isDark: isDark, tone: isDark ? 1 + at % 2 : at % 3))
      thrown(&piece, at, of: count, last, &numbers)
      words.append(ConfettiWord(piece: piece, face: [line], width: line.count, isBold: true))
    }
    return words
  }

  /// It rises to the middle, is read there, and turns over once as it falls.
  private static func hero(
    _ face: [[UInt32]], _ colour: ConfettiColour, _ last: Double, _ isDark: Bool,
    _ numbers: inout SeededNumbers
  ) -> ConfettiWord {
    var piece = ConfettiPiece(shape: .paper, shades: colour.shades(isDark: isDark, tone: 1))
    piece.y = 0.75
    piece.rise = 0.55
    piece.reach = numbers.number(-0.06, 0.06)
    piece.fall = 0.42
    piece.spin = 0.85
    piece.end = last
    return ConfettiWord(piece: piece, face: face, width: face[0].count, isBold: false)
  }

  /// Thrown up from the middle one after the other, to all sides.
  private static func thrown(
    _ piece: inout ConfettiPiece, _ at: Int, of count: Int, _ last: Double,
    _ numbers: inout SeededNumbers
  ) {
    piece.sway = numbers.number(0.3, 1.2)
    piece.swing = numbers.number(0.8, 1.6)
    piece.phase = numbers.number(0, 0.2)
    piece.spin = numbers.number(0.9, 1.7)
    let tilt = (Double(at) + 0.5) / Double(count) * 2 - 1
    piece.y = 0.8
    piece.delay = numbers.number(0, 0.28)
    piece.end = last - numbers.number(0, 0.2)
    piece.reach = 0.46 * (at % 2 == 0 ? tilt : -tilt) + numbers.number(-0.05, 0.05)
    piece.rise = numbers.number(0.35, 1) * (0.95 - 0.3 * tilt * tilt)
    piece.fall = numbers.number(0.5, 0.9)
  }
}
