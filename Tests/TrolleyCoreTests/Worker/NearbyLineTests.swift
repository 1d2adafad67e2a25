import Testing

@testable import TrolleyModel
@testable import TrolleyWire

/// Messages about places, shops and maps between the two programs: encoded, decoded, and rejected
/// if invalid.
@Suite struct NearbyLineTests {
  private static let berlin = Coordinates(typed: "52.5200001,-13.405") ?? .zero
  private static let access = ServiceAccess(
    .overpass, address: "https://overpass-api.de/api", contact: "me@example.org")
  private static let tiles = ServiceAccess(
    .satelliteMap, address: "http://127.0.0.1:8000/{z}/{y}/{x}")

  @Test(arguments: [
    WorkerTask.findPlace(
      "Zoë’s “Plaza”, \u{202E}7", ServiceAccess(.nominatim, address: "https://n.example")),
    .findStores(StoreQuery(place: berlin, radius: .tenMiles, isFresh: true), access),
    .findStores(
      StoreQuery(place: .zero, radius: .threeMiles),
      ServiceAccess(.googlePlaces, address: "https://places.googleapis.com", key: "k-1")),
    .findStore(
      "ChIJ-_0", ServiceAccess(.googlePlaces, address: "https://places.googleapis.com", key: "k-1")),
    .locate("/usr/libexec/geoclue-2.0/demos/where-am-i"),
    .drawMap(
      MapView(centre: berlin, zoom: 17, size: Size(width: 80, height: 20)), .satellite, tiles),
    .drawMap(
      MapView(centre: berlin, zoom: 2, size: Size(width: 1, height: 1)), .street,
      ServiceAccess(.googleMaps, address: "https://tile.googleapis.com", key: "k-1")),
  ]) func tasksComeBackAsTheyWere(_ task: WorkerTask) throws {
    let bytes = WorkerLine.bytes(of: .ask(task, number: 3))
    #expect(try WorkerLine.request(Array(bytes.dropLast())) == .ask(task, number: 3))
  }

  private static var store: NearbyStore {
    NearbyStore(
      id: "node/9000001", name: "Spätkauf “M”", kind: "convenience", place: berlin,
      address: "Musterweg 4", phone: "+49", website: "https://a.example/x?y=1", hours: "24/7",
      rating: 42, ratingCount: 87, priceRange: 0, source: .googleMaps, credits: ["Ann", "Bob"])
  }

  private static func drawing(_ size: Size, missing: Int = 0) throws -> MapDrawing {
    let pixels = PixelSize(width: 2 * size.width, height: 2 * size.height)
    var rgba: [UInt8] = []
    for at in 0..<pixels.width * pixels.height {
      if at % 7 == 3 {
        rgba += [0, 0, 0, 0] as [UInt8]
      } else {
        for shift in [0, 3, 6] { rgba.append(UInt8(at >> shift & 255)) }
        rgba.append(255)
      }
    }
    return MapDrawing(
      image: try #require(PixelImage(size: pixels, rgba: rgba)), tiles: 12, missing: missing,
      age: 7, trouble: missing > 0 ? "No “network”." : "")
  }

  @Test func answersComeBackAsTheyWere() throws {
    let answers: [WorkerAnswer] = [
      .places([NamedPlace(name: "Berlin, Deutschland", place: Self.berlin)]), .located(Self.berlin),
      .stores(FoundStores(stores: [], source: .openStreetMap)),
      .stores(
        FoundStores(
          stores: [
            Self.store, NearbyStore(id: "a", name: "B", place: .zero, source: .googleMaps),
          ], source: .googleMaps, age: 90, trouble: "There is no network.")),
      .map(try Self.drawing(Size(width: 3, height: 2))),
      .map(try Self.drawing(Size(width: 33, height: 9), missing: 5)),
    ]
    for answer in answers {
      let bytes = WorkerLine.bytes(of: answer, number: 9)
      let (number, back) = try WorkerLine.answer(Array(bytes.dropLast()))
      #expect(number == 9)
      #expect(back == answer)
      #expect(answer.isLast)
    }
  }

  @Test func twentyStoresAndTheLargestMapFitALine() throws {
    var store = Self.store
    store.address = String(repeating: "Ä", count: 200)
    store.hours = store.address
    let found = FoundStores(
      stores: Array(repeating: store, count: 20), source: .googleMaps)
    let line = WorkerLine.bytes(of: .stores(found), number: 1)
    #expect(line.count <= WorkerLine.longest)
    #expect(try WorkerLine.answer(Array(line.dropLast())).answer == .stores(found))
    let map = WorkerAnswer.map(try Self.drawing(MapView.mostCells))
    let bytes = WorkerLine.bytes(of: map, number: 1)
    #expect(bytes.count <= WorkerLine.longest)
    #expect(try WorkerLine.answer(Array(bytes.dropLast())).answer == map)
  }

  private static let way =
    "\"access\":{\"service\":\"overpass\",\"address\":\"https://overpass-api.de/api\"}"
  private static let tileWay =
    "\"access\":{\"service\":\"streetMap\",\"address\":\"https://t.example/{z}/{x}/{y}.png\"}"

  @Test(arguments: [
    "{\"id\":1,\"task\":\"findPlace\"}",
    "{\"id\":1,\"task\":\"findPlace\",\"name\":7,\(way)}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[1],\"radius\":\"3mi\",\(way)}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[1,\"2\"],\"radius\":\"3mi\",\(way)}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[9000000001,2],\"radius\":\"3mi\",\(way)}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[1,2],\"radius\":\"4mi\",\(way)}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[1,2],\"radius\":\"3mi\"}",
    "{\"id\":1,\"task\":\"findStores\",\"place\":[1,2],\"radius\":\"3mi\",\"fresh\":1,\(way)}",
    "{\"id\":1,\"task\":\"locate\",\"program\":\"where-am-i\"}",
    "{\"id\":1,\"task\":\"locate\",\"program\":\"/bin/\\u0000sh\"}",
    "{\"id\":1,\"task\":\"drawMap\",\"map\":\"street\",\"centre\":[1,2],\"zoom\":16,\"width\":9,\"height\":9,\(way)}",
    "{\"id\":1,\"task\":\"drawMap\",\"map\":\"street\",\"centre\":[1,2],\"zoom\":99,\"width\":9,\"height\":9,\(tileWay)}",
    "{\"id\":1,\"task\":\"drawMap\",\"map\":\"street\",\"centre\":[1,2],\"zoom\":16,\"width\":999,\"height\":9,\(tileWay)}",
    "{\"id\":1,\"task\":\"drawMap\",\"map\":\"street\",\"centre\":[1,2],\"zoom\":16,\"width\":0,\"height\":9,\(tileWay)}",
  ]) func tasksThatMakeNoSenseAreRefused(_ line: String) {
    #expect(throws: Failure.self) { try WorkerLine.request(Array(line.utf8)) }
  }

  @Test(arguments: [
    "{\"id\":1,\"answer\":\"place\",\"name\":\"a\"}",
    "{\"id\":1,\"answer\":\"located\",\"place\":[1]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"x\",\"age\":0,\"stores\":[]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":-1,\"stores\":[]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":0,\"stores\":[7]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":0,\"stores\":[{\"id\":\"a\","
      + "\"name\":\"\",\"place\":[1,2]}]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":0,\"stores\":[{\"id\":\"a\","
      + "\"name\":\"B\",\"place\":[1,2],\"website\":\"javascript:x\"}]}",
    "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":0,\"stores\":[{\"id\":\"a\","
      + "\"name\":\"B\",\"place\":[1,2],\"rating\":51}]}",
    "{\"id\":1,\"answer\":\"map\",\"tiles\":1,\"missing\":0,\"age\":0,\"width\":2,\"height\":2,"
      + "\"pixels\":\"AAAA\"}",
    "{\"id\":1,\"answer\":\"map\",\"tiles\":1,\"missing\":0,\"age\":0,\"width\":1,\"height\":1,"
      + "\"pixels\":\"A.AA\"}",
    "{\"id\":1,\"answer\":\"map\",\"tiles\":1,\"missing\":0,\"age\":0,\"width\":1,\"height\":1,"
      + "\"pixels\":\".AAA\"}",
    "{\"id\":1,\"answer\":\"map\",\"tiles\":1,\"missing\":1,\"age\":0,\"width\":1,\"height\":1,"
      + "\"pixels\":\"AAAAAA==\"}",
    "{\"id\":1,\"answer\":\"map\",\"tiles\":1,\"missing\":0,\"age\":0,\"width\":1537,\"height\":1,"
      + "\"pixels\":\"\(String(repeating: "A", count: 8196))AA==\"}",
  ]) func answersThatMakeNoSenseAreRefused(_ line: String) {
    #expect(throws: Failure.self) { try WorkerLine.answer(Array(line.utf8)) }
  }

  @Test func whatIsShownIsCleaned() throws {
    let line =
      "{\"id\":1,\"answer\":\"stores\",\"source\":\"openStreetMap\",\"age\":0,\"stores\":[{\"id\":\"a\","
      + "\"name\":\"A\\u001b[31m\\u202eB\",\"place\":[1,2]}]}"
    guard case .stores(let found) = try WorkerLine.answer(Array(line.utf8)).answer else {
      Issue.record("no stores")
      return
    }
    #expect(found.stores[0].name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202E })
  }
}
