import TrolleyModel

/// Makes JPEGs as large as the photographs of phones: brighter from left to right, from blue to red
/// downwards, with noise that makes the file as large as a photograph's.
///
/// A row of blocks is encoded once for each of sixteen bands, and repeated between restart markers.
public struct JPEGMaker {
  private static let bands = 16
  /// The symbols of coefficients: none left, and one without zeros before it, of one to seven bits.
  private static let symbols: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]

  private let size: PixelSize
  private let isProgressive: Bool
  private let noise: Int

  /// - Parameter noise: coefficients in each block of brightness, about ten bits each.
  public static func photograph(
    _ size: PixelSize, isProgressive: Bool = false, noise: Int = 16
  ) -> [UInt8] {
    JPEGMaker(size: size, isProgressive: isProgressive, noise: min(63, noise)).bytes
  }

  /// The colour at a place from 0 to 1 each way.
  public static func colour(_ x: Double, _ y: Double) -> (Double, Double, Double) {
    let light = Double(level(x)) + 128
    let (blue, red) = (Double(chroma(y).0), Double(chroma(y).1))
    return (
      light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue
    )
  }

  private static func level(_ x: Double) -> Int { Int(80 * x) - 40 }

  private static func chroma(_ y: Double) -> (Int, Int) {
    let band = Int(y * Double(bands))
    return (40 - 5 * band, 5 * band - 40)
  }

  private var units: PixelSize {
    PixelSize(width: (size.width + 15) / 16, height: (size.height + 15) / 16)
  }

  private var bytes: [UInt8] {
    var out: [UInt8] = [0xFF, 0xD8]
    // Steps of 8 for the means, so that a level is a coefficient.
    out += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let sides = [size.height >> 8, size.height & 255, size.width >> 8, size.width & 255]
    out += segment(
      isProgressive ? 0xC2 : 0xC0,
      [8] + sides.map { UInt8($0) } + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
    // Twelve codes of four bits, and eight of five.
    var counts = [UInt8](repeating: 0, count: 16)
    counts[3] = 12
    out += segment(0xC4, [0] + counts + (0..<12).map { UInt8($0) })
    counts[3] = 0
    counts[4] = 8
    out += segment(0xC4, [0x10] + counts + Self.symbols)
    if isProgressive {
      out += scan([1, 2, 3], [0, 0, 0x01], count: units.width, rows: units.height) { means($0, 1) }
      for component in 1...3 {
        let sides = component == 1 ? 8 : 16
        let (columns, rows) = (
          (size.width + sides - 1) / sides, (size.height + sides - 1) / sides
        )
        out += scan([component], [1, 63, 0], count: columns, rows: rows) { band in
          details(columns, noise: component == 1 ? noise : 0, band)
        }
      }
      out += scan([1, 2, 3], [0, 0, 0x10], count: units.width, rows: units.height) {
        refinement($0)
      }
    } else {
      out += scan([1, 2, 3], [0, 63, 0], count: units.width, rows: units.height) { means($0, 0) }
    }
    return out + [0xFF, 0xD9]
  }

  private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let count = body.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + body
  }

  private func scan(
    _ components: [Int], _ options: [UInt8], count: Int, rows: Int, _ row: (Int) -> [UInt8]
  ) -> [UInt8] {
    var out = segment(0xDD, [UInt8(count >> 8), UInt8(count & 255)])
    out += segment(
      0xDA, [UInt8(components.count)] + components.flatMap { [UInt8($0), 0] } + options)
    let bands = (0..<Self.bands).map(row)
    for at in 0..<rows {
      if at > 0 { out += [0xFF, 0xD0 + UInt8((at - 1) & 7)] }
      out += bands[at * Self.bands / rows]
    }
    return out
  }

  // MARK: Rows

  private func levels(_ column: Int, _ band: Int) -> [(component: Int, value: Int)] {
    let (blue, red) = Self.chroma((Double(band) + 0.5) / Double(Self.bands))
    let light = [0.25, 0.75, 0.25, 0.75].map { half in
      (0, Self.level((Double(column) + half) / Double(units.width)))
    }
    return light + [(1, blue), (2, red)]
  }

  private func means(_ band: Int, _ shift: Int) -> [UInt8] {
    var bits = Bits()
    var last = [0, 0, 0]
    var random = SplitMix64(seed: UInt64(band))
    for column in 0..<units.width {
      for (component, value) in levels(column, band) {
        let value = value >> shift
        let difference = value - last[component]
        last[component] = value
        let count = Int.bitWidth - abs(difference).leadingZeroBitCount
        bits.add(count, 4)
        bits.add(difference < 0 ? difference + 1 << count - 1 : difference, count)
        if !isProgressive { add(component == 0 ? noise : 0, &random, &bits) }
      }
    }
    return bits.end()
  }

  private func refinement(_ band: Int) -> [UInt8] {
    var bits = Bits()
    for column in 0..<units.width {
      for (_, value) in levels(column, band) { bits.add(value & 1, 1) }
    }
    return bits.end()
  }

  private func details(_ columns: Int, noise: Int, _ band: Int) -> [UInt8] {
    var bits = Bits()
    var random = SplitMix64(seed: UInt64(band))
    for _ in 0..<columns { add(noise, &random, &bits) }
    return bits.end()
  }

  private func add(_ noise: Int, _ random: inout SplitMix64, _ bits: inout Bits) {
    for _ in 0..<noise {
      let value = Int(random.next() & 3)
      bits.add(2, 5)
      bits.add(value, 2)
    }
    if noise < 63 { bits.add(0, 5) }
  }

  private struct Bits {
    private var out: [UInt8] = []
    private var value = 0
    private var count = 0

    mutating func add(_ bits: Int, _ width: Int) {
      value = value << width | bits & (1 << width - 1)
      count += width
      while count >= 8 {
        count -= 8
        let byte = UInt8(value >> count & 255)
        out.append(byte)
        if byte == 255 { out.append(0) }
      }
      value &= 1 << count - 1
    }

    mutating func end() -> [UInt8] {
      if count > 0 { add(127, 8 - count) }
      return out
    }
  }
}
