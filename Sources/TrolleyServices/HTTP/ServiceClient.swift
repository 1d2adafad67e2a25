/// Sends requests to one service, with its address, key and rate limit.
public struct ServiceClient: Sendable {
  public let access: ServiceAccess
  private let client: any HTTPClient
  private let environment: Environment

  /// - Parameter client: caches and limits rates; shared by all services.
  public init(
    _ access: ServiceAccess, over client: any HTTPClient, environment: Environment = .system
  ) {
    self.access = access
    self.client = client
    self.environment = environment
  }

  /// The service's address with a path appended, which begins with a slash, and a query.
  public func address(_ path: String, _ query: [FormField] = []) throws(HTTPError) -> WebAddress {
    guard let address = WebAddress(access.address + path),
      let whole = query.isEmpty ? address : address.adding(query)
    else { throw problem(.unreadable, "address") }
    return whole
  }

  /// An answer of any status.
  public func send(
    _ request: HTTPRequest, _ kind: RequestKind, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    // Pictures are there for all.
    guard !access.lacksKey || kind == .picture else { throw problem(.keyMissing, "no key") }
    var request = request
    request.rate = kind.rate(of: access.service)
    request.contact = access.contact
    do throws(HTTPError) {
      var answer = try client.send(request, cancellation)
      answer.staleBecause = answer.staleBecause.map(named)
      return answer
    } catch {
      throw named(error)
    }
  }

  /// People know the service, not its host.
  private func named(_ error: HTTPError) -> HTTPError {
    var error = error
    // Each picture of the web has a host of its own.
    if access.service.hasAddress { error.service = access.service.title }
    return error
  }

  /// The answer when it is a success and JSON; else throws the reason.
  public func json(
    _ request: HTTPRequest, _ kind: RequestKind, _ cancellation: Cancellation
  ) throws(HTTPError) -> (value: JSONValue, answer: HTTPAnswer) {
    let answer = try checked(try send(request, kind, cancellation))
    guard let value = answer.json else { throw problem(answer.misreading, "no JSON") }
    return (value, answer)
  }

  /// The answer when it is a success; else throws what its status means for this service.
  public func checked(_ answer: HTTPAnswer) throws(HTTPError) -> HTTPAnswer {
    // Without a key, 401 and 403 cannot mean a rejected key.
    if answer.status == 401 || answer.status == 403, !access.service.takesKey {
      throw problem(.blocked, "status \(answer.status)")
    }
    do throws(HTTPError) {
      return try answer.checked(now: environment.wall())
    } catch {
      throw named(error)
    }
  }

  /// For an answer that cannot be understood.
  public func problem(_ reason: HTTPError.Reason, _ detail: String) -> HTTPError {
    named(
      HTTPError(
        reason, host: WebAddress(access.address.prefix { $0 != "{" })?.host ?? access.service.title,
        detail: detail))
  }
}
