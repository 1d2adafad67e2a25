/// A font file that FreeType has accepted, with a strike of colour bitmaps.
///
/// Any file may be behind the name: only a regular one of bounded size is opened, only bitmaps are
/// read from it, and what FreeType hands out is checked before it is used.
final class OpenedFont: Sendable {
  /// The largest font file, in bytes.
  static let mostBytes = 64 << 20
  /// The longest side of a glyph, in pixels.
  private static let mostSide = 512

  let version: String
  private let library: FreeTypeLibrary
  /// Used under the lock of `EmojiFont` only.
  nonisolated(unsafe) private let face: FreeTypeLibrary.Object

  /// Nil for anything that is no such font.
  init?(_ path: String, _ library: FreeTypeLibrary) {
    guard let (bytes, version) = Self.map(path) else { return nil }
    guard let face = Self.face(bytes, library) else {
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      return nil
    }
    self.version = version
    self.library = library
    self.face = face
  }

  /// The file stays mapped as long as the process runs, and so does its face.
  private static func map(_ path: String) -> (UnsafeRawBufferPointer, String)? {
    // Opening a pipe must not wait for its writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      1...mostBytes ~= Int(status.st_size)
    else { return nil }
    let count = Int(status.st_size)
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    return (
      UnsafeRawBufferPointer(start: start, count: count),
      EmojiCache.version(ofFont: path, FileStamp(status))
    )
  }

  private static func face(
    _ bytes: UnsafeRawBufferPointer, _ library: FreeTypeLibrary
  ) -> FreeTypeLibrary.Object? {
    var instance: FreeTypeLibrary.Object?
    var face: FreeTypeLibrary.Object?
    guard let start = bytes.baseAddress, library.start(&instance) == 0, let instance,
      library.newFace(instance, start, bytes.count, 0, &face) == 0, let face
    else { return nil }
    guard let strike = strike(of: face), library.selectSize(face, strike) == 0 else {
      _ = library.endFace(face)
      return nil
    }
    return face
  }

  /// The smallest bitmaps that are large enough, otherwise the largest.
  private static func strike(of face: FreeTypeLibrary.Object) -> Int32? {
    let record = face.load(as: FreeTypeLibrary.Face.self)
    guard let strikes = record.strikes, 1...64 ~= record.strikeCount else { return nil }
    let sizes = (0..<record.strikeCount).map { ($0, strikes[Int($0)].vertical >> 6) }
      .filter { 8...mostSide ~= $0.1 }
    return (sizes.filter { $0.1 >= 96 }.min { $0.1 < $1.1 } ?? sizes.max { $0.1 < $1.1 })?.0
  }

  // MARK: Drawing

  func picture(of glyph: Unicode.Scalar, fitting: PixelSize) throws(Failure) -> PixelImage {
    let index = library.glyphIndex(face, UInt(glyph.value))
    guard index != 0 else { throw Self.refusal("not in the font") }
    guard library.loadGlyph(face, index, FreeTypeLibrary.loadFlags) == 0,
      let slot = face.load(as: FreeTypeLibrary.Face.self).glyph?.pointee,
      slot.format == FreeTypeLibrary.bitmapFormat, slot.bitmap.mode == FreeTypeLibrary.bgra,
      let buffer = slot.bitmap.buffer
    else { throw Self.refusal("no bitmap") }
    let width = Int(slot.bitmap.width)
    let height = Int(slot.bitmap.rows)
    let pitch = Int(slot.bitmap.pitch)
    guard 1...Self.mostSide ~= width, 1...Self.mostSide ~= height, pitch >= 4 * width else {
      throw Self.refusal("\(width)x\(height)")
    }
    let pixels = UnsafeBufferPointer(start: buffer, count: pitch * height)
    guard let image = GlyphPixels(pixels, width, height, pitch)?.picture(fitting: fitting) else {
      throw Self.refusal("empty")
    }
    return image
  }

  private static func refusal(_ detail: String) -> Failure {
    Failure(.badInput, "The font has no such emoji.", detail: "glyph: \(detail)")
  }
}

/// The pixels of a glyph: blue, green, red and alpha, multiplied by alpha.
private struct GlyphPixels {
  private let pixels: UnsafeBufferPointer<UInt8>
  private let pitch: Int
  /// What is not empty.
  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>

  /// Nil if nothing can be seen.
  init?(_ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ pitch: Int) {
    func isSeen(_ x: Int, _ y: Int) -> Bool { pixels[y * pitch + 4 * x + 3] > 16 }
    let rows = (0..<height).filter { y in (0..<width).contains { isSeen($0, y) } }
    guard let top = rows.first, let bottom = rows.last else { return nil }
    let columns = (0..<width).filter { x in (top...bottom).contains { isSeen(x, $0) } }
    guard let left = columns.first, let right = columns.last else { return nil }
    self.pixels = pixels
    self.pitch = pitch
    self.columns = left...right
    self.rows = top...bottom
  }

  func picture(fitting: PixelSize) -> PixelImage? {
    let whole = PixelSize(width: columns.count, height: rows.count)
    let size = whole.fitted(into: fitting)
    let spans = (0..<size.width).map { span($0, of: size.width, over: columns) }
    let rgba = [UInt8](unsafeUninitializedCapacity: 4 * size.width * size.height) { rgba, count in
      for y in 0..<size.height {
        let rows = span(y, of: size.height, over: rows)
        for columns in spans {
          let colour = average(columns, rows)
          (rgba[count], rgba[count + 1], rgba[count + 2], rgba[count + 3]) = colour
          count += 4
        }
      }
    }
    return PixelImage(size: size, rgba: rgba)
  }

  /// The pixels that one of the smaller picture stands for; at least one.
  private func span(_ at: Int, of count: Int, over range: ClosedRange<Int>) -> Range<Int> {
    let start = range.lowerBound + at * range.count / count
    return start..<max(start + 1, range.lowerBound + (at + 1) * range.count / count)
  }

  /// Red, green, blue and alpha.
  private func average(
    _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (UInt8, UInt8, UInt8, UInt8) {
    var blue = 0
    var green = 0
    var red = 0
    var alpha = 0
    for y in rows {
      for x in columns {
        let at = y * pitch + 4 * x
        blue += Int(pixels[at])
        green += Int(pixels[at + 1])
        red += Int(pixels[at + 2])
        alpha += Int(pixels[at + 3])
      }
    }
    guard alpha > 0 else { return (0, 0, 0, 0) }
    func plain(_ sum: Int) -> UInt8 { UInt8(min(255, sum * 255 / alpha)) }
    let plainAlpha = UInt8(min(255, alpha / (columns.count * rows.count)))
    return (plain(red), plain(green), plain(blue), plainAlpha)
  }
}
