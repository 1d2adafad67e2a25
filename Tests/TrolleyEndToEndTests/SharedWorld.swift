import Foundation
import Testing
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

/// A database for a list that is shared, and its administrator, who signs in with a password.
struct SharedWorld {
  let runner: CommandRunner
  let database: TestDatabase

  init(isSetUp: Bool = true) throws {
    runner = try CommandRunner()
    database = try TestPostgres.shared.get().database(isSetUp: isSetUp)
    chmod(try runner.file(".pgpass", "127.0.0.1:*:*:\(owner):words of anna\n"), 0o600)
    try database.admin().run("CREATE ROLE \(owner) LOGIN SUPERUSER PASSWORD 'words of anna'")
  }

  private var owner: String { "anna_" + database.name }

  /// The address of the database, as its administrator.
  var address: String {
    "postgresql://\(owner)@127.0.0.1:\(database.server.port)/\(database.name)"
  }

  func share() throws {
    #expect(try runner.run("add", "milk", "2").status == 0)
    let run = try runner.run("share", address, "--name", "kitchen", "--yes")
    #expect(run.status == 0, "\(run.error)")
  }

  func code(_ name: String) throws -> String {
    let run = try runner.run("invite", name)
    try #require(run.status == 0, "\(run.error)")
    return try #require(run.lines.last)
  }

  func join(_ name: String) throws {
    let run = try runner.run("join", input: code(name) + "\n", data: name)
    try #require(run.status == 0, "\(run.error)")
  }

  /// Keeps a machine apart, as if another program carried its list and was slow, until the descriptor
  /// that it returns is closed.
  func lock(_ data: String) throws -> Int32 {
    let path = runner.home.path + "/\(data)/sync.lock"
    let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    waitUntil("no program carries the list") { flock(lock, LOCK_EX | LOCK_NB) == 0 }
    return lock
  }

  func journal(_ data: String) throws -> Data {
    try Data(contentsOf: runner.home.appending(path: data + "/journal.jsonl"))
  }

  /// All lines on the server, as a file would have them.
  func table() throws -> Data {
    let rows = try database.admin().run("SELECT line FROM trolley.journal ORDER BY n")
    let lines = (0..<rows.count).compactMap { rows.text($0, 0) }
    return Data((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// A further machine, whose way to the server can be cut.
  func joinThroughProxy(_ name: String) throws -> CuttingProxy {
    try join(name)
    let proxy = try CuttingProxy(to: database.server)
    try lead(name, through: proxy)
    return proxy
  }

  /// Leads a machine to the server by another way.
  func lead(_ data: String, through proxy: CuttingProxy) throws {
    let path = runner.home.appending(path: data).path
    var member = try #require(try Membership.load(directory: path))
    member.server = member.server.replacingOccurrences(
      of: "\(database.server.port)", with: "\(proxy.port)")
    try member.save(directory: path)
  }
}
