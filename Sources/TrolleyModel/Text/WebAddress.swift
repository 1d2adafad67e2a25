/// A parsed and strictly validated web address that is safe to open, request and show. Only http
/// and https, with a host, no user part, printable ASCII and no quotes.
public struct WebAddress: Hashable, Sendable {
  /// The original text.
  public let text: String
  public let isHTTPS: Bool
  /// In lower case; an IPv6 address is in brackets.
  public let host: String
  public let port: Int
  /// Path and query, without the fragment; at least `/`.
  public let path: String

  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count <= CleanText.Limit.address.bytes, bytes.allSatisfy(Self.isAllowed) else {
      return nil
    }
    let whole = String(text)
    guard let colon = whole.range(ofASCII: "://") else { return nil }
    switch whole[..<colon.lowerBound].lowercased() {
    case "https": isHTTPS = true
    case "http": isHTTPS = false
    default: return nil
    }
    let rest = whole[colon.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    guard let (host, port) = Self.split(authority: rest[..<end]) else { return nil }
    self.host = host
    self.port = port ?? (isHTTPS ? 443 : 80)
    let path = rest[end...].prefix { $0 != "#" }
    self.path = path.first == "/" ? String(path) : "/" + path
    self.text = whole
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x27, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
    default: (0x21...0x7E).contains(byte)
    }
  }

  private static func split(authority: Substring) -> (host: String, port: Int?)? {
    let host: Substring
    var rest: Substring
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      host = authority[...close]
      rest = authority[authority.index(after: close)...]
      guard host.utf8.count >= 4, host.utf8.dropFirst().dropLast().allSatisfy(isOfIPv6) else {
        return nil
      }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
      guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(isOfName),
        let first = host.first, first != "-", first != "."
      else { return nil }
    }
    guard !rest.isEmpty else { return (host.lowercased(), nil) }
    rest.removeFirst()
    guard authority[host.endIndex...].first == ":", rest.utf8.count <= 5,
      rest.utf8.allSatisfy({ (48...57).contains($0) }), let port = Int(rest),
      (1...65_535).contains(port)
    else { return nil }
    return (host.lowercased(), port)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func isOfIPv6(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...70, 97...102, 0x3A, 0x2E: true
    default: false
    }
  }

  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        guard let number = UInt8(part) else { return false }
        return String(number) == part
      }
  }

  /// Whether Trolley itself may connect to it: over https, or to this machine.
  public var isProtected: Bool { isHTTPS || isLoopback }

  /// Scheme, host and port: the origin as browsers define it.
  public var origin: String { "\(isHTTPS ? "https" : "http")://\(host):\(port)" }
}

extension String {
  fileprivate func range(ofASCII needle: String) -> Range<Index>? {
    let needle = Array(needle.utf8)
    var at = startIndex
    while at != endIndex {
      if utf8[at...].starts(with: needle) { return at..<utf8.index(at, offsetBy: needle.count) }
      at = utf8.index(after: at)
    }
    return nil
  }
}
