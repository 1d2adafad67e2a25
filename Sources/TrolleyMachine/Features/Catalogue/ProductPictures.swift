/// Pictures of catalogue products; the consent to the catalogue covers them, and that to pictures of the web
/// those of a file.
extension AppState {
  /// The source of a product's picture; nil if it has none that may be fetched.
  public func pictureSource(of product: CatalogueProduct, isLarge: Bool) -> PictureSource? {
    let inOrder =
      isLarge
      ? [product.largePicture, product.picture] : [product.picture, product.largePicture]
    guard let text = inOrder.first(where: { !$0.isEmpty }) else { return nil }
    if let source = PictureSource(text) { return source }
    // A catalogue served from this machine may have its pictures here.
    guard let address = WebAddress(text), let service = product.catalogue.service,
      WebAddress(session.preferences.services.access(service).address)?.origin == address.origin
    else { return nil }
    return .web(address)
  }

  /// A product's picture as far as it is there: the other one until the wanted one has loaded.
  public func picture(of product: CatalogueProduct, isLarge: Bool) -> ImageCache.Loaded? {
    let shelf = session.shelf
    let grade: ImageCache.Grade = isLarge ? .large : .tile
    return [isLarge, !isLarge].lazy
      .compactMap { self.pictureSource(of: product, isLarge: $0) }
      .compactMap { shelf.picture($0, grade) }.first
  }

  func wish(of product: CatalogueProduct, isLarge: Bool) -> VisibleImage? {
    guard let source = pictureSource(of: product, isLarge: isLarge) else { return nil }
    return VisibleImage(
      source: source, service: product.catalogue.service ?? service(for: source),
      grade: isLarge ? .large : .tile)
  }

  /// Whom to ask for consent before a product's picture is fetched; nil where that to its catalogue covers
  /// it. A file gets none.
  public func serviceToAllow(for product: CatalogueProduct) -> ExternalService? {
    guard product.catalogue.service == nil, let wish = wish(of: product, isLarge: true),
      let service = wish.service, session.isAllowed(service) != true
    else { return nil }
    return service
  }

  /// Why a product's picture is missing; nil while it may still come.
  public func pictureFailure(of product: CatalogueProduct) -> Failure? {
    guard picture(of: product, isLarge: true) == nil else { return nil }
    return [true, false].lazy.compactMap { self.pictureSource(of: product, isLarge: $0) }
      .compactMap { self.session.shelf.failure($0) }.first
  }

  mutating func askForPicture(of product: CatalogueProduct, _ effects: inout [Effect]) {
    guard let source = pictureSource(of: product, isLarge: true) else {
      let isNone = product.picture.isEmpty && product.largePicture.isEmpty
      return notice(
        isNone
          ? "The catalogue has no picture of it."
          : "The catalogue has an address for its picture from which none is fetched.")
    }
    session.shelf.lookAgain(source)
    guard let service = serviceToAllow(for: product) else {
      return notice("Looking at its picture again.")
    }
    ask(consentOf: [service], for: .picture, &effects)
  }

  /// The pictures of the visible tiles, the focused one first.
  var wishesOfProducts: [VisibleImage] {
    let grid = catalogueGrid
    guard grid.tileHeight > 4, !session.layout.isTooSmall else { return [] }
    var wishes = [focusedProduct.flatMap { wish(of: $0, isLarge: false) }]
    for case .tile(let index, _, _)
      in grid.pieces(from: session.catalogue.scroll, height: session.layout.list.height)
    {
      wishes.append(product(at: index).flatMap { wish(of: $0, isLarge: false) })
    }
    return wishes.compactMap { $0 }
  }
}
