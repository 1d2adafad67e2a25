/// `trolley store near`: shops around a place.
struct StoreNearVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "Find grocery stores around a place.",
    discussion: """
      Asks servers of others, so it works only when they are allowed: on the screen (page Stores, \
      Nearby, answer “Always”) or by trolley settings. Without a place it looks around the one of \
      the screen (trolley settings nearby.place). A place that begins with a minus comes behind --.
      """)

  @Argument(help: "A town, an address, or latitude and longitude such as 52.52,13.405.")
  var place: [String] = []

  @Option(help: "How far: 3mi, 5mi or 10mi.")
  var radius: String?

  @OptionGroup var options: VerbOptions

  /// Longer than the worker takes for one answer, including a wait for another program's turn.
  private static let deadline = 60_000

  func run() throws {
    let list = try OpenList(VerbCall(options))
    let settings = list.preferences
    var wanted = settings.nearby.radius
    if let radius {
      guard let known = SearchRadius(name: radius) else {
        throw Failure(
          .usage,
          "The radius is \(SearchRadius.all(in: .miles, style: list.style)), which are "
            + SearchRadius.all(in: .kilometres, style: list.style) + ".")
      }
      wanted = known
    }
    let places = try findPlaces(list)
    guard let around = places.first else { throw Failure.unexpectedAnswer }
    let query = StoreQuery(place: around.place, radius: wanted)
    let access = try list.allowedAccess(to: finder(settings.services))
    guard
      case .stores(let found) = try list.ask(.findStores(query, access), deadline: Self.deadline)
    else { throw Failure.unexpectedAnswer }
    try print(found, around, Array(places.dropFirst()), query, list)
  }

  /// Google Places is not waited for where OpenStreetMap may be asked.
  private func finder(_ services: ServiceSettings) -> ExternalService {
    let isOpen =
      services.isAllowed(.googlePlaces) == nil && services.isAllowed(.overpass) == true
    return services.finderOfStores(without: isOpen ? [.googlePlaces] : [])
  }

  /// What the typed place may mean, or the one of the screen.
  private func findPlaces(_ list: OpenList) throws(Failure) -> [NamedPlace] {
    let nearby = list.preferences.nearby
    let typed = CleanText.line(place.joined(separator: " "))
    let text = typed.isEmpty ? nearby.place : typed
    if !text.isEmpty, case .position(let place) = try TypedPlace(text) {
      return [NamedPlace(name: "", place: place)]
    }
    if typed.isEmpty || typed == nearby.place, let known = nearby.coordinates {
      return [NamedPlace(name: nearby.place, place: known)]
    }
    guard !text.isEmpty else {
      throw Failure(.usage, "Where? Name a place, such as: trolley store near Berlin")
    }
    let access = try list.allowedAccess(to: .nominatim)
    guard case .places(let found) = try list.ask(.findPlace(text, access), deadline: Self.deadline)
    else { throw Failure.unexpectedAnswer }
    return found
  }

  // MARK: Output

  private func print(
    _ found: FoundStores, _ around: NamedPlace, _ others: [NamedPlace], _ query: StoreQuery,
    _ list: OpenList
  ) throws(Failure) -> Never {
    try list.print { w, _ in
      write(found, around, others, query, list, &w)
    } text: {
      printTable(found, around, query, list, &$0)
      guard !others.isEmpty else { return }
      $0.line("Other places of that name, of which one can be typed in full:")
      for other in others { $0.line("  " + other.name) }
    }
  }

  private func printTable(
    _ found: FoundStores, _ around: NamedPlace, _ query: StoreQuery, _ list: OpenList,
    _ output: inout Output
  ) {
    let unit = list.preferences.nearby.unit ?? list.style.distances
    let name = around.name.isEmpty ? around.place.text : around.name
    let radius = query.radius.text(unit, style: list.style)
    guard !found.stores.isEmpty else {
      return output.line("There is no store within \(radius) of \(name).")
    }
    var columns = Columns("lrlll")
    for store in found.stores {
      let distance = query.place.distance(to: store.place)
      let bearing = query.place.bearing(to: store.place)
      let hours = store.openingWords(
        now: list.now, offset: SystemClock.utcOffset, style: list.dateStyle)
      columns.add(
        store.name, distance.isHere ? "here" : distance.text(unit, style: list.style),
        distance.isHere ? "" : bearing.short, hours, store.address)
    }
    columns.print(to: &output)
    let when =
      found.age < 60
      ? ""
      : ", "
        + Wording.ago(
          list.now - found.age, now: list.now, offset: SystemClock.utcOffset, style: list.dateStyle)
    output.line(
      "\(found.countInWords) within \(radius) of \(name)\(when). "
        + found.source.attribution)
    if !found.trouble.isEmpty { output.line(found.trouble) }
  }

  private func write(
    _ found: FoundStores, _ around: NamedPlace, _ others: [NamedPlace], _ query: StoreQuery,
    _ list: OpenList, _ w: inout JSONWriter
  ) {
    w.object("around") { w in
      if !around.name.isEmpty { w.member("name", around.name) }
      JSONOutput.write(around.place, &w)
    }
    if !others.isEmpty {
      w.array("others", others) { other, w in
        w.object { w in
          w.member("name", other.name)
          JSONOutput.write(other.place, &w)
        }
      }
    }
    w.member("radius", query.radius.name)
    w.member("attribution", found.source.attribution)
    w.member("age", found.age)
    if let total = found.total { w.member("total", total) }
    if !found.trouble.isEmpty { w.member("trouble", found.trouble) }
    w.array("stores", found.stores) { write($0, from: query.place, list, &$1) }
  }

  private func write(
    _ store: NearbyStore, from place: Coordinates, _ list: OpenList, _ w: inout JSONWriter
  ) {
    func text(_ name: String, _ value: String) { if !value.isEmpty { w.member(name, value) } }
    w.beginObject()
    w.member("id", store.id)
    w.member("name", store.name)
    text("kind", store.kind)
    JSONOutput.write(store.place, &w)
    w.member("metres", place.distance(to: store.place).metres)
    w.member("bearing", place.bearing(to: store.place).short)
    text("address", store.address)
    text("phone", store.phone)
    text("website", store.website)
    text("hours", store.hours)
    text(
      "now",
      store.openingWords(now: list.now, offset: SystemClock.utcOffset, style: .dayFirst))
    if let rating = store.rating {
      w.name("rating")
      w.number("\(rating / 10).\(rating % 10)")
    }
    if let count = store.ratingCount { w.member("ratings", count) }
    if let price = store.priceRange { w.member("price", price) }
    w.member("directions", list.preferences.nearby.directions.link(to: store.place))
    w.endObject()
  }
}
