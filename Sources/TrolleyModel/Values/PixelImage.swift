/// A decoded picture: rows of red, green, blue and alpha, one byte each.
public struct PixelImage: Equatable, Sendable {
  public let size: PixelSize
  /// `4 * width * height` bytes from the upper left corner; not premultiplied.
  public let rgba: [UInt8]

  /// Nil when the number of bytes does not match the size.
  public init?(size: PixelSize, rgba: [UInt8]) {
    guard PixelSize.sides.contains(size.width), PixelSize.sides.contains(size.height),
      rgba.count == 4 * size.width * size.height
    else { return nil }
    self.size = size
    self.rgba = rgba
  }

  public var width: Int { size.width }
  public var height: Int { size.height }

  /// A smaller picture, of the means of blocks of pixels. What is left over at the edges is cut.
  public func mean(of block: PixelSize) -> PixelImage {
    let small = PixelSize(width: width / block.width, height: height / block.height)
    var means: [UInt8] = []
    means.reserveCapacity(4 * small.width * small.height)
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sums = SIMD4<Int>.zero
        for row in y * block.height..<(y + 1) * block.height {
          for column in x * block.width..<(x + 1) * block.width {
            let at = 4 * (row * width + column)
            sums &+= SIMD4(Int(rgba[at]), Int(rgba[at + 1]), Int(rgba[at + 2]), Int(rgba[at + 3]))
          }
        }
        let count = block.width * block.height
        for lane in 0..<4 { means.append(UInt8(sums[lane] / count)) }
      }
    }
    return PixelImage(size: small, rgba: means) ?? self
  }
}

/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The valid sides; larger pictures are refused before they are decoded.
  public static let sides = 1...4096

  /// This size scaled down to fit `most`, keeping the aspect ratio; never scaled up.
  public func fitted(into most: PixelSize) -> PixelSize {
    guard width > 0, height > 0, most.width > 0, most.height > 0,
      width > most.width || height > most.height
    else { return self }
    // Integers only: the same on every machine.
    if width * most.height >= height * most.width {
      let side = (height * most.width + width / 2) / width
      return PixelSize(width: most.width, height: max(1, side))
    }
    let side = (width * most.height + height / 2) / height
    return PixelSize(width: max(1, side), height: most.height)
  }

  /// With width and height swapped.
  public var turned: PixelSize { PixelSize(width: height, height: width) }
}
