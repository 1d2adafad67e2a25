import CCurl
import Synchronization
import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The network by libcurl: what is asked again, how far a redirect is followed, how many at once.
/// Guards connections that can be used again.
public final class CurlClient: HTTPClient {
  private static let mostRedirects = 3
  private static let mostRetries = 2

  private let surroundings: Surroundings
  private let contact: String
  /// A file of authorities in place of the system's.
  private let authorities: String?
  private let gate = RequestGate()
  private let idle = Mutex<[CurlConnections]>([])

  /// - Parameter contact: whom a service's owner can write to; empty for nobody.
  public init(
    surroundings: Surroundings = .system, contact: String = "", authorities: String? = nil
  ) {
    self.surroundings = surroundings
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
  ) throws(HTTPProblem) -> HTTPAnswer {
    var deadline = surroundings.monotonic() + request.limits.total
    var retries = 0
    while true {
      let mayRetry = request.method == .get && retries < Self.mostRetries
      let pause: Int
      do throws(HTTPProblem) {
        let answer = try follow(request, deadline, cancellation)
        // Who keeps count of its questions does not ask a busy server again at once.
        guard mayRetry, request.rate == nil, let asked = wait(after: answer) else { return answer }
        pause = asked
        // The server's own wish does not count as its slowness.
        deadline = surroundings.monotonic() + pause + request.limits.total
      } catch {
        guard mayRetry, error.isPassing else { throw error }
        pause = jitter(retries)
      }
      retries += 1
      guard surroundings.monotonic() + pause < deadline else {
        throw HTTPProblem(.timedOut, host: request.address.host, detail: "no time for a retry")
      }
      guard surroundings.pause(pause, cancellation) else {
        throw HTTPProblem(.cancelled, host: request.address.host)
      }
    }
  }

  /// Milliseconds until it is worth asking again; nil when the answer is one to keep.
  private func wait(after answer: HTTPAnswer) -> Int? {
    switch answer.status {
    case 429, 503:
      guard let seconds = RetryAfter.seconds(answer, now: surroundings.wall()) else {
        return answer.status == 503 ? jitter(1) : nil
      }
      return seconds <= RetryAfter.longest ? seconds * 1000 : nil
    case 502, 504: return jitter(0)
    default: return nil
    }
  }

  /// Not at the same moment as everybody else.
  private func jitter(_ retries: Int) -> Int {
    let chance = Int(surroundings.random(1).first ?? 0)
    return 200 << retries + chance * (200 << retries) / 256
  }

  // MARK: Redirects

  private func follow(
    _ request: HTTPRequest, _ deadline: Int, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    var request = request
    var redirects = 0
    while true {
      let answer = try exchange(request, deadline, cancellation)
      guard request.method == .get, [301, 302, 303, 307, 308].contains(answer.status),
        let location = answer.header("Location")
      else { return answer }
      redirects += 1
      guard redirects <= Self.mostRedirects else {
        throw HTTPProblem(
          .unreadable, host: request.address.host, detail: "more than \(redirects - 1) redirects")
      }
      request = try redirected(request, to: location)
    }
  }

  private func redirected(
    _ request: HTTPRequest, to location: String
  ) throws(HTTPProblem) -> HTTPRequest {
    let host = request.address.host
    guard let next = request.address.resolving(location), next.isProtected,
      next.isHTTPS || !request.address.isHTTPS
    else { throw HTTPProblem(.unreadable, host: host, detail: "redirect to an unsafe place") }
    var new = request
    new.address = next
    guard next.origin != request.address.origin else { return new }
    guard request.mayBeSentElsewhere else {
      throw HTTPProblem(.unreadable, host: host, detail: "redirect to another origin")
    }
    new.credentials = []
    return new
  }

  // MARK: One exchange

  private func exchange(
    _ request: HTTPRequest, _ deadline: Int, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer {
    let host = request.address.host
    guard request.address.isProtected else {
      throw HTTPProblem(.certificate, host: host, detail: "plain http")
    }
    guard gate.enter(host, until: deadline, surroundings, cancellation) else {
      throw HTTPProblem(cancellation.isCancelled ? .cancelled : .timedOut, host: host)
    }
    defer { gate.leave(host) }
    guard let connections = idle.withLock({ $0.popLast() }) ?? CurlConnections() else {
      throw HTTPProblem(.noNetwork, host: host, detail: "libcurl does not start")
    }
    defer { idle.withLock { $0.append(connections) } }
    let transfer = CurlTransfer(
      request, userAgent: userAgent(for: request), authorities: authorities, deadline: deadline,
      monotonic: surroundings.monotonic)
    return try transfer.run(on: connections, cancellation)
  }
}

/// Connections that one request after the other uses. Belongs to whoever has taken it.
final class CurlConnections: @unchecked Sendable {
  let handle: UnsafeMutableRawPointer

  private static let isStarted = trolley_curl_start() == CURLE_OK

  init?() {
    guard Self.isStarted, let handle = curl_multi_init() else { return nil }
    self.handle = handle
    trolley_curl_multi_set_number(handle, CURLMOPT_MAXCONNECTS, 4)
  }

  deinit { curl_multi_cleanup(handle) }
}

extension WebAddress {
  /// Where a `Location` leads from here; nil for what is no address of the web.
  func resolving(_ location: String) -> WebAddress? {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    var whole: UnsafeMutablePointer<CChar>?
    guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
      curl_url_set(parts, CURLUPART_URL, location, UInt32(CURLU_URLENCODE)) == CURLUE_OK,
      curl_url_get(parts, CURLUPART_URL, &whole, 0) == CURLUE_OK, let whole
    else { return nil }
    defer { curl_free(whole) }
    return WebAddress(String(cString: whole))
  }
}
