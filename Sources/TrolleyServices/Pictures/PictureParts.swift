import TrolleyCore

/// What of a picture's bytes its decoder gets to see, and what has to be known before.
///
/// Profiles, texts, previews, later frames and whatever else says nothing about the pixels of the
/// first frame is passed over: it never reaches a decoder, however large or strange it is.
struct PictureParts {
  enum Piece {
    /// Bytes of the picture as they are.
    case range(Range<Int>)
    /// Bytes in place of what stood there.
    case made([UInt8])
  }

  var size: PixelSize
  var orientation = PictureOrientation.upright
  var pieces: [Piece] = []

  init(size: PixelSize) { self.size = size }

  /// Takes a picture apart, as far as it is not pixels.
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

  /// The next bytes, one piece with what stands before it where that is its neighbour.
  mutating func keep(_ range: Range<Int>) {
    if case .range(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .range(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.range(range))
    }
  }
}

/// Numbers in the bytes of a picture; what lies beyond the end is nil, never read.
extension UnsafeRawBufferPointer {
  func byte(_ at: Int) -> Int? { indices.contains(at) ? Int(self[at]) : nil }

  /// With the highest byte first.
  func big(_ at: Int, bytes count: Int) -> Int? {
    guard at >= 0, at <= self.count - count else { return nil }
    var value = 0
    for index in at..<at + count { value = value << 8 | Int(self[index]) }
    return value
  }

  /// With the lowest byte first.
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
