/// Why a server gave no answer, as one of a few reasons.
public struct HTTPError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case noNetwork
    case nameNotFound
    /// Nothing listens there, or a firewall blocks the way.
    case refused
    case timedOut
    /// No secure connection: the certificate is invalid, or for another name.
    case certificate
    /// Seconds to wait, when the server says so.
    case rateLimited(seconds: Int?)
    /// The key or sign-in of the request was rejected.
    case keyRefused
    /// The service blocks us, or this network.
    case blocked
    /// The connection broke off, or the answer is not what was requested.
    case unreadable
    case tooLarge
    case cancelled
  }

  public let reason: Reason
  public let host: String
  /// For the log.
  public let detail: String
  /// Whether a retry may well succeed.
  let isPassing: Bool

  public init(_ reason: Reason, host: String, detail: String = "", isPassing: Bool = false) {
    self.reason = reason
    self.host = host
    self.detail = detail
    self.isPassing = isPassing
  }

  public var sentence: String {
    switch reason {
    case .noNetwork: "There is no network. Connect this machine and try again."
    case .nameNotFound: "\(host) was not found. Check the network, or the address in the settings."
    case .refused: "\(host) does not answer. Try again later."
    case .timedOut: "\(host) takes too long to answer. Try again later."
    case .certificate:
      "There is no safe connection to \(host): its certificate is not valid. Nothing was sent."
    case .rateLimited(let seconds):
      "\(host) wants fewer questions. Try again "
        + (seconds.map { "in " + Self.words(seconds: $0) } ?? "later") + "."
    case .keyRefused: "\(host) does not take the key. Check it in the settings."
    case .blocked:
      "\(host) refuses to answer Trolley. Give a contact in the settings, or another address."
    case .unreadable: "The answer of \(host) makes no sense. Try again later."
    case .tooLarge: "The answer of \(host) is too large."
    case .cancelled: Failure.cancelled.sentence
    }
  }

  private static func words(seconds: Int) -> String {
    switch seconds {
    case ..<120: Wording.count(max(1, seconds), "second")
    case ..<7200: Wording.count((seconds + 59) / 60, "minute")
    default: Wording.count((min(seconds, 1 << 40) + 3599) / 3600, "hour")
    }
  }

  public var failure: Failure {
    let kind: Failure.Kind =
      switch reason {
      case .cancelled: .cancelled
      case .keyRefused, .blocked: .notAllowed
      case .noNetwork, .nameNotFound, .refused, .timedOut, .certificate, .rateLimited, .unreadable,
        .tooLarge:
        .unavailable
      }
    return Failure(kind, sentence, detail: "\(host): \(detail)")
  }
}

extension HTTPAnswer {
  /// This answer when it is a success; else throws the reason that its status means.
  public func checked(now: Int) throws(HTTPError) -> HTTPAnswer {
    if isSuccess { return self }
    let reason: HTTPError.Reason =
      switch status {
      case 401, 403: .keyRefused
      case 429: .rateLimited(seconds: RetryAfter.seconds(self, now: now))
      case 503 where header("Retry-After") != nil:
        .rateLimited(seconds: RetryAfter.seconds(self, now: now))
      case 502...504: .refused
      default: .unreadable
      }
    throw HTTPError(reason, host: address.host, detail: "status \(status)")
  }
}
