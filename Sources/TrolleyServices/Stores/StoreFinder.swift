import TrolleyCore

/// Finds shops around a place.
public protocol StoreFinder: Sendable {
  func stores(
    _ query: StoreQuery, _ cancellation: Cancellation
  ) throws(Failure) -> FoundStores
}

/// Finds a place by what a person typed.
public protocol PlaceFinder: Sendable {
  /// The best match; a place that nobody knows is a failure that says so.
  func place(named name: String, _ cancellation: Cancellation) throws(Failure) -> NamedPlace
}

/// Which adapter is whose.
public struct StoreServices: Sendable {
  private let client: any HTTPClient
  private let surroundings: Surroundings

  public init(client: any HTTPClient, surroundings: Surroundings = .system) {
    self.client = client
    self.surroundings = surroundings
  }

  public func storeFinder(_ access: ServiceAccess) throws(Failure) -> any StoreFinder {
    let service = ServiceClient(access, over: client, surroundings: surroundings)
    switch access.service {
    case .overpass: return OverpassStores(service)
    case .googlePlaces: return GooglePlaces(service)
    default: throw noSuch(access)
    }
  }

  public func placeFinder(_ access: ServiceAccess) throws(Failure) -> any PlaceFinder {
    guard access.service == .nominatim else { throw noSuch(access) }
    return NominatimPlaces(ServiceClient(access, over: client, surroundings: surroundings))
  }

  private func noSuch(_ access: ServiceAccess) -> Failure {
    Failure(.badInput, "\(access.service.title) knows no stores.", detail: "no such adapter")
  }
}

extension HTTPAnswer {
  /// Whether it calls itself JSON: free services send pages of HTML when they are busy.
  var isJSON: Bool { header("Content-Type")?.lowercased().contains("json") ?? false }
}

extension JSONValue {
  /// A number, or a text with one in it.
  var decimal: String? { number ?? string }
}
