/// The shape of a piece.
enum ConfettiShape: Equatable {
  /// A square of paper that turns over as it falls, half a cell high.
  case paper
  /// A larger one, two cells wide while it lies flat.
  case sheet
  /// A strip that trails behind itself.
  case ribbon
  case disc, diamond, star, spark, triangle, heart, square

  /// The number of cells in a ribbon.
  static let stripParts = 4

  /// Thin characters need the weight; blocks have it.
  var isBold: Bool {
    switch self {
    case .paper, .sheet, .ribbon, .square: false
    default: true
    }
  }

  /// The number of glyphs side by side.
  func count(turn: Double, isWithered: Bool) -> Int {
    self == .sheet && !isWithered && Self.isFlat(turn) ? 2 : 1
  }

  /// Flat, then edge-on, then flat with the other side up.
  private static func isFlat(_ turn: Double) -> Bool { turn < 0.3 || (0.5..<0.8).contains(turn) }

  /// Its glyph at a moment of its turn. `inLower` and `inRight` give the quarter of the cell that
  /// its centre is in.
  func glyph(
    turn: Double, isWithered: Bool, inLower: Bool, inRight: Bool, isUnicode: Bool
  ) -> UInt32 {
    if isWithered { return isUnicode ? scalar("·") : scalar(".") }
    if isUnicode, self == .paper || self == .sheet {
      if Self.isFlat(turn) { return scalar(inLower ? "▄" : "▀") }
      if self == .sheet { return scalar(turn < 0.4 ? "█" : inRight ? "▐" : "▌") }
      if inLower { return scalar(inRight ? "▗" : "▖") }
      return scalar(inRight ? "▝" : "▘")
    }
    let sides = isUnicode ? signs : asciiSigns
    return sides[min(sides.count - 1, Int(turn * Double(sides.count)))].value
  }

  private var signs: [Unicode.Scalar] {
    switch self {
    case .paper, .sheet: ["▀"]
    case .ribbon: ["│"]
    case .disc: ["●", "•"]
    case .diamond: ["◆", "◆", "◇"]
    case .star: ["★", "✦", "★", "✧"]
    case .spark: ["✦", "·", "✧", "·"]
    case .triangle: ["▲", "►", "▼", "◄"]
    case .heart: ["♥"]
    case .square: ["■", "▬", "■", "□"]
    }
  }

  private var asciiSigns: [Unicode.Scalar] {
    switch self {
    case .paper, .sheet: ["#", "=", "#", "-"]
    case .ribbon: ["|"]
    case .disc: ["o", "."]
    case .diamond, .star: ["*", "+"]
    case .spark: ["+", "x"]
    case .triangle: ["^", ">", "v", "<"]
    case .heart: ["%", "*"]
    case .square: ["#", "-"]
    }
  }

  /// A part of a ribbon that runs from one position to another.
  static func strip(dx: Double, dy: Double, isUnicode: Bool) -> UInt32 {
    if abs(dx) < 0.3 * abs(dy) { return isUnicode ? scalar("│") : scalar("|") }
    if abs(dy) < 0.25 * abs(dx) { return isUnicode ? scalar("─") : scalar("-") }
    let isFalling = (dx < 0) == (dy < 0)
    return isUnicode ? scalar(isFalling ? "╲" : "╱") : scalar(isFalling ? "\\" : "/")
  }
}

private func scalar(_ s: Unicode.Scalar) -> UInt32 { s.value }
