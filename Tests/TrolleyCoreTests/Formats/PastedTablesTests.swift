import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Tables with a title above them, sums and lines below them, and what they share with other lists.
@Suite struct PastedTablesTests {
  private func read(_ text: String, currency: Currency = .usd) throws -> [String] {
    try PastedList.parse(text, currency: currency).entries.map(PastedListTests.short)
  }

  @Test(arguments: [
    "Shopping list,,,\nName,Qty,Price\nMilk,2,1.19\n",
    ",,\nName,Qty,Price\nMilk,2,1.19\n",
    "Party on Saturday,,\n,,\nName,Qty,Price\nMilk,2,1.19\n",
    "Shopping list\nName,Qty,Price\nMilk,2,1.19\n",
    "Shopping list\n\nName,Qty,Price\nMilk,2,1.19\n",
    "Weekly shop\t\t\nItem\tQty\tPrice\nMilk\t2\t1.19\n\t\t1.19\n",
    "Weekly shop\nItem\tQty\tPrice\nMilk\t2\t1.19\n\t2\t1.19\n",
    "Einkaufsliste;;\n\"Artikel\";\"Menge\";\"Preis\"\n\"Milk\";\"2\";\"1,19\"\n",
    "Shopping list,,\nMilk,2,1.19\n,,\n,,1.19\n",
    ",,\nMilk,2,1.19\n",
  ]) func `a title or a blank row above a table is no thing`(text: String) throws {
    for name in [nil, text.contains("\t") ? "a.tsv" : "a.csv"] {
      let list = try PastedList.parse(text, fileName: name, currency: .usd)
      #expect(list.entries.map(PastedListTests.short) == ["Milk|2|1.19/1"], "\(list)")
      #expect(list.warnings.isEmpty, "\(list.warnings)")
      #expect(list.titles.map(\.line) == (text.hasPrefix(",") ? [] : [1]))
    }
  }

  @Test(arguments: [
    ("~$4.00", "4.00/1"), ("$1.25 each", "1.25/1"), ("$3.49 ea", "3.49/1"), ("2 for $5", "2.50/1"),
    ("$3.99/lb", "3.99/1 lb"), ("3.99 per lb", "3.99/1 lb"),
  ]) func `a price in a table may be said in words`(_ price: String, _ expected: String) throws {
    let list = try PastedList.parse("Item,Qty,Price\nThing,2,\(price)\n", currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["Thing|2|" + expected])
    #expect(list.warnings.isEmpty)
  }

  @Test(arguments: ["N/A", "-", "–", "?", "TBD"])
  func `a price that is not known yet is none`(_ price: String) throws {
    let list = try PastedList.parse("Item,Qty,Price\nThing,2,\(price)\n", currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["Thing|2"])
    #expect(list.warnings.isEmpty)
  }

  @Test(arguments: ["**Total**", "Subtotal", "Order total"])
  func `a sum is none of what is below a heading`(_ total: String) throws {
    let table =
      "| Item | Qty | Price |\n|---|---|---|\n| Milk | 2 | $3.49 |\n| \(total) | | $6.98 |\n"
    let list = try PastedList.parse(
      "## Groceries\n\n\(table)\n## Pharmacy\n\n\(table)", currency: .usd)
    #expect(list.entries.map(\.name) == ["Milk", "Milk"])
    #expect(list.entries.map(\.category) == ["Groceries", "Pharmacy"])
  }

  /// As `trolley list --json` and `trolley items --json` print them.
  @Test func `the lists that the verbs print in JSON are read`() throws {
    let line = #"""
      {"items":[{"id":"9jd2","item":"9jd1","name":"Milk","quantity":2,"unit":"piece","category":"Dairy",\
      "price":9.99,"currency":"USD","per":1,"perUnit":"piece","cost":19.98,"picked":true,\
      "favourite":false,"store":""}],"count":1,"pieces":2,"total":19.98,"unknownPrices":1,\
      "currency":"USD","picked":0,"warnings":[]}
      """#.replacing("\\\n", with: "")
    let list = try PastedList.parse(line, currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["Milk|2|9.99/1|#Dairy|[x]"])
    let weight = line.replacing(#""unit":"piece""#, with: #""unit":"gram""#)
      .replacing(#""quantity":2,"#, with: #""quantity":1000,"#)
      .replacing(#""per":1,"perUnit":"piece""#, with: #""per":500,"perUnit":"gram""#)
    let grams = try PastedList.parse(weight, currency: .usd).entries
    #expect(grams.map(PastedListTests.short) == ["Milk|1000 g|9.99/500 g|#Dairy|[x]"])
    let packs = line.replacing(#""unit":"piece""#, with: #""unit":"ml""#)
      .replacing(#""quantity":2,"#, with: #""quantity":1980,"#)
      .replacing(
        #""per":1,"perUnit":"piece""#,
        with: #""per":330,"perUnit":"ml","pack":330,"packUnit":"ml""#)
    #expect(try PastedList.parse(packs, currency: .usd).entries.map(\.pack?.text) == ["330 ml"])
    let item = #"{"items":[{"id":"1","name":"Tea","currency":"USD","per":1,"inCart":true}]}"#
    let items = try PastedList.parse(item, currency: .usd).entries
    #expect(items.map(\.isOnList) == [true] && items.map(\.isPicked) == [nil])
  }

  @Test func `a row with nothing but a category is the heading of those below it`() throws {
    let rows = ["Apples|3|1.20/1|#Produce", "Milk|2|1.00/1|#Dairy", "Soap|1|#Other things"]
    #expect(
      try read(
        "Item,Qty,Price\nPRODUCE,,\nApples,3,1.20\nDairy,,\nMilk,2,1.00\nOTHER THINGS,,\nSoap,1,\n")
        == rows)
    // In a table without amounts it is a thing as the others are.
    #expect(try read("Item,Qty\nDAIRY,\nMILK,2\n").count == 2)
    #expect(try read("Item,Qty\nmilk,\nsnacks,\nbread,\n").count == 3)
  }

  @Test func `headings of other words may be below a title, too`() throws {
    let list = try PastedList.parse(
      "Shopping list,,\nThing,Number,Cost\nMilk,2,1.19\n", fileName: "a.csv", currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["Milk|2|1.19/1"])
  }

  @Test func `separators in quoted cells are part of a name, also below a title`() throws {
    #expect(
      try read("Einkaufsliste\n\"Milk; whole\";2;1,19\n\"Eggs\";12;3,49\n", currency: .eur)
        == ["Milk; whole|2|1.19/1", "Eggs|12|3.49/12"])
    #expect(
      try read("Groceries,,\nItem,Qty,Price\n\"Milk; whole\",2,1.19\n") == ["Milk; whole|2|1.19/1"])
  }

  @Test func `a row of numbers with no name is a sum, and a thing without one is said`() throws {
    let list = try PastedList.parse(
      "Name,Qty,Unit,Price\nMilk,2,l,1.19\n,3,kg,\n,2,,1.19\n", currency: .usd)
    #expect(list.entries.count == 1 && list.talk.map(\.name) == ["2 1.19"])
    #expect(list.warnings.map(\.sentence) == ["Line 3 has no name."])
    #expect(try read("4006381333931,1.99\n4006381333948,2.99\n").count == 2, "barcodes")
  }

  @Test(arguments: [
    "| Item | Qty |\n|---|---|\n| Milk | 2 |\n", "Item,Qty\nMilk,2\n", "Item\tQty\nMilk\t2\n",
    "Item;Qty\nMilk;2\n",
  ]) func `lines below a table are lines`(table: String) throws {
    // A row is on the list unless another row has an amount and it has none; a line always is.
    func short(_ entry: ListEntry) -> String {
      PastedListTests.short(entry).replacing("|on", with: "")
    }
    for gap in ["", "\n"] {
      var list = try PastedList.parse(
        table + gap + "- bread\n- 500 g ham\n- [x] tea\nDairy:\ncheese\n", currency: .usd)
      var isMixed = false
      #expect(list.leaveOutBlanks(&isMixed) == [])
      #expect(
        list.entries.map(short)
          == ["Milk|2", "bread", "ham|500 g", "tea|[x]", "cheese|#Dairy"])
      #expect(list.warnings.isEmpty && list.titles.isEmpty, "\(list)")
    }
    let again = try PastedList.parse(
      table + "- bread\n\n" + table + "soap\n", currency: .usd)
    #expect(again.entries.map(short) == ["Milk|2", "bread", "Milk|2", "soap"])
  }

  @Test(arguments: ["- pasta 500g x2 1.29", "- coke 2L x 3", "- milk, eggs", "- tea 2.99"])
  func `a line means the same with a heading of Markdown and without`(line: String) throws {
    let plain = try read(line + "\n")
    #expect(!plain.isEmpty)
    #expect(try read("# Shopping\n" + line + "\n") == plain)
    #expect(try read("- [x] rice\n" + line + "\n").dropFirst() == plain[...])
    #expect(try read("# Shopping list\n\n" + line + "\n") == plain)
  }

  @Test(arguments: ["Meat", "**Meat**", "Meat:"])
  func `a line right above numbered lines is their heading`(heading: String) throws {
    #expect(
      try read(heading + "\n1. burgers\n2) ham\n\nDairy\n3.milk\nsoap\n")
        == ["burgers|#Meat", "ham|#Meat", "milk|#Dairy", "soap"])
  }

  @Test func `a price means the same in JSON as in a table`() throws {
    for (amount, unit) in [("2 kg", ""), ("2", "kg"), ("500", "g"), ("12", ""), ("2", "")] {
      for name in ["rice", "eggs"] {
        let table = try read("name,amount,unit,price\n\(name),\(amount),\(unit),4.50\n")
        let json =
          "[{\"name\":\"\(name)\",\"amount\":\"\(amount)\",\"unit\":\"\(unit)\",\"price\":4.50}]"
        #expect(try read(json) == table)
      }
    }
    #expect(
      try read(#"[{"name":"rice","amount":"2 kg","price":4.50}]"#) == ["rice|2 kg|4.50/2 kg"])
  }
}
