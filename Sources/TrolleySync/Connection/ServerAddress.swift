import CPostgres

/// Where a PostgreSQL server is, and as whom to sign in: what its users write as
/// `postgresql://ben@db.home/trolley`, `service=trolley` or `host=db.home dbname=trolley`.
/// Never a password: an address is typed, shown and kept.
public struct ServerAddress: Equatable, Sendable {
  /// libpq's options by keyword, only those that were given.
  public private(set) var options: [String: String]

  /// Options that say where and who, and how the other end proves itself. Others are refused: they
  /// could change the meaning of what is sent.
  private static let allowed: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "service", "passfile", "sslmode", "sslrootcert",
    "sslcert", "sslkey", "sslcrl", "channel_binding", "gssencmode", "krbsrvname",
  ]
  private static let longest = 2048

  public init(options: [String: String]) { self.options = options }

  /// Throws `badInput` for what libpq does not understand, and for a password.
  public init(_ text: String) throws(Failure) {
    guard !text.isEmpty, text.utf8.count <= Self.longest, !text.utf8.contains(0) else {
      throw Self.notAnAddress
    }
    var message: UnsafeMutablePointer<CChar>?
    let parsed = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(parsed)
      PQfreemem(message)
    }
    guard let parsed else { throw Self.notAnAddress }
    options = [:]
    var at = parsed
    while let keyword = at.pointee.keyword {
      if let value = at.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      at += 1
    }
    guard options["password"] == nil else {
      throw Failure(
        .badInput,
        "Leave the password out of the address, where others could see it: "
          + "you are asked for it, or put it into ~/.pgpass.")
    }
    if let other = options.keys.sorted().first(where: { !Self.allowed.contains($0) }) {
      throw Failure(.badInput, "An address of a server cannot have the option “\(other)”.")
    }
    // A bare word would be the name of a database on this machine, which is rarely meant.
    guard text.contains("=") || text.contains("://") else { throw Self.notAnAddress }
  }

  private static let notAnAddress = Failure(
    .badInput, "That is not the address of a server. Write it like: postgresql://db.home/trolley")

  /// The same place for another user.
  public func with(user: String) -> ServerAddress {
    var copy = self
    copy.options["user"] = user
    return copy
  }

  /// As a text that `init` understands.
  public var text: String {
    options.sorted { $0.key < $1.key }.map { option in
      let value = option.value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "\(option.key)='\(value)'"
    }.joined(separator: " ")
  }

  public subscript(keyword: String) -> String? {
    get { options[keyword] }
    set { options[keyword] = newValue }
  }

  /// For people: where it is, without who signs in.
  public var place: String {
    if let service = options["service"] { return "service \(service)" }
    let host = options["host"] ?? options["hostaddr"] ?? "this machine"
    return CleanText.line(host, limit: .address)
  }

  /// Whether hosts are all on this machine, by a socket or the loopback interface: only there may a
  /// connection be without a certificate.
  static func isLocal(hosts: String?, addresses: String?) -> Bool {
    let names = (addresses?.isEmpty == false ? addresses : hosts) ?? ""
    return names.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { name in
      name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost"
        || name == "::1" || isLoopback(name)
    }
  }

  private static func isLoopback(_ name: Substring) -> Bool {
    var address = in_addr()
    guard inet_pton(AF_INET, String(name), &address) == 1 else { return false }
    return UInt32(bigEndian: address.s_addr) >> 24 == 127
  }
}
