import TrolleyCore

/// Asks one service, by its address, its key and its rules.
public struct ServiceClient: Sendable {
  public let access: ServiceAccess
  private let client: any HTTPClient
  private let surroundings: Surroundings

  /// - Parameter client: keeps copies and rates; shared by all services.
  public init(
    _ access: ServiceAccess, over client: any HTTPClient, surroundings: Surroundings = .system
  ) {
    self.access = access
    self.client = client
    self.surroundings = surroundings
  }

  /// The service's address with more of a path, which begins with a slash, and a query.
  public func address(
    _ path: String, _ query: [FormField] = []
  ) throws(HTTPProblem) -> WebAddress {
    guard let address = WebAddress(access.address + path),
      let whole = query.isEmpty ? address : address.adding(query)
    else { throw problem(.unreadable, "address") }
    return whole
  }

  /// The answer of any status.
  public func send(
    _ request: HTTPRequest, _ kind: RequestKind, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    var request = request
    request.rate = kind.rate(of: access.service)
    request.contact = access.contact
    return try client.send(request, cancellation)
  }

  /// The answer when it is a success and JSON; else why not.
  public func json(
    _ request: HTTPRequest, _ kind: RequestKind, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> (value: JSONValue, answer: HTTPAnswer) {
    let answer = try checked(try send(request, kind, cancellation))
    guard let value = answer.json else { throw problem(.unreadable, "no JSON") }
    return (value, answer)
  }

  /// The answer when it is a success; else the reason that its status stands for here.
  public func checked(_ answer: HTTPAnswer) throws(HTTPProblem) -> HTTPAnswer {
    // Free services are busy at times, and say so in three ways.
    if answer.status == 503 || answer.status == 504, !access.service.takesKey {
      throw problem(
        .rateLimited(seconds: RetryAfter.seconds(answer, now: surroundings.wall())),
        "status \(answer.status)")
    }
    // Who brings no key has none that could be refused.
    if answer.status == 401 || answer.status == 403, !access.service.takesKey {
      throw problem(.blocked, "status \(answer.status)")
    }
    return try answer.checked(now: surroundings.wall())
  }

  /// For what comes back and makes no sense.
  public func problem(_ reason: HTTPProblem.Reason, _ detail: String) -> HTTPProblem {
    HTTPProblem(
      reason, host: WebAddress(access.address.prefix { $0 != "{" })?.host ?? access.service.title,
      detail: detail)
  }
}
