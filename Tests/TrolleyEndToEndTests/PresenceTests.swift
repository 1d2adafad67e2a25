import Foundation
import Testing

/// Two and three screens on one list: who is online is true on each of them, whatever ends one.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PresenceOnScreenTests {
  private let shop: CommandRunner
  /// Seconds in which others must see it.
  private let bound = 2.0

  /// A shop of Ann, the owner, Ben and Cid.
  init() throws {
    shop = try CommandRunner()
    try shop.run("init", "--use", "staff")
    for (first, last, pin) in [
      ("Ann", "Smith", "739154826"), ("Ben", "Jones", "80463"), ("Cid", "Stone", "60317"),
    ] {
      let added = try shop.run("people", "add", "--first", first, "--last", last, input: pin + "\n")
      #expect(added.status == 0, "\(added.error)")
    }
  }

  /// A screen with somebody signed in. `name.pid` says which process it is.
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
    // In a shop the catalogue is there first; on to one's own items.
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
    screen.wait(for: "\(count) online", seconds: bound, sourceLocation: sourceLocation) {
      $0.contains("● \(count) online")
    }
  }

  /// Names that are in the directory of those who are online.
  private var names: [String] {
    let path = shop.data.appending(path: "online").path
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// First names of those who are online, as the command line has it.
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
    let people = ann.wait(for: "Employees").split(separator: "\n")
    #expect(people.filter { $0.contains("●") && $0.contains("online") }.count == 3)
    #expect(people.first { $0.contains("Ben Jones") }?.contains("● Ben Jones  online") == true)
    #expect(people.first { $0.contains("Cid Stone") }?.contains("●") == false)

    try shop.run("sign-in", input: "60317\n")
    #expect(try online() == ["Ann", "Ben"], "a verb is not online")
    let lines = try shop.run("people", "list").lines
    #expect(lines.filter { $0.hasSuffix("  online") }.count == 2)

    kill(try pid("Ben"), SIGKILL)
    expectCount(1, on: ann)
    #expect(!ann.text.contains("● Ben Jones"))
    #expect(try online() == ["Ann"])
    #expect(names.count == 2, "what was left is removed")
    ben = nil
    try ann.press("Q")
    ann.wait(for: "the end", seconds: 5) { _ in names.isEmpty }
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
    #expect(names.count == 2)
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
    // What shows notifications here lives on when the program is killed.
    let folder = shop.home.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = try shop.file(
      "bin/notify-send", "#!/bin/sh\ntrap '' HUP\necho $$ > $HOME/child.pid\nexec sleep 30\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
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
    try ben.press("Tab")
    try ben.type("12 High Street")
    try ben.press("Enter")
    ben.wait(for: "Thank you")
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
      // The welcome goes by itself.
      screen.wait(for: "silence") { !$0.contains("Welcome") }
    }
    let pids = try ["Ann", "Ben", "Cid"].map(pid)
    usleep(300_000)
    let before = pids.map(wakeUps)
    usleep(2_000_000)
    #expect(pids.map(wakeUps) == before)
    #expect(before.allSatisfy { $0 > 0 })
  }

  /// How often a process went to sleep and came back, all threads together.
  private func wakeUps(_ pid: pid_t) -> Int {
    let tasks = "/proc/\(pid)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.reduce(0) { sum, name in
      let status = (try? String(contentsOfFile: "\(tasks)/\(name)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
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
    #expect(try alone.run("people", "list").output == "Nobody signs in here.\n")
    let path = alone.data.appending(path: "online").path
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
