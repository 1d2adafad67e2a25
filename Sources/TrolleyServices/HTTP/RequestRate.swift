import TrolleyCore

/// How often one kind of question may be put to one service: what its policy says, on our side.
public struct RequestRate: Equatable, Sendable {
  /// The name of its count: a service and a kind, safe as that of a file.
  public let name: String
  /// So many …
  public let most: Int
  /// … in so many milliseconds.
  public let window: Int
  /// Seconds for which it is left alone after it was busy; doubled each time, up to a quarter of an
  /// hour.
  public let pause: Int
  /// Whether one question waits for the answer to the other.
  public let isSerial: Bool

  public init(_ name: String, most: Int, window: Int, pause: Int = 30, isSerial: Bool = false) {
    self.name = name
    self.most = most
    self.window = window
    self.pause = pause
    self.isSerial = isSerial
  }

  static let longestPause = 900
}

/// Kinds of questions that services count apart.
public enum RequestKind: Sendable {
  case search, lookUp, tile, picture

  /// What the policies of the services say, as of 2026; nil where none is known.
  ///
  /// Open Food Facts: 10 searches and 15 products a minute. Nominatim: one a second, for all of an
  /// application's users together. Overpass: never two at once, half a minute of peace after 429.
  /// Open Prices and wine.com publish no figure: treated alike.
  func rate(of service: OutsideService) -> RequestRate? {
    switch (service, self) {
    case (.openFoodFacts, .search): RequestRate("openFoodFacts-search", most: 10, window: 60_000)
    case (.openFoodFacts, .lookUp): RequestRate("openFoodFacts-lookUp", most: 15, window: 60_000)
    case (.openPrices, _): RequestRate("openPrices", most: 15, window: 60_000)
    case (.wineCom, .search), (.wineCom, .lookUp):
      RequestRate("wineCom", most: 60, window: 60_000)
    case (.nominatim, _): RequestRate("nominatim", most: 1, window: 1000, isSerial: true)
    case (.overpass, _): RequestRate("overpass", most: 1, window: 1000, isSerial: true)
    case (.googlePlaces, _): RequestRate("googlePlaces", most: 10, window: 10_000)
    case (.openFoodFacts, .tile), (.openFoodFacts, .picture), (.wineCom, .tile),
      (.wineCom, .picture), (.streetMap, _), (.satelliteMap, _), (.pictures, _):
      nil
    }
  }
}
