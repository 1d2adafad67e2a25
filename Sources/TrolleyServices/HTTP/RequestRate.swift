/// A service's rate limit for one kind of request, according to its policy.
public struct RequestRate: Equatable, Sendable {
  /// The name of its count (service and kind), safe as a file name.
  public let name: String
  /// At most so many requests …
  public let most: Int
  /// … in so many milliseconds.
  public let window: Int
  /// Seconds to back off after a "busy" answer; doubled each time, up to 15 minutes.
  public let pause: Int
  /// Whether requests must not overlap.
  public let isSerial: Bool

  /// What Overpass asks for, and right for the others too.
  public static let usualPause = 30

  public init(
    _ name: String, most: Int, window: Int, pause: Int = usualPause, isSerial: Bool = false
  ) {
    self.name = name
    self.most = most
    self.window = window
    self.pause = pause
    self.isSerial = isSerial
  }

  static let longestPause = 900
}

/// Kinds of requests that services limit separately.
public enum RequestKind: Sendable {
  case search, lookUp, tile, picture

  /// The policies of the services as of 2026; nil where none is known.
  ///
  /// Open Food Facts: 10 searches and 15 products a minute. Nominatim: one a second, for all users
  /// of an application together. Overpass: never two at once, half a minute of rest after 429. Open
  /// Prices and wine.com publish no figure and get the same limit.
  func rate(of service: ExternalService) -> RequestRate? {
    switch (service, self) {
    case (.openFoodFacts, .search): RequestRate("openFoodFacts-search", most: 10, window: 60_000)
    case (.openFoodFacts, .lookUp): RequestRate("openFoodFacts-lookUp", most: 15, window: 60_000)
    case (.openPrices, _): RequestRate("openPrices", most: 15, window: 60_000)
    case (.wineCom, .search), (.wineCom, .lookUp): RequestRate("wineCom", most: 60, window: 60_000)
    case (.nominatim, _): RequestRate("nominatim", most: 1, window: 1000, isSerial: true)
    case (.overpass, _): RequestRate("overpass", most: 1, window: 1000, isSerial: true)
    case (.googlePlaces, _): RequestRate("googlePlaces", most: 10, window: 10_000)
    case (.openFoodFacts, .tile), (.openFoodFacts, .picture), (.wineCom, .tile),
      (.wineCom, .picture), (.googleMaps, _), (.streetMap, _), (.satelliteMap, _), (.pictures, _):
      nil
    }
  }
}
