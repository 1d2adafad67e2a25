import TrolleyModel
import TrolleyTestSupport

/// Makes a colour font with one glyph, in the tables that Noto Color Emoji has (OpenType's CBDT).
enum FontMaker {
  static let glyph: Unicode.Scalar = "🥚"

  static func font(_ image: PixelImage, width: Int? = nil) -> [UInt8] {
    font(png: PictureMaker.png(image), width: width ?? image.width, height: image.height)
  }

  static func font(png: [UInt8], width: Int, height: Int) -> [UInt8] {
    let record =
      [UInt8(height), UInt8(width), 0, UInt8(height), UInt8(width)] + big(png.count) + png
    return file([
      ("CBDT", big(0x0003_0000) + record),
      ("CBLC", strikes(of: record.count, side: height)),
      ("cmap", characters),
      ("head", head),
      ("hhea", big(0x0001_0000) + short(950, -250, 0, 2550) + zeros(22) + short(2)),
      ("hmtx", short(2550, 0, 2550, 0)),
      ("maxp", big(0x0000_5000) + short(2)),
    ])
  }

  private static func strikes(of count: Int, side: Int) -> [UInt8] {
    let lines: [UInt8] = [UInt8(min(127, side)), 0, 136] + zeros(9)
    let pixels = UInt8(min(255, side))
    let size: [UInt8] = big(56, 24, 1, 0) + lines + lines + short(1, 1) + [pixels, pixels, 32, 1]
    let subtable: [UInt8] = short(1, 17) + big(4, 0, count)
    return big(0x0003_0000, 1) + size + short(1, 1) + big(8) + subtable
  }

  private static var characters: [UInt8] {
    let value = Int(glyph.value)
    return short(0, 1, 3, 10) + big(12) + short(12, 0) + big(28, 0, 1, value, value, 1)
  }

  private static var head: [UInt8] {
    big(0x0001_0000, 0, 0, 0x5F0F_3CF5) + short(0, 2048) + zeros(16)
      + short(0, 0, 2550, 2550, 0, 8, 2, 0, 0)
  }

  private static func file(_ tables: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var directory = big(0x0001_0000) + short(tables.count, 64, 2, 48)
    var bodies: [UInt8] = []
    for (name, bytes) in tables {
      let offset = 12 + 16 * tables.count + bodies.count
      directory += Array(name.utf8) + big(0, offset, bytes.count)
      bodies += bytes + zeros((4 - bytes.count % 4) % 4)
    }
    return directory + bodies
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func big(_ values: Int...) -> [UInt8] {
    values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }

  private static func short(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
