/// Pictures with six parts in a cell, two across and three down, for terminals whose font has the
/// characters for them (Unicode 13, Symbols for Legacy Computing).
enum Sextants {
  static func cells(_ image: PixelImage, width: Int, height: Int) -> [Cell] {
    let limit = QuadrantGrid.limit
    guard 1...limit ~= width, 1...limit ~= height else { return [] }
    let quarters = PictureRaster.fitted(image.size, width, height)
    // Three parts are as high as two quarters.
    let size = PixelSize(
      width: quarters.width, height: min(3 * height, (3 * quarters.height + 1) / 2))
    var parts = [SIMD4<Float>](repeating: .zero, count: 6 * width * height)
    let whole = PixelSize(width: 2 * width, height: 3 * height)
    PixelScaling.visit(image, scaledTo: size, centredIn: whole) {
      parts[$0] = PictureRaster.colour($1)
    }
    return (0..<width * height).map { at in
      let start = at / width * 6 * width + at % width * 2
      return cell((0..<6).map { parts[start + $0 / 2 * 2 * width + $0 % 2] })
    }
  }

  /// The character whose parts in `mask` are set: upper left, upper right, then the rows below.
  static func glyph(_ mask: Int) -> UInt32 {
    switch mask {
    case 0: 32
    case 0b010101: 0x258C
    case 0b101010: 0x2590
    case 0b111111: 0x2588
    // Those four are older and have other numbers.
    default: 0x1FB00 + UInt32(mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0))
    }
  }

  /// As `Quadrants.cell`, with six parts.
  private static func cell(_ parts: [SIMD4<Float>]) -> Cell {
    let opaque = parts.indices.reduce(0) { $0 | (parts[$1].w > 0 ? 1 << $1 : 0) }
    if opaque == 0 { return .blank }
    func sum(_ mask: Int) -> SIMD4<Float> {
      parts.indices.reduce(into: .zero) { if mask >> $1 & 1 == 1 { $0 += parts[$1] } }
    }
    func mean(_ mask: Int) -> SIMD4<Float> { sum(mask) / max(sum(mask).w, 1) }
    if opaque != 63 {
      return Cell(glyph: glyph(opaque), role: .text, foreground: Quadrants.packed(mean(opaque)))
    }
    let all = sum(63)
    var best = (mask: 0, gain: Quadrants.visible)
    for mask in 1..<32 {
      let front = sum(mask)
      let back = all - front
      let difference = front / front.w - back / back.w
      let gain = (difference * difference * Quadrants.weights).sum() * front.w * back.w / 6
      if gain > best.gain { best = (mask, gain) }
    }
    if best.mask == 0 {
      return Cell(glyph: 32, role: .text, background: Quadrants.packed(mean(63)))
    }
    return Cell(
      glyph: glyph(best.mask), role: .text, foreground: Quadrants.packed(mean(best.mask)),
      background: Quadrants.packed(mean(63 ^ best.mask)))
  }
}
