import Foundation
import Testing
import TrolleyModel
import TrolleyProviderSupport
import TrolleySystem
import TrolleyTestSupport

@testable import TrolleyServices

/// The contract of finders of stores and places, tested with real servers on this machine that
/// behave well and badly.
@Suite(.startsPrograms) struct StoreFinderTests {
  enum Kind: String, CaseIterable, Sendable { case overpass, googlePlaces, nominatim }

  private let clock = TestClock()

  private func access(_ kind: Kind, _ world: MapWorld, key: String = "right-key") -> ServiceAccess {
    switch kind {
    case .overpass: ServiceAccess(.overpass, address: world.overpassAddress)
    case .googlePlaces: ServiceAccess(.googlePlaces, address: world.placesAddress, key: key)
    case .nominatim: ServiceAccess(.nominatim, address: world.nominatimAddress)
    }
  }

  /// The first name in a finder's answer; throws what the finder throws.
  private func ask(
    _ kind: Kind, _ world: MapWorld, _ cancellation: Cancellation = Cancellation(),
    key: String = "right-key"
  ) throws -> String {
    let services = StoreServices(
      client: CurlClient(environment: clock.withoutWaiting), environment: clock.environment)
    let access = access(kind, world, key: key)
    let berlin = try #require(Coordinates(typed: "52.52,13.405"))
    switch kind {
    case .nominatim:
      return try services.placeFinder(access).places(named: "Berlin", cancellation)[0].name
    case .overpass, .googlePlaces:
      let query = StoreQuery(place: berlin, radius: .threeMiles)
      let found = try services.storeFinder(access).stores(query, cancellation)
      return found.stores.first?.name ?? ""
    }
  }

  private func set(_ mood: MapWorld.Mood, _ kind: Kind, _ world: MapWorld) {
    switch kind {
    case .overpass: world.overpass = mood
    case .googlePlaces: world.places = mood
    case .nominatim: world.nominatim = mood
    }
  }

  private func refusal(_ kind: Kind, _ reply: LoopbackServer.Reply) -> Failure? {
    let world = MapWorld()
    set(.bad(reply), kind, world)
    do {
      _ = try ask(kind, world)
      return nil
    } catch {
      return error as? Failure
    }
  }

  @Test(arguments: Kind.allCases) func aGoodServerIsUnderstood(_ kind: Kind) throws {
    let name = try ask(kind, MapWorld())
    #expect(name == (kind == .nominatim ? "Berlin, Deutschland" : "Spätkauf Muster"))
  }

  /// The faults, each of which must end in a message and none in a crash.
  static let bad: [(String, LoopbackServer.Reply)] = [
    ("html", .html()), ("html 504", .html(status: 504)), ("empty", .json("")),
    ("broken", .json("{\"elements\":[")), ("null", .json("null")), ("number", .json("7")),
    ("deep", .json(String(repeating: "[", count: 100_000))), ("hang up", .hangUp),
    ("wrong types", .json("{\"elements\":7,\"places\":7,\"error\":7}")),
    (
      "cut",
      .text("HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{")
    ),
    ("redirect to a file", .redirect("file:///etc/passwd")),
    ("flood", .flood(Array("HTTP/1.1 200 X\r\nContent-Type: application/json\r\n\r\n[".utf8))),
    ("500", .json("{}", status: 500)), ("503", .html(status: 503)), ("403", .html(status: 403)),
    ("429", .html(status: 429)),
  ]

  @Test(arguments: Kind.allCases, bad.indices)
  func aBadServerEndsInASentence(_ kind: Kind, _ index: Int) throws {
    let (name, reply) = Self.bad[index]
    let failure = try #require(refusal(kind, reply), "\(name)")
    #expect(!failure.sentence.isEmpty && failure.sentence.hasSuffix("."), "\(name)")
    #expect(!failure.sentence.contains("{"), "\(name)")
    #expect(!failure.detail.contains("right-key"))
  }

  @Test(arguments: Kind.allCases) func nobodyListens(_ kind: Kind) throws {
    let world = MapWorld()
    world.server.shutDown()
    #expect(throws: Failure.self) { try ask(kind, world) }
  }

  @Test(arguments: Kind.allCases) func itCanBeCancelled(_ kind: Kind) throws {
    let world = MapWorld()
    set(.bad(.hang), kind, world)
    let cancellation = Cancellation()
    cancel(cancellation) { !world.server.requests.isEmpty }
    let failure = #expect(throws: Failure.self) { try ask(kind, world, cancellation) }
    #expect(failure?.kind == .cancelled)
    // It was contacted, and the answer is still there.
    #expect(world.server.requests.count == 1)
  }

  // MARK: Overpass

  @Test(arguments: [
    (
      LoopbackServer.Reply.html(status: 400),
      "Overpass does not take this request (HTTP 400). Check its address in the settings."
    ), (.html(status: 406), "Overpass refuses to answer Trolley"),
    (.html(status: 429), "Overpass wants fewer questions. Try again in 30 seconds."),
    (.html(status: 500), "Overpass has a fault of its own (HTTP 500). Try again later."),
    (
      .html(status: 504), "Overpass is too busy to answer (HTTP 504). Try again in 30 seconds."
    ), (.html(), "A web page came in place of an answer of Overpass."),
    (.json("{"), "The answer of Overpass cannot be read. Try again later."),
    (
      .json("{\"elements\":[],\"remark\":\"runtime error: Query timed out in \\\"query\\\"\"}"),
      "Choose a smaller radius"
    ),
    (
      .json("{\"elements\":[{\"type\":\"node\"}],\"remark\":\"runtime error: out of memory\"}"),
      "smaller"
    ),
  ]) func overpassIsBusyInManyWays(_ reply: LoopbackServer.Reply, _ words: String) throws {
    let failure = try #require(refusal(.overpass, reply))
    #expect(failure.sentence.contains(words), "\(failure.sentence)")
  }

  private func overpass(_ elements: String) throws -> [NearbyStore] {
    let value = try JSONValue.parse("{\"version\":0.6,\"elements\":[\(elements)]}")
    let answer = try #require(OverpassAnswer(value))
    #expect(answer.isWhole)
    return answer.shops.map(\.store)
  }

  @Test func shopsAreReadWithSuspicion() throws {
    let shops = try overpass(
      """
      {"type":"node","id":1,"lat":52.5,"lon":13.4},
      {"type":"node","id":2,"lat":52.5,"lon":13.4,"tags":{"name":"No shop"}},
      {"type":"way","id":3,"tags":{"shop":"supermarket","name":"No place"}},
      {"type":"node","id":4,"lat":99,"lon":13.4,"tags":{"shop":"supermarket"}},
      {"type":"node","id":5,"lat":"52.5","lon":"13.4","tags":{"shop":"frozen_food"}},
      {"type":"node","id":6,"lat":52.5,"lon":13.4,"tags":{"shop":"deli","disused:shop":"deli"}},
      {"type":"node","id":7,"lat":52.5,"lon":13.4,"tags":{"shop":"vacant"}},
      {"type":"node","id":8,"lat":52.5,"lon":13.4,"tags":{"shop":7,"name":"Wrong"}},
      {"type":"alien","id":9,"lat":52.5,"lon":13.4,"tags":{"shop":"deli"}},
      {"type":"relation","id":10,"center":{"lat":52.5,"lon":13.4},"tags":{"shop":"deli",
       "name":"A\\u0007\\u202EB\\nC","brand":"X","website":"javascript:alert(1)",
       "phone":"+49 1;+49 2","opening_hours":"24/7","was:shop":"bakery"}},
      {"type":"node","id":10,"lat":52.5,"lon":13.4,"tags":{"shop":"deli","brand":"Marke"}},
      {"type":"relation","id":10,"center":{"lat":52.5,"lon":13.4},"tags":{"shop":"deli"}}, 7, null
      """)
    #expect(shops.map(\.id) == ["node/5", "relation/10", "node/10"])
    #expect(shops[0].name == "Frozen food")
    #expect(shops[0].kind == "frozen food")
    #expect(!shops[1].name.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
    #expect(shops[1].website == "")
    #expect(shops[1].phone == "+49 1")
    #expect(shops[1].hours == "24/7")
    #expect(shops[2].name == "Marke")
  }

  @Test(arguments: [
    (
      "\"addr:street\":\"Musterweg\",\"addr:housenumber\":\"4\",\"addr:postcode\":\"10178\","
        + "\"addr:city\":\"Berlin\"", "Musterweg 4, 10178 Berlin"
    ),
    (
      "\"addr:street\":\"Main Street\",\"addr:housenumber\":\"12\",\"addr:city\":\"Springfield\","
        + "\"addr:state\":\"IL\",\"addr:postcode\":\"62701\"",
      "12 Main Street, Springfield, IL 62701"
    ),
    ("\"addr:place\":\"Dorf\",\"addr:housenumber\":\"3\"", "Dorf 3"),
    ("\"addr:housenumber\":\"3\"", ""), ("\"addr:city\":\"Berlin\"", "Berlin"),
    ("\"addr:street\":\"Rue de Rivoli\",\"addr:housenumber\":\"9\"", "9 Rue de Rivoli"),
  ]) func addressesAreWrittenAsOneDoes(_ tags: String, _ address: String) throws {
    let shops = try overpass(
      "{\"type\":\"node\",\"id\":1,\"lat\":1,\"lon\":1,\"tags\":{\"shop\":\"deli\",\(tags)}}")
    #expect(shops.first?.address == address)
  }

  @Test func theQuestionHasNoTextOfAPersonInIt() throws {
    let world = MapWorld()
    _ = try ask(.overpass, world)
    let request = try #require(world.server.requests.first)
    #expect(request.method == "POST")
    let query = try #require(request.form["data"])
    #expect(
      query.hasPrefix("[out:json][timeout:20][maxsize:67108864];nwr(around:4828,52.52000,13.40500)")
    )
    #expect(query.contains("nwr.all(around:178,52.52000,13.40500);out tags center 300;"))
    #expect(query.hasSuffix(".all out tags center 300;"))
    #expect(request.headers["user-agent"]?.hasPrefix("Trolley/") == true)
  }

  @Test func groceriesComeBeforeOthersWhereThereAreMany() throws {
    let berlin = try #require(Coordinates(typed: "52.52,13.405"))
    func shop(_ number: Int, _ isGrocery: Bool) throws -> OverpassAnswer.StoreDetails {
      let place = try #require(
        Coordinates(latitude: 52.52 + Double(number) * 0.0008, longitude: 13.405))
      return .init(
        store: NearbyStore(id: "node/\(number)", name: "S\(number)", place: place),
        isGrocery: isGrocery)
    }
    let all = try (1...40).map { try shop($0, $0 % 3 == 0) }
    let (chosen, total) = StoreChoice.of(
      all, for: StoreQuery(place: berlin, radius: .threeMiles))
    #expect(total == 40)
    #expect(chosen.count == 20)
    // 13 grocery shops, the 7 nearest others, and all in order.
    #expect(chosen.filter { (Int($0.name.dropFirst()) ?? 0) % 3 == 0 }.count == 13)
    let numbers = chosen.compactMap { Int($0.name.dropFirst()) }
    #expect(numbers == numbers.sorted())
    #expect(numbers.first == 1)
  }

  @Test func anAnswerIsKeptAndAHalfOneAskedAgain() throws {
    let own = try TemporaryFolder()
    defer { withExtendedLifetime(own) {} }
    let folder = own.path("stores")
    let world = MapWorld()
    let client = CachingClient(
      CurlClient(environment: clock.withoutWaiting), directory: CacheDirectory(path: folder),
      environment: clock.environment)
    let finder = try StoreServices(client: client, environment: clock.environment)
      .storeFinder(access(.overpass, world))
    let berlin = try #require(Coordinates(typed: "52.52,13.405"))
    var query = StoreQuery(place: berlin, radius: .threeMiles)
    world.overpass = .bad(.json("{\"elements\":[],\"remark\":\"runtime error: timed out\"}"))
    #expect(throws: Failure.self) { try finder.stores(query, Cancellation()) }
    world.overpass = .well
    #expect(try finder.stores(query, Cancellation()).stores.count == 20)
    clock.pass(seconds: 3600)
    let asked = world.server.requests.count
    let kept = try finder.stores(query, Cancellation())
    #expect(kept.age == 3600)
    #expect(world.server.requests.count == asked)
    // Unreachable: a stale copy is better than nothing, and marked as such.
    world.server.shutDown()
    query.isFresh = true
    let old = try finder.stores(query, Cancellation())
    #expect(old.stores == kept.stores)
    #expect(old.age == 3600)
    #expect(old.trouble.contains("does not answer"))
  }

  @Test func aWiderSearchHidesNothingNearer() throws {
    let berlin = try #require(Coordinates(typed: "52.52,13.405"))
    var shops: [OverpassAnswer.StoreDetails] = []
    func add(_ count: Int, from metres: Int, isGrocery: Bool) {
      for number in 0..<count {
        let place = TestNearby.at(metres + 70 * number, 0)
        let store = NearbyStore(id: "node/\(shops.count)", name: "S\(shops.count)", place: place)
        shops.append(OverpassAnswer.StoreDetails(store: store, isGrocery: isGrocery))
      }
    }
    add(8, from: 100, isGrocery: true)
    add(30, from: 1000, isGrocery: false)
    add(40, from: 5000, isGrocery: true)
    add(60, from: 8200, isGrocery: true)
    var last: Set<String> = []
    for (radius, count) in zip(SearchRadius.allCases, [20, 40, 60]) {
      let (stores, total) = StoreChoice.of(
        shops, for: StoreQuery(place: berlin, radius: radius))
      #expect(stores.count == count)
      #expect(
        total
          == shops.filter {
            berlin.distance(to: $0.store.place).metres <= radius.metres
          }.count)
      let ids = Set(stores.map(\.id))
      #expect(last.isSubset(of: ids))
      last = ids
    }
  }

  /// The sign-in page of a network comes as a success: it must not stay for a day.
  @Test func aWebPageIsNotKept() throws {
    let own = try TemporaryFolder()
    defer { withExtendedLifetime(own) {} }
    let client = CachingClient(
      CurlClient(environment: clock.withoutWaiting),
      directory: CacheDirectory(path: own.path("pages")), environment: clock.environment)
    let world = MapWorld()
    let finder = try StoreServices(client: client, environment: clock.environment)
      .storeFinder(access(.overpass, world))
    let query = StoreQuery(
      place: try #require(Coordinates(typed: "52.52,13.405")), radius: .threeMiles)
    world.overpass = .bad(.html())
    let failure = #expect(throws: Failure.self) { try finder.stores(query, Cancellation()) }
    #expect(
      failure?.sentence.hasPrefix("A web page came in place of an answer of Overpass.") == true)
    world.overpass = .well
    #expect(try finder.stores(query, Cancellation()).stores.count == 20)
  }

  // MARK: Nominatim

  @Test(arguments: [
    "[]", "{\"error\":\"Unable to geocode\"}", "[{\"lat\":\"x\",\"lon\":\"1\"}]",
    "[{\"lat\":null}]", "[7,null,[]]",
  ]) func aPlaceThatNobodyKnowsIsNamed(_ body: String) throws {
    let failure = try #require(refusal(.nominatim, .json(body)))
    #expect(failure.sentence.hasPrefix("No place is called “Berlin”."))
    #expect(failure.kind == .badInput)
  }

  @Test func nominatimComplainsInTwoShapes() throws {
    let object = LoopbackServer.Reply.json(
      "{\"error\":{\"code\":400,\"message\":\"bad\"}}", status: 400)
    #expect(try #require(refusal(.nominatim, object)).sentence.hasPrefix("No place is called"))
    let text = LoopbackServer.Reply.json("{\"error\":\"Bandwidth limit exceeded\"}")
    #expect(try #require(refusal(.nominatim, text)).sentence.contains("cannot be read"))
  }

  @Test func aNameMayMeanSeveralPlaces() throws {
    let world = MapWorld()
    let rows = [
      ("39.80", "-89.64", "Springfield, Illinois"), ("39.799", "-89.65", "Springfield Township"),
      ("37.21", "-93.29", "Springfield, Missouri"), ("x", "1", "nowhere"),
      ("44.05", "-123.02", "Springfield, Oregon"),
    ].map { "{\"lat\":\"\($0)\",\"lon\":\"\($1)\",\"display_name\":\"\($2)\"}" }
    world.nominatim = .bad(.json("[" + rows.joined(separator: ",") + "]"))
    let finder = try StoreServices(client: CurlClient(environment: clock.withoutWaiting))
      .placeFinder(access(.nominatim, world))
    let places = try finder.places(named: "Springfield", Cancellation())
    // A town and its boundary are one place.
    #expect(
      places.map(\.name)
        == ["Springfield, Illinois", "Springfield, Missouri", "Springfield, Oregon"])
  }

  @Test func numbersMayBeNumbersOrTexts() throws {
    for body in [
      "[{\"lat\":\"1.5\",\"lon\":\"-2\"}]", "[{\"lat\":1.5,\"lon\":-2,\"display_name\":\"\"}]",
    ] {
      let world = MapWorld()
      world.nominatim = .bad(.json(body))
      let finder = try StoreServices(client: CurlClient(environment: clock.withoutWaiting))
        .placeFinder(access(.nominatim, world))
      let place = try finder.places(named: "Ünter den Linden & Co", Cancellation())[0]
      #expect(place.place == Coordinates(typed: "1.5,-2"))
      #expect(place.name == "Ünter den Linden & Co")
      #expect(world.server.requests.first?.query["q"] == "Ünter den Linden & Co")
      #expect(world.server.requests.first?.query["format"] == "jsonv2")
    }
  }

  // MARK: Google

  @Test(arguments: [
    (
      400, "INVALID_ARGUMENT", "API key not valid. Pass a valid key.", "API_KEY_INVALID",
      "take the key"
    ),
    (403, "PERMISSION_DENIED", "No.", "SERVICE_DISABLED", "Places API (New)"),
    (403, "PERMISSION_DENIED", "No.", "", "take the key"),
    (429, "RESOURCE_EXHAUSTED", "Quota exceeded", "", "quota"),
    (400, "INVALID_ARGUMENT", "radius", "", "does not understand"),
  ]) func googleSaysNoInManyWays(
    _ code: Int, _ status: String, _ message: String, _ reason: String, _ words: String
  ) throws {
    let reply = LoopbackServer.Reply.json(
      MapWorld.googleError(code, status, message, reason: reason), status: code)
    let failure = try #require(refusal(.googlePlaces, reply))
    #expect(failure.sentence.contains(words), "\(failure.sentence)")
  }

  @Test func googleIsAskedWithAMaskAndKeepsNothing() throws {
    let world = MapWorld()
    _ = try ask(.googlePlaces, world)
    let request = try #require(world.server.requests.first)
    #expect(request.headers["x-goog-api-key"] == "right-key")
    #expect(request.headers["x-goog-fieldmask"]?.contains(" ") == false)
    #expect(throws: Failure.self) { try ask(.googlePlaces, world, key: "wrong") }
    world.places = .bad(.json("{}"))
    #expect(try ask(.googlePlaces, world) == "")
  }

  @Test
  func `google is asked about one store by its identifier, and nothing else goes into the path`()
    throws
  {
    let world = MapWorld()
    let finder = try StoreServices(client: CurlClient(environment: clock.withoutWaiting))
      .storeFinder(access(.googlePlaces, world))
    let store = try #require(try finder.store("ChIJ2", Cancellation()).stores.first)
    #expect(store.id == "ChIJ2" && store.name == MapWorld.shops[2].name)
    #expect(store.source == .googleMaps && store.rating == 42)
    let request = try #require(world.server.requests.first)
    #expect(request.method == "GET" && request.path == "/places/v1/places/ChIJ2")
    #expect(request.headers["x-goog-fieldmask"]?.contains("places.") == false)
    for id in ["ChIJ77", "", "../x", "a?b=c", "a/b", "ä"] {
      let failure = #expect(throws: Failure.self) { try finder.store(id, Cancellation()) }
      #expect(
        failure?.sentence.hasPrefix("Google does not know this store any more.") == true, "\(id)")
    }
    #expect(world.server.requests.count == 2)
  }

  @Test func googlePlacesAreReadWithSuspicion() throws {
    let world = MapWorld()
    world.places = .bad(
      .json(
        """
        {"places":[7,{"id":"a"},{"id":"b","displayName":{"text":"Equator"},"location":{}},
        {"id":"c","displayName":{"text":"Gone"},"location":{"latitude":52.52,"longitude":13.4},
         "businessStatus":"CLOSED_PERMANENTLY"},
        {"id":"d","displayName":{"text":"Holiday"},"location":{"latitude":52.52,"longitude":13.4},
         "businessStatus":"CLOSED_TEMPORARILY","rating":9.5,"priceLevel":"X"},
        {"id":"e","displayName":{"text":"Open"},"location":{"latitude":52.521,"longitude":13.4},
         "rating":4.25,"userRatingCount":0,"priceLevel":"PRICE_LEVEL_FREE",
         "attributions":[{"provider":"Ann"},{}],"websiteUri":"ftp://x.example",
         "currentOpeningHours":{"periods":[{"open":{"day":0,"hour":20},
         "close":{"day":1,"hour":2,"minute":30}},{"open":{"day":3},"close":{"day":4}}]}}]}
        """))
    let finder = try StoreServices(client: CurlClient(environment: clock.withoutWaiting))
      .storeFinder(access(.googlePlaces, world))
    let berlin = try #require(Coordinates(typed: "52.52,13.405"))
    let query = StoreQuery(place: berlin, radius: .threeMiles)
    let stores = try finder.stores(query, Cancellation()).stores
    #expect(stores.map(\.name) == ["Holiday", "Open"])
    #expect(stores[0].hours == "off")
    #expect(stores[0].rating == nil && stores[0].priceRange == nil)
    #expect(stores[1].rating == 43 || stores[1].rating == 42)
    #expect(stores[1].ratingCount == nil)
    #expect(stores[1].priceRange == 0)
    #expect(stores[1].credits == ["Ann"])
    #expect(stores[1].website == "")
    #expect(stores[1].hours == "Su 20:00-02:30, We 00:00-24:00")
    #expect(OpeningHours(stores[1].hours) != nil)
  }
}
