import Testing
import TrolleyModel
import TrolleySyncSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleySync

/// A server behind PgBouncer, which loses announcements.
@Suite(.startsPrograms, .enabled(if: TestPooler.program != nil)) struct PoolerTests {
  @Test func behindAPoolerTheServerIsAskedAndNothingIsMissed() throws {
    let list = try TestSharedList(TestPostgres.shared.get().database())
    let role = try list.invite("pooled")
    let pooler = try TestPooler(to: list.database)
    var address = list.database.address(user: role)
    address["port"] = "\(pooler.port)"
    let pooled = try SyncDriver(list, role: role, server: address)
    let direct = try SyncDriver(list)
    for machine in [pooled, direct] { try machine.connectOnline() }
    try direct.insist("a", 1)
    try pooled.copy(of: 1)
    try pooled.insist("b", 1)
    try direct.copy(of: 2)
    try direct.insist("a", 2)
    try pooled.copy(of: 3)
    #expect(pooled.lines == direct.lines)
  }

  /// The pooler lets it in and has no connection to the server for it: it has one code for all such
  /// things, and it is no lost connection.
  @Test func `a machine that was removed is not told that the connection was lost`() throws {
    let list = try TestSharedList(TestPostgres.shared.get().database())
    let role = try list.invite("pooled")
    let pooler = try TestPooler(to: list.database)
    var address = list.database.address(user: role)
    address["port"] = "\(pooler.port)"
    // Before the pooler has a connection to the server that it could lend.
    try ServerList(connection: list.connection(), list: list.list).revoke("pooled")
    let thrown = #expect(throws: Failure.self) {
      try PostgresConnection(address, password: TestSharedList.password)
    }
    #expect(thrown?.sentence.contains("PgBouncer") == true, "\(String(describing: thrown))")
  }

  @Test func itIsKnownWhetherAnnouncementsCome() throws {
    let list = try TestSharedList(TestPostgres.shared.get().database())
    let pooler = try TestPooler(to: list.database)
    for (port, hears) in [(list.database.server.port, true), (pooler.port, false)] {
      var address = list.database.address(user: list.role)
      address["port"] = "\(port)"
      let driver = try SyncDriver(list, server: address)
      let link = try ServerLink(
        SyncTarget(
          directory: driver.directory, list: list.list, server: "", origin: driver.head,
          head: driver.head))
      // A verb that asks has five seconds for everything.
      let start = MonotonicTime.milliseconds
      #expect(try link.hears() == hears)
      #expect(MonotonicTime.milliseconds - start < 2500)
      #expect(link.patience == (hears ? 60_000 : 2000))
    }
  }
}
