import TrolleyModel

/// Makes PNG files from pixels, and from any chunks that a test wants to see rejected. The data is
/// stored uncompressed, which any inflater reads.
public enum PictureMaker {
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A valid picture with 8 bits per channel and an alpha channel.
  public static func png(_ image: PixelImage) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<image.height {
      rows.append(0)
      rows += image.rgba[4 * image.width * y..<4 * image.width * (y + 1)]
    }
    return signature + header(image.size) + chunk("IDAT", zlib(rows)) + chunk("IEND")
  }

  /// A picture whose colours are a function of the position, from 0 to 1 each way.
  public static func image(
    _ size: PixelSize, _ colour: (Double, Double) -> (Double, Double, Double, Double)
  ) -> PixelImage {
    var rgba: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (r, g, b, a) = colour(
          (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        for value in [r, g, b, a] { rgba.append(UInt8(max(0, min(255, value)))) }
      }
    }
    guard let image = PixelImage(size: size, rgba: rgba) else {
      preconditionFailure("a size that no picture has")
    }
    return image
  }

  public static func header(_ size: PixelSize, depth: UInt8 = 8, kind: UInt8 = 6) -> [UInt8] {
    chunk("IHDR", big(size.width) + big(size.height) + [depth, kind, 0, 0, 0])
  }

  public static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(crc(body)))
  }

  /// Stored blocks in zlib's format.
  public static func zlib(_ data: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, data.count - at)
      out.append(at + count == data.count ? 1 : 0)
      out += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      out += data[at..<at + count]
      at += count
    } while at < data.count
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + big(Int(b << 16 | a))
  }

  public static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }
}
