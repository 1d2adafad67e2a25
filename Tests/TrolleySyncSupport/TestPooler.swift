import Foundation
import Testing
import TrolleySync
import TrolleySystem
import TrolleyTestSupport

/// PgBouncer in transaction mode, in front of a `TestPostgres`: it lends connections by the
/// transaction, so announcements are lost without a word.
public final class TestPooler: Sendable {
  /// Nil where it is not installed.
  public static let program =
    Spawn.path(of: "pgbouncer")
    ?? ["/usr/sbin/pgbouncer"]
    .first { access($0, X_OK) == 0 }

  public let port: Int
  private let folder: String
  private let pid: pid_t

  /// - Parameter roles: with their verifiers, as the server keeps them.
  public init(to database: TestDatabase) throws {
    folder = NSTemporaryDirectory() + "/pooler-" + UUID().uuidString
    mkdir(folder, 0o755)
    port = try TestPostgres.freePort()
    let rows = try database.admin().run(
      "SELECT rolname, rolpassword FROM pg_authid WHERE rolpassword IS NOT NULL")
    let users = (0..<rows.count).map {
      "\"\(rows.text($0, 0) ?? "")\" \"\(rows.text($0, 1) ?? "")\""
    }
    let settings = [
      "[databases]", "* = host=127.0.0.1 port=\(database.server.port)", "[pgbouncer]",
      "listen_addr = 127.0.0.1", "listen_port = \(port)", "auth_type = scram-sha-256",
      "auth_file = \(folder)/users", "pool_mode = transaction", "unix_socket_dir =",
    ]
    for (name, lines) in [("users", users), ("settings", settings)] {
      try lines.joined(separator: "\n").write(
        toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    }
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    // It refuses to run as root.
    let words = try TestPostgres.prefix() + [try #require(Self.program), folder + "/settings"]
    pid = try #require(
      Spawn.start(words[0], Array(words.dropFirst()), descriptors: [nowhere, nowhere, nowhere]))
    let port = port
    waitUntil("PgBouncer to start") { Self.listens(port) }
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func listens(_ port: Int) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      connect(
        socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}
