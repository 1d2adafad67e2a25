import Foundation
import Testing
import TrolleyTestSupport

/// The list's files as verbs write and read them.
@Suite(.startsPrograms)
struct CommandLineFilesTests {
  private let shop: CommandRunner
  private var journal: URL { shop.data.appendingPathComponent("journal.jsonl") }

  init() throws { shop = try CommandRunner() }

  @Test func tenProcessesAtOnce() throws {
    try shop.run("init")
    let names = try (0..<10).map { writer in
      try shop.file(
        "add-\(writer).sh",
        """
        i=0
        while [ $i -lt 25 ]; do
          "$trolley" add -- "item \(writer) number $i" >/dev/null || exit 1
          i=$((i + 1))
        done
        """)
    }
    let running = try names.map { name in
      try shop.start([name], program: "/bin/sh", environment: ["trolley": TrolleyProgram.path])
    }
    for one in running {
      let run = try one.finish()
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(try shop.run("list", "--json").json["count"] as? Int == 250)
    let check = try shop.run("check", "--json").json
    #expect(check["sound"] as? Bool == true)
    #expect(check["tornBytes"] as? Int == 0)
    let ranks = try shop.run("list", "--json").objects("items").compactMap { $0["id"] as? String }
    #expect(Set(ranks).count == 250)
  }

  @Test func nobodyElseMayLook() throws {
    let run = try shop.shell(
      """
      umask 000; "$trolley" add milk && "$trolley" pick nothing; \
      "$trolley" import - < /dev/null; seq 5000 | sed 's/^/thing /' | "$trolley" import -; \
      "$trolley" export --output out.json
      """)
    #expect(run.status == 0)
    for (file, mode) in [
      ("data", 0o700), ("data/journal.jsonl", 0o600), ("data/lock", 0o600),
      ("data/snapshot.json", 0o600), ("state/trolley", 0o700), ("state/trolley/log", 0o600),
      ("out.json", 0o600),
    ] {
      let path = shop.home.appendingPathComponent(file).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
    }
  }

  @Test func checksAndRepairs() throws {
    try shop.refused("check", status: 66)
    for name in ["milk", "soda", "apple", "bread"] { try shop.run("add", name) }
    let sound = try shop.run("check")
    #expect(sound.status == 0)
    #expect(sound.output.hasPrefix("The journal is sound:"))
    #expect(try shop.run("check", "--repair").lines.first == "Nothing was wrong with the journal.")

    // Changes one letter of a line in the middle.
    var lines = try String(contentsOf: journal, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[4] = lines[4].replacing("\"t\":", with: "\"T\":")
    try Data(lines.joined(separator: "\n").utf8).write(to: journal)
    let damaged = try shop.run("check")
    #expect(damaged.status == 74)
    #expect(damaged.output.contains("Line 5 of journal.jsonl"))
    #expect(damaged.error.split(separator: "\n").count == 1)
    let answer = try shop.run("check", "--json")
    #expect(answer.status == 74)
    #expect((try answer.json["damage"] as? [String: Any])?["line"] as? Int == 5)

    // Until then the list is read-only, with a warning.
    let list = try shop.run("list", "--json")
    #expect(list.status == 0)
    #expect((try list.json["warnings"] as? [String])?.count == 1)
    #expect(try shop.run("list").error.hasPrefix("trolley: The list's journal is damaged"))
    let add = try shop.run("add", "tea")
    #expect(add.status == 74)
    #expect(add.output.isEmpty)

    let repair = try shop.run("check", "--repair", "--json")
    #expect(repair.status == 0, "\(repair.error)")
    let done = try #require(try repair.json["repair"] as? [String: Any])
    #expect(done["lostLines"] as? Int == 1)
    let old = try #require(done["oldFile"] as? String)
    #expect(old.hasPrefix("journal.damaged-"))
    #expect(try shop.run("check").status == 0)
    #expect(try shop.run("list", "--json").json["count"] as? Int == 3)
    #expect(try shop.run("add", "tea").status == 0)
  }

  @Test func aTornEndIsLeftOut() throws {
    for name in ["milk", "soda"] { try shop.run("add", name) }
    var bytes = try Data(contentsOf: journal)
    bytes.removeLast(10)
    try bytes.write(to: journal)
    let list = try shop.run("list", "--json")
    #expect(list.status == 0)
    #expect(try list.json["count"] as? Int == 1)
    #expect((try list.json["warnings"] as? [String])?.count == 1)
    #expect(try shop.run("add", "apple").status == 0)
    let after = try shop.run("list", "--json")
    #expect(try after.json["count"] as? Int == 2)
    #expect((try after.json["warnings"] as? [String])?.isEmpty == true)
  }

  @Test func aLostJournalIsNoEmptyList() throws {
    try shop.run("add", "milk")
    try FileManager.default.removeItem(at: journal)
    for verb in ["list", "items", "check"] { try shop.refused(verb, status: 74) }
    try shop.refused("add", "milk", status: 74)
    #expect(!FileManager.default.fileExists(atPath: journal.path))
  }

  /// Long use with snapshots in between gives the same as the journal alone.
  @Test func snapshotAndJournalAgree() throws {
    let many = (1...2000).map { "thing \($0)" }.joined(separator: "\n")
    try shop.run("import", "-", input: many)
    #expect(FileManager.default.fileExists(atPath: shop.data.path + "/snapshot.json"))
    for i in 1...20 { try shop.run("pick", "thing \(i * 7)") }
    let quick = try shop.export()
    try FileManager.default.removeItem(atPath: shop.data.path + "/snapshot.json")
    #expect(try shop.export() == quick)
  }

  @Test func theLogTellsWhatWentWrong() throws {
    #expect(try shop.run("log").output == "The log is empty.\n")
    try shop.run("pick", "nothing like that")
    #expect(try shop.run("log").output.contains("exit 65"))
    let lines = try shop.run("log", "--json", "--lines", "1").json["lines"] as? [String]
    #expect(lines?.count == 1)
    #expect(try !shop.run("log").output.contains("nothing like that"))
  }

  @Test func aHomeIsNeeded() throws {
    let run = try shop.run("list", environment: ["HOME": "", "TROLLEY_DATA": ""])
    #expect(run.status == 64)
    let link = shop.home.appendingPathComponent("link")
    try shop.run("init")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: shop.data)
    #expect(try shop.run("list", data: "link").status == 77)
  }
}
