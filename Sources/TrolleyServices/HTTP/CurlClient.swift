import CCurl

/// HTTP by libcurl: retries, redirects, concurrency limits. Guards the pool of connections.
public final class CurlClient: HTTPClient {
  private static let mostRedirects = 3
  private static let mostRetries = 2

  private let environment: Environment
  private let contact: String
  /// A CA bundle in place of the system's.
  private let authorities: String?
  private let gate = RequestGate()
  private let idle = Mutex<[CurlConnections]>([])

  /// - Parameter contact: an address at which a service's owner can reach the user; may be empty.
  public init(
    environment: Environment = .system, contact: String = "", authorities: String? = nil
  ) {
    self.environment = environment
    self.authorities = authorities
    self.contact = contact
  }

  private func userAgent(for request: HTTPRequest) -> String {
    let contact = (request.contact.isEmpty ? contact : request.contact)
      .filter { ("!"..."~").contains($0) && $0 != "(" && $0 != ")" }
    return "Trolley/\(Version.text)" + (contact.isEmpty ? "" : " (+\(contact))")
  }

  public func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var deadline = environment.monotonic() + request.limits.total
    var retries = 0
    while true {
      let mayRetry = request.method == .get && retries < Self.mostRetries
      let pause: Int
      do throws(HTTPError) {
        let answer = try follow(request, deadline, cancellation)
        // A rate-limited request is not retried at once when the server is busy.
        guard mayRetry, request.rate == nil, let asked = wait(after: answer) else { return answer }
        pause = asked
        // A wait that the server asks for does not count towards the time limit.
        deadline = environment.monotonic() + pause + request.limits.total
      } catch {
        guard mayRetry, error.isPassing else { throw error }
        pause = jitter(retries)
      }
      retries += 1
      guard environment.monotonic() + pause < deadline else {
        throw HTTPError(.timedOut, host: request.address.host, detail: "no time for a retry")
      }
      guard environment.pause(pause, cancellation) else {
        throw HTTPError(.cancelled, host: request.address.host)
      }
    }
  }

  /// Milliseconds until a retry makes sense; nil when the answer is final.
  private func wait(after answer: HTTPAnswer) -> Int? {
    switch answer.status {
    case 429, 503:
      guard let seconds = RetryAfter.seconds(answer, now: environment.wall()) else {
        return answer.status == 503 ? jitter(1) : nil
      }
      return seconds <= RetryAfter.longest ? seconds * 1000 : nil
    case 502, 504: return jitter(0)
    default: return nil
    }
  }

  /// Spreads the retries of many clients.
  private func jitter(_ retries: Int) -> Int {
    let chance = Int(environment.random(1).first ?? 0)
    return 200 << retries + chance * (200 << retries) / 256
  }

  // MARK: Redirects

  private func follow(
    _ request: HTTPRequest, _ deadline: Int, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    var request = request
    var redirects = 0
    while true {
      let answer = try exchange(request, deadline, cancellation)
      guard request.method == .get, [301, 302, 303, 307, 308].contains(answer.status),
        let location = answer.header("Location")
      else { return answer }
      redirects += 1
      guard redirects <= Self.mostRedirects else {
        throw HTTPError(
          .unreadable, host: request.address.host, detail: "more than \(redirects - 1) redirects")
      }
      request = try redirected(request, to: location)
    }
  }

  private func redirected(
    _ request: HTTPRequest, to location: String
  ) throws(HTTPError) -> HTTPRequest {
    let host = request.address.host
    guard let next = request.address.resolving(location), next.isProtected,
      next.isHTTPS || !request.address.isHTTPS
    else { throw HTTPError(.unreadable, host: host, detail: "redirect to an unsafe place") }
    var new = request
    new.address = next
    guard next.origin != request.address.origin else { return new }
    guard request.mayBeSentElsewhere else {
      throw HTTPError(.unreadable, host: host, detail: "redirect to another origin")
    }
    new.credentials = []
    return new
  }

  // MARK: One exchange

  private func exchange(
    _ request: HTTPRequest, _ deadline: Int, _ cancellation: Cancellation
  ) throws(HTTPError) -> HTTPAnswer {
    let host = request.address.host
    guard request.address.isProtected else {
      throw HTTPError(.certificate, host: host, detail: "plain http")
    }
    guard gate.enter(host, until: deadline, environment, cancellation) else {
      throw HTTPError(cancellation.isCancelled ? .cancelled : .timedOut, host: host)
    }
    defer { gate.leave(host) }
    guard let connections = idle.withLock({ $0.popLast() }) ?? CurlConnections() else {
      throw HTTPError(.noNetwork, host: host, detail: "libcurl does not start")
    }
    defer { idle.withLock { $0.append(connections) } }
    let transfer = CurlTransfer(
      request, userAgent: userAgent(for: request), authorities: authorities, deadline: deadline,
      monotonic: environment.monotonic)
    return try transfer.run(on: connections, cancellation)
  }
}

/// Connections that are used by one request after the other. Owned by the thread that took it.
final class CurlConnections: @unchecked Sendable {
  let handle: UnsafeMutableRawPointer

  private static let isStarted = trolley_curl_start() == CURLE_OK

  init?() {
    guard Self.isStarted, let handle = trolley_curl_multi_init() else { return nil }
    self.handle = handle
    trolley_curl_multi_set_number(handle, CURLMOPT_MAXCONNECTS, 4)
  }

  deinit { trolley_curl_multi_cleanup(handle) }
}

extension WebAddress {
  /// The target of a `Location` header relative to this address; nil when it is not a web address.
  func resolving(_ location: String) -> WebAddress? {
    guard let whole = trolley_curl_resolve(text, location) else { return nil }
    defer { trolley_curl_free(whole) }
    return WebAddress(String(cString: whole))
  }
}
