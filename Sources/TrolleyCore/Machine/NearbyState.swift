/// Stores nearby, as this terminal knows them: what was found, and what is being looked for.
public struct NearbyState: Equatable, Sendable {
  /// Maps that the person has just said no to: no key asks again by the way.
  var mapsRefused: Set<MapKind> = []
  /// Whether the page of stores shows these, in place of the favourites.
  public internal(set) var isShown = false
  public internal(set) var focus = ListFocus()
  /// The last good answer.
  public internal(set) var found: Found?
  public internal(set) var work: Work?
  /// Where was looked before somebody typed another place that nobody has found yet.
  var before: NearbySettings?
  /// Why there is nothing newer; empty when nothing went wrong.
  public internal(set) var trouble = ""
  /// The system's program for its location service, by its whole path; nil where there is none.
  public var locationProgram: String?
  /// Whether the terminal can draw maps at all.
  public var drawsMaps = true

  public struct Found: Equatable, Sendable {
    public let query: StoreQuery
    /// What the place is called; empty for one given as numbers.
    public let name: String
    public let answer: FoundStores
    /// When the service said so: seconds since 1970.
    public let time: Int
  }

  public struct Work: Equatable, Sendable {
    public enum Stage: Equatable, Sendable {
      case locating
      case placing(String)
      case searching(StoreQuery, name: String)
    }

    public let number: Int
    public let stage: Stage
    /// When the whole search was begun: milliseconds of the monotonic clock.
    public let since: Int
    let isFresh: Bool
  }

  public init() {}

  /// Where one person looked is nothing to the next.
  mutating func forget() {
    let program = locationProgram
    let draws = drawsMaps
    self = NearbyState()
    locationProgram = program
    drawsMaps = draws
  }
}

/// One shop, large, with the map around it.
public struct ShopState: Equatable, Sendable {
  public let store: NearbyStore
  /// Where it was looked for.
  public let from: Coordinates
  public internal(set) var view: MapView
  public internal(set) var kind: MapKind
  /// The map takes the whole screen.
  public internal(set) var isFull = false
  /// The last map that came, and what it shows.
  public internal(set) var drawn: Drawn?
  /// The map that is on its way: the number of the question, and since when.
  public internal(set) var work: Work?
  /// Why there is no map, or none of this part.
  public internal(set) var trouble = ""
  public internal(set) var scroll = 0

  public struct Drawn: Equatable, Sendable {
    public let view: MapView
    public let kind: MapKind
    public let drawing: MapDrawing
  }

  public struct Work: Equatable, Sendable {
    public let number: Int
    public let view: MapView
    public let kind: MapKind
    public let since: Int
  }

  /// Google's terms keep its shops off the maps of others.
  public var mayHaveMap: Bool { store.source == .openStreetMap }
}

extension NearbyStore.Source {
  public var service: OutsideService { self == .openStreetMap ? .overpass : .googlePlaces }
}

extension MapKind {
  public var service: OutsideService { self == .street ? .streetMap : .satelliteMap }
}

extension SessionState {
  /// Nearby is what the keys go to.
  var isNearby: Bool { page == .stores && nearby.isShown }

  /// The running clock of a search and of a map.
  var nextSecondOfNearby: Int? {
    var since: [Int] = []
    if let work = nearby.work, isNearby { since.append(work.since) }
    if case .shop(let shop)? = overlays.last, let work = shop.work { since.append(work.since) }
    return since.map { $0 + ((clock.monotonic - $0) / 1000 + 1) * 1000 }.min()
  }
}
