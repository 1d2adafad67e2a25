/// The pictures on the screen: requested when they become visible, shown when they arrive.
///
/// No key triggers this: after every action the visible pictures that are missing are requested, so
/// pages need not care. A page with pictures of its own lists them in `pictureWishes`.
extension AppState {
  struct VisibleImage: Equatable {
    let source: PictureSource
    /// The service that needs consent; nil for a file.
    let service: ExternalService?
    let grade: ImageCache.Grade
  }

  /// Requests missing pictures. Called after every action.
  mutating func requestVisibleImages(_ effects: inout [Effect]) {
    guard !session.isLocked else { return }
    attendPictureField(&effects)
    guard session.showsPictures else { return }
    session.shelf.beginLooking()
    for wish in pictureWishes {
      if let service = wish.service, session.isAllowed(service) != true { continue }
      guard session.shelf.wants(wish.source, wish.grade, at: session.clock.monotonic) else {
        continue
      }
      let request = PictureRequest(
        wish.source, access: wish.service.map { session.preferences.services.access($0) },
        fitting: wish.grade.size)
      let number = askWorker(.loadPicture(request), for: .picture, &effects)
      session.shelf.asked(wish.source, wish.grade, number: number)
    }
  }

  /// The visible pictures, the most wanted first. Costs no more than what is visible.
  private var pictureWishes: [VisibleImage] {
    var wishes: [VisibleImage] = []
    for overlay in session.overlays.reversed() {
      switch overlay {
      case .files(let files):
        if let source = files.chosenPicture.flatMap(PictureSource.init) {
          wishes.append(VisibleImage(source: source, service: nil, grade: .large))
        }
      case .form: if let wish = wishOfForm { wishes.append(wish) }
      case .details(let details):
        if let item = shared.items[details.item] { wish(for: item, .large, &wishes) }
      case .product(let shown): if let wish = wish(of: shown) { wishes.append(wish) }
      default: break
      }
    }
    if session.showsCatalogue {
      wishes += wishesOfProducts
    } else if session.page == .items {
      wishOfTiles(&wishes)
    }
    return wishes
  }

  private func wish(for item: Item, _ grade: ImageCache.Grade, _ wishes: inout [VisibleImage]) {
    guard let source = PictureSource(item.picture) else { return }
    wishes.append(VisibleImage(source: source, service: service(for: source), grade: grade))
  }

  private func wishOfTiles(_ wishes: inout [VisibleImage]) {
    let grid = itemGrid
    guard grid.tileHeight > 4, !session.layout.isTooSmall else { return }
    if let id = session.items.focus, let item = shared.items[id] { wish(for: item, .tile, &wishes) }
    let list = session.items.list
    for piece in grid.pieces(from: session.items.scroll, height: session.layout.list.height) {
      guard case .tile(let index, _, _) = piece, let slot = list.slot(at: index),
        let item = shared.items.item(at: slot)
      else { continue }
      wish(for: item, .tile, &wishes)
    }
  }

  // MARK: Consent

  /// The service that a picture is fetched from; nil for a file. The consent to a service covers
  /// its own pictures, even those a person added to the list.
  public func service(for source: PictureSource) -> ExternalService? {
    guard case .web(let address) = source else { return nil }
    let services = session.preferences.services
    return [ExternalService.openFoodFacts, .wineCom].first { service in
      service.pictureHosts.contains(address.host)
        || WebAddress(services.access(service).address)?.origin == address.origin
    } ?? .pictures
  }

  /// The service that needs consent before an item's picture is fetched; nil if none does.
  public func serviceToAllow(for item: Item) -> ExternalService? {
    guard let source = PictureSource(item.picture), let service = service(for: source),
      session.isAllowed(service) != true
    else { return nil }
    return service
  }

  /// Asks for consent to fetch pictures from this item's server.
  mutating func askForPicture(of item: Item, _ effects: inout [Effect]) {
    guard let source = PictureSource(item.picture) else {
      return notice("\(item.name) has no picture of its own.")
    }
    session.shelf.lookAgain(source)
    guard let service = serviceToAllow(for: item) else { return }
    ask(consentOf: [service], for: .picture, &effects)
  }
}

extension ExternalService {
  /// Hosts that serve its pictures, besides its own address.
  var pictureHosts: [String] {
    switch self {
    case .openFoodFacts: ["images.openfoodfacts.org", "static.openfoodfacts.org"]
    case .wineCom: ["cache.wine.com", "www.wine.com"]
    default: []
    }
  }
}
