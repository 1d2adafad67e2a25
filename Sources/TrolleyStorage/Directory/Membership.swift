/// How this machine takes part in a list that is shared: the file `member.json` beside the journal,
/// which `trolley-sync` alone reads, since it has a password; and `sharing.json`, which has none. While
/// that is there, the list's journal is the server's, and the one here is a copy.
public struct Membership: Equatable, Sendable {
  public static let fileName = "member.json"
  /// What every program looks at: the list and the server.
  public static let mark = "sharing.json"
  /// The certificate that the server's must be signed by, when that is none the system knows.
  public static let certificate = "server.crt"

  private static let most = 16 << 10

  /// The list's identifier.
  public var list: String
  /// The address, without a user.
  public var server: String
  /// The role that this machine signs in as, and its password.
  public var role: String
  public var password: String
  /// What the others call this machine.
  public var machine: String

  public init(
    list: String, server: String, role: String, password: String, machine: String
  ) {
    self.list = list
    self.server = server
    self.role = role
    self.password = password
    self.machine = machine
  }

  /// Nil when the list is not shared. Throws `damaged` when the file cannot be understood.
  public static func load(
    directory path: String, calls: FileCalls = .system
  ) throws(Failure) -> Membership? {
    let directory = try DataDirectory(path: path, calls: calls, createIfMissing: false)
    guard let text = try directory.content(of: fileName, most: most),
      try directory.content(of: mark, most: most) != nil
    else {
      return nil
    }
    guard let value = try? JSONValue.parse(Array(text.prefix { $0 != 0x0A })),
      value["v"]?.int == 1, let list = value["list"]?.string, let server = value["server"]?.string,
      let role = value["role"]?.string,
      let password = value["password"]?.string, let machine = value["machine"]?.string
    else {
      throw Failure(
        .damaged,
        "The file \(fileName) cannot be understood. Put it back from a backup, or join again.",
        detail: fileName)
    }
    return Membership(
      list: list, server: server, role: role, password: password, machine: machine)
  }

  /// Makes the list a shared one, or changes how.
  public func save(
    directory path: String, certificate: String? = nil, calls: FileCalls = .system
  ) throws(Failure) {
    let all: [(String, [UInt8])] = [
      (Self.certificate, Array((certificate ?? "").utf8)),
      (
        Self.fileName,
        JSONWriter.line { w in
          w.member("v", 1)
          w.member("list", list)
          w.member("server", server)
          w.member("role", role)
          w.member("password", password)
          w.member("machine", machine)
        }
      ),
      (
        Self.mark,
        JSONWriter.line { w in
          w.member("list", list)
          w.member("server", server)
        }
      ),
    ]
    let directory = try DataDirectory(path: path, calls: calls, createIfMissing: false)
    try Refusal.during(.saving) { () throws(CallError) in
      // The mark comes last, so that there is never one without the rest.
      for (name, bytes) in all where !bytes.isEmpty {
        try directory.replace(name) { file throws(CallError) in try file.write(bytes) }
      }
    }
  }

  /// The list is one of this machine alone from now on.
  public static func remove(directory path: String, calls: FileCalls = .system) throws(Failure) {
    let directory = try DataDirectory(path: path, calls: calls, createIfMissing: false)
    try Refusal.during(.saving) { () throws(CallError) in
      for name in [mark, fileName, certificate, DataDirectory.replaced]
      where try directory.status(of: name) != nil {
        try directory.remove(name)
      }
      try directory.sync()
    }
  }
}
