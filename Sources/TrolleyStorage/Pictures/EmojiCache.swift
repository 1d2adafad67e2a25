/// The emoji that were drawn before, as files in the cache. The worker, which has the font, draws
/// and writes them; the screen reads them itself, and needs no worker for what it has shown before.
public struct EmojiCache: Sendable {
  private let files: CacheDirectory
  /// Holds the version of the font whose emoji count.
  private static let fontName = "font-of-emoji"

  /// - Parameter files: the directory of the kept pictures.
  public init(_ files: CacheDirectory) { self.files = files }

  /// The text by which fonts, and versions of a font's file, are told apart.
  public static func version(ofFont path: String, _ stamp: FileStamp) -> String {
    path + "\n" + stamp.text
  }

  /// The version of the font in use; nil before the first emoji was drawn, and when the font's file
  /// was changed or removed since.
  public func font() -> String? {
    guard let bytes = files.read(Self.fontName, limit: 1 << 13) else { return nil }
    let font = String(decoding: bytes, as: UTF8.self)
    guard let end = font.lastIndex(of: "\n"), font.hasPrefix("/") else { return nil }
    let path = String(font[..<end])
    guard let stamp = FileStamp(path: path), font == Self.version(ofFont: path, stamp) else {
      return nil
    }
    return font
  }

  /// Tells those who read that this font is the one in use.
  public func use(font: String) {
    let bytes = Array(font.utf8)
    if files.read(Self.fontName, limit: bytes.count) != bytes { files.write(Self.fontName, bytes) }
  }

  /// The emoji as this font draws it, without its empty edges; nil if it is not kept.
  ///
  /// - Parameter size: what it was scaled down to fit.
  public func image(of glyph: Unicode.Scalar, fitting size: PixelSize, font: String) -> PixelImage?
  {
    let name = Self.name(glyph, size, font)
    guard let bytes = files.read(name, limit: KeptPicture.mostBytes(size)) else { return nil }
    guard let image = KeptPicture.image(bytes), image.width <= size.width,
      image.height <= size.height
    else {
      files.remove(name)
      return nil
    }
    return image
  }

  public func keep(
    _ image: PixelImage, of glyph: Unicode.Scalar, fitting size: PixelSize, font: String
  ) {
    files.write(Self.name(glyph, size, font), KeptPicture.bytes(of: image))
  }

  private static func name(_ glyph: Unicode.Scalar, _ size: PixelSize, _ font: String) -> String {
    let mark = Array(font.utf8).withUnsafeBytes { CRC32C.checksum($0) }
    return "emoji-\(String(glyph.value, radix: 16))-\(size.width)x\(size.height)-"
      + String(mark, radix: 16)
  }
}
