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

/// Pixels in rows from the upper left corner; nil is transparent.
public struct Picture: Equatable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [RGB?]

  /// `pixels` must hold `width * height` entries; otherwise the picture is empty.
  public init(width: Int, height: Int, pixels: [RGB?]) {
    let sound = width > 0 && height > 0 && pixels.count == width * height
    self.width = sound ? width : 0
    self.height = sound ? height : 0
    self.pixels = sound ? pixels : []
  }
}
