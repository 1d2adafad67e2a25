/// Pictures in another size, in pixels.
public enum PixelScaling {
  /// The picture as large as fits, centred: red, green, blue from 0 to 255 and opacity 0 or 1.
  public static func pixels(of image: PixelImage, fitting size: PixelSize) -> [SIMD4<Float>] {
    // Across and down by the same factor.
    let across = min(size.width, (image.width * size.height + image.height / 2) / image.height)
    let down = min(size.height, (image.height * size.width + image.width / 2) / image.width)
    var pixels = [SIMD4<Float>](repeating: .zero, count: size.width * size.height)
    let area = PixelSize(width: max(1, across), height: max(1, down))
    visit(image, scaledTo: area, centredIn: size) { pixels[$0] = PictureRaster.colour($1) }
    return pixels
  }

  /// The size of a picture for an area of the screen: each cell has a whole number of its pixels,
  /// as many as the screen, or about its own if those are fewer.
  public static func size(
    of image: PixelImage, covering area: Size, cell: PixelSize
  ) -> PixelSize {
    let scale = max(1, scale(of: image, covering: area, cell))
    let pixels = { (side: Int) in max(1, Int((Double(side) / scale).rounded(.up))) }
    return PixelSize(
      width: area.width * pixels(cell.width), height: area.height * pixels(cell.height))
  }

  private static func scale(
    of image: PixelImage, covering area: Size, _ cell: PixelSize
  ) -> Double {
    min(
      Double(area.width * cell.width) / Double(image.width),
      Double(area.height * cell.height) / Double(image.height))
  }

  /// The picture in that size, as large as fits and centred. Nil for a size that no picture has.
  public static func image(
    of image: PixelImage, covering area: Size, cell: PixelSize
  ) -> PixelImage? {
    let size = size(of: image, covering: area, cell: cell)
    guard PixelSize.sides.contains(size.width), PixelSize.sides.contains(size.height) else {
      return nil
    }
    let scale = scale(of: image, covering: area, cell)
    let part = { (own: Int, screen: Int, whole: Int) in
      min(whole, max(1, Int((Double(own * whole) * scale / Double(screen)).rounded())))
    }
    let inner = PixelSize(
      width: part(image.width, area.width * cell.width, size.width),
      height: part(image.height, area.height * cell.height, size.height))
    var rgba = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    visit(image, scaledTo: inner, centredIn: size) { at, sum in
      guard sum.w > 0 else { return }
      let colour = (sum / sum.w).squareRoot()
      for channel in 0..<3 { rgba[4 * at + channel] = UInt8(min(255, colour[channel].rounded())) }
      rgba[4 * at + 3] = UInt8(min(255, (255 * sum.w).rounded()))
    }
    return PixelImage(size: size, rgba: rgba)
  }

  /// Calls back with each pixel's place, and the sum of the squares of what it is made of.
  static func visit(
    _ image: PixelImage, scaledTo area: PixelSize, centredIn size: PixelSize,
    _ body: (_ at: Int, _ sum: SIMD4<Float>) -> Void
  ) {
    let (left, top) = ((size.width - area.width) / 2, (size.height - area.height) / 2)
    let columns = Spans(from: image.width, to: area.width)
    let rows = Spans(from: image.height, to: area.height)
    var row = [SIMD4<Float>](repeating: .zero, count: image.width)
    for y in 0..<area.height {
      PictureRaster.addUp(image, rows[y], into: &row)
      for x in 0..<area.width {
        var sum = SIMD4<Float>.zero
        columns[x].visit { sum += row[$0] * $1 }
        body((top + y) * size.width + left + x, sum)
      }
    }
  }
}
