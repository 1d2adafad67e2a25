import Glibc

/// A place on the square world of web maps: 0…1 from west to east and from north to south.
public struct WorldPoint: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The projection of web maps (EPSG:3857), and its tiles.
public enum WebMercator {
  /// The side of a tile, in pixels.
  public static let tileSide = 256
  /// The latitude at which the square world ends, in degrees.
  public static let highestLatitude = 85.0511288
  static let metresPerPixel = 156_543.0339

  public static func point(_ place: Coordinates) -> WorldPoint {
    let latitude = min(max(place.latitude, -highestLatitude), highestLatitude) * .pi / 180
    return WorldPoint(
      x: (place.longitude + 180) / 360, y: min(max((1 - asinh(tan(latitude)) / .pi) / 2, 0), 1))
  }

  /// Points outside of the world wrap around.
  public static func coordinates(_ point: WorldPoint) -> Coordinates {
    let x = point.x - point.x.rounded(.down)
    let y = min(max(point.y, 0), 1)
    let latitude = atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi
    return Coordinates(latitude: latitude, longitude: x * 360 - 180) ?? .zero
  }

  /// The metres per pixel of a tile at that latitude.
  public static func metresPerPixel(latitude: Double, zoom: Int) -> Double {
    metresPerPixel * cos(latitude * .pi / 180) / Double(1 << zoom)
  }
}

/// A square tile of a map, by its zoom, column and row.
public struct MapTile: Hashable, Sendable {
  public let zoom: Int
  public let x: Int
  public let y: Int

  public static let zooms = 0...19

  /// Nil when there is no such tile. Columns wrap around.
  public init?(zoom: Int, x: Int, y: Int) {
    guard Self.zooms.contains(zoom) else { return nil }
    let count = 1 << zoom
    guard (0..<count).contains(y) else { return nil }
    self.zoom = zoom
    self.x = ((x % count) + count) % count
    self.y = y
  }

  /// The tile that contains a place.
  public init?(_ place: Coordinates, zoom: Int) {
    guard Self.zooms.contains(zoom) else { return nil }
    let count = Double(1 << zoom)
    let point = WebMercator.point(place)
    self.init(zoom: zoom, x: Int(point.x * count), y: min(Int(point.y * count), (1 << zoom) - 1))
  }

  /// The address of its picture, from a template with `{z}`, `{x}` and `{y}`.
  public func address(_ template: String) -> String {
    var out = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      out += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "z": out += String(zoom)
      case "x": out += String(x)
      case "y": out += String(y)
      default: out += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return out + rest
  }
}
