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
    /// Seconds to wait; nil when unknown.
    case rateLimited(seconds: Int?)
    /// Not asked at all: the limits that Trolley keeps want it to wait. Nil when another program of
    /// this user is asking.
    case waiting(seconds: Int?)
    /// A status that says that the server is overloaded, and seconds to wait.
    case busy(Int, seconds: Int)
    /// Not asked at all: it answers only with a key, and there is none.
    case keyMissing
    /// The key or sign-in of the request was rejected.
    case keyRefused
    /// The service blocks us, or this network.
    case blocked
    /// Any other status that is no success.
    case status(Int)
    /// A page for people in place of data: the sign-in page of a network, or an error page.
    case webPage
    /// The connection broke off, or the answer is not what was requested.
    case unreadable
    /// What came in place of a picture is none, and no page either.
    case noPicture
    case tooLarge
    case cancelled
  }

  public let reason: Reason
  public let host: String
  /// The name by which people know the server; empty where it has none but its host's.
  public internal(set) var service = ""
  /// Whether it was asked for a picture, at an address that no setting has.
  var isOfPicture = false
  /// For the log.
  public internal(set) var detail: String
  /// Whether a retry may well succeed.
  let isPassing: Bool

  public init(_ reason: Reason, host: String, detail: String = "", isPassing: Bool = false) {
    self.reason = reason
    self.host = host
    self.detail = detail
    self.isPassing = isPassing
  }

  public var sentence: String {
    isOfPicture && reason != .cancelled ? "The picture can't be fetched: " + words : words
  }

  /// What there is to check where the address may be wrong: that of an item's picture is the item's own,
  /// and those of products come from their catalogue. Neither can be changed in the settings.
  private var suspect: String? {
    isOfPicture
      ? service.isEmpty ? "the address of the picture" : nil : "its address in the settings"
  }

  private var words: String {
    let name = service.isEmpty ? host : service
    let both = service.isEmpty || service == host ? host : "\(service) (\(host))"
    return switch reason {
    case .noNetwork: "There is no network. Connect this machine and try again."
    case .nameNotFound:
      "\(both) was not found. Check the network" + (suspect.map { ", or " + $0 } ?? "") + "."
    case .refused: "\(name) does not answer. Try again later."
    case .timedOut: "\(name) takes too long to answer. Try again later."
    case .certificate:
      "There is no safe connection to \(both): its certificate is not valid. Nothing was sent."
    case .rateLimited(let seconds):
      "\(name) wants fewer questions. Try again "
        + (seconds.map { "in " + Self.words(seconds: $0) } ?? "later") + "."
    case .waiting(let seconds?):
      "Not asked: Trolley leaves \(name) alone for \(Self.words(seconds: seconds)) more. Try again then."
    case .waiting(nil): "Another Trolley is asking \(name) just now. Try again in a moment."
    case .busy(let status, let seconds):
      "\(name) is too busy to answer (HTTP \(status)). Try again in \(Self.words(seconds: seconds))."
    case .keyMissing: "\(name) answers only with a key of your own. Enter it in the settings."
    case .keyRefused: "\(name) does not take the key. Check it in the settings."
    case .blocked:
      "\(name) refuses to answer Trolley. Give a contact in the settings, or another address."
    case .status(let status) where status >= 500:
      "\(name) has a fault of its own (HTTP \(status)). Try again later."
    case .status(let status):
      "\(name) does not take this request (HTTP \(status))."
        + (suspect.map { " Check \($0)." } ?? "")
    case .webPage:
      "A web page came in place of an answer of \(name). If this network wants a sign-in, open a "
        + "browser; else try again later."
    case .unreadable: "The answer of \(name) cannot be read. Try again later."
    case .noPicture: "What \(name) sent cannot be read as a picture. Try again later."
    case .tooLarge: "The answer of \(name) is too large."
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
      case .keyMissing, .keyRefused, .blocked: .notAllowed
      case .noNetwork, .nameNotFound, .refused, .timedOut, .certificate, .rateLimited, .waiting,
        .busy,
        .status, .webPage, .unreadable, .noPicture, .tooLarge:
        .unavailable
      }
    return Failure(kind, sentence, detail: "\(host): \(detail)")
  }
}

extension HTTPAnswer {
  /// Why a body is not what was requested, although the answer came.
  var misreading: HTTPError.Reason {
    if !isSuccess { return .status(status) }
    return isWebPage ? .webPage : .unreadable
  }

  /// Whether it is a page for people; no service is asked for one.
  var isWebPage: Bool {
    if let type = header("Content-Type")?.lowercased() { return type.contains("html") }
    let start = String(decoding: body.prefix(64), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html")
  }

  /// This answer when it is a success; else throws the reason that its status means.
  public func checked(now: Int) throws(HTTPError) -> HTTPAnswer {
    if isSuccess { return self }
    let wait = RetryAfter.seconds(self, now: now) ?? RequestRate.usualPause
    let reason: HTTPError.Reason =
      switch status {
      case 401, 403: .keyRefused
      case 429: .rateLimited(seconds: wait)
      case 503, 504: .busy(status, seconds: wait)
      default: .status(status)
      }
    throw HTTPError(reason, host: address.host, detail: "status \(status)")
  }
}
