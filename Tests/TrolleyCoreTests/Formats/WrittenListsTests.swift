import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Lists as assistants and households write them: amounts behind commas and dashes, notes, prices of several shops.
@Suite struct WrittenListsTests {
  private func read(
    _ text: String, isItem: (String) -> Bool = { _ in false }
  ) throws -> [String] {
    try PastedList.parse(text, currency: .usd, isItem: isItem).entries.map(PastedListTests.short)
  }

  @Test(arguments: [
    ("- Brown rice, 2 lb bag – $2.49", "Brown rice|2 lb|2.49/2 lb"),
    ("- Rice, long grain, 5 lb bag - $4.50", "Rice, long grain|5 lb|4.50/5 lb"),
    ("- Milk, 1 gallon jug", "Milk|1 gallon"), ("- Milk, 2%, 1 gallon jug", "Milk, 2%|1 gallon"),
    ("- Eggs, 1 dozen large", "Eggs|1 dozen"), ("Eggs, 1 dozen large", "Eggs|1 dozen"),
    ("- Tomatoes, canned, 2 cans (14.5 oz)", "Tomatoes, canned|29 oz"),
    ("- Chicken, boneless, 3 lb ($2.99/lb)", "Chicken, boneless|3 lb|2.99/1 lb"),
    ("- Wine: 3 bottles", "Wine|3 bottle"), ("Wine: 3 bottles", "Wine|3 bottle"),
    ("Bakery: 6 rolls", "rolls|6|#Bakery"),
    ("- dishwasher tabs, 30 pcs 6.99", "dishwasher tabs|30|6.99/30"),
  ]) func `how much is behind a comma or a colon`(_ line: String, _ expected: String) throws {
    #expect(try read(line) == [expected])
  }

  @Test func `a remark behind an amount describes what is new`() throws {
    let list = """
      Turkey – 15 lb (about 1.5 lb per person)
      Chicken broth – 4 cartons (32 oz each)
      Unsalted butter – 2 lbs (8 sticks)
      Cool Whip – 2 tubs
      """
    let rest = ["Chicken broth|128 oz", "Unsalted butter|2 lb|(8 sticks)", "Cool Whip|2"]
    #expect(try read(list) == ["Turkey|15 lb|(about 1.5 lb per person)"] + rest)
    #expect(try read(list) { $0 == "Turkey" } == ["Turkey|15 lb"] + rest)
    let whole = "steak (rib eye)"
    #expect(try read("steak 2 (rib eye)") { $0 == whole } == [whole + "|2"])
    let stores = try PastedList.parse("Milk 2 (Aldi)", currency: .usd, stores: ["Aldi"])
    #expect(stores.entries.map(PastedListTests.short) == ["Milk|2|!Aldi"])
  }

  @Test func `prices of which the sum is the total are what all of each line costs`() throws {
    let lines =
      "- Lemons (3) - $2.10\n- Avocados x4 - $5.00\n- Soda, 12 cans - $6.99\n- Bread - $3.00\n"
    let list = try PastedList.parse(lines + "\n**Estimated total: $17.09**\n", currency: .usd)
    #expect(
      list.entries.map(PastedListTests.short) == [
        "Lemons|3|2.10/3", "Avocados|4|5.00/4", "Soda|12 can|6.99/12 can", "Bread|3.00",
      ])
    #expect(list.warnings.count == 1 && list.talk.count == 1)
    // Another total says nothing of them.
    let other = try PastedList.parse(lines + "\n**Estimated total: $60**\n", currency: .usd)
    #expect(other.entries.map(PastedListTests.short)[1] == "Avocados|4|5.00/1")
    #expect(other.warnings.isEmpty)
  }

  @Test func `what an assistant says around a list is no thing`() throws {
    let list = try PastedList.parse(
      """
      Sure! Here's a budget-friendly weekly grocery list for 2 (around $85):

      ## Produce
      - Bananas – 6

      > Tip: Don't forget to check your pantry first.

      **Tip:** Buy in bulk to save.
      """, currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["Bananas|6|#Produce"])
    #expect(list.titles.count == 1)
    #expect(list.talk.count == 2)
  }

  @Test(arguments: [
    ("Item,Quantity,Price\nK-cups,48 ct,$21.99\n", "K-cups|48|21.99/48"),
    ("Item,Quantity,Price\nWater,24 pk,3.98\n", "Water|24 pack|3.98/24 pack"),
    ("Item,Quantity,Price\nPaper,12 rolls,9.99\n", "Paper|12 roll|9.99/12 roll"),
    ("Item,Quantity,Price\nGum,Qty 4,1.00\n", "Gum|4|1.00/1"),
    ("Item,Quantity,Price\nGum,4,1.00\n", "Gum|4|1.00/1"),
    ("Item,Quantity,Price\nChips,2 bags,3.99\n", "Chips|2 bag|3.99/1 bag"),
    ("Item,Quantity,Unit price\nK-cups,48 ct,0.50\n", "K-cups|48|0.50/1"),
    ("Eggs,18 ct,4.49\nMilk,1 gal,3.29\n", "Eggs|18|4.49/18"),
    ("Eggs\t18 ct\nMilk\t1 gal\n", "Eggs|18"),
  ]) func `a count in a table is read as in a line`(_ table: String, _ expected: String) throws {
    #expect(try read(table).first == expected)
  }

  @Test func `where people pay in cents a count of them is a price`() throws {
    let list = try PastedList.parse("Eier\t18 ct\nMilch\t79 ct\n", currency: .eur)
    #expect(list.entries.map(\.price?.decimal) == ["0.18", "0.79"])
  }

  @Test(arguments: [
    "Item,Size,Kroger,Aldi\nEggs,18 ct,4.49,3.99\nMilk,1 gal,,2.99\n",
    "Product\tSize\tKroger\tAldi\nEggs\t18 ct\t4.49\t3.99\nMilk\t1 gal\tN/A\t2.99\n",
    "| Item | Size | Kroger | Aldi |\n|---|---|---|---|\n| Eggs | 18 ct | $4.49 | $3.99 |\n"
      + "| Milk | 1 gal | - | $2.99 |\n",
  ]) func `the first shop that has a price says it`(_ table: String) throws {
    let list = try PastedList.parse(table, currency: .usd)
    #expect(
      list.entries.map(PastedListTests.short)
        == ["Eggs|18|4.49/18", "Milk|1 gallon|2.99/1 gallon"])
    #expect(list.warnings.map(\.sentence) == ["The column “Aldi” was not used."])
  }

  @Test func `a line that begins with a word of a heading is one of a list`() throws {
    #expect(try read("item, milk\neggs, 2\n") == ["item", "milk", "eggs|2"])
  }
}
