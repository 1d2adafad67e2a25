import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Tables in notes, chats and receipts.
@Suite struct PastedNotesTests {
  private func read(
    _ text: String, fileName: String? = nil, currency: Currency = .usd, items: Set<String> = []
  ) throws -> [String] {
    try PastedList.parse(
      text, fileName: fileName, currency: currency, isItem: { items.contains(Folding.key($0)) }
    ).entries.map(PastedListTests.short)
  }

  @Test(arguments: ["▪️ ", "▪\u{FE0E} ", "🔹 ", "・", "･"])
  func `bullets of telephones and of other countries are bullets`(_ bullet: String) throws {
    func list(_ bullet: String) throws -> [String] {
      try read(["2 lb ham", "6 eggs", "bread"].map { bullet + $0 + "\n" }.joined())
    }
    #expect(try list(bullet.hasSuffix(" ") ? bullet : bullet + " ") == list("- "))
    #expect(try read("\(bullet)牛乳\n\(bullet)卵\n") == ["牛乳", "卵"])
  }

  @Test func `that a message was edited is no part of it`() throws {
    func chat(_ end: String) throws -> [String] {
      try read(
        "[11/27/26, 10:32:16 AM] Bob: 2 lb ham\(end)\n[11/27/26, 10:33:00 AM] Bob: milk\n")
    }
    #expect(try chat(" <This message was edited>") == chat(""))
  }

  @Test func `a table below a heading has a header`() throws {
    let table = "| Item | Qty | Price |\n|---|---|---|\n| Rice | 2 | 1.99 |\n| Tea | | |\n"
    let rows = ["Rice|2|1.99/1|#Pantry", "Tea|#Pantry"]
    #expect(try read("## Pantry\n\n" + table) == rows)
    #expect(try read("Pantry:\n" + table) == rows)
    #expect(try read("## Pantry\n\n" + table, fileName: "t.md") == rows)
    let other = "| Thing | How many |\n| :--- | ---: |\n| Rice | 2 |\n"
    #expect(try read("## Pantry\n" + other) == ["Rice|2|#Pantry"])
    #expect(
      try read("## Pantry\n" + table + "\n## Fruit\n- kiwi\n" + other)
        == rows + ["kiwi|#Fruit", "Rice|2|#Fruit"])
    let columns = "## A\n| Price | Item | Notes |\n|--|--|--|\n| 1.99 | Rice | basmati |\n"
    #expect(try read(columns) == ["Rice|1.99|#A|(basmati)"])
  }

  @Test(arguments: [
    "Shopping list", "Shopping list 🛒", "🛒 Groceries", "Einkaufsliste", "Groceries for Saturday:",
    "# Shopping", "24.11.",
    "2026-11-24", "Sat 24 Nov", "Our weekly shopping list", "Shopping list 24.11.2026",
    "Liste de courses", "**Shopping list**", "# Party\n## Food", "Party:\n# Food", "Saturday",
  ]) func `a title is nothing to buy, and no category`(title: String) throws {
    let list = try PastedList.parse(title + "\nmilk\nbread\n\nFruit\n- kiwi\n", currency: .usd)
    let category = title.hasSuffix("Food") ? "|#Food" : ""
    #expect(
      list.entries.map(PastedListTests.short)
        == ["milk" + category, "bread" + category, "kiwi|#Fruit"])
    #expect(list.titles.map(\.line) == [1])
  }

  @Test(arguments: [
    "shopping bags", "list paper", "May", "7 up", "Party", "grocery bags for the freezer",
    "milk for Saturday",
  ]) func `what is like a title is a thing`(line: String) throws {
    let list = try PastedList.parse("milk\n\n" + line + "\nbread\n", currency: .usd)
    #expect(list.entries.count == 3 && list.titles.isEmpty, "\(list)")
  }

  @Test func `a heading with nothing below it is a title unless there is nothing else`() throws {
    let list = try PastedList.parse("Dairy:\nmilk\nBakery:\n\n## Soap\n# Fruit\n", currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["milk|#Dairy"])
    #expect(list.titles.map(\.name) == ["Bakery", "Soap", "Fruit"])
    #expect(try read("Milk:\nBread:\n") == ["Milk", "Bread"])
    #expect(try read("Shopping\n\nmilk", items: ["shopping"]) == ["Shopping", "milk"])
  }

  @Test func `an emoji before a thing that is known is no part of its name`() throws {
    let lines = "🥛 milk\n🍎🍏 apples x2\n🌰 harissa\n"
    let items = Set(["milk", "apples"].map(Folding.key))
    #expect(try read(lines, items: items) == ["milk", "apples|2", "harissa"])
    #expect(try read("🥛 milk\n", items: items.union([Folding.key("🥛 milk")])) == ["🥛 milk"])
  }

  @Test func `a heading that is a store of the list says where to buy what is below`() throws {
    func read(_ text: String) throws -> [String] {
      try PastedList.parse(text, currency: .usd, stores: ["Aldi", "Rewe", "Store 24"]).entries.map(
        PastedListTests.short)
    }
    let things = ["milk|!Aldi", "kiwi|!Rewe", "jam|#Fruit"]
    #expect(try read("Aldi:\nmilk\nRewe:\n- kiwi\nFruit:\njam") == things)
    #expect(try read("ALDI\nmilk\nrewe\nkiwi\n\nFruit\n- jam") == things)
    #expect(try read("## Aldi\n- milk\n## Rewe\n- kiwi\n## Fruit\n- jam") == things)
    #expect(try read("Lidl:\nmilk\n!Lidl:\nkiwi") == ["milk|#Lidl", "kiwi|!Lidl"])
    #expect(try read("Store 24:\nmilk !Rewe\ntea #dry") == ["milk|!Rewe", "tea|#dry|!Store 24"])
    let table = "| Item | Qty |\n|---|---|\n| Rice | 2 |\n"
    #expect(try read("Aldi\n" + table) == ["Rice|2|!Aldi"])
    #expect(try read("milk\nAldi\n- tea") == ["milk", "tea|!Aldi"])
    let talk = "ok thanks\n👍\nhttps://example.com/recipe"
    for heading in ["Aldi", "!Lidl", "Fruit"] {
      let list = try PastedList.parse(
        "\(heading):\n- apples\n\(talk)", currency: .usd, stores: ["Aldi"])
      #expect(list.entries.map(\.name) == ["apples"] && list.talk.count == 3, "\(heading)")
    }
  }

  @Test func `a blank line ends what a heading is for, and so does a line without a bullet`() throws
  {
    #expect(
      try read("Fruit:\napples\npears\n\nmilk\nsoap")
        == ["apples|#Fruit", "pears|#Fruit", "milk", "soap"])
    #expect(try read("Fruit:\napples\n\n- milk") == ["apples|#Fruit", "milk"])
    #expect(
      try read("Fruit\n- apples\n- pears\nsoap\ntea")
        == ["apples|#Fruit", "pears|#Fruit", "soap", "tea"])
    // Where blank lines are between all of them, they end nothing.
    #expect(
      try read("# Fruit\n\napples\n\npears\n\n# Dairy\n\nmilk\n")
        == ["apples|#Fruit", "pears|#Fruit", "milk|#Dairy"])
  }

  @Test(arguments: [",", ";", "\t", " | "])
  func `a column that numbers the rows says nothing`(_ separator: String) throws {
    func text(_ rows: [String]) -> String {
      rows.map { $0.split(separator: " ").joined(separator: separator) + "\n" }.joined()
    }
    #expect(
      try read(text(["1 milk 2", "2 bread 1", "3 eggs 12"])) == ["milk|2", "bread|1", "eggs|12"])
  }

  @Test(arguments: [
    "hi all", "thanks!", "thanks mum", "ok", "OK!", "ok love", "Hello there!", "good evening", "np",
    "cool", "xx", "you’re welcome", "sounds good", "no problem", "👍🏽", "🙏🙏", "❤️",
  ]) func `what is said beside a list is left out at first`(_ line: String) throws {
    let list = try PastedList.parse("milk\n\(line)\nhoney\n", currency: .usd)
    #expect(list.entries.map(\.name) == ["milk", "honey"] && list.talk.count == 1, "\(list)")
  }

  @Test(arguments: ["honey", "nice biscuits", "sweet potatoes", "🥛", "cool bag"])
  func `a thing is no talk`(_ line: String) throws {
    #expect(try read("milk\n\(line)") == ["milk", line])
  }

  @Test func `a store that is known may stand in brackets behind a thing`() throws {
    let list = try PastedList.parse(
      "2 kg Potatoes (Aldi)\ntea (green)", currency: .usd, stores: ["Aldi"])
    #expect(list.entries.map(PastedListTests.short) == ["Potatoes|2 kg|!Aldi", "tea (green)"])
  }

  @Test func `a list that was mailed says a store that is not known here`() throws {
    let list = try PastedList.parse(
      """
      [ ] 2 Milk (Lidl) – $3.98
      [ ] 1 Tea (green) – $1.00
      [ ] 1 Milk (2%) – unknown
      [ ] 1 Ham (Whole Foods, 12 High St) – unknown
      [ ] 1 Jam (Edeka) – $2.00
      Oil (Lidl)
      """, currency: .usd, isItem: { $0 == "Jam (Edeka)" })
    #expect(
      list.entries.map { $0.name + "|" + ($0.store ?? "") } == [
        "Milk|Lidl", "Tea (green)|", "Milk (2%)|", "Ham|Whole Foods, 12 High St", "Jam (Edeka)|",
        "Oil (Lidl)|",
      ])
  }

  @Test func `what is below the dashes of a mail is its signature`() throws {
    let mail = "Hi Sam,\n\n2 milk\nbread\n\n--\nAnna Smith\nExample Ltd\n+1 555 0100\n"
    for text in [mail, mail.replacing("Hi Sam,\n\n", with: "").replacing("--", with: "-- ")] {
      let list = try PastedList.parse(text, currency: .usd)
      #expect(list.entries.map(\.name) == ["milk", "bread"])
      #expect(list.talk.suffix(3).map(\.name) == ["Anna Smith", "Example Ltd", "+1 555 0100"])
    }
    // A rule between things.
    #expect(try read("milk\n--\nbread") == ["milk", "bread"])
  }

  @Test func `a store or a category that is known may stand before its things on one line`() throws
  {
    func read(_ text: String) throws -> [String] {
      try PastedList.parse(
        text, currency: .usd, stores: ["Aldi"], categories: ["Pets"],
        isItem: { $0 == "Pets: bones" }
      ).entries.map(PastedListTests.short)
    }
    #expect(
      try read("Aldi: milk, 2 eggs\ntea\nDairy: cream, butter")
        == ["milk|!Aldi", "eggs|2|!Aldi", "tea", "cream|#Dairy", "butter|#Dairy"])
    #expect(
      try read("Fruit:\n2 apples\n- pets: hay\n• ALDI: jam\n")
        == ["apples|2|#Fruit", "hay|#pets", "jam|!Aldi"])
    #expect(try read("Pets: bones\nrecipe: cake") == ["Pets: bones", "recipe: cake"])
  }

  @Test(arguments: ["◯", "○", "→", "◻", "▸", "►", "➤", "■", "◆", "⁃", "»", "•"])
  func `signs that programs put before things are bullets`(_ sign: String) throws {
    #expect(
      try read("Fruit\n\(sign) kiwi\n\(sign)pears").map { $0.prefix { $0 != "[" } }
        == (sign == "◻" ? ["kiwi|#Fruit|", "pears|#Fruit|"] : ["kiwi|#Fruit", "pears|#Fruit"]))
  }

  @Test func `a line above bullets that has an amount is a thing`() throws {
    #expect(
      try read("a dozen eggs\n- milk\n\nsix rolls\n- tea")
        == ["eggs|1 dozen", "milk", "rolls|6", "tea"])
    #expect(try read("Eggs\n- milk", items: [Folding.key("eggs")]) == ["Eggs", "milk"])
    #expect(try read("A trip\n- milk") == ["milk|#A trip"])
  }

  @Test func `a table says the price of a pack as the add line does`() throws {
    #expect(
      try read("name,quantity,unit,price,category\nEggs,12,,3.19,Dairy\nMilk,2,,1.29,Dairy\n")
        == ["Eggs|12|3.19/12|#Dairy", "Milk|2|1.29/1|#Dairy"])
    #expect(
      try read("toilet rolls,9,4.49\nbread,1,2.49\n")
        == ["toilet rolls|9|4.49/9", "bread|1|2.49/1"])
    // A column says that it is for one.
    #expect(
      try read("name,quantity,unit price\nEggs,12,0.30\nMilk,2,1.29\n")
        == ["Eggs|12|0.30/1", "Milk|2|1.29/1"])
    // Only a program says of pieces that they are.
    #expect(
      try read("name,quantity,unit,price,currency\nEggs,12,piece,0.30,USD\n")
        == ["Eggs|12|0.30/1"])
  }

  @Test func `a recipe's headings and a receipt's sums are nothing to buy`() throws {
    #expect(
      try read("Ingredients\nFor the sauce:\n- 1 onion, chopped\nPour 4 personnes :\n200 g flour")
        == ["onion, chopped|1", "flour|200 g"])
    let list = try PastedList.parse(
      "BANANAS £0.73\n0.735 kg @ £0.99/kg  £0.73\n2 X £1.20 BREAD £2.40\nmilk.\n",
      currency: try #require(Currency(code: "GBP")))
    #expect(
      list.entries.map(PastedListTests.short) == ["BANANAS|0.73", "BREAD|2|1.20/1", "milk"])
    #expect(list.warnings.map(\.line) == [2])
  }

  @Test func `words beside a thing are left out`() throws {
    #expect(
      try read(
        "milk\nand some basil please\nalso dishwasher tabs\nCould you get 2 bread, please\n"
          + "please\nandouille\nbitte noch Butter\nsome more tea too")
        == [
          "milk", "basil", "dishwasher tabs", "bread|2", "andouille", "noch Butter", "tea",
        ])
    #expect(
      try read(":milk_glass: 2 milk\nrye bread :bread: :pray:\ntea:") == ["milk|2", "rye bread"])
    #expect(
      try read("some like it hot\nmilk", items: ["some like it hot"])[0] == "some like it hot")
  }

  @Test func `the sum of a table is nothing to buy`() throws {
    let list = try PastedList.parse(
      "name,quantity,price\nMilk,2,1.60\nTotal cereal,1,4.97\nTotal,,8.17", fileName: "a.csv",
      currency: .usd)
    #expect(list.entries.map(\.name) == ["Milk", "Total cereal"])
    #expect(list.talk.map(\.name) == ["Total"])
    let whole = try PastedList.parse(
      "name,quantity,price,category\nCash,1,4.00,Games", fileName: "a.csv", currency: .usd)
    #expect(whole.entries.map(\.name) == ["Cash"], "a list that says more of its things")
  }

  @Test(arguments: ["Total", "Summe", "TOTALE", "Totaal", "Suma", "Итого"])
  func `the last row of a table is a sum, in whatever column`(name: String) throws {
    for table in [
      "Item\tQty\tUnit price\tTotal\nMilk\t2\t1.60\t3.20\n\(name)\t\t\t3.20\n",
      "Item,Qty\nMilk,2\n\(name),2\n",
      "| Item | Qty | Price |\n|---|---|---|\n| Milk | 2 | 1.60 |\n| \(name) | | 3.20 |\n",
    ] {
      let list = try PastedList.parse(table, currency: .usd)
      #expect(list.entries.map(\.name) == ["Milk"], "\(table)")
      #expect(list.talk.map(\.name) == [name], "\(table)")
    }
    let line = try PastedList.parse("milk\n\(name) 3.20\n", currency: .usd)
    #expect(line.entries.map(\.name) == ["milk"])
  }

  @Test func `a bullet with how much behind its last comma is one thing`() throws {
    #expect(
      try read("- Eggs, a dozen\n- Cheese, cheddar, 200 g\n- Milk, 2 l\n- tea")
        == ["Eggs|1 dozen", "Cheese, cheddar|200 g", "Milk|2 l", "tea"])
    #expect(try read("- milk, bread, eggs") == ["milk", "bread", "eggs"])
    #expect(
      try read("- milk, bread, 200 g", items: ["bread"]) == ["milk", "bread|200 g"])
    #expect(try read("- [x] Eggs, a dozen") == ["Eggs|1 dozen|[x]"])
    #expect(try read("- bread, rolls") == ["bread", "rolls"])
    #expect(
      try read("Spinach, baby (5 oz)\nEggs, large (18 ct)\nMilk, 2% (1 gal)\ntea, milk (2)")
        == ["Spinach, baby|5 oz", "Eggs, large|18", "Milk, 2%|1 gallon", "tea", "milk|2"])
  }

  @Test func `the letter of the tax is no part of a receipt's line`() throws {
    #expect(
      try read("Joghurt 1,78 A\nBrot 2,49 B\nVitamin A", currency: .eur)
        == ["Joghurt|1.78", "Brot|2.49", "Vitamin A"])
  }

  @Test(arguments: [
    "Hi love", "can you get", "hello", "Hello everyone", "what time will you be home?",
    "wann kommst du nach Hause?", "Total 23.45", "SUMME 12,34", "Summe EUR 12,34", "Subtotal: 9.99",
    "Visa 23.45", "Pfand 0,25", "Change 1.55", "Gegeben bar 20,00",
    "Grand Total $45.00",
  ]) func `what chats and receipts say besides is nothing to buy`(line: String) throws {
    let list = try PastedList.parse(line + "\n", currency: .usd)
    #expect(list.entries.isEmpty && !list.talk.isEmpty, "\(list.entries)")
  }

  @Test func `what is nothing to buy is told apart from the rest of its line`() throws {
    let list = try PastedList.parse(
      "ok, milk\nimage omitted\nhttps://example.org\ntea", currency: .usd)
    #expect(list.entries.map(\.name) == ["milk", "tea"])
    #expect(list.talk.map(\.name) == ["ok", "image omitted", "https://example.org"])
    let known = try PastedList.parse("ok\nmilk", currency: .usd) { $0 == "ok" }
    #expect(known.entries.map(\.name) == ["ok", "milk"] && known.talk.isEmpty)
  }

  @Test func `marks around a name are none of it in lists, too`() throws {
    #expect(
      try read("- [ ] kiwi!!\n- [ ] Yahoo!\n- [ ] ~~lime~~\n")
        == ["kiwi|[ ]", "Yahoo|[ ]", "lime|[x]"])
    #expect(
      try read("kiwi?\n• lime … 12\n- **plum** - 2\n- fig 1-2\n")
        == ["kiwi", "lime|12", "plum|2", "fig|2"])
  }

  @Test(arguments: [
    "Milk?", "do we need milk?", "Hello Kitty cups", "honey", "Total cereal 4.99",
    "change purse 5.99",
    "bar of soap 1.99", "birthday card 2.99", "visa", "kale", "what the fudge ice cream",
  ]) func `what may be something to buy is kept`(line: String) throws {
    let list = try PastedList.parse(line + "\n", currency: .usd)
    #expect(list.talk.isEmpty, "\(list.talk)")
  }

  @Test func `a bullet with others indented below it is their heading`() throws {
    #expect(
      try read("- Produce\n  - bananas\n  - 2 kiwi\n- Dairy:\n\t* milk\n- soap\n")
        == ["bananas|#Produce", "kiwi|2|#Produce", "milk|#Dairy", "soap"])
    #expect(
      try read("1. Produce\n   - bananas\n2. Dairy\n   - milk\n")
        == ["bananas|#Produce", "milk|#Dairy"])
    let list = try PastedList.parse(
      "- Aldi\n  - Fruit\n    - kiwi\n  - soap\n- tea\n", currency: .usd, stores: ["Aldi"])
    #expect(list.entries.map(PastedListTests.short) == ["kiwi|#Fruit|!Aldi", "soap|!Aldi", "tea"])
    // A thing, with a box to tick, an amount or a note of how much.
    #expect(try read("- [ ] Milk\n  - [ ] oat\n") == ["Milk|[ ]", "oat|[ ]"])
    #expect(try read("- 2 milk\n  - oat\n") == ["milk|2", "oat"])
    #expect(try read("- Milk\n  - 2 l\n") == ["Milk"])
    #expect(try read("- Milk\n  - oat\n", items: ["milk"]) == ["Milk", "oat"])
  }

  @Test(arguments: [
    "Here is the list:\n\nMilk\nEggs\n\nLove, Mom\n",
    "Hi Sam,\n\nHere’s the list:\n\n- Milk\n- Eggs\n\nThanks,\nAnna Smith\n",
    "Subject: shopping\nFrom: Sam <sam@x.example>\nTo: me\n\nMilk\nEggs\n\nSent from my iPhone\n",
    "On Mon, 24 Nov 2026 at 10:00, Sam <sam@x.example> wrote:\n> Milk\n>\n> Eggs\n\nBest regards\n",
    "Am 24.11.2026 um 10:00 schrieb Sam:\nMilk\nEggs\n\nLiebe Grüße\n\nVon meinem iPhone gesendet\n",
    "---------- Forwarded message ---------\nDate: Mon, 24 Nov 2026\n\nMilk\nEggs\n--\n",
    "Hi Sam, can you get:\nMilk\nEggs\n\nThanks!\nAnna\n",
    "hey mum could you pick up:\n- Milk\n- Eggs\nLove, Anna x\n",
  ]) func `a letter around a list is nothing to buy, and no heading`(text: String) throws {
    #expect(try read(text) == ["Milk", "Eggs"])
  }

  @Test(arguments: [
    "Best, butter", "Love hearts", "thanks, milk", "Date night: wine", "best before tea",
    "Thanks!\nAnna\ncheese",
  ])
  func `what begins as a letter does and is none is kept`(line: String) throws {
    let list = try PastedList.parse("soap\n" + line + "\n", currency: .usd)
    #expect(list.entries.count > 1, "\(list)")
  }

  @Test func `an order as it is printed is read as it was`() throws {
    let list = try PastedList.parse(
      """
      1  27 November 2026, 18:15  A  B  10 pieces, about $12.33 + 1 without a price
               2  Milk     $2.58
           500 g  ham      $4.95
      6 × 330 ml  cola     $4.80
               1  bread  unknown
      """, currency: .usd)
    #expect(
      list.entries.map(PastedListTests.short)
        == ["Milk|2|1.29/1", "ham|500 g|4.95/500 g", "cola|1980 ml|0.80/330 ml", "bread|1"])
    #expect(list.entries[2].pack?.text == "330 ml" && list.talk.count == 1)
    // Anywhere else a price is that of one.
    #expect(try read("2  Milk  $2.58\n") == ["Milk|2|2.58/1"])
  }

  @Test func `a store is known without the marks of its name`() throws {
    let list = try PastedList.parse(
      "trader joes:\nyogurt\n\nTRADER JOE’S:\ntea\n", currency: .usd, stores: ["Trader Joe's"])
    #expect(
      list.entries.map(PastedListTests.short) == ["yogurt|!Trader Joe's", "tea|!Trader Joe's"])
  }
}
