/// Joins tiles and scales them down in one pass, to as many samples for each cell of a map as it
/// wants. Missing tiles stay transparent.
///
/// Streets for cells are drawn anew: what a sample shows is voted on by its pixels. A map in
/// another style than the usual one keeps its colours, with more contrast.
struct TileComposer {
  /// Pixels of the tiles per sample.
  private let sample: PixelSize
  private let size: PixelSize
  private let draws: Bool
  /// Sums of squared values (squares approximate linear light), and their number.
  private var sums: [SIMD4<Float>]
  /// How many pixels of each sample are of each kind of ground.
  private var votes: [SIMD8<UInt16>] = []
  /// What a colour is, by six bits of each channel: 254 when it is nothing known, 255 when it has
  /// not been looked up.
  private var grounds: [UInt8] = []

  private static let nothing: UInt8 = 254
  private static let unknown: UInt8 = 255

  init(_ view: MapView, _ kind: MapKind = .satellite) {
    let samples = view.grain.samples
    sample = PixelSize(
      width: MapView.cellWidth / samples.width, height: MapView.cellHeight / samples.height)
    size = PixelSize(
      width: samples.width * view.size.width, height: samples.height * view.size.height)
    sums = [SIMD4<Float>](repeating: .zero, count: size.width * size.height)
    draws = kind == .street && view.grain == .quarters
    guard draws else { return }
    votes = [SIMD8<UInt16>](repeating: .zero, count: sums.count)
    grounds = [UInt8](repeating: Self.unknown, count: 1 << 18)
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
        guard mapY >= 0, mapY < size.height * sample.height else { continue }
        let line = mapY / sample.height * size.width
        let from = row * tile.height / rows * tile.width
        for column in 0..<columns {
          let mapX = x + column * side / columns
          guard mapX >= 0, mapX < size.width * sample.width else { continue }
          let at = 4 * (from + column * tile.width / columns)
          guard pixels[at + 3] >= 128 else { continue }
          let colour = SIMD4<Float>(
            Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 1)
          let place = line + mapX / sample.width
          sums[place] += colour * colour
          if draws { vote(pixels[at], pixels[at + 1], pixels[at + 2], at: place) }
        }
      }
    }
  }

  private mutating func vote(_ red: UInt8, _ green: UInt8, _ blue: UInt8, at place: Int) {
    let key = (Int(red) >> 2) << 12 | (Int(green) >> 2) << 6 | Int(blue) >> 2
    if grounds[key] == Self.unknown {
      grounds[key] = MapGround.of(red: red, green: green, blue: blue)?.rawValue ?? Self.nothing
    }
    if grounds[key] < Self.nothing { votes[place][Int(grounds[key])] &+= 1 }
  }

  /// Never nil: a map has a valid size.
  func image() -> PixelImage? {
    var rgba = [UInt8](repeating: 0, count: 4 * sums.count)
    let isKnown = draws && isUsualStyle
    for (at, sum) in sums.enumerated() where sum.w > 0 {
      let mean = (sum / sum.w).squareRoot()
      let drawn = isKnown ? MapGround.elected(votes[at])?.colours.day : nil
      rgba[4 * at] = drawn?.red ?? UInt8(min(255, mean.x.rounded()))
      rgba[4 * at + 1] = drawn?.green ?? UInt8(min(255, mean.y.rounded()))
      rgba[4 * at + 2] = drawn?.blue ?? UInt8(min(255, mean.z.rounded()))
      rgba[4 * at + 3] = 255
    }
    if draws, !isKnown { Self.stretch(&rgba) }
    return PixelImage(size: size, rgba: rgba)
  }

  /// Whether most of what there is has the colours of the usual style.
  private var isUsualStyle: Bool {
    var known = 0
    for one in votes { known += Int(one.wrappedSum()) }
    let all = sums.reduce(Float(0)) { $0 + $1.w }
    return Float(known) * 2 > all
  }

  /// Spreads the brightness over the whole scale, but for the extremes.
  private static func stretch(_ rgba: inout [UInt8]) {
    var counts = [Int](repeating: 0, count: 256)
    for at in stride(from: 0, to: rgba.count, by: 4) where rgba[at + 3] > 0 {
      counts[(3 * Int(rgba[at]) + 6 * Int(rgba[at + 1]) + Int(rgba[at + 2])) / 10] += 1
    }
    let all = counts.reduce(0, +)
    var seen = 0
    var (low, high) = (0, 255)
    for (value, count) in counts.enumerated() {
      if seen * 50 < all { low = value }
      if seen * 50 < all * 49 { high = value }
      seen += count
    }
    // There is nothing to tell apart in a map of one colour.
    guard high - low > 12 else { return }
    for at in rgba.indices where at % 4 != 3 {
      rgba[at] = UInt8(clamping: (Int(rgba[at]) - low) * 255 / (high - low))
    }
  }
}
