/// Pixels of a quarter cell each, to be converted to cells.
struct QuadrantGrid {
  /// In cells.
  let width: Int
  let height: Int
  /// Red, green, blue from 0 to 255 and opacity 0 or 1; `2 * width` in a row.
  var pixels: [SIMD4<Float>]

  /// The maximum side in cells; no screen is larger.
  static let limit = 1000

  /// Nil if there is nothing to draw on.
  init?(width: Int, height: Int) {
    guard (1...Self.limit).contains(width), (1...Self.limit).contains(height) else { return nil }
    self.width = width
    self.height = height
    pixels = Array(repeating: .zero, count: 4 * width * height)
  }

  /// The four pixels of a cell: upper left, upper right, lower left, lower right.
  func quadrants(_ x: Int, _ y: Int) -> Quadrants {
    let at = 4 * width * y + 2 * x
    let below = at + 2 * width
    return Quadrants(pixels[at], pixels[at + 1], pixels[below], pixels[below + 1])
  }

  func cells() -> [Cell] {
    var result: [Cell] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      var last = Quadrants.Colours()
      for x in 0..<width { result.append(quadrants(x, y).cell(after: &last)) }
      ColourRuns.join(&result[(y * width)...])
    }
    return result
  }
}

/// Gives neighbours of the same two colours one look: of the bytes that a picture costs, most are
/// changes of colour.
enum ColourRuns {
  /// Chooses, for the cells of one row, which colour is in front; what is seen stays the same.
  static func join(_ row: inout ArraySlice<Cell>) {
    for x in row.indices.dropFirst() {
      var cell = row[x]
      let last = row[x - 1]
      guard cell.background != 0, last.background != 0 else { continue }
      if cell.foreground == 0 {
        // A blank in one of the two colours of the last cell.
        if last.foreground == cell.background { swap(&row, before: x) }
        if row[x - 1].background == cell.background { cell.foreground = row[x - 1].foreground }
        row[x] = cell
        continue
      }
      // The background of a blank can't go to the front.
      if cell.foreground == last.background { swap(&cell) }
      if last.foreground == 0, cell.background == last.background {
        fill(&row, before: x, cell.foreground)
      }
      row[x] = cell
    }
  }

  /// Blanks that have only a background take the colour that follows them, unseen.
  private static func fill(_ row: inout ArraySlice<Cell>, before end: Int, _ colour: UInt32) {
    var x = end - 1
    let background = row[x].background
    while x >= row.startIndex, row[x].foreground == 0, row[x].background == background {
      row[x].foreground = colour
      x -= 1
    }
  }

  /// Swaps all cells before `end` that have one look, if none of them is a blank.
  private static func swap(_ row: inout ArraySlice<Cell>, before end: Int) {
    let last = row[end - 1]
    let start = row[..<end].lastIndex {
      $0.foreground != last.foreground || $0.background != last.background
    }
    let run = (start.map { $0 + 1 } ?? row.startIndex)..<end
    guard row[run].allSatisfy({ $0.glyph != 32 }) else { return }
    for x in run { swap(&row[x]) }
  }

  /// Swaps the colours and the halves of the glyph; not of a blank, where the front is not seen.
  private static func swap(_ cell: inout Cell) {
    guard let mask = Quadrants.glyphs.firstIndex(of: cell.glyph), mask != 0 else { return }
    cell.glyph = Quadrants.glyphs[15 ^ mask]
    (cell.foreground, cell.background) = (cell.background, cell.foreground)
  }
}

struct Quadrants {
  let a, b, c, d: SIMD4<Float>

  init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// Indexed by a bit mask in the order of `quadrants`; set bits are in the foreground.
  static let glyphs: [UInt32] = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars).map(\.value)

  var opaque: Int { (a.w > 0 ? 1 : 0) | (b.w > 0 ? 2 : 0) | (c.w > 0 ? 4 : 0) | (d.w > 0 ? 8 : 0) }

  /// The mean of the pixels in `mask`; its last lane is 1.
  func mean(_ mask: Int) -> SIMD4<Float> {
    let sum = sum(mask)
    return sum / max(sum.w, 1)
  }

  private func sum(_ mask: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    if mask & 1 != 0 { sum += a }
    if mask & 2 != 0 { sum += b }
    if mask & 4 != 0 { sum += c }
    if mask & 8 != 0 { sum += d }
    return sum
  }

  /// The eye is most sensitive to green and least to blue.
  static let weights = SIMD4<Float>(2, 4, 3, 0)
  /// Below this a second colour would cost bytes and not be seen.
  static let visible: Float = 150

  /// Rates a division of four opaque pixels into two colours: the higher, the smaller the squared
  /// error. It is the sum of squares between the groups; the error is the remainder of the total.
  private func gain(_ mask: Int) -> Float {
    let front = sum(mask)
    let back = sum(15 ^ mask)
    let difference = front / front.w - back / back.w
    let squared = difference * difference * Self.weights
    return squared.sum() * front.w * back.w / 4
  }

  /// Up to two colours of a cell; `w` is 1, or 0 where there is none.
  struct Colours {
    var front = SIMD4<Float>.zero
    var back = SIMD4<Float>.zero
  }

  /// How much farther off, as a weighted square, a pixel may be in the colours of the cell before its
  /// own: ten steps of 255 in each channel, as far apart as the greys of a palette of 256. Of the
  /// bytes that a picture costs, most are changes of colour.
  static let unseen: Float = 9 * 10 * 10

  /// The glyph and colours nearest to the pixels.
  var cell: Cell {
    var none = Colours()
    return cell(after: &none)
  }

  /// The same, in the colours of the cell before it where that makes no difference to be seen.
  func cell(after last: inout Colours) -> Cell {
    let opaque = opaque
    if opaque == 0 {
      last = Colours()
      return .blank
    }
    if opaque != 15 {
      // The terminal's own background shows through, so one colour is left for the rest.
      let own = mean(opaque)
      let isNear =
        last.back.w == 0 && last.front.w > 0 && distance(own, last.front) <= Self.unseen
      last = Colours(front: isNear ? last.front : own)
      return Cell(glyph: Self.glyphs[opaque], role: .text, foreground: Self.packed(last.front))
    }
    var best = (mask: 0, gain: Self.visible)
    for mask in 1..<8 {
      let gain = gain(mask)
      if gain > best.gain { best = (mask, gain) }
    }
    let own =
      best.mask == 0
      ? Colours(back: mean(15)) : Colours(front: mean(best.mask), back: mean(15 ^ best.mask))
    var mask = best.mask
    if last.back.w > 0 {
      let near = division(into: last)
      let isNear = (near.errors - division(into: own).errors).max() <= Self.unseen
      if isNear { mask = near.mask } else { last = own }
    } else {
      last = own
    }
    // A blank with a background has no seams; a full block has some in many fonts.
    if mask == 0 || mask == 15 {
      return Cell(
        glyph: 32, role: .text, background: Self.packed(mask == 0 ? last.back : last.front))
    }
    return Cell(
      glyph: Self.glyphs[mask], role: .text, foreground: Self.packed(last.front),
      background: Self.packed(last.back))
  }

  /// Which of four opaque pixels are nearer to the front, and how far off each is then.
  private func division(into colours: Colours) -> (mask: Int, errors: SIMD4<Float>) {
    var mask = 0
    var errors = SIMD4<Float>.zero
    for (place, pixel) in [a, b, c, d].enumerated() {
      let back = distance(pixel, colours.back)
      let front = colours.front.w > 0 ? distance(pixel, colours.front) : .infinity
      if front < back { mask |= 1 << place }
      errors[place] = min(front, back)
    }
    return (mask, errors)
  }

  private func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
    let difference = one - other
    return (difference * difference * Self.weights).sum()
  }

  static func packed(_ colour: SIMD4<Float>) -> UInt32 {
    // Converted one by one: the vector's own conversion is generic and many times slower.
    let c = colour.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)) + 0.5
    return 0x0100_0000 | UInt32(c.x) << 16 | UInt32(c.y) << 8 | UInt32(c.z)
  }
}
