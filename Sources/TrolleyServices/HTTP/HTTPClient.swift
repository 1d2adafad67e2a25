import TrolleyCore

/// Asks servers. All that speaks with the network goes through one of these, so that every limit is in
/// one place; a cache is one more of them around another.
public protocol HTTPClient: Sendable {
  /// The answer of any status; only what is no answer throws. Blocks until then, at most as long as
  /// the request's limits say, and ends at once when it is cancelled.
  func send(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws(HTTPProblem) -> HTTPAnswer
}

/// A question to a server.
public struct HTTPRequest: Equatable, Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  public var method: Method
  public var address: WebAddress
  public var headers: [HTTPHeader] = []
  /// Headers that another origin never gets, wherever this one sends us.
  public var credentials: [HTTPHeader] = []
  public var body: [UInt8] = []
  public var limits = HTTPLimits.json
  /// Whether a redirect to another origin is followed. Never when its answer is taken on the word of
  /// the first one.
  public var mayBeSentElsewhere = true
  /// Whether an answer is kept on the disk, and how long one that was kept will do.
  public var caching = HTTPCaching.none
  /// Who asks how often, where a service has rules for that.
  public var rate: RequestRate?
  /// Whom the service's owner can write to, for the User-Agent; empty for nobody.
  public var contact = ""

  public init(_ method: Method, _ address: WebAddress) {
    self.method = method
    self.address = address
  }

  public static func get(_ address: WebAddress) -> HTTPRequest { HTTPRequest(.get, address) }

  /// A form, as browsers send it.
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

  /// Whether it can stand in a request: nothing that ends a line early.
  var isSound: Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }
      && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// How much time and room an answer may take.
public struct HTTPLimits: Equatable, Sendable {
  /// Milliseconds until there is a connection.
  public var connect = 5_000
  /// Milliseconds without a byte.
  public var idle = 5_000
  /// Milliseconds for everything: redirects and further tries included, waiting that the server asks
  /// for not.
  public var total = 15_000
  /// Bytes, counted after decompression.
  public var body: Int
  public var header = 64 << 10

  public init(body: Int) { self.body = body }

  public static let json = HTTPLimits(body: 5 << 20)
  public static let picture = HTTPLimits(body: 3 << 20)
}

public struct HTTPAnswer: Equatable, Sendable {
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: [UInt8]
  /// Where it came from in the end.
  public var address: WebAddress
  /// Seconds since the server last said so; nil when it has just come from there.
  public var age: Int?
  /// Why there is nothing newer than this kept copy; nil when it is as new as was asked for.
  public var staleBecause: HTTPProblem?

  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8], address: WebAddress) {
    self.status = status
    self.headers = headers
    self.body = body
    self.address = address
  }

  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The last header of that name, in whatever case.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.last { $0.name.lowercased() == name }?.value
  }

  /// The body as JSON, or nil when it is none: an error page of a proxy, half an answer.
  public var json: JSONValue? {
    let value = try? JSONValue.parse(body, byteLimit: HTTPLimits.json.body)
    return value?.object == nil && value?.array == nil ? nil : value
  }
}

/// A name and a value of a form or of a query.
public struct FormField: Equatable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// `a=1&b=x%20y`: nothing but unreserved characters as they are.
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

  /// Reads a query; what makes no sense is left out.
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
  /// This address with more in its query.
  func adding(_ fields: [FormField]) -> WebAddress? {
    let plain = text.prefix { $0 != "#" }
    let mark = plain.contains("?") ? (plain.last == "?" || plain.last == "&" ? "" : "&") : "?"
    return WebAddress(plain + mark + FormField.encode(fields))
  }
}
