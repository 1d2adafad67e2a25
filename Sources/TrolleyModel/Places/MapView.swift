/// The part of the world that a map shows, in cells of the screen. A cell shows 8×16 pixels of the
/// tiles, about its own size in pixels, so that the scale is that of a browser.
public struct MapView: Equatable, Sendable {
  /// The middle of the map.
  public private(set) var centre: Coordinates
  public private(set) var zoom: Int
  /// In cells.
  public private(set) var size: Size
  /// How fine it is drawn.
  public var grain = Grain.quarters

  public enum Grain: String, CaseIterable, Sendable {
    /// Four samples for a cell; or every second pixel of the tiles, or every one.
    case quarters, half, full

    /// Across and down in a cell.
    public var samples: PixelSize {
      switch self {
      case .quarters: PixelSize(width: 2, height: 2)
      case .half: PixelSize(width: cellWidth / 2, height: cellHeight / 2)
      case .full: PixelSize(width: cellWidth, height: cellHeight)
      }
    }

    /// The finest one in which a map of this size is not too large to be passed on.
    public static func finest(for size: Size) -> Grain {
      size.width * size.height <= 4500 ? .full : .half
    }
  }

  /// Pixels of the tiles in a cell.
  public static let cellWidth = 8
  public static let cellHeight = 16
  public static let zooms = 2...19
  /// The largest map in cells: at most 64 tiles, whatever the screen.
  public static let mostCells = Size(width: 192, height: 56)

  public init(centre: Coordinates, zoom: Int, size: Size) {
    self.centre = centre
    self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    self.size = Size(
      width: min(max(1, size.width), Self.mostCells.width),
      height: min(max(1, size.height), Self.mostCells.height))
    keepInside()
  }

  // MARK: Moving

  public mutating func resize(_ new: Size) {
    let old = grain
    self = MapView(centre: centre, zoom: zoom, size: new)
    grain = old
  }

  /// Moves by cells; wraps around at the date line, stops at the poles.
  public mutating func pan(x: Int, y: Int) {
    let side = side
    var point = WebMercator.point(centre)
    point.x += Double(x * Self.cellWidth) / side
    point.y += Double(y * Self.cellHeight) / side
    point.y = min(max(point.y, 0), 1)
    centre = WebMercator.coordinates(point)
    keepInside()
  }

  /// Zooms in by steps, out by negative ones. False at either limit.
  @discardableResult
  public mutating func zoom(by steps: Int) -> Bool {
    let new = min(max(zoom + steps, Self.zooms.lowerBound), Self.zooms.upperBound)
    guard new != zoom else { return false }
    zoom = new
    keepInside()
    return true
  }

  public mutating func centre(on place: Coordinates) {
    centre = place
    keepInside()
  }

  /// Keeps the map within the world vertically: a world lower than the map is centred.
  private mutating func keepInside() {
    let half = Double(size.height * Self.cellHeight) / 2 / side
    var point = WebMercator.point(centre)
    let y = half >= 0.5 ? 0.5 : min(max(point.y, half), 1 - half)
    guard abs(y - point.y) > 1e-12 else { return }
    point.y = y
    let moved = WebMercator.coordinates(point)
    // North and south only: the projection would move it slightly sideways.
    centre = Coordinates(latitudeE7: moved.latitudeE7, longitudeE7: centre.longitudeE7) ?? moved
  }

  // MARK: Pixels

  /// The side of the whole world, in pixels.
  public var side: Double { Double(WebMercator.tileSide << zoom) }

  /// The world's pixel in the upper left corner: x may be outside of the world on either side.
  public var origin: (x: Int, y: Int) {
    let point = WebMercator.point(centre)
    return (
      Int((point.x * side).rounded(.down)) - size.width * Self.cellWidth / 2,
      Int((point.y * side).rounded(.down)) - size.height * Self.cellHeight / 2
    )
  }

  /// The tiles it needs, row by row, with the pixel of the map where each begins. In a world
  /// narrower than the map, a tile can occur twice.
  public var tiles: [(tile: MapTile, x: Int, y: Int)] {
    let tile = WebMercator.tileSide
    let origin = origin
    let first = (x: floorDiv(origin.x, tile), y: floorDiv(origin.y, tile))
    let last = (
      x: floorDiv(origin.x + size.width * Self.cellWidth - 1, tile),
      y: floorDiv(origin.y + size.height * Self.cellHeight - 1, tile)
    )
    var all: [(MapTile, Int, Int)] = []
    for y in first.y...last.y {
      for x in first.x...last.x {
        guard let one = MapTile(zoom: zoom, x: x, y: y) else { continue }
        all.append((one, x * tile - origin.x, y * tile - origin.y))
      }
    }
    return all
  }

  /// The cell in which a place is drawn; nil when it is outside of the map.
  public func cell(of place: Coordinates) -> Point? {
    let point = WebMercator.point(place)
    let origin = origin
    let side = Int(side)
    var x = Int((point.x * Double(side)).rounded(.down)) - origin.x
    let y = min(Int((point.y * Double(side)).rounded(.down)), side - 1) - origin.y
    // The map may show the place several times, a world apart: takes the one nearest the middle.
    let middle = size.width * Self.cellWidth / 2
    x -= floorDiv(x - middle + side / 2, side) * side
    let cell = Point(x: floorDiv(x, Self.cellWidth), y: floorDiv(y, Self.cellHeight))
    return Rect(size).contains(cell) ? cell : nil
  }

  /// The width of a cell in metres, in the middle of the map.
  public var metresPerCell: Double {
    WebMercator.metresPerPixel(latitude: centre.latitude, zoom: zoom) * Double(Self.cellWidth)
  }

  private func floorDiv(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((-a + b - 1) / b) }

  // MARK: Scale

  /// A round distance and its length in cells: the longest within `most` cells.
  public func scale(most: Int, unit: DistanceUnit) -> (text: String, cells: Int)? {
    let metresPerCell = metresPerCell
    guard most > 1, metresPerCell > 0 else { return nil }
    let steps: [Step] =
      switch unit {
      case .kilometres: Self.metricSteps
      case .miles: Self.mileSteps
      }
    for step in steps.reversed() {
      let cells = Int((step.metres / metresPerCell).rounded())
      if (2...most).contains(cells) { return (step.text, cells) }
    }
    return nil
  }

  private typealias Step = (metres: Double, text: String)

  private static let ones = [1, 2, 5, 10, 20, 50, 100, 200, 500]
  private static let metricSteps =
    steps(ones, of: 1, "m") + steps(ones, of: 1000, "km")
    + steps([1000, 2000, 5000], of: 1000, "km")
  private static let mileSteps =
    steps([5, 10, 20, 50, 100, 200, 500, 1000], of: 0.3048, "ft")
    + [(402.336, "¼ mi"), (804.672, "½ mi")]
    + steps(ones, of: 1609.344, "mi") + steps([1000, 2000, 5000], of: 1609.344, "mi")

  private static func steps(_ counts: [Int], of metres: Double, _ unit: String) -> [Step] {
    counts.map { (Double($0) * metres, "\($0) \(unit)") }
  }
}
