/// The names of streets of OpenStreetMap, by the Overpass API.
public struct OverpassStreets: Sendable {
  /// Seconds for which an answer is cached: streets are seldom renamed.
  static let keptFor = 30 * 24 * 3600
  private static let mostElements = 1500
  /// Those that are looked for first when the name of a place is asked.
  private static let kinds = [
    "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential",
    "living_street", "pedestrian",
  ]

  let service: ServiceClient

  public init(_ access: ServiceAccess, client: any HTTPClient) {
    service = ServiceClient(access, over: client, environment: .system)
  }

  /// The streets of a map, the largest first.
  public func streets(
    _ view: MapView, _ cancellation: Cancellation
  ) throws(Failure) -> [StreetName] {
    guard let area = view.ground, area.isSmall else { return [] }
    do throws(HTTPError) {
      var request = HTTPRequest.form(
        try service.address("/interpreter"), [FormField("data", Self.text(area))])
      request.limits.idle = 15_000
      request.limits.total = 20_000
      request.caching = .kept(atLeast: Self.keptFor, staleIfUnreachable: true)
      request.needs = ["elements"]
      let checked = try service.checked(try service.send(request, .search, cancellation))
      guard checked.isJSON, let value = checked.json, let elements = value["elements"]?.array else {
        throw service.problem(checked.misreading, "no answer of Overpass")
      }
      return Self.streets(elements)
    } catch { throw error.failure }
  }

  /// Contains no text from the user.
  static func text(_ area: MapGroundArea) -> String {
    "[out:json][timeout:15][maxsize:33554432];way[\"highway\"~\"^("
      + kinds.joined(separator: "|")
      + ")$\"][\"name\"](\(area.text));out tags geom \(mostElements);"
  }

  /// An answer is not trusted: what is not a street is skipped. Parts of one street are joined.
  static func streets(_ elements: [JSONValue]) -> [StreetName] {
    var places: [String: [Coordinates]] = [:]
    var ranks: [String: Int] = [:]
    for element in elements.prefix(mostElements) {
      let name = CleanText.line(element["tags"]?["name"]?.string ?? "")
      guard !name.isEmpty, let kind = element["tags"]?["highway"]?.string,
        let rank = kinds.firstIndex(of: kind)
      else { continue }
      let points = (element["geometry"]?.array ?? []).prefix(2000).compactMap { point in
        point["lat"]?.decimal.flatMap { latitude in
          point["lon"]?.decimal.flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
      }
      guard !points.isEmpty else { continue }
      places[name, default: []] += points
      ranks[name] = min(ranks[name] ?? rank, rank)
    }
    let names = places.keys.sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
    return names.prefix(StreetName.most).map { name in
      let all = places[name] ?? []
      let step = max(1, (all.count + StreetName.mostPlaces - 1) / StreetName.mostPlaces)
      return StreetName(
        name: name, places: stride(from: 0, to: all.count, by: step).map { all[$0] })
    }
  }
}
