import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleySystem
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleyServices

/// Maps from tiles, with a real server of a made-up city.
@Suite(.startsPrograms) struct TileMapTests {
  private let clock = TestClock()
  private let own: TemporaryFolder
  private var folder: String { own.path("tiles") }

  init() throws { own = try TemporaryFolder() }

  private var client: CachingClient {
    CachingClient(
      PatientClient(environment: clock.withoutWaiting), directory: CacheDirectory(path: folder),
      environment: clock.environment)
  }

  private func view(_ zoom: Int = 16, width: Int = 40, height: Int = 12) throws -> MapView {
    MapView(
      centre: try #require(Coordinates(typed: "52.52,13.405")), zoom: zoom,
      size: Size(width: width, height: height))
  }

  private func draw(
    _ view: MapView, _ world: MapWorld, isSatellite: Bool = false
  ) throws -> MapDrawing {
    let access =
      isSatellite
      ? ServiceAccess(.satelliteMap, address: world.satelliteAddress)
      : ServiceAccess(.streetMap, address: world.streetAddress)
    return try TileMap(client: client, google: GoogleTiles())
      .draw(view, isSatellite ? .satellite : .street, access, Cancellation())
  }

  @Test func onlyTheTilesThatAreLookedAtAreFetched() throws {
    let world = MapWorld()
    let view = try view()
    let drawing = try draw(view, world)
    #expect(drawing.missing == 0 && drawing.trouble.isEmpty)
    #expect(drawing.tiles == view.tiles.count)
    #expect(drawing.image.width == 80 && drawing.image.height == 24)
    let wanted = Set(view.tiles.map { "/street/16/\($0.tile.x)/\($0.tile.y).png" })
    #expect(Set(world.server.requests.map(\.path)) == wanted)
    #expect(world.server.requests.count == wanted.count)
    for request in world.server.requests {
      #expect(request.headers["user-agent"]?.hasPrefix("Trolley/") == true)
      #expect(request.headers["cache-control"] == nil && request.headers["pragma"] == nil)
    }
    // Tiles are cached for a week at least.
    clock.pass(seconds: 6 * 24 * 3600)
    #expect(try draw(view, world).image == drawing.image)
    #expect(world.server.requests.count == wanted.count)
    // Then they are revalidated.
    clock.pass(seconds: 2 * 24 * 3600)
    #expect(try draw(view, world).image == drawing.image)
    #expect(world.server.requests.count == 2 * wanted.count)
    #expect(world.server.requests.last?.headers["if-none-match"] != nil)
  }

  @Test func eachSampleIsTheMeanOfItsPixels() throws {
    let world = MapWorld()
    let view = try view(width: 16, height: 6)
    let image = try draw(view, world, isSatellite: true).image
    let origin = view.origin
    var worst = 0
    var pictures: [MapTile: PixelImage] = [:]
    for (x, y) in [(0, 0), (31, 11), (16, 5)] {
      var sums = [0.0, 0.0, 0.0]
      for row in 0..<8 {
        for column in 0..<4 {
          let (east, south) = (origin.x + 4 * x + column, origin.y + 8 * y + row)
          let tile = try #require(MapTile(zoom: 16, x: east / 256, y: south / 256))
          let known = pictures[tile]
          let picture =
            try known ?? PictureDecoder().decode(MapPainter.png(tile, isSatellite: true))
          pictures[tile] = picture
          let at = 4 * (south % 256 * 256 + east % 256)
          for channel in 0..<3 {
            sums[channel] += Double(picture.rgba[at + channel]) * Double(picture.rgba[at + channel])
          }
        }
      }
      let at = 4 * (y * image.width + x)
      for channel in 0..<3 {
        let mean = (sums[channel] / 32).squareRoot()
        worst = max(worst, abs(Int(mean.rounded()) - Int(image.rgba[at + channel])))
      }
    }
    #expect(worst <= 1)
  }

  @Test func googlesMapHasASessionAndSaysWhoMadeIt() throws {
    let world = MapWorld()
    let google = GoogleTiles(environment: clock.environment)
    let access = ServiceAccess(.googleMaps, address: world.googleTilesAddress, key: "right-key")
    let view = try view()
    func draw(_ view: MapView) throws -> MapDrawing {
      try TileMap(client: client, google: google).draw(view, .satellite, access, Cancellation())
    }
    let drawing = try draw(view)
    #expect(drawing.missing == 0 && drawing.trouble.isEmpty)
    #expect(drawing.credits == "Map data ©2026 Test")
    #expect(world.server.requests("/google/v1/createSession").count == 1)
    let count = world.server.requests.count
    #expect(count == 2 + view.tiles.count)
    // The session goes on, and tiles are kept as long as the server says, in memory only.
    _ = try draw(view)
    #expect(world.server.requests.count == count + 1)
    clock.pass(seconds: 700)
    _ = try draw(view)
    #expect(world.server.requests.count == count + 2 + view.tiles.count)
    #expect(world.server.requests("/google/v1/createSession").count == 1)
    let kept = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    #expect(kept.isEmpty)
  }

  @Test func aKeyThatMayNotDrawMapsSaysSo() throws {
    let world = MapWorld()
    let access = ServiceAccess(.googleMaps, address: world.googleTilesAddress, key: "other-key")
    let view = try view()
    let failure = #expect(throws: Failure.self) {
      try TileMap(client: client, google: GoogleTiles())
        .draw(view, .street, access, Cancellation())
    }
    #expect(failure?.sentence.contains("may not use “Map Tiles API”") == true)
  }

  @Test func rowsComeBeforeColumnsFromAbove() throws {
    let world = MapWorld()
    let view = try view()
    let street = try draw(view, world)
    let above = try draw(view, world, isSatellite: true)
    #expect(above.missing == 0)
    #expect(above.image != street.image)
    let tile = try #require(view.tiles.first?.tile)
    #expect(!world.server.requests("/satellite/16/\(tile.y)/\(tile.x)").isEmpty)
  }

  @Test func withoutANetworkWhatWasKeptIsShown() throws {
    let world = MapWorld()
    let view = try view()
    _ = try draw(view, world)
    clock.pass(seconds: 30 * 24 * 3600)
    world.server.shutDown()
    let old = try draw(view, world)
    #expect(old.missing == 0)
    #expect(old.age == 30 * 24 * 3600)
    #expect(old.trouble.contains("does not answer"))
    // Moved to tiles that were never loaded.
    var moved = view
    moved.pan(x: 30, y: 0)
    let half = try draw(moved, world)
    #expect((1..<half.tiles).contains(half.missing))
    #expect(half.image.rgba.enumerated().contains { $0.offset % 4 == 3 && $0.element == 0 })
    moved.pan(x: 500, y: 0)
    #expect(throws: Failure.self) { try draw(moved, world) }
  }

  @Test(arguments: [403, 429, 500]) func aServerThatSaysNoIsNotAskedForty(_ status: Int) throws {
    let world = MapWorld()
    world.tiles = .bad(.html(status: status))
    let view = try view(width: 192, height: 56)
    let failure = #expect(throws: Failure.self) { try draw(view, world) }
    #expect(failure?.sentence.isEmpty == false)
    // Two at a time, and a server error is retried: far from one request per tile.
    #expect(world.server.requests.count <= 12)
  }

  @Test(arguments: [
    LoopbackServer.Reply.answer(
      status: 200, headers: ["Content-Type": "image/png"], body: [1, 2, 3]),
    .html(), .html(status: 404), .json("{}"),
    .answer(
      status: 200, headers: ["Content-Type": "image/png"],
      body: [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
        0x4E, 0x20, 0, 0, 0x4E, 0x20, 8, 2, 0, 0, 0, 0, 0, 0, 0,
      ]),
  ]) func tilesThatAreNoPicturesAreHoles(_ reply: LoopbackServer.Reply) throws {
    let world = MapWorld()
    world.tiles = .bad(reply)
    #expect(throws: Failure.self) { try draw(try view(), world) }
    world.tiles = .well
  }

  @Test(arguments: [
    (LoopbackServer.Reply.html(), "A web page came in place of an answer of OpenStreetMap."),
    (.html(status: 500), "OpenStreetMap has a fault of its own (HTTP 500). Try again later."),
    (.html(status: 429), "OpenStreetMap wants fewer questions. Try again in 30 seconds."),
    (.html(status: 404), "OpenStreetMap has no map of this part."),
    (.json("{}"), "What OpenStreetMap sent cannot be read as a picture. Try again later."),
    (
      .answer(status: 200, headers: ["Content-Type": "image/png"], body: [1, 2, 3]),
      "What OpenStreetMap sent cannot be read as a picture. Try again later."
    ),
  ]) func whyThereIsNoMapIsSaid(_ reply: LoopbackServer.Reply, _ words: String) throws {
    let world = MapWorld()
    world.tiles = .bad(reply)
    let view = try view()
    let failure = #expect(throws: Failure.self) { try draw(view, world) }
    #expect(failure?.sentence.hasPrefix(words) == true, "\(failure?.sentence ?? "")")
  }

  @Test func aTileOfAnotherSizeStandsForTheSameGround() throws {
    let view = try view(width: 32, height: 16)
    for side in [64, 256, 512] {
      let pixels = [UInt8](repeating: 200, count: 4 * side * side)
      let image = try #require(
        PixelImage(size: PixelSize(width: side, height: side), rgba: pixels))
      var composer = TileComposer(view)
      composer.add(image, x: -128, y: 0)
      let map = try #require(composer.image())
      let filled = map.rgba.enumerated().filter { $0.offset % 4 == 3 && $0.element > 0 }.count
      #expect(filled == 32 * 32)
      #expect(map.rgba[0] == 200)
    }
  }

  // MARK: Location

  @Test(arguments: [
    (
      "Client object: /x\n\nNew location:\nLatitude:    52.520000°\nLongitude:   13.405000°\nAccuracy",
      true
    ),
    ("Latitude: 52,52°\nLongitude: 13,405°\n", true), ("Latitude: 52.52\nLongitude: 13.405", false),
    ("Latitude: 99\nLongitude: 13.405\n", false), ("", false), ("Latitude:\nLongitude:\n", false),
  ]) func whatTheLocationServicePrintsIsRead(_ text: String, _ isPlace: Bool) {
    let place = LocationService.place(in: Array(text.utf8))
    #expect(place == (isPlace ? Coordinates(typed: "52.52,13.405") : nil))
  }

  private func program(_ script: String) throws -> String {
    let path = own.path("where-am-i")
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try makeExecutable(path)
    return path
  }

  @Test func theFirstPlaceIsEnough() throws {
    let path = try program("printf 'Latitude: 52.52\\nLongitude: 13.405\\n'; exec sleep 600")
    let start = ContinuousClock.now
    let place = try LocationService(program: path).locate(Cancellation())
    #expect(place == Coordinates(typed: "52.52,13.405"))
    #expect(ContinuousClock.now - start < Patience.limit)
  }

  @Test func aLocationServiceMaySayNo() throws {
    let denied = try program("echo 'GDBus.Error: AccessDenied' >&2; exit 1")
    let no = #expect(throws: Failure.self) {
      try LocationService(program: denied).locate(Cancellation())
    }
    #expect(no?.kind == .notAllowed)
    let nothing = try program("exit 0")
    let none = #expect(throws: Failure.self) {
      try LocationService(program: nothing).locate(Cancellation())
    }
    #expect(none?.sentence.contains("Type a place") == true)
    #expect(throws: Failure.self) {
      try LocationService(program: "/nowhere/where-am-i").locate(Cancellation())
    }
  }
}
