/// One run of a gdk-pixbuf loader. Belongs to one thread, for one picture.
final class PixbufLoader {
  /// With larger pieces a loader could work for seconds before the next check of the time limit.
  private static let pieceBytes = 16_384

  private let library: PixbufLibrary
  private let loader: PixbufLibrary.Object
  private let format: PictureFormat
  private let expected: PixelSize
  private let wanted: PixelSize
  private var isClosed = false
  /// The loader reports another size than our parser: the file is probably malicious.
  private var isOtherSize = false

  /// - Parameters:
  ///   - expected: the size in the header.
  ///   - wanted: the size after scaling; not larger.
  init(
    _ library: PixbufLibrary, _ format: PictureFormat, expected: PixelSize, wanted: PixelSize
  ) throws(Failure) {
    self.library = library
    self.format = format
    self.expected = expected
    self.wanted = wanted
    var error: UnsafeMutableRawPointer?
    guard let loader = library.newLoader(format.loader, &error) else {
      if let error { _ = library.words(of: error) }
      throw PictureError.noLoader(format)
    }
    self.loader = loader
    let own = Unmanaged.passUnretained(self).toOpaque()
    _ = library.connect(
      loader, "size-prepared",
      { _, width, height, own in
        guard let own else { return }
        Unmanaged<PixbufLoader>.fromOpaque(own).takeUnretainedValue().sized(width, height)
      }, own, nil, 0)
  }

  deinit {
    // A loader that is freed without being closed prints a warning.
    if !isClosed { _ = library.close(loader, nil) }
    library.unref(loader)
  }

  private func sized(_ width: Int32, _ height: Int32) {
    let size = PixelSize(width: Int(width), height: Int(height))
    isOtherSize = size != expected
    if isOtherSize {
      library.setSize(loader, 0, 0)
    } else if wanted != expected {
      library.setSize(loader, Int32(wanted.width), Int32(wanted.height))
    }
  }

  /// - Parameter mayGoOn: throws when the time is up.
  func write(_ bytes: UnsafeRawBufferPointer, mayGoOn: () throws(Failure) -> Void) throws(Failure) {
    var at = 0
    while at < bytes.count, let start = bytes.baseAddress {
      try mayGoOn()
      let count = min(Self.pieceBytes, bytes.count - at)
      var error: UnsafeMutableRawPointer?
      guard library.write(loader, start + at, count, &error) != 0 else { throw refusal(error) }
      if isOtherSize { throw PictureError.damaged("two sizes") }
      at += count
    }
  }

  /// The decoded picture, in the wanted size.
  func finish() throws(Failure) -> PixelImage {
    isClosed = true
    var error: UnsafeMutableRawPointer?
    guard library.close(loader, &error) != 0 else { throw refusal(error) }
    guard !isOtherSize, let pixbuf = library.pixbuf(loader) else { throw PictureError.damaged }
    let size = size(of: pixbuf)
    if size == wanted { return try image(pixbuf, wanted) }
    // Some loaders do not scale themselves.
    guard
      let scaled = library.scaled(
        pixbuf, Int32(wanted.width), Int32(wanted.height), PixbufLibrary.bilinear)
    else { throw PictureError.damaged("no memory") }
    defer { library.unref(scaled) }
    return try image(scaled, wanted)
  }

  private func size(of pixbuf: PixbufLibrary.Object) -> PixelSize {
    PixelSize(width: Int(library.width(pixbuf)), height: Int(library.height(pixbuf)))
  }

  private func image(
    _ pixbuf: PixbufLibrary.Object, _ wanted: PixelSize
  ) throws(Failure) -> PixelImage {
    let size = size(of: pixbuf)
    let channels = Int(library.channels(pixbuf))
    let rowBytes = Int(library.rowBytes(pixbuf))
    guard size == wanted, library.bitsPerSample(pixbuf) == 8, channels == 3 || channels == 4,
      rowBytes >= size.width * channels, let pixels = library.pixels(pixbuf)
    else { throw PictureError.damaged("pixels") }
    let count = 4 * size.width * size.height
    let rgba = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      for y in 0..<size.height {
        var from = pixels + y * rowBytes
        var to = y * size.width * 4
        for _ in 0..<size.width {
          room[to] = from[0]
          room[to + 1] = from[1]
          room[to + 2] = from[2]
          room[to + 3] = channels == 4 ? from[3] : 255
          from += channels
          to += 4
        }
      }
      filled = count
    }
    guard let image = PixelImage(size: size, rgba: rgba) else { throw PictureError.damaged("size") }
    return image
  }

  /// The library's own messages go to the log only: they describe its internals.
  private func refusal(_ error: UnsafeMutableRawPointer?) -> Failure {
    guard let error else { return PictureError.damaged }
    let words = CleanText.line(library.words(of: error), limit: .message)
    return PictureError.damaged("\(format.loader) \(words)")
  }
}
