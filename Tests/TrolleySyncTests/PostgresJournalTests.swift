import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

@testable import TrolleySync

@Suite(.startsPrograms) struct PostgresJournalTests {
  private func list() throws -> TestSharedList {
    try TestSharedList(TestPostgres.shared.get().database())
  }

  private func append(
    _ journal: PostgresJournal, _ i: Int, since head: JournalHead
  ) throws -> JournalHead {
    try journal.turn(since: head) { turn throws(Failure) in
      _ = try turn.append(steps: [[JournalConformance.body("a", i)]])
      return turn.head
    }
  }

  @Test(arguments: JournalConformance.all)
  func `a journal in PostgreSQL does what every journal does`(_ rule: JournalConformance) throws {
    let database = try TestPostgres.shared.get().database()
    try rule.check {
      let list = try TestSharedList(database)
      return (try list.journal(), try list.journal(list.invite("other")))
    }
  }

  @Test func theTableIsTheFile() throws {
    let list = try list()
    let journal = try list.journal()
    let lines = try journal.turn(since: journal.origin) { turn throws(Failure) in
      try turn.append(steps: [
        [JournalConformance.body("a", 1, "Öl \\\" ⇅ \\n")],
        [JournalConformance.body("a", 2), JournalConformance.body("a", 2, "\u{1F951}")],
      ])
    }
    let rows = try list.database.admin().run(
      "SELECT line FROM trolley.journal WHERE list = $1 ORDER BY n", [list.list])
    let kept = (0..<rows.count).compactMap { rows.bytes($0, 0).map { Array($0) } }
    #expect(kept == [JournalLines.header(list: list.list).line] + lines.map(\.bytes))
  }

  @Test(arguments: [1, 64, 65, 200])
  func `a turn begins with all that came in between`(_ count: Int) throws {
    let list = try list()
    let journal = try list.journal()
    let others = try list.journal(list.invite("other"))
    let written = try others.turn(since: others.origin) { turn throws(Failure) in
      try turn.append(steps: (1...count).map { [JournalConformance.body("other", $0)] })
    }
    let news = try journal.turn(since: journal.origin) { turn throws(Failure) in
      let news = turn.news.map(\.bytes)
      _ = try turn.append(steps: [[JournalConformance.body("a", 1)]])
      return news
    }
    #expect(news == written.map(\.bytes))
    #expect(try journal.head().n == count + 1)
  }

  @Test func `the machines that have their turn next have read before what others wrote`() throws {
    let list = try list()
    let first = try list.journal()
    let head = try append(first, 1, since: first.origin)
    let role = try list.invite("other")
    let writer = try list.connection()
    let server = ServerList(connection: writer, list: list.list)
    try writer.run([.init("BEGIN"), server.opening(since: head.n)])
    let next = ServerList(connection: try list.connection(role), list: list.list)
    let rows = try next.connection.run([.init("BEGIN"), next.entering(since: 0)])
    let lines = try ServerList.lines(rows[1])
    #expect(lines.head == head)
    #expect(lines.lines.count == 1)
    // The room is full, and the turn is not over.
    let late = ServerList(connection: try list.connection(role), list: list.list)
    for waiting in [(late, late.entering(since: 0)), (next, next.opening(since: 1))] {
      try waiting.0.connection.run("SET lock_timeout = '50ms'")
      let failure = #expect(throws: Failure.self) { try waiting.0.connection.run([waiting.1]) }
      #expect(failure?.detail.hasPrefix("55P03") == true)
    }
    try next.connection.run("ROLLBACK")
    _ = try late.connection.run([late.entering(since: 0)])
    // Many lines come in parts, as elsewhere.
    try writer.run("ROLLBACK")
    var end = head
    for i in 2...70 { end = try append(first, i, since: end) }
    let many = try ServerList.lines(late.connection.run([late.entering(since: 0)])[0])
    #expect(many.head == end)
    #expect(many.lines.count == 70)
    #expect(
      try ServerList.lines(late.connection.run([late.entering(since: end.n)])[0]).lines.isEmpty)
  }

  @Test func `who made a step is read from its first line, where that can be read`() throws {
    let list = try list()
    let journal = try list.journal()
    _ = try journal.turn(since: journal.origin) { turn throws(Failure) in
      try turn.append(steps: [
        [JournalConformance.body("a", 1)],
        [JournalConformance.body("b", 2), JournalConformance.body("b", 2)],
        [JournalConformance.body(#"a\\b"#, 3)], [JournalConformance.body("Zoë", 4)],
        [JournalConformance.body(String(repeating: "x", count: 65), 5)],
        [JournalConformance.body("c", -6)],
      ])
    }
    let rows = try list.database.admin().run(
      "SELECT by || ' ' || i FROM trolley.journal WHERE list = $1 AND n > 0 ORDER BY n", [list.list]
    )
    #expect(
      (0..<rows.count).map { rows.text($0, 0) } == ["a 1", "b 2", nil, nil, "Zoë 4", nil, nil])
  }

  @Test func aStepIsKeptOnceHoweverOftenItIsSent() throws {
    let list = try list()
    let journal = try list.journal()
    let head = try append(journal, 1, since: journal.origin)
    #expect(throws: Failure.self) { try append(journal, 1, since: head) }
    #expect(try append(journal, 2, since: head).n == 2)
  }

  @Test func aServerThatWasRestoredFromABackupIsNoticed() throws {
    let list = try list()
    let journal = try list.journal()
    let head = try append(journal, 1, since: journal.origin)
    let later = JournalHead(n: 5, crc: 7)
    let failure = #expect(throws: Failure.self) { try journal.read(since: later) { _ in } }
    #expect(failure?.detail == "behind")
    let other = JournalHead(n: 1, crc: head.crc ^ 1)
    let apart = #expect(throws: Failure.self) { try journal.read(since: other) { _ in } }
    #expect(apart?.detail == "apart")
    #expect(
      #expect(throws: Failure.self) { try append(journal, 2, since: other) }?.detail == "apart")
    #expect(try append(journal, 2, since: head).n == 2)
  }

  @Test func rowsThatWereTamperedWithAreRefused() throws {
    let list = try list()
    let journal = try list.journal()
    _ = try append(journal, 1, since: journal.origin)
    let admin = try list.database.admin()
    try admin.run("ALTER TABLE trolley.journal DISABLE TRIGGER kept")
    try admin.run(
      "UPDATE trolley.journal SET line = replace(line, 'test', 'tost') WHERE list = $1 AND n = 1",
      [list.list])
    let failure = #expect(throws: Failure.self) { try journal.read(since: journal.origin) { _ in } }
    #expect(failure?.kind == .damaged)
  }

  @Test func anOlderProgramReadsOnTheServerAndNoLongerWrites() throws {
    let list = try list()
    let journal = try list.journal()
    let head = try append(journal, 1, since: journal.origin)
    try list.database.admin().run("UPDATE trolley.setting SET oldest_writer = 1000")
    let failure = #expect(throws: Failure.self) { try append(journal, 2, since: head) }
    #expect(failure?.sentence.contains("too old") == true)
    #expect(try journal.read(since: journal.origin) { _ in } == head)
  }

  @Test func manyMachinesAtOnceMakeOneOrder() throws {
    let list = try list()
    let roles = try (0..<4).map { try list.invite("machine \($0)") }
    let failures = Mutex<[String]>([])
    parallelForEach(4, threads: 4) { at in
      do {
        let journal = try list.journal(roles[at])
        var head = journal.origin
        for i in 1...25 {
          head = try journal.turn(since: head) { turn throws(Failure) in
            _ = try turn.append(steps: [[JournalConformance.body("m\(at)", i)]])
            return turn.head
          }
        }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    let journal = try list.journal()
    #expect(try journal.read(since: journal.origin) { _ in }.n == 100)
  }

  @Test(arguments: [true, false])
  func `after a lost answer to the commit the next turn knows what became of it`(
    _ arrived: Bool
  ) throws {
    let list = try list()
    let proxy = try CuttingProxy(to: list.database.server)
    defer { proxy.end() }
    let address = proxy.address(list.database, user: list.role)
    func journal() throws -> PostgresJournal {
      try PostgresJournal(
        PostgresConnection(address, password: TestSharedList.password), list: list.list)
    }
    let one = try journal()
    let head = try append(one, 1, since: one.origin)
    proxy.mode = arrived ? .swallowAnswer(to: "COMMIT") : .cutBefore("COMMIT")
    let failure = #expect(throws: Failure.self) { try append(one, 2, since: head) }
    #expect(failure?.kind == .unknownOutcome)
    let news = try journal().turn(since: head) { turn throws(Failure) in turn.news }
    #expect(news.map(\.n) == (arrived ? [2] : []))
  }

  @Test func aTurnWhoseConnectionIsEndedHasAppendedNothing() throws {
    let list = try list()
    let journal = try list.journal()
    let admin = try list.database.admin()
    let failure = #expect(throws: Failure.self) {
      try journal.turn(since: journal.origin) { turn throws(Failure) in
        _ = try turn.append(steps: [[JournalConformance.body("a", 1)]])
        try admin.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [list.role])
      }
    }
    #expect(failure?.kind == .unavailable)
    #expect(throws: Failure.self) { try journal.head() }
    let again = try list.journal()
    #expect(try again.head() == again.origin)
    #expect(try append(again, 1, since: again.origin).n == 1)
  }

  @Test func aServerThatStallsIsGivenUp() throws {
    let list = try list()
    let proxy = try CuttingProxy(to: list.database.server)
    defer { proxy.end() }
    var limits = PostgresConnection.Limits()
    limits.answering = 300
    limits.connecting = 300
    let address = proxy.address(list.database, user: list.role)
    let connection = try PostgresConnection(
      list.database.address(user: list.role), password: TestSharedList.password, limits: limits)
    let asleep = #expect(throws: Failure.self) { try connection.run("SELECT pg_sleep(30)") }
    #expect(asleep?.sentence.contains("does not answer") == true && !connection.isAlive)
    proxy.mode = .stall
    let failure = #expect(throws: Failure.self) {
      try PostgresConnection(address, password: TestSharedList.password, limits: limits)
    }
    #expect(failure?.sentence.contains("does not answer") == true)
  }

  @Test func anAnnouncementThatComesWithAnAnswerIsNotMissed() throws {
    let list = try TestSharedList(TestPostgres.shared.get().database())
    let one = try list.connection()
    try one.run("LISTEN bell")
    // It is its own announcement, so it comes before the answer to what follows.
    try one.run("SELECT pg_notify('bell', 'rings')")
    try one.run("SELECT 1")
    #expect(one.hasNotices)
    #expect(try one.notices().map(\.payload) == ["rings"])
    #expect(!one.hasNotices)
  }
}
