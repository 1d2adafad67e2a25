/// An external service that Trolley may contact with the user's consent.
public enum ExternalService: String, CaseIterable, Sendable {
  case openFoodFacts, openPrices, wineCom, nominatim, overpass, googlePlaces, googleMaps
  case streetMap, satelliteMap, pictures

  public var title: String {
    switch self {
    case .openFoodFacts: "Open Food Facts"
    case .openPrices: "Open Prices"
    case .wineCom: "wine.com"
    case .nominatim: "Nominatim"
    case .overpass: "Overpass"
    case .googlePlaces: "Google Places"
    case .googleMaps: "Google Maps"
    case .streetMap: "OpenStreetMap"
    case .satelliteMap: "Esri World Imagery"
    case .pictures: "Pictures of the web"
    }
  }

  /// The title of its row on the settings page, where people look for it.
  public var settingTitle: String {
    switch self {
    case .streetMap: "Street map"
    case .satelliteMap: "Satellite map"
    case .openFoodFacts, .openPrices, .wineCom, .nominatim, .overpass, .googlePlaces, .googleMaps,
      .pictures:
      title
    }
  }

  /// Why it is not asked when the settings forbid it.
  public var switchedOffSentence: String {
    let name = settingTitle == title ? title : "\(settingTitle) (\(title))"
    return "\(name) is switched off in the settings."
  }

  /// Why it is not asked again, once a person has said no to it.
  package var declinedSentence: String {
    "Nothing was sent to \(title): you said no in this run. “\(settingTitle)” in the settings allows it."
  }

  /// Why it is not asked without its key.
  public var withoutKeySentence: String { "\(title) needs a key, and there is none yet." }

  /// What it is used for, on the settings page.
  public var purpose: String {
    switch self {
    case .openFoodFacts: "products by name, category and barcode"
    case .openPrices: "what a product was sold for"
    case .wineCom: "wines, with a key of your own"
    case .nominatim: "where a place is"
    case .overpass: "shops around a place, and names of streets"
    case .googlePlaces: "shops around a place with rating and price range, with a key of your own"
    case .googleMaps: "maps around the shops of Google Places, with the same key"
    case .streetMap: "maps of streets"
    case .satelliteMap: "maps from above"
    case .pictures: "the pictures of your own items and of a file of products"
    }
  }

  /// The data that is sent to it: follows its name in the question.
  public var whatIsSent: String {
    switch self {
    case .openFoodFacts:
      "the words, category or barcode you look for, and which pictures you look at"
    case .openPrices: "the barcode of the product that you open or scan"
    case .wineCom:
      "the words or category you look for, and your key; its labels are fetched from where it keeps them"
    case .nominatim: "the place you type"
    case .overpass: "the place you search or look at"
    case .googlePlaces: "the position to search around, and your key"
    case .streetMap, .satelliteMap: "which part of the map you look at"
    case .googleMaps: "which part of the map you look at, and your key"
    case .pictures: "which picture you look at"
    }
  }

  /// The public one; empty when each request has its own.
  public var usualAddress: String {
    switch self {
    case .openFoodFacts: "https://world.openfoodfacts.org"
    case .openPrices: "https://prices.openfoodfacts.org/api/v1"
    case .wineCom: "https://services.wine.com/api/beta2/service.svc"
    case .nominatim: "https://nominatim.openstreetmap.org"
    case .overpass: "https://overpass-api.de/api"
    case .googlePlaces: "https://places.googleapis.com"
    case .googleMaps: "https://tile.googleapis.com"
    case .streetMap: "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
    case .satelliteMap:
      "https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}"
    case .pictures: ""
    }
  }

  /// The host that the public one is asked for words on, where that is another one.
  public var searchHost: String? {
    self == .openFoodFacts ? "search.openfoodfacts.org" : nil
  }

  /// Hosts that serve its pictures, besides its own address.
  public var pictureHosts: [String] {
    switch self {
    case .openFoodFacts: ["images.openfoodfacts.org", "static.openfoodfacts.org"]
    case .wineCom: ["cache.wine.com", "www.wine.com"]
    case .openPrices, .nominatim, .overpass, .googlePlaces, .googleMaps, .streetMap, .satelliteMap,
      .pictures:
      []
    }
  }

  /// Whether it requires a key.
  public var takesKey: Bool { keyHolder != nil }
  /// The service in whose settings its key is; nil if it takes none.
  public var keyHolder: ExternalService? {
    switch self {
    case .wineCom: .wineCom
    case .googlePlaces, .googleMaps: .googlePlaces
    case .openFoodFacts, .openPrices, .nominatim, .overpass, .streetMap, .satelliteMap, .pictures:
      nil
    }
  }
  public var hasAddress: Bool { !usualAddress.isEmpty }
  /// Whether its address has placeholders for zoom, column and row of a tile.
  public var isOfTiles: Bool { self == .streetMap || self == .satelliteMap }

  /// Whether maps are drawn from its tiles.
  public var isOfMaps: Bool { isOfTiles || self == .googleMaps }

  /// Whether an address is valid for this service: https or loopback, no query, and for tiles the
  /// three placeholders.
  public func accepts(address text: String) -> Bool {
    var plain = text
    for hole in ["{z}", "{x}", "{y}"] {
      guard let filled = plain.replacingFirst(hole, with: "0") else {
        if isOfTiles { return false }
        continue
      }
      guard isOfTiles else { return false }
      plain = filled
    }
    guard let address = WebAddress(plain), address.isProtected else { return false }
    return !text.contains("#") && (isOfTiles || !text.contains("?"))
  }
}

/// How to reach a service; sent with every request to it.
public struct ServiceAccess: Equatable, Sendable {
  public var service: ExternalService
  /// Its address, without a trailing slash; empty for `.pictures`.
  public var address: String
  /// Empty for none. Never logged.
  public var key: String
  /// The contact for the service's operator, in the User-Agent; empty for none.
  public var contact: String

  public init(_ service: ExternalService, address: String, key: String = "", contact: String = "") {
    self.service = service
    self.address = address
    self.key = key
    self.contact = contact
  }

  /// Whether it answers only with a key, and there is none; at another address nothing is known of that.
  public var lacksKey: Bool { service.takesKey && key.isEmpty && address == service.usualAddress }
}

extension String {
  /// Nil when it does not contain `part`.
  public func replacingFirst(_ part: String, with other: String) -> String? {
    let all = Array(utf8)
    let part = Array(part.utf8)
    guard !part.isEmpty, all.count >= part.count else { return nil }
    for at in 0...all.count - part.count where all[at..<at + part.count].elementsEqual(part) {
      return String(decoding: all[..<at], as: UTF8.self) + other
        + String(decoding: all[(at + part.count)...], as: UTF8.self)
    }
    return nil
  }
}
