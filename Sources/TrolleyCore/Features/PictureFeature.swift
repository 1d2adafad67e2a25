/// The pictures of what is on the screen: asked for when somebody looks, shown when they are there.
///
/// Nothing here is done by a key: after every action it is looked what is visible, and what of it is
/// missing is asked for. So no page has to think of it; one with pictures of its own names them in
/// `pictureWishes`.
extension AppState {
  /// A picture that is looked at.
  struct PictureWish: Equatable {
    let source: PictureSource
    /// Whose yes it takes; nil for a file.
    let service: OutsideService?
    let grade: PictureShelf.Grade
  }

  /// Called after every action.
  mutating func attendPictures(_ effects: inout [Effect]) {
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
      let number = askWorker(.loadPicture(request), &effects)
      session.shelf.asked(wish.source, wish.grade, number: number)
    }
  }

  /// What is visible, the most wanted first. Costs what is visible.
  private var pictureWishes: [PictureWish] {
    var wishes: [PictureWish] = []
    for overlay in session.overlays.reversed() {
      switch overlay {
      case .files(let files):
        if let source = files.chosenPicture.flatMap(PictureSource.init) {
          wishes.append(PictureWish(source: source, service: nil, grade: .large))
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

  private func wish(
    for item: Item, _ grade: PictureShelf.Grade, _ wishes: inout [PictureWish]
  ) {
    guard let source = PictureSource(item.picture) else { return }
    wishes.append(PictureWish(source: source, service: service(for: source), grade: grade))
  }

  private func wishOfTiles(_ wishes: inout [PictureWish]) {
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

  // MARK: Whose it is

  /// Whose server a picture is asked from; nil for a file. A service's own pictures fall under the yes
  /// to that service, whoever put them into the list.
  public func service(for source: PictureSource) -> OutsideService? {
    guard case .web(let address) = source else { return nil }
    let services = session.preferences.services
    return [OutsideService.openFoodFacts, .wineCom].first { service in
      service.pictureHosts.contains(address.host)
        || WebAddress(services.access(service).address)?.origin == address.origin
    } ?? .pictures
  }

  /// The service that has to be allowed before an item's picture is fetched; nil when nothing stands in
  /// the way.
  public func serviceToAllow(for item: Item) -> OutsideService? {
    guard let source = PictureSource(item.picture), let service = service(for: source),
      session.isAllowed(service) != true
    else { return nil }
    return service
  }

  /// Asks whether pictures may be fetched from where this one is.
  mutating func askForPicture(of item: Item, _ effects: inout [Effect]) {
    guard let source = PictureSource(item.picture) else {
      return notice("\(item.name) has no picture of its own.")
    }
    session.shelf.lookAgain(source)
    guard let service = serviceToAllow(for: item) else { return }
    ask(consentOf: [service], for: .picture, &effects)
  }

  // MARK: What comes back

  /// False: the answer is to something else.
  mutating func take(pictureAnswer answer: WorkerAnswer, number: Int) {
    if session.shelf.take(answer, number: number, at: session.clock.monotonic) { return }
    take(folderAnswer: answer, number: number)
  }
}

extension OutsideService {
  /// Where its pictures lie, besides its own address.
  var pictureHosts: [String] {
    switch self {
    case .openFoodFacts: ["images.openfoodfacts.org", "static.openfoodfacts.org"]
    case .wineCom: ["cache.wine.com", "www.wine.com"]
    default: []
    }
  }
}
