/// The segments of a JPEG.
enum JPEGParts {
  /// Limit on pixels times scans. Every scan, even of a few bytes, makes a decoder process all
  /// pixels again, and a few megabytes can hold a hundred thousand scans; real pictures have about
  /// ten.
  private static let mostWork = 30 * 16 << 20

  static func of(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> PictureParts {
    var parts = PictureParts(size: PixelSize(width: 0, height: 0))
    parts.keep(0..<2)
    var at = 2
    var scans = 0
    while true {
      guard bytes.byte(at) == 0xFF else {
        throw at >= bytes.count ? PictureError.cutOff : PictureError.damaged("marker")
      }
      while bytes.byte(at + 1) == 0xFF { at += 1 }
      guard let marker = bytes.byte(at + 1) else { throw PictureError.cutOff }
      if marker == 0xD9 {
        guard parts.size.width > 0, scans > 0 else { throw PictureError.damaged("no scan") }
        parts.keep(at..<at + 2)
        return parts
      }
      guard let length = bytes.big(at + 2, bytes: 2), length >= 2, at + 2 + length <= bytes.count
      else { throw PictureError.cutOff }
      var end = at + 2 + length
      if isFrame(marker) { try read(frame: at + 4..<end, bytes, &parts) }
      if marker == 0xE1, bytes.starts("Exif\0\0", at: at + 4), length > 8 {
        parts.orientation = PictureOrientation.exif(bytes, at + 10..<end) ?? parts.orientation
      }
      if marker == 0xDA {
        scans += 1
        guard scans * parts.size.width * parts.size.height <= mostWork else {
          throw PictureError.damaged("\(scans) scans")
        }
        end = try endOfScan(bytes, end)
      }
      if isOfPixels(marker) { parts.keep(at..<end) }
      at = end
    }
  }

  /// Whether this marker starts a frame, which states the size.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// Whether a segment affects the pixels: no comments, no application data except the two that
  /// describe the colours.
  private static func isOfPixels(_ marker: Int) -> Bool {
    marker != 0xFE && (!(0xE0...0xEF).contains(marker) || marker == 0xE0 || marker == 0xEE)
  }

  private static func read(
    frame: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ parts: inout PictureParts
  ) throws(Failure) {
    guard parts.size.width == 0, frame.count >= 6,
      let height = bytes.big(frame.lowerBound + 1, bytes: 2),
      let width = bytes.big(frame.lowerBound + 3, bytes: 2)
    else { throw PictureError.damaged("frame") }
    parts.size = PixelSize(width: width, height: height)
    // Checked before the scans are counted: with no pixels, the product would always be 0.
    guard width > 0, height > 0 else { throw PictureError.damaged("no size") }
    guard PixelSize.sides.contains(max(width, height)) else {
      throw PictureError.tooLarge(parts.size)
    }
  }

  /// The next marker that ends a scan's data: neither a stuffed byte nor a restart marker.
  private static func endOfScan(
    _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) throws(Failure) -> Int {
    guard let base = bytes.baseAddress else { throw PictureError.cutOff }
    var at = start
    while at < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - at) {
      at = UnsafeRawPointer(found) - base
      guard let next = bytes.byte(at + 1) else { break }
      if next == 0 || (0xD0...0xD7).contains(next) {
        at += 2
      } else if next == 0xFF {
        at += 1
      } else {
        return at
      }
    }
    throw PictureError.cutOff
  }
}
