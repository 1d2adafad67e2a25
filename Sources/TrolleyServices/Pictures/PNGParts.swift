/// The chunks of a PNG. Of an animated one, the still picture that programs show instead.
enum PNGParts {
  static func of(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> PictureParts {
    var at = PictureFormat.pngSignature.count
    guard let length = bytes.big(at, bytes: 4), bytes.starts("IHDR", at: at + 4), length == 13
    else { throw bytes.count < at + 8 ? PictureError.cutOff : PictureError.damaged("IHDR") }
    guard let width = bytes.big(at + 8, bytes: 4), let height = bytes.big(at + 12, bytes: 4) else {
      throw PictureError.cutOff
    }
    var parts = PictureParts(size: PixelSize(width: width, height: height))
    parts.keep(0..<at)
    while true {
      guard let length = bytes.big(at, bytes: 4) else { throw PictureError.cutOff }
      let end = at + 12 + length
      guard end <= bytes.count else { throw PictureError.cutOff }
      if isOfPixels(bytes, at + 4) {
        parts.keep(at..<end)
      } else if bytes.starts("eXIf", at: at + 4) {
        parts.orientation = PictureOrientation.exif(bytes, at + 8..<end - 4) ?? parts.orientation
      }
      if bytes.starts("IEND", at: at + 4) { return parts }
      at = end
    }
  }

  private static func isOfPixels(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    for name: StaticString in ["IDAT", "IHDR", "PLTE", "tRNS", "IEND"]
    where bytes.starts(name, at: at) { return true }
    return false
  }
}
