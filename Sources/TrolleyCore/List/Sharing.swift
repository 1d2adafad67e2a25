/// What a machine knows of the list it shares: `sharing.json` in the data directory. Nothing secret
/// is in it; a list without it is kept by this machine alone.
public struct Sharing: Equatable, Sendable {
  public static let file = "sharing.json"

  /// The list's identifier, that of its journal.
  public var list: String
  /// The server as a PostgreSQL address, without a password.
  public var server: String

  public init(list: String, server: String) {
    self.list = list
    self.server = server
  }

  /// Nil when there is none.
  ///
  /// Throws `damaged` when it is there and cannot be used: the list must not be taken for one that
  /// is not shared.
  public static func read(in directory: String) throws(Failure) -> Sharing? {
    let path = directory + "/" + file
    guard access(path, F_OK) == 0 else { return nil }
    let damaged = Failure(
      .damaged, "\(file) cannot be read, so it is not known with whom the list is shared.")
    guard let bytes = SmallFile.read(path, limit: 16 << 10),
      let value = try? JSONValue.parse(bytes, what: file, byteLimit: 16 << 10, valueLimit: 100),
      let list = value["list"]?.string, let server = value["server"]?.string, !server.isEmpty
    else { throw damaged }
    return Sharing(list: list, server: server)
  }

  /// The content of the file.
  public var bytes: [UInt8] {
    JSONWriter.line { w in
      w.member("list", list)
      w.member("server", server)
    }
  }
}
