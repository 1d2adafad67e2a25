/// The nearby search on this terminal: results, and the search under way.
public struct NearbyState: Equatable, Sendable {
  /// Services that the person has just refused and a search can do without, maps and Google's: no key asks
  /// again as a side effect.
  var refused: Set<ExternalService> = []
  /// Whether the stores page shows this segment rather than the favourites.
  public internal(set) var isShown = false
  public internal(set) var focus = ListFocus()
  /// The last successful answer.
  public internal(set) var found: Found?
  public internal(set) var work: Work?
  /// What is being asked about a favourite.
  var asking: Asking?
  /// The previous place, until a newly typed one has been found.
  var before: NearbySettings?
  /// The typed place that could not be looked for; trying again is for it.
  var tried: String?
  /// What was typed last, until stores around it are found: the form shows it again.
  var typed: String?
  /// Why there is nothing newer; empty if nothing failed.
  public internal(set) var trouble = ""
  /// The service does not know the place: asking again would not help.
  var isUnknownPlace = false
  /// The full path of the system's location program; nil if there is none.
  public var locationProgram: String?
  /// Whether the terminal can draw maps.
  public var drawsMaps = true

  public struct Found: Equatable, Sendable {
    public let query: StoreQuery
    /// The name of the place; empty for coordinates.
    public let name: String
    public let answer: FoundStores
    /// When the service answered: seconds since 1970.
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
    /// When the whole search started: milliseconds of the monotonic clock.
    public let since: Int
    let isFresh: Bool
  }

  struct Asking: Equatable, Sendable {
    let number: Int
    let store: Store.ID
  }

  public init() {}

  /// Where one person searched is private to them.
  mutating func forget() {
    let program = locationProgram
    let draws = drawsMaps
    self = NearbyState()
    locationProgram = program
    drawsMaps = draws
  }
}

/// The details overlay of one shop, with the map around it.
public struct StoreDetailsState: Equatable, Sendable {
  public internal(set) var store: NearbyStore
  /// The search's origin; nil if there was no search.
  public let from: Coordinates?
  public internal(set) var view: MapView
  public internal(set) var kind: MapKind
  /// The map fills the screen.
  public internal(set) var isFull = false
  /// The last map received, and the area it shows.
  public internal(set) var drawn: Drawn?
  /// The map request under way: its number and start.
  public internal(set) var work: Work?
  /// Why the map or this part of it is missing.
  public internal(set) var trouble = ""
  public internal(set) var scroll = 0
  /// The names of the streets around it; empty while they are not known.
  public internal(set) var streetNames: [StreetName] = []
  /// The ground whose streets were asked for last, and that request while it is open.
  var streetsGround: MapGroundArea?
  var streetsWork: Int?

  public struct Drawn: Equatable, Sendable {
    public let view: MapView
    public let kind: MapKind
    public let drawing: MapDrawing
    /// The map in four samples for each cell.
    public let coarse: PixelImage
    /// The whole of it, for a terminal that shows real pixels.
    public let loaded: ImageCache.Loaded

    /// Nil when it is not what was asked for.
    init?(_ drawing: MapDrawing, _ view: MapView, _ kind: MapKind) {
      let (samples, image) = (view.grain.samples, drawing.image)
      guard image.width == samples.width * view.size.width,
        image.height == samples.height * view.size.height
      else { return nil }
      self.view = view
      self.kind = kind
      self.drawing = drawing
      coarse =
        view.grain == .quarters
        ? image : image.mean(of: PixelSize(width: samples.width / 2, height: samples.height / 2))
      loaded = ImageCache.Loaded(image)
    }
  }

  public struct Work: Equatable, Sendable {
    public let number: Int
    public let view: MapView
    public let kind: MapKind
    public let since: Int
  }

  /// The service of its map: Google's terms forbid showing its shops on other maps.
  public var mapService: ExternalService {
    store.source == .googleMaps ? .googleMaps : kind.service
  }

  /// The attribution of the map, in the longest form that fits.
  public func attribution(width: Int) -> String {
    kind.attribution(
      width: width,
      credits: mapService == .googleMaps ? drawn?.drawing.credits ?? "" : nil)
  }
}

extension MapKind {
  public var service: ExternalService { self == .street ? .streetMap : .satelliteMap }
}

extension SessionState {
  /// Whether the nearby segment gets the keys.
  var isNearby: Bool { page == .stores && nearby.isShown }

  /// When the elapsed time of a search or a map changes next.
  var nextSecondOfNearby: Int? {
    var since: [Int] = []
    if let work = nearby.work, isNearby { since.append(work.since) }
    if case .storeDetails(let details)? = overlays.last, let work = details.work {
      since.append(work.since)
    }
    return since.map { $0 + ((clock.monotonic - $0) / 1000 + 1) * 1000 }.min()
  }
}
