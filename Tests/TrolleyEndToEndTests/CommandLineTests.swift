import Foundation
import Testing
import TrolleyTestSupport

/// The verbs, run as programs, as a script would.
@Suite(.startsPrograms)
struct CommandLineTests {
  private let shop: CommandRunner

  init() throws { shop = try CommandRunner() }

  private func names(_ run: ChildProcess.Outcome) throws -> [String] {
    try run.objects("items").map { try #require($0["name"] as? String) }
  }

  // MARK: The cart

  @Test func addsByOneLine() throws {
    let run = try shop.run("add", "2", "kg", "potatoes", "@3.20", "#veg", "!aldi", "*")
    #expect(run.status == 0)
    #expect(run.output == "Added 2 kg potatoes to the cart, $6.40.\n")
    let line = try #require(try shop.run("list", "--json").objects("items").first)
    #expect(line["name"] as? String == "potatoes")
    #expect(line["quantity"] as? Int == 2)
    #expect(line["unit"] as? String == "kg")
    #expect(line["price"] as? Double == 3.2)
    #expect(line["cost"] as? Double == 6.4)
    #expect(line["category"] as? String == "veg")
    #expect(line["store"] as? String == "aldi")
    #expect(line["favourite"] as? Bool == true)
    #expect(line["picked"] as? Bool == false)
  }

  @Test func severalArgumentsInQuotesAreSeveralThings() throws {
    func add(_ words: String...) throws -> [String] {
      try shop.run("clear", "--all")
      #expect(try shop.start(["add"] + words).finish().status == 0)
      return try shop.run("list", "--json").objects("items").map {
        "\(try #require($0["quantity"] as? Int)) \(try #require($0["name"] as? String))"
      }
    }
    #expect(try add("milk chocolate", "2 oat drinks") == ["1 milk chocolate", "2 oat drinks"])
    #expect(try add("rice", "oat drinks @3") == ["1 rice", "1 oat drinks"])
    #expect(try add("oat", "flakes") == ["1 oat flakes"])
    #expect(try add("rice,", "oat", "flakes") == ["1 rice", "1 oat flakes"])
    #expect(
      try shop.run("add", "milk", "rice").output
        == "Added 1 milk rice to the cart. That is one thing; commas separate several: milk, rice.\n"
    )
    // A quantity is no thing.
    #expect(try add("2", "brown sugar") == ["2 brown sugar"])
    #expect(try add("brown sugar", "x3") == ["3 brown sugar"])
  }

  @Test func storesAreListedByName() throws {
    for name in ["Zum Hof", "aldi", "Coles"] { try shop.run("store", "add", name) }
    let run = try shop.run("store", "--json")
    #expect(
      try run.objects("stores").map { $0["name"] as? String } == ["aldi", "Coles", "Zum Hof"])
  }

  @Test func addsWhatIsKnownOnce() throws {
    try shop.run("add", "2 milk")
    let again = try shop.run("add", "Milks", "--json")
    #expect(again.status == 0)
    let lines = try again.objects("items")
    #expect(lines.count == 1)
    #expect(lines.first?["name"] as? String == "Milk")
    #expect(lines.first?["quantity"] as? Int == 3)
    #expect(try names(shop.run("items", "--json")).count == 7)
  }

  @Test func listSaysEverything() throws {
    try shop.run("add", "2 milk")
    try shop.run("add", "0.5 kg ham")
    try shop.run("pick", "milk")
    let run = try shop.run("list", "--json")
    let answer = try run.json
    #expect(answer["pieces"] as? Int == 3)
    #expect(answer["total"] as? Double == 3.2)
    #expect(answer["unknownPrices"] as? Int == 1)
    #expect(answer["currency"] as? String == "USD")
    #expect((answer["warnings"] as? [Any])?.isEmpty == true)
    let lines = try run.objects("items")
    #expect(lines.map { $0["picked"] as? Bool } == [true, false])
    #expect(lines[1]["price"] is NSNull)
    #expect(lines[1]["quantity"] as? Double == 0.5)
    let text = try shop.run("list")
    #expect(
      text.lines == [
        "[x]       2  Milk  Dairy    $3.20", "[ ]  0.5 kg  ham          unknown",
        "2 items, 3 pieces, about $3.20 + 1 without a price",
      ])
  }

  @Test func firstUseHasTheStarterItems() throws {
    let run = try shop.run("items", "--json")
    #expect(
      try names(run) == [
        "Apple", "Grapes", "Milk", "Muffin", "Popcorn", "Soda", "Strawberries",
      ])
    #expect(try shop.run("list").output == "The cart is empty.\n")
    #expect(try shop.run("item", "list").lines.count == 7)
  }

  @Test func picksAndTakesOut() throws {
    try shop.run("add", "milk")
    #expect(try shop.run("pick", "mil").output == "Picked Milk.\n")
    let again = try shop.run("pick", "milk")
    #expect(again.status == 0)
    #expect(again.output == "Milk is picked already.\n")
    #expect(try shop.run("unpick", "MILK").output == "Unpicked Milk.\n")
    #expect(try shop.run("toggle", "milk").output == "Took Milk out of the cart.\n")
    #expect(try shop.run("toggle", "milk").output == "Put Milk in the cart.\n")
    #expect(try shop.run("remove", "milk").output == "Took Milk out of the cart.\n")
    try shop.refused("remove", "milk", status: 65)
    try shop.refused("pick", "milk", status: 65)
  }

  @Test func `several things are picked with commas between them, as they are added`() throws {
    try shop.run("add", "milk, apple, oat bar")
    #expect(
      try shop.refused("pick", "mil", "apple", status: 65).hasSuffix(
        " Commas separate several: trolley pick mil, apple\n"))
    #expect(try shop.run("pick", "milk", "oat", "bar").output == "Picked Milk and oat bar.\n")
    #expect(try shop.run("unpick", "milk oat bar").output == "Unpicked Milk and oat bar.\n")
    #expect(try shop.run("pick", "milk,", "apple").output == "Picked Milk and Apple.\n")
    #expect(try shop.run("pick", "milk, apple").output == "Milk and Apple are picked already.\n")
    #expect(try shop.run("star", "milk", "oat bar").output == "Starred Milk and oat bar.\n")
    #expect(
      try shop.run("star", "milk, oat bar").output == "Milk and oat bar are starred already.\n")
    #expect(
      try shop.run("toggle", "soda", "oat", "bar").output
        == "Put Soda and oat bar in the cart.\n")
    #expect(
      try shop.run("toggle", "soda, oat bar").output
        == "Took Soda and oat bar out of the cart.\n")
    try shop.run("toggle", "oat bar")
    #expect(try shop.run("unpick", "oat bar", "milk").status == 0)
    try shop.refused("pick", "milk, salt", status: 65)
    #expect(try shop.run("list").lines.first?.hasPrefix("[ ]") == true, "all or none")
    // What is called so as a whole is one thing.
    try shop.run("add", "\"Salt, iodised\"")
    #expect(try shop.run("pick", "salt, iodised").output == "Picked Salt, iodised.\n")
    #expect(
      try shop.run("remove", "milk, oat bar").output == "Took Milk and oat bar out of the cart.\n")
  }

  @Test func clears() throws {
    try shop.refused("clear", status: 64)
    try shop.refused("clear", "--picked", "--all", status: 64)
    for name in ["milk", "apple", "soda"] { try shop.run("add", name) }
    try shop.refused("clear", "--picked", status: 65)
    try shop.run("pick", "milk")
    #expect(
      try shop.run("clear", "--picked").output
        == "Took 1 item out of the cart; 2 are still to get.\n")
    #expect(try shop.run("clear", "--all", "--json").json["removed"] as? Int == 2)
    try shop.refused("clear", "--all", status: 65)
  }

  @Test func sumsUp() throws {
    try shop.run("add", "3 apple")
    try shop.run("add", "2 milk")
    try shop.run("pick", "milk")
    #expect(try shop.run("total").output == "2 items, 5 pieces, about $4.70\n")
    let answer = try shop.run("total", "--json").json
    #expect(answer["total"] as? Double == 4.7)
    #expect(answer["pickedTotal"] as? Double == 3.2)
    #expect(
      (answer["categories"] as? [[String: Any]])?.map { $0["name"] as? String }
        == ["Dairy", "Fruit"])
  }

  // MARK: Items

  @Test func changesAnItem() throws {
    let run = try shop.run(
      "set", "milk", "--price", "1.80", "--category", "Fresh", "--name", "Oat milk",
      "--quantity", "1.5 l", "--per", "1 l", "--store", "Corner", "--description", "From oats",
      "--picture", "milk", "--json")
    #expect(run.status == 0)
    let item = try #require(try run.objects("items").first)
    #expect(item["name"] as? String == "Oat milk")
    #expect(item["cost"] as? Double == 2.7)
    #expect(item["perUnit"] as? String == "l")
    #expect(item["store"] as? String == "Corner")
    #expect(try shop.run("set", "oat", "--price", "").status == 0)
    #expect(try shop.run("list", "--json").json["unknownPrices"] as? Int == 1)
    let same = try shop.run("set", "oat", "--category", "Fresh")
    #expect(same.status == 0)
    #expect(same.output == "Oat milk is so already.\n")
  }

  @Test func `dates follow LC_TIME, prices LC_MONETARY, and a chosen country both`() throws {
    try shop.run("add", "milk @3.20")
    try shop.run("pick", "milk")
    try shop.run("order", "--name", "Ann", "--address", "12 High Street")
    func orders() throws -> String {
      let environment = ["LC_TIME": "ja_JP.UTF-8", "LC_MONETARY": "de_DE.UTF-8", "LC_ALL": ""]
      return try shop.start(["orders"], environment: environment).finish().output
    }
    let year = try #require(
      try orders().range(of: "20[0-9][0-9] [A-Z][a-z]+ [0-9]", options: .regularExpression))
    #expect(!year.isEmpty)
    #expect(try orders().contains("3,20"))
    try shop.run("settings", "locale", "en_GB")
    #expect(try orders().contains("3.20"))
    #expect(
      try orders().range(of: "[0-9] [A-Z][a-z]+ 20[0-9][0-9]", options: .regularExpression) != nil)
  }

  @Test func `the same number is another price in another currency`() throws {
    try shop.run("add", "milk @3.20")
    try shop.run("settings", "currency", "EUR")
    #expect(try !shop.run("total").output.contains("€3.20"))
    try shop.run("set", "milk", "--price", "3.20")
    #expect(try shop.run("total").output.contains("€3.20"))
  }

  @Test func `a file that is no picture is one, whatever its name ends in`() throws {
    _ = try shop.file("notes.txt", "text")
    let words = try shop.refused("set", "milk", "--picture", "notes.txt", status: 65)
    #expect(!words.contains("no picture called"), "\(words)")
  }

  @Test func aPictureThatThereIsNotIsRefusedWithTheNearest() throws {
    for words in [
      ["set", "milk", "--picture", "grpaes"], ["item", "add", "x", "--picture", "grpaes"],
    ] {
      let run = try shop.start(words).finish()
      #expect(run.status == 65)
      #expect(
        run.error.hasPrefix(
          "trolley: There is no picture called “grpaes”; the nearest are “grapes”"),
        "\(run.error)")
      #expect(run.bytes.isEmpty)
    }
    #expect(try shop.run("set", "milk", "--picture", "Grapes").status == 0)
    let items = try shop.run("items", "--json").objects("items")
    #expect(items.first { $0["name"] as? String == "Milk" }?["picture"] as? String == "grapes")
    #expect(!items.contains { $0["name"] as? String == "X" })
    #expect(try shop.run("set", "milk", "--picture", "").status == 0)
  }

  @Test func addsAndDeletesItems() throws {
    let run = try shop.run(
      "item", "add", "rye bread @2.50 #Bakery", "--description", "Dark", "--favourite")
    #expect(run.output == "Added rye bread.\n")
    #expect(try shop.run("list").output == "The cart is empty.\n")
    let all = try shop.run("items", "--json").objects("items")
    let bread = try #require(all.first { $0["name"] as? String == "rye bread" })
    #expect(bread["description"] as? String == "Dark")
    #expect(bread["favourite"] as? Bool == true)
    #expect(bread["inCart"] as? Bool == false)
    try shop.refused("item", "add", "Rye breads", status: 65)
    #expect(try shop.run("item", "delete", "rye").output == "Deleted rye bread.\n")
    #expect(try names(shop.run("items", "--json")).count == 7)
  }

  @Test func stars() throws {
    #expect(try shop.run("favourite", "milk").output == "Starred Milk.\n")
    #expect(try shop.run("star", "milk").output == "Milk is starred already.\n")
    #expect(try shop.run("favourite", "milk").status == 0)
    #expect(try names(shop.run("items", "--starred", "--json")) == ["Milk"])
    #expect(try shop.run("favourite", "milk", "--off").output == "Unstarred Milk.\n")
  }

  // MARK: Orders and stores

  @Test func `what of an order is not picked is said`() throws {
    try shop.run("add", "milk, apple, soda")
    try shop.run("pick", "milk")
    let answer = try shop.run("order", "--name", "Ann", "--address", "x").output
    #expect(answer.hasSuffix(" 2 of its 3 items were not picked yet.\n"))
    try shop.run("add", "milk")
    #expect(!(try shop.run("order", "--name", "Ann", "--address", "x").output.contains("picked")))
  }

  @Test func orders() throws {
    try shop.refused("order", "--name", "Ann", "--address", "12 High Street", status: 65)
    try shop.run("add", "2 milk")
    try shop.refused("order", "--name", "Ann", status: 65)
    try shop.refused("order", "--name", " ", "--address", "x", status: 65)
    try shop.refused(
      "order", "--name", "Ann", "--address", "x", "--store", "Nowhere", status: 65)
    try shop.run("store", "add", "Aldi", "--email", "shop@example.com")
    let unsent = try shop.refused(
      "order", "--name", "Ann Smith", "--address", "12 High Street", "--store", "ald",
      "--note", "Ring twice", status: 69)
    #expect(
      unsent
        == "trolley: Order 1 is saved, but it was not sent. Mail is not set up here. Say: trolley "
        + "settings mail.server ADDRESS. Its mail waits. To try again: trolley mail --order 1\n"
    )
    #expect(try shop.run("list").output == "The cart is empty.\n")
    let order = try #require(try shop.run("orders", "--json").objects("orders").first)
    #expect(order["number"] as? Int == 1)
    #expect(order["store"] as? String == "Aldi")
    #expect(order["total"] as? Double == 3.2)
    #expect((order["lines"] as? [[String: Any]])?.first?["name"] as? String == "Milk")
    #expect(try shop.run("orders", "1").lines.last == "Ring twice")
    try shop.refused("orders", "9", status: 65)
  }

  @Test func `an order is for the store that one is in, if no other is named`() throws {
    try shop.run("store", "add", "Corner")
    try shop.run("settings", "currentStore", "Corner")
    for options in [[], ["--store", ""]] {
      try shop.run("add", "milk")
      _ = try shop.start(["order", "--name", "Ann", "--address", "12 High Street"] + options)
        .finish()
    }
    let orders = try shop.run("orders", "--json").objects("orders")
    #expect(orders.map { $0["store"] as? String ?? "" }.sorted() == ["", "Corner"])
  }

  @Test func keepsStores() throws {
    #expect(try shop.run("store").output == "There are no starred stores yet.\n")
    #expect(try shop.run("store", "add", "Corner", "shop").output == "Added Corner shop.\n")
    try shop.refused("store", "add", "corner shops", status: 65)
    try shop.refused("store", "add", "Other", "--email", "no address", status: 65)
    try shop.refused("store", "edit", "corner", status: 64)
    try shop.run("store", "edit", "corner", "--phone", "555-0100", "--name", "Corner")
    let store = try #require(try shop.run("store", "list", "--json").objects("stores").first)
    #expect(store["name"] as? String == "Corner")
    #expect(store["phone"] as? String == "555-0100")
    let typo = try shop.refused("settings", "currentStore", "Cornre", status: 65)
    #expect(typo.contains("Did you mean “Corner”?"))
    #expect(try shop.run("settings", "currentStore", "corner").status == 0)
    #expect(try shop.run("settings", "currentStore", "--default").output == "(no store)\n")
    #expect(try shop.run("settings", "currentStore", "Corner").status == 0)
    #expect(try shop.run("store", "list", "--json").json["currentStore"] as? String == "Corner")
    #expect(try shop.run("store", "delete", "Corner").output == "Deleted Corner.\n")
    #expect(try shop.run("store", "list", "--json").json["currentStore"] as? String == "")
    try shop.refused("store", "delete", "Corner", status: 65)
    for street in ["1 High Street", "9 Mill Road"] {
      try shop.run("store", "add", "Aldi", "--address", street)
    }
    #expect(
      try shop.run("store", "delete", "Aldi, 9 Mill Road").output
        == "Deleted Aldi, 9 Mill Road.\n")
  }

  // MARK: Help

  @Test func helps() throws {
    let help = try shop.run("--help")
    #expect(help.status == 0)
    for verb in [
      "add", "list", "items", "remove", "pick", "unpick", "toggle", "set", "item", "star",
      "clear", "total", "order", "orders", "store", "undo", "redo", "export", "import", "check",
      "log", "init",
    ] {
      let isThere = help.lines.contains {
        $0.hasPrefix("  \(verb) ") || $0.hasPrefix("  \(verb), ")
      }
      #expect(isThere, "\(verb)")
      #expect(try shop.run(verb, "--help").status == 0)
    }
    #expect(try shop.run("--version").status == 0)
    #expect(!FileManager.default.fileExists(atPath: shop.data.path))
  }

  @Test func knowsWhereTheListIs() throws {
    try shop.run("--data", shop.home.path + "/other", "add", "milk")
    let list = try shop.run("list", "--data", shop.home.path + "/other", "--json")
    #expect(try names(list) == ["Milk"])
    #expect(!FileManager.default.fileExists(atPath: shop.data.path))
    let here = try shop.run("init", "--data", "near", "--json")
    #expect(try here.json["directory"] as? String == shop.home.path + "/near")
  }

  @Test func `a verb that only reads makes no list in a folder that was named`() throws {
    for verb in [["list"], ["items"], ["total"], ["orders"], ["store", "list"], ["export"]] {
      let run = try shop.start(verb + ["--data", shop.home.path + "/lost"]).finish()
      #expect(run.status == 66)
      #expect(run.error.contains("There is no list in \(shop.home.path)/lost."))
      #expect(!FileManager.default.fileExists(atPath: shop.home.path + "/lost"), "\(verb)")
    }
  }
}
