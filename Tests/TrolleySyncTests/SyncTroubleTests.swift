import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleySync

/// What cannot be connected is said in words that help, and tried again only if that may help.
@Suite(.startsPrograms) struct SyncTroubleTests {
  private func list() throws -> TestSharedList {
    try TestSharedList(TestPostgres.shared.get().database())
  }

  private func trouble(_ driver: SyncDriver) throws -> SyncTrouble {
    driver.connect()
    return try driver.offline()
  }

  @Test func aWrongPasswordNeedsAPerson() throws {
    let trouble = try trouble(SyncDriver(list(), password: "wrong"))
    #expect(trouble.kind == .signIn && !trouble.passes)
    #expect(trouble.sentence.contains("its password was changed"))
  }

  @Test func `a wrong password is named though the way without TLS is closed`() {
    let place = #"connection to server at "localhost" (::1), port 5432 failed: FATAL:  "#
    #expect(ServerTrouble.code(in: place + "28P01\n" + place + "28000") == "28P01")
    #expect(ServerTrouble.code(in: place + "28000\n" + place + "3D000") == "3D000")
    #expect(ServerTrouble.code(in: "nothing of a server") == nil)
  }

  @Test func aMachineThatWasRemovedIsTold() throws {
    let list = try list()
    let role = try list.invite("laptop")
    let laptop = try SyncDriver(list, role: role)
    try laptop.connectOnline()
    try ServerList(connection: list.connection(), list: list.list).revoke("laptop")
    let trouble = try laptop.offline()
    #expect(trouble.kind == .notAllowed && trouble.sentence.contains("no longer"))
    let again = try self.trouble(SyncDriver(list, role: role))
    #expect(!again.passes)
  }

  @Test func aListOfElsewhereIsNoneOfItsOwn() throws {
    let database = try TestPostgres.shared.get().database()
    let one = try TestSharedList(database)
    let foreign = try TestSharedList(database)
    let trouble = try trouble(SyncDriver(foreign, role: one.role))
    #expect(trouble.kind == .notAllowed)
  }

  @Test func aDatabaseThatIsMissingOrWasNotSetUpIsTold() throws {
    let list = try list()
    var address = list.database.address(user: list.role)
    address["dbname"] = "there_is_none"
    #expect(try trouble(SyncDriver(list, server: address)).kind == .noSuchList)
    address["dbname"] = "postgres"
    #expect(try trouble(SyncDriver(list, server: address)).kind == .noSuchList)
  }

  @Test func noServerAtAllIsTriedAgain() throws {
    let list = try list()
    var address = list.database.address(user: list.role)
    address["port"] = "1"
    let trouble = try trouble(SyncDriver(list, server: address))
    #expect(trouble.kind == .unreachable && trouble.passes)
    #expect(trouble.sentence.contains("no PostgreSQL answers"))
    address["host"] = "name.invalid"
    let unknown = try self.trouble(SyncDriver(list, server: address))
    #expect(unknown.kind == .unreachable && unknown.sentence.contains("name.invalid"))
  }

  @Test func aCopyThatIsAheadOfTheServerIsNeverOverwritten() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    for i in 1...3 { try one.insist("a", i) }
    let other = try TestSharedList(list.database)
    _ = other
    let admin = try list.database.admin()
    try admin.run("ALTER TABLE trolley.journal DISABLE TRIGGER USER")
    try admin.run("DELETE FROM trolley.journal WHERE list = $1 AND n > 1", [list.list])
    let crc = try JournalLines.verified(
      one.lines, after: JournalLines.header(list: list.list).origin)
    try admin.run(
      "UPDATE trolley.list SET head_n = 1, head_crc = $2 WHERE id = $1",
      [list.list, ServerList.text(crc[0].crc)])
    one.connect()
    let trouble = try one.offline()
    #expect(trouble.kind == .behind && !trouble.passes)
    #expect(trouble.sentence.contains("backup"))
  }

  /// In versions before 10 every role of the server could take what presence needs.
  @Test(arguments: [9, ServerSchema.version])
  func `locks that another role holds keep no machine away`(_ version: Int) throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    try ServerSchema.setUp(database.admin(), to: version)
    let list = try TestSharedList(database)
    let stranger = try database.admin()
    try stranger.run("SELECT pg_try_advisory_lock(1414680397, g) FROM generate_series(1, 99) g")
    let one = try SyncDriver(list)
    let other = try SyncDriver(list, role: list.invite("kitchen"))
    for machine in [one, other] {
      machine.send(.presence(["ann"]))
      try machine.connectOnline()
    }
    try one.insist("a", 1)
    try other.copy(of: 1)
    guard version == ServerSchema.version else { return }
    try one.next("ann") { $0 == .presence([SyncPresence(account: "ann", machine: "kitchen")]) }
  }

  @Test func `setting up says who holds what has to be changed`() throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    let admin = try database.admin()
    try ServerSchema.setUp(admin, to: 9)
    let list = try TestSharedList(database)
    let machine = try list.connection()
    let server = ServerList(connection: machine, list: list.list)
    try machine.run([.init("BEGIN"), server.opening(since: 0)])
    try admin.run("SET lock_timeout = '100ms'")
    let held = #expect(throws: Failure.self) { try ServerSchema.setUp(admin) }
    #expect(held?.kind == .busy && held?.sentence.contains("“first”") == true, "\(held as Any)")
    #expect(held?.sentence.hasSuffix("(\(machine.process))") == true)
    try machine.run("ROLLBACK")
    let another = try database.admin()
    try another.run([
      .init("BEGIN"), .init("COMMENT ON DATABASE \(database.name) IS 'of the family'"),
    ])
    let busy = #expect(throws: Failure.self) { try ServerSchema.setUp(admin) }
    #expect(busy?.sentence.hasSuffix("(\(another.process))") == true, "\(busy as Any)")
    try another.run("COMMIT")
    try ServerSchema.setUp(admin)
    let comment = try admin.run(
      "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1",
      [database.name])
    #expect(comment.text(0, 0) == "of the family")
  }

  @Test func noSecretIsInArgumentsEnvironmentOrReports() throws {
    let list = try list()
    let one = try SyncDriver(list, password: "wrong-secret-word")
    one.connect()
    let trouble = try one.offline()
    #expect(!"\(trouble) \(one.reports)".contains("wrong-secret-word"))
    for file in ["cmdline", "environ"] {
      let bytes = (try? Data(contentsOf: URL(filePath: "/proc/\(one.pid)/\(file)"))) ?? Data()
      #expect(!String(decoding: bytes, as: UTF8.self).contains("wrong-secret-word"))
    }
    #expect(!list.database.server.log.contains("wrong-secret-word"))
    #expect(!list.database.server.log.contains(TestSharedList.password))
  }
}

/// Addresses, and how far a connection is to be trusted.
@Suite struct ServerAddressTests {
  @Test(arguments: [
    "postgresql://db.home/trolley", "postgres://ben@db.home:5433/trolley?sslrootcert=/a/b.crt",
    "service=trolley", "host=db.home dbname=trolley user=ben",
  ]) func whatPeopleWriteIsUnderstood(_ text: String) throws {
    _ = try ServerAddress(text)
  }

  @Test(arguments: [
    "", "trolley", "https://db.home/trolley", "postgresql://db.home/trolley?options=-cfoo",
    "host=db.home replication=true", "postgresql://", "host='db",
    "host=a load_balance_hosts=random",
  ]) func whatIsNoAddressIsRefused(_ text: String) {
    guard text != "postgresql://" else { return }
    let failure = #expect(throws: Failure.self) { try ServerAddress(text) }
    #expect(failure?.kind == .badInput)
  }

  @Test func aPasswordInAnAddressIsRefusedAndNotRepeated() {
    let failure = #expect(throws: Failure.self) {
      try ServerAddress("postgresql://ben:geheim@db.home/trolley")
    }
    #expect(failure?.sentence.contains("~/.pgpass") == true)
    #expect(failure.map { "\($0)".contains("geheim") } == false)
  }

  @Test func onlyThisMachineNeedsNoCertificate() {
    for host in ["/run/postgresql", "@abstract", "localhost", "127.0.0.1", "127.8.9.1", "::1", ""] {
      #expect(ServerAddress.isLocal(hosts: host, addresses: nil), "\(host)")
    }
    for host in ["db.home", "10.0.0.1", "localhost,db.home", "127.0.0.1.example.org", "2130706433"]
    {
      #expect(!ServerAddress.isLocal(hosts: host, addresses: nil), "\(host)")
    }
    #expect(!ServerAddress.isLocal(hosts: "localhost", addresses: "10.0.0.1"))
  }
}
