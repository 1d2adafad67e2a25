/// The first frame of a GIF, as a picture of its own.
enum GIFParts {
  static func of(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> PictureParts {
    guard let flags = bytes.byte(10), bytes.count > 13 else { throw PictureError.cutOff }
    let colours = 13..<13 + tableBytes(flags)
    var at = colours.upperBound
    var control: Range<Int>?
    while let mark = bytes.byte(at) {
      switch mark {
      case 0x21:
        let end = try endOfBlocks(bytes, at + 2)
        // The transparent colour of the frame that follows.
        if bytes.byte(at + 1) == 0xF9 { control = at..<end }
        at = end
      case 0x2C: return try frame(bytes, at, colours, control)
      default: throw PictureError.damaged("block \(mark)")
      }
    }
    throw PictureError.cutOff
  }

  /// The canvas is shrunk to the frame: a small frame on a huge canvas costs nothing.
  private static func frame(
    _ bytes: UnsafeRawBufferPointer, _ at: Int, _ colours: Range<Int>, _ control: Range<Int>?
  ) throws(Failure) -> PictureParts {
    guard let width = bytes.little(at + 5, bytes: 2), let height = bytes.little(at + 7, bytes: 2),
      let flags = bytes.byte(at + 9), let screenFlags = bytes.byte(10)
    else { throw PictureError.cutOff }
    let table = at + 10..<at + 10 + tableBytes(flags)
    let end = try endOfBlocks(bytes, table.upperBound + 1)
    var parts = PictureParts(size: PixelSize(width: width, height: height))
    let size = [at + 5, at + 6, at + 7, at + 8].map { bytes[$0] }
    parts.keep(0..<6)
    parts.pieces.append(.made(size + [UInt8(screenFlags), 0, 0]))
    parts.keep(colours)
    if let control { parts.keep(control) }
    parts.pieces.append(.made([0x2C, 0, 0, 0, 0] + size + [UInt8(flags)]))
    parts.keep(at + 10..<end)
    parts.pieces.append(.made([0x3B]))
    return parts
  }

  private static func tableBytes(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  /// The offset behind the empty block that ends this sequence of blocks.
  private static func endOfBlocks(
    _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) throws(Failure) -> Int {
    var at = start
    while let length = bytes.byte(at) {
      at += 1 + length
      if length == 0 { return at }
    }
    throw PictureError.cutOff
  }
}
