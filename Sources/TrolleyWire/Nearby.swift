/// A map drawn by the worker.
public struct MapDrawing: Equatable, Sendable {
  /// As many pixels for each cell as the view wants; transparent where a tile is missing.
  public var image: PixelImage
  /// How many tiles it needs, and how many of them are missing.
  public var tiles: Int
  public var missing: Int
  /// The age in seconds of the oldest outdated tile that could not be renewed; 0 if there is none.
  public var age: Int
  /// Why it is incomplete or outdated; empty when it is neither.
  public var trouble: String
  /// Who made it, where that depends on the part that is shown.
  public var credits: String

  public init(
    image: PixelImage, tiles: Int, missing: Int = 0, age: Int = 0, trouble: String = "",
    credits: String = ""
  ) {
    self.image = image
    self.tiles = tiles
    self.missing = missing
    self.age = age
    self.trouble = trouble
    self.credits = credits
  }
}
