import TrolleyCore

/// How adapters of catalogues ask a server: an answer that is kept for a while, checked and read.
struct CatalogueWire: Sendable {
  /// Seconds for which a page that was seen will do.
  private static let freshness = 6 * 3600

  let service: ServiceClient

  init(_ access: ServiceAccess, client: any HTTPClient, surroundings: Surroundings) {
    service = ServiceClient(access, over: client, surroundings: surroundings)
  }

  var access: ServiceAccess { service.access }

  /// The JSON behind an address.
  ///
  /// - Parameters:
  ///   - taking: statuses that are answers as well.
  ///   - isRefresh: the server itself is asked, whatever was kept.
  func json(
    _ address: WebAddress, _ kind: RequestKind, taking statuses: Set<Int> = [],
    isRefresh: Bool = false, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> JSONValue {
    var request = HTTPRequest.get(address)
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.caching = .kept(
      atLeast: isRefresh ? 0 : Self.freshness, staleIfUnreachable: false)
    let answer = try service.send(request, kind, cancellation)
    // Open Food Facts says with a page for people that it is busy, whatever its status is.
    let isPage = answer.header("Content-Type")?.lowercased().contains("html") ?? false
    if isPage, answer.isSuccess || answer.status == 404, !access.service.takesKey {
      throw service.problem(.rateLimited(seconds: nil), "status \(answer.status), a page")
    }
    if !statuses.contains(answer.status) { _ = try service.checked(answer) }
    guard let json = answer.json else { throw service.problem(.unreadable, "no JSON") }
    return json
  }
}

extension JSONValue {
  /// A text, or a number as it is written.
  var text: String? { string ?? number }

  /// A whole number, however it is written.
  var wholeNumber: Int? { int ?? string.flatMap { Int($0) } }

  /// Texts that are a list, or stand in one text with commas between them.
  var texts: [String] {
    if let array { return array.compactMap(\.string) }
    return (string ?? "").split(separator: ",").map { String($0.trimmingSpaces()) }
      .filter { !$0.isEmpty }
  }

  /// A text that is not empty.
  subscript(full name: String) -> String? {
    self[name]?.string.flatMap { $0.utf8.allSatisfy { $0 == 0x20 } ? nil : $0 }
  }
}
