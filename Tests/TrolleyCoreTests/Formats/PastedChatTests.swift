import Testing

@testable import TrolleyFormats
@testable import TrolleyModel

/// Lines copied from chats, and amounts in columns.
@Suite struct PastedChatTests {
  private func read(_ text: String) throws -> [String] {
    try PastedList.parse(text, currency: .usd).entries.map(PastedListTests.short)
  }

  @Test func `a time alone tells a chat's line as well`() throws {
    #expect(
      try read("[10:17] Anna: milk\n[10:18] Ben: 2 l juice\n[10:19:30] Anna: eggs, bread\n")
        == ["milk", "juice|2 l", "eggs", "bread"])
    #expect(try read("10:17 AM - Anna: milk\n10:18 AM - Ben: bread") == ["milk", "bread"])
    #expect(
      try read("[10:17] Anna: milk please x\n[10:18] Ben: ok x\n[10:19] Anna: eggs xx\n")
        == ["milk", "eggs"])
    // No author, and nothing below.
    #expect(try read("[10:17] Milk\n[10:18] Eggs") == ["Milk", "Eggs"])
  }

  @Test(arguments: [
    // Teams
    "[10:17 AM] Anna Smith\nmilk\n2 kg flour\n\n[10:21 AM] Ben\nbread\n",
    "[11/23 10:17 AM] Anna Smith\nmilk\n2 kg flour\n[Yesterday 10:21 AM] Ben Miller\nbread\n",
    // Discord
    "Anna — Today at 10:17 AM\nmilk\n2 kg flour\nBen — Yesterday at 10:21 AM\nbread\n",
    "anna_b — 23/11/2026 10:17\nmilk\n2 kg flour\nBen — 10:21\nbread\n",
    // Slack
    "Anna  10:17 AM\nmilk\n2 kg flour\nBen Miller  10:21 AM\nbread\n",
    "Anna\u{A0}\u{A0}10:17\u{202F}AM\nmilk\n2 kg flour\n10:18\nbread\n",
    // Telegram
    "Anna, [23.11.26 18:02]\nmilk\n2 kg flour\n\nBen, [23.11.26 18:03]\nbread\n",
    "Anna, [27 Nov 2026 at 09:14:03]:\nmilk\n2 kg flour\nBen, [27 November 2026 at 9:15]: bread",
    "> Anna:\nmilk\n2 kg flour\n\n> Ben Miller:\nbread\n",
    // WhatsApp, with the name of the month
    "Nov 27, 2026, 9:14 PM - Ann: milk\nNov 27, 2026, 9:15 PM - Ann: 2 kg flour\n"
      + "November 27, 2026, 9:15 PM - Ben: bread",
    "[27 Nov 2026 at 21:14] Ann: milk\n[27. November 2026, 21:15] Ann: 2 kg flour\n"
      + "[Nov. 27, 2026 at 9:15 PM] Ben: bread",
    // With the day of the week, or without the year
    "[Thursday 9:14 PM] Ann: milk\n[Thu., 9:15 PM] Dr. Ann B.: 2 kg flour\nFri 9:16 AM - Ben: bread",
    "Do., 26. Nov., 18:02 - Ann: milk\nDo., 26. Dez. 18:02 - Ann: 2 kg flour\n"
      + "[Donnerstag, 26. November 2026 um 18:02] Ben: bread",
    "Thursday 9:14 PM\nmilk\n2 kg flour\nNov 27, 9:15 AM\nbread",
    "[11/26/24, 9:41 PM] Ann: milk\n11/26/24, 9:41 PM - Ann: 2 kg flour\n"
      + "Mar 5, 2026, 9:14 PM - Ben: bread",
  ]) func `a line with the author is no thing`(text: String) throws {
    #expect(try read(text) == ["milk", "flour|2 kg", "bread"])
  }

  @Test func `a day of the week with a price is no time`() throws {
    #expect(try read("Milk\nMo 1.29\n") == ["Milk", "Mo|1.29"])
  }

  @Test func `a name above a line that is only a time is who wrote what is below`() throws {
    let list = try PastedList.parse(
      "Anna\n  9:14 AM\n2 milk\nBen\n  9:20 AM\nbread\n", currency: .usd)
    #expect(list.entries.map(PastedListTests.short) == ["milk|2", "bread"])
    #expect(list.talk.map(\.name) == ["Anna", "Ben"] && list.talk.map(\.line) == [1, 4])
    #expect(try read("Milk\n10:17\nBread\n") == ["Milk", "Bread"])
  }

  @Test func `a name before several lines is who wrote them`() throws {
    #expect(
      try read("Anna: milk\nBen: bread\nAnna: 2 kg flour\n") == ["milk", "bread", "flour|2 kg"])
    // Nothing is written twice by one name.
    #expect(try read("Sauce: hot\nPizza: ham\n") == ["Sauce: hot", "Pizza: ham"])
    let sorts = ["Crisps: salted", "Crisps: paprika", "Dip: salsa"]
    #expect(try read(sorts.joined(separator: "\n")) == sorts)
    #expect(try read("Dairy: milk\nDairy: quark\n") == ["milk|#Dairy", "quark|#Dairy"])
    #expect(try read("Milk: 2 l\nMilk: 1 l\n").count == 2)
  }

  @Test func `a heading may be quoted`() throws {
    #expect(try read("> Dairy:\n> milk\n> butter") == ["milk|#Dairy", "butter|#Dairy"])
  }

  @Test func `a heading ends with its message`() throws {
    let first = "[23.11.26, 18:02] Anna: Party:\ncrisps\n"
    let second = "[23.11.26, 18:06] Ben: wine\n"
    #expect(try read(first + second) == ["crisps|#Party", "wine"])
    #expect(
      try read("[23.11.26, 18:02] Anna: don't forget:\nmilk\n" + second) == ["milk", "wine"])
  }

  // MARK: Amounts

  @Test(arguments: [
    ("6 x 330 ml", "1980 ml"), ("two", "2"), ("3-4", "4"), ("2–3 kg", "3 kg"),
    ("1-2 packs", "2 pack"),
    ("half a kilo", "0.5 kg"), ("1 lb 4 oz", "1.25 lb"), ("2", "2"), ("500 g", "500 g"),
    ("a couple", "2"),
  ]) func `a column of amounts is read as the add line is`(text: String, quantity: String) throws {
    for list in ["name,quantity,price\nCola,\(text),0.80\nTea,1,2\n"] {
      let read = try PastedList.parse(list, currency: .usd)
      #expect(read.entries.map { $0.quantity?.text } == [quantity, "1"], "\(list)")
      #expect(read.warnings.isEmpty)
    }
  }

  @Test func `without a header as well`() throws {
    #expect(
      try read("Cola,6 x 330 ml,0.80\nTea,two,3.00\nRice,3-4,1.00\n").map {
        $0.split(separator: "|")[1]
      }
        == ["1980 ml", "2", "4"])
  }

  @Test(arguments: ["a few", "abc", "some", "4-3", "?"])
  func `an amount that is none is one, and said`(text: String) throws {
    for rest in ["", "Tea,2\n"] {
      let list = try PastedList.parse("name,quantity\nCola,\(text)\n" + rest, currency: .usd)
      #expect(list.entries[0].quantity == .one && list.entries[0].isOnList == nil)
      #expect(
        list.warnings.map(\.sentence) == [
          "Cola: the quantity “\(text)” cannot be read; it is 1 now."
        ])
    }
  }

  @Test func `nothing of a thing is not wanted`() throws {
    let list = try PastedList.parse("name,quantity\nCola,0\nTea,2\n", currency: .usd)
    #expect(list.entries.map(\.isOnList) == [false, nil] && list.warnings.isEmpty)
  }

  @Test(arguments: [
    "milk :milk_glass:\nbread\n", "[10:17] Anna: milk :milk_glass:\n[10:18] Ben: bread\n",
    "Anna  10:17 AM\nmilk :+1:\nbread\n",
  ]) func `the emoji at the end of a line makes no heading of it`(text: String) throws {
    let all = try read(text)
    #expect(all.count == 2 && all.first?.hasPrefix("milk") == true && all.last == "bread", "\(all)")
  }
}
