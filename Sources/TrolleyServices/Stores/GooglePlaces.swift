/// Shops by Google's Places API (New), with the user's own key. Its terms forbid caching, so no
/// answer goes to the disk.
struct GooglePlaces: StoreFinder {
  private static let fields = [
    "id", "displayName", "formattedAddress", "location", "primaryType", "rating", "userRatingCount",
    "priceLevel", "currentOpeningHours.periods", "businessStatus", "nationalPhoneNumber",
    "websiteUri", "attributions",
  ]
  private static let types = [
    "supermarket", "grocery_store", "convenience_store", "market", "butcher_shop", "bakery",
    "liquor_store",
  ]

  let service: ServiceClient

  func stores(_ query: StoreQuery, _ cancellation: Cancellation) throws(Failure) -> FoundStores {
    let answer: HTTPAnswer
    do throws(HTTPError) {
      answer = try service.send(try request(query), .search, cancellation)
    } catch { throw error.failure }
    let value = try value(of: answer)
    do throws(HTTPError) {
      // If nothing is found, the object is empty.
      guard let places = value["places"].map({ $0.array }) ?? [] else {
        throw service.problem(.unreadable, "no places")
      }
      let all = places.prefix(StoreQuery.fewest).compactMap(Self.store)
      return FoundStores(stores: FoundStores.nearest(Array(all), to: query), source: .googleMaps)
    } catch { throw error.failure }
  }

  func store(_ id: String, _ cancellation: Cancellation) throws(Failure) -> FoundStores {
    let gone = Failure(
      .missingFile, "Google does not know this store any more. Star it again under Nearby.",
      detail: "place id")
    // It goes into the path, and others may have written it into a shared list.
    guard !id.isEmpty, id.utf8.allSatisfy(Self.isOfIdentifier) else { throw gone }
    let answer: HTTPAnswer
    do throws(HTTPError) {
      let address = try service.address(
        "/v1/places/" + id, [FormField("languageCode", "en")])
      answer = try service.send(
        request(.get(address), Self.fields.joined(separator: ",")), .search, cancellation)
    } catch { throw error.failure }
    if answer.status == 404 { throw gone }
    guard let store = Self.store(try value(of: answer)) else { throw gone }
    return FoundStores(stores: [store], source: .googleMaps)
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F
  }

  private func value(of answer: HTTPAnswer) throws(Failure) -> JSONValue {
    if let failure = Self.failure(answer, api: "Places API (New)") { throw failure }
    do throws(HTTPError) {
      guard let value = try service.checked(answer).json, value.object != nil else {
        throw service.problem(answer.misreading, "no JSON")
      }
      return value
    } catch { throw error.failure }
  }

  /// With the key, and the fields that the answer is to have.
  private func request(_ request: HTTPRequest, _ mask: String) -> HTTPRequest {
    var request = request
    request.headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Goog-FieldMask", mask),
    ]
    request.credentials = [HTTPHeader("X-Goog-Api-Key", service.access.key)]
    request.mayBeSentElsewhere = false
    return request
  }

  private func request(_ query: StoreQuery) throws(HTTPError) -> HTTPRequest {
    var request = request(
      HTTPRequest(.post, try service.address("/v1/places:searchNearby")),
      Self.fields.map { "places." + $0 }.joined(separator: ","))
    var w = JSONWriter()
    w.object { w in
      w.member("includedTypes", Self.types)
      w.member("maxResultCount", StoreQuery.fewest)
      w.member("rankPreference", "DISTANCE")
      w.member("languageCode", "en")
      w.object("locationRestriction") { w in
        w.object("circle") { w in
          w.object("center") { w in
            w.name("latitude")
            w.number(query.place.latitudeText)
            w.name("longitude")
            w.number(query.place.longitudeText)
          }
          w.member("radius", query.radius.metres)
        }
      }
    }
    request.body = w.bytes
    return request
  }

  // MARK: Answers

  private static func store(_ value: JSONValue) -> NearbyStore? {
    guard let id = value["id"]?.string, !id.isEmpty, id.utf8.count <= 300,
      let location = value["location"], location.object != nil,
      // Google omits fields that are zero.
      let place = Coordinates(
        latitude: location["latitude"]?.number ?? "0",
        longitude: location["longitude"]?.number ?? "0"),
      value["businessStatus"]?.string != "CLOSED_PERMANENTLY"
    else { return nil }
    let name = CleanText.line(value["displayName"]?["text"]?.string ?? "")
    guard !name.isEmpty else { return nil }
    var store = NearbyStore(
      id: CleanText.line(id), name: name,
      kind: CleanText.line(value["primaryType"]?.string ?? "").replacingUnderscores, place: place,
      source: .googleMaps)
    store.address = CleanText.line(value["formattedAddress"]?.string ?? "")
    store.phone = CleanText.line(value["nationalPhoneNumber"]?.string ?? "")
    store.website = StoreAddress.website(CleanText.line(value["websiteUri"]?.string ?? ""))
    store.rating = value["rating"]?.number.flatMap { Double($0) }
      .flatMap { (1.0...5.0).contains($0) ? Int(($0 * 10).rounded()) : nil }
    store.ratingCount = value["userRatingCount"]?.int.flatMap { $0 > 0 ? $0 : nil }
    store.priceRange = value["priceLevel"]?.string.flatMap { prices.firstIndex(of: $0) }
    store.hours =
      value["businessStatus"]?.string == "CLOSED_TEMPORARILY"
      ? "off" : GoogleHours.text(value["currentOpeningHours"]?["periods"]?.array ?? [])
    store.credits = (value["attributions"]?.array ?? []).prefix(5)
      .map { CleanText.line($0["provider"]?.string ?? "") }.filter { !$0.isEmpty }
    return store
  }

  private static let prices = ["FREE", "INEXPENSIVE", "MODERATE", "EXPENSIVE", "VERY_EXPENSIVE"]
    .map { "PRICE_LEVEL_" + $0 }

  /// The reason in Google's error codes; nil where the HTTP status is enough.
  static func failure(_ answer: HTTPAnswer, api: String) -> Failure? {
    guard !answer.isSuccess, let error = answer.json?["error"] else { return nil }
    let status = error["status"]?.string ?? ""
    let reasons = (error["details"]?.array ?? []).compactMap { $0["reason"]?.string }
    let message = CleanText.line(error["message"]?.string ?? "", limit: .message)
    let detail = "\(answer.address.host): \(answer.status) \(CleanText.line(status)) \(message)"
    if status == "RESOURCE_EXHAUSTED" || answer.status == 429 {
      return Failure(
        .unavailable,
        "The quota of your Google key is used up. Try again later, or take the key out of the "
          + "settings to ask OpenStreetMap.", detail: detail)
    }
    if reasons.contains("SERVICE_DISABLED") {
      return Failure(
        .notAllowed,
        "Your Google key may not use “\(api)”. Switch that on in the Google console.",
        detail: detail)
    }
    if reasons.contains("API_KEY_INVALID") || message.contains("API key not valid")
      || status == "PERMISSION_DENIED" || status == "UNAUTHENTICATED"
    {
      return Failure(
        .notAllowed, "Google does not take the key. Check it in the settings.", detail: detail)
    }
    if status == "INVALID_ARGUMENT" {
      return Failure(
        .unavailable, "Google does not understand the question of this Trolley.", detail: detail)
    }
    return nil
  }
}

/// Converts Google's periods to the `opening_hours` format.
enum GoogleHours {
  /// Empty if they are not understood.
  static func text(_ periods: [JSONValue]) -> String {
    guard (1...50).contains(periods.count) else { return "" }
    // "Always open" is one period without a close.
    if periods.count == 1, periods[0]["close"] == nil, periods[0]["open"] != nil { return "24/7" }
    var rules: [String] = []
    for period in periods {
      guard let open = moment(period["open"]), let close = moment(period["close"]),
        period["open"]?["truncated"]?.bool != true, period["close"]?["truncated"]?.bool != true,
        (open.day + 1) % 7 == close.day || open.day == close.day
      else { return "" }
      let end = close.time == "00:00" ? "24:00" : close.time
      let rule = "\(OpeningHours.days[open.day]) \(open.time)-\(end)"
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules.joined(separator: ", ")
  }

  private static func moment(_ value: JSONValue?) -> (day: Int, time: String)? {
    // Zeros are omitted here too; Sunday is 0.
    guard let value, value.object != nil else { return nil }
    let (day, hour, minute) = (
      value["day"]?.int ?? 0, value["hour"]?.int ?? 0, value["minute"]?.int ?? 0
    )
    guard (0...6).contains(day), (0...23).contains(hour), (0...59).contains(minute) else {
      return nil
    }
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return ((day + 6) % 7, two(hour) + ":" + two(minute))
  }
}
