/// An item's name as one piece of confetti: it is thrown as a whole, turns over as it falls, and is
/// drawn whole or not at all.
struct ConfettiWord {
  /// How it moves; its own shape is not drawn.
  var piece: ConfettiPiece
  /// Its lines, each of as many cells as it is wide; blanks are nothing.
  let face: [[UInt32]]
  let width: Int
  let isBold: Bool

  var shades: ConfettiShades { piece.shades }

  /// How much of a turn it shows its edge.
  private static let edge = 0.07

  /// Whether it shows its edge: a strip, one line high.
  static func isOnEdge(_ turn: Double) -> Bool {
    let half = turn < 0.5 ? turn : turn - 0.5
    return half >= 0.5 - edge
  }

  /// What is seen of it at a moment of its turn.
  func lines(turn: Double, isUnicode: Bool) -> [[UInt32]] {
    guard Self.isOnEdge(turn) else { return face }
    let strip: Unicode.Scalar = isUnicode ? "━" : "-"
    return [[UInt32](repeating: strip.value, count: width)]
  }
}

/// Names as lines of characters: in block letters of three lines where there is room, otherwise as
/// they are written.
enum ConfettiLetters {
  /// The lines of large letters, and how many cells they take; nil for a name that has other
  /// characters, and without room.
  static func large(_ name: String, room: Int) -> [[UInt32]]? {
    var dots: [[UInt8]] = []
    for character in name {
      if character == " " {
        dots.append([])
        continue
      }
      let upper = character.uppercased()
      guard let first = upper.first, upper.count == 1,
        let rows = TileFont.rows(Initial.plain(first))
      else { return nil }
      dots.append(sixRows(of: rows))
    }
    if name.count * 6 - 1 <= room { return lines(dots, isWide: true) }
    return name.count * 3 <= room ? lines(dots, isWide: false) : nil
  }

  /// Six rows fill three lines: the lowest that repeats the one above it is left out.
  private static func sixRows(of rows: [UInt8]) -> [UInt8] {
    let repeated = rows.indices.dropFirst().last { rows[$0] == rows[$0 - 1] } ?? 5
    return rows.enumerated().filter { $0.offset != repeated }.map(\.element)
  }

  /// A dot is half a cell high, and a cell or half of one wide.
  private static func lines(_ letters: [[UInt8]], isWide: Bool) -> [[UInt32]] {
    let pitch = TileFont.width + 1
    func isSet(_ x: Int, _ y: Int) -> Bool {
      let letter = x / pitch
      return letters.indices.contains(letter) && TileFont.isSet(letters[letter], x % pitch, y)
    }
    let columns = letters.count * pitch - (isWide ? 1 : 0)
    return (0..<3).map { line in
      stride(from: 0, to: columns, by: isWide ? 1 : 2).map { x in
        let right = isWide ? x : x + 1
        let bits =
          (isSet(x, 2 * line) ? 8 : 0) | (isSet(right, 2 * line) ? 4 : 0)
          | (isSet(x, 2 * line + 1) ? 2 : 0) | (isSet(right, 2 * line + 1) ? 1 : 0)
        return blocks[bits].value
      }
    }
  }

  /// By quarters: upper left, upper right, lower left, lower right.
  private static let blocks: [Unicode.Scalar] = [
    " ", "▗", "▖", "▄", "▝", "▐", "▞", "▟", "▘", "▚", "▌", "▙", "▀", "▜", "▛", "█",
  ]

  /// The graphemes as a canvas stores them: cleaned, wide ones with their second halves.
  static func plain(_ name: String, room: Int, isUnicode: Bool) -> [UInt32] {
    let name = DisplayWidth.fitting(name, room)
    let width = DisplayWidth.of(name)
    var line = Canvas(size: Size(width: max(1, width), height: 1), isUnicode: isUnicode)
    line.write(name, at: Point(x: 0, y: 0))
    return line.cells.map(\.glyph)
  }
}
