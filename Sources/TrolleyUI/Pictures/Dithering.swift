/// Photographs in the basic colours: ordered dithering, in which a pattern of two colours looks like
/// a third one from afar.
enum Dithering {
  /// Bayer's matrix of four by four: neighbours are as far apart as can be.
  private static let order: [Float] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// - Parameter colours: the first so many of the basic ones.
  static func cells(_ grid: QuadrantGrid, colours: Int) -> [Cell] {
    let palette = BasicColours.all.prefix(colours).map {
      SIMD4(Float($0.red), Float($0.green), Float($0.blue), 1)
    }
    // About the distance between neighbours in the palette.
    let spread: Float = colours > 8 ? 96 : 144
    let width = 2 * grid.width
    let entries = grid.pixels.enumerated().map { at, pixel -> Int? in
      guard pixel.w > 0 else { return nil }
      let place = (at / width % 4) * 4 + at % width % 4
      let change = spread * ((order[place] + 0.5) / 16 - 0.5)
      return nearest(vivid(pixel) + SIMD4(change, change, change, 0), palette)
    }
    var cells: [Cell] = []
    cells.reserveCapacity(grid.width * grid.height)
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let at = 2 * y * width + 2 * x
        cells.append(
          cell([entries[at], entries[at + 1], entries[at + width], entries[at + width + 1]]))
      }
    }
    return cells
  }

  /// Further from the grey that is as bright: the few colours are all strong ones, and a grey lies
  /// between any two of them, so that dark fruit would be without colour.
  private static func vivid(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    let bright = (pixel * SIMD4(0.3, 0.59, 0.11, 0)).sum()
    let grey = SIMD4(bright, bright, bright, pixel.w)
    return grey + (pixel - grey) * 1.8
  }

  private static let weights = SIMD4<Float>(2, 4, 3, 0)

  private static func nearest(_ colour: SIMD4<Float>, _ palette: [SIMD4<Float>]) -> Int {
    var best = 0
    var least = Float.infinity
    for (entry, other) in palette.enumerated() {
      let difference = colour - other
      let distance = (difference * difference * weights).sum()
      if distance < least { (best, least) = (entry, distance) }
    }
    return best
  }

  /// A cell has two colours: the two most frequent ones of its quarters. Where the terminal's own
  /// background shows through, one.
  private static func cell(_ quarters: [Int?]) -> Cell {
    var counts: [(entry: Int, count: Int)] = []
    for case let entry? in quarters {
      if let at = counts.firstIndex(where: { $0.entry == entry }) {
        counts[at].count += 1
      } else {
        counts.append((entry, 1))
      }
    }
    counts.sort { ($0.count, $1.entry) > ($1.count, $0.entry) }
    guard let first = counts.first else { return .blank }
    func packed(_ entry: Int) -> UInt32 { Cell.packed(BasicColours.all[entry]) }
    if quarters.contains(where: { $0 == nil }) {
      let mask = quarters.indices.reduce(0) { $0 | (quarters[$1] == nil ? 0 : 1 << $1) }
      return Cell(glyph: Quadrants.glyphs[mask], role: .text, foreground: packed(first.entry))
    }
    guard counts.count > 1 else {
      return Cell(glyph: 32, role: .text, background: packed(first.entry))
    }
    let mask = quarters.indices.reduce(0) { $0 | (quarters[$1] == first.entry ? 1 << $1 : 0) }
    return Cell(
      glyph: Quadrants.glyphs[mask], role: .text, foreground: packed(first.entry),
      background: packed(counts[1].entry))
  }
}
