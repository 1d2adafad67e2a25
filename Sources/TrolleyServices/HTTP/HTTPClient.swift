/// Sends requests. All network traffic goes through one of these, so that every limit is in one
/// place; a cache is a client that wraps another.
public protocol HTTPClient: Sendable {
  /// An answer of any status; throws only when there is none. Blocks at most as long as the
  /// request's limits allow, and returns at once on cancellation.
  func send(_ request: HTTPRequest, _ cancellation: Cancellation) throws(HTTPError) -> HTTPAnswer
}

/// A request, with its limits and its rules for caching, redirects and rates.
public struct HTTPRequest: Equatable, Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  public var address: WebAddress
  public var headers: [HTTPHeader] = []
  /// Headers that are never sent to another origin, wherever a redirect leads.
  public var credentials: [HTTPHeader] = []
  public var body: [UInt8] = []
  public var limits = HTTPLimits.json
  /// Whether a redirect to another origin is followed. Never when we trust the answer because of
  /// the first origin.
  public var mayBeSentElsewhere = true
  /// Whether the answer is cached, and how long a cached one will do.
  public var caching = HTTPCaching.none
  /// The members without which the answer cannot be understood, and is not cached: none for any JSON;
  /// nil for answers that are no JSON.
  public var needs: [String]?
  /// The rate limit of the service, where it has one.
  public var rate: RequestRate?
  /// An address at which the service's owner can reach the user, for the User-Agent; may be empty.
  public var contact = ""

  public init(_ method: Method, _ address: WebAddress) {
    self.method = method
    self.address = address
  }

  public static func get(_ address: WebAddress) -> HTTPRequest { HTTPRequest(.get, address) }

  /// With a token in a header, since servers log addresses; its answer is JSON.
  static func get(_ address: WebAddress, bearer token: String) -> HTTPRequest {
    var request = get(address)
    request.headers = [HTTPHeader("Accept", "application/json")]
    request.credentials = [HTTPHeader("Authorization", "Bearer " + token)]
    request.mayBeSentElsewhere = false
    return request
  }

  /// A form, encoded as browsers do it.
  public static func form(_ address: WebAddress, _ fields: [FormField]) -> HTTPRequest {
    var request = HTTPRequest(.post, address)
    request.body = Array(FormField.encode(fields).utf8)
    request.headers = [
      HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
      HTTPHeader("Accept", "application/json"),
    ]
    request.mayBeSentElsewhere = false
    return request
  }
}

public struct HTTPHeader: Equatable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether it is safe to send: no line breaks.
  var isSound: Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }
      && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// Limits on an answer's time and size.
public struct HTTPLimits: Equatable, Sendable {
  /// Milliseconds to connect.
  public var connect = 5_000
  /// Milliseconds without a byte.
  public var idle = 5_000
  /// Milliseconds in total: including redirects and retries, not the waits that the server asks
  /// for.
  public var total = 15_000
  /// Bytes after decompression.
  public var body: Int
  public var header = 64 << 10
  /// Bytes on the wire: compressed, with chunk framing.
  var wire: Int { 2 * body + header }

  public init(body: Int) { self.body = body }

  public static let json = HTTPLimits(body: 5 << 20)
  public static let picture = HTTPLimits(body: 3 << 20)
}

public struct HTTPAnswer: Equatable, Sendable {
  public var status: Int
  public var headers: [HTTPHeader] = []
  public var body: [UInt8]
  /// The final address, after redirects.
  public var address: WebAddress
  /// Seconds since the server last confirmed it; nil when it was not cached.
  public var age: Int?
  /// Why this stale copy is the best there is; nil when it is as fresh as requested.
  public var staleBecause: HTTPError?

  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The last header of that name, case-insensitively.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.last { $0.name.lowercased() == name }?.value
  }

  /// The body as JSON; nil when it is not JSON, as in a proxy's error page or a truncated answer.
  public var json: JSONValue? {
    let value = try? JSONValue.parse(body, byteLimit: HTTPLimits.json.body)
    return value?.object == nil && value?.array == nil ? nil : value
  }
}

/// A name and a value in a form or query.
public struct FormField: Equatable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// `a=1&b=x%20y`: only unreserved characters stay unencoded.
  public static func encode(_ fields: [FormField]) -> String {
    fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
  }

  public static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
      default: out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Parses a query; invalid parts are skipped.
  public static func decode(_ query: some StringProtocol) -> [FormField] {
    query.split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = plain(parts[0]), let value = plain(parts.count > 1 ? parts[1] : "") else {
        return nil
      }
      return FormField(name, value)
    }
  }

  private static func plain(_ text: some StringProtocol) -> String? {
    var out: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case 0x2B: out.append(0x20)
      case 0x25:
        guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else {
          return nil
        }
        out.append(high << 4 | low)
      default: out.append(byte)
      }
    }
    return String(validating: out, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

extension WebAddress {
  /// This address with more query fields.
  func adding(_ fields: [FormField]) -> WebAddress? {
    let plain = text.prefix { $0 != "#" }
    let mark = plain.contains("?") ? (plain.last == "?" || plain.last == "&" ? "" : "&") : "?"
    return WebAddress(plain + mark + FormField.encode(fields))
  }
}
