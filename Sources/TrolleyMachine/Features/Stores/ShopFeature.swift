import TrolleyModel
import TrolleyWire

/// The shop overlay: details, and the map around the shop.
extension AppState {
  static let usualZoom = 16

  mutating func openShop(_ store: NearbyStore, _ effects: inout [Effect]) {
    guard let found = session.nearby.found else { return }
    var shop = ShopState(
      store: store, from: found.query.place,
      view: MapView(centre: store.place, zoom: Self.usualZoom, size: Size(width: 1, height: 1)),
      kind: session.preferences.nearby.map)
    shop.view.resize(mapSize(of: shop))
    session.overlays.append(.shop(shop))
    askForMap(&effects)
  }

  public func layout(of shop: ShopState) -> ShopLayout {
    ShopLayout(
      session.layout, isFull: shop.isFull, hasMap: shop.mayHaveMap && session.nearby.drawsMaps)
  }

  private func mapSize(of shop: ShopState) -> Size {
    layout(of: shop).map?.size ?? Size(width: 1, height: 1)
  }

  // MARK: Keys

  mutating func perform(
    _ command: Command, in shop: ShopState, _ effects: inout [Effect]
  ) -> Bool {
    var shop = shop
    switch command {
    case .back, .leave:
      if shop.isFull { return setFull(false, shop, &effects) }
      if let work = shop.work { cancelWork(work.number, &effects) }
      back()
    case .open: openDirections(to: shop.store)
    case .star:
      keep(shop.store, &effects)
    case .copy: effects.append(.copy(link(to: shop.store)))
    case .showCode: showDirectionsCode(shop.store, &effects)
    case .openInBrowser: open(directionsTo: shop.store, &effects)
    case .switchTileSize: return setFull(!shop.isFull, shop, &effects)
    case .switchMap: switchMap(shop, &effects)
    case .retry:
      session.nearby.mapsRefused.remove(shop.kind)
      shop.trouble = ""
      replaceLast(.shop(shop))
      askForMap(&effects)
    default: return move(command, shop, &effects)
    }
    return true
  }

  private mutating func setFull(
    _ isFull: Bool, _ shop: ShopState, _ effects: inout [Effect]
  ) -> Bool {
    guard shop.mayHaveMap, session.nearby.drawsMaps else {
      notice(noMapSentence(shop))
      return true
    }
    var shop = shop
    shop.isFull = isFull
    replaceLast(.shop(shop))
    fitMap(&effects)
    return true
  }

  /// Why the shop has no map.
  func noMapSentence(_ shop: ShopState) -> String {
    shop.mayHaveMap
      ? "This terminal cannot draw maps. enter shows the way."
      : "Google's terms keep its stores off other maps. enter shows the way."
  }

  /// Arrows pan the map; without a map they scroll the text. Returns false for other commands.
  private mutating func move(
    _ command: Command, _ shop: ShopState, _ effects: inout [Effect]
  ) -> Bool {
    var shop = shop
    guard layout(of: shop).map != nil else { return moveWords(command, shop) }
    let size = shop.view.size
    let (x, y) = (max(1, size.width / 4), max(1, size.height / 4))
    switch command {
    case .left: shop.view.pan(x: -x, y: 0)
    case .right: shop.view.pan(x: x, y: 0)
    case .up: shop.view.pan(x: 0, y: -y)
    case .down: shop.view.pan(x: 0, y: y)
    case .pageUp: shop.view.pan(x: 0, y: -size.height)
    case .pageDown: shop.view.pan(x: 0, y: size.height)
    case .first: shop.view.centre(on: shop.store.place)
    case .increase:
      guard shop.view.zoom(by: 1) else {
        notice("There is no map nearer than this.")
        return true
      }
    case .decrease:
      guard shop.view.zoom(by: -1) else {
        notice("That is the whole world.")
        return true
      }
    default: return false
    }
    replaceLast(.shop(shop))
    askForMap(&effects)
    return true
  }

  private mutating func moveWords(_ command: Command, _ shop: ShopState) -> Bool {
    var shop = shop
    let area = layout(of: shop).text
    let most = max(0, shopLines(shop, width: area.width).count - (area.height - 1))
    switch command {
    case .up: shop.scroll = max(0, shop.scroll - 1)
    case .down: shop.scroll = min(most, shop.scroll + 1)
    case .increase, .decrease, .left, .right, .first, .pageUp, .pageDown:
      notice(
        shop.mayHaveMap && session.nearby.drawsMaps ? "z shows the map." : noMapSentence(shop))
      return true
    default: return false
    }
    replaceLast(.shop(shop))
    return true
  }

  private mutating func switchMap(_ shop: ShopState, _ effects: inout [Effect]) {
    guard shop.mayHaveMap, session.nearby.drawsMaps else { return notice(noMapSentence(shop)) }
    var shop = shop
    shop.kind = shop.kind.other
    session.nearby.mapsRefused.remove(shop.kind)
    shop.trouble = ""
    replaceLast(.shop(shop))
    let kind = shop.kind
    remember(&effects) { $0.nearby.map = kind }
    askForMap(&effects)
  }

  // MARK: The map

  /// After a resize the map shows the same place.
  mutating func fitMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .shop(var shop) = session.overlays[at] else { return }
    let size = mapSize(of: shop)
    guard shop.view.size != size else { return }
    shop.view.resize(size)
    session.overlays[at] = .shop(shop)
    askForMap(&effects)
  }

  /// Another overlay may cover it: a dialog, a list, a code.
  private var placeOfShop: Int? {
    session.overlays.lastIndex { if case .shop = $0 { true } else { false } }
  }

  /// Requests the visible part, asking for consent first, and cancels the previous request.
  private mutating func askForMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .shop(var shop) = session.overlays[at], shop.mayHaveMap,
      session.nearby.drawsMaps, layout(of: shop).map != nil
    else { return }
    if session.nearby.mapsRefused.contains(shop.kind) {
      shop.trouble = "You said no to \(shop.kind.service.title). r asks again."
      session.overlays[at] = .shop(shop)
    } else if at == session.overlays.count - 1 {
      ask(consentOf: [shop.kind.service], for: .map, &effects)
    } else if session.isAllowed(shop.kind.service) == true {
      startMap(&effects)
    }
  }

  mutating func startMap(_ effects: inout [Effect]) {
    guard let at = placeOfShop, case .shop(var shop) = session.overlays[at] else { return }
    // If the map moves on before it arrives, the elapsed time continues.
    let since = shop.work?.since ?? session.clock.monotonic
    if let work = shop.work { cancelWork(work.number, &effects) }
    shop.work = nil
    shop.trouble = ""
    if let drawn = shop.drawn, drawn.view == shop.view, drawn.kind == shop.kind,
      drawn.drawing.missing == 0, drawn.drawing.trouble.isEmpty
    {
      session.overlays[at] = .shop(shop)
      return
    }
    let access = session.preferences.services.access(shop.kind.service)
    let number = askWorker(.drawMap(shop.view, access), for: .map, &effects)
    shop.work = ShopState.Work(
      number: number, view: shop.view, kind: shop.kind, since: since)
    session.overlays[at] = .shop(shop)
  }

  /// The person refused consent, now or in the settings: the other kind of map may still be shown.
  mutating func refuseMap(_ sentence: String, _ effects: inout [Effect]) {
    guard let at = placeOfShop, case .shop(var shop) = session.overlays[at] else { return }
    session.nearby.mapsRefused.insert(shop.kind)
    let other = shop.kind.other
    if session.isAllowed(other.service) == true {
      // Back to the permitted kind.
      shop.kind = other
      remember(&effects) { $0.nearby.map = other }
      session.overlays[at] = .shop(shop)
      notice(sentence)
      return startMap(&effects)
    }
    shop.trouble = sentence
    session.overlays[at] = .shop(shop)
  }

  /// Applies even if another overlay covers the shop by now.
  mutating func receiveMap(_ answer: WorkerAnswer, number: Int) {
    for at in session.overlays.indices {
      guard case .shop(var shop) = session.overlays[at], let work = shop.work,
        work.number == number
      else { continue }
      shop.work = nil
      switch answer {
      case .map(let drawing):
        let size = work.view.size
        guard drawing.image.width == 2 * size.width, drawing.image.height == 2 * size.height else {
          shop.trouble = "The map does not fit. r tries again."
          break
        }
        shop.drawn = ShopState.Drawn(view: work.view, kind: work.kind, drawing: drawing)
      case .failed(let failure): shop.trouble = failure.sentence
      default: break
      }
      session.overlays[at] = .shop(shop)
    }
  }

  /// The text below a map that is incomplete, old or missing; otherwise empty.
  public func mapStatus(_ shop: ShopState) -> String {
    if let work = shop.work {
      let seconds = (session.clock.monotonic - work.since) / 1000
      return seconds < 1 ? "" : "Fetching the map… " + Wording.minutes(seconds: seconds)
    }
    if !shop.trouble.isEmpty { return shop.trouble }
    guard let drawing = shop.drawn?.drawing, drawing.missing > 0 || !drawing.trouble.isEmpty else {
      return ""
    }
    var parts: [String] = []
    if !drawing.trouble.isEmpty { parts.append(drawing.trouble) }
    if drawing.missing > 0 {
      parts.append("\(drawing.missing) of \(Wording.count(drawing.tiles, "tile")) missing.")
    }
    if drawing.age > 0 {
      let since = session.clock.wall - drawing.age
      let ago = Wording.ago(since, now: session.clock.wall, offset: session.utcOffset)
      parts.append("Kept copy, \(ago).")
    }
    return parts.joined(separator: " ")
  }
}
