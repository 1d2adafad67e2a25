/// One harmless request to find out whether a service answers and accepts the key.
public struct ServiceCheck: Sendable {
  private let client: any HTTPClient
  private let environment: Environment

  public init(client: any HTTPClient, environment: Environment = .system) {
    self.client = client
    self.environment = environment
  }

  public func run(_ access: ServiceAccess, _ cancellation: Cancellation) throws(HTTPError) {
    let service = ServiceClient(access, over: client, environment: environment)
    switch access.service {
    case .openFoodFacts:
      // Any known barcode will do; only one field of the product is requested.
      let address = try service.address(
        "/api/v2/product/3017620422003", [FormField("fields", "code")])
      try check(address, of: service, cancellation) { $0["status"]?.wholeNumber != nil }
    case .openPrices:
      let address = try service.address("/status")
      try check(address, of: service, cancellation) { $0["status"]?.string != nil }
    case .wineCom: try checkWineCom(service, cancellation)
    case .nominatim:
      let address = try service.address("/status", [FormField("format", "json")])
      try check(address, of: service, cancellation) { $0["status"]?.wholeNumber == 0 }
    case .overpass:
      let answer = try service.checked(
        try service.send(.get(try service.address("/status")), .lookUp, cancellation))
      guard answer.body.starts(with: Array("Connected as:".utf8)) else {
        throw service.problem(answer.misreading, "no status of Overpass")
      }
    case .googlePlaces: try checkGooglePlaces(service, cancellation)
    case .googleMaps:
      let request = try GoogleTiles.request(session: .street, service)
      let answer = try service.send(request, .lookUp, cancellation)
      if answer.status == 400 { throw service.problem(.keyRefused, "status 400") }
      guard try service.checked(answer).json?["session"] != nil else {
        throw service.problem(answer.misreading, "no session")
      }
    case .streetMap, .satelliteMap: try checkTiles(service, cancellation)
    case .pictures: break
    }
  }

  /// Any JSON is not enough: the answer must have what only this service says.
  private func check(
    _ address: WebAddress, of service: ServiceClient, _ cancellation: Cancellation,
    isMeant: (JSONValue) -> Bool
  ) throws(HTTPError) {
    let (value, answer) = try service.json(.get(address), .lookUp, cancellation)
    guard isMeant(value) else { throw service.problem(answer.misreading, "another answer") }
  }

  private func checkWineCom(
    _ service: ServiceClient, _ cancellation: Cancellation
  ) throws(HTTPError) {
    let address = try service.address(
      "/json/categorymap", [FormField("apikey", service.access.key)])
    let (value, _) = try service.json(.get(address), .lookUp, cancellation)
    switch value["Status"]?["ReturnCode"]?.int {
    case 0: break
    case 200, 300: throw service.problem(.keyRefused, "return code")
    default: throw service.problem(.unreadable, "no return code 0")
    }
  }

  /// The middle of London, where there are supermarkets: anywhere else, `{}` would be an answer. Only
  /// the cheapest field.
  private func checkGooglePlaces(
    _ service: ServiceClient, _ cancellation: Cancellation
  ) throws(HTTPError) {
    var request = HTTPRequest(.post, try service.address("/v1/places:searchNearby"))
    request.headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Goog-FieldMask", "places.id"),
    ]
    request.credentials = [HTTPHeader("X-Goog-Api-Key", service.access.key)]
    request.mayBeSentElsewhere = false
    request.body = Array(
      """
      {"includedTypes":["supermarket"],"maxResultCount":1,"locationRestriction":\
      {"circle":{"center":{"latitude":51.5074,"longitude":-0.1278},"radius":5000}}}
      """.utf8)
    let answer = try service.send(request, .lookUp, cancellation)
    // Google reports an invalid key as an invalid argument.
    if answer.status == 400 { throw service.problem(.keyRefused, "status 400") }
    guard try service.checked(answer).json?["places"]?.array?.isEmpty == false else {
      throw service.problem(answer.misreading, "no places")
    }
  }

  /// The one tile that shows the whole world.
  private func checkTiles(
    _ service: ServiceClient, _ cancellation: Cancellation
  ) throws(HTTPError) {
    var text = service.access.address
    for hole in ["{z}", "{x}", "{y}"] { text = text.replacingFirst(hole, with: "0") ?? text }
    guard let address = WebAddress(text) else { throw service.problem(.unreadable, "address") }
    var request = HTTPRequest.get(address)
    request.limits = .picture
    let answer = try service.checked(try service.send(request, .tile, cancellation))
    let isPicture =
      answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) || answer.body.starts(with: [0xFF, 0xD8])
    guard isPicture else { throw service.problem(answer.misreading, "no picture") }
  }
}
