import Foundation
import Synchronization
import TrolleyModel

/// Overpass, Nominatim, Google Places and tiles of a made-up city, on this machine: as documented,
/// or as bad as a test wants. Guards its current behaviour.
public final class MapWorld: Sendable {
  public enum Mood: Sendable {
    case well
    /// Always this answer to requests of that kind.
    case bad(LoopbackServer.Reply)
  }

  private struct State {
    var overpass = Mood.well
    var nominatim = Mood.well
    var places = Mood.well
    var tiles = Mood.well
  }

  private final class Moods: Sendable {
    let state = Mutex(State())
  }

  public static let centre = (latitude: 52.52, longitude: 13.405)

  public let server: LoopbackServer
  private let moods: Moods

  public init(port: Int = 0) {
    let moods = Moods()
    self.moods = moods
    server = LoopbackServer(port: port) { Self.reply($0, moods) }
  }

  public var overpass: Mood {
    get { moods.state.withLock { $0.overpass } }
    set { moods.state.withLock { $0.overpass = newValue } }
  }
  public var nominatim: Mood {
    get { moods.state.withLock { $0.nominatim } }
    set { moods.state.withLock { $0.nominatim = newValue } }
  }
  public var places: Mood {
    get { moods.state.withLock { $0.places } }
    set { moods.state.withLock { $0.places = newValue } }
  }
  public var tiles: Mood {
    get { moods.state.withLock { $0.tiles } }
    set { moods.state.withLock { $0.tiles = newValue } }
  }

  public var overpassAddress: String { server.address + "/api" }
  public var nominatimAddress: String { server.address + "/nominatim" }
  public var placesAddress: String { server.address + "/places" }
  public var googleTilesAddress: String { server.address + "/google" }
  public var streetAddress: String { server.address + "/street/{z}/{x}/{y}.png" }
  public var satelliteAddress: String { server.address + "/satellite/{z}/{y}/{x}" }

  /// The member `services` of a settings file that points here.
  public func settings(isAllowed: Bool? = nil, googleKey: String = "") -> String {
    let allowed = isAllowed.map { "\"allowed\": \($0), " } ?? ""
    func service(_ name: String, _ address: String, _ key: String = "") -> String {
      let key = key.isEmpty ? "" : ", \"key\": \"\(key)\""
      return "\"\(name)\": {\(allowed)\"address\": \"\(address)\"\(key)}"
    }
    return "{"
      + [
        service("overpass", overpassAddress), service("nominatim", nominatimAddress),
        service("googlePlaces", placesAddress, googleKey), service("streetMap", streetAddress),
        service("googleMaps", googleTilesAddress),
        service("satelliteMap", satelliteAddress),
      ].joined(separator: ", ") + "}"
  }

  // MARK: Answers

  private static func reply(_ request: LoopbackServer.Request, _ moods: Moods)
    -> LoopbackServer.Reply
  {
    let (overpass, nominatim, places, tiles) = moods.state.withLock {
      ($0.overpass, $0.nominatim, $0.places, $0.tiles)
    }
    let agent = request.headers["user-agent"] ?? ""
    switch request.path {
    case "/api/interpreter":
      if case .bad(let reply) = overpass { return reply }
      guard agent.hasPrefix("Trolley/") else { return .html(status: 406) }
      return .json(shops(around: request.form["data"] ?? ""))
    case "/nominatim/search":
      if case .bad(let reply) = nominatim { return reply }
      guard request.query["format"] == "jsonv2" else { return .html() }
      return .json(place(request.query["q"] ?? ""))
    case "/places/v1/places:searchNearby":
      if case .bad(let reply) = places { return reply }
      return google(request)
    case _ where request.path.hasPrefix("/places/v1/places/"):
      if case .bad(let reply) = places { return reply }
      return googlePlace(request)
    case "/google/v1/createSession", "/google/tile/v1/viewport":
      return googleMap(request)
    default:
      if case .bad(let reply) = tiles { return reply }
      if request.path.hasPrefix("/google/v1/2dtiles/") {
        guard request.query["session"] == "session-1" else { return googleMap(request) }
        var plain = request
        plain.path = "/street/" + request.path.dropFirst("/google/v1/2dtiles/".count)
        return tile(plain, moods)
      }
      return tile(request, moods)
    }
  }

  private static func place(_ name: String) -> String {
    guard name.lowercased().hasPrefix("berlin") else { return "[]" }
    return """
      [{"place_id":1,"licence":"Data © OpenStreetMap contributors","osm_type":"relation",\
      "osm_id":"62422","lat":"52.5200000","lon":"13.4050000","category":"boundary","name":"Berlin",\
      "display_name":"Berlin, Deutschland","boundingbox":["52.3","52.7","13.0","13.8"]}]
      """
  }

  /// Names of shops, their kinds, and their offset from the centre in metres: north and east.
  public static let shops: [(name: String, kind: String, north: Double, east: Double)] = [
    ("Beispielmarkt", "supermarket", 230, 310), ("Spätkauf Muster", "convenience", -90, 120),
    ("Grüner Korb", "greengrocer", 410, -260), ("Bio am Fluss", "health_food", -520, 400),
    ("Hofladen Linde", "farm", 760, 610), ("Kornblume", "supermarket", -830, -310),
    ("Markt am Tor", "supermarket", 1100, 200), ("Frische Ecke", "convenience", 640, -880),
    ("Nordkauf", "supermarket", 1480, -420), ("Südkauf", "supermarket", -1530, 260),
    ("Kiste & Co", "wholesale", -1200, 1350), ("Obst Yıldız", "greengrocer", 320, 1620),
    ("Alimentari Rossi", "deli", -700, -1500), ("Käse Keller", "cheese", 1250, 1300),
    ("Bäckerei Korn", "bakery", -260, -640), ("Metzgerei Wolf", "butcher", 880, -1450),
    ("Ostmarkt", "supermarket", 40, 2300), ("Weinhaus Mitte", "wine", -1900, -700),
    ("Kaufinsel", "supermarket", 2450, 900), ("Tiefkühlwelt", "frozen_food", -2400, 1500),
    ("Waldmarkt", "supermarket", 3600, -1200), ("Seemarkt", "supermarket", -5600, 2500),
    ("Fernkauf", "supermarket", 9800, -6000),
  ]

  private static func coordinates(_ north: Double, _ east: Double) -> (Double, Double) {
    (
      centre.latitude + north / 111_195,
      centre.longitude + east / (111_195 * cos(centre.latitude * .pi / 180))
    )
  }

  /// What Overpass would find within the widest ring of the query.
  private static func shops(around query: String) -> String {
    let radius =
      query.components(separatedBy: "around:").dropFirst().compactMap {
        Double($0.prefix { $0.isNumber })
      }.max() ?? 0
    var elements: [String] = []
    for (index, shop) in shops.enumerated()
    where (shop.north * shop.north + shop.east * shop.east).squareRoot() <= radius {
      let (lat, lon) = coordinates(shop.north, shop.east)
      let isWay = index % 4 == 0
      let position = "\"lat\":\(String(format: "%.7f", lat)),\"lon\":\(String(format: "%.7f", lon))"
      var tags = "\"shop\":\"\(shop.kind)\",\"name\":\"\(shop.name)\""
      if index % 5 != 4 { tags += ",\"opening_hours\":\"Mo-Sa 07:00-2\(index % 4):00; Su,PH off\"" }
      if index % 3 != 2 {
        tags += ",\"addr:street\":\"Musterweg\",\"addr:housenumber\":\"\(index + 4)\""
        tags += ",\"addr:postcode\":\"10178\",\"addr:city\":\"Berlin\""
      }
      if index % 2 == 0 { tags += ",\"phone\":\"+49 30 000\(100 + index)\"" }
      if index % 6 == 0 { tags += ",\"website\":\"https://shop\(index).example/\"" }
      elements.append(
        isWay
          ? "{\"type\":\"way\",\"id\":\(9_000_001 + index),\"center\":{\(position)},\"tags\":{\(tags)}}"
          : "{\"type\":\"node\",\"id\":\(9_000_001 + index),\(position),\"tags\":{\(tags)}}")
    }
    return "{\"version\":0.6,\"generator\":\"Overpass API 0.7.62\",\"osm3s\":{},\"elements\":["
      + elements.joined(separator: ",") + "]}"
  }

  private static func google(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    guard request.headers["x-goog-fieldmask"]?.contains("places.location") == true else {
      return .json(
        googleError(400, "INVALID_ARGUMENT", "FieldMask is a required parameter"), status: 400)
    }
    guard request.headers["x-goog-api-key"] == "right-key" else {
      return .json(
        googleError(400, "INVALID_ARGUMENT", "API key not valid.", reason: "API_KEY_INVALID"),
        status: 400)
    }
    let places = (0..<5).map { googlePlace($0) }
    return .json("{\"places\":[" + places.joined(separator: ",") + "]}")
  }

  /// One of them by its identifier.
  private static func googlePlace(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    guard request.headers["x-goog-api-key"] == "right-key",
      request.headers["x-goog-fieldmask"]?.hasPrefix("id,") == true,
      let index = Int(request.path.dropFirst("/places/v1/places/ChIJ".count)), index < 5
    else { return .json(googleError(404, "NOT_FOUND", "No such place."), status: 404) }
    return .json(googlePlace(index))
  }

  private static func googlePlace(_ index: Int) -> String {
    let shop = shops[index]
    let (lat, lon) = coordinates(shop.north, shop.east)
    return """
      {"id":"ChIJ\(index)","displayName":{"text":"\(shop.name)","languageCode":"de"},\
      "formattedAddress":"Musterweg \(index + 4), 10178 Berlin",\
      "location":{"latitude":\(lat),"longitude":\(lon)},"primaryType":"grocery_store",\
      "rating":4.\(index),"userRatingCount":87,"priceLevel":"PRICE_LEVEL_MODERATE",\
      "currentOpeningHours":{"openNow":true,"periods":[\
      {"open":{"day":6,"hour":8,"minute":0},"close":{"day":6,"hour":20,"minute":0}}]},\
      "businessStatus":"OPERATIONAL"}
      """
  }

  /// A session for a map, or who made it.
  private static func googleMap(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    guard request.query["key"] == "right-key" else {
      return .json(
        googleError(
          403, "PERMISSION_DENIED", "Map Tiles API has not been used", reason: "SERVICE_DISABLED"),
        status: 403)
    }
    if request.path.hasSuffix("createSession") {
      return .json(
        "{\"session\":\"session-1\",\"expiry\":\"4102444800\",\"tileWidth\":256,"
          + "\"tileHeight\":256,\"imageFormat\":\"png\"}")
    }
    guard request.query["session"] == "session-1", request.query["north"] != nil else {
      return .json(googleError(400, "INVALID_ARGUMENT", "session"), status: 400)
    }
    return .json("{\"copyright\":\"Map data ©2026 Test\",\"maxZoomRects\":[]}")
  }

  public static func googleError(
    _ code: Int, _ status: String, _ message: String, reason: String = ""
  ) -> String {
    let details = reason.isEmpty ? "" : ",\"details\":[{\"reason\":\"\(reason)\"}]"
    return
      "{\"error\":{\"code\":\(code),\"message\":\"\(message)\",\"status\":\"\(status)\"\(details)}}"
  }

  private static func tile(_ request: LoopbackServer.Request, _ moods: Moods)
    -> LoopbackServer.Reply
  {
    let parts = request.path.split(separator: "/")
    let numbers = parts.dropFirst().compactMap { Int($0.split(separator: ".")[0]) }
    guard parts.count == 4, numbers.count == 3, parts[0] == "street" || parts[0] == "satellite"
    else {
      return .html(status: 404)
    }
    let isSatellite = parts[0] == "satellite"
    // Esri's addresses have the row before the column.
    let (x, y) = isSatellite ? (numbers[2], numbers[1]) : (numbers[1], numbers[2])
    guard let tile = MapTile(zoom: numbers[0], x: x, y: y) else { return .html(status: 404) }
    let etag = "\"\(parts[0])-\(tile.zoom)-\(tile.x)-\(tile.y)\""
    if request.headers["if-none-match"] == etag {
      return .answer(status: 304, headers: ["ETag": etag], body: [])
    }
    return .answer(
      status: 200,
      headers: ["Content-Type": "image/png", "ETag": etag, "Cache-Control": "max-age=600"],
      body: MapPainter.png(tile, isSatellite: isSatellite))
  }
}
