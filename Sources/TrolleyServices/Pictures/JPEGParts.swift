/// The segments of a JPEG.
enum JPEGParts {
  /// Limit on pixels times scans. Every scan, even of a few bytes, makes a decoder process all
  /// pixels again, and a few megabytes can hold a hundred thousand scans; real pictures have about
  /// ten.
  private static let mostWork = 30 * 16 << 20
  /// Limit on the pixels of which a decoder holds all coefficients: six bytes each.
  private static let mostBuffered = 16 << 20

  /// Checks a buffered picture before a decoder runs.
  static func checkWork(_ parts: PictureParts) throws(Failure) {
    let pixels = parts.size.width * parts.size.height
    guard parts.scans * pixels <= mostWork else {
      throw PictureError.damaged("\(parts.scans) scans")
    }
    guard pixels <= mostBuffered else { throw PictureError.tooLarge(parts.size, .png) }
  }

  static func of(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> PictureParts {
    var parts = PictureParts(size: PixelSize(width: 0, height: 0))
    parts.keep(0..<2)
    var at = 2
    var components = 0
    while true {
      guard bytes.byte(at) == 0xFF else {
        throw at >= bytes.count ? PictureError.cutOff : PictureError.damaged("marker")
      }
      while bytes.byte(at + 1) == 0xFF { at += 1 }
      guard let marker = bytes.byte(at + 1) else { throw PictureError.cutOff }
      if marker == 0xD9 {
        guard parts.size.width > 0, parts.scans > 0 else { throw PictureError.damaged("no scan") }
        parts.keep(at..<at + 2)
        return parts
      }
      guard let length = bytes.big(at + 2, bytes: 2), length >= 2, at + 2 + length <= bytes.count
      else { throw PictureError.cutOff }
      var end = at + 2 + length
      if isFrame(marker) {
        try read(frame: at + 4..<end, bytes, &parts)
        components = bytes.byte(at + 9) ?? 0
        parts.isBuffered = marker != 0xC0 && marker != 0xC1
      }
      if marker == 0xE1, bytes.starts("Exif\0\0", at: at + 4), length > 8 {
        parts.orientation = PictureOrientation.exif(bytes, at + 10..<end) ?? parts.orientation
      }
      if marker == 0xDA {
        parts.scans += 1
        if bytes.byte(at + 4) != components { parts.isBuffered = true }
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
    guard width > 0, height > 0 else { throw PictureError.damaged("no size") }
    guard PictureFormat.jpeg.takes(parts.size) else {
      throw PictureError.tooLarge(parts.size, .jpeg)
    }
  }

  /// The next marker that ends a scan's data: neither a stuffed byte nor a restart marker.
  static func endOfScan(
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
