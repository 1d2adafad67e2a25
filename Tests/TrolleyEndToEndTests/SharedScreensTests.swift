import Foundation
import Testing
import TrolleyStorage
import TrolleySyncSupport
import TrolleyTestSupport

/// Three screens on three data directories over one server.
@Suite(.startsPrograms) struct SharedScreensTests {
  private let world: SharedWorld
  private let proxy: CuttingProxy
  private var home: URL { world.runner.home }

  /// Two of the machines are led through a network that can be cut.
  init() throws {
    world = try SharedWorld()
    proxy = try CuttingProxy(to: world.database.server)
    try world.share()
    for name in ["laptop", "phone"] {
      try world.join(name)
      try world.lead(name, through: proxy)
    }
  }

  private func screen(_ data: String) throws -> TmuxScreen {
    let screen = try TmuxScreen(
      width: 120, folder: home,
      environment: ["TROLLEY_DATA": home.appending(path: data).path],
      command: "exec $TROLLEY --reduce-motion")
    screen.wait(for: "⇅")
    try screen.press("2")
    screen.wait(for: "picked of")
    return screen
  }

  private func add(_ words: String, on screen: TmuxScreen) throws {
    try screen.press("a")
    try screen.type(words)
    try screen.press("Enter")
    let name = words.prefix { $0 != " " }
    screen.wait(for: "\(name) on the list") {
      $0.contains(name) && $0.contains("esc is done") && !$0.contains(words)
    }
    try screen.press("Escape")
    screen.wait(for: "the page") { !$0.contains("esc is done") }
  }

  @Test func changesCrossAndAfterACutAllAreEqualAndNothingIsLost() throws {
    defer { proxy.end() }
    let kitchen = try screen("data")
    let laptop = try screen("laptop")
    let phone = try screen("phone")
    let all = [kitchen, laptop, phone]
    for (words, author) in [("bread 3", kitchen), ("eggs 6", laptop), ("tea 1", phone)] {
      try add(words, on: author)
      for screen in all { screen.wait(for: String(words.dropLast(2))) }
    }
    proxy.mode = .refuse
    proxy.cut()
    // The answer to the last change may be what was cut off.
    for screen in [laptop, phone] {
      screen.wait(for: "being offline") { $0.contains("⇅ offline since") || $0.contains("waiting") }
    }
    // Deletes the eggs, of which the laptop puts two more into the cart.
    #expect(try world.runner.run("item", "remove", "eggs").status == 0)
    kitchen.wait(for: "no eggs") { !$0.contains("eggs") }
    try laptop.press("g", "j", "j", "+", "+")
    laptop.wait(for: "eight eggs") { $0.contains("waiting") && $0.contains("  8 ") }
    try add("beer 2", on: laptop)
    try phone.press("g", "j", "Space")
    try add("wine 1", on: phone)
    try phone.press("u")
    phone.wait(for: "Undid: add wine")
    try add("rice 1", on: phone)
    #expect(try world.runner.run("order", "--name", "Ann", "--address", "Here 1").status == 0)
    kitchen.wait(for: "an empty cart") { !$0.contains("bread") }
    proxy.mode = .pass
    laptop.wait(for: "“eggs” was deleted meanwhile; its quantity was not raised")
    try waitUntil("all to be equal") {
      let table = try world.table()
      return try ["data", "laptop", "phone"].allSatisfy { try world.journal($0) == table }
    }
    for screen in all {
      screen.wait(for: "all that was added and no sign of trouble") { text in
        text.contains("beer") && text.contains("rice") && !text.contains("eggs")
          && !text.contains("waiting") && !text.contains("offline")
      }
    }
    let count = try world.table().count
    try laptop.press("u")
    laptop.wait(for: "Undid:")
    try waitUntil("the undo to be everywhere") {
      let table = try world.table()
      return try table.count > count
        && ["data", "phone"].allSatisfy { try world.journal($0) == table }
    }
    for data in ["data", "laptop", "phone"] {
      #expect(try world.runner.run("check", data: data).status == 0)
    }
  }

  @Test func `a value that was replaced while no screen was open is told by the next one`() throws {
    defer { proxy.end() }
    let runner = world.runner
    proxy.mode = .refuse
    proxy.cut()
    #expect(try runner.run("set", "milk", "--price", "0.33", data: "laptop").status == 0)
    #expect(try runner.run("set", "milk", "--price", "0.44").status == 0)
    #expect(try runner.run("sync").status == 0)
    proxy.mode = .pass
    #expect(try runner.run("sync", "--wait", "20", data: "laptop").status == 0)
    // Also when it was closed with the question unanswered.
    let first = try screen("data")
    first.wait(for: "⇅ 1 conflict")
    try first.press("q")
    let kitchen = try screen("data")
    kitchen.wait(for: "⇅ 1 conflict")
    // While a notice says so, `B` puts the value back at once; on another page it has ended.
    try kitchen.press("1")
    kitchen.wait(for: "the items without a notice") {
      $0.contains("Not in the cart") && !$0.contains("yours was")
    }
    try kitchen.press("B")
    kitchen.wait(for: "yours $0.44, now $0.33")
    try kitchen.press("Enter")
    kitchen.wait(for: "Theirs is right")
    try kitchen.press("Enter")
    kitchen.wait(for: "no conflict") { !$0.contains("conflict") && $0.contains("⇅") }
    #expect(try runner.run("list", "--json").output.contains("0.44"))
    try kitchen.press("q")
    let again = try screen("data")
    again.wait(for: "no conflict") { !$0.contains("conflict") && $0.contains("⇅") }
  }

  @Test func aScreenThatIsOpenWhileItsListIsSharedOrLeftGoesOn() throws {
    defer { proxy.end() }
    let kitchen = try screen("data")
    #expect(try world.runner.run("leave", "--anyway").status == 0)
    kitchen.wait(for: "no sign of sharing") { !$0.contains("⇅") }
    try add("bread 1", on: kitchen)
    #expect(try world.runner.run("list").output.contains("bread"))
    let again = try world.runner.run("share", world.address, "--name", "kitchen", "--yes")
    #expect(again.status == 0, "\(again.error)")
    kitchen.wait(for: "⇅")
    try add("soap 1", on: kitchen)
    try waitUntil("it is on the server") {
      String(decoding: try world.table(), as: UTF8.self).contains("soap")
    }
  }

  @Test func `a screen that waits is woken by who asks, and the verb says what that came to`()
    throws
  {
    defer { proxy.end() }
    let path = home.appending(path: "laptop").path
    let right = try #require(try Membership.load(directory: path))
    var wrong = right
    wrong.password = "not the one"
    try wrong.save(directory: path)
    let laptop = try screen("laptop")
    laptop.wait(for: "not let in")
    try add("bread 1", on: laptop)
    let refused = try world.runner.run("sync", data: "laptop")
    #expect(
      refused.status == 77 && refused.error.contains("its password was changed"), "\(refused.error)"
    )
    try right.save(directory: path)
    let begin = ContinuousClock.now
    let sync = try world.runner.run("sync", data: "laptop")
    #expect(sync.status == 0 && sync.output.hasPrefix("Everything is here"), "\(sync.error)")
    laptop.wait(for: "being online") { $0.contains("⇅") && !$0.contains("not let in") }
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  @Test func aMachineIsInvitedFromTheScreenJoinsByTheVerbAndIsRemoved() throws {
    defer { proxy.end() }
    let kitchen = try screen("data")
    try kitchen.press("5", "/")
    try kitchen.type("several machines")
    try kitchen.press("Enter", "Enter")
    kitchen.wait(for: "the machines") { $0.contains("this machine") && $0.contains("phone") }
    try kitchen.press("i")
    try kitchen.type("tablet")
    try kitchen.press("Enter")
    kitchen.wait(for: "the code") { $0.contains("The code for tablet") && $0.contains("trolley1.") }
    // As a mouse selects it: the lines from the first of the code to the hints.
    let lines = kitchen.text.split(separator: "\n").drop { !$0.hasPrefix("trolley1.") }
    let code = lines.prefix { !$0.contains(" ") }.joined(separator: "\n")
    let run = try world.runner.run(
      "join", input: code.filter { $0 != "\n" } + "\n", data: "tablet")
    #expect(run.status == 0, "\(run.error)")
    #expect(try world.journal("tablet") == world.table())
    try kitchen.press("Escape")
    kitchen.wait(for: "the machines again") { $0.contains("Invite another machine") }
    try kitchen.press("r")
    kitchen.wait(for: "the tablet has joined") {
      $0.contains("tablet") && !$0.contains("not there yet") && !$0.contains("Asking")
    }
    try kitchen.press("g", "j", "j", "j", "d", "Right", "Enter")
    kitchen.wait(for: "tablet has no access any more")
    let sync = try world.runner.run("sync", data: "tablet")
    #expect(sync.status != 0 && sync.error.contains("removed"))
    let log = try? String(
      contentsOf: world.runner.home.appending(path: ".local/state/trolley/log"), encoding: .utf8)
    #expect(log?.contains("trolley1.") != true)
    try kitchen.press("l", "Right", "Enter")
    kitchen.wait(for: "own again")
    kitchen.wait(for: "no sign of sharing") { !$0.contains("⇅") }
    #expect(try world.runner.run("sync").status != 0)
  }
}
