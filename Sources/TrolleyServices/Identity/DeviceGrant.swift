/// A provider's answer to a request for a device code (RFC 8628 section 3.2, and its dialects).
struct DeviceGrant: Equatable, Sendable {
  /// The secret half; never shown.
  var deviceCode: String
  var userCode: String
  var address: WebAddress
  /// Includes the code, for a QR code.
  var completeAddress: WebAddress?
  /// Seconds.
  var expiresIn: Int
  var interval: Int

  /// Nil when it is invalid or leads to an insecure address.
  init?(_ json: JSONValue) {
    // Facebook calls it `code`; Google writes `url`.
    guard let deviceCode = json["device_code"]?.string ?? json["code"]?.string,
      (1...4096).contains(deviceCode.utf8.count), let shown = json["user_code"]?.string,
      let address = Self.address(json["verification_uri"] ?? json["verification_url"])
    else { return nil }
    let userCode = CleanText.line(shown, limit: DeviceCode.userCodeLimit)
    guard !userCode.isEmpty else { return nil }
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.address = address
    completeAddress = Self.address(
      json["verification_uri_complete"] ?? json["verification_url_complete"])
    expiresIn = min(max(Self.seconds(json["expires_in"]) ?? 300, 1), 3600)
    interval = min(max(Self.seconds(json["interval"]) ?? 5, 1), 300)
  }

  private static func address(_ value: JSONValue?) -> WebAddress? {
    guard let address = value?.string.flatMap({ WebAddress($0) }), address.isProtected else {
      return nil
    }
    return address
  }

  /// Some providers send numbers in quotes.
  private static func seconds(_ value: JSONValue?) -> Int? {
    if let number = value?.int { return number }
    if let text = value?.string { return Int(text) }
    return value?.number.flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded(.up)) }
  }

  /// The part that is shown to the user.
  var shown: DeviceCode {
    DeviceCode(
      userCode: userCode, address: address.text,
      qr: try? QREncoder.encode((completeAddress ?? address).text), expiresIn: expiresIn)
  }
}

/// Decides when to poll next for whether the user has entered the code. Pure: the time is passed
/// in.
struct DevicePolling: Equatable, Sendable {
  /// Milliseconds of a monotonic clock, and seconds of the wall clock, which also advances while
  /// the machine sleeps.
  struct Moment: Equatable, Sendable {
    var monotonic: Int
    var wall: Int
  }

  enum Outcome: Equatable, Sendable {
    case pending
    /// We poll too often.
    case slowDown
    /// A problem on the server's side.
    case trouble
    /// No answer at all.
    case silence
  }

  private static let longestDelay = 60_000

  /// Milliseconds between two polls.
  private(set) var interval: Int
  /// The same after a timeout: it grows until an answer comes.
  private(set) var delay: Int
  private let end: Moment

  init(expiresIn: Int, interval: Int, now: Moment) {
    self.interval = interval * 1000
    delay = interval * 1000
    end = Moment(monotonic: now.monotonic + expiresIn * 1000, wall: now.wall + expiresIn)
  }

  /// Milliseconds to wait before the next poll, or before the code expires.
  func pause(now: Moment) -> Int { max(0, min(delay, end.monotonic - now.monotonic)) }

  func isExpired(now: Moment) -> Bool { now.monotonic >= end.monotonic || now.wall >= end.wall }

  mutating func note(_ outcome: Outcome) {
    switch outcome {
    case .pending, .trouble: delay = interval
    case .slowDown:
      interval += 5000
      delay = interval
    case .silence: delay = max(interval, min(delay * 2, Self.longestDelay))
    }
  }
}
