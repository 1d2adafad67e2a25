/// A picture reduced to few colours, from which sixel data are made.
struct SixelImage {
  let width: Int
  let height: Int
  private let palette: [RGB]
  /// The colour of each pixel; `clear` shows what is below it.
  private let indices: [UInt8]

  private static let clear = UInt8.max
  /// Terminals have 256 registers.
  private static let mostColours = 128
  /// xterm takes no larger ones.
  static let mostSide = 1000

  /// The bytes that it takes here.
  var cost: Int { indices.count }

  /// The picture as large as fits into `size` pixels, centred.
  init?(_ image: PixelImage, fitting size: PixelSize) {
    guard 1...Self.mostSide ~= size.width, 1...Self.mostSide ~= size.height else { return nil }
    width = size.width
    height = size.height
    let pixels = PixelScaling.pixels(of: image, fitting: size)
    let colours = ColourCut(pixels, most: Self.mostColours)
    palette = colours.palette
    indices = pixels.map { $0.w > 0 ? colours.index(of: $0) : Self.clear }
  }

  /// The bytes that draw a part of it at the cursor, without the cells that are holes.
  func bytes(
    of area: Rect, cell: PixelSize, isHole: (_ column: Int, _ row: Int) -> Bool
  ) -> [UInt8] {
    let start = (x: area.x * cell.width, y: area.y * cell.height)
    let size = PixelSize(
      width: min(width - start.x, area.width * cell.width),
      height: min(height - start.y, area.height * cell.height))
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
    for (at, colour) in palette.enumerated() {
      let percent = [colour.red, colour.green, colour.blue].map { (Int($0) * 100 + 127) / 255 }
      bytes += Array("#\(at);2;\(percent[0]);\(percent[1]);\(percent[2])".utf8)
    }
    let holes = (area.y..<area.maxY).map { row in (area.x..<area.maxX).map { isHole($0, row) } }
    var band = [[UInt8]](repeating: [], count: palette.count)
    for top in stride(from: 0, to: size.height, by: 6) {
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      var used: [Int] = []
      for bit in 0..<min(6, size.height - top) {
        let row = holes[(top + bit) / cell.height]
        let line = (start.y + top + bit) * width + start.x
        for x in 0..<size.width {
          let index = indices[line + x]
          if index == Self.clear || row[x / cell.width] { continue }
          let colour = Int(index)
          if band[colour].isEmpty {
            band[colour] = [UInt8](repeating: 0, count: size.width)
            used.append(colour)
          }
          band[colour][x] |= 1 << bit
        }
      }
      for (at, colour) in used.enumerated() {
        if at > 0 { bytes.append(UInt8(ascii: "$")) }
        bytes += Array("#\(colour)".utf8)
        Self.add(band[colour], to: &bytes)
        band[colour] = []
      }
    }
    return bytes + Array("\u{1B}\\".utf8)
  }

  /// Six rows of one colour; the same sign several times takes its number, and none at the end.
  private static func add(_ row: [UInt8], to bytes: inout [UInt8]) {
    let end = (row.lastIndex { $0 != 0 } ?? -1) + 1
    var x = 0
    while x < end {
      var next = x + 1
      while next < end, row[next] == row[x] { next += 1 }
      let sign = 0x3F + row[x]
      if next - x > 3 {
        bytes += Array("!\(next - x)".utf8)
        bytes.append(sign)
      } else {
        for _ in x..<next { bytes.append(sign) }
      }
      x = next
    }
  }
}

/// Reduces pixels to few colours: the box of colours with the most to gain is cut in two, at its
/// mean, until there are enough.
struct ColourCut {
  private(set) var palette: [RGB] = []
  private var nearest = [UInt8](repeating: 0, count: 1 << 15)

  private struct Shade {
    let place: Int
    let colour: SIMD3<Float>
    let count: Float
  }

  init(_ pixels: [SIMD4<Float>], most: Int) {
    var counts = [Float](repeating: 0, count: 1 << 15)
    var sums = [SIMD3<Float>](repeating: .zero, count: 1 << 15)
    for pixel in pixels where pixel.w > 0 {
      let place = Self.place(pixel)
      counts[place] += 1
      sums[place] += SIMD3(pixel.x, pixel.y, pixel.z)
    }
    let shades = counts.indices.filter { counts[$0] > 0 }.map {
      Shade(place: $0, colour: sums[$0] / counts[$0], count: counts[$0])
    }
    guard !shades.isEmpty else { return }
    var boxes = [shades[...]]
    var worth = [Self.spread(shades[...])]
    while boxes.count < most, let at = worth.indices.max(by: { worth[$0].0 < worth[$1].0 }),
      worth[at].0 > 0
    {
      let axis = worth[at].1
      let middle = Self.mean(boxes[at])[axis]
      let low = boxes[at].filter { $0.colour[axis] <= middle }
      let high = boxes[at].filter { $0.colour[axis] > middle }
      guard !low.isEmpty, !high.isEmpty else {
        worth[at].0 = 0
        continue
      }
      boxes[at] = low[...]
      worth[at] = Self.spread(low[...])
      boxes.append(high[...])
      worth.append(Self.spread(high[...]))
    }
    for (at, box) in boxes.enumerated() {
      let mean = Self.mean(box)
      palette.append(RGB(UInt8(mean.x), UInt8(mean.y), UInt8(mean.z)))
      for shade in box { nearest[shade.place] = UInt8(at) }
    }
  }

  func index(of pixel: SIMD4<Float>) -> UInt8 { nearest[Self.place(pixel)] }

  /// Five bits of each channel.
  private static func place(_ pixel: SIMD4<Float>) -> Int {
    (Int(pixel.x) >> 3) << 10 | (Int(pixel.y) >> 3) << 5 | Int(pixel.z) >> 3
  }

  private static func mean(_ box: ArraySlice<Shade>) -> SIMD3<Float> {
    var sum = SIMD3<Float>.zero
    var count: Float = 0
    for shade in box {
      sum += shade.colour * shade.count
      count += shade.count
    }
    return sum / max(count, 1)
  }

  /// The sum of squares around the mean along the axis where it is largest, as the eye weighs it.
  private static func spread(_ box: ArraySlice<Shade>) -> (Float, Int) {
    let mean = mean(box)
    var squares = SIMD3<Float>.zero
    for shade in box {
      let difference = shade.colour - mean
      squares += difference * difference * shade.count
    }
    squares *= SIMD3(2, 4, 3)
    let most = squares.max()
    return (most, (0..<3).first { squares[$0] == most } ?? 0)
  }
}
