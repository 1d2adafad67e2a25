import Foundation
import Testing
import TrolleySyncSupport
import TrolleyTestSupport

/// A shop on two machines: who is signed in on one is seen on the other.
@Suite(.startsPrograms) struct SharedPeopleTests {
  private let world: SharedWorld

  /// Ann, the owner, shares the list; Ben works at the till.
  init() throws {
    world = try SharedWorld()
    let shop = world.runner
    try shop.run("init", "--use", "staff")
    for (first, last, pin) in [("Ann", "Smith", "739154826"), ("Ben", "Jones", "80463")] {
      let added = try shop.run("people", "add", "--first", first, "--last", last, input: pin + "\n")
      #expect(added.status == 0, "\(added.error)")
      if first == "Ann" { try shop.run("sign-in", input: pin + "\n") }
    }
    try world.share()
    try world.join("till")
    try shop.run("sign-in", input: "80463\n", data: "till")
  }

  private func screen(_ data: String) throws -> TmuxScreen {
    let screen = try TmuxScreen(
      width: 120, folder: world.runner.home,
      environment: ["TROLLEY_DATA": world.runner.home.appending(path: data).path],
      command: "exec $TROLLEY --reduce-motion")
    screen.wait(for: "Type your PIN")
    return screen
  }

  private func signIn(_ name: String, _ pin: String, _ screen: TmuxScreen) throws {
    try screen.type(pin)
    try screen.press("Enter")
    screen.wait(for: "Welcome, \(name).")
  }

  @Test func `a list is put into one with people once one of them is signed in`() throws {
    let shop = world.runner
    #expect(try shop.run("add", "soap", data: "own").status == 0)
    let joined = try shop.run("join", "--merge", input: world.code("office") + "\n", data: "own")
    #expect(joined.status == 77 && joined.output.contains("Joined as office"), "\(joined.output)")
    #expect(joined.error.contains("trolley sign-in. Then: trolley export --data "))
    #expect(try shop.run("sign-in", input: "80463\n", data: "own").status == 0)
    let list = try shop.run("export", data: "own.before-joining").output
    #expect(joined.error.contains("| trolley import --merge -"), "\(joined.error)")
    #expect(try shop.run("import", "--merge", "-", input: list, data: "own").status == 0)
    #expect(try shop.run("list", data: "own").output.contains("soap"))
  }

  @Test func `a shop's list that is to be merged brings the cart of each who types it`() throws {
    let shop = world.runner
    let people = [("Ann", "739154826", "soap"), ("Ben", "80463", "tea")]
    func signIn(_ pin: String, _ data: String) throws {
      let answer = try shop.run("sign-in", input: pin + "\n", data: data)
      #expect(answer.status == 0, "\(answer.error)")
    }
    #expect(try shop.run("init", "--use", "staff", data: "own").status == 0)
    for (name, pin, _) in people {
      let added = try shop.run(
        "people", "add", "--first", name, "--last", name, input: pin + "\n", data: "own")
      #expect(added.status == 0, "\(added.error)")
      if name == "Ann" { try signIn(pin, "own") }
    }
    for (_, pin, thing) in people {
      try signIn(pin, "own")
      #expect(try shop.run("add", thing, data: "own").status == 0)
    }
    let joined = try shop.run("join", "--merge", input: world.code("office") + "\n", data: "own")
    #expect(joined.error.contains("each person who has a cart there types:"), "\(joined.error)")
    for (_, pin, thing) in people {
      try signIn(pin, "own")
      try signIn(pin, "own.before-joining")
      let list = try shop.run("export", input: pin + "\n", data: "own.before-joining")
      let imported = try shop.run("import", "--merge", "-", input: list.output, data: "own")
      #expect(imported.status == 0, "\(list.error) \(imported.error)")
      #expect(try shop.run("list", data: "own").output.contains(thing))
    }
  }

  @Test func `a family's list that is to be merged says how to sign in to it`() throws {
    let shop = world.runner
    #expect(try shop.run("init", "--use", "household", data: "own").status == 0)
    let joined = try shop.run("join", "--merge", input: world.code("office") + "\n", data: "own")
    #expect(joined.status == 77, "\(joined.output)")
    #expect(joined.error.contains("trolley sign-in --as ADDRESS --data "), "\(joined.error)")
  }

  @Test func `what became of an order is told to its author, and not to who signs in`() throws {
    let shop = world.runner
    let lock = try world.lock("till")
    for (data, name) in [("till", "Cleo"), ("data", "Dora")] {
      #expect(try shop.run("add", "soap", data: data).status == 0)
      let order = try shop.run("order", "--name", name, data: data)
      #expect(order.status == 0, "\(order.error)")
    }
    #expect(try shop.run("sync").status == 0)
    close(lock)
    #expect(try shop.run("sync", "--unwatched", data: "till").status == 0)
    let ann = try shop.run("sign-in", input: "739154826\n", data: "till")
    #expect(ann.status == 0 && !ann.error.contains("number 2"), "\(ann.error)")
    let ben = try shop.run("total", "--as", "Ben", data: "till")
    #expect(ben.error.contains("Your order 1 is number 2 now"), "\(ben.error)")
  }

  @Test func `a PIN that is changed on one machine ends the token on the other`() throws {
    let shop = world.runner
    #expect(try shop.run("whoami", data: "till").output == "Ben Jones\n")
    let office = try screen("data")
    try signIn("Ben", "80463", office)
    try office.press("5", "Down", "e")
    office.wait(for: "Your PIN now")
    try office.type("60317")
    try office.press("Tab")
    try office.type("60317")
    try office.press("C-s")
    office.wait(for: "Type your PIN, since a PIN")
    try office.type("80463")
    try office.press("C-s")
    office.wait(for: "the form to close") { !$0.contains("Your PIN now") }
    try waitUntil("the till to know") {
      _ = try shop.run("sync", data: "till")
      return try shop.run("whoami", data: "till").output == "Not signed in.\n"
    }
    #expect(try shop.run("add", "soap", data: "till").status == 77)
    #expect(try shop.run("sign-in", input: "60317\n", data: "till").status == 0)
    #expect(try shop.run("add", "soap", data: "till").status == 0)
  }

  @Test func wrongPINsOfAllMachinesCountTogether() throws {
    // Eighteen in a row in the office, long ago.
    try world.runner.file(
      "data/sign-in.tries", #"{"v":2,"row":18,"boot":"","tries":[[0,0]],"tills":[]}"#)
    let office = try screen("data")
    let till = try screen("till")
    waitUntil("the till to know") { knows("till", of: 18) }
    // The second one here is the twentieth.
    for (digits, answer) in [("55555", "No one has this PIN"), ("66666", "Too many wrong tries")] {
      try till.type(digits)
      try till.press("Enter")
      till.wait(for: answer)
    }
    waitUntil("the office to know") { knows("data", of: 2) }
    for one in [till, office] {
      try one.type("80463")
      try one.press("Enter")
      one.wait(for: "being closed") { $0.contains("unlock") }
    }
  }

  @Test func `wrong PINs count together without a screen, too`() throws {
    try world.runner.file(
      "data/sign-in.tries", #"{"v":2,"row":18,"boot":"","tries":[[0,0]],"tills":[]}"#)
    for data in ["data", "till"] { #expect(try world.runner.run("sync", data: data).status == 0) }
    #expect(knows("till", of: 18))
  }

  /// Whether a machine knows of so many wrong PINs on the other one.
  private func knows(_ data: String, of count: Int) -> Bool {
    let path = world.runner.home.appending(path: data + "/sign-in.elsewhere")
    let text = try? String(contentsOf: path, encoding: .utf8)
    return text?.contains("\"who\":\"pins\",\"failed\":\(count)") == true
  }

  @Test
  func `an account whose name was taken on another machine meanwhile is told so at its screen`()
    throws
  {
    let shop = world.runner
    let proxy = try CuttingProxy(to: world.database.server)
    defer { proxy.end() }
    try world.lead("till", through: proxy)
    proxy.mode = .refuse
    #expect(try shop.run("sign-in", input: "739154826\n", data: "till").status == 0)
    for (first, pin, data) in [("Cem", "48261", "data"), ("Dora", "91537", "till")] {
      let added = try shop.run(
        "people", "add", "--first", first, "--last", "Kaya", input: pin + "\n", data: data)
      #expect(added.status == 0, "\(added.error)")
    }
    #expect(try shop.run("sync").status == 0)
    let till = try screen("till")
    try signIn("Dora", "91537", till)
    try till.press("a")
    try till.type("tea")
    try till.press("Enter", "Escape")
    proxy.mode = .pass
    // The sign-in screen says the one, and what is said of the other may cover it at once.
    var saysWhy = false
    till.wait(for: "what became of the tea") { text in
      let sentences = TmuxScreen.flowing(text)
      saysWhy = saysWhy || sentences.contains("Dora Kaya was not registered")
      return sentences.contains("You have no account here; “tea”")
    }
    try till.press("Enter")
    till.wait(for: "Type your PIN")
    if !saysWhy { till.wait(for: "Dora Kaya was not registered") }
  }

  private func online(_ data: String) throws -> [String] {
    let run = try world.runner.run("people", "list", "--json", data: data)
    try #require(run.status == 0, "\(run.error)")
    return try run.objects("people")
      .filter { $0["online"] as? Bool == true }.compactMap { $0["firstName"] as? String }.sorted()
  }

  @Test func whoIsSignedInOnAnotherMachineIsSeenHereAndOnEveryScreen() throws {
    let office = try screen("data")
    try signIn("Ann", "739154826", office)
    let till = try screen("till")
    // The first screen of a machine carries the list, no matter who is signed in; the second does not.
    let second = try screen("till")
    try signIn("Ben", "80463", second)
    for one in [office, second] { one.wait(for: "● 2 online") }
    try waitUntil("the verbs to see both") {
      try online("data") == ["Ann", "Ben"] && online("till") == ["Ann", "Ben"]
    }
    try second.press("L")
    office.wait(for: "● 1 online")
    try signIn("Ben", "80463", till)
    for one in [office, till] { one.wait(for: "● 2 online") }
    try office.close()
    till.wait(for: "● 1 online")
  }
}
