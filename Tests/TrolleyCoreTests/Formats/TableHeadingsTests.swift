import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// What the headings of tables say, however they are written.
@Suite struct TableHeadingsTests {
  /// As the preview and the import have it.
  private func read(
    _ text: String, _ name: String? = "a.csv", currency: Currency = .usd
  ) throws -> (entries: [String], warnings: [String]) {
    var list = try PastedList.parse(text, fileName: name, currency: currency)
    var isMixed = false
    _ = list.leaveOutBlanks(&isMixed)
    return (list.entries.map(PastedListTests.short), list.warnings.map(\.sentence))
  }

  @Test(arguments: [
    "Items", "Groceries", "Food", "Shopping list", "Description", "Thing", "Grocery item",
    "Lebensmittel", "Was", "Ingredient", "Category",
  ]) func `the names are in the first column of words, whatever is above it`(name: String) throws {
    for separator in [",", ";", "\t"] {
      let row = [name, "Qty", "Price"].joined(separator: separator)
      let table =
        row + "\nMilk\(separator)2\(separator)1.19\nBeef\(separator)1\(separator)5.00\n"
      for file in ["a.csv", nil] {
        let list = try read(table, file)
        #expect(list.entries == ["Milk|2|1.19/1", "Beef|1|5.00/1"], "\(name) \(separator)")
        #expect(list.warnings.isEmpty)
      }
    }
  }

  @Test func `less than a pack costs is the price of one, as in a line`() throws {
    let rows = "Item,Qty,Price\nEggs,12,0.35\nLarge eggs,12,3.49\n"
    #expect(try read(rows).entries == ["Eggs|12|0.35/1", "Large eggs|12|3.49/12"])
  }

  @Test func `what a row comes to is the price without another one`() throws {
    for total in ["Total", "Summe", "Line total", "Total ($)"] {
      let alone = try read(
        "Item,Quantity,\(total)\nMilk,2,6.98\nEggs,12,4.20\nHam,3,10.00\nBeef,2 kg,18\nTea,,2.50\n")
      #expect(
        alone.entries == [
          "Milk|2|3.49/1", "Eggs|12|0.35/1", "Ham|3|10.00/3", "Beef|2 kg|9.00/1 kg",
          "Tea|2.50/1|off",
        ], "\(total)")
      #expect(alone.warnings.isEmpty)
    }
    let both = try read("Item,Quantity,Price,Total\nMilk,2,3.49,6.98\n")
    #expect(both.entries == ["Milk|2|3.49/1"] && both.warnings.isEmpty)
    let same = try read("Item,Quantity,Price,Total\nRice,10 lb,14.99,14.99\nHam,2 lb,5.00,10.00\n")
    #expect(same.entries == ["Rice|10 lb|14.99/10 lb", "Ham|2 lb|5.00/1 lb"])
    #expect(same.warnings.isEmpty)
    let words = try read("Item,Quantity,Total\nMilk,2,yes\n")
    #expect(words.warnings.contains { $0.contains("The column “Total” was not used.") })
  }

  @Test func `beside a category an aisle is none, and that is said`() throws {
    let list = try PastedList.parse(
      "Item,Aisle,Category\nMilk,4,Dairy\n", fileName: "a.csv", currency: .usd)
    #expect(list.entries.map(\.category) == ["Dairy"])
    #expect(list.warnings.contains { $0.sentence.contains("“Aisle” was not used") })
    let aisle = try PastedList.parse(
      "Item,Aisle\nMilk,Dairy\n", fileName: "a.csv", currency: .usd)
    #expect(aisle.entries.map(\.category) == ["Dairy"] && aisle.warnings.isEmpty)
  }

  @Test(arguments: [
    "Unit price,Ext price", "Unit cost,Ext cost", "Unit price,Extended price", "Price each,Price",
    "Cost each,Cost", "Price,Cost", "E-Preis,G-Preis", "Price,Unit price", "Rate,Amount",
  ]) func `of several prices one counts, and the others are said`(headings: String) throws {
    let isLast = headings.hasSuffix("Unit price")
    let rows =
      isLast ? "Beans,12,10.68,0.89\nTea,2,2.00,1.00\n" : "Beans,12,0.89,10.68\nTea,2,1.00,2.00\n"
    let list = try read("Item,Qty,\(headings)\n" + rows)
    #expect(list.entries == ["Beans|12|0.89/1", "Tea|2|1.00/1"], "\(headings)")
    let other = headings.split(separator: ",")[isLast ? 0 : 1]
    #expect(list.warnings == ["The column “\(other)” was not used."] || headings == "Rate,Amount")
  }

  @Test func `the words for an amount may be of several languages and be written with marks`()
    throws
  {
    for heading in [
      "Qty.", "No.", "Anz.", "Stk.", "Quantity Needed", "Wieviel", "Amount:", "QTY", "qty (pcs)",
    ] {
      #expect(
        try read("Item,\(heading),Price\nMilk,2,1.19\n").entries == ["Milk|2|1.19/1"], "\(heading)")
    }
    for heading in ["Price ($)", "Price (USD)", "Price $", "Est. Price", "Cost, approx."] {
      #expect(
        try read("Item,Qty,\"\(heading)\"\nMilk,2,1.19\n").entries == ["Milk|2|1.19/1"],
        "\(heading)")
    }
    for heading in ["Each", "Unit cost", "Price each", "Price (each)", "Price per item"] {
      #expect(
        try read("Item,Qty,\(heading)\nEggs,12,0.30\n").entries == ["Eggs|12|0.30/1"], "\(heading)")
    }
    let german = NumberStyle(locale: "de_DE")
    for heading in ["Preis (€)", "Einzelpreis (€)", "Preis in €"] {
      let list = try PastedList.parse(
        "Was;Wieviel;\(heading)\nMilch;2;1,19\n", currency: .usd, numbers: german)
      #expect(list.entries.map(PastedListTests.short) == ["Milch|2|1.19/1"], "\(heading)")
      #expect(list.entries[0].price?.currency == .eur, "a heading says the currency")
    }
    #expect(try read("Item,Amount (g)\nFlour,500\n").entries == ["Flour|500 g"])
    #expect(try read("Item,Qty,Amount\nMilk,2,$3.00\n").entries == ["Milk|2|3.00/1"])
    #expect(
      try read("Item,Qty,Price,Amount\nEggs,12,0.30,3.60\n").entries == ["Eggs|12|0.30/1"],
      "what the row comes to")
    #expect(
      try read("#,Item,Qty\n1,Milk,2\n2,Tea,3\n3,Jam,4\n").entries == ["Milk|2", "Tea|3", "Jam|4"])
  }

  @Test func `what is there is not what is needed`() throws {
    let have = try read("Item,Have,Need\nMilk,2,3\nBeef,1,0\n")
    #expect(have.entries == ["Milk|3", "Beef|off"])
    #expect(have.warnings == ["The column “Have” was not used."])
    #expect(
      try read("Item,Qty on hand,Qty needed\nMilk,1,2\n").entries == ["Milk|2"])
    #expect(try read("Needed,Item\nx,Milk\n,Tea\n").entries == ["Milk|on", "Tea|off"])
  }

  @Test func `a column that is not understood is said`() throws {
    let list = try read("Item,Qty,Frobs,Empty\nMilk,2,blue,\n")
    #expect(list.entries == ["Milk|2"] && list.warnings == ["The column “Frobs” was not used."])
    #expect(
      try read(
        "# Party\n\n| Groceries | Qty. | Who |\n|---|---|---|\n| Milk | 2 | Sam |\n| Tea | | Ann |\n",
        "a.md")
        == (["Milk|2|#Party", "Tea|#Party"], ["The column “Who” was not used."]))
  }

  @Test(arguments: ["Done", "Bought", "Got it", "[ ]", "☐", "✓", "Have"])
  func `a row without a tick is to buy`(heading: String) throws {
    for name in ["Item", "Groceries"] {
      for file in ["a.csv", nil] {
        #expect(
          try read("\(name),\(heading)\nMilk,x\nBeef,\nEggs,\n", file).entries
            == ["Milk|[x]", "Beef", "Eggs"], "\(name)")
      }
    }
    #expect(
      try read("Item,Qty,\(heading)\nMilk,2,x\nEggs,1,\n").entries == ["Milk|2|[x]", "Eggs|1"])
  }

  @Test(arguments: ["Needed?", "Need", "Buy?", "To buy"])
  func `a column that ticks what is needed changes no price`(heading: String) throws {
    for tick in ["Y", "yes", "x", "1"] {
      let list = try read(
        "\(heading),Item,Qty,Price\n\(tick),Flour,5 lb,4.99\n\(tick),Salmon,2 lb,20\n,Tea,1,2.00\n")
      #expect(
        list.entries == [
          "Flour|5 lb|4.99/5 lb|on", "Salmon|2 lb|20.00/2 lb|on", "Tea|1|2.00/1|off",
        ],
        "\(tick)")
      #expect(try read("Item,\(heading)\nMilk,\(tick)\nTea,\n").entries == ["Milk|on", "Tea|off"])
    }
  }

  @Test func `a sign of a currency alone is the heading of prices`() throws {
    for heading in ["$", "€", "£", "USD", "(€)"] {
      let list = try read("Item,Qty,\(heading)\nMilk,2,1.19\n")
      #expect(list.entries == ["Milk|2|1.19/1"] && list.warnings.isEmpty, "\(heading)")
      #expect(
        try read("Item,\(heading)\nFlour,4.99\n", nil).entries == ["Flour|4.99"], "\(heading)")
    }
    let euros = try PastedList.parse("Item,€\nFlour,4.99\n", fileName: "a.csv", currency: .usd)
    #expect(euros.entries[0].price?.currency == .eur)
  }

  @Test(arguments: [
    ("Price/lb", "lb"), ("Price per kg", "kg"), ("€/kg", "kg"), ("Price (per kg)", "kg"),
    ("Cost per lb", "lb"), ("$ per lb", "lb"), ("Preis pro kg", "kg"),
  ]) func `a heading says what its prices are for, and so the amounts beside them`(
    _ heading: String, _ unit: String
  ) throws {
    #expect(
      try read("Item,Qty,\(heading)\nHam,3,8.50\nBeef,0.5 \(unit),20\nTea,,2\n").entries
        == [
          "Ham|3 \(unit)|8.50/1 \(unit)", "Beef|0.5 \(unit)|20.00/1 \(unit)",
          "Tea|2.00/1 \(unit)|off",
        ])
    #expect(try read("Item,\(heading)\nHam,8.50\n").entries == ["Ham|8.50/1 \(unit)"])
  }

  @Test func `of the prices of several shops a row has the first`() throws {
    let shops = try read("Item,Aldi price,Lidl price\nMilk,1.19,1.29\nTea,,2.50\nJam,-,1.99\n")
    #expect(shops.entries == ["Milk|1.19", "Tea|2.50", "Jam|1.99"])
    #expect(shops.warnings == ["The column “Lidl price” was not used."])
    for headings in ["Sale price,Reg price", "Reg price,Sale price"] {
      let isFirst = headings.hasPrefix("Sale")
      let list = try read("Item,Qty,\(headings)\nMilk,2,\(isFirst ? "1.00,1.50" : "1.50,1.00")\n")
      #expect(list.entries == ["Milk|2|1.00/1"])
      #expect(list.warnings == ["The column “Reg price” was not used."])
    }
  }

  @Test func `a first row of things is none of headings`() throws {
    #expect(try read("chicken, pieces\nbeans, tin\nmilk, 2\n", nil).entries.first == "chicken")
    #expect(
      try read("Milk,done\nTea,open\nJam,done\n").entries == [
        "Milk|#done", "Tea|#open", "Jam|#done",
      ])
    #expect(
      try read("Milk\tDairy\t2\nTea\tDrinks\t1\n", nil).entries == [
        "Milk|2|#Dairy", "Tea|1|#Drinks",
      ])
  }

  @Test func `an estimated cost beside an amount is that of the row, and that is said`() throws {
    for heading in ["Est. Cost", "Estimated Cost", "Est. cost ($)"] {
      let list = try read(
        "Item,Qty,\(heading)\nApples,2,4.00\nBeef,2 lb,9.00\nEggs,2 dozen,6.00\nHam,3,10.00\n")
      #expect(
        list.entries == [
          "Apples|2|2.00/1", "Beef|2 lb|4.50/1 lb", "Eggs|2 dozen|3.00/1 dozen", "Ham|3|10.00/3",
        ], "\(heading)")
      #expect(list.warnings == ["“\(heading)” was read as what all of a row costs."])
    }
    #expect(try read("Item,Est. Cost\nApples,4.00\n").entries == ["Apples|4.00"])
    #expect(try read("Item,Qty,Est. Cost each\nApples,2,4.00\n").entries == ["Apples|2|4.00/1"])
  }

  @Test(arguments: ["Cost", "Price"])
  func `prices of which the sum is the total are those of the rows`(heading: String) throws {
    let rows = "Item,Qty,\(heading)\nApples,2,4.00\nPears,3,6.00\n"
    #expect(try read(rows).entries == ["Apples|2|4.00/1", "Pears|3|6.00/1"])
    #expect(try read(rows + "Total,,26.00\n").entries == ["Apples|2|4.00/1", "Pears|3|6.00/1"])
    let summed = try read(rows + "Total,,10.00\n")
    #expect(summed.entries == ["Apples|2|2.00/1", "Pears|3|2.00/1"])
    #expect(summed.warnings == ["“\(heading)” was read as what all of a row costs."])
    let markdown =
      "| Item | Qty | \(heading) |\n|---|---|---|\n| Apples | 2 | $4.00 |\n| Pears | 3 | $6.00 |\n"
      + "| **Total** | | **$10.00** |\n"
    #expect(try read(markdown, nil).entries == ["Apples|2|2.00/1", "Pears|3|2.00/1"])
  }
}
