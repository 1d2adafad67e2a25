/// Shops of OpenStreetMap, by the Overpass API.
struct OverpassStores: StoreFinder {
  /// Seconds for which an answer is cached.
  static let keptFor = 24 * 3600
  /// Grocery shops, shown before `others`.
  static let groceries = [
    "supermarket", "convenience", "greengrocer", "grocery", "food", "general", "health_food",
    "farm", "frozen_food", "wholesale", "discount",
  ]
  static let others = [
    "butcher", "bakery", "deli", "cheese", "seafood", "wine", "alcohol", "beverages",
    "department_store",
  ]
  /// Limit on the results in one ring around the place.
  private static let mostOfRing = 300

  let service: ServiceClient

  func stores(_ query: StoreQuery, _ cancellation: Cancellation) throws(Failure) -> FoundStores {
    do throws(HTTPError) {
      let (found, answer) = try ask(query, cancellation)
      guard found.isWhole || answer.age == nil else {
        // If the cached answer is incomplete, ask again.
        var again = query
        again.isFresh = true
        let (found, answer) = try ask(again, cancellation)
        return try result(found, answer, query)
      }
      return try result(found, answer, query)
    } catch { throw Self.failure(error) }
  }

  private func ask(
    _ query: StoreQuery, _ cancellation: Cancellation
  ) throws(HTTPError) -> (OverpassAnswer, HTTPAnswer) {
    var request = HTTPRequest.form(
      try service.address("/interpreter"), [FormField("data", Self.text(query))])
    request.limits.idle = 20_000
    request.limits.total = 25_000
    request.caching = .kept(atLeast: query.isFresh ? 0 : Self.keptFor, staleIfUnreachable: true)
    request.needs = ["elements"]
    let answer = try service.send(request, .search, cancellation)
    if answer.status == 406 { throw service.problem(.blocked, "status 406") }
    let checked = try service.checked(answer)
    guard checked.isJSON, let value = checked.json, let found = OverpassAnswer(value) else {
      throw service.problem(checked.misreading, "no answer of Overpass")
    }
    return (found, checked)
  }

  private func result(
    _ found: OverpassAnswer, _ answer: HTTPAnswer, _ query: StoreQuery
  ) throws(HTTPError) -> FoundStores {
    guard found.isWhole else { throw service.problem(.tooLarge, found.remark) }
    let (stores, total) = StoreChoice.of(found.shops, for: query)
    return FoundStores(
      stores: stores, source: .openStreetMap, age: answer.age ?? 0,
      trouble: answer.staleBecause?.sentence ?? "", total: total)
  }

  /// If a query is too large the server gives up, and the answer ends half-way.
  private static func failure(_ problem: HTTPError) -> Failure {
    guard problem.reason == .tooLarge else { return problem.failure }
    return Failure(
      .unavailable,
      "\(problem.service) has too much to look through there. Choose a smaller radius, or try again "
        + "later.", detail: problem.detail)
  }

  /// Contains no text from the user. Overpass sorts by nothing useful and truncates: so the query
  /// asks in rings, each a third as wide as the next, and the innermost results are complete.
  static func text(_ query: StoreQuery) -> String {
    // Ten metres are precise enough, and a nearby repeat hits the cache.
    let place = query.place.rounded(decimals: 4)
    let around = "\(place.latitudeText),\(place.longitudeText)"
    let kinds = (groceries + others).joined(separator: "|")
    var text =
      "[out:json][timeout:20][maxsize:67108864];"
      + "nwr(around:\(query.radius.metres),\(around))[\"shop\"~\"^(\(kinds))$\"]->.all;"
    var radii: [Int] = []
    var radius = query.radius.metres / 3
    while radius >= 150 {
      radii.append(radius)
      radius /= 3
    }
    for radius in radii.reversed() {
      text += "nwr.all(around:\(radius),\(around));out tags center \(mostOfRing);"
    }
    return text + ".all out tags center \(mostOfRing);"
  }
}

/// Chooses which shops to show.
enum StoreChoice {
  /// Grocery shops before others, up to the limit, and how many there are. What a smaller search
  /// shows, a wider one shows too. The result is sorted by distance.
  static func of(
    _ shops: [OverpassAnswer.StoreDetails], for query: StoreQuery
  ) -> (stores: [NearbyStore], total: Int) {
    let groceries = shops.filter(\.isGrocery).map(\.store)
    let others = shops.filter { !$0.isGrocery }.map(\.store)
    var chosen: [NearbyStore] = []
    for radius in SearchRadius.allCases where radius.metres <= query.radius.metres {
      let ring = StoreQuery(place: query.place, radius: radius)
      for kind in [groceries, others] {
        for store in FoundStores.nearest(kind, to: ring) where chosen.count < ring.most {
          if !chosen.contains(where: { $0.isSameShop(as: store) }) { chosen.append(store) }
        }
      }
    }
    let all = FoundStores.nearest(groceries + others, to: query, most: .max)
    return (FoundStores.nearest(chosen, to: query), all.count)
  }
}
