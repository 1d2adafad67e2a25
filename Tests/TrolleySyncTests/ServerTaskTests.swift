import Foundation
import Testing
import TrolleyModel
import TrolleyStorage
import TrolleySyncSupport
import TrolleySystem
import TrolleyTestSupport
import TrolleyWire

@testable import TrolleySync

/// What the verbs of sharing ask for, with the real program and a real server.
@Suite(.startsPrograms) struct ServerTaskTests {
  private final class World {
    let home: String
    let database: TestDatabase
    private let password = "words of anna"
    private var owner: String { "anna_" + database.name }

    init(isSetUp: Bool = true) throws {
      home = NSTemporaryDirectory() + "/share-" + UUID().uuidString
      mkdir(home, 0o700)
      database = try TestPostgres.shared.get().database(isSetUp: isSetUp)
      let admin = try database.admin()
      try admin.run("CREATE ROLE \(owner) LOGIN SUPERUSER PASSWORD '\(password)'")
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    var access: ServerAccess {
      ServerAccess(server: database.address(user: owner).text, password: password)
    }

    func path(_ name: String) -> String { home + "/" + name }

    /// A list with some changes, in a directory of its own.
    func makeList(_ name: String, changes: Int = 3) throws {
      let journal = try FileJournal(directory: path(name), createIfMissing: true)
      _ = try journal.turn(since: journal.origin) { turn throws(Failure) in
        try turn.append(steps: (0..<changes).map { [JournalConformance.body(name, $0 + 1)] })
      }
    }

    func answer(_ task: ServerTask) throws -> ServerAnswer {
      let requests = try Channel()
      let answers = try Channel()
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      let child = try #require(
        Spawn.start(
          SyncDriver.program, [], descriptors: [requests.reading, answers.writing, nowhere]))
      for one in [requests.reading, answers.writing, nowhere] { close(one) }
      defer {
        close(requests.writing)
        close(answers.reading)
        waitpid(child, nil, 0)
      }
      _ = SystemIO.writeAll(requests.writing, ServerTask.bytes(of: task))
      let bytes = try #require(readWhole(answers.reading, most: 1 << 20))
      return try ServerTask.answer(Array(bytes.dropLast()))
    }

    func failure(_ task: ServerTask) throws -> Failure {
      guard case .failed(let failure) = try answer(task) else {
        throw Failure(.badInput, "it worked")
      }
      return failure
    }

    func share(_ name: String = "kitchen") throws {
      let body = String(decoding: JournalConformance.body("mark", 1), as: UTF8.self)
      let answer = try answer(
        .share(directory: path(name), access, machine: name, step: [body]))
      try #require(answer == .done)
    }

    func code(_ machine: String) throws -> String {
      let answer = try answer(
        .invite(directory: path("kitchen"), machine: machine, mayInvite: false))
      guard case .code(let code, let remark) = answer else {
        throw Failure(.badInput, "\(answer)")
      }
      #expect(remark != nil)
      return code
    }

    func join(_ name: String, _ code: String, keep: String? = nil) throws -> ServerAnswer {
      try answer(.join(directory: path(name), code: code, keep: keep.map(path)))
    }

    func journal(_ name: String) throws -> Data {
      try Data(contentsOf: URL(filePath: path(name) + "/journal.jsonl"))
    }
  }

  @Test func aListIsSharedAndJoinedWholeWithEveryByte() throws {
    let world = try World(isSetUp: false)
    try world.makeList("kitchen", changes: 2000)
    let early = try world.failure(
      .share(directory: world.path("kitchen"), world.access, machine: "kitchen", step: []))
    #expect(early.sentence.contains("trolley server set-up"))
    #expect(try world.answer(.setUp(world.access)) == .done)
    try world.share()
    #expect(
      try world.join("laptop", world.code("laptop")) == .joined(lines: 2001, machine: "laptop"))
    #expect(try world.journal("laptop") == world.journal("kitchen"))
    let key = try String(contentsOfFile: world.path("kitchen") + "/pin.key", encoding: .utf8)
    #expect(try String(contentsOfFile: world.path("laptop") + "/pin.key", encoding: .utf8) == key)
    let rows = try world.database.admin().run("SELECT line FROM trolley.journal ORDER BY n")
    let lines = (0..<rows.count).compactMap { rows.text($0, 0) }
    #expect(Data((lines.joined(separator: "\n") + "\n").utf8) == (try world.journal("kitchen")))
    guard case .status(let status) = try world.answer(.status(directory: world.path("laptop")))
    else {
      Issue.record("no status")
      return
    }
    #expect(status.server == status.copy && status.isListening && status.refusal == nil)
    #expect(status.machines.map(\.name) == ["kitchen", "laptop"])
    #expect(status.machines.map(\.isSelf) == [false, true])
  }

  @Test func aCodeWorksOnceAndEveryOtherOneIsExplained() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    let code = try world.code("laptop")
    #expect(try world.join("laptop", code) == .joined(lines: 4, machine: "laptop"))
    func refusal(_ code: String) throws -> String {
      guard case .failed(let failure) = try world.join("other", code) else { return "it worked" }
      #expect(access(world.path("other") + "/journal.jsonl", F_OK) != 0)
      return failure.sentence
    }
    #expect(try refusal(code).contains("used"))
    #expect(try refusal(String(code.dropLast(9))).contains("missing"))
    #expect(try refusal("hello").contains("no code of Trolley"))
    #expect(try refusal("trolley invite ben").contains("no code of Trolley"))
    #expect(try refusal("trolley2.AAAA").contains("newer Trolley"))
    var bent = Array(code)
    bent[60] = bent[60] == "A" ? "B" : "A"
    #expect(try refusal(String(bent)).contains("changed"))
    let folded = try world.code("tablet").enumerated()
      .map { $0.offset % 70 == 69 ? "\($0.element)\n" : "\($0.element)" }.joined()
    #expect(try world.join("tablet", folded) == .joined(lines: 4, machine: "tablet"))
    let revoked = try world.code("phone")
    #expect(try world.answer(.revoke(directory: world.path("kitchen"), machine: "phone")) == .done)
    #expect(try refusal(revoked).contains("taken back"))
    let left = try FileManager.default.contentsOfDirectory(atPath: world.home)
    #expect(left.sorted() == ["kitchen", "laptop", "tablet"], "\(left)")
  }

  @Test func aListThatIsThereIsNeverOverwritten() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    try world.makeList("own")
    let before = try world.journal("own")
    let code = try world.code("laptop")
    guard case .failed = try world.join("own", code) else {
      Issue.record("it was overwritten")
      return
    }
    #expect(try world.journal("own") == before)
    #expect(
      try world.join("own", code, keep: "former") == .joined(lines: 4, machine: "laptop"))
    #expect(try world.journal("former") == before)
    #expect(try world.journal("own") == world.journal("kitchen"))
    let again = try world.failure(
      .share(directory: world.path("own"), world.access, machine: "own", step: []))
    #expect(again.sentence.contains("shared already"))
  }

  @Test func aMachineThatWasRemovedIsToldAndAnotherOneLeaves() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    for name in ["laptop", "phone"] { _ = try world.join(name, world.code(name)) }
    #expect(try world.answer(.revoke(directory: world.path("kitchen"), machine: "laptop")) == .done)
    let removed = try world.failure(.status(directory: world.path("laptop")))
    #expect(removed.kind == .notAllowed)
    #expect(try world.answer(.leave(directory: world.path("phone"), anyway: false)) == .done)
    #expect(access(world.path("phone") + "/sharing.json", F_OK) != 0)
    guard case .status(let status) = try world.answer(.status(directory: world.path("kitchen")))
    else {
      Issue.record("no status")
      return
    }
    #expect(status.machines.map(\.name) == ["kitchen"])
  }

  @Test func `a machine that leaves anyway is removed where the server can be told`() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    for name in ["laptop", "phone"] { _ = try world.join(name, world.code(name)) }
    #expect(try world.answer(.leave(directory: world.path("laptop"), anyway: true)) == .done)
    guard
      case .machines(let machines) = try world.answer(.machines(directory: world.path("kitchen")))
    else { return #expect(Bool(false), "no machines") }
    #expect(machines.map(\.name).sorted() == ["kitchen", "phone"])
    // No server answers at that port.
    var phone = try #require(try Membership.load(directory: world.path("phone")))
    phone.server = "postgresql://127.0.0.1:1/none"
    try phone.save(directory: world.path("phone"))
    #expect(
      try world.answer(.leave(directory: world.path("phone"), anyway: true))
        == .leftUntold(machine: "phone"))
    #expect(access(world.path("phone") + "/sharing.json", F_OK) != 0)
  }

  @Test func `a copy that is gone is fetched anew`() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    _ = try world.join("laptop", world.code("laptop"))
    let before = try world.journal("laptop")
    unlink(world.path("laptop") + "/journal.jsonl")
    #expect(try world.answer(.mend(directory: world.path("laptop"), time: "now")) == .done)
    #expect(try world.journal("laptop") == before)
  }

  @Test func `a damaged list on the server is not joined, and it is said whose copy that is`()
    throws
  {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    let code = try world.code("laptop")
    let admin = try world.database.admin()
    func replace(_ old: String, _ new: String) throws {
      try admin.run(
        "UPDATE trolley.journal SET line = replace(line, $1, $2) WHERE n = 2", [old, new])
    }
    try admin.run("ALTER TABLE trolley.journal DISABLE TRIGGER kept")
    try replace("kitchen", "kitchin")
    guard case .failed(let failure) = try world.join("laptop", code) else {
      Issue.record("it was joined")
      return
    }
    #expect(failure.kind == .damaged)
    #expect(failure.sentence.hasPrefix("The server's copy of the list is damaged"))
    #expect(access(world.path("laptop"), F_OK) != 0)
    try replace("kitchin", "kitchen")
    #expect(try world.join("laptop", code) == .joined(lines: 4, machine: "laptop"))
  }

  @Test func `a server that is shorter and went another way is no older backup`() throws {
    let world = try World()
    try world.makeList("kitchen", changes: 5)
    try world.share()
    let admin = try world.database.admin()
    try admin.run("ALTER TABLE trolley.journal DISABLE TRIGGER ALL")
    for (n, detail) in [(3, "behind"), (2, "apart")] {
      try admin.run("DELETE FROM trolley.journal WHERE n > $1", ["\(n)"])
      try admin.run(
        "UPDATE trolley.list SET head_n = n, head_crc = left(right(line, 10), 8) "
          + "FROM trolley.journal j WHERE j.list = id AND n = $1", ["\(n)"])
      if detail == "apart" { try admin.run("UPDATE trolley.list SET head_crc = '00000000'") }
      let failure = try world.failure(.status(directory: world.path("kitchen")))
      #expect(failure.detail == detail, "\(failure)")
    }
  }

  @Test func afterALostServerTheNewestCopyBringsItBack() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    let new = try TestPostgres.shared.get().database()
    let lost = world.path("kitchen")
    #expect(try world.answer(.leave(directory: lost, anyway: true)) == .done)
    let access = ServerAccess(
      server: new.address(user: "anna_" + world.database.name).text, password: world.access.password
    )
    #expect(
      try world.answer(.share(directory: lost, access, machine: "kitchen", step: [])) == .done)
    let rows = try new.admin().run("SELECT count(*) FROM trolley.journal")
    #expect(rows.int(0, 0) == 5)
  }

  @Test func noSecretIsLeftWhereOthersRead() throws {
    let world = try World()
    try world.makeList("kitchen")
    try world.share()
    let code = try world.code("laptop")
    _ = try world.join("laptop", code)
    var secrets = [code, try #require(world.access.password)]
    for name in ["kitchen", "laptop"] {
      let member = try #require(try Membership.load(directory: world.path(name)))
      secrets += [
        member.password,
        String(
          try String(contentsOfFile: world.path(name) + "/pin.key", encoding: .utf8).prefix(64)),
      ]
      for file in ["member.json", "sharing.json", "pin.key", "journal.jsonl"] {
        let path = world.path(name) + "/" + file
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(file)")
        guard file != "member.json" else { continue }
        #expect(!(try String(contentsOfFile: path, encoding: .utf8)).contains(member.password))
      }
    }
    #expect(Set(secrets).count == 5)
    let server = world.database.server
    let dump = world.path("dump")
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    let child = try #require(
      Spawn.start(
        TestPostgres.program("pg_dumpall"),
        ["-h", server.directory, "-p", "\(server.port)", "-U", "postgres", "-f", dump],
        descriptors: [nowhere, nowhere, nowhere]))
    waitpid(child, nil, 0)
    let text = try String(contentsOfFile: dump, encoding: .utf8)
    #expect(text.contains("trolley_machine"))
    for secret in secrets {
      #expect(!text.contains(secret))
      #expect(!server.log.contains(secret))
    }
  }

  @Test func theScriptForAnAdministratorDoesTheSame() throws {
    let world = try World(isSetUp: false)
    guard case .script(let sql, let rules) = try world.answer(.script(address: nil)) else {
      Issue.record("no script")
      return
    }
    #expect(rules.contains("hostssl  trolley"))
    let other = ServerTask.script(address: "postgresql://anna@db.home/shop")
    guard case .script(_, let otherRules) = try world.answer(other) else {
      Issue.record("no script")
      return
    }
    #expect(otherRules.contains("hostssl  shop") && !otherRules.contains("trolley"))
    #expect(ServerSchema.hostRules(database: "Our shop").contains("\"Our shop\""))
    let file = world.path("script.sql")
    try sql.write(toFile: file, atomically: false, encoding: .utf8)
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    for _ in 0..<2 {
      let child = try #require(
        Spawn.start(
          TestPostgres.program("psql"),
          [
            "-h", world.database.server.directory, "-p", "\(world.database.server.port)", "-U",
            "postgres", "-d", world.database.name, "-v", "ON_ERROR_STOP=1", "-q", "-f", file,
          ], descriptors: [nowhere, nowhere, nowhere]))
      var status: Int32 = 0
      waitpid(child, &status, 0)
      #expect(status == 0)
    }
    #expect(try ServerSchema.installed(world.database.admin()) == ServerSchema.version)
  }
}
