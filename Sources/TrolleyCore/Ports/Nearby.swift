/// A map as the worker drew it: four pixels for each cell.
public struct MapDrawing: Equatable, Sendable {
  /// `2 * width` by `2 * height` pixels of a map of so many cells; transparent where no tile came.
  public var image: PixelImage
  /// How many tiles it takes, and how many of them did not come.
  public var tiles: Int
  public var missing: Int
  /// Seconds since the oldest of those copies came that could not be renewed; 0 when all are as new as
  /// they have to be.
  public var age: Int
  /// Why it is not whole, or not new; empty when it is both.
  public var trouble: String

  public init(
    image: PixelImage, tiles: Int, missing: Int = 0, age: Int = 0, trouble: String = ""
  ) {
    self.image = image
    self.tiles = tiles
    self.missing = missing
    self.age = age
    self.trouble = trouble
  }
}
