/// The chunks of a WebP; of an animated one, its first frame as a picture of its own.
enum WebPParts {
  static func of(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> PictureParts {
    guard let length = bytes.little(4, bytes: 4) else { throw PictureError.cutOff }
    let end = 8 + length
    guard length >= 4, end <= bytes.count else { throw PictureError.cutOff }
    guard let frame = try frame(bytes, 12..<end, mayMove: true) else {
      throw PictureError.damaged("no frame")
    }
    return frame
  }

  /// The first chunk with pixels in this range, and its alpha chunk.
  private static func frame(
    _ bytes: UnsafeRawBufferPointer, _ within: Range<Int>, mayMove: Bool
  ) throws(Failure) -> PictureParts? {
    var opacity: Range<Int>?
    var orientation: PictureOrientation?
    var found: PictureParts?
    var at = within.lowerBound
    while at + 8 <= within.upperBound, let length = bytes.little(at + 4, bytes: 4) {
      let end = at + 8 + length
      guard end <= within.upperBound else { throw PictureError.cutOff }
      // Chunks are padded to an even length; the padding may be missing at the end of the file.
      let next = min(end + length & 1, within.upperBound)
      if found == nil, mayMove, bytes.starts("ANMF", at: at), length > 16 {
        found = try frame(bytes, at + 24..<end, mayMove: false)
      } else if found == nil, bytes.starts("ALPH", at: at) {
        opacity = at..<end
      } else if found == nil, bytes.starts("VP8 ", at: at) {
        found = try picture(bytes, at..<end, opacity, lossySize(bytes, at + 8))
      } else if found == nil, bytes.starts("VP8L", at: at) {
        found = try picture(bytes, at..<end, nil, losslessSize(bytes, at + 8))
      } else if bytes.starts("EXIF", at: at) {
        let start = bytes.starts("Exif\0\0", at: at + 8) ? at + 14 : at + 8
        orientation = start < end ? PictureOrientation.exif(bytes, start..<end) : nil
      }
      at = next
    }
    found?.orientation = orientation ?? .upright
    return found
  }

  /// A file with one frame: with an alpha chunk it needs an extended header.
  private static func picture(
    _ bytes: UnsafeRawBufferPointer, _ chunk: Range<Int>, _ opacity: Range<Int>?, _ size: PixelSize?
  ) throws(Failure) -> PictureParts {
    guard let size, size.width > 0, size.height > 0 else { throw PictureError.damaged("frame") }
    var parts = PictureParts(size: size)
    var head: [UInt8] = []
    if opacity != nil {
      head += Array("VP8X".utf8) + little(10, bytes: 4) + [0x10, 0, 0, 0]
      head += little(size.width - 1, bytes: 3) + little(size.height - 1, bytes: 3)
    }
    let kept = [opacity, chunk].compactMap { $0 }
    let length = 4 + head.count + kept.reduce(0) { $0 + $1.count + $1.count & 1 }
    parts.pieces.append(
      .made(Array("RIFF".utf8) + little(length, bytes: 4) + Array("WEBP".utf8) + head))
    for range in kept {
      parts.pieces.append(.range(range))
      if range.count & 1 == 1 { parts.pieces.append(.made([0])) }
    }
    return parts
  }

  private static func lossySize(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> PixelSize? {
    guard bytes.big(at + 3, bytes: 3) == 0x9D012A, let width = bytes.little(at + 6, bytes: 2),
      let height = bytes.little(at + 8, bytes: 2)
    else { return nil }
    return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
  }

  private static func losslessSize(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> PixelSize? {
    guard bytes.byte(at) == 0x2F, let bits = bytes.little(at + 1, bytes: 4) else { return nil }
    return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }

  private static func little(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
