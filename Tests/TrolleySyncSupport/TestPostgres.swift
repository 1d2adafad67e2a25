import Foundation
import Synchronization
import Testing
import TrolleyModel
import TrolleySync
import TrolleySystem
import TrolleyTestSupport

/// A PostgreSQL server in a temporary directory, reachable by a socket there and on the loopback
/// interface. It ends with the tests, however they end: its keeper waits on a pipe.
public final class TestPostgres: Sendable {
  /// For all tests that leave the server as it is; each works in a database of its own.
  public static let shared = Result { try TestPostgres() }

  public let directory: String
  public let port: Int
  private let owner: Owner
  private let running = Mutex<Running?>(nil)
  private let lastDatabase = Atomic<Int>(0)

  private struct Running {
    let keeper: pid_t
    let pipe: Int32
  }

  /// The server refuses to run as root.
  private struct Owner {
    let user: uid_t
    let group: gid_t
    var prefix: [String] {
      geteuid() != 0
        ? [] : ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--"]
    }

    init() throws {
      guard geteuid() == 0 else {
        (user, group) = (geteuid(), getegid())
        return
      }
      let entry = try #require(Self.entry(of: "postgres") ?? Self.entry(of: "nobody"))
      (user, group) = (entry.pw_uid, entry.pw_gid)
    }

    /// Not `getpwnam`: its answer is the process's, and another test that asks at the same time changes it.
    private static func entry(of name: String) -> passwd? {
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      // The names in it point into this, and are not used.
      var text = [CChar](repeating: 0, count: 16_384)
      let status = getpwnam_r(name, &entry, &text, text.count, &found)
      return status == 0 && found != nil ? entry : nil
    }
  }

  /// The words before a command that make it run as another user than root.
  static func prefix() throws -> [String] { try Owner().prefix }

  /// - Parameters:
  ///   - settings: lines of `postgresql.conf`.
  ///   - rules: lines of `pg_hba.conf`, before the usual ones.
  ///   - prepare: called with the directory before the first start, to add files that `settings` name.
  public init(
    settings: [String] = [], rules: [String] = [], prepare: (String) throws -> Void = { _ in }
  ) throws {
    owner = try Owner()
    // Short: the path of a socket has at most 107 bytes.
    var template = Array((NSTemporaryDirectory() + "/pg-XXXXXX").utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    chown(directory, owner.user, owner.group)
    port = try Self.freePort()
    try Self.run(
      owner.prefix + [
        Self.program("initdb"), "-D", directory + "/data", "-U", "postgres", "-A", "trust",
        "-E", "UTF8", "--locale=C", "--no-sync",
      ])
    // After what initdb found out about this system, such as whether it has POSIX shared memory.
    let found = try String(contentsOfFile: directory + "/data/postgresql.conf", encoding: .utf8)
    let all =
      [
        found, "listen_addresses = '127.0.0.1'", "port = \(port)", "max_connections = 200",
        "unix_socket_directories = '\(directory)'", "fsync = off", "shared_buffers = 16MB",
        "password_encryption = 'scram-sha-256'", "max_wal_size = 128MB", "logging_collector = off",
      ] + settings
    try write("postgresql.conf", all)
    try write(
      "pg_hba.conf",
      rules + [
        "local all postgres trust", "local replication postgres trust",
        "local all all scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256",
      ])
    try prepare(directory)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory + "/data") {
      chown(directory + "/data/" + name, owner.user, owner.group)
    }
    try start()
  }

  /// A standby of another server.
  public init(standbyOf primary: TestPostgres) throws {
    owner = try Owner()
    var template = Array((NSTemporaryDirectory() + "/pg-XXXXXX").utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    chown(directory, owner.user, owner.group)
    port = try Self.freePort()
    try Self.run(
      owner.prefix + [
        Self.program("pg_basebackup"), "-h", primary.directory, "-p", "\(primary.port)", "-U",
        "postgres", "-D", directory + "/data", "-R", "-c", "fast", "--no-sync",
      ])
    let file = directory + "/data/postgresql.conf"
    let settings = try String(contentsOfFile: file, encoding: .utf8)
      .replacingOccurrences(of: "port = \(primary.port)", with: "port = \(port)")
      .replacingOccurrences(of: primary.directory, with: directory)
    try write("postgresql.conf", [settings])
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: directory)
  }

  public static func program(_ name: String) -> String {
    let manager = FileManager.default
    let versions = (try? manager.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
      .map { "/usr/lib/postgresql/\($0)/bin/\(name)" }
      .first { manager.isExecutableFile(atPath: $0) } ?? Spawn.path(of: name) ?? name
  }

  static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private func write(_ name: String, _ lines: [String]) throws {
    let path = directory + "/data/" + name
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: false, encoding: .utf8)
    chown(path, owner.user, owner.group)
  }

  // MARK: Running

  @discardableResult
  private static func run(_ words: [String]) throws -> Int32 {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    let child = try #require(
      Spawn.start(words[0], Array(words.dropFirst()), descriptors: [nowhere, nowhere, nowhere]))
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    try #require(status == 0, "\(words.joined(separator: " ")) failed")
    return status
  }

  /// Ends the server when the pipe closes; at once, without waiting for its clients. If nothing was
  /// written into it before, the tests have ended, and what belongs to the server goes with them.
  private static let keeper = """
    folder=$1; shift
    "$@" >>"$folder/log" 2>&1 </dev/null &
    server=$!
    word=$(cat)
    kill -INT $server
    wait $server
    [ "$word" ] || rm -rf "$folder"
    """

  public func start() throws {
    let pipe = try Channel()
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer {
      close(nowhere)
      close(pipe.reading)
    }
    let words =
      ["-c", Self.keeper, "sh", directory] + owner.prefix
      + [Self.program("postgres"), "-D", directory + "/data"]
    let keeper = try #require(
      Spawn.start("/bin/sh", words, descriptors: [pipe.reading, nowhere, nowhere]))
    running.withLock { $0 = Running(keeper: keeper, pipe: pipe.writing) }
    waitUntil("PostgreSQL to start") { (try? admin()) != nil }
  }

  /// Waits for its end.
  public func stop() {
    guard
      let old = running.withLock({ running in
        defer { running = nil }
        return running
      })
    else { return }
    _ = SystemIO.writeAll(old.pipe, Array("stop".utf8))
    close(old.pipe)
    while waitpid(old.keeper, nil, 0) < 0, errno == EINTR {}
  }

  /// What it logged.
  public var log: String {
    (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
  }

  // MARK: Databases

  /// The address by the socket, where the superuser needs no password.
  public func local(_ database: String = "postgres") -> ServerAddress {
    ServerAddress(options: [
      "host": directory, "port": "\(port)", "dbname": database, "user": "postgres",
    ])
  }

  /// The address on the loopback interface.
  public func address(_ database: String, user: String) -> ServerAddress {
    ServerAddress(options: [
      "host": "127.0.0.1", "port": "\(port)", "dbname": database, "user": user,
    ])
  }

  public func admin(_ database: String = "postgres") throws -> PostgresConnection {
    try PostgresConnection(local(database))
  }

  /// A new database.
  public func database(isSetUp: Bool = true) throws -> TestDatabase {
    let name = "test\(lastDatabase.wrappingAdd(1, ordering: .relaxed).newValue)"
    try admin().run("CREATE DATABASE \(name)")
    let database = TestDatabase(server: self, name: name)
    if isSetUp { try ServerSchema.setUp(database.admin()) }
    return database
  }
}

/// A database for one test.
public struct TestDatabase: Sendable {
  public let server: TestPostgres
  public let name: String

  public init(server: TestPostgres, name: String) {
    self.server = server
    self.name = name
  }

  public func admin() throws -> PostgresConnection { try server.admin(name) }

  public var local: ServerAddress { server.local(name) }
  public func address(user: String) -> ServerAddress { server.address(name, user: user) }
}
