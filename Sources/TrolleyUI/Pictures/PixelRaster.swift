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

  /// Of the values of a channel.
  private static let squares = (0..<256).map { Float($0 * $0) }

  /// - Parameter row: has room for `image.width` sums.
  static func addUp(
    _ image: PixelImage, _ span: Spans.Span, into row: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    row.initialize(repeating: .zero, count: image.width)
    squares.withUnsafeBufferPointer { squares in
      image.rgba.withUnsafeBufferPointer { bytes in
        span.visit { y, weight in
          let start = 4 * y * image.width
          for x in 0..<image.width {
            let at = start + 4 * x
            // Each pixel counts in proportion to its opacity; a third of an emoji has none.
            guard bytes[at + 3] > 0 else { continue }
            let square = SIMD4(
              squares[Int(bytes[at])], squares[Int(bytes[at + 1])], squares[Int(bytes[at + 2])], 1)
            row[x] += square * (weight * Float(bytes[at + 3]) / 255)
          }
        }
      }
    }
  }
}
