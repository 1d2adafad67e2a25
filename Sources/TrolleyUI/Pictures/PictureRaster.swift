/// Pictures as cells: quadrants in two colours each.
public enum PictureRaster {
  /// The picture as large as fits, centred, row by row; `width * height` cells.
  ///
  /// A cell counts as twice as high as wide. Empty for a size that no screen has.
  public static func cells(_ picture: Picture, width: Int, height: Int) -> [Cell] {
    grid(picture, width: width, height: height)?.cells() ?? []
  }

  static func grid(_ picture: Picture, width: Int, height: Int) -> QuadrantGrid? {
    let size = PixelSize(width: picture.width, height: picture.height)
    let squares = picture.palette.map(square)
    return grid(size, width: width, height: height) { addUp(picture, squares, $0, into: $1) }
  }

  /// Pixels of any size as centred quadrants.
  ///
  /// - Parameter addUp: writes the weighted sum of the rows of a span into one row.
  static func grid(
    _ pixels: PixelSize, width: Int, height: Int,
    _ addUp: (Spans.Span, UnsafeMutablePointer<SIMD4<Float>>) -> Void
  ) -> QuadrantGrid? {
    guard var grid = QuadrantGrid(width: width, height: height) else { return nil }
    let size = fitted(pixels, width, height)
    guard size.width > 0, size.height > 0 else { return grid }
    let left = (2 * width - size.width) / 2
    let top = (2 * height - size.height) / 2
    let columns = Spans(from: pixels.width, to: size.width)
    let rows = Spans(from: pixels.height, to: size.height)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: pixels.width) { buffer in
      guard let row = buffer.baseAddress else { return }
      for y in 0..<size.height {
        addUp(rows[y], row)
        let at = (top + y) * 2 * width + left
        for x in 0..<size.width {
          var sum = SIMD4<Float>.zero
          columns[x].visit { sum += row[$0] * $1 }
          grid.pixels[at + x] = colour(sum)
        }
      }
    }
    return grid
  }

  /// The size of the picture in quadrants.
  static func fitted(_ picture: PixelSize, _ width: Int, _ height: Int) -> Size {
    guard picture.width > 0, picture.height > 0 else { return Size(width: 0, height: 0) }
    // A quadrant is as high as two are wide.
    let scale = min(Float(width) / Float(picture.width), Float(2 * height) / Float(picture.height))
    let across = (2 * scale * Float(picture.width)).rounded()
    let down = (scale * Float(picture.height)).rounded()
    return Size(
      width: min(max(1, Int(across)), 2 * width), height: min(max(1, Int(down)), 2 * height))
  }

  /// Squaring approximates linear light. Transparent pixels are left out, so that they do not tint
  /// the mean.
  private static func square(_ colour: RGB?) -> SIMD4<Float> {
    guard let colour else { return .zero }
    let value = SIMD4<Float>(Float(colour.red), Float(colour.green), Float(colour.blue), 1)
    return value * value
  }

  /// - Parameter squares: of the palette's colours.
  private static func addUp(
    _ picture: Picture, _ squares: [SIMD4<Float>], _ span: Spans.Span,
    into row: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    row.initialize(repeating: .zero, count: picture.width)
    picture.pixels.withUnsafeBufferPointer { pixels in
      squares.withUnsafeBufferPointer { squares in
        span.visit { y, weight in
          let at = y * picture.width
          for x in 0..<picture.width { row[x] += squares[Int(pixels[at + x])] * weight }
        }
      }
    }
  }

  /// Half transparent counts as transparent: blending with an unknown background would leave a
  /// halo.
  static func colour(_ sum: SIMD4<Float>) -> SIMD4<Float> {
    guard sum.w >= 0.5 else { return .zero }
    return (sum / sum.w).squareRoot()
  }
}

/// Which of `from` pixels, and with what weight, make up each of `to` pixels.
struct Spans {
  struct Span {
    let start, end: Float
    let last: Int

    /// Calls back with each index and its weight; the weights add up to 1.
    @inline(__always)
    func visit(_ body: (Int, Float) -> Void) {
      let unit = 1 / (end - start)
      var index = Int(start)
      while index <= last {
        let share = min(end, Float(index + 1)) - max(start, Float(index))
        if share <= 0 { break }
        body(index, share * unit)
        index += 1
      }
    }
  }

  let from: Int
  let step: Float

  init(from: Int, to: Int) {
    self.from = from
    step = Float(from) / Float(to)
  }

  subscript(index: Int) -> Span {
    Span(start: Float(index) * step, end: Float(index + 1) * step, last: from - 1)
  }
}
