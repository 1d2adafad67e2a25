import TrolleyCore

/// Pictures by gdk-pixbuf: PNG, JPEG, GIF and WebP, of the first two of which it is always able.
///
/// What a picture says of its size is read here and checked before any decoder sees it; the decoder
/// is chosen by the first bytes, sees nothing but what makes up the pixels of the first frame, and is
/// asked every few kilobytes whether its time is over.
public struct PictureDecoder: Sendable {
  /// Bytes of a picture before it is decoded.
  public static let mostBytes = HTTPLimits.picture.body
  /// Milliseconds for one picture.
  public static let longest = 5_000

  private let surroundings: Surroundings

  public init(surroundings: Surroundings = .system) { self.surroundings = surroundings }

  /// The first frame, upright, with its opacity.
  ///
  /// - Parameter fitting: the picture is made as small as this, its shape kept; never larger.
  public func decode(
    _ bytes: [UInt8], fitting: PixelSize? = nil, _ cancellation: Cancellation? = nil
  ) throws(Failure) -> PixelImage {
    guard bytes.count <= Self.mostBytes else {
      throw PictureRefusal.tooManyBytes(most: Self.mostBytes)
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try decode(bytes, fitting, cancellation) }
    }
    return try result.get()
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ fitting: PixelSize?, _ cancellation: Cancellation?
  ) throws(Failure) -> PixelImage {
    guard !bytes.isEmpty else { throw PictureRefusal.empty }
    guard let format = PictureFormat(bytes) else {
      throw PictureRefusal.unknown(PictureFormat.other(bytes))
    }
    let parts = try PictureParts.of(bytes, format)
    let size = parts.size
    guard size.width > 0, size.height > 0 else { throw PictureRefusal.damaged("no size") }
    let sides = PixelSize.sides
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw PictureRefusal.tooLarge(size)
    }
    guard let library = PixbufLibrary.shared else { throw PictureRefusal.noLibrary }
    let room = parts.orientation.swapsSides ? fitting?.turned : fitting
    let wanted = room.map { size.fitted(into: $0) } ?? size
    let loader = try PixbufLoader(library, format, expected: size, wanted: wanted)
    let deadline = surroundings.monotonic() + Self.longest
    func mayGoOn() throws(Failure) {
      if cancellation?.isCancelled == true { throw .cancelled }
      if surroundings.monotonic() >= deadline { throw PictureRefusal.tooSlow }
    }
    for piece in parts.pieces {
      switch piece {
      case .range(let range):
        try loader.write(UnsafeRawBufferPointer(rebasing: bytes[range]), mayGoOn: mayGoOn)
      case .made(let made):
        let written = made.withUnsafeBytes { made in
          Result { () throws(Failure) in try loader.write(made, mayGoOn: mayGoOn) }
        }
        try written.get()
      }
    }
    return try loader.finish().upright(parts.orientation)
  }
}

extension PixelImage {
  /// This picture as it has to be looked at.
  func upright(_ orientation: PictureOrientation) throws(Failure) -> PixelImage {
    guard orientation != .upright else { return self }
    let size = orientation.swapsSides ? size.turned : size
    let count = 4 * size.width * size.height
    let turned = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (fromX, fromY) = orientation.source(x, y, in: self.size)
          let from = 4 * (fromY * width + fromX)
          let to = 4 * (y * size.width + x)
          for channel in 0..<4 { room[to + channel] = rgba[from + channel] }
        }
      }
      filled = count
    }
    guard let image = PixelImage(size: size, rgba: turned) else {
      throw PictureRefusal.damaged("turned")
    }
    return image
  }
}
