extension StoreDetailsState: OverlayState {
  package var behaviour: OverlayBehaviour {
    OverlayBehaviour(
      scope: .storeDetails, perform: { $0.perform($1, in: self, &$2) },
      facts: { app in
        [
          .starred: app.isFavourite(store), .map: app.layout(of: self).map != nil,
          .mayHaveMap: app.session.nearby.drawsMaps, .street: kind == .street,
          .full: isFull, .failed: !trouble.isEmpty && app.session.isAllowed(mapService) != false,
        ]
      }, press: { app, index, _ in app.press(store: index, in: self) })
  }
}

/// The shop overlay: details, and the map around the shop.
extension AppState {
  static let usualZoom = 16

  mutating func openShop(_ store: NearbyStore, _ effects: inout [Effect]) {
    let settings = session.preferences.nearby
    var details = StoreDetailsState(
      store: store, from: session.nearby.found?.query.place ?? settings.coordinates,
      view: MapView(centre: store.place, zoom: Self.usualZoom, size: Size(width: 1, height: 1)),
      kind: session.preferences.nearby.map)
    details.view.resize(mapSize(of: details))
    session.overlays.append(.storeDetails(details))
    askForMap(&effects)
  }

  private var hasGoogleKey: Bool { !session.preferences.services[.googlePlaces].key.isEmpty }

  /// Whether it is known where a favourite is, or whom to ask.
  func mayShowOnMap(_ store: Store) -> Bool {
    store.place != nil || hasGoogleKey && !store.googlePlace.isEmpty
  }

  /// The map and the way there of the favourite store with the focus.
  mutating func showOnMap(_ effects: inout [Effect]) {
    guard let store = focusedStore else { return }
    guard let place = store.place else {
      if mayShowOnMap(store) {
        return ask(consentOf: [.googlePlaces], for: .favourite(store.id), &effects)
      }
      return showInWords(store)
    }
    openShop(
      NearbyStore(
        id: "favourite/\(store.id.number)", name: store.name, place: place,
        address: store.address, phone: store.phone, email: store.email,
        website: WebAddress(store.note)?.text ?? ""), &effects)
  }

  /// All that is known of a favourite without a place: the table cuts long texts.
  private mutating func showInWords(_ store: Store) {
    let why =
      hasGoogleKey
      ? "Google’s terms forbid keeping one; Nearby shows it on a map."
      : "star it under Nearby to keep its place."
    let phone = store.phone.isEmpty ? "" : "☏ " + store.phone
    let email = store.email.isEmpty ? "" : "✉ " + store.email
    let known = [shared.stores.label(of: store), store.address, phone, email, store.note]
      .filter { !$0.isEmpty }
    show(
      "A starred store",
      known.joined(separator: "\n") + "\n\nThere is no place for \(store.name): \(why)")
  }

  /// Called after consent: Google says what it knows of a favourite by now, which is shown and not kept.
  mutating func askAboutFavourite(_ id: Store.ID, _ effects: inout [Effect]) {
    guard let store = shared.stores.first(where: { $0.id == id }) else { return }
    if let asking = session.nearby.asking { cancelWork(asking.number, &effects) }
    let access = session.preferences.services.access(.googlePlaces)
    let number = askWorker(.findStore(store.googlePlace, access), for: .favourite, &effects)
    session.nearby.asking = NearbyState.Asking(number: number, store: id)
    notice("Asking \(access.service.title) about \(store.name)…")
  }

  mutating func receiveFavourite(_ answer: WorkerAnswer, number: Int, _ effects: inout [Effect]) {
    guard let asking = session.nearby.asking, asking.number == number else { return }
    session.nearby.asking = nil
    // The person may be doing something else by now.
    guard session.page == .stores, !session.isNearby, session.overlays.isEmpty, !session.isLocked,
      focusedStore?.id == asking.store
    else { return }
    switch answer {
    case .stores(let found) where found.stores.count == 1:
      session.notice = nil
      openShop(found.stores[0], &effects)
    case .failed(let failure): notice(failure.sentence, .danger, seconds: 6)
    default: notice(Failure.unexpectedAnswer.sentence, .danger)
    }
  }

  public func layout(of details: StoreDetailsState) -> StoreDetailsLayout {
    StoreDetailsLayout(session.layout, isFull: details.isFull, hasMap: session.nearby.drawsMaps)
  }

  func mapSize(of details: StoreDetailsState) -> Size {
    layout(of: details).map?.size ?? Size(width: 1, height: 1)
  }

  // MARK: Keys

  mutating func perform(
    _ command: Command, in details: StoreDetailsState, _ effects: inout [Effect]
  ) -> Bool {
    var details = details
    switch command {
    case .back, .leave:
      if details.isFull { return setFull(false, details, &effects) }
      if let work = details.work { cancelWork(work.number, &effects) }
      if let work = details.streetsWork { cancelWork(work, &effects) }
      back()
    case .open: openDirections(to: details.store)
    case .star: keep(details.store, &effects)
    case .copy: effects.append(.copy(link(to: details.store)))
    case .showCode: showDirectionsCode(details.store, &effects)
    case .openInBrowser: open(directionsTo: details.store, &effects)
    case .switchTileSize: return setFull(!details.isFull, details, &effects)
    case .switchMap: switchMap(details, &effects)
    case .retry:
      session.nearby.refused.remove(details.mapService)
      details.trouble = ""
      replaceLast(.storeDetails(details))
      askForMap(&effects)
    default: return move(command, details, &effects)
    }
    return true
  }

  private mutating func setFull(
    _ isFull: Bool, _ details: StoreDetailsState, _ effects: inout [Effect]
  ) -> Bool {
    guard session.nearby.drawsMaps else {
      notice(Self.noMapSentence)
      return true
    }
    var details = details
    details.isFull = isFull
    replaceLast(.storeDetails(details))
    fitMap(&effects)
    return true
  }

  static let noMapSentence = "This terminal cannot draw maps. enter shows the way."

  /// Arrows pan the map; without a map they scroll the text. Returns false for other commands.
  private mutating func move(
    _ command: Command, _ details: StoreDetailsState, _ effects: inout [Effect]
  ) -> Bool {
    var details = details
    guard layout(of: details).map != nil else { return moveWords(command, details) }
    let size = details.view.size
    let (x, y) = (max(1, size.width / 4), max(1, size.height / 4))
    switch command {
    case .left: details.view.pan(x: -x, y: 0)
    case .right: details.view.pan(x: x, y: 0)
    case .up: details.view.pan(x: 0, y: -y)
    case .down: details.view.pan(x: 0, y: y)
    case .pageUp: details.view.pan(x: 0, y: -size.height)
    case .pageDown: details.view.pan(x: 0, y: size.height)
    case .first: details.view.centre(on: details.store.place)
    case .increase:
      guard details.view.zoom(by: 1) else {
        notice("There is no map nearer than this.")
        return true
      }
    case .decrease:
      guard details.view.zoom(by: -1) else {
        notice("That is the whole world.")
        return true
      }
    default: return false
    }
    replaceLast(.storeDetails(details))
    askForMap(&effects)
    return true
  }

  private mutating func moveWords(_ command: Command, _ details: StoreDetailsState) -> Bool {
    var details = details
    let area = layout(of: details).text
    let height = area.height - 1
    let most = max(0, storeDetailsLines(details, width: area.width).count - height)
    func scroll(by lines: Int) { details.scroll = max(0, min(most, details.scroll + lines)) }
    switch command {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .pageUp: scroll(by: -height)
    case .pageDown: scroll(by: height)
    case .first: details.scroll = 0
    case .increase, .decrease, .left, .right:
      notice(session.nearby.drawsMaps ? "z shows the map." : Self.noMapSentence)
      return true
    default: return false
    }
    replaceLast(.storeDetails(details))
    return true
  }

  private mutating func switchMap(_ details: StoreDetailsState, _ effects: inout [Effect]) {
    guard session.nearby.drawsMaps else { return notice(Self.noMapSentence) }
    var details = details
    details.kind = details.kind.other
    session.nearby.refused.remove(details.mapService)
    details.trouble = ""
    replaceLast(.storeDetails(details))
    if session.isAllowed(details.mapService) == true { keepKindOfMap(&effects) }
    askForMap(&effects)
  }

  /// The kind of map that the person chose is the one for other stores, too; one that is refused is
  /// not.
  mutating func keepKindOfMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .storeDetails(let details) = session.overlays[at],
      details.kind != session.preferences.nearby.map
    else { return }
    remember(&effects) { $0.nearby.map = details.kind }
  }

  // MARK: The mouse

  /// A press on another shop's marker shows that one; the map stays.
  mutating func press(store index: Int, in details: StoreDetailsState) {
    let stores = nearbyStores
    guard stores.indices.contains(index) else { return }
    var details = details
    details.store = stores[index]
    details.scroll = 0
    replaceLast(.storeDetails(details))
  }

  /// A press on the map centres it there.
  mutating func press(map cell: Point, _ effects: inout [Effect]) {
    guard case .storeDetails(var details)? = session.overlays.last else { return }
    let size = details.view.size
    details.view.pan(x: cell.x - size.width / 2, y: cell.y - size.height / 2)
    replaceLast(.storeDetails(details))
    askForMap(&effects)
  }
}
