/// A picture for an item that has none: its initial on a block whose colour depends on the name.
public enum GeneratedPicture {
  /// Always the same for the same name; row by row, `width * height` cells.
  public static func cells(for name: String, width: Int, height: Int) -> [Cell] {
    cells(for: name, width: width, height: height, isCutOut: false) { $0.cells() }
  }

  /// The same without any colour: the initial is cut out of the block. In shades it would have only
  /// whole cells, too few for a letter.
  static func monochrome(for name: String, width: Int, height: Int) -> [Cell] {
    cells(for: name, width: width, height: height, isCutOut: true) { grid in
      (0..<grid.width * grid.height).map { at in
        let opaque = grid.quadrants(at % grid.width, at / grid.width).opaque
        return Cell(glyph: Quadrants.glyphs[opaque], role: .text)
      }
    }
    .map { cell in
      var cell = cell
      cell.foreground = 0
      cell.background = 0
      return cell
    }
  }

  /// Only the block, without the initial and in whole cells: for a moment, in the first frame.
  static func drawBlock(for name: String, in area: Rect, on canvas: inout Canvas) {
    let width = min(area.width, max(2 * area.height, 3))
    let cell = Cell(glyph: 32, role: .text, background: Cell.packed(colour(of: name)))
    for y in area.y..<area.maxY {
      for x in 0..<width {
        canvas.put(cell, at: Point(x: area.x + (area.width - width) / 2 + x, y: y))
      }
    }
  }

  private static func cells(
    for name: String, width: Int, height: Int, isCutOut: Bool, _ draw: (QuadrantGrid) -> [Cell]
  ) -> [Cell] {
    guard var grid = QuadrantGrid(width: width, height: height) else { return [] }
    let colour = colour(of: name)
    let initial = Initial.of(name)
    let block = min(width, max(2 * height, 3))
    let scale = min((2 * height - 2) / TileFont.height, (block - 1) / TileFont.width)
    if scale > 0, let letter = TileFont.rows(Initial.plain(initial)) {
      fill(&grid, blockWidth: block, colour)
      self.draw(letter, scale, on: &grid, isCutOut ? .zero : pixel(ink(on: colour)))
      return draw(grid)
    }
    let text = String(initial)
    // A single character can be centred only in an odd number of cells.
    let odd = (block - DisplayWidth.of(text)) % 2 == 0 ? block : block < width ? block + 1 : block
    fill(&grid, blockWidth: odd, colour)
    return write(
      isCutOut && odd > DisplayWidth.of(text) + 3 ? " \(text) " : text, on: draw(grid),
      Size(width: width, height: height), background: colour, ink: ink(on: colour))
  }

  /// Colours that look well together, each readable under its ink and distinct from dark and light
  /// backgrounds.
  static let colours: [RGB] = [
    RGB(0xC4, 0x4A, 0x42), RGB(0xD9, 0x7B, 0x38), RGB(0xD6, 0xA2, 0x2E), RGB(0x8D, 0xA6, 0x36),
    RGB(0x3F, 0x95, 0x55), RGB(0x25, 0x92, 0x8C), RGB(0x35, 0x86, 0xBE), RGB(0x4B, 0x69, 0xC8),
    RGB(0x7A, 0x57, 0xC0), RGB(0xA5, 0x4F, 0xA8), RGB(0xC7, 0x53, 0x80), RGB(0x90, 0x68, 0x48),
  ]

  /// FNV-1a over the lowercased name: the same in every run and on every machine.
  static func colour(of name: String) -> RGB {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.lowercased().utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // The high bits depend on all bytes, the lowest ones on few.
    return colours[Int((hash ^ hash >> 32) % UInt64(colours.count))]
  }

  /// White, or nearly black on colours too bright for white.
  static func ink(on colour: RGB) -> RGB {
    let luminance = 3 * Int(colour.red) + 6 * Int(colour.green) + Int(colour.blue)
    return luminance > 1400 ? RGB(0x1C, 0x1C, 0x1C) : RGB(0xFF, 0xFF, 0xFF)
  }

  private static func pixel(_ colour: RGB, _ factor: Float = 1) -> SIMD4<Float> {
    let channels = SIMD3<Float>(Float(colour.red), Float(colour.green), Float(colour.blue))
    return SIMD4(channels * factor, 1)
  }

  /// A centred rounded block, slightly darker at its foot.
  private static func fill(_ grid: inout QuadrantGrid, blockWidth: Int, _ colour: RGB) {
    let left = (grid.width - blockWidth) / 2
    let size = SIMD2(Float(blockWidth), Float(2 * grid.height))
    let radius = size.min() * 0.2
    let half = size / 2
    let rows = 2 * grid.height
    for y in 0..<rows {
      let shade = pixel(colour, y == rows - 1 && rows > 4 ? 0.78 : 1)
      for x in 0..<2 * blockWidth {
        // A quadrant is half as wide as high. Outside means outside the circle of its corner.
        let place = SIMD2((Float(x) + 0.5) / 2, Float(y) + 0.5) - half
        let corner = place.replacing(with: -place, where: place .< 0) - half + radius
        let beyond = corner.clamped(lowerBound: .zero, upperBound: half)
        if (beyond * beyond).sum() > radius * radius { continue }
        grid.pixels[y * 2 * grid.width + 2 * left + x] = shade
      }
    }
  }

  /// Dots of two by one quadrants times `scale`, with rounded corners on large dots.
  private static func draw(
    _ rows: [UInt8], _ scale: Int, on grid: inout QuadrantGrid, _ ink: SIMD4<Float>
  ) {
    let left = (2 * grid.width - 2 * TileFont.width * scale) / 2
    let top = (2 * grid.height - TileFont.height * scale) / 2
    for y in 0..<TileFont.height * scale {
      for x in 0..<2 * TileFont.width * scale {
        let across = (Float(x) + 0.5) / Float(2 * scale) - 0.5
        let down = (Float(y) + 0.5) / Float(scale) - 0.5
        let isSet =
          scale > 2
          ? coverage(rows, across, down) > 0.4
          : TileFont.isSet(rows, x / (2 * scale), y / scale)
        guard isSet else { continue }
        grid.pixels[(top + y) * 2 * grid.width + left + x] = ink
      }
    }
  }

  /// The coverage between the centres of four dots, interpolated.
  private static func coverage(_ rows: [UInt8], _ x: Float, _ y: Float) -> Float {
    let column = x.rounded(.down)
    let row = y.rounded(.down)
    let right = x - column
    let below = y - row
    func dot(_ dx: Int, _ dy: Int) -> Float {
      TileFont.isSet(rows, Int(column) + dx, Int(row) + dy) ? 1 : 0
    }
    let upper = dot(0, 0) * (1 - right) + dot(1, 0) * right
    let lower = dot(0, 1) * (1 - right) + dot(1, 1) * right
    return upper * (1 - below) + lower * below
  }

  /// A centred single character; the canvas decides what may get into a cell.
  private static func write(
    _ text: String, on block: [Cell], _ size: Size, background: RGB, ink: RGB
  ) -> [Cell] {
    var canvas = Canvas(size: Size(width: size.width, height: 1))
    let x = (size.width - DisplayWidth.of(text)) / 2
    let end = x + canvas.write(text, at: Point(x: x, y: 0), .text, .bold)
    var cells = block
    let row = (size.height - 1) / 2 * size.width
    for x in max(0, x)..<max(0, x, min(end, size.width)) {
      cells[row + x] = canvas[x, 0]
      cells[row + x].foreground = Cell.packed(ink)
      cells[row + x].background = Cell.packed(background)
    }
    return cells
  }
}
