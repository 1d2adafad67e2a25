import Testing
import TrolleyModel
import TrolleyTestSupport

/// The arithmetic of web maps, and which cell of a map a place is in.
@Suite struct MapViewTests {
  private func place(_ text: String) throws -> Coordinates {
    try #require(Coordinates(typed: text))
  }

  @Test func tilesAreThoseOfTheReference() throws {
    let berlin = try place("52.52,13.405")
    let point = WebMercator.point(berlin)
    #expect(abs(point.x * 32_768 - 17_604.16) < 0.01)
    #expect(abs(point.y * 32_768 - 10_746.43) < 0.01)
    #expect(MapTile(berlin, zoom: 15) == MapTile(zoom: 15, x: 17_604, y: 10_746))
    let corner = WebMercator.coordinates(WorldPoint(x: 17_604 / 32_768, y: 10_746 / 32_768))
    #expect(abs(corner.latitude - 52.522906) < 1e-6)
    #expect(abs(corner.longitude - 13.403320) < 1e-6)
    #expect(abs(WebMercator.metresPerPixel(latitude: 52.52, zoom: 15) - 2.907) < 0.001)
    let zero = WebMercator.point(.zero)
    #expect(abs(zero.x * 2 - 1) < 1e-9 && abs(zero.y * 2 - 1) < 1e-9)
  }

  @Test func pointsComeBackAsTheyWere() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let place = try #require(
        Coordinates(
          latitudeE7: Int.random(in: -850_000_000...850_000_000, using: &random),
          longitudeE7: Int.random(in: -1_800_000_000..<1_800_000_000, using: &random)))
      let back = WebMercator.coordinates(WebMercator.point(place))
      #expect(abs(back.latitudeE7 - place.latitudeE7) <= 2)
      #expect(abs(back.longitudeE7 - place.longitudeE7) <= 2)
    }
    #expect(try WebMercator.point(place("90,0")).y == 0)
    #expect(try WebMercator.point(place("-90,0")).y == 1)
  }

  @Test func tileAddressesFollowTheirTemplate() throws {
    let tile = try #require(MapTile(zoom: 3, x: 9, y: 4))
    #expect(tile.x == 1)
    #expect(tile.address("https://t.example/{z}/{x}/{y}.png") == "https://t.example/3/1/4.png")
    #expect(
      tile.address("https://t.example/{z}/{y}/{x}?a={key}") == "https://t.example/3/4/1?a={key}")
    #expect(MapTile(zoom: 3, x: -1, y: 0)?.x == 7)
    #expect(MapTile(zoom: 3, x: 0, y: 8) == nil)
    #expect(MapTile(zoom: 20, x: 0, y: 0) == nil)
    #expect(MapTile(zoom: 3, x: 0, y: -1) == nil)
  }

  /// Five places and zooms, with the cell computed by hand from the reference formula.
  @Test(arguments: [
    ("52.52,13.405", "52.52,13.405", 15), ("52.52,13.405", "52.5251,13.4124", 15),
    ("40.7128,-74.006", "40.7106,-74.0132", 16), ("-33.8688,151.2093", "-33.8661,151.2145", 16),
    ("64.1466,-21.9426", "64.1401,-21.9101", 14), ("-16.5,179.99", "-16.51,-179.995", 12),
    ("1.3521,103.8198", "1.35213,103.81981", 19),
  ]) func theMarkerIsInItsCell(_ centre: String, _ shop: String, _ zoom: Int) throws {
    let size = Size(width: 120, height: 40)
    let view = MapView(centre: try place(centre), zoom: zoom, size: size)
    let cell = try #require(view.cell(of: place(shop)))
    let n = Double(256 << zoom)
    let a = WebMercator.point(try place(centre))
    let b = WebMercator.point(try place(shop))
    var dx = (b.x - a.x) * n
    if dx > n / 2 { dx -= n }
    if dx < -n / 2 { dx += n }
    let dy = (b.y - a.y) * n
    // The middle of the map is between cells 59 and 60, and 19 and 20.
    let offX: Double = Double(cell.x) + 0.5 - 60 - dx / 8
    let offY: Double = Double(cell.y) + 0.5 - 20 - dy / 16
    #expect(abs(offX) <= 1)
    #expect(abs(offY) <= 1)
  }

  @Test func theMarkerIsOnItsTileAsWell() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      let centre = try #require(
        Coordinates(
          latitudeE7: Int.random(in: -800_000_000...800_000_000, using: &random),
          longitudeE7: Int.random(in: -1_800_000_000..<1_800_000_000, using: &random)))
      let zoom = Int.random(in: 8...19, using: &random)
      let view = MapView(centre: centre, zoom: zoom, size: Size(width: 77, height: 23))
      let cell = try #require(view.cell(of: centre))
      #expect(abs(cell.x - 38) <= 1 && abs(cell.y - 11) <= 1)
      // The place's pixel, computed from its tile, is in the same cell.
      let tile = try #require(MapTile(centre, zoom: zoom))
      let drawn = try #require(view.tiles.first { $0.tile == tile })
      let point = WebMercator.point(centre)
      let count = Double(1 << zoom)
      let x = drawn.x + Int((point.x * count - Double(tile.x)) * 256)
      let y = drawn.y + Int((point.y * count - Double(tile.y)) * 256)
      #expect(x / 8 == cell.x && y / 16 == cell.y)
    }
  }

  @Test func tilesCoverTheMapAndNoMore() throws {
    for (width, height, zoom) in [
      (60, 20, 15), (1, 1, 15), (192, 56, 12), (40, 9, 2), (192, 56, 2),
    ] {
      let view = MapView(
        centre: try place("52.52,13.405"), zoom: zoom, size: Size(width: width, height: height))
      let tiles = view.tiles
      #expect(tiles.count <= 64)
      let area = Rect(x: 0, y: 0, width: width * 8, height: height * 16)
      for tile in tiles {
        let own = Rect(x: tile.x, y: tile.y, width: 256, height: 256)
        #expect(!own.intersection(area).isEmpty)
      }
      let covered = tiles.map {
        Rect(x: $0.x, y: $0.y, width: 256, height: 256).intersection(area)
      }
      let sum = covered.reduce(0) { $0 + $1.width * $1.height }
      let side = 256 << zoom
      #expect(sum == area.width * min(area.height, side))
    }
  }

  @Test func theMapGoesRoundTheWorldAndEndsAtThePoles() throws {
    var view = MapView(centre: try place("0,179.9"), zoom: 6, size: Size(width: 60, height: 20))
    view.pan(x: 10, y: 0)
    #expect(view.centre.longitude < -170)
    #expect(view.tiles.map(\.tile.x).contains(0) && view.tiles.map(\.tile.x).contains(63))
    #expect(view.cell(of: try place("0,179.9")) != nil)
    for _ in 0..<1000 { view.pan(x: 0, y: -20) }
    #expect(view.origin.y >= 0)
    #expect(view.tiles.map(\.tile.y).min() == 0)
    for _ in 0..<1000 { view.pan(x: 7, y: 20) }
    #expect(view.tiles.map(\.tile.y).max() == 63)
    // A world smaller than the map is centred in it.
    let small = MapView(centre: try place("80,0"), zoom: 2, size: Size(width: 192, height: 70))
    #expect(small.tiles.map(\.tile.y).min() == 0)
    #expect(small.centre.latitude >= 0)
  }

  @Test func panningThereAndBackIsNoMove() throws {
    var view = MapView(
      centre: try place("52.52,13.405"), zoom: 15, size: Size(width: 60, height: 20))
    let before = view.centre
    for (x, y) in [(8, 0), (0, 5), (-8, 0), (0, -5)] { view.pan(x: x, y: y) }
    #expect(before.distance(to: view.centre).metres == 0)
  }

  @Test func zoomEnds() throws {
    var view = MapView(
      centre: try place("52.52,13.405"), zoom: 15, size: Size(width: 60, height: 20))
    for _ in 0..<30 { view.zoom(by: 1) }
    #expect(view.zoom == 19)
    let isNearer = view.zoom(by: 1)
    #expect(!isNearer)
    for _ in 0..<30 { view.zoom(by: -1) }
    #expect(view.zoom == 2)
    #expect(MapView(centre: .zero, zoom: 99, size: Size(width: 0, height: 9999)).zoom == 19)
  }

  @Test(arguments: DistanceUnit.allCases) func theScaleIsTrue(_ unit: DistanceUnit) throws {
    for zoom in MapView.zooms {
      for latitude in [0.0, 52.52, -64] {
        let centre = try #require(Coordinates(latitude: latitude, longitude: 1))
        let view = MapView(centre: centre, zoom: zoom, size: Size(width: 60, height: 20))
        let scale = try #require(view.scale(most: 20, unit: unit))
        #expect((2...20).contains(scale.cells))
        let parts = scale.text.split(separator: " ")
        let fractions: [Substring: Double] = ["¼": 0.25, "½": 0.5]
        let factors: [Substring: Double] = ["m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344]
        let number = fractions[parts[0]] ?? Double(parts[0]) ?? 0
        let factor = factors[parts[1]] ?? 0
        let cells = number * factor / view.metresPerCell
        #expect(abs(cells - Double(scale.cells)) <= 0.5)
      }
    }
    #expect(MapView(centre: .zero, zoom: 5, size: .standard).scale(most: 1, unit: unit) == nil)
  }
}
