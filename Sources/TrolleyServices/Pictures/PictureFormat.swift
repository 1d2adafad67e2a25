/// A kind of picture that is shown, told by its first bytes alone: neither a name nor what a server
/// says it sent decides which decoder gets to see it.
enum PictureFormat: CaseIterable {
  case png, jpeg, gif, webP

  init?(_ bytes: UnsafeRawBufferPointer) {
    switch true {
    case bytes.starts(with: Self.pngSignature): self = .png
    case bytes.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
    case bytes.starts(with: "GIF87a".utf8), bytes.starts(with: "GIF89a".utf8): self = .gif
    case bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8):
      self = .webP
    default: return nil
    }
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether a picture of this size is decoded. A JPEG is made small while it is read; all others
  /// have to be read as a whole.
  func takes(_ size: PixelSize) -> Bool {
    let sides = self == .jpeg ? 1...(1 << 14) : PixelSize.sides
    return sides.contains(size.width) && sides.contains(size.height)
      && (self != .jpeg || size.width * size.height <= 50 << 20)
  }

  /// As people call it.
  var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .webP: "WebP"
    }
  }

  /// As gdk-pixbuf calls its loader.
  var loader: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpeg"
    case .gif: "gif"
    case .webP: "webp"
    }
  }

  /// What something is that is not shown, in words; nil when its first bytes say nothing.
  static func other(_ bytes: UnsafeRawBufferPointer) -> String? {
    let kind = bytes.dropFirst(4)
    for brand in ["heic", "heix", "mif1", "hevc"] where kind.starts(with: "ftyp\(brand)".utf8) {
      return "a HEIC picture"
    }
    if kind.starts(with: "ftypavif".utf8) { return "an AVIF picture" }
    for (start, words) in [
      ("BM", "a BMP picture"), ("II*\0", "a TIFF picture"), ("MM\0*", "a TIFF picture"),
      ("%PDF", "a PDF document"), ("<svg", "an SVG drawing"), ("<?xml", "an SVG or XML document"),
      ("<!DOCTYPE", "a web page"), ("<!doctype", "a web page"), ("<html", "a web page"),
    ] where bytes.starts(with: start.utf8) {
      return words
    }
    return nil
  }
}
