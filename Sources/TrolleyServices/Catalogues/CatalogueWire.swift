/// Sends a catalogue adapter's requests; answers are cached, checked and parsed.
struct CatalogueWire: Sendable {
  /// Seconds for which a cached page is used without asking again.
  private static let freshness = 6 * 3600

  let service: ServiceClient

  init(_ access: ServiceAccess, client: any HTTPClient, environment: Environment) {
    service = ServiceClient(access, over: client, environment: environment)
  }

  var access: ServiceAccess { service.access }

  /// The JSON at an address.
  ///
  /// - Parameters:
  ///   - taking: further statuses that count as answers.
  ///   - needs: the members that an answer has; one without them is not cached.
  ///   - isRefresh: ask the server even when a cached answer is fresh.
  func json(
    _ address: WebAddress, _ kind: RequestKind, taking statuses: Set<Int> = [],
    needs: [String] = [], isRefresh: Bool = false, _ cancellation: Cancellation
  ) throws(HTTPError) -> JSONValue {
    var request = HTTPRequest.get(address)
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.caching = .kept(atLeast: isRefresh ? 0 : Self.freshness, staleIfUnreachable: false)
    request.needs = needs
    let answer = try service.send(request, kind, cancellation)
    if !statuses.contains(answer.status) { _ = try service.checked(answer) }
    guard let json = answer.json else { throw service.problem(answer.misreading, "no JSON") }
    return json
  }
}

extension JSONValue {
  /// A string, or a number as it is written.
  var text: String? { string ?? number }

  /// An integer, whether it is sent as a number or as a string.
  var wholeNumber: Int? { int ?? string.flatMap { Int($0) } }

  /// A list of strings, or one string separated by commas.
  var texts: [String] {
    if let array { return array.compactMap(\.string) }
    return (string ?? "").split(separator: ",").map { String($0.trimmingSpaces()) }
      .filter { !$0.isEmpty }
  }

  /// A string that is not empty.
  subscript(full name: String) -> String? {
    self[name]?.string.flatMap { $0.utf8.allSatisfy { $0 == 0x20 } ? nil : $0 }
  }
}
