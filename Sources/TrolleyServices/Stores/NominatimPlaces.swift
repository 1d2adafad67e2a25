/// Finds places by name in OpenStreetMap, with Nominatim. Only asked when the user presses enter:
/// its policy forbids autocompletion.
struct NominatimPlaces: PlaceFinder {
  /// Seconds for which an answer is cached.
  static let keptFor = 30 * 24 * 3600

  /// Metres from which two places have other stores nearby.
  private static let apart = SearchRadius.threeMiles.metres

  let service: ServiceClient

  /// Several answers may be one place, such as a town and its boundary: those near to an earlier one
  /// are left out.
  func places(named name: String, _ cancellation: Cancellation) throws(Failure) -> [NamedPlace] {
    let value: JSONValue
    do throws(HTTPError) { value = try ask(name, cancellation) } catch { throw error.failure }
    // No match is an empty array; an object with an error answers other kinds of requests.
    guard let all = value.array else { throw Self.unknown(name) }
    var found: [NamedPlace] = []
    for one in all {
      guard found.count < NamedPlace.most, let latitude = one["lat"]?.decimal,
        let longitude = one["lon"]?.decimal,
        let place = Coordinates(latitude: latitude, longitude: longitude),
        !found.contains(where: { $0.place.distance(to: place).metres < Self.apart })
      else { continue }
      let full = CleanText.line(one["display_name"]?.string ?? "")
      found.append(NamedPlace(name: full.isEmpty ? name : full, place: place))
    }
    guard !found.isEmpty else { throw Self.unknown(name) }
    return found
  }

  private func ask(_ name: String, _ cancellation: Cancellation) throws(HTTPError) -> JSONValue {
    var request = HTTPRequest.get(
      try service.address(
        "/search",
        [
          FormField("q", name), FormField("format", "jsonv2"),
          FormField("limit", String(NamedPlace.most)),
          FormField("layer", "address,poi"),
        ]))
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.caching = .kept(atLeast: Self.keptFor, staleIfUnreachable: true)
    request.needs = []
    let answer = try service.send(request, .search, cancellation)
    // It answers 400 to a name that it cannot parse: the place is unknown.
    if answer.status == 400, answer.isJSON, answer.json?["error"] != nil { return .null }
    let checked = try service.checked(answer)
    guard checked.isJSON, let value = checked.json else {
      throw service.problem(checked.misreading, "no JSON")
    }
    if let error = value["error"] {
      let text = error.string ?? error["message"]?.string ?? ""
      guard text == "Unable to geocode" else {
        throw service.problem(.unreadable, CleanText.line(text, limit: .message))
      }
    }
    return value
  }

  private static func unknown(_ name: String) -> Failure {
    Failure(
      .badInput,
      "No place is called “\(CleanText.line(name))”. Check the spelling, or add the town or country.",
      detail: "nothing found")
  }
}
