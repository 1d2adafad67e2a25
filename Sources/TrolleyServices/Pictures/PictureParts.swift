/// The bytes of a picture that its decoder receives, and the facts needed beforehand.
///
/// Profiles, texts, previews, later frames and everything else that does not affect the pixels of
/// the first frame never reaches a decoder.
struct PictureParts {
  enum Piece {
    /// Original bytes of the picture.
    case range(Range<Int>)
    /// Bytes that replace original ones.
    case made([UInt8])
  }

  var size: PixelSize
  var orientation = PictureOrientation.upright
  /// A JPEG whose decoder holds all of it in memory, since each of its scans changes it all.
  var isBuffered = false
  var scans = 0
  var pieces: [Piece] = []

  init(size: PixelSize) { self.size = size }

  /// Parses the structure of a picture, but not its pixels.
  static func of(
    _ bytes: UnsafeRawBufferPointer, _ format: PictureFormat
  ) throws(Failure) -> PictureParts {
    switch format {
    case .png: try PNGParts.of(bytes)
    case .jpeg: try JPEGParts.of(bytes)
    case .gif: try GIFParts.of(bytes)
    case .webP: try WebPParts.of(bytes)
    }
  }

  /// All parts joined, if any was rewritten: a loader may need more than a header in its first
  /// piece. Nil when all parts are ranges of the original bytes.
  func made(from bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var isMade = false
    for case .made in pieces { isMade = true }
    guard isMade else { return nil }
    return pieces.reduce(into: []) { all, piece in
      switch piece {
      case .range(let range): all.append(contentsOf: bytes[range])
      case .made(let made): all += made
      }
    }
  }

  /// Appends a range, merged with the last one if they are adjacent.
  mutating func keep(_ range: Range<Int>) {
    if case .range(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .range(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.range(range))
    }
  }
}

/// Integers in a picture's bytes; beyond the end they are nil.
extension UnsafeRawBufferPointer {
  func byte(_ at: Int) -> Int? { indices.contains(at) ? Int(self[at]) : nil }

  /// Big-endian.
  func big(_ at: Int, bytes count: Int) -> Int? {
    guard at >= 0, at <= self.count - count else { return nil }
    var value = 0
    for index in at..<at + count { value = value << 8 | Int(self[index]) }
    return value
  }

  /// Little-endian.
  func little(_ at: Int, bytes count: Int) -> Int? {
    guard at >= 0, at <= self.count - count else { return nil }
    var value = 0
    for index in (at..<at + count).reversed() { value = value << 8 | Int(self[index]) }
    return value
  }

  func starts(_ text: StaticString, at: Int) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard at >= 0, at <= count - text.count else { return false }
    return self[at..<at + text.count].elementsEqual(text)
  }
}
