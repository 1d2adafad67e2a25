import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Headings without bullets below them, titles, and lists as chat assistants write them.
@Suite struct MarkedHeadingTests {
  private func list(_ text: String, items: Set<String> = []) throws -> PastedList {
    try PastedList.parse(text, currency: .usd, isItem: { items.contains(Folding.key($0)) })
  }

  private func read(_ text: String, items: Set<String> = []) throws -> [String] {
    try list(text, items: items).entries.map(PastedListTests.short)
  }

  @Test(arguments: [
    ("PRODUCE", "DAIRY"), ("**Produce**", "**Dairy**"), ("=== Produce ===", "=== Dairy ==="),
    ("--- Produce ---", "-- Dairy --"), ("Produce\n=====", "Dairy\n====="),
    ("Produce\n-----", "Dairy\n-----"), ("** Produce **", "** Dairy **"),
  ]) func `a heading may be marked as one by how it is written`(
    _ first: String, _ second: String
  ) throws {
    let rows = ["kiwi|#Produce", "2 lime|#Produce", "milk|#Dairy", "eggs|#Dairy"]
    #expect(
      try read("\(first)\nkiwi\n\"2 lime\"\n\n\(second)\nmilk\neggs\n") == rows, "\(first)")
    #expect(
      try read("\(first)\n- kiwi\n- \"2 lime\"\n\n\(second)\n- milk\n- eggs\n") == rows, "\(first)")
  }

  @Test(arguments: ["## 🧈 Dairy", "**🧈 Dairy**", "🧈 Dairy:"])
  func `an emoji in front of a known category is none of its name`(_ heading: String) throws {
    #expect(
      try read("\(heading)\n- milk\n\n## 🎉 Fun\n- candles\n") == ["milk|#Dairy", "candles|#🎉 Fun"])
  }

  @Test(arguments: [
    "milk\n---\neggs\n", "milk\n-----\neggs\n-----\nbread\n-----\nham\ntea\n",
    "OREO\nmilk\neggs\n", "MILK\nEGGS\nBREAD\n", "**milk**\neggs\n**bread**\n",
    "milk\nTV\neggs\n\nBBQ\nham\n",
  ]) func `what may be a thing is one`(text: String) throws {
    let things = text.split(separator: "\n").filter { !$0.hasPrefix("--") }
      .map { $0.filter { $0 != "*" } }
    #expect(try read(text) == things)
  }

  @Test(arguments: ["**Dairy**", "DAIRY", "**Odds and ends**", "ODDS AND ENDS", "### Dairy"])
  func `what is in bold or in capitals above a table is its heading`(_ heading: String) throws {
    let name = heading.contains("DS") || heading.contains("Odds") ? "Odds and ends" : "Dairy"
    for gap in ["", "\n"] {
      #expect(
        try read("\(heading)\n\(gap)| Item | Qty |\n|---|---|\n| Milk | 2 |\n")
          == ["Milk|2|#\(name)"])
    }
  }

  @Test func `data in a code fence is read as in a file of its own`() throws {
    let answer =
      "Sure! Here is your list:\n```json\n[{\"item\": \"milk\", \"quantity\": 2}]\n```\nEnjoy!\n"
    #expect(try read(answer) == ["milk|2"])
    #expect(try read("```\nItem,Qty\nmilk,2\neggs,12\n```\n") == ["milk|2", "eggs|12"])
    #expect(try read("```\n- milk\n- eggs\n```\n- tea\n") == ["milk", "eggs", "tea"])
  }

  @Test func `a box above indented boxes is a heading where it is a known category`() throws {
    #expect(
      try read("- [ ] Fruit\n  - [ ] kiwi\n  - [x] pears\n- [ ] bread\n")
        == ["kiwi|#Fruit|[ ]", "pears|#Fruit|[x]", "bread|[ ]"])
    #expect(try read("- [ ] tacos\n  - [ ] shells\n") == ["tacos|[ ]", "shells|[ ]"])
  }

  @Test func `what is struck out is ticked, also behind a number`() throws {
    #expect(try read("1. milk\n2. ~~eggs~~\n") == ["milk", "eggs|[x]"])
  }

  @Test func `a run and a day are titles above bullets`() throws {
    #expect(try read("Costco run!!\n- milk\n- eggs\n") == ["milk", "eggs"])
    #expect(try read("Monday: tacos\n- beef\n\nTuesday: soup\n- leek\n") == ["beef", "leek"])
    #expect(try read("#deli\nham\n") == ["ham|#Deli"])
  }

  @Test func `a known category in capitals is a heading, and a known item is none`() throws {
    #expect(try read("DAIRY\nmilk\neggs\n") == ["milk|#Dairy", "eggs|#Dairy"])
    #expect(try read("WINE\ncheese\n", items: ["wine"]) == ["WINE", "cheese"])
  }

  @Test func `a known category in capitals ends another one, also without a blank line`() throws {
    let rows = ["milk|#Dairy", "eggs|#Dairy", "bread|#Bakery", "rolls|#Bakery"]
    #expect(try read("DAIRY\nmilk\neggs\nBAKERY\nbread\nrolls\n") == rows)
    #expect(try read("Dairy:\nmilk\neggs\n**Bakery**\nbread\nrolls\n") == rows)
    #expect(try read("milk\nFISH\neggs\n") == ["milk", "FISH", "eggs"])
  }

  @Test(arguments: ["SHOPPING LIST\n\n", "SHOPPING LIST\n", "**Groceries**\n\n", "Shopping list\n"])
  func `a title in capitals is no heading among others`(title: String) throws {
    #expect(
      try read(title + "FRUIT & VEG\nkiwi\n\nOTHER\nsoap\ntea\n")
        == ["kiwi|#Fruit & veg", "soap|#Other", "tea|#Other"])
  }

  @Test(arguments: [
    "Weekly groceries", "Groceries for the week of 11/30:", "Could you please pick up:",
    "Here's a shopping list for your week! 🛒", "Sure! Here’s your grocery list:",
  ]) func `a title is no category`(title: String) throws {
    for text in ["\nmilk\neggs\n", "\n\nmilk\neggs\n", "\n- milk\n- eggs\n"] {
      let list = try list(title + text)
      #expect(list.entries.map(PastedListTests.short) == ["milk", "eggs"], "\(title)\(text)")
      #expect(list.titles.count == 1)
    }
  }

  @Test func `a list of a chat assistant`() throws {
    let list = try list(
      """
      Here's a shopping list for your week! 🛒

      ### 🥦 Produce
      - **Bananas** – 6
      - Onions

      **Meat**
      1. Chicken breasts — 2 lbs (~$8)
      2. Milk (2 gallons)
      3. Tofu, firm (14 oz)

      **Estimated total:** $45–55

      Let me know if you'd like me to adjust anything!
      """)
    #expect(
      list.entries.map(PastedListTests.short) == [
        "Bananas|6|#🥦 Produce", "Onions|#🥦 Produce", "Chicken breasts|2 lb|8.00/2 lb|#Meat",
        "Milk|2 gallon|#Meat", "Tofu, firm|14 oz|#Meat",
      ])
    #expect(list.talk.count == 2)
  }

  @Test func `a tick behind a name, and one sign before and behind it`() throws {
    #expect(
      try read("Milk ✓\nEggs ✅\n~bread~\n- ~ham~\nsoap\n") == [
        "Milk|[x]", "Eggs|[x]", "bread|[x]", "ham|[x]", "soap",
      ])
  }

  @Test(arguments: ["Kroger", "Kroger:", "**Kroger**", "kroger"])
  func `a box with others below it is their store where the list knows that`(name: String) throws {
    let list = try PastedList.parse(
      "- [ ] \(name)\n  - [ ] Milk\n- [ ] Aldi\n  - [ ] Bread\n- [ ] tea\n", currency: .usd,
      stores: ["Kroger", "Aldi"])
    #expect(
      list.entries.map(PastedListTests.short)
        == ["Milk|!Kroger|[ ]", "Bread|!Aldi|[ ]", "tea|[ ]"])
  }

  @Test func `boxes that all have others below them are headings`() throws {
    let rows = ["Kale|#Produce|[ ]", "Brie|#Deli|[ ]"]
    #expect(try read("- [ ] Produce\n  - [ ] Kale\n- [ ] Deli\n  - [ ] Brie\n") == rows)
    #expect(try read("- [ ] Produce:\n  - [ ] Kale\n- [ ] tea\n") == [rows[0], "tea|[ ]"])
    #expect(
      try read("- [ ] Tacos\n  - [ ] shells\n- [ ] tea\n")
        == ["Tacos|[ ]", "shells|[ ]", "tea|[ ]"])
  }

  @Test(arguments: ["", "- ", "1. "])
  func `words in bold before colons are the headings of their lines`(mark: String) throws {
    let rows = ["apples|#Produce", "kale|#Produce", "peas|#Frozen", "pizza|2|#Frozen", "ham|#Deli"]
    for (open, close) in [("**", ":**"), ("**", "**:")] {
      let list = [("Produce", "apples, kale"), ("Frozen", "peas, 2 pizza"), ("Deli", "ham")]
        .map { "\(mark)\(open)\($0.0)\(close) \($0.1)\n" }.joined()
      #expect(try read(list) == rows)
    }
    #expect(try read("\(mark)**Odds:** milk\n") == ["Odds: milk"])
    #expect(
      try read("\(mark)**Milk:** 2 l\n\(mark)**Deli:** brie\n") == ["Milk|2 l", "brie|#Deli"])
  }
}
