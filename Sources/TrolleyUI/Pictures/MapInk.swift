/// The colours of a street map on this terminal: those of paper on a light one, of night on a dark
/// one, and plain ones where there are only eight or sixteen.
struct MapInk {
  private let inks: [SIMD4<Float>]

  /// What the worker has drawn in its colours for streets.
  private static let grounds = Dictionary(
    uniqueKeysWithValues: MapGround.allCases.map { (Cell.packed($0.colours.day), $0) })

  init(_ context: RenderContext, isDark: Bool) {
    inks = MapGround.allCases.map { ground in
      let all = ground.colours
      let ink =
        context.hasFewColours
        ? isDark ? all.plainNight : all.plainDay : isDark ? all.night : all.day
      return SIMD4(Float(ink.red), Float(ink.green), Float(ink.blue), 1)
    }
  }

  func paint(_ grid: inout QuadrantGrid) {
    let across = 2 * grid.width
    var grounds: [MapGround] = []
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let corner = 2 * (y * across + x)
        let places = [corner, corner + 1, corner + across, corner + across + 1]
        grounds.removeAll(keepingCapacity: true)
        for at in places where grid.pixels[at].w > 0 {
          guard let ground = Self.ground(grid.pixels[at]) else { break }
          grounds.append(ground)
        }
        // A map in another style stays as it is.
        guard grounds.count == places.count else { continue }
        Self.leaveTwo(&grounds)
        for (at, ground) in zip(places, grounds) { grid.pixels[at] = inks[Int(ground.rawValue)] }
      }
    }
  }

  private static func ground(_ pixel: SIMD4<Float>) -> MapGround? {
    grounds[Cell.packed(RGB(UInt8(pixel.x), UInt8(pixel.y), UInt8(pixel.z)))]
  }

  /// A cell shows two colours, and the mean of two more would be that of another ground: the one
  /// with the fewest parts becomes what is most like it, a smaller road before a larger one.
  private static func leaveTwo(_ grounds: inout [MapGround]) {
    while true {
      var counts = SIMD8<Int>.zero
      for ground in grounds { counts[Int(ground.rawValue)] += 1 }
      let kinds = MapGround.allCases.filter { counts[Int($0.rawValue)] > 0 }
      guard kinds.count > 2,
        let least = kinds.min(by: { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] })
      else { return }
      let others = kinds.filter { $0 != least }
      let alike = others.filter { $0.isRoad == least.isRoad }
      let most = (alike.isEmpty ? others : alike)
        .max { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] }
      guard let most else { return }
      for at in grounds.indices where grounds[at] == least { grounds[at] = most }
    }
  }
}

/// A street map without any colour: streets as lines of dots, water as a light shade.
enum MapLines {
  /// Braille has two dots across and four down.
  private static let across = 2
  private static let down = 4
  /// The bit of each dot, row by row.
  private static let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// - Parameter image: four by eight samples for each cell.
  static func cells(_ image: PixelImage, _ size: Size) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width { cells.append(cell(image, x, y)) }
    }
    return cells
  }

  private static func cell(_ image: PixelImage, _ x: Int, _ y: Int) -> Cell {
    var dots: UInt32 = 0
    var wet = 0
    for dot in 0..<across * down {
      var votes = SIMD8<UInt16>.zero
      for part in 0..<4 {
        let column = 2 * (across * x + dot % across) + part % 2
        let row = 2 * (down * y + dot / across) + part / 2
        let at = 4 * (row * image.width + column)
        guard image.rgba[at + 3] >= 128 else { continue }
        let ground = MapGround.of(
          red: image.rgba[at], green: image.rgba[at + 1], blue: image.rgba[at + 2])
        if let ground { votes[Int(ground.rawValue)] += 1 }
      }
      guard let ground = MapGround.elected(votes) else { continue }
      if ground.isRoad { dots |= bits[dot] }
      if ground == .water { wet += 1 }
    }
    if dots > 0 { return Cell(glyph: 0x2800 + dots, role: .text) }
    return wet > across * down / 2 ? Cell(glyph: 0x2591, role: .dim) : .blank
  }
}
