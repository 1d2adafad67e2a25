/// Pixels from a file or the web as cells: quadrants in two colours each, like the bundled
/// pictures.
extension PictureRaster {
  /// The picture as large as fits, centred, row by row; `width * height` cells.
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
    grid(image.size, width: width, height: height) { addUp(image, $0, into: $1) }
  }

  /// - Parameter row: has room for `image.width` sums.
  static func addUp(
    _ image: PixelImage, _ span: Spans.Span, into row: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    row.initialize(repeating: .zero, count: image.width)
    image.rgba.withUnsafeBufferPointer { bytes in
      span.visit { y, weight in
        var at = 4 * y * image.width
        for x in 0..<image.width {
          let value = SIMD4<Float>(Float(bytes[at]), Float(bytes[at + 1]), Float(bytes[at + 2]), 1)
          // Each pixel counts in proportion to its opacity.
          row[x] += value * value * (weight * Float(bytes[at + 3]) / 255)
          at += 4
        }
      }
    }
  }
}
