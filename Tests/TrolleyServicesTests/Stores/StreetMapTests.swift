import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleyTestSupport

@testable import TrolleyServices

/// Streets for terminals: what is a road or water is told by its colour.
@Suite struct StreetMapTests {
  private func view(_ zoom: Int = 16) throws -> MapView {
    MapView(
      centre: try #require(Coordinates(typed: "52.52,13.405")), zoom: zoom,
      size: Size(width: 64, height: 32))
  }

  private func tile(_ colour: (Int, Int) -> UInt32) throws -> PixelImage {
    let side = WebMercator.tileSide
    var rgba: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let value = colour(x, y)
        rgba += [UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255), 255]
      }
    }
    return try #require(PixelImage(size: PixelSize(width: side, height: side), rgba: rgba))
  }

  /// The colours of a map made of one tile, with how many samples have each.
  private func colours(_ tile: PixelImage, _ kind: MapKind) throws -> [RGB: Int] {
    var composer = TileComposer(try view(), kind)
    composer.add(tile, x: 0, y: 0)
    let image = try #require(composer.image())
    var counts: [RGB: Int] = [:]
    for at in stride(from: 0, to: image.rgba.count, by: 4) where image.rgba[at + 3] > 0 {
      counts[RGB(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]), default: 0] += 1
    }
    return counts
  }

  /// A narrow street, an avenue with soft edges, a river and houses on land.
  private func town(_ x: Int, _ y: Int) -> UInt32 {
    if (90..<130).contains(y) { return 0xAAD3DF }
    if (60..<66).contains(x) { return 0xFFFFFF }
    if (140..<150).contains(x) { return 0xFCD6A4 }
    if x == 139 || x == 150 { return 0xE0C8A0 }
    return x / 20 % 2 == 0 ? 0xD9D0C9 : 0xF2EFE9
  }

  @Test func `roads, water and houses are told apart`() throws {
    let colours = try colours(tile(town), .street)
    for ground in [MapGround.minorRoad, .majorRoad, .water, .building, .land] {
      #expect(colours[ground.colours.day] ?? 0 > 40, "\(ground)")
    }
    // Nothing in between.
    #expect(Set(colours.keys).isSubset(of: MapGround.allCases.map(\.colours.day)))
    // From above, nothing is drawn anew.
    #expect(try self.colours(tile(town), .satellite)[MapGround.water.colours.day] == nil)
  }

  @Test func `a map in another style gets more contrast`() throws {
    let pale = try tile { x, y in x / 16 % 2 == y / 16 % 2 ? 0x807870 : 0xA09890 }
    let plain = try colours(pale, .satellite).keys.map { Int($0.red) }
    let drawn = try colours(pale, .street).keys.map { Int($0.red) }
    let before = (plain.max() ?? 0) - (plain.min() ?? 0)
    let after = (drawn.max() ?? 0) - (drawn.min() ?? 0)
    #expect(before == 32)
    #expect(after > 150)
  }

  @Test func `names of streets are asked for by the ground, without any text of the user`() throws {
    let area = try #require(try view().ground)
    #expect(area.isSmall)
    #expect(area.text == "52.51,13.40,52.53,13.42" || area.text == "52.51,13.39,52.53,13.42")
    let text = OverpassStreets.text(area)
    #expect(text.contains("way[\"highway\"~"))
    #expect(text.contains("[\"name\"](\(area.text));out tags geom"))
    #expect(try view(11).ground?.isSmall == false)
    #expect(try view(2).ground?.isSmall != true)
  }

  @Test func `an answer with streets is read, and what is not a street is skipped`() throws {
    let json = """
      {"elements": [
        {"type": "way", "tags": {"highway": "residential", "name": "Musterweg"},
         "geometry": [{"lat": 52.5201, "lon": 13.405}, {"lat": 52.521, "lon": 13.406}, null]},
        {"type": "way", "tags": {"highway": "residential", "name": "Musterweg"},
         "geometry": [{"lat": 52.522, "lon": 13.407}]},
        {"type": "way", "tags": {"highway": "primary", "name": "Hauptstraße\\u001b[31m"},
         "geometry": [{"lat": 52.52, "lon": 13.4}]},
        {"type": "way", "tags": {"highway": "primary"}, "geometry": [{"lat": 52.5, "lon": 13.4}]},
        {"type": "way", "tags": {"highway": "dream", "name": "A"}, "geometry": [{"lat": 1, "lon": 1}]},
        {"type": "way", "tags": {"highway": "primary", "name": "B"}, "geometry": []},
        {"type": "way", "tags": {"highway": "primary", "name": "C"}, "geometry": [{"lat": 99, "lon": 0}]},
        {"type": "way", "tags": 5}, 7, null
      ]}
      """
    let value = try JSONValue.parse(Array(json.utf8))
    let streets = OverpassStreets.streets(value["elements"]?.array ?? [])
    #expect(streets.map(\.places.count) == [1, 3])
    #expect(streets.last?.name == "Musterweg")
    #expect(streets.first?.name.unicodeScalars.contains { $0.value < 32 } == false)
  }
}
