import Foundation
import Testing
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
    laptop.wait(for: "eggs was deleted meanwhile")
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

  @Test func aScreenThatIsOpenWhileItsListIsSharedOrLeftGoesOn() throws {
    defer { proxy.end() }
    let kitchen = try screen("data")
    #expect(try world.runner.run("leave", "--anyway").status == 0)
    kitchen.wait(for: "no sign of sharing") { !$0.contains("⇅") }
    try add("bread 1", on: kitchen)
    #expect(try world.runner.run("list").output.contains("bread"))
    let again = try world.runner.run("share", world.address, "--name", "kitchen")
    #expect(again.status == 0, "\(again.error)")
    kitchen.wait(for: "⇅")
    try add("soap 1", on: kitchen)
    try waitUntil("it is on the server") {
      String(decoding: try world.table(), as: UTF8.self).contains("soap")
    }
  }
}
