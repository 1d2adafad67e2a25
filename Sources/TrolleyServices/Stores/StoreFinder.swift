/// Finds shops around a place.
public protocol StoreFinder: Sendable {
  func stores(_ query: StoreQuery, _ cancellation: Cancellation) throws(Failure) -> FoundStores
  /// The one with an identifier by which the service is asked again.
  func store(_ id: String, _ cancellation: Cancellation) throws(Failure) -> FoundStores
}

extension StoreFinder {
  func store(_ id: String, _ cancellation: Cancellation) throws(Failure) -> FoundStores {
    throw Failure(.badInput, "No store can be asked for by itself there.", detail: "no details")
  }
}

/// Finds places by the name that the user typed.
public protocol PlaceFinder: Sendable {
  /// What the name may mean, at least one, the best match first; throws a failure that says so if
  /// the place is unknown.
  func places(named name: String, _ cancellation: Cancellation) throws(Failure) -> [NamedPlace]
}

/// Maps services to their adapters.
public struct StoreServices: Sendable {
  private let client: any HTTPClient
  private let environment: Environment

  public init(client: any HTTPClient, environment: Environment = .system) {
    self.client = client
    self.environment = environment
  }

  public func storeFinder(_ access: ServiceAccess) throws(Failure) -> any StoreFinder {
    let service = ServiceClient(access, over: client, environment: environment)
    switch access.service {
    case .overpass: return OverpassStores(service: service)
    case .googlePlaces: return GooglePlaces(service: service)
    default: throw noSuch(access)
    }
  }

  public func placeFinder(_ access: ServiceAccess) throws(Failure) -> any PlaceFinder {
    guard access.service == .nominatim else { throw noSuch(access) }
    return NominatimPlaces(service: ServiceClient(access, over: client, environment: environment))
  }

  private func noSuch(_ access: ServiceAccess) -> Failure {
    Failure(.badInput, "\(access.service.title) knows no stores.", detail: "no such adapter")
  }
}

extension HTTPAnswer {
  /// Whether its content type is JSON: free services send HTML when they are busy.
  var isJSON: Bool { header("Content-Type")?.lowercased().contains("json") ?? false }
}

extension JSONValue {
  var decimal: String? { number ?? string }
}
