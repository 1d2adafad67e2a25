/// Decodes pictures with gdk-pixbuf: PNG and JPEG always, GIF and WebP if their loaders are
/// installed.
///
/// The size in the header is read and checked here before any decoder runs; the decoder is chosen
/// by the first bytes, receives only the data of the first frame, and is checked against its time
/// limit every few kilobytes.
public struct PictureDecoder: Sendable {
  /// Maximum size of an encoded picture in bytes: a photograph of a phone. Servers may send less.
  public static let mostBytes = 25 << 20
  /// Time limit for one picture, in milliseconds.
  public static let longest = 5_000

  private let environment: Environment

  public init(environment: Environment = .system) { self.environment = environment }

  /// The first frame, upright, with its alpha channel.
  ///
  /// - Parameter fitting: the picture is scaled down to fit into this, keeping its shape; never up.
  public func decode(
    _ bytes: [UInt8], fitting: PixelSize? = nil, _ cancellation: Cancellation? = nil
  ) throws(Failure) -> PixelImage {
    guard bytes.count <= Self.mostBytes else {
      throw PictureError.tooManyBytes(most: Self.mostBytes)
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try decode(bytes, fitting, cancellation) }
    }
    return try result.get()
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ fitting: PixelSize?, _ cancellation: Cancellation?
  ) throws(Failure) -> PixelImage {
    guard !bytes.isEmpty else { throw PictureError.empty }
    guard let format = PictureFormat(bytes) else {
      throw PictureError.unknown(PictureFormat.other(bytes))
    }
    let parts = try PictureParts.of(bytes, format)
    let size = parts.size
    guard size.width > 0, size.height > 0 else { throw PictureError.damaged("no size") }
    guard format.takes(size) else { throw PictureError.tooLarge(size, format) }
    guard let library = PixbufLibrary.shared else { throw PictureError.noLibrary }
    let room = parts.orientation.swapsSides ? fitting?.turned : fitting
    let wanted = room.map { size.fitted(into: $0) } ?? size
    guard PixelSize.sides.contains(wanted.width), PixelSize.sides.contains(wanted.height) else {
      throw PictureError.tooLarge(size, format)
    }
    let deadline = environment.monotonic() + Self.longest
    func mayGoOn() throws(Failure) {
      if cancellation?.isCancelled == true { throw .cancelled }
      if environment.monotonic() >= deadline { throw PictureError.tooSlow }
    }
    if parts.isBuffered {
      if 8 * wanted.width <= size.width, 8 * wanted.height <= size.height,
        let image = try JPEGMeans.image(bytes, wanted, mayGoOn: mayGoOn)
      {
        return try image.upright(parts.orientation)
      }
      try JPEGParts.checkWork(parts)
    }
    let loader = try PixbufLoader(library, format, expected: size, wanted: wanted)
    if let made = parts.made(from: bytes) {
      let written = made.withUnsafeBytes { made in
        Result { () throws(Failure) in try loader.write(made, mayGoOn: mayGoOn) }
      }
      try written.get()
    } else {
      for case .range(let range) in parts.pieces {
        try loader.write(UnsafeRawBufferPointer(rebasing: bytes[range]), mayGoOn: mayGoOn)
      }
    }
    return try loader.finish().upright(parts.orientation)
  }
}

extension PixelImage {
  /// This picture, rotated and flipped as its EXIF orientation says.
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
      throw PictureError.damaged("turned")
    }
    return image
  }
}
