/// Pictures in another size, in pixels.
public enum PixelScaling {
  /// The picture as large as fits, centred: red, green, blue from 0 to 255 and opacity 0 or 1.
  public static func pixels(of image: PixelImage, fitting size: PixelSize) -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: .zero, count: size.width * size.height)
    // Across and down by the same factor.
    let across = min(size.width, (image.width * size.height + image.height / 2) / image.height)
    let down = min(size.height, (image.height * size.width + image.width / 2) / image.width)
    let (width, height) = (max(1, across), max(1, down))
    let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
    let columns = Spans(from: image.width, to: width)
    let rows = Spans(from: image.height, to: height)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    for y in 0..<height {
      PictureRaster.addUp(image, rows[y], into: &row)
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        columns[x].visit { sum += row[$0] * $1 }
        pixels[(top + y) * size.width + left + x] = PictureRaster.colour(sum)
      }
    }
    return pixels
  }
}
