/// Joins tiles and scales them down in one pass, to four samples for each cell of a map. Missing
/// tiles stay transparent.
struct TileComposer {
  /// Pixels of the tiles per sample.
  private static let sampleWidth = MapView.cellWidth / 2
  private static let sampleHeight = MapView.cellHeight / 2

  private let size: PixelSize
  /// Sums of squared values (squares approximate linear light), and their number.
  private var sums: [SIMD4<Float>]

  init(_ view: MapView) {
    size = PixelSize(width: 2 * view.size.width, height: 2 * view.size.height)
    sums = [SIMD4<Float>](repeating: .zero, count: size.width * size.height)
  }

  /// - Parameters:
  ///   - x, y: the map's pixel at which the tile begins; partly outside the map at its edges.
  mutating func add(_ tile: PixelImage, x: Int, y: Int) {
    let side = WebMercator.tileSide
    // A tile of another size covers the same square: take as many steps as it has pixels, so that
    // none is skipped, but no fewer than the map has.
    let columns = max(side, tile.width)
    let rows = max(side, tile.height)
    tile.rgba.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        let mapY = y + row * side / rows
        guard mapY >= 0, mapY < size.height * Self.sampleHeight else { continue }
        let line = mapY / Self.sampleHeight * size.width
        let from = row * tile.height / rows * tile.width
        for column in 0..<columns {
          let mapX = x + column * side / columns
          guard mapX >= 0, mapX < size.width * Self.sampleWidth else { continue }
          let at = 4 * (from + column * tile.width / columns)
          guard pixels[at + 3] >= 128 else { continue }
          let colour = SIMD4<Float>(
            Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 1)
          sums[line + mapX / Self.sampleWidth] += colour * colour
        }
      }
    }
  }

  /// Never nil: a map has a valid size.
  func image() -> PixelImage? {
    var rgba = [UInt8](repeating: 0, count: 4 * sums.count)
    for (at, sum) in sums.enumerated() where sum.w > 0 {
      let mean = (sum / sum.w).squareRoot()
      rgba[4 * at] = UInt8(min(255, mean.x.rounded()))
      rgba[4 * at + 1] = UInt8(min(255, mean.y.rounded()))
      rgba[4 * at + 2] = UInt8(min(255, mean.z.rounded()))
      rgba[4 * at + 3] = 255
    }
    return PixelImage(size: size, rgba: rgba)
  }
}
