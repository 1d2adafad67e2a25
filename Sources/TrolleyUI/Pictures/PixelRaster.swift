import TrolleyCore

/// Pixels of a file or of the web as cells: quadrants in two colours each, as the seeds' pictures.
extension PictureRaster {
  /// The picture as large as it fits, in the middle, row by row; `width * height` cells.
  public static func cells(_ image: PixelImage, width: Int, height: Int) -> [Cell] {
    grid(image, width: width, height: height)?.cells() ?? []
  }

  /// The same without any colour.
  public static func monochrome(
    _ image: PixelImage, width: Int, height: Int, isDark: Bool = true
  ) -> [Cell] {
    grid(image, width: width, height: height).map { monochrome($0, isDark: isDark) } ?? []
  }

  static func grid(_ image: PixelImage, width: Int, height: Int) -> QuadrantGrid? {
    guard var grid = QuadrantGrid(width: width, height: height) else { return nil }
    let size = fitted(image.size, width, height)
    guard size.width > 0, size.height > 0 else { return grid }
    let left = (2 * width - size.width) / 2
    let top = (2 * height - size.height) / 2
    let columns = Spans(from: image.width, to: size.width)
    let rows = Spans(from: image.height, to: size.height)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    for y in 0..<size.height {
      addUp(image, rows[y], into: &row)
      let at = (top + y) * 2 * width + left
      for x in 0..<size.width {
        var sum = SIMD4<Float>.zero
        columns[x].visit { sum += row[$0] * $1 }
        grid.pixels[at + x] = colour(sum)
      }
    }
    return grid
  }

  private static func addUp(
    _ image: PixelImage, _ span: Spans.Span, into row: inout [SIMD4<Float>]
  ) {
    for x in row.indices { row[x] = .zero }
    image.rgba.withUnsafeBufferPointer { bytes in
      span.visit { y, weight in
        var at = 4 * y * image.width
        for x in row.indices {
          let value = SIMD4<Float>(
            Float(bytes[at]), Float(bytes[at + 1]), Float(bytes[at + 2]), 1)
          // Half of a pixel that is half seen counts.
          row[x] += value * value * (weight * Float(bytes[at + 3]) / 255)
          at += 4
        }
      }
    }
  }
}
