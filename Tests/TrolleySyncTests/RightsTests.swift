import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

@testable import TrolleySync

/// What a machine's role may not do, each tried as that role.
@Suite(.startsPrograms) struct RightsTests {
  private struct World {
    let list: TestSharedList
    let other: TestSharedList
    let machine: PostgresConnection

    init() throws {
      let database = try TestPostgres.shared.get().database()
      list = try TestSharedList(database)
      other = try TestSharedList(database)
      machine = try list.connection()
      let journal = try list.journal()
      _ = try journal.turn(since: journal.origin) { turn throws(Failure) in
        try turn.append(steps: [[JournalConformance.body("a", 1)]])
      }
    }
  }

  @Test func aMachineMayDoNothingButCallItsFunctions() throws {
    let world = try World()
    let forbidden = [
      "SELECT * FROM trolley.journal", "SELECT * FROM trolley.list",
      "SELECT * FROM trolley.machine",
      "SELECT * FROM trolley.presence", "SELECT * FROM trolley.tries",
      "SELECT * FROM trolley.listener",
      "SELECT * FROM trolley.setting",
      "INSERT INTO trolley.journal VALUES (gen_random_uuid(), 1, 'x')",
      "UPDATE trolley.journal SET line = ''", "DELETE FROM trolley.journal",
      "TRUNCATE trolley.journal", "DROP TABLE trolley.journal", "DROP SCHEMA trolley CASCADE",
      "ALTER TABLE trolley.journal DISABLE TRIGGER ALL", "LOCK TABLE trolley.list",
      "CREATE TABLE public.mine (a int)", "CREATE TABLE trolley.mine (a int)",
      "CREATE TABLE trolley_machine.mine (a int)", "CREATE TEMPORARY TABLE mine (a int)",
      "CREATE SCHEMA mine", "CREATE FUNCTION public.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "CREATE OR REPLACE FUNCTION trolley_machine.about(uuid) RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "SELECT trolley.share('x', 'x', 'x')", "SELECT trolley.admit('postgres')",
      "SELECT trolley.add_machine(gen_random_uuid(), 'x', 'x', now(), true)",
      "SELECT trolley.checksum('x')", "SELECT pg_try_advisory_lock(1414680397, 1)",
      "SELECT pg_advisory_xact_lock_shared(1)", "SELECT lo_create(0)",
      "SELECT lo_from_bytea(0, 'x')",
      "SET ROLE trolley_owner", "SET ROLE trolley_sharer", "SET ROLE postgres",
      "SET SESSION AUTHORIZATION postgres", "GRANT trolley_owner TO CURRENT_USER",
      "CREATE ROLE mine", "ALTER ROLE CURRENT_USER SUPERUSER", "ALTER ROLE CURRENT_USER CREATEROLE",
      "ALTER ROLE \(world.other.role) PASSWORD 'x'", "DROP ROLE \(world.other.role)",
      "SELECT pg_read_file('/etc/passwd')", "SELECT pg_ls_dir('.')",
      "SELECT pg_read_binary_file('/etc/passwd')", "SELECT lo_import('/etc/passwd')",
      "COPY (SELECT 1) TO PROGRAM 'true'", "COPY (SELECT 1) TO '/tmp/trolley-copied'",
      "CREATE EXTENSION dblink", "CREATE LANGUAGE plperlu", "CREATE DATABASE mine",
      "ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()",
      "ALTER DATABASE \(world.list.database.name) SET search_path = mine",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'",
      "SELECT rolpassword FROM pg_authid", "SELECT * FROM pg_shadow",
      "CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION f()",
      "CREATE PUBLICATION mine FOR ALL TABLES",
      "SELECT pg_create_logical_replication_slot('a', 'b')",
      "SECURITY LABEL ON ROLE CURRENT_USER IS 'x'", "VACUUM trolley.journal; SELECT 1",
    ]
    for statement in forbidden {
      #expect(throws: Failure.self, "\(statement)") { try world.machine.run(statement) }
    }
    let rows = try world.list.database.admin().run("SELECT count(*) FROM trolley.journal")
    #expect(rows.int(0, 0) == 3)
  }

  /// A dump has no rights on the database itself, so a restored one has everybody's usual ones.
  @Test func settingUpAgainTakesWhatARestoredDatabaseGives() throws {
    let world = try World()
    let admin = try world.list.database.admin()
    try admin.run("GRANT CREATE, TEMPORARY ON DATABASE \(world.list.database.name) TO PUBLIC")
    try admin.run("GRANT CREATE ON SCHEMA public TO PUBLIC")
    try world.machine.run("CREATE TEMPORARY TABLE mine (a int)")
    try ServerSchema.setUp(admin)
    for statement in [
      "CREATE TEMPORARY TABLE other (a int)", "CREATE SCHEMA mine",
      "CREATE TABLE public.mine (a int)",
    ] {
      #expect(throws: Failure.self, "\(statement)") { try world.machine.run(statement) }
    }
  }

  @Test func aMachineSeesItsOwnListAlone() throws {
    let world = try World()
    let foreign = ServerList(connection: world.machine, list: world.other.list)
    let head = JournalLines.header(list: world.other.list).origin
    let lines = try JournalLines.draft([[JournalConformance.body("a", 1)]], after: head)
    let append = foreign.appending(lines.map(\.bytes), after: head)
    let calls: [() throws -> Void] = [
      { _ = try foreign.about() },
      { _ = try foreign.read(since: 0) },
      { _ = try foreign.machines() },
      { try foreign.revoke("first") },
      { try foreign.accept(password: "mine now, not theirs") },
      { _ = try foreign.invite("mine", password: "x", mayInvite: true) },
      { _ = try world.machine.run([append]) },
    ]
    for (i, call) in calls.enumerated() {
      let failure = #expect(throws: Failure.self, "\(i)") { try call() }
      #expect(failure?.detail.hasPrefix("TR001") == true, "\(i): \(String(describing: failure))")
    }
    for call in [
      "be_present($1, NULL, 'x')", "present($1)", "tell_tries($1, '{x}', '{1}', '{0}')",
      "tries($1)",
    ] {
      let failure = #expect(throws: Failure.self) {
        try world.machine.run("SELECT * FROM trolley_machine.\(call)", [world.other.list])
      }
      #expect(failure?.detail.hasPrefix("TR001") == true)
    }
  }

  @Test func everyFunctionOfMachinesHasItsOwnersRightsAndAFixedPath() throws {
    let world = try World()
    // Without a right to pass on, this only warns.
    try world.machine.run("GRANT EXECUTE ON FUNCTION trolley_machine.about(uuid) TO PUBLIC")
    let admin = try world.list.database.admin()
    let rows = try admin.run(
      """
      SELECT proname FROM pg_proc WHERE pronamespace = 'trolley_machine'::regnamespace
        AND NOT (prosecdef AND 'search_path=pg_catalog, pg_temp' = ANY (proconfig)
          AND proowner = 'trolley_owner'::regrole)
      """)
    #expect(rows.count == 0)
    let open = try admin.run(
      """
      SELECT proname FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
        WHERE pronamespace IN ('trolley'::regnamespace, 'trolley_machine'::regnamespace)
          AND a.grantee = 0
      """)
    #expect(open.count == 0)
  }

  @Test func evenTheOwnerChangesNoLine() throws {
    let world = try World()
    let admin = try world.list.database.admin()
    try admin.run("SET ROLE trolley_owner")
    for statement in [
      "UPDATE trolley.journal SET line = ''", "DELETE FROM trolley.journal",
      "TRUNCATE trolley.journal",
    ] {
      #expect(throws: Failure.self) { try admin.run(statement) }
    }
  }

  @Test func aCodeIsUsedOnceAndARemovedMachineIsOut() throws {
    let world = try World()
    let role = try world.list.invite("laptop")
    let laptop = ServerList(connection: try world.list.connection(role), list: world.list.list)
    try laptop.accept(password: "a password of its own")
    // The connection goes on, the code is worth nothing any more.
    #expect(try laptop.about().head.n == 1)
    #expect(throws: Failure.self) { try world.list.connection(role) }
    #expect(throws: Failure.self) { try laptop.accept(password: "once more") }
    let again = try world.list.connection(role, password: "a password of its own")
    let first = ServerList(connection: world.machine, list: world.list.list)
    #expect(throws: Failure.self) {
      try laptop.invite("another", password: "x", mayInvite: false)
    }
    #expect(throws: Failure.self) { try laptop.revoke("first") }
    try first.revoke("laptop")
    let failure = #expect(throws: Failure.self) { try laptop.about() }
    #expect(failure?.detail.hasPrefix("TR001") == true)
    #expect(throws: Failure.self) {
      try ServerList(connection: again, list: world.list.list).read(since: 0)
    }
    #expect(throws: Failure.self) {
      try world.list.connection(role, password: "a password of its own")
    }
    let machines = try first.machines()
    #expect(machines.map(\.name) == ["first", "laptop"])
    #expect(machines.map(\.isRevoked) == [false, true])
  }

  @Test func wrongLinesAreRefusedByTheServerItself() throws {
    let world = try World()
    let server = ServerList(connection: world.machine, list: world.list.list)
    let head = try server.about().head
    let good = try JournalLines.draft([[JournalConformance.body("a", 2)]], after: head)[0].bytes
    var bent = good
    bent[30] ^= 1
    let open = try JournalLines.draft(
      [[JournalConformance.body("a", 2), JournalConformance.body("a", 2)]], after: head)[0].bytes
    let skipped = try JournalLines.draft(
      [[JournalConformance.body("a", 2)]], after: JournalHead(n: head.n + 1, crc: head.crc))[0]
      .bytes
    let foreign = try JournalLines.draft(
      [[JournalConformance.body("a", 2)]], after: JournalHead(n: head.n, crc: head.crc ^ 1))[0]
      .bytes
    for wrong in [[bent], [open], [skipped], [foreign], [Array("{}".utf8)], [[]], [good, bent]] {
      let failure = #expect(throws: Failure.self) {
        try world.machine.run([server.appending(wrong, after: head)])
      }
      #expect(failure?.detail.hasPrefix("TR003") == true, "\(String(describing: failure))")
    }
    let stale = #expect(throws: Failure.self) {
      try world.machine.run([server.appending([good], after: server.about().origin)])
    }
    #expect(stale?.detail.hasPrefix("TR002") == true)
    _ = try world.machine.run([server.appending([good], after: head)])
  }
}
