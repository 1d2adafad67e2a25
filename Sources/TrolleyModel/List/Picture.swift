/// A colour of a picture: red, green, blue, 0 to 255 each.
public struct RGB: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// A picture of few colours, as the bundled ones are.
public struct Picture: Sendable {
  public let width: Int
  public let height: Int
  /// The colours; nil is transparent.
  public let palette: [RGB?]
  /// In rows from the upper left corner: entries of the palette.
  public let pixels: [UInt8]

  /// `pixels` must hold `width * height` entries of the palette; otherwise the picture is empty.
  public init(width: Int, height: Int, palette: [RGB?], pixels: [UInt8]) {
    let sound =
      width > 0 && height > 0 && pixels.count == width * height
      && Int(pixels.reduce(0, max)) < palette.count
    self.width = sound ? width : 0
    self.height = sound ? height : 0
    self.palette = palette
    self.pixels = sound ? pixels : []
  }

  /// The colour of each pixel.
  public var colours: [RGB?] { pixels.map { palette[Int($0)] } }
}
