import Foundation
import Testing
import TrolleyTestSupport

/// Two and three screens on one list: each shows correctly who is online, however one of them ends.
@Suite(.startsPrograms)
struct PresenceOnScreenTests {
  private let shop: CommandRunner

  /// A shop with Ann, the owner, Ben and Cid.
  init() throws {
    shop = try CommandRunner()
    try shop.run("init", "--use", "staff")
    for (first, last, pin) in [
      ("Ann", "Smith", "739154826"), ("Ben", "Jones", "80463"), ("Cid", "Stone", "60317"),
    ] {
      let added = try shop.run("people", "add", "--first", first, "--last", last, input: pin + "\n")
      #expect(added.status == 0, "\(added.error)")
      if first == "Ann" {
        try shop.run("sign-in", input: pin + "\n")
        try shop.run("store", "add", "Aldi")
      }
    }
    try shop.run("sign-out")
  }

  /// A screen with an account signed in. `name.pid` contains its process id.
  private func screen(
    _ name: String, _ pin: String, width: Int = 120, environment: [String: String] = [:]
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(
      width: width, folder: shop.home, environment: environment,
      command: "echo $$ > $HOME/\(name).pid; exec $TROLLEY")
    screen.wait(for: "Type your PIN")
    #expect(!screen.text.contains("online"))
    try screen.type(pin)
    try screen.press("Enter")
    screen.wait(for: "Welcome, \(name).")
    // A shop starts with the catalogue; switch to the own items.
    try screen.press(".")
    return screen
  }

  private func ann() throws -> TmuxScreen { try screen("Ann", "739154826") }
  private func ben() throws -> TmuxScreen { try screen("Ben", "80463") }

  private struct NotYet: Error {}

  private func pid(_ name: String) throws -> pid_t {
    let text = try String(contentsOf: shop.home.appending(path: name + ".pid"), encoding: .utf8)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw NotYet()
    }
    return pid
  }

  private func expectCount(
    _ count: Int, on screen: TmuxScreen, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    screen.wait(for: "\(count) online", sourceLocation: sourceLocation) {
      $0.contains("● \(count) online")
    }
  }

  /// The names in the directory of presence files.
  private var names: [String] {
    let path = shop.data.appending(path: "online").path
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// The first names of those online, according to the command line.
  private func online() throws -> [String] {
    let people = try shop.run("people", "list", "--json").objects("people")
    #expect(people.count == 3 && people.allSatisfy { $0["online"] is Bool })
    return people.filter { $0["online"] as? Bool == true }
      .compactMap { $0["firstName"] as? String }.sorted()
  }

  @Test func eachSeesTheOtherAndThenNotAfterAKill() throws {
    let ann = try ann()
    expectCount(1, on: ann)
    var ben: TmuxScreen? = try ben()
    expectCount(2, on: ann)
    if let ben { expectCount(2, on: ben) }
    try ann.press("5")
    let people = ann.wait(for: "three who are online, and Cid") { text in
      let rows = text.split(separator: "\n")
      return rows.filter { $0.contains("●") && $0.contains("online") }.count == 3
        && rows.contains { $0.contains("● Ben Jones  online") } && text.contains("Cid Stone")
    }.split(separator: "\n")
    #expect(people.first { $0.contains("Cid Stone") }?.contains("●") == false)

    try shop.run("sign-in", input: "60317\n")
    #expect(try online() == ["Ann", "Ben"], "a verb is not online")
    let lines = try shop.run("people", "list").lines
    #expect(lines.filter { $0.hasSuffix("  online") }.count == 2)
    #expect(lines.filter { $0.contains("  owner") }.count == 1)

    kill(try pid("Ben"), SIGKILL)
    expectCount(1, on: ann)
    #expect(!ann.text.contains("● Ben Jones"))
    #expect(try online() == ["Ann"])
    ann.wait(for: "what was left to be removed") { _ in names.count == 2 }
    ben = nil
    try ann.press("Q")
    ann.wait(for: "the end") { _ in names.isEmpty }
    #expect(try online().isEmpty)
  }

  @Test func signingOutIsSeenAndSoIsTheNextOne() throws {
    let ann = try ann()
    let other = try ben()
    expectCount(2, on: ann)
    try other.press("L")
    expectCount(1, on: ann)
    other.wait(for: "Type your PIN")
    try other.type("60317")
    try other.press("Enter")
    expectCount(2, on: ann)
    try ann.press("5")
    ann.wait(for: "● Cid Stone")
    #expect(!ann.text.contains("● Ben Jones"))
  }

  @Test func aLostTerminalIsSeen() throws {
    let ann = try ann()
    let ben = try ben()
    expectCount(2, on: ann)
    try ben.close()
    expectCount(1, on: ann)
    // Offline from the first of the two files on.
    ann.wait(for: "both files to be gone") { _ in names.count == 2 }
  }

  @Test func whoIsSuspendedIsNotOnline() throws {
    let ann = try ann()
    for name in ["ctrl-z", "TSTP"] {
      let ben = try TmuxScreen(
        width: 120, folder: shop.home,
        command: "echo \"echo \\$\\$ > $HOME/Ben.pid; exec $TROLLEY\" > $HOME/ben.sh; bash -i")
      try ben.type("sh ~/ben.sh")
      try ben.press("Enter")
      ben.wait(for: "Type your PIN")
      try ben.type("80463")
      try ben.press("Enter")
      expectCount(2, on: ann)
      if name == "TSTP" { kill(try pid("Ben"), SIGTSTP) } else { try ben.press("C-z") }
      expectCount(1, on: ann)
      ben.wait(for: "Stopped")
      try ben.type("fg")
      try ben.press("Enter")
      ben.wait(for: "Type your PIN")
      #expect(!ben.text.contains("online"))
      kill(try pid("Ben"), SIGKILL)
    }
  }

  @Test func aChildOfTheProgramKeepsNobodyOnline() throws {
    // The notification program outlives the killed program.
    let folder = shop.home.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = try shop.file(
      "bin/notify-send", "#!/bin/sh\ntrap '' HUP\necho $$ > $HOME/child.pid\nexec sleep 30\n")
    try makeExecutable(path)
    let ann = try ann()
    let ben = try screen(
      "Ben", "80463",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        "PATH": folder.path + ":/usr/bin:/bin", "SSH_CONNECTION": "",
      ])
    expectCount(2, on: ann)
    try ben.press("Space", "o")
    ben.wait(for: "Address")
    try ben.type("Mrs Miller")
    try ben.press("Tab", "Tab")
    try ben.type("Aldi")
    try ben.press("C-s")
    ben.wait(for: "Order 1 for Mrs Miller")
    ann.wait(for: "the notification") { _ in (try? pid("child")) != nil }
    kill(try pid("Ben"), SIGKILL)
    expectCount(1, on: ann)
    #expect(kill(try pid("child"), 0) == 0, "the child lives on")
    kill(try pid("child"), SIGKILL)
  }

  @Test func threeScreensSleepWhileNothingHappens() throws {
    let screens = [try ann(), try ben(), try screen("Cid", "60317")]
    for screen in screens {
      expectCount(3, on: screen)
      // The welcome disappears.
      screen.wait(for: "silence") { !$0.contains("Welcome") }
    }
    let pids = try ["Ann", "Ben", "Cid"].map(pid)
    try expectSleep(pids)
  }

  @Test func whereThereIsLittleRoomTheCountIsShort() throws {
    let ann = try screen("Ann", "739154826", width: 40)
    ann.wait(for: "●1 Ann")
    let ben = try screen("Ben", "80463", width: 80)
    ben.wait(for: "●2 Ben")
    ann.wait(for: "●2 Ann")
  }

  @Test func personalUseMakesNothing() throws {
    let alone = try CommandRunner()
    let screen = try TmuxScreen(
      folder: alone.home, command: "$TROLLEY; echo left with $?; sleep 60")
    screen.wait(for: "all keys")
    try screen.press("Space", "Q")
    screen.wait(for: "left with 0")
    #expect(try alone.run("people", "list").output == "This list has no accounts.\n")
    let path = alone.data.appending(path: "online").path
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
