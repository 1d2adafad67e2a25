import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleySync

/// The real program with a real server.
@Suite(.startsPrograms) struct SyncProgramTests {
  private func list() throws -> TestSharedList {
    try TestSharedList(TestPostgres.shared.get().database())
  }

  @Test func whatOneMachineAppendsTheOthersHear() throws {
    let list = try list()
    let one = try SyncDriver(list)
    let other = try SyncDriver(list, role: list.invite("other"))
    for machine in [one, other] {
      try machine.connectOnline()
    }
    for i in 1...5 { try one.insist("a", i) }
    try other.copy(of: 5)
    try other.insist("b", 1)
    try one.copy(of: 6)
    #expect(one.lines == other.lines && one.head == other.head)
    #expect(try list.journal().head() == one.head)
  }

  @Test func aMachineThatComesLaterGetsAllOfIt() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    let note = String(repeating: "n", count: 40_000)
    for i in 1...30 {
      guard case .appended = try one.append("a", i, note: note) else {
        Issue.record("\(i)")
        return
      }
    }
    let late = try SyncDriver(list, role: list.invite("late"))
    late.connect()
    let head = try late.next("the head") { if case .head = $0 { true } else { false } }
    #expect(head == .head(one.head))
    try late.online()
    try late.copy(of: 30)
    #expect(late.lines == one.lines)
  }

  @Test func whoWasSlowerHearsWhatCameInBetweenFirst() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    let journal = try list.journal(list.invite("other"))
    // In one transaction with the answer still under way: the news cannot have been heard before.
    _ = try journal.turn(since: journal.origin) { turn throws(Failure) in
      try turn.append(steps: [[JournalConformance.body("b", 1)]])
    }
    let before = one.head
    let answer = try one.append("a", 1)
    if case .stale = answer { #expect(one.head != before) }
    try one.insist("a", 2)
    try one.copy(of: 2)
    #expect(one.head == (try journal.head()))
  }

  @Test func whoWasSlowerHasTheNextPlace() throws {
    let list = try list()
    var reports: [SyncLine.Report] = []
    let session = SyncSession(longestTurn: 600_000) { reports.append($0) }
    let directory = try SyncDriver(list)
    _ = session.receive(.connect(directory.target))
    let other = try PostgresConnection(
      list.database.address(user: list.invite("other")), password: TestSharedList.password)
    try other.run("SET lock_timeout = '20ms'")
    let journal = try PostgresJournal(other, list: list.list)
    func overtake(_ i: Int) throws {
      _ = try journal.turn(since: journal.origin) { turn throws(Failure) in
        try turn.append(steps: [[JournalConformance.body("b", i)]])
      }
    }
    func append(_ number: Int, after head: JournalHead) throws -> SyncLine.Report? {
      let lines = try JournalLines.draft([[JournalConformance.body("a", number)]], after: head)
      _ = session.receive(
        .append(number: number, after: head, lines: lines.map(\.bytes), isMore: false))
      return reports.last
    }
    try overtake(1)
    #expect(try append(1, after: journal.origin) == .stale(number: 1))
    #expect(throws: Failure.self) { try overtake(2) }
    let head = try journal.head()
    guard case .appended(2, let mine) = try append(2, after: head) else {
      Issue.record("\(reports)")
      return
    }
    #expect(mine.n == head.n + 1)
    // Where many write it does not listen; soon it does again, and has missed nothing.
    let admin = try list.database.admin()
    func listeners() throws -> Int? {
      try admin.run("SELECT count(*) FROM trolley.listener").int(0, 0)
    }
    #expect(try listeners() == 0)
    try overtake(5)
    try waitUntil("it listens again") {
      session.attend()
      return try listeners() == 1
    }
    guard case .news(mine, _, isMore: false)? = reports.last else {
      Issue.record("\(reports)")
      return
    }
    // Nothing comes of a turn.
    let before = try journal.head()
    try overtake(2)
    #expect(try append(3, after: before) == .stale(number: 3))
    #expect(session.patience.map { $0 > 60_000 } == true)
    session.attend()
    try overtake(3)
    #expect(try journal.head().n == before.n + 2)
    // A turn that the server ended.
    #expect(try append(4, after: before) == .stale(number: 4))
    try admin.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [list.role])
    let end = try append(5, after: journal.head())
    #expect(end == .unknown(number: 5) || session.descriptor == nil)
    try overtake(4)
  }

  @Test func aListThatOneMachineHasOpenAnnouncesNothing() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    let admin = try list.database.admin()
    let channel = try #require(try admin.run("SELECT channel FROM trolley.list").text(0, 0))
    try admin.run("LISTEN \(channel)")
    func announced() throws -> [String] {
      // Announcements come before the answer to a statement that follows them.
      try admin.run("SELECT 1")
      return try admin.notices().filter { Int($0.payload) != nil }.map(\.payload)
    }
    try one.insist("a", 1)
    #expect(try announced() == [])
    let other = try SyncDriver(list, role: list.invite("other"))
    try other.connectOnline()
    try one.insist("a", 2)
    #expect(try announced() == ["2"])
    try other.copy(of: 2)
    other.end()
    // Another that comes finds that it has gone.
    let third = try SyncDriver(list, role: list.invite("third"))
    try third.connectOnline()
    #expect(try admin.run("SELECT count(*) FROM trolley.listener").int(0, 0) == 2)
  }

  @Test func aLostAnswerIsLookedUpAndNothingIsThereTwice() throws {
    let list = try list()
    let proxy = try CuttingProxy(to: list.database.server)
    defer { proxy.end() }
    let one = try SyncDriver(list, server: proxy.address(list.database, user: list.role))
    try one.connectOnline()
    try one.insist("a", 1)
    proxy.mode = .swallowAnswer(to: "trolley_machine.append")
    guard case .unknown = try one.append("a", 2) else {
      Issue.record("it is not unknown")
      return
    }
    #expect(try one.offline().passes)
    try one.online()
    try one.copy(of: 2)
    proxy.mode = .cutBefore("trolley_machine.append")
    guard case .unknown = try one.append("a", 3) else {
      Issue.record("it is not unknown")
      return
    }
    try one.online()
    #expect(one.lines.count == 2)
    try one.insist("a", 3)
    #expect(try list.journal().head() == one.head && one.head.n == 3)
  }

  @Test func afterACutItComesBackByItselfWithAllThatWasMissed() throws {
    let list = try list()
    let proxy = try CuttingProxy(to: list.database.server)
    defer { proxy.end() }
    let away = try SyncDriver(list, server: proxy.address(list.database, user: list.role))
    let here = try SyncDriver(list, role: list.invite("here"))
    for machine in [away, here] {
      try machine.connectOnline()
    }
    proxy.mode = .refuse
    proxy.cut()
    let trouble = try away.offline()
    #expect(trouble.kind == .unreachable)
    for i in 1...10 { try here.insist("h", i) }
    proxy.mode = .delay(20)
    try away.online()
    try away.copy(of: 10)
    try away.insist("a", 1)
    try here.copy(of: 11)
    #expect(here.lines == away.lines)
  }

  @Test func aServerThatEndsTheConnectionIsAskedAgain() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    try list.database.admin().run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [list.role])
    _ = try one.offline()
    try one.online()
    try one.insist("a", 1)
  }

  @Test func aServerThatIsRestartedIsWaitedFor() throws {
    let (server, list, one) = try SyncDriver.onServerOfItsOwn()
    try one.insist("a", 1)
    server.stop()
    #expect(try one.offline().kind == .unreachable)
    guard case .refused(_, let trouble) = try one.append("a", 2) else {
      Issue.record("not refused")
      return
    }
    #expect(trouble.passes)
    try server.start()
    try one.online()
    try one.insist("a", 2)
    #expect(try list.journal().head().n == 2)
  }

  @Test func aStandbyAndAFullDiskAreSaidInWords() throws {
    let list = try list()
    let admin = try list.database.admin()
    try admin.run("ALTER DATABASE \(list.database.name) SET default_transaction_read_only = on")
    let one = try SyncDriver(list)
    try one.connectOnline()
    guard case .refused(_, let readOnly) = try one.append("a", 1) else {
      Issue.record("not refused")
      return
    }
    #expect(readOnly.kind == .readOnly && readOnly.sentence.contains("read-only"))
    try admin.run("SET default_transaction_read_only = off")
    try admin.run("ALTER DATABASE \(list.database.name) RESET default_transaction_read_only")
    try admin.run(
      """
      CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$
      """)
    try admin.run(
      "CREATE TRIGGER full_disk BEFORE INSERT ON trolley.journal EXECUTE FUNCTION public.full_disk()"
    )
    let other = try SyncDriver(list)
    try other.connectOnline()
    guard case .refused(_, let full) = try other.append("a", 1) else {
      Issue.record("not refused")
      return
    }
    #expect(full.kind == .full && full.sentence.contains("full"))
    try admin.run("DROP TRIGGER full_disk ON trolley.journal")
    try other.insist("a", 1)
  }

  @Test func aRealStandbyShowsTheListAndTakesNoChange() throws {
    let (server, list, one) = try SyncDriver.onServerOfItsOwn()
    try one.insist("a", 1)
    let standby = try TestPostgres(standbyOf: server)
    let database = TestDatabase(server: standby, name: list.database.name)
    // Listening is not possible there, so it is asked every now and then.
    let two = try SyncDriver(list, server: database.address(user: list.role))
    two.connect()
    let trouble = try? two.offline()
    #expect(trouble == nil || trouble?.kind == .readOnly)
  }

  @Test func oneProgramServesADirectoryAndTheNextTakesOver() throws {
    let list = try list()
    let one = try SyncDriver(list)
    try one.connectOnline()
    let two = try SyncDriver(list, directory: one.directory)
    two.connect()
    try two.elsewhere { $0 == .online }
    one.send(.bye)
    try two.online()
    try two.insist("a", 1)
  }

  @Test func `a program that waits tries at once when another one has reached the server`() throws {
    let one = try SyncDriver(try list(), password: "not the one")
    one.connect()
    #expect(try one.offline().kind == .signIn)
    // Where only a person can help it would wait for half a minute or more.
    let begin = ContinuousClock.now
    let failed = ServerTasks.perform(.machines(directory: one.directory))
    guard case .failed = failed else { return #expect(Bool(false), "\(failed)") }
    var member = try #require(try Membership.load(directory: one.directory))
    member.password = TestSharedList.password
    try member.save(directory: one.directory)
    let answer = ServerTasks.perform(.machines(directory: one.directory))
    guard case .machines = answer else { return #expect(Bool(false), "\(answer)") }
    try one.online()
    #expect(ContinuousClock.now - begin < .seconds(15))
    #expect(
      !FileManager.default.fileExists(atPath: one.directory + "/sync.reached"))
  }

  @Test func `a second window says how the connection of the first one stands`() throws {
    let list = try list()
    let proxy = try CuttingProxy(to: list.database.server)
    defer { proxy.end() }
    let one = try SyncDriver(list, server: proxy.address(list.database, user: list.role))
    try one.connectOnline()
    let lock = one.directory + "/sync.lock"
    let inStep = Date(timeIntervalSince1970: 1_795_284_000)
    try FileManager.default.setAttributes([.modificationDate: inStep], ofItemAtPath: lock)
    let two = try SyncDriver(list, directory: one.directory)
    two.connect()
    try two.elsewhere { $0 == .online }
    proxy.mode = .refuse
    proxy.cut()
    #expect(try one.offline().kind == .unreachable)
    try two.elsewhere { $0?.isOffline == true }
    // The time of the file says when the copy was in step.
    let attributes = try FileManager.default.attributesOfItem(atPath: lock)
    #expect(attributes[.modificationDate] as? Date == inStep)
    // The one that takes over has no connection either.
    one.send(.bye)
    #expect(try two.offline().kind == .unreachable)
    proxy.mode = .delay(1)
    try two.online()
  }

  @Test func itEndsWithItsInputAndHoldsNothingOfOthers() throws {
    let list = try list()
    let inherited = open("/dev/null", O_RDONLY)
    defer { close(inherited) }
    let one = try SyncDriver(list)
    try one.connectOnline()
    let limits = try String(contentsOfFile: "/proc/\(one.pid)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size +0 +0/))
    #expect(limits.contains(/Max data size +536870912/))
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(one.pid)/fd")
    let open = names.compactMap { readLink("/proc/\(one.pid)/fd/\($0)") }
    #expect(!open.dropFirst(3).contains("/dev/null"))
    #expect(open.filter { $0.contains("socket") }.count <= 3)
    one.closeInput()
    var status: Int32 = 0
    waitUntil("its end") { waitpid(one.pid, &status, WNOHANG) != 0 }
  }

  private func readLink(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  @Test func nonsenseEndsItAndHurtsNothing() throws {
    for line in [
      "nonsense\n", "{}\n", "{\"request\":\"other\"}\n", String(repeating: "x", count: 1 << 21),
    ] {
      let one = try SyncDriver(list())
      one.send(line)
      one.closeInput()
      var status: Int32 = 0
      waitUntil("its end") { waitpid(one.pid, &status, WNOHANG) != 0 }
      #expect(status == 0)
    }
  }

  @Test func theServerKnowsWhichMachinesAreThereAndWhenTheOthersWere() throws {
    let list = try list()
    let role = try list.invite("kitchen")
    let kitchen = try SyncDriver(list, role: role)
    let server = try ServerList(connection: list.connection(), list: list.list)
    func machine() throws -> ServerList.Machine {
      try #require(server.machines().first { $0.name == "kitchen" })
    }
    #expect(try machine().isOnline == false && machine().unseen == nil)
    try ServerList(connection: list.connection(role), list: list.list)
      .accept(password: TestSharedList.password)
    try kitchen.connectOnline()
    try waitUntil("the kitchen to be there") { try machine().isOnline && machine().unseen != nil }
    kitchen.end()
    try waitUntil("the kitchen to be gone") { try !machine().isOnline && machine().unseen != nil }
  }

  @Test func whatEachMachineHasCountedTheOthersKnow() throws {
    let list = try list()
    let one = try SyncDriver(list)
    let other = try SyncDriver(list, role: list.invite("kitchen"))
    for machine in [one, other] { try machine.connectOnline() }
    func expect(_ counts: [String: Int]?, on machine: SyncDriver) throws {
      try machine.next("\(String(describing: counts))") { report in
        guard case .tries(let all) = report else { return false }
        return all.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.who, $0.failed) }) }
          == counts
      }
    }
    for machine in [one, other] { try expect([:], on: machine) }
    one.send(.tries([SyncTries(who: "pins", failed: 3, age: 60_000)]))
    try expect(["pins": 3], on: other)
    let third = try SyncDriver(list, role: list.invite("till"))
    third.send(
      .tries([
        SyncTries(who: "pins", failed: 4, age: 0), SyncTries(who: "0a\"\\{", failed: 1, age: 5),
      ]))
    try third.connectOnline()
    try expect(["pins": 3], on: third)
    try expect(["pins": 7, "0a\"\\{": 1], on: other)
    one.send(.tries([]))
    try expect(["pins": 4, "0a\"\\{": 1], on: other)
    try list.database.admin().run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        + "AND pid <> pg_backend_pid()")
    try expect(nil, on: other)
    try expect(["pins": 4, "0a\"\\{": 1], on: other)
  }

  @Test func aServerOfAnOlderVersionCarriesTheListAllTheSame() throws {
    let database = try TestPostgres.shared.get().database(isSetUp: false)
    try ServerSchema.setUp(database.admin(), to: 3)
    let list = try TestSharedList(database)
    let one = try SyncDriver(list)
    let other = try SyncDriver(list, role: list.invite("kitchen"))
    for machine in [one, other] {
      machine.send(.tries([SyncTries(who: "pins", failed: 3, age: 0)]))
      machine.send(.presence(["ann"]))
      try machine.connectOnline()
    }
    try one.insist("a", 1)
    try other.copy(of: 1)
    try one.next("ann") { $0 == .presence([SyncPresence(account: "ann", machine: "kitchen")]) }
    #expect(!(one.reports + other.reports).contains { if case .tries = $0 { true } else { false } })
  }

  @Test func whoIsSignedInOnOtherMachinesIsKnownAndGoneWithTheMachine() throws {
    let list = try list()
    let one = try SyncDriver(list)
    let other = try SyncDriver(list, role: list.invite("kitchen"))
    one.send(.presence(["ann"]))
    other.send(.presence(["ben"]))
    for machine in [one, other] {
      try machine.connectOnline()
    }
    try one.next("ben") { $0 == .presence([SyncPresence(account: "ben", machine: "kitchen")]) }
    try other.next("ann") { $0 == .presence([SyncPresence(account: "ann", machine: "first")]) }
    // They look after each other every five seconds, and sleep in between: one that polls wakes up
    // thousands of times.
    let before = try one.wakeUps
    usleep(8_000_000)
    #expect(try one.wakeUps - before < 100)
    other.send(.presence(["ben", "cleo"]))
    try one.next("cleo") {
      if case .presence(let all) = $0 { all.map(\.account) == ["ben", "cleo"] } else { false }
    }
    other.end()
    try one.next("an empty presence") { $0 == .presence([]) }
  }
}

extension SyncDriver {
  /// How often the program has waited for something so far.
  fileprivate var wakeUps: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary") })
      return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
    }
  }
}
