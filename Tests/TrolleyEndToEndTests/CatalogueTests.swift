import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// Wines from a real server on this machine, in a real terminal.
@Suite(.startsPrograms)
struct CatalogueTests {
  private let home: CommandRunner

  init() throws {
    home = try CommandRunner()
    #expect(try home.run("list").status == 0)
  }

  private func settings(_ text: String) throws { try home.file("data/settings.json", text) }

  private func settings(wines server: TestWineServer) throws {
    try settings(
      "{\"services\": {\"wineCom\": {\"address\": \"\(server.address)\", "
        + "\"key\": \"\(TestWineServer.key)\"}}}")
  }

  private func screen(width: Int = 80, height: Int = 24) throws -> TmuxScreen {
    try TmuxScreen(
      width: width, height: height, folder: home.home,
      environment: ["XDG_CACHE_HOME": home.home.appending(path: "cache").path],
      command: "$TROLLEY; echo left with $?; sleep 60")
  }

  private var kept: String {
    let file = home.home.appending(path: "cache/trolley/catalogue-wineCom.jsonl")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  private var cart: [String] {
    get throws {
      try home.run("list", "--json").objects("items").map {
        "\($0["quantity"] ?? "") \($0["name"] ?? "")"
      }
    }
  }

  @Test func winesAreBrowsedBoughtAndThereWithoutTheirServer() throws {
    var server = TestWineServer()
    let port = server.server.port
    try settings(wines: server)
    let screen = try screen()
    screen.wait(for: "Items")
    try screen.press(".", ".")
    screen.wait(for: "May Trolley ask?")
    screen.wait(for: "your key")
    #expect(server.server.requests.isEmpty)
    try screen.press("Right", "Enter")

    // Browse, filter, sort.
    screen.wait(for: TestWine.all[0].name.split(separator: " ").prefix(2).joined(separator: " "))
    try screen.press("f")
    screen.wait(for: "White wines")
    try screen.type("white")
    try screen.press("Enter")
    screen.wait(for: "category: White wines")
    try screen.press("s")
    try screen.type("name")
    try screen.press("Enter")
    screen.wait(for: "sort: name")
    let white = TestWine.all.filter { $0.kind == 1 }.map(\.name).sorted()
    let first = try #require(white.first)
    screen.wait(for: "the first by name") {
      TmuxScreen.flowing($0).contains(first.split(separator: " ").prefix(2).joined(separator: " "))
    }

    // Quick-add, open, four more.
    try screen.press("Space")
    screen.wait(for: "Put \(first) in the cart")
    try screen.press("Right", "Space", "Left", "Enter")
    screen.wait(for: "Add to cart")
    screen.wait(for: "Data: wine.com")
    try screen.press("+", "+", "+", "Enter")
    screen.wait(for: "Put 4 × \(first) in the cart")
    let second = white[1]
    #expect(try cart == ["5 \(first)", "1 \(second)"])

    // Search: typing searches locally, enter asks the server.
    try screen.press("Escape")
    screen.wait(for: "category: all")
    try screen.press("/")
    try screen.type("cedar")
    screen.wait(for: "products")
    // The page of all wines may still be on its way; nothing asks for what is typed.
    let asked = server.server.requests("/api/beta2/service.svc/json/catalog")
    #expect(asked.allSatisfy { ($0.query["search"] ?? "").isEmpty })
    try screen.press("Enter")
    screen.wait(for: "the question") { _ in
      server.server.requests("/api/beta2/service.svc/json/catalog").last?.query["search"] == "cedar"
    }
    screen.wait(for: "Cedar")
    // While a request is under way, the first press only cancels it.
    try screen.press("Escape")
    try screen.press("Escape")
    screen.wait(for: "category: all")
    screen.wait(for: "what was seen to be kept") { _ in kept.contains("Cedar") }
    #expect(!kept.contains(TestWineServer.key))

    // The server goes away and comes back.
    server.server.shutDown()
    try screen.press("r")
    screen.wait(for: "The wine catalogue can't be reached (since ")
    screen.wait(for: "Showing a copy.")
    for page in ["2", "3", "4", "5"] {
      try screen.press(page)
      screen.wait(for: "The wine catalogue can't be reached (since ")
    }
    // What was seen is still there. Where the focus is depends on which answer came first.
    let seen = Set(TestWine.all.map { String($0.name.split(separator: " ")[0]) })
    try screen.press("1")
    screen.wait(for: "wines of the copy") { text in
      text.contains("sort: name") && seen.contains { text.contains($0) }
    }
    server = TestWineServer(port: port)
    try screen.press("r")
    screen.wait(for: "The wine catalogue is back.")
    screen.wait(for: "the banner to go") { !$0.contains("can't be reached") }
    try screen.press("Q")
    screen.wait(for: "left with 0")
    #expect(try home.run("undo").output.contains("Undid"))
    #expect(try cart == ["1 \(first)", "1 \(second)"])
    withExtendedLifetime(server) {}
  }

  @Test func whatWasSeenIsThereInTheNextRunWithoutAServer() throws {
    let server = TestWineServer()
    try settings(wines: server)
    var screen = try screen()
    screen.wait(for: "Items")
    try screen.press(".", ".")
    screen.wait(for: "May Trolley ask?")
    try screen.press("Right", "Enter")
    screen.wait(for: "what was seen to be kept") { _ in kept.contains(TestWine.all[0].name) }
    try screen.press("Q")
    screen.wait(for: "left with 0")
    server.server.shutDown()
    screen = try self.screen()
    screen.wait(for: "Items")
    let words = TestWine.all[0].name.split(separator: " ").prefix(2).joined(separator: " ")
    screen.wait(for: words)
    try screen.press("r")
    screen.wait(for: "can't be reached")
    screen.wait(for: words)
  }

  @Test func aFileOfProductsIsACatalogueToo() throws {
    let path = try home.file(
      "cellar.json",
      "[{\"code\":\"c1\",\"name\":\"Old Port\",\"category\":\"Port\",\"price\":\"19.90\"},"
        + "{\"code\":\"4006381333931\",\"name\":\"Aged Tawny\",\"category\":\"Port\"}]")
    try settings(
      "{\"catalogue\": {\"source\": \"file\", \"file\": \"\(path)\", \"title\": \"Cellar\"}}")
    let screen = try screen()
    screen.wait(for: "Cellar")
    try screen.press(".", ".")
    screen.wait(for: "Old Port")
    screen.wait(for: "$19.90")
    try screen.press("a")
    try screen.type("4006381333931")
    try screen.press("Enter")
    screen.wait(for: "Put Aged Tawny in the cart")
    #expect(try cart == ["1 Aged Tawny"])
    try screen.press("Escape")
    screen.wait(for: "sort: popular")
    screen.wait(for: "the line to go") { !$0.contains(" add ") }
    // What becomes of the file is seen at once.
    try home.file("cellar.json", "{\"products\": [")
    screen.wait(for: "The file of the catalogue")
    screen.wait(for: "Old Port")
    try home.file("cellar.json", "[{\"code\":\"c1\",\"name\":\"Old Port\",\"price\":\"25.00\"}]")
    screen.wait(for: "$25.00")
    screen.wait(for: "Aged Tawny to go") { !$0.contains("Aged Tawny") }
  }

  @Test func theVerbAsksOnlyWithLeave() throws {
    let server = TestFoodServer()
    let environment = ["XDG_CACHE_HOME": home.home.appending(path: "cache").path]
    func find(_ arguments: String...) throws -> ChildProcess.Outcome {
      try home.start(["find"] + arguments, environment: environment).finish()
    }
    let address = "\"address\": \"\(server.address)\""
    try settings("{\"services\": {\"openFoodFacts\": {\(address)}}}")
    let refused = try find("cedar")
    #expect(refused.status == 77)
    #expect(refused.error.contains("Open Food Facts may not be asked yet"))
    let code = try home.start(["add", "4006381333931"], environment: environment).finish()
    #expect(code.status == 77)
    #expect(
      code.error.contains(
        "4006381333931 is a barcode. Open Food Facts may not be asked yet: it would get"))
    // What the list knows needs no leave.
    try home.run("add", "soap powder 5901234123457")
    let both = try home.start(
      ["add", "4006381333931", "5901234123457"], environment: environment
    ).finish()
    #expect(both.status == 77)
    #expect(
      both.error.contains("Added soap powder (2 in all) to the cart. 4006381333931 is a barcode."))
    #expect(try home.run("list").output.contains("2  soap powder"))
    for _ in 0..<2 { try home.run("undo") }
    // An item is made of a barcode as something for the cart is.
    func addItem(_ arguments: String...) throws -> ChildProcess.Outcome {
      try home.start(["item", "add"] + arguments, environment: environment).finish()
    }
    let item = try addItem("4006381333931")
    #expect(item.status == 77)
    #expect(item.error.contains("4006381333931 is a barcode. Open Food Facts may not be asked yet"))
    try home.run("add", "soap powder 5901234123457")
    #expect(try addItem("5901234123457").error.contains("There is an item called soap powder"))
    #expect(
      try addItem("5901234123457", "--star").output
        == "soap powder was there already; changed it.\n")
    for _ in 0..<2 { try home.run("undo") }
    #expect(server.server.requests.isEmpty)
    try settings(
      "{\"services\": {\"contact\": \"ann@example.org\", "
        + "\"openFoodFacts\": {\(address), \"allowed\": true}}}")
    let found = try find("cedar", "brut", "--json")
    #expect(found.status == 0, "\(found.error)")
    let names = try found.objects("products").compactMap { $0["name"] as? String }
    let known = TestWine.all.map(\.name).filter { $0.contains("Cedar") && $0.contains("Brut") }
    #expect(Set(names) == Set(known))
    #expect(try found.json["licence"] as? String == "Data: Open Food Facts (ODbL)")
    func add(_ arguments: String...) throws -> ChildProcess.Outcome {
      try home.start(["add"] + arguments, environment: environment).finish()
    }
    #expect(
      try add("2 " + TestWine.all[7].barcode).output
        == "Added 2 \(TestWine.all[7].name) to the cart.\n")
    // The second time it is known.
    let asked = server.server.requests.count
    #expect(
      try add(TestWine.all[7].barcode).output
        == "Added \(TestWine.all[7].name) (3 in all) to the cart.\n")
    #expect(server.server.requests.count == asked)
    #expect(try cart == ["3 \(TestWine.all[7].name)"])
    #expect(try addItem(TestWine.all[8].barcode).output == "Added \(TestWine.all[8].name).\n")
    #expect(try cart == ["3 \(TestWine.all[7].name)"])
    #expect(try addItem("4006381333931").error.contains("No catalogue knows 4006381333931."))
    let unknown = try add("4006381333931")
    #expect(unknown.status == 65)
    #expect(unknown.error.contains("No catalogue knows 4006381333931."))
    #expect(try add("milk, 4006381333931").error.contains("4006381333931 is a barcode."))
    #expect(try add("4006381333932").error.contains("its last digit does not fit"))
    #expect(try cart == ["3 \(TestWine.all[7].name)"])
    #expect(try add("\(TestWine.all[7].barcode) @1.99").output.contains("4 in all"))
    #expect(try cart == ["4 \(TestWine.all[7].name)"])
    let barcode = try find(TestWine.all[7].barcode)
    #expect(barcode.output.contains(TestWine.all[7].name))
    #expect(try find("4006381333931").status == 65)
    #expect(try find("4006381333932").error.contains("its last digit does not fit"))
    #expect(try find("x", "--source", "moon").status == 64)
    server.server.shutDown()
    #expect(try find("somewhere", "else").status == 69)
    // What was found before is there by a part of its name, too.
    let offline = try find("ced")
    #expect(offline.status == 0 && offline.error.contains("This was seen before."))
    for name in known { #expect(offline.output.contains(name)) }
    let one = try find(String(TestWine.all[7].name.prefix(6)))
    #expect(one.output.contains(TestWine.all[7].name))
  }
}
