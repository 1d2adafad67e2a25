/// A picture that is visible.
package struct VisibleImage: Equatable {
  let source: PictureSource
  /// The service that needs consent; nil for a file.
  let service: ExternalService?
  let grade: ImageCache.Grade
}

/// What decides which tiles of the list are visible, while the list stays as it is.
struct Sight: Equatable {
  let items: Int
  let catalogue: Int
  let held: Item.ID?
}

/// The pictures on the screen: requested when they become visible, shown when they arrive.
///
/// No key triggers this: after an action the missing ones of those that pages and overlays name
/// as their `images` are requested.
extension AppState {
  /// Whether the clock, which comes before every key, a step to another tile, or putting in what is on
  /// this one shows pictures that were not looked for yet.
  var mayShowOtherPictures: Bool {
    session.lookedAt == nil || session.lookedAt != sight
      || session.shelf.nextRetry <= session.clock.monotonic
  }

  /// Nil where a step may show another picture.
  private var sight: Sight? {
    guard session.overlays.isEmpty, session.page == .items, !session.isLocked,
      // What is marked moves together.
      session.items.marks.isEmpty
    else { return nil }
    return Sight(
      items: session.items.scroll, catalogue: session.catalogue.scroll,
      held: session.items.held?.item)
  }

  /// Requests missing pictures. Called after every action that may show some.
  mutating func requestVisibleImages(_ effects: inout [Effect]) {
    session.lookedAt = sight
    guard !session.isLocked else { return }
    attendPictureField(&effects)
    guard session.showsPictures else { return }
    session.shelf.beginLooking()
    session.shelf.use(isFine: session.pixels != nil)
    for wish in pictureWishes {
      if let service = wish.service, session.isAllowed(service) != true { continue }
      guard session.shelf.wants(wish.source, wish.grade, at: session.clock.monotonic) else {
        continue
      }
      let request = PictureRequest(
        wish.source, access: wish.service.map { session.preferences.services.access($0) },
        fitting: session.shelf.isFine ? wish.grade.fineSize : wish.grade.size)
      let number = askWorker(.loadPicture(request), for: .picture, &effects)
      session.shelf.asked(wish.source, wish.grade, number: number)
    }
  }

  /// Shows the emoji in sight that were drawn before in the first frame already. The others are
  /// requested behind it.
  ///
  /// - Parameter kept: the emoji, scaled down to fit; nil if it is not kept.
  package mutating func showKeptEmoji(_ kept: (Unicode.Scalar, PixelSize) -> PixelImage?) {
    guard !session.isLocked, session.showsPictures else { return }
    for wish in pictureWishes {
      guard case .glyph(let glyph) = wish.source,
        session.shelf.picture(wish.source, wish.grade) == nil,
        let image = kept(glyph, wish.grade.size)
      else { continue }
      session.shelf.show(image, wish.source, wish.grade)
    }
  }

  /// There are none on this machine: what is drawn in their place is in the first frame, too.
  package mutating func showNoEmoji(_ reason: Failure) { session.shelf.showNoEmoji(reason) }

  /// The visible pictures, the most wanted first. Costs no more than what is visible.
  private var pictureWishes: [VisibleImage] {
    session.overlays.reversed().flatMap { $0.behaviour.images(self) }
      + session.shownPage.images(self)
  }

  /// The item's own picture; the emoji for it if it has none, or none that may be shown.
  func wishes(for item: Item, _ grade: ImageCache.Grade) -> [VisibleImage] {
    let own = PictureSource(item.picture).map {
      VisibleImage(source: $0, service: service(for: $0), grade: grade)
    }
    let hasOwn =
      own.map { own in
        session.shelf.failure(own.source) == nil
          && own.service.map { session.isAllowed($0) == true } != false
      } ?? false
    let glyph = hasOwn ? nil : item.glyph.map { PictureSource.glyph($0) }
    return [own, glyph.map { VisibleImage(source: $0, service: nil, grade: grade) }]
      .compactMap { $0 }
  }

  /// The pictures of the visible tiles, the focused one first.
  var wishesOfTiles: [VisibleImage] {
    let grid = itemGrid
    guard grid.tileHeight > 4, !session.layout.isTooSmall else { return [] }
    let items = grid.pieces(from: session.items.scroll, height: session.layout.list.height)
      .compactMap { piece in
        if case .tile(let index, _, _) = piece { item(at: index) } else { nil }
      }
    return ([session.items.focus.flatMap { shared.items[$0] }].compactMap { $0 } + items).flatMap {
      wishes(for: $0, .tile)
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
