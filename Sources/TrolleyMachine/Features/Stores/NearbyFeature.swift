package enum NearbyPage: PageKind {
  package static let page: Page = .init(
    scope: .nearby, perform: { $0.performOnNearby($1, &$2) },
    facts: { app in
      let (nearby, focused) = (app.session.nearby, app.focusedNearby)
      return [
        .working: nearby.work != nil, .failed: !nearby.trouble.isEmpty,
        .locator: nearby.locationProgram != nil, .rows: focused != nil,
        .starred: focused.map(app.isFavourite) ?? false,
        .widest: app.session.preferences.nearby.radius == SearchRadius.allCases.last,
      ]
    },
    focus: .list(\.nearby.focus, startsAtTop: true, height: { $0.nearbyList.height }) {
      $0.nearbyStores.count
    })
}

/// The nearby segment of the stores page: the search, and the shops found.
extension AppState {
  // MARK: Keys

  mutating func performOnNearby(_ command: Command, _ effects: inout [Effect]) {
    let stores = nearbyStores
    if session.nearby.focus.move(by: command, count: stores.count, viewport: nearbyList.height) {
      return
    }
    switch command {
    case .open:
      if let store = focusedNearby { return openShop(store, &effects) }
      if session.nearby.work != nil { return }
      hasPlace && !session.nearby.isUnknownPlace ? search(&effects) : openPlaceForm()
    case .back: stopSearch(&effects)
    case .nextSegment, .left, .right: showNearby(false, &effects)
    case .increase: changeRadius(by: 1, &effects)
    case .decrease: changeRadius(by: -1, &effects)
    case .choosePlace, .edit: openPlaceForm()
    case .useLocation: useLocation(&effects)
    case .star: if let store = focusedNearby { keep(store, &effects) }
    case .switchMap: if let store = focusedNearby { openShop(store, &effects) }
    default: break
    }
  }

  /// Switches between favourites and nearby. Shows earlier results; otherwise a search starts if
  /// the place is known.
  mutating func showNearby(_ isShown: Bool, _ effects: inout [Effect]) {
    session.nearby.isShown = isShown
    let nearby = session.nearby
    if isShown, nearby.found == nil, nearby.work == nil, nearby.trouble.isEmpty, hasPlace {
      search(&effects)
    }
    if isShown { followNearbySettings(&effects) }
  }

  /// The place and the radius may have changed in the settings since.
  mutating func followNearbySettings(_ effects: inout [Effect]) {
    guard session.page == .stores, session.nearby.isShown, session.nearby.work == nil,
      let found = session.nearby.found
    else { return }
    let settings = session.preferences.nearby
    let place = settings.coordinates ?? Coordinates(typed: settings.place)
    let isElsewhere =
      !settings.usesLocation
      && (place.map { $0 != found.query.place } ?? !settings.place.isEmpty)
    if isElsewhere || found.query.radius != settings.radius { search(&effects) }
  }

  // MARK: Results

  /// The shops within the radius, the nearest first.
  public var nearbyStores: [NearbyStore] {
    guard let found = session.nearby.found else { return [] }
    let most = session.preferences.nearby.radius.metres
    return found.answer.stores.filter { found.query.place.distance(to: $0.place).metres <= most }
  }

  public var focusedNearby: NearbyStore? {
    let stores = nearbyStores
    let index = session.nearby.focus.index
    return stores.indices.contains(index) ? stores[index] : nil
  }

  /// Whether a place to search from is known.
  var hasPlace: Bool {
    let settings = session.preferences.nearby
    return settings.coordinates != nil || !settings.place.isEmpty
      || settings.usesLocation && session.nearby.locationProgram != nil
  }

  // MARK: Searching

  /// Whom a search asks for shops: not Google after a no, as long as the program runs.
  private var finderOfStores: ExternalService {
    let refused = session.nearby.refused.filter { session.isAllowed($0) != true }
    return session.preferences.services.finderOfStores(without: refused)
  }

  /// Whether a search goes on after a no to these services: OpenStreetMap may be asked instead of Google, and
  /// without a map there are shops all the same.
  func searchGoesOn(without services: [ExternalService]) -> Bool {
    services.allSatisfy(\.isOfMaps)
      || services.contains(.googlePlaces) && session.isAllowed(.overpass) == true
        && services.allSatisfy { $0.isOfMaps || $0 == .googlePlaces }
  }

  /// The services that a search would use.
  private var servicesOfSearch: [ExternalService] {
    let settings = session.preferences.nearby
    let finder = finderOfStores
    var asked: [ExternalService] = []
    if !settings.usesLocation, settings.coordinates == nil,
      Coordinates(typed: settings.place) == nil
    {
      asked.append(.nominatim)
    }
    asked.append(finder)
    // One consent dialog covers the whole page. Refused maps do not prevent the search.
    let map: ExternalService = finder == .googlePlaces ? .googleMaps : settings.map.service
    if session.nearby.drawsMaps, session.isAllowed(map) == nil,
      !session.nearby.refused.contains(map)
    {
      asked.append(map)
    }
    return asked
  }

  /// Whether the settings forbid a service of the search.
  var isSearchSwitchedOff: Bool { servicesOfSearch.contains { session.isAllowed($0) == false } }

  /// Searches for shops, asking for consent first.
  mutating func search(isFresh: Bool = false, _ effects: inout [Effect]) {
    guard hasPlace else { return openPlaceForm() }
    let tried = session.nearby.tried
    session.nearby.tried = nil
    if isFresh, let tried { return look(for: tried, nil, &effects) }
    session.nearby.trouble = ""
    session.nearby.isUnknownPlace = false
    ask(consentOf: servicesOfSearch, for: .nearby(isFresh: isFresh), &effects)
  }

  /// Consent was given: determines the place, then the shops.
  mutating func startSearch(isFresh: Bool, _ effects: inout [Effect]) {
    stopWork(&effects)
    let settings = session.preferences.nearby
    let services = session.preferences.services
    let since = session.clock.monotonic
    func work(_ number: Int, _ stage: NearbyState.Work.Stage) -> NearbyState.Work {
      NearbyState.Work(number: number, stage: stage, since: since, isFresh: isFresh)
    }
    if settings.usesLocation, let program = session.nearby.locationProgram {
      let number = askWorker(.locate(program), for: .nearby, &effects)
      session.nearby.work = work(number, .locating)
    } else if let place = settings.coordinates ?? Coordinates(typed: settings.place) {
      let name = Coordinates(typed: settings.place) == nil ? settings.place : ""
      find(around: place, name: name, since: since, isFresh: isFresh, &effects)
    } else {
      let number = askWorker(
        .findPlace(settings.place, services.access(.nominatim)), for: .nearby, &effects)
      session.nearby.work = work(number, .placing(settings.place))
    }
  }

  mutating func find(
    around place: Coordinates, name: String, since: Int, isFresh: Bool, _ effects: inout [Effect]
  ) {
    let access = session.preferences.services.access(finderOfStores)
    let query = StoreQuery(
      place: place, radius: session.preferences.nearby.radius, isFresh: isFresh)
    let number = askWorker(.findStores(query, access), for: .nearby, &effects)
    session.nearby.work = NearbyState.Work(
      number: number, stage: .searching(query, name: name), since: since, isFresh: isFresh)
  }

  /// Cancels the search.
  private mutating func stopWork(_ effects: inout [Effect]) {
    guard let work = session.nearby.work else { return }
    session.nearby.work = nil
    cancelWork(work.number, &effects)
  }

  private mutating func stopSearch(_ effects: inout [Effect]) {
    guard session.nearby.work != nil else { return showNearby(false, &effects) }
    stopWork(&effects)
    takeBackRadius(&effects)
    notice("Stopped looking.")
  }

  /// A wider search came to nothing: the results are those of the smaller radius.
  private mutating func takeBackRadius(_ effects: inout [Effect]) {
    guard let found = session.nearby.found,
      session.preferences.nearby.radius.metres > found.query.radius.metres
    else { return }
    let radius = found.query.radius
    remember(&effects) { $0.nearby.radius = radius }
  }

  /// The person refused consent, now or in the settings.
  mutating func refuseNearby(_ sentence: String, _ effects: inout [Effect]) {
    session.nearby.trouble = sentence
    takeBackRadius(&effects)
    goBack(fromTried: session.preferences.nearby.place, &effects)
  }

  // MARK: Answers

  mutating func receiveNearbyAnswer(
    _ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]
  ) {
    guard let work = session.nearby.work, work.number == number else { return }
    session.nearby.work = nil
    switch (work.stage, answer) {
    case (.locating, .located(let place)):
      find(around: place, name: "this machine", since: work.since, isFresh: work.isFresh, &effects)
    case (.placing, .places(let places)) where places.count == 1:
      take(places[0], since: work.since, isFresh: work.isFresh, &effects)
    case (.placing, .places(let places)): offer(places, &effects)
    case (.searching(let query, let name), .stores(let answer)): show(answer, query, name)
    case (_, .failed(let failure)):
      if failure.kind != .cancelled { session.nearby.trouble = failure.sentence }
      takeBackRadius(&effects)
      guard case .placing(let name) = work.stage else { break }
      if failure.kind == .badInput {
        session.nearby.isUnknownPlace = true
        goBack(from: name, &effects)
      } else {
        goBack(fromTried: name, &effects)
      }
    default: session.nearby.trouble = Failure.unexpectedAnswer.sentence
    }
  }

  private mutating func show(_ answer: FoundStores, _ query: StoreQuery, _ name: String) {
    let focused = focusedNearby?.id
    session.nearby.before = nil
    session.nearby.typed = nil
    session.nearby.trouble = answer.trouble
    session.nearby.found = NearbyState.Found(
      query: query, name: name, answer: answer, time: session.clock.wall - answer.age)
    let stores = nearbyStores
    let index = stores.firstIndex { $0.id == focused } ?? 0
    session.nearby.focus.move(to: index, count: stores.count, viewport: nearbyList.height)
  }
}
