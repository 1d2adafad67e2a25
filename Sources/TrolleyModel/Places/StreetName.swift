/// A street's name, and some places along it.
public struct StreetName: Equatable, Sendable {
  public let name: String
  public let places: [Coordinates]

  /// The most names of one answer, and the most places of each.
  public static let most = 120
  public static let mostPlaces = 40

  public init(name: String, places: [Coordinates]) {
    self.name = name
    self.places = places
  }
}

extension MapView {
  /// The ground that it shows, with a margin: two corners, on a grid of about a kilometre, so that
  /// a map that is moved a little needs no new question. Nil where the map goes around the world.
  public var ground: MapGroundArea? {
    let side = side
    let width = Double(size.width * Self.cellWidth) / side
    let height = Double(size.height * Self.cellHeight) / side
    let (x, y) = (Double(origin.x) / side, Double(origin.y) / side)
    guard x >= 0, x + width < 1, y >= 0, y + height < 1 else { return nil }
    let upper = WebMercator.coordinates(WorldPoint(x: x, y: y))
    let lower = WebMercator.coordinates(WorldPoint(x: x + width, y: y + height))
    return MapGroundArea(
      south: lower.latitudeE7, west: upper.longitudeE7, north: upper.latitudeE7,
      east: lower.longitudeE7)
  }
}

/// A part of the world in hundredths of degrees, larger rather than smaller.
public struct MapGroundArea: Hashable, Sendable {
  public let south, west, north, east: Int

  private static let step = 100_000

  /// From units of 10⁻⁷ degrees.
  init(south: Int, west: Int, north: Int, east: Int) {
    func down(_ units: Int) -> Int { Int((Double(units) / Double(Self.step)).rounded(.down)) }
    func up(_ units: Int) -> Int { Int((Double(units) / Double(Self.step)).rounded(.up)) }
    self.south = down(south)
    self.west = down(west)
    self.north = up(north)
    self.east = up(east)
  }

  /// Larger ones have more streets than a map can name.
  public var isSmall: Bool { (1...12).contains(north - south) && (1...18).contains(east - west) }

  /// Its corners as Overpass wants them.
  public var text: String {
    [south, west, north, east].map { hundredths in
      let sign = hundredths < 0 ? "-" : ""
      let digits = String(abs(hundredths) % 100)
      return "\(sign)\(abs(hundredths) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
    }.joined(separator: ",")
  }
}
