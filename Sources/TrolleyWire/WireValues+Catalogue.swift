// Requests to catalogues, places and maps, and their answers.

extension CatalogueAccess: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    guard
      let access = CatalogueAccess(
        try f.member("catalogue", old?.id, .choice),
        service: try f.optional("access", old?.service, .object),
        prices: try f.optional("prices", old?.prices, .object),
        path: try f.optional("path", old?.path, .homePath(4096)))
    else { throw WireFields.refusal("catalogue") }
    return access
  }
}

extension CatalogueQuery: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    var query = CatalogueQuery(
      words: try f.member("words", old?.words, .text(1024)),
      category: try f.member(
        "category", old?.category,
        .text(1024).accepting { $0.isEmpty || CatalogueCategory.isID($0) }),
      sort: try f.member("sort", old?.sort, .choice),
      page: try f.member("page", old?.page, .number()),
      language: try f.member("language", old?.language, .text(2)))
    query.isRefresh = try f.member("isRefresh", old?.isRefresh, .flag, default: false)
    return query
  }
}

extension CatalogueProduct: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let catalogue: CatalogueID = try f.member("catalogue", old?.catalogue, .choice)
    return try f.members(
      "product", old, write: CatalogueCoding.write,
      read: { CatalogueCoding.product($0, of: catalogue) })
  }
}

extension CataloguePage: WireObject {
  /// Bytes of a line after which no more products are taken: no honest answer is that long.
  private static let longest = WorkerLine.longest - (64 << 10)

  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let id = try f.optional("catalogue", old?.products.first?.catalogue, .choice)
    let products = try f.member(
      "products", old?.products,
      .rows(
        most: id == nil ? 0 : mostProducts, bytes: longest, write: CatalogueCoding.write,
        read: { row in id.flatMap { CatalogueCoding.product(row, of: $0) } }))
    return CataloguePage(
      products, total: try f.optional("total", old?.total, .number()),
      next: try f.optional("next", old?.next, .number()),
      categories: try f.member(
        "categories", old?.categories,
        .rows(most: mostCategories, write: CatalogueCoding.write, read: CatalogueCoding.category)))
  }
}

// MARK: Places

extension WireForm where Value == Coordinates {
  static var place: WireForm {
    WireForm<[Int]>.list(of: .number(Int.min...Int.max), most: 2).map(
      { $0.count == 2 ? Coordinates(latitudeE7: $0[0], longitudeE7: $0[1]) : nil },
      { [$0.latitudeE7, $0.longitudeE7] })
  }
}

extension NamedPlace: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    NamedPlace(
      name: try f.member("name", old?.name, .clean(), default: ""),
      place: try f.member("place", old?.place, .place))
  }
}

extension StoreQuery: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    StoreQuery(
      place: try f.member("place", old?.place, .place),
      radius: try f.member(
        "radius", old?.radius, WireForm.text(20).map({ SearchRadius(name: $0) }, { $0.name })),
      isFresh: try f.member("fresh", old?.isFresh, .flag, default: false))
  }
}

extension NearbyStore: WireObject {
  /// Without its source, which is that of the whole answer.
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let website = WireForm.clean(.address).accepting { $0.isEmpty || WebAddress($0) != nil }
    let email = WireForm.clean().accepting { $0.isEmpty || EmailAddress.isValid($0) }
    return NearbyStore(
      id: try f.member("id", old?.id, .clean(.address), default: ""),
      name: try f.member("name", old?.name, .clean().accepting { !$0.isEmpty }),
      kind: try f.member("kind", old?.kind, .clean(), default: ""),
      place: try f.member("place", old?.place, .place),
      address: try f.member("address", old?.address, .clean(), default: ""),
      phone: try f.member("phone", old?.phone, .clean(), default: ""),
      email: try f.member("email", old?.email, email, default: ""),
      website: try f.member("website", old?.website, website, default: ""),
      hours: try f.member("hours", old?.hours, .clean(), default: ""),
      rating: try f.optional("rating", old?.rating, .number(10...50)),
      ratingCount: try f.optional("ratings", old?.ratingCount, .number(1...Int.max)),
      priceRange: try f.optional("price", old?.priceRange, .number(0...4)),
      credits: try f.member("credits", old?.credits, .list(of: .clean(), most: 5), default: []))
  }
}

extension FoundStores: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let source: NearbyStore.Source = try f.member("source", old?.source, .choice)
    var stores = try f.member(
      "stores", old?.stores, .list(of: .object, most: StoreQuery.mostOfAll))
    for index in stores.indices { stores[index].source = source }
    return FoundStores(
      stores: stores, source: source, age: try f.member("age", old?.age, .number()),
      trouble: try f.member("trouble", old?.trouble, .clean(.message), default: ""),
      total: try f.optional("total", old?.total, .number(0...100_000)))
  }
}

// MARK: Maps

extension MapView: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let zoom = try f.member("zoom", old?.zoom, .number(zooms))
    let size = Size(
      width: try f.member("width", old?.size.width, .number(1...mostCells.width)),
      height: try f.member("height", old?.size.height, .number(1...mostCells.height)))
    var view = MapView(centre: try f.member("centre", old?.centre, .place), zoom: zoom, size: size)
    view.grain = try f.member("grain", old?.grain, .choice, default: .quarters)
    return view
  }
}

extension StreetName: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    StreetName(
      name: try f.member("name", old?.name, .clean().accepting { !$0.isEmpty }),
      places: try f.member("places", old?.places, .list(of: .place, most: mostPlaces)))
  }
}

extension MapDrawing: WireObject {
  static func wire(_ f: inout WireFields, _ old: Self?) throws(Failure) -> Self {
    let image = try PixelImage.wire(&f, old?.image)
    let most = MapView.mostCells
    let samples = MapView.Grain.full.samples
    try f.require(
      image.width <= samples.width * most.width && image.height <= samples.height * most.height,
      "width")
    let tiles = try f.member("tiles", old?.tiles, .number(1...64))
    return MapDrawing(
      image: image, tiles: tiles,
      missing: try f.member("missing", old?.missing, .number(0...max(0, tiles - 1))),
      age: try f.member("age", old?.age, .number()),
      trouble: try f.member("trouble", old?.trouble, .clean(.message), default: ""),
      credits: try f.member("credits", old?.credits, .clean(.message), default: ""))
  }
}
