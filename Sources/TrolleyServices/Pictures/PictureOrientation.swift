/// How the camera was held, and so how to turn the pixels upright. Raw values are those of EXIF.
enum PictureOrientation: Int {
  case upright = 1
  case mirrored, halfTurn, flipped, transposed, turnedRight, transversed, turnedLeft

  /// Whether rows become columns.
  var swapsSides: Bool { rawValue >= PictureOrientation.transposed.rawValue }

  /// The orientation in the first directory of EXIF data; nil when there is no valid one.
  static func exif(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> PictureOrientation? {
    let data = UnsafeRawBufferPointer(rebasing: bytes[range])
    let isBig = data.starts("MM\0*", at: 0)
    guard isBig || data.starts("II*\0", at: 0) else { return nil }
    func number(_ at: Int, _ count: Int) -> Int? {
      isBig ? data.big(at, bytes: count) : data.little(at, bytes: count)
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
    // A directory has a few dozen entries.
    for index in 0..<min(entries, 200) {
      let at = directory + 2 + 12 * index
      guard let tag = number(at, 2) else { return nil }
      if tag == 0x0112, number(at + 2, 2) == 3, number(at + 4, 4) == 1 {
        return number(at + 8, 2).flatMap(PictureOrientation.init)
      }
    }
    return nil
  }

  /// Maps a pixel of the upright picture to one of the stored picture.
  func source(_ x: Int, _ y: Int, in taken: PixelSize) -> (x: Int, y: Int) {
    let right = taken.width - 1
    let bottom = taken.height - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .halfTurn: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .turnedRight: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .turnedLeft: (right - y, x)
    }
  }
}
