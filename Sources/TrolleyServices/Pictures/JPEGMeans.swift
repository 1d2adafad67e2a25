/// A progressive JPEG at an eighth of its size or less, from the mean colours of its 8×8 blocks,
/// which its first scans contain.
///
/// libjpeg would keep all coefficients of the whole picture in memory: 300 MB for 50 megapixels.
struct JPEGMeans {
  private struct Component {
    let id: Int
    let across: Int
    let down: Int
    let quantisation: Int
    /// In blocks; in a scan of several components the last ones are padded.
    var size = PixelSize(width: 0, height: 0)
    var padded = PixelSize(width: 0, height: 0)
    /// The sum of the block's samples, not yet multiplied; empty before its scan.
    var sums: [Int32] = []
  }

  private let bytes: UnsafeRawBufferPointer
  private var size = PixelSize(width: 0, height: 0)
  private var components: [Component] = []
  private var steps = [Int](repeating: 1, count: 4)
  private var codes = [HuffmanCode?](repeating: nil, count: 4)
  private var restartInterval = 0
  private var isRGB = false

  /// Nil for kinds of JPEG that this does not read: others than progressive ones of eight bits in
  /// grey or three colours.
  ///
  /// - Parameter wanted: at most an eighth of the picture's size.
  static func image(
    _ bytes: UnsafeRawBufferPointer, _ wanted: PixelSize, mayGoOn: () throws(Failure) -> Void
  ) throws(Failure) -> PixelImage? {
    var means = JPEGMeans(bytes: bytes)
    guard try means.read(mayGoOn: mayGoOn) else { return nil }
    return means.image(wanted)
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: Segments

  /// Reads until each component has had its first scan.
  private mutating func read(mayGoOn: () throws(Failure) -> Void) throws(Failure) -> Bool {
    var at = 2
    while components.isEmpty || components.contains(where: \.sums.isEmpty) {
      while bytes.byte(at + 1) == 0xFF { at += 1 }
      guard bytes.byte(at) == 0xFF, let marker = bytes.byte(at + 1), marker != 0xD9,
        let length = bytes.big(at + 2, bytes: 2), at + 2 + length <= bytes.count
      else { throw PictureError.cutOff }
      let body = at + 4..<max(at + 4, at + 2 + length)
      at = body.upperBound
      switch marker {
      case 0xC2: guard read(frame: body) else { return false }
      case 0xC0, 0xC1, 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return false
      case 0xC4: try read(codes: body)
      case 0xDB: read(steps: body)
      case 0xDD: restartInterval = bytes.big(body.lowerBound, bytes: 2) ?? 0
      case 0xEE where bytes.starts("Adobe", at: body.lowerBound) && body.count >= 12:
        isRGB = bytes.byte(body.lowerBound + 11) == 0
      case 0xDA:
        try mayGoOn()
        guard !components.isEmpty else { throw PictureError.damaged("a scan without a frame") }
        try read(scan: body)
        at = try JPEGParts.endOfScan(bytes, at)
      default: break
      }
    }
    return true
  }

  private mutating func read(frame: Range<Int>) -> Bool {
    let start = frame.lowerBound
    guard components.isEmpty, bytes.byte(start) == 8, let height = bytes.big(start + 1, bytes: 2),
      let width = bytes.big(start + 3, bytes: 2), width > 0, height > 0,
      let count = bytes.byte(start + 5), count == 1 || count == 3, frame.count >= 6 + 3 * count
    else { return false }
    size = PixelSize(width: width, height: height)
    for at in stride(from: start + 6, to: start + 6 + 3 * count, by: 3) {
      let sampling = Int(bytes[at + 1])
      let (across, down) = (sampling >> 4, sampling & 15)
      guard (1...4).contains(across), (1...4).contains(down), bytes[at + 2] < 4 else {
        return false
      }
      components.append(
        Component(
          id: Int(bytes[at]), across: across, down: down, quantisation: Int(bytes[at + 2])))
    }
    isRGB = isRGB || count == 3 && components.map(\.id) == Array("RGB".utf8).map(Int.init)
    let most = most
    let units = units
    for at in components.indices {
      let one = components[at]
      components[at].size = PixelSize(
        width: (width * one.across + 8 * most.across - 1) / (8 * most.across),
        height: (height * one.down + 8 * most.down - 1) / (8 * most.down))
      components[at].padded = PixelSize(
        width: units.width * one.across, height: units.height * one.down)
    }
    return true
  }

  private var most: (across: Int, down: Int) {
    (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
  }

  /// The number of units in a scan of several components.
  private var units: PixelSize {
    let most = most
    return PixelSize(
      width: (size.width + 8 * most.across - 1) / (8 * most.across),
      height: (size.height + 8 * most.down - 1) / (8 * most.down))
  }

  /// Only the first step of each table counts: that of the mean.
  private mutating func read(steps body: Range<Int>) {
    var at = body.lowerBound
    while at < body.upperBound, let kind = bytes.byte(at) {
      let width = kind >> 4 == 0 ? 1 : 2
      if kind & 15 < 4, let step = bytes.big(at + 1, bytes: width) { steps[kind & 15] = step }
      at += 1 + 64 * width
    }
  }

  private mutating func read(codes body: Range<Int>) throws(Failure) {
    var at = body.lowerBound
    while at + 17 <= body.upperBound, let kind = bytes.byte(at) {
      let counts = (1...16).map { Int(bytes[at + $0]) }
      let symbols = at + 17..<at + 17 + counts.reduce(0, +)
      guard symbols.upperBound <= body.upperBound else { throw PictureError.damaged("codes") }
      if kind < 4 { codes[kind] = HuffmanCode(counts, bytes[symbols].map { Int($0) }) }
      at = symbols.upperBound
    }
  }

  // MARK: Scans

  /// Reads a first scan of means; skips all others.
  private mutating func read(scan: Range<Int>) throws(Failure) {
    let start = scan.lowerBound
    guard let count = bytes.byte(start), (1...4).contains(count), scan.count >= 4 + 2 * count else {
      throw PictureError.damaged("scan")
    }
    let options = start + 1 + 2 * count
    // The band, and the bits that an earlier scan has left for this one.
    guard bytes[options] == 0, bytes[options + 2] >> 4 == 0 else { return }
    let shift = Int32(bytes[options + 2] & 15)
    var chosen: [(component: Int, code: HuffmanCode)] = []
    for at in stride(from: start + 1, to: options, by: 2) {
      let table = Int(bytes[at + 1] >> 4)
      guard let found = components.firstIndex(where: { $0.id == Int(bytes[at]) }), table < 4,
        let code = codes[table], components[found].sums.isEmpty,
        !chosen.contains(where: { $0.component == found })
      else { throw PictureError.damaged("scan") }
      chosen.append((found, code))
    }
    for one in chosen {
      let padded = components[one.component].padded
      components[one.component].sums = [Int32](repeating: 0, count: padded.width * padded.height)
    }
    var bits = JPEGBits(bytes, scan.upperBound)
    if chosen.count == 1 {
      try read(chosen[0], shift, &bits)
    } else {
      try readUnits(chosen, shift, &bits)
    }
  }

  private mutating func read(
    _ one: (component: Int, code: HuffmanCode), _ shift: Int32, _ bits: inout JPEGBits
  ) throws(Failure) {
    let (size, stride) = (components[one.component].size, components[one.component].padded.width)
    var last: Int32 = 0
    for at in 0..<size.width * size.height {
      if restartInterval > 0, at > 0, at.isMultiple(of: restartInterval) {
        try bits.restart()
        last = 0
      }
      last &+= try bits.difference(one.code)
      components[one.component].sums[at / size.width * stride + at % size.width] = last << shift
    }
  }

  private mutating func readUnits(
    _ chosen: [(component: Int, code: HuffmanCode)], _ shift: Int32, _ bits: inout JPEGBits
  ) throws(Failure) {
    let units = units
    var last = [Int32](repeating: 0, count: chosen.count)
    for unit in 0..<units.width * units.height {
      if restartInterval > 0, unit > 0, unit.isMultiple(of: restartInterval) {
        try bits.restart()
        for at in last.indices { last[at] = 0 }
      }
      let (column, row) = (unit % units.width, unit / units.width)
      for (at, one) in chosen.enumerated() {
        let (across, down) = (components[one.component].across, components[one.component].down)
        let stride = components[one.component].padded.width
        for y in row * down..<(row + 1) * down {
          for x in column * across..<(column + 1) * across {
            last[at] &+= try bits.difference(one.code)
            components[one.component].sums[y * stride + x] = last[at] << shift
          }
        }
      }
    }
  }

  // MARK: Pixels

  private func image(_ wanted: PixelSize) -> PixelImage? {
    let planes = components.map { plane($0, wanted) }
    var rgba = [UInt8](repeating: 255, count: 4 * wanted.width * wanted.height)
    for at in 0..<wanted.width * wanted.height {
      let first = planes[0][at]
      var colour = SIMD3(repeating: first)
      if planes.count == 3 {
        let (second, third) = (planes[1][at], planes[2][at])
        colour =
          isRGB
          ? SIMD3(first, second, third)
          : SIMD3(
            first + 1.402 * (third - 128),
            first - 0.344136 * (second - 128) - 0.714136 * (third - 128),
            first + 1.772 * (second - 128))
      }
      for channel in 0..<3 {
        rgba[4 * at + channel] = UInt8(max(0, min(255, colour[channel].rounded())))
      }
    }
    return PixelImage(size: wanted, rgba: rgba)
  }

  /// The means of the blocks below each pixel.
  private func plane(_ one: Component, _ wanted: PixelSize) -> [Float] {
    let scale = Float(steps[one.quantisation]) / 8
    let columns = Self.ranges(wanted.width, over: one.size.width)
    let rows = Self.ranges(wanted.height, over: one.size.height)
    return one.sums.withUnsafeBufferPointer { sums in
      rows.flatMap { rows in
        columns.map { columns in
          var sum: Float = 0
          for y in rows {
            for x in columns { sum += Float(sums[y * one.padded.width + x]) }
          }
          return sum * scale / Float(rows.count * columns.count) + 128
        }
      }
    }
  }

  private static func ranges(_ count: Int, over blocks: Int) -> [Range<Int>] {
    (0..<count).map { at in
      let start = min(blocks - 1, at * blocks / count)
      return start..<max(start + 1, (at + 1) * blocks / count)
    }
  }
}

/// A canonical Huffman code of a JPEG.
private struct HuffmanCode {
  /// For each length in bits: the first code, the number of codes, and where their symbols start.
  private var lengths: [(first: Int, count: Int, start: Int)] = []
  private let symbols: [Int]

  init(_ counts: [Int], _ symbols: [Int]) {
    self.symbols = symbols
    var (code, start) = (0, 0)
    for count in counts {
      lengths.append((code, count, start))
      code = (code + count) << 1
      start += count
    }
  }

  func symbol(_ code: Int, length: Int) -> Int? {
    let row = lengths[length - 1]
    let at = code - row.first
    return at >= 0 && at < row.count ? symbols[row.start + at] : nil
  }
}

/// The bits of a scan.
private struct JPEGBits {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int
  private var byte = 0
  private var left = 0

  init(_ bytes: UnsafeRawBufferPointer, _ start: Int) {
    self.bytes = bytes
    at = start
  }

  private mutating func bit() throws(Failure) -> Int {
    if left == 0 {
      guard at + 1 < bytes.count else { throw PictureError.cutOff }
      byte = Int(bytes[at])
      at += 1
      if byte == 0xFF {
        // A zero is stuffed after it; anything else is the next marker.
        guard bytes[at] == 0 else { throw PictureError.damaged("scan ends early") }
        at += 1
      }
      left = 8
    }
    left -= 1
    return byte >> left & 1
  }

  /// The difference to the mean before.
  mutating func difference(_ code: HuffmanCode) throws(Failure) -> Int32 {
    var value = 0
    for length in 1...16 {
      value = try value << 1 | bit()
      guard let size = code.symbol(value, length: length) else { continue }
      guard size <= 15 else { throw PictureError.damaged("difference") }
      var magnitude: Int32 = 0
      for _ in 0..<size { magnitude = try magnitude << 1 | Int32(bit()) }
      let isNegative = size > 0 && magnitude >> (size - 1) == 0
      return isNegative ? magnitude - (1 << size) + 1 : magnitude
    }
    throw PictureError.damaged("code")
  }

  mutating func restart() throws(Failure) {
    left = 0
    while at + 1 < bytes.count, bytes[at] == 0xFF, bytes[at + 1] == 0xFF { at += 1 }
    guard at + 1 < bytes.count, bytes[at] == 0xFF, (0xD0...0xD7).contains(bytes[at + 1]) else {
      throw PictureError.damaged("no restart")
    }
    at += 2
  }
}
