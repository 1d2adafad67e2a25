/// The nearest entry of a palette to an exact colour.
enum ColourMatch {
  /// Uses entries 16 to 255 of the 256 colours: terminals and themes change the first sixteen.
  static func entry256(_ c: RGB) -> Int32 {
    let (r, g, b) = (Int(c.red), Int(c.green), Int(c.blue))
    // The channels are weighted independently, so the nearest step of each gives the nearest in the
    // cube.
    let (i, j, k) = (step(r), step(g), step(b))
    let cube = distance(c, levels[i], levels[j], levels[k])
    let ninefold = 2 * r + 4 * g + 3 * b
    let grey = min(23, max(0, (ninefold - 27) / 90))
    let level = 8 + 10 * grey
    if distance(c, level, level, level) < cube { return Int32(232 + grey) }
    return Int32(16 + 36 * i + 6 * j + k)
  }

  static let levels = [0, 95, 135, 175, 215, 255]

  private static func step(_ v: Int) -> Int { v < 48 ? 0 : v < 115 ? 1 : (v - 35) / 40 }

  /// Squared distance, weighted by the eye's sensitivity to each channel.
  static func distance(_ c: RGB, _ r: Int, _ g: Int, _ b: Int) -> Int {
    let (dr, dg, db) = (Int(c.red) - r, Int(c.green) - g, Int(c.blue) - b)
    return 2 * dr * dr + 4 * dg * dg + 3 * db * db
  }

  /// The sixteen colours with their most common values.
  static let standard = BasicColours.all

  private static let standardPoints = standard.map(point)

  /// The nearest of the first `count` standard colours in Oklab.
  static func standardEntry(_ c: RGB, of count: Int) -> Int32 {
    let p = point(c)
    var best = 0
    var least = Float.infinity
    for (i, q) in standardPoints.prefix(count).enumerated() {
      let d = p - q
      let square = (d * d).sum()
      if square < least { (best, least) = (i, square) }
    }
    return Int32(best)
  }

  /// 0 is black, 1 is white.
  static func lightness(_ c: RGB) -> Float { point(c).x }

  /// Oklab, in which distances match perception.
  private static func point(_ c: RGB) -> SIMD3<Float> {
    let (r, g, b) = (linear(c.red), linear(c.green), linear(c.blue))
    let l = cbrtf(0.4122215 * r + 0.5363325 * g + 0.0514460 * b)
    let m = cbrtf(0.2119035 * r + 0.6806995 * g + 0.1073970 * b)
    let s = cbrtf(0.0883025 * r + 0.2817188 * g + 0.6299787 * b)
    return SIMD3(
      0.2104543 * l + 0.7936178 * m - 0.0040720 * s,
      1.9779985 * l - 2.4285922 * m + 0.4505937 * s,
      0.0259040 * l + 0.7827718 * m - 0.8086758 * s)
  }

  private static func linear(_ v: UInt8) -> Float {
    let x = Float(v) / 255
    return x <= 0.04045 ? x / 12.92 : powf((x + 0.055) / 1.055, 2.4)
  }
}
