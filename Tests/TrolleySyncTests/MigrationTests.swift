import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

@testable import TrolleySync

/// A database of every earlier version, with a list in it, is brought to this one.
@Suite(.startsPrograms) struct MigrationTests {
  @Test(arguments: 1..<ServerSchema.version)
  func anEarlierSchemaIsBroughtToThisOneWithItsListsAndMachines(_ version: Int) throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    let admin = try database.admin()
    try ServerSchema.setUp(admin, to: version)
    let list = try TestSharedList(database)
    let journal = try list.journal()
    let head = try journal.turn(since: journal.origin) { turn throws(Failure) in
      _ = try turn.append(steps: [[JournalConformance.body("a", 1)]])
      return turn.head
    }
    // The old machine does not have what is new.
    let machine = try list.connection()
    let present = "SELECT * FROM trolley_machine.present($1)"
    if version < 2 { #expect(throws: Failure.self) { try machine.run(present, [list.list]) } }
    let before = ServerList(connection: machine, list: list.list)
    #expect(try before.machines().map(\.name) == ["first"])
    func checksums() throws -> [String?] {
      let lengths = (0...17).map { String("abcdefghijklmnopq".prefix($0)) }
      return try (["123456789", "Brühe €"] + lengths).map { text in
        try admin.run("SELECT trolley.checksum(convert_to($1, 'UTF8'))", [text]).text(0, 0)
      }
    }
    let sums = try checksums()
    // The check value of CRC-32C.
    #expect(sums.first == "e3069283")
    try ServerSchema.setUp(admin)
    #expect(try ServerSchema.installed(admin) == ServerSchema.version)
    #expect(try checksums() == sums)
    #expect(try before.machines().first?.isOnline == true)
    #expect(try journal.head() == head)
    #expect(try machine.run(present, [list.list]).count == 0)
  }

  @Test func aNewerSchemaIsLeftAlone() throws {
    let database = try TestPostgres.shared.get().database()
    let admin = try database.admin()
    try admin.run("UPDATE trolley.setting SET version = 1000")
    let failure = #expect(throws: Failure.self) { try ServerSchema.setUp(admin) }
    #expect(failure?.sentence.contains("newer Trolley") == true)
  }

  @Test func setUpNeedsNoSuperuserAndNothingIsLeftOfOneThatFails() throws {
    let server = try TestPostgres()
    let admin = try server.admin()
    for statement in [
      "CREATE ROLE anna LOGIN CREATEROLE", "CREATE DATABASE family OWNER anna",
      "CREATE ROLE ben LOGIN",
    ] { try admin.run(statement) }
    let family = TestDatabase(server: server, name: "family")
    try admin.run("ALTER ROLE anna PASSWORD 'anna'")
    try admin.run("ALTER ROLE ben PASSWORD 'ben'")
    let ben = try PostgresConnection(family.address(user: "ben"), password: "ben")
    #expect(throws: Failure.self) { try ServerSchema.setUp(ben) }
    #expect(try ServerSchema.installed(server.admin("family")) == nil)
    let anna = try PostgresConnection(family.address(user: "anna"), password: "anna")
    try ServerSchema.setUp(anna)
    try ServerSchema.setUp(anna)
    let role = try ServerList.share(
      anna, list: String(repeating: "a", count: 32), machine: "till", password: "secret words")
    let till = try PostgresConnection(family.address(user: role), password: "secret words")
    _ = try PostgresJournal(till, list: String(repeating: "a", count: 32))
  }

  @Test func aDatabaseInAnotherEncodingIsRefusedWithTheCommandThatHelps() throws {
    let server = try TestPostgres.shared.get()
    try server.admin().run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    let failure = #expect(throws: Failure.self) { try ServerSchema.setUp(server.admin("latin")) }
    #expect(failure?.sentence.contains("createdb") == true)
  }

  @Test func manyProgramsMaySetUpAtOnce() throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    let failures = Mutex<[String]>([])
    parallelForEach(4, threads: 4) { _ in
      do { try ServerSchema.setUp(database.admin()) } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try ServerSchema.installed(database.admin()) == ServerSchema.version)
  }
}
