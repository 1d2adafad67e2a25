extension PictureRaster {
  /// The picture without any colour: its outline in quadrants, its body in shades.
  ///
  /// Bright parts get the most ink if the text is bright, and the least if it is dark.
  public static func monochrome(
    _ picture: Picture, width: Int, height: Int, isDark: Bool = true
  ) -> [Cell] {
    grid(picture, width: width, height: height).map { monochrome($0, isDark: isDark) } ?? []
  }

  /// The same for pixels.
  static func monochrome(_ grid: QuadrantGrid, isDark: Bool) -> [Cell] {
    let range = luminances(grid)
    var result: [Cell] = []
    result.reserveCapacity(grid.width * grid.height)
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        result.append(Cell(glyph: glyph(grid.quadrants(x, y), range, isDark), role: .text))
      }
    }
    return result
  }

  private static let shades: [UInt32] = Array("░▒▓█".unicodeScalars).map(\.value)

  private static func luminance(_ colour: SIMD4<Float>) -> Float {
    (colour * SIMD4<Float>(0.3, 0.59, 0.11, 0)).sum()
  }

  /// The darkest and the brightest: every picture uses all shades.
  private static func luminances(_ grid: QuadrantGrid) -> ClosedRange<Float> {
    var low = Float.infinity
    var high = -Float.infinity
    for pixel in grid.pixels where pixel.w > 0 {
      let value = luminance(pixel)
      low = min(low, value)
      high = max(high, value)
    }
    return low <= high ? low...high : 0...0
  }

  private static func glyph(
    _ quadrants: Quadrants, _ range: ClosedRange<Float>, _ isDark: Bool
  ) -> UInt32 {
    let opaque = quadrants.opaque
    if opaque != 15 { return Quadrants.glyphs[opaque] }
    let span = max(range.upperBound - range.lowerBound, 1)
    let share = (luminance(quadrants.mean(15)) - range.lowerBound) / span
    let ink = isDark ? share : 1 - share
    return shades[min(max(Int(ink * 4), 0), 3)]
  }
}
