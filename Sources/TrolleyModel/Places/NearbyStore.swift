/// A shop found by a service. It is not stored unless the user saves it as a favourite.
public struct NearbyStore: Equatable, Sendable {
  /// The origin of the data: it determines the attribution, and whether storing it is allowed.
  public enum Source: String, CaseIterable, Sendable {
    case openStreetMap, googleMaps

    public var attribution: String {
      switch self {
      case .openStreetMap: "© OpenStreetMap contributors"
      case .googleMaps: "Google Maps"
      }
    }
  }

  /// The service's identifier: `node/9000001`, a place id.
  public var id: String
  public var name: String
  /// In words: "supermarket".
  public var kind: String
  public var place: Coordinates
  /// The rest is empty or nil when unknown.
  public var address: String
  public var phone: String
  public var email: String
  public var website: String
  /// In the syntax of OpenStreetMap's `opening_hours`.
  public var hours: String
  /// Tenths of a star, 10 to 50.
  public var rating: Int?
  public var ratingCount: Int?
  /// 0 (free) to 4.
  public var priceRange: Int?
  public var source: Source
  /// Further required attributions.
  public var credits: [String]

  public init(
    id: String, name: String, kind: String = "", place: Coordinates, address: String = "",
    phone: String = "", email: String = "", website: String = "", hours: String = "",
    rating: Int? = nil,
    ratingCount: Int? = nil, priceRange: Int? = nil, source: Source = .openStreetMap,
    credits: [String] = []
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.place = place
    self.address = address
    self.phone = phone
    self.email = email
    self.website = website
    self.hours = hours
    self.rating = rating
    self.ratingCount = ratingCount
    self.priceRange = priceRange
    self.source = source
    self.credits = credits
  }

  /// `★★★★☆ 4.2 (87)`; nil without ratings.
  public func ratingText(style: NumberStyle = .english) -> String? {
    guard let rating else { return nil }
    let full = min(5, max(0, (rating + 5) / 10))
    let stars = String(repeating: "★", count: full) + String(repeating: "☆", count: 5 - full)
    let count = ratingCount.map { " (\(style.number(String($0))))" } ?? ""
    return stars + " " + style.number("\(rating / 10).\(rating % 10)") + count
  }

  /// `$$ moderate`; nil when unknown.
  public var priceText: String? {
    guard let priceRange, (0...4).contains(priceRange) else { return nil }
    let words = ["free", "inexpensive", "moderate", "expensive", "very expensive"][priceRange]
    return (priceRange == 0 ? "" : String(repeating: "$", count: priceRange) + " ") + words
  }
}

/// A search for shops around a place.
public struct StoreQuery: Equatable, Sendable {
  public var place: Coordinates
  public var radius: SearchRadius
  /// Whether to bypass the cache.
  public var isFresh: Bool

  /// The most shops of one answer: more in a wider search, so that it never hides nearer ones.
  public var most: Int {
    switch radius {
    case .threeMiles: Self.fewest
    case .fiveMiles: 2 * Self.fewest
    case .tenMiles: Self.mostOfAll
    }
  }

  /// The most shops of the smallest search.
  public static let fewest = 20
  public static let mostOfAll = 60

  public init(place: Coordinates, radius: SearchRadius, isFresh: Bool = false) {
    self.place = place
    self.radius = radius
    self.isFresh = isFresh
  }
}

/// A service's answer to a search for shops.
public struct FoundStores: Equatable, Sendable {
  /// The nearest first.
  public var stores: [NearbyStore]
  public var source: NearbyStore.Source
  /// The age of the answer, in seconds.
  public var age: Int
  /// Why the service could not be reached, when a cached answer is shown instead.
  public var trouble: String
  /// How many there are within the radius, as far as the service says so.
  public var total: Int?

  public init(
    stores: [NearbyStore], source: NearbyStore.Source, age: Int = 0, trouble: String = "",
    total: Int? = nil
  ) {
    self.stores = stores
    self.source = source
    self.age = age
    self.trouble = trouble
    self.total = total
  }

  /// "12 stores", "20 of 47 stores (grocers first)"
  public var countInWords: String {
    if let total, total > stores.count {
      return "\(stores.count) of \(total) stores (grocers first)"
    }
    // Google tells no more than twenty, nor how many there are.
    if total == nil, source == .googleMaps, stores.count >= StoreQuery.fewest {
      return "\(stores.count) nearest stores"
    }
    return Wording.count(stores.count, "store")
  }

  /// The nearest shops around a place, within the radius and without duplicates.
  public static func nearest(
    _ all: [NearbyStore], to query: StoreQuery, most: Int? = nil
  ) -> [NearbyStore] {
    let most = most ?? query.most
    var near: [(store: NearbyStore, distance: Int)] = []
    for store in all {
      let distance = query.place.distance(to: store.place).metres
      if distance <= query.radius.metres { near.append((store, distance)) }
    }
    near.sort { a, b in
      if a.distance != b.distance { return a.distance < b.distance }
      return (a.store.name, a.store.id) < (b.store.name, b.store.id)
    }
    var kept: [NearbyStore] = []
    for (store, _) in near where !kept.contains(where: { $0.isSameShop(as: store) }) {
      kept.append(store)
      if kept.count == most { break }
    }
    return kept
  }
}

extension NearbyStore {
  /// A shop is often listed twice, as a point and as its building.
  package func isSameShop(as other: NearbyStore) -> Bool {
    if source == other.source, id == other.id { return true }
    return Folding.key(name) == Folding.key(other.name)
      && place.distance(to: other.place).metres < 60
  }
}

/// A named place, from a geocoder.
public struct NamedPlace: Equatable, Sendable {
  /// The most that one name may mean.
  package static let most = 10

  public var name: String
  public var place: Coordinates

  public init(name: String, place: Coordinates) {
    self.name = name
    self.place = place
  }
}
