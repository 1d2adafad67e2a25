import Foundation
import Testing
import TrolleyTestSupport

/// Persistent data: history, files, lists of other programs.
@Suite(.startsPrograms)
struct CommandLineDataTests {
  private let shop: CommandRunner

  init() throws { shop = try CommandRunner() }

  // MARK: History

  @Test func undoSaysWhatItDid() throws {
    try shop.refused("undo", status: 65)
    try shop.run("item", "delete", "milk")
    try shop.run("add", "soda")
    try shop.refused("undo", "9", status: 65)
    #expect(
      try shop.run("undo", "2").lines == ["Undid: put Soda in the cart", "Undid: delete Milk"])
    #expect(try shop.run("redo", "--json").json["redone"] as? [String] == ["delete Milk"])
    #expect(try shop.run("redo").output == "Did again: put Soda in the cart\n")
    try shop.refused("redo", status: 65)
  }

  /// Fifty changes of all kinds, all undone, all redone.
  @Test func undoAndRedoOfEverything() throws {
    try shop.run("init")
    let start = try shop.export()
    let items = ["apple", "grapes", "milk", "muffin", "popcorn", "soda", "strawberries"]
    var changes = 0
    for i in 0..<50 {
      let item = items[i * 3 % items.count]
      let arguments: [String]
      switch i % 13 {
      case 0: arguments = ["add", "\(i % 4 + 1) \(item)"]
      case 1: arguments = ["toggle", item]
      case 2: arguments = ["add", "500 g thing \(i) @\(i).50 #New"]
      case 3: arguments = ["set", item, "--price", "\(i).25", "--category", "Other \(i)"]
      case 4: arguments = ["store", "add", "Store \(i)", "--address", "\(i) High Street"]
      case 5: arguments = ["add", item]
      case 6: arguments = ["pick", item]
      case 7: arguments = ["favourite", item]
      case 8: arguments = ["set", "thing \(i - 6)", "--quantity", "1.5 kg"]
      case 9: arguments = ["store", "edit", "Store \(i - 5)", "--note", "Number \(i)"]
      case 10: arguments = ["order", "--name", "Ann", "--address", "Street \(i)"]
      case 11: arguments = ["item", "delete", "thing \(i - 9)"]
      default: arguments = ["store", "delete", "Store \(i - 8)"]
      }
      let run = try shop.start(arguments).finish()
      #expect([0, 65].contains(run.status), "\(arguments): \(run.error)")
      if run.status == 0, !run.output.contains("already") { changes += 1 }
    }
    #expect(changes >= 40)
    let end = try shop.export()
    for _ in 0..<changes {
      let run = try shop.run("undo")
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(try shop.export() == start)
    try shop.refused("undo", status: 65)
    #expect(try shop.run("redo", "\(changes)").status == 0)
    #expect(try shop.export() == end)
    #expect(try shop.run("check", "--json").json["sound"] as? Bool == true)
  }

  @Test func `another currency and its prices are one change`() throws {
    try shop.run("add", "wine 5.00")
    let before = try shop.export()
    try shop.run("settings", "currency", "EUR", "--yes")
    #expect(try shop.run("list").output.contains("€5.00"))
    #expect(try shop.run("undo").lines == ["Undid: change the currency to EUR"])
    #expect(try shop.export() == before)
    #expect(try shop.run("redo").status == 0)
    #expect(try shop.run("list").output.contains("€5.00"))
  }

  // MARK: Other programs' lists

  private func fill() throws {
    for entry in [
      "2 milk", "500 g flour 1.20 #Baking !Aldi *", "3 bags rice", "1.5 l \"7up\" @2",
      "=cmd|' /C calc'!A0 @1", "\"2 kg\" weights", "eggs, large #\"Dairy & eggs\"", "crème fraîche",
    ] {
      #expect(try shop.run("add", "--", entry).status == 0)
    }
    try shop.run("pick", "flour")
    try shop.run("store", "add", "Aldi", "--address", "1 Market Square")
    try shop.run("item", "add", "unwanted #Other")
  }

  @Test func `a list that is merged leaves what both have as it is, and names it`() throws {
    try shop.run("add", "tea @2 #Drinks")
    try shop.run("settings", "budget", "40")
    try shop.run("item", "add", "tea @1.50 #Hot *", data: "other")
    try shop.run("item", "add", "soap", data: "other")
    try shop.run("settings", "budget", "77", data: "other")
    try shop.export(data: "other").write(to: shop.home.appendingPathComponent("other.json"))
    let run = try shop.run("import", "--merge", "other.json")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.output.contains("Otherwise in the file, and left as it is here: tea and the budget."),
      "\(run.output)")
    let items = try shop.run("items").lines.filter { $0.contains("tea") || $0.contains("soap") }
    #expect(items.count == 2, "\(items)")
    let tea = try #require(items.first { $0.contains("tea") })
    #expect(tea.contains("Drinks") && tea.contains("$2.00") && !tea.contains("*"), "\(tea)")
    #expect(try shop.run("settings", "budget").output.contains("40"))
    // Also where there is nothing else in it.
    try shop.run("store", "add", "Aldi", "--phone", "222")
    try shop.run("store", "add", "Aldi", "--phone", "111", data: "other")
    try shop.export(data: "other").write(to: shop.home.appendingPathComponent("other.json"))
    let left = "Otherwise in the file, and left as it is here:"
    #expect(
      try shop.run("import", "--merge", "other.json").output
        == "Nothing in it is new. \(left) tea, the store Aldi and the budget.\n")
    try shop.run("import", "other.json")
    #expect(
      try shop.run("import", "other.json").output
        == "Nothing in it is new. \(left) the store Aldi.\n")
    try shop.file("list.txt", "milk\n")
    try shop.refused("import", "--merge", "list.txt", status: 65)
  }

  @Test func jsonComesBackWhole() throws {
    try fill()
    try shop.run("order", "--name", "Ann", "--address", "12 High Street")
    try fill()
    let all = try shop.export()
    try all.write(to: shop.home.appendingPathComponent("all.json"))
    let run = try shop.run("import", "all.json", data: "other")
    #expect(run.status == 0, "\(run.error)")
    #expect(try shop.export(data: "other") == all)
    // It also works after the screen was open, and as one step.
    try shop.run("items", data: "third")
    let fresh = try shop.export(data: "third")
    try shop.run("import", "all.json", data: "third")
    #expect(try shop.export(data: "third") == all)
    try shop.run("undo", data: "third")
    #expect(try shop.export(data: "third") == fresh)
    // It adds nothing to a list that has them all.
    let same = try shop.run("import", "--items-only", "all.json")
    #expect(same.status == 0)
  }

  @Test(arguments: ["csv", "markdown", "todotxt"])
  func textComesBack(_ format: String) throws {
    try fill()
    let text = try shop.export(format)
    let name = ["csv": "list.csv", "markdown": "list.md", "todotxt": "todo.txt"][format] ?? ""
    try text.write(to: shop.home.appendingPathComponent(name))
    let run = try shop.run("import", name, data: "other")
    #expect(run.status == 0, "\(run.error)")
    func cart(_ data: String) throws -> [[String: String]] {
      try shop.run("list", "--json", data: data).objects("items").map { line in
        Dictionary(
          uniqueKeysWithValues: ["name", "quantity", "unit", "category", "price", "picked"].map {
            ($0, "\(line[$0] ?? "")")
          })
      }
      .sorted { $0["name"] ?? "" < $1["name"] ?? "" }
    }
    #expect(try cart("other") == cart("data"))
    let names = try shop.run("items", "--json", data: "other").objects("items").map {
      $0["name"] as? String
    }
    #expect(names.contains("unwanted") == (format == "csv"))
    #expect(try shop.export(format, data: "other") == text || format != "csv")
  }

  @Test func `a table's price of what is known is for what makes it cost about as much`() throws {
    try shop.run("add", "chicken breast 6.4 lb 19.14")
    try shop.run("clear", "--all")
    let csv = try shop.file("list.csv", "Item,Quantity,Price\nChicken breast,6.4 lb,2.99\n")
    try shop.run("import", csv)
    #expect(try shop.run("list").output.contains("$19.14"))
  }

  @Test func `the first price of a thing says what it makes of another amount in the cart`() throws
  {
    try shop.run("add", "eggs 18 ct")
    #expect(
      try shop.run("set", "eggs", "--price", "4.19").output
        == "Changed eggs: $4.19, 18 in the cart ($75.42).\n")
  }

  @Test func `an import that changes the currency says so`() throws {
    let text = try shop.export()
    try text.write(to: shop.home.appendingPathComponent("usd.json"))
    try shop.run("settings", "currency", "EUR", "--yes", data: "other")
    try shop.run("add", "wine 5.00", data: "other")
    let run = try shop.run("import", "usd.json", data: "other")
    #expect(run.output.contains("The currency of the list is USD now, as in the file"), "\(run)")
    let again = try shop.run("import", "usd.json", data: "other")
    #expect(!again.output.contains("currency"), "\(again)")
  }

  @Test func `a table exported without a cart puts nothing in one`() throws {
    try shop.run("item", "add", "unwanted #Other")
    try shop.export("csv").write(to: shop.home.appendingPathComponent("list.csv"))
    let run = try shop.run("import", "list.csv", data: "other")
    #expect(run.status == 0, "\(run.error)")
    #expect(try shop.run("list", "--json", data: "other").objects("items").isEmpty)
  }

  @Test func `an export into a file says how much went where`() throws {
    try shop.run("add", "2 milk")
    let csv = try shop.file("list.csv", "")
    #expect(
      try shop.run("export", csv, "--force").output == "Exported 7 items to “\(csv)”.\n")
    let markdown = try shop.file("list.md", "")
    #expect(
      try shop.run("export", "--output", markdown, "--force").output
        == "Exported 1 item of the cart to “\(markdown)”.\n")
    #expect(
      try shop.run("export", "--format", "csv").output
        == String(contentsOfFile: csv, encoding: .utf8))
  }

  @Test func `lines are several things, and a mistyped verb has a nearest one`() throws {
    let added = try shop.start(["add", "milk\n\n2 bread"]).finish().output
    #expect(added.hasPrefix("Added Milk and bread"))
    #expect(
      try shop.start(["lst"]).finish().error
        == "trolley: There is no verb “lst”. The nearest is “list”. See: trolley --help\n")
    let screen = try shop.refused("screen", "--theme", "bogus", status: 64)
    #expect(screen.contains("bogus") && screen.contains("See: trolley screen --help"), "\(screen)")
  }

  @Test func `set says what it has set`() throws {
    try shop.run("add", "2 milk")
    func said(_ arguments: String...) throws -> String {
      try shop.start(["set", "milk"] + arguments).finish().output
    }
    #expect(try said("--price", "1.20") == "Changed Milk: $1.20.\n")
    #expect(
      try said("--price", "2", "--per", "1 l", "--quantity", "3 l")
        == "Changed Milk: $2.00/l, 3 l in the cart ($6.00).\n")
    #expect(
      try said("--category", "Drinks", "--store", "Aldi", "--quantity", "")
        == "Changed Milk: category Drinks, store Aldi, not in the cart.\n")
    #expect(
      try said("--quantity", "2", "--price", "0.99", "--per", "500 g")
        == "Changed Milk: $0.99/500g, 1000 g in the cart ($1.98).\n")
    #expect(try said("--price", "", "--store", "") == "Changed Milk: no price, no store.\n")
    #expect(try said("--name", "Oat milk") == "Changed Milk: now called Oat milk.\n")
  }

  @Test func `set speaks of the line that it has changed`() throws {
    try shop.run("add", "2 juice")
    try shop.run("add", "1 l juice @1.10/l")
    func said(_ arguments: String...) throws -> String {
      try shop.start(["set", "juice"] + arguments).finish().output
    }
    #expect(try said("--quantity", "6 l") == "Changed juice: 2 and 6 l in the cart.\n")
    #expect(try said("--quantity", "1 1/2 l") == "Changed juice: 2 and 1.5 l in the cart.\n")
    #expect(try said("--quantity", "6 l") == "Changed juice: 2 and 6 l in the cart.\n")
    #expect(
      try said("--price", "1.30")
        == "Changed juice: $1.30/l, 2 not counted: the price is for 1 l.\n")
  }

  /// An option that is there twice is for the argument parser, which takes the second.
  @Test func `set does the same with and without the argument parser`() throws {
    let other = try CommandRunner()
    for shop in [shop, other] { try shop.run("add", "2 milk") }
    for (option, value) in [
      ("price", "1.20"), ("category", "Drinks"), ("per", "500 g"), ("store", "Aldi"),
      ("description", "-1 is text"), ("picture", "bread"), ("quantity", "-5"), ("quantity", "3 l"),
      ("price", "-1"), ("quantity", ""), ("name", "--data"), ("name", "-h"), ("name", "--json"),
      ("store", "-"), ("name", "Oat milk"),
    ] {
      let plain = try shop.start(["set", "--\(option)", value, "milk"]).finish()
      let parsed = try other.start(["set", "--\(option)", "1", "--\(option)", value, "milk"])
        .finish()
      #expect(plain.status == parsed.status, "\(option)")
      #expect(plain.output == parsed.output && plain.error == parsed.error, "\(option)")
    }
    #expect(
      try shop.run("export", "--format", "csv").output
        == other.run("export", "--format", "csv").output)
    #expect(try shop.start(["set", "milk", "--price"]).finish().status == 64)
  }

  @Test func `an import of a table says how many prices it changed`() throws {
    try shop.run("add", "plums @0.50, tea @2")
    let run = try shop.run("import", "-", input: "item,price\nplums,3.49\ntea,2\nfigs,1\n")
    #expect(run.output.contains("1 new item, 1 changed price, "))
  }

  @Test func importsOnceAndUndoesOnce() throws {
    let lines = (1...3000).map { "{\"name\":\"thing \($0)\",\"qty\":2,\"on\":\($0 % 2 == 0)}\n" }
    let run = try shop.run("import", "-", "--json", input: lines.joined())
    #expect(run.status == 0, "\(run.error)")
    let answer = try run.json
    #expect(answer["format"] as? String == "jsonl")
    #expect(answer["new"] as? Int == 3000)
    #expect(answer["inCart"] as? Int == 1500)
    #expect(try shop.run("items").lines.count == 3007)
    #expect(try shop.run("undo").status == 0)
    #expect(try shop.run("items").lines.count == 7)
    #expect(try shop.run("list").output == "The cart is empty.\n")
  }

  @Test func aHundredThousandLinesComeInAsOneChange() throws {
    var text = "name,category,price,quantity\r\n"
    for i in 0..<100_000 {
      let note = String(repeating: "x", count: i % 40)
      text +=
        "\"Thing \(i * 7919 % 100_000), \(note)\",Kind \(i % 60),\(i % 90).5,\(i < 50 ? "2" : "")\r\n"
    }
    let path = try shop.file("long.csv", text)
    let run = try shop.run("import", path, "--json")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.isEmpty)
    #expect(try run.json["new"] as? Int == 100_000)
    #expect(try run.json["inCart"] as? Int == 50)
    let whole = try shop.export("csv")
    #expect(whole.count > text.utf8.count)
    #expect(try shop.run("undo").status == 0)
    #expect(try shop.run("items").lines.count == 7)
  }

  /// More than is read at once.
  @Test func aLongListComesThroughAPipe() throws {
    let note = String(repeating: "a note ", count: 500)
    let text = (0..<2000).map { "{\"name\":\"Thing \($0)\",\"note\":\"\(note)\",\"on\":false}\n" }
      .joined()
    let path = try shop.file("long.jsonl", text)
    #expect(try shop.run("import", path).status == 0)
    let again = try shop.run("import", "-", input: text, data: "other")
    #expect(again.output.hasPrefix("Imported 2000 entries: 2000 new items"), "\(again.error)")
    #expect(try shop.export("csv", data: "other") == (try shop.export("csv")))
  }

  /// A broken line after the first piece takes everything back.
  @Test func aLongListThatIsBrokenLeavesNothing() throws {
    try shop.run("add", "milk")
    let before = try shop.export()
    var text = ""
    for i in 0..<60_000 {
      text += "{\"name\":\"thing \(i)\",\"note\":\"\(String(repeating: "n", count: 60))\"}\n"
    }
    let path = try shop.file("long.jsonl", text + "{\"name\":\"Rice\"\n")
    let words = try shop.refused("import", path, status: 65)
    #expect(words.contains("line 60001, column 15"))
    #expect(try shop.export() == before)
    #expect(try shop.run("check").status == 0)
    #expect(try shop.run("add", "tea").status == 0)
  }

  @Test func `a barcode among several arguments is not given to another thing`() throws {
    let code = "3017620422003"
    for error in [
      try shop.refused("add", "oat milk", code, "eggs", status: 65),
      try shop.refused("add", code + " @3.29", "oat milk", status: 65),
    ] {
      #expect(error.contains(code + " is a barcode"))
    }
    #expect(try shop.run("add", "oat milk", "eggs", "rye bread").status == 0)
    #expect(try shop.run("add", "oat milk " + code).status == 0)
  }

  @Test func `an import leaves barcodes out and says how they are looked up`() throws {
    let outcome = try shop.run("import", "-", input: "milk\n4 006381 333931\n96385074\n")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.contains(
        "2 barcodes were left out, since import asks no server. To look them up: "
          + "trolley add 4006381333931 96385074\n"))
    #expect(outcome.output.contains("Imported 1 entry"))
    #expect(try shop.run("list").output.contains("4006381333931") == false)
    #expect(!(try shop.run("import", "-", input: "tea\n").error.contains("barcode")))
    let alone = try shop.refused("import", "-", status: 65, input: "4006381333931 @1.99\n")
    #expect(alone.contains("1 barcode was left out"))
    let counted = try shop.run(
      "import", "-",
      input: "2x 4006381333931\n9780201379624 @3\nsoap 5901234123457\n5901234123457\n")
    #expect(counted.error.contains("trolley add '2 4006381333931, 9780201379624 @3.00'\n"))
    #expect(try shop.run("list").output.contains("2  soap"))
    // Beside other things add knows those that the list knows.
    let known = try shop.run("add", "tea, 5901234123457")
    #expect(known.output == "Added tea and soap to the cart.\n", "\(known.error)")
    let wrong = try shop.run("import", "-", input: "milk\n4006381333932\n").error
    #expect(wrong.contains("4006381333932 is not a barcode: its last digit"))
    #expect(!wrong.contains("trolley add"))
  }

  @Test func `a number behind a code is how many of it, and no code is a price`() throws {
    try shop.run("add", "gum 1.29 96385074")
    try shop.run("add", "soap 5901234123457")
    try shop.run("clear", "--all")
    #expect(
      try shop.run("add", "96385074 3, 5901234123457").output
        == "Added 3 gum ($1.29 each) and soap to the cart.\n")
    #expect(try shop.run("add", "96385074,2\n5901234123457").output.contains("2 gum"))
    #expect(try shop.run("add", "96385074 2", "5901234123457").output.contains("2 gum"))
    try shop.run("clear", "--all")
    try shop.run("add", "96385074 3, milk")
    let list = try shop.run("list").output
    #expect(list.contains("3  gum") && list.contains("1  Milk"), "\(list)")
    try shop.file("i.csv", "96385074,3\n")
    let run = try shop.run("import", "i.csv")
    #expect(run.output == "Imported 1 entry: 0 new items, 1 for the cart.\n", "\(run.error)")
    #expect(try shop.run("list").output.contains("6  gum"))
    try shop.file("i.csv", "4006381333931\n")
    #expect(
      try shop.refused("import", "i.csv", status: 65).contains("trolley add 4006381333931\n"))
  }

  @Test func `a printed list is imported as it was`() throws {
    try shop.run("add", "3 milk @4.99, 2 kg sweet potatoes @3.20, 6 x 330 ml cola, tea #hot")
    try shop.run("pick", "sweet potatoes")
    let list = try shop.run("list").output
    let run = try shop.run("import", "-", input: list, data: "other")
    #expect(run.output.hasPrefix("Imported 4 entries: "), "\(run.error)")
    #expect(run.error.contains("Left out 1 line with nothing to buy: “4 items, "))
    #expect(try shop.run("list", data: "other").output == list)
  }

  @Test func `an import leaves out what is nothing to buy and says so`() throws {
    let text = "rye\nok thanks\nimage omitted\nhttps://example.org/cake\n"
    let run = try shop.run("import", "-", input: text)
    #expect(run.output.hasPrefix("Imported 1 entry: 1 new item, 1 for the cart."))
    #expect(
      run.error.contains(
        "Left out 3 lines with nothing to buy: “ok thanks”, “image omitted” and "
          + "“https://example.org/cake”. To add one: trolley add\n"))
    #expect(try !shop.run("list").output.contains("thanks"))
    let json = try shop.run("import", "-", "--json", input: text).json
    #expect(json["read"] as? Int == 4 && json["leftOut"] as? Int == 3)
    #expect(try shop.refused("import", "-", status: 65, input: "ok\n").contains("“ok”"))
  }

  @Test func `an export that is imported again says what it changed`() throws {
    try shop.run("add", "2 rye @3")
    try shop.export().write(to: shop.home.appendingPathComponent("all.json"))
    #expect(
      try shop.run("import", "all.json").output == "Everything in it is here already.\n")
    try shop.run("set", "rye", "--price", "4")
    try shop.run("item", "delete", "soda")
    let run = try shop.run("import", "all.json")
    #expect(
      run.output == "Imported 1 item and 1 changed item; 6 items were here already.\n")
    #expect(
      try shop.run("import", "--format", "csv", "-", input: "name,quantity\nleek,0\nbeans,2\n")
        .output
        == "Imported 2 entries: 2 new items, 1 for the cart, 1 not wanted.\n")
  }

  @Test func importsWhatWasNamed() throws {
    try shop.file("list", "# Shopping\n- [x] 2 l milk\n- bread\n")
    #expect(try shop.run("import", "--format", "markdown", "list").status == 0)
    #expect(
      try shop.run("list", "--json").objects("items").map { $0["picked"] as? Bool }
        == [true, false])
    let only = try shop.run("import", "--items-only", "-", input: "tea\ncoffee\n")
    #expect(only.status == 0)
    #expect(try shop.run("list").lines.count == 3)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/sqlite3")))
  func sqlLoads() throws {
    try fill()
    try shop.run("store", "add", "O’Brien’s", "--address", "1 High Street")
    try shop.export("sql").write(to: shop.home.appendingPathComponent("list.sql"))
    let run = try shop.shell(
      """
      sqlite3 -bail list.db < list.sql && sqlite3 -bail list.db < list.sql && \
      sqlite3 list.db 'select item, price, quantity, "group" \
      from shoppinglist order by key; select item from starreditems; \
      select name, address from stores;'
      """)
    #expect(run.status == 0)
    #expect(run.error.isEmpty)
    #expect(run.lines.first == "Milk|1.6|2|Dairy")
    #expect(run.lines.contains("flour|1.2|1|Baking"))
    #expect(Set(run.lines.suffix(2)) == ["Aldi|1 Market Square", "O’Brien’s|1 High Street"])
  }

  @Test func `a property list comes back as it went`() throws {
    for entry in ["2 milk", "500 g flour @1.20/kg #Baking", "\"salt & <pepper>\""] {
      try shop.run("add", entry)
    }
    try shop.run("pick", "flour")
    try shop.export("plist").write(to: shop.home.appendingPathComponent("list.plist"))
    let (items, cart) = (try shop.run("items").lines, try shop.run("list").lines)
    for item in ["milk", "flour", "salt", "apple"] { try shop.run("item", "delete", item) }
    #expect(try shop.run("import", "list.plist").output.hasPrefix("Imported "))
    // What was not in the cart is not put in.
    #expect(Set(try shop.run("items").lines) == Set(items))
    #expect(Set(try shop.run("list").lines) == Set(cart))
  }

  @Test func `a property list without a cart brings none`() throws {
    try shop.export("plist").write(to: shop.home.appendingPathComponent("list.plist"))
    try shop.run("item", "delete", "apple")
    let said = try shop.run("import", "list.plist").output
    #expect(said == "Imported 7 entries: 1 new item, 0 for the cart, 7 not wanted.\n")
    #expect(try shop.run("list").lines == ["The cart is empty."])
  }

  @Test func `a line of nothing in an export is left out and told`() throws {
    for entry in ["2 milk", "3 tea"] { try shop.run("add", entry) }
    let text = String(decoding: try shop.export(), as: UTF8.self)
    try shop.file("list.json", text.replacing("\"2 piece\"", with: "\"0 piece\""))
    try shop.run("clear", "--all")
    let run = try shop.start(["import", "list.json"]).finish()
    #expect(run.status == 0)
    #expect(run.error.contains("1 line of the cart has an amount of 0 or less and was left out."))
    let cart = try shop.run("list").output
    #expect(cart.contains("tea") && !cart.contains("Milk"))
    // Anything else that can't be read is a damaged file.
    try shop.file("list.json", text.replacing("\"2 piece\"", with: "\"two\""))
    try shop.refused("import", "list.json", status: 65)
  }

  @Test func `a line break in an argument begins another thing`() throws {
    #expect(
      try shop.run("add", "milk\nrye bread", "eggs,12", "soap").output
        == "Added Milk, rye bread, eggs and soap to the cart.\n")
    #expect(try shop.run("add", "jam,2", "tea,3").output == "Added jam and tea to the cart.\n")
    let cart = try shop.run("list").output
    #expect(cart.contains(/12 +eggs/) && cart.contains(/3 +tea/))
    #expect(try shop.refused("item", "add", "oil\nrice", status: 65).contains("One item at a time"))
  }

  @Test func `a name that ends with a full stop ends the sentence`() throws {
    #expect(try shop.run("add", "Joghurt nat.").output == "Added 1 Joghurt nat. to the cart.\n")
    #expect(try shop.run("pick", "joghurt").output == "Picked Joghurt nat.\n")
    #expect(try shop.run("item", "delete", "joghurt nat.").output == "Deleted Joghurt nat.\n")
  }

  @Test func exportsToAFile() throws {
    try shop.run("add", "milk")
    try shop.file("list.md", "old")
    let refusal = try shop.refused("export", "--format", "markdown", "list.md", status: 65)
    #expect(refusal.contains("“list.md” is there already; --force replaces it."))
    let list = shop.home.appendingPathComponent("list.md")
    #expect(try String(contentsOf: list, encoding: .utf8) == "old")
    #expect(
      try shop.run("export", "list.md", "--force").output
        == "Exported 1 item of the cart to “list.md”.\n")
    let text = try String(contentsOf: list, encoding: .utf8)
    #expect(text.contains("Milk"))
    #expect(try shop.export("plist").starts(with: Data("<?xml".utf8)))
  }
}
