import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct Adding {
  let shopper = TestApp(items: SampleItems.all)

  private func add(_ text: String) {
    shopper.press("a")
    shopper.type(text)
    shopper.press("enter", "esc")
  }

  /// What the program says to an added line.
  private func told(_ text: String) -> String {
    shopper.press("a")
    shopper.type(text)
    shopper.press("enter")
    let notice = shopper.notice
    shopper.press("esc")
    return notice
  }

  @Test func oneLineIsAnItemInTheCart() throws {
    add("2 kg potatoes @3.20 #veg !aldi *")
    let item = try #require(shopper.item("potatoes"))
    #expect(shopper.cart == ["2 kg potatoes"])
    #expect(item.isFavourite)
    #expect(item.category == "veg" || item.category == "Vegetables")
    #expect(item.store == "aldi")
    #expect(shopper.state.focusedItem == item)
  }

  @Test func theLineStaysOpenForTheNextOne() {
    shopper.press("a")
    shopper.type("tea")
    shopper.press("enter")
    shopper.type("jam")
    shopper.press("enter", "enter")
    #expect(shopper.cart == ["1 tea", "1 jam"])
    #expect(shopper.session.overlays.isEmpty)
  }

  @Test(arguments: [
    "2 flour", "2 flour @3.49/500g", "flour @3.49/500g", "1 flour @3.49/500g", "2 flour @1.09/l",
    "3 flour @0.99/150g", "2 flour @5/2kg", "2 flour @3/250ml", "2 flour @3/kg", "2 kg flour @3/kg",
    "750 g flour @3/kg", "2 bags flour @1.50", "0.5 flour @3/pack",
  ])
  func `what the add line shows is what the cart holds then`(_ line: String) throws {
    for first in ["", "flour @2/bag", "1 flour @2/500g", "3 flour"] {
      for name in ["rye", "Flour"] {
        let shopper = TestApp(items: SampleItems.all)
        for text in [first, line] where !text.isEmpty {
          let text = text.replacing("flour", with: name)
          let request = AddRequest(QuickAdd.parse(text, currency: shopper.shared.currency))
          let shown = shopper.shared.outcome(of: request, by: .person)
          shopper.press("a")
          shopper.type(text)
          shopper.press("enter", "esc")
          let item = try #require(shopper.item(name))
          let lines = shopper.shared.cart.lines(of: item.id)
          #expect(lines.map(\.quantity).contains(shown.total))
          #expect(lines.count == shown.beside.count + 1)
          #expect(item.per == shown.item.per)
          #expect(item.cost(of: shown.total) == shown.item.cost(of: shown.total))
        }
      }
    }
  }

  @Test func `a list that is imported again doubles nothing`() throws {
    add("2 tea @3")
    add("500 g Flour")
    var planner = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: 1_795_000_000)
    #expect(throws: ChangeError.nothingToDo) {
      try planner.plan(.restore(ListDocument(shopper.shared)))
    }
    add("1 tea")
    var again = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: 1_795_000_000)
    #expect(throws: ChangeError.nothingToDo) {
      try again.plan(.restore(ListDocument(shopper.shared)))
    }
  }

  @Test func `an imported item of the same name is the same one, whatever its identifier`() throws {
    add("2 tea @3")
    let there = try #require(shopper.item("tea"))
    var theirs = Item(id: Item.ID(987_654), name: "Tea", addedBy: "17")
    theirs.price = Money(minorUnits: 450, currency: .usd)
    var planner = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: 1_795_000_000)
    // A list that has the name twice, and one that has the identifier for another thing.
    let events = try planner.plan(
      .restore(ListDocument(items: [theirs, theirs, Item(id: there.id, name: "Soap")])))
    shopper.journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(9), number: shopper.journal.count + 1, time: TestApp.start,
        events: events))
    shopper.readNews()
    let teas = shopper.shared.items.all.filter { $0.name.lowercased() == "tea" }
    #expect(teas.map(\.id) == [there.id] && teas.first?.price == theirs.price)
    #expect(teas.first?.addedBy == there.addedBy)
    #expect(shopper.item("Soap") != nil && shopper.item("Soap")?.id != there.id)
    shopper.press("u")
    #expect(shopper.shared.items[there.id] == there && shopper.item("Soap") == nil)
  }

  /// A price for all of a kilo or pound is that of a pack, unless it is of fruit or vegetables that one buys by
  /// the piece, too; behind an @ it is the price of a kilo.
  @Test(arguments: [
    ("Mehl 1 kg 0.79", "2 Mehl", ["3 kg Mehl"]), ("rice 1 lb 2.49", "2 rice", ["3 lb rice"]),
    ("sugar 2 kg 1.99", "2 sugar", ["6 kg sugar"]), ("rye 1 l 1.2", "2 rye", ["3 l rye"]),
    ("cream 100 ml 0.89", "2 cream", ["300 ml cream"]),
    ("pasta 1 lb 1.29 each", "pasta x2", ["3 lb pasta"]),
    ("ham 1 kg @9", "2 ham", ["1 kg ham", "2 ham"]),
    ("ham 1 kg 9/kg", "2 ham", ["1 kg ham", "2 ham"]),
    ("apples 2 kg 3.99", "3 apples", ["2 kg Apple", "3 Apple"]),
    ("Kartoffeln 1 kg 1.99", "3 Kartoffeln", ["1 kg Kartoffeln", "3 Kartoffeln"]),
    ("cherry tomatoes 250 g 1.49", "2 cherry tomatoes", ["750 g cherry tomatoes"]),
    ("tomato ketchup 1 kg 2.49", "2 tomato ketchup", ["3 kg tomato ketchup"]),
    ("raisins 1 kg 3.99", "2 raisins", ["3 kg raisins"]),
  ]) func `a number counts the packs that a price was for`(
    _ first: String, _ second: String, _ cart: [String]
  ) {
    for pastes in [false, true] {
      let shopper = TestApp(items: SampleItems.all)
      for line in [first, second] {
        if pastes {
          shopper.paste("tea\n" + line)
          shopper.press("enter")
        } else {
          shopper.press("a")
          shopper.type(line)
          shopper.press("enter", "esc")
        }
      }
      let lines = shopper.cart.filter { !$0.hasSuffix("tea") }
      #expect(lines == cart, "pasted: \(pastes)")
    }
  }

  /// What is sold by so many, and is known by weight, is not so many times that weight.
  private static let countedPacks: [(first: String, second: String, cart: [String], sum: Int)] = [
    ("shrimp 2 lb 15.99", "shrimp 40ct 12.99", ["2 lb shrimp", "40 shrimp"], 12_99),
    ("water 1 gal 1.29", "water 24 ct 4.99", ["1 gallon water", "24 water"], 4_99),
    ("sausages 454 g", "8 sausages 2.75", ["454 g sausages", "8 sausages"], 2_75),
    ("eggs 700 g 3.99", "12 eggs 3.49", ["700 g eggs", "12 eggs"], 3_49),
    ("tuna 5 oz 0.99", "tuna 4 ct 3.99", ["5 oz tuna", "4 tuna"], 3_99),
    ("toilet paper 24 rolls 9.99", "toilet paper 24 ct 18.99", ["48 roll toilet paper"], 37_98),
    ("1 pack sausages 2.50", "8 sausages 2.50", ["1 pack sausages", "8 sausages"], 2_50),
    ("1 carton eggs 3.29", "12 eggs 3.49", ["1 carton eggs", "12 eggs"], 3_49),
    ("6 x 330 ml cola 2.99", "cola 24 ct 12.00", ["9900 ml cola"], 15_00),
  ]

  @Test func `one price for so many pieces is for those, not for as many packs`() {
    for (first, second, cart, sum) in Self.countedPacks {
      let typed = TestApp(items: SampleItems.all)
      for line in [first, second] {
        typed.press("a")
        typed.type(line)
        typed.press("enter", "esc")
      }
      #expect(typed.cart == cart)
      #expect(typed.shared.summary.known == sum, "\(first), \(second)")
      let pasted = TestApp(items: SampleItems.all)
      for line in [first, second] {
        pasted.paste("tea\n" + line)
        pasted.press("enter")
      }
      #expect(pasted.cart.filter { !$0.hasSuffix("tea") } == cart)
    }
  }

  @Test(arguments: [
    ("potatoes 5 lb 3.99", "potatoes @0.89", "1 lb"), ("12 eggs 3.49", "eggs @0.40", "1 piece"),
    ("eggs 1 dozen 3.49", "eggs @0.40", "1 piece"), ("rye 500 g 2.49", "rye @5", "1 kg"),
    ("cola 6 x 330 ml 3.99", "cola @0.80", "330 ml"), ("rye 500 g 2.49", "rye 2.79", "500 g"),
  ]) func `behind a sign without an amount stands the price of one`(
    _ known: String, _ line: String, _ per: String
  ) throws {
    let shopper = TestApp(items: [])
    for text in [known, line] {
      shopper.press("a")
      shopper.type(text)
      shopper.press("enter", "esc")
    }
    let item = try #require(shopper.shared.items.all.first { _ in true })
    #expect(item.per.number + " " + item.per.unit.symbol == per)
  }

  @Test func `of a thing that a line names twice the last price counts, with its store`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("a")
    shopper.type("butter 2.49 !aldi, milk, butter 2.19 !lidl #dairy")
    shopper.press("enter")
    let butter = shopper.item("butter")
    #expect(butter?.price?.minorUnits == 219)
    #expect(butter?.store == "lidl")
    #expect(butter?.category.lowercased() == "dairy")
  }

  @Test func `a pasted list counts packs as the add line does`() {
    shopper.paste("2 rye @3.49/500g\n1 rye\nmilk")
    shopper.press("enter")
    #expect(shopper.cart.contains("1500 g rye"))
  }

  @Test func `the hint below a pasted list counts what enter adds`() {
    shopper.paste("milk\nrye\nkiwi")
    #expect(shopper.canvas.rows.last?.contains("enter add all") == true)
    shopper.press("space")
    #expect(shopper.canvas.rows.last?.contains("enter add 2") == true)
    shopper.press("down", "space", "down", "space")
    #expect(shopper.canvas.rows.last?.contains("enter") == false)
  }

  @Test func `of several things the line shows what each becomes`() {
    add("milk @2.29 #dairy")
    shopper.press("a")
    shopper.type("2 milk 2.49, rye bread 3 @4 !Bakery #bread *, kiwi")
    let text = shopper.canvas.text
    #expect(text.contains(/2 +Milk +@ \$2\.49 each = \$4\.98 .*3 in all.*price was \$2\.29/))
    #expect(text.contains(/3 +rye bread +@ \$4\.00 each = \$12\.00 +#bread +!Bakery +★ +· new/))
    #expect(text.contains(/1 +kiwi +· new/))
    shopper.press("enter")
    #expect(
      shopper.notice.hasPrefix(
        """
        Added Milk ($2.49 each = $4.98, 3 in all, $7.47, price was $2.29), rye bread ($4.00 each = $12.00) and kiwi
        """))
  }

  @Test func `of more things than there is room for the rest is counted`() {
    shopper.press("a")
    shopper.type((1...20).map { "thing number \($0)" }.joined(separator: ", "))
    #expect(shopper.canvas.text.contains("· and 8 more"))
    #expect(shopper.canvas.text.contains(" add "))
    shopper.press("ctrl-u")
    shopper.type((1...20).map { "thing\($0)th 1.50" }.joined(separator: ", "))
    #expect(shopper.canvas.text.contains("· and 8 more, $30.00 in all"))
  }

  @Test func `what a line changes of an item is said`() {
    add("milk @2.29 #drinks !Aldi")
    #expect(
      told("milk @2.49 #dairy !Lidl").contains(
        "price was $2.29, category was Drinks, store was Aldi"))
    #expect(!told("milk @2.49 #dairy !Lidl").contains("was"))
    #expect(!told("2 milk").contains("was"))
  }

  @Test func `the bad one of several things is named, and what was typed stays`() {
    shopper.press("a")
    shopper.type("milk, bread @1.999")
    let words = "bread @1.999: A price in USD has at most 2 decimals."
    #expect(shopper.canvas.text.contains(words))
    shopper.press("enter")
    #expect(
      shopper.canvas.text.contains(words) && shopper.canvas.text.contains("milk, bread @1.999"))
    #expect(shopper.cart.isEmpty)
  }

  @Test func `a category and a store behind the last thing leave the others as they are`() throws {
    let milk = try #require(shopper.item("Milk"))
    shopper.press("a")
    shopper.type("milk, rye #bakery !Coles")
    #expect(shopper.canvas.text.contains(/1 +Milk +· \$1\.60\s/))
    #expect(!shopper.canvas.text.contains("category was"))
    #expect(shopper.canvas.text.contains(/1 +rye +#bakery +!Coles +· new/))
    shopper.press("enter")
    #expect(shopper.notice == "Added Milk and rye")
    #expect(shopper.item("Milk") == milk)
    #expect(shopper.item("rye")?.category == "Bakery" && shopper.item("rye")?.store == "Coles")
  }

  @Test func `a category and a store are spelled as the list knows them`() throws {
    add("rye #Backstube !Corner")
    shopper.focus("rye")
    // Out of the cart, and of the list.
    shopper.press("space")
    #expect(shopper.cart.isEmpty)
    shopper.paste("- buns #backstube !CORNER\n- jam #Vorrat\n- oil #vorrat")
    shopper.press("enter")
    #expect(
      shopper.item("buns")?.category == "Backstube" && shopper.item("buns")?.store == "Corner")
    #expect(shopper.item("oil")?.category == "Vorrat")
    // What only it has may be written in another way.
    let id = try #require(shopper.item("rye")?.id)
    var draft = ItemDraft()
    draft.category = "BACKSTUBE"
    #expect(try edited(id, draft).category == "Backstube")
    for name in ["buns", "jam", "oil"] {
      shopper.focus(name)
      shopper.press("d")
    }
    #expect(try edited(id, draft).category == "BACKSTUBE")
  }

  @Test func `a store and a category are known without the marks of their names`() throws {
    shopper.press("3", "a")
    shopper.type("Trader Joe's")
    shopper.press("ctrl-s", "1")
    for (line, store) in [("yogurt !trader joes", "Trader Joe's"), ("oil !Corner", "Corner")] {
      add(line)
      #expect(shopper.item(String(line.prefix { $0 != " " }))?.store == store)
    }
    add("rye #Käse & Wurst !Mc'Coys")
    for line in ["buns #kase wurst !mccoys", "jam #KÄSE & WURST !McCoy’s"] {
      add(line)
      let item = try #require(shopper.item(String(line.prefix { $0 != " " })))
      #expect(item.category == "Käse & Wurst" && item.store == "Mc'Coys", "\(line)")
    }
  }

  private func edited(_ id: Item.ID, _ draft: ItemDraft) throws -> Item {
    var state = shopper.shared
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(9)), now: 1_795_000_000)
    var touches: [SharedState.Touch] = []
    for event in (try? planner.plan(.edit(id, draft))) ?? [] {
      state.apply(event, touches: &touches)
    }
    return try #require(state.items[id])
  }

  @Test func `a line with 0 of a thing says that it is not put in the cart`() {
    add("3 milk")
    shopper.paste("0 milk\n0 kiwi\n2 tea")
    let text = shopper.canvas.text
    #expect(text.contains("known, not put in the cart") && text.contains("new, not in the cart"))
    shopper.press("enter")
    #expect(shopper.cart == ["3 Milk", "2 tea"])
  }

  @Test func `a pasted export of a list with an empty cart puts nothing in the cart`() {
    shopper.paste(
      """
      name,quantity,unit,price,currency,category,picked,favourite,store,description
      Kiwi,,,0.50,USD,Fruit,,false,,
      Milk,,,1.60,USD,Dairy,,false,,
      """)
    shopper.press("enter")
    #expect(shopper.item("Kiwi") != nil && shopper.cart.isEmpty)
  }

  @Test(arguments: ["milk", "MILK", "Mílk", "milks"])
  func theSameNameIsTheSameItem(_ name: String) {
    add(name)
    #expect(shopper.shared.items.count == SampleItems.all.count)
    #expect(shopper.cart == ["1 Milk"])
  }

  @Test func unitsThatAddUpAreOneLine() {
    add("500 g flour")
    add("0.5 kg flour")
    #expect(shopper.shared.cart.count == 1)
    #expect(shopper.line("Flour")?.quantity.converted(to: .kilogram) == Quantity(1, .kilogram))
  }

  @Test func unitsThatDoNotAddUpStayTwoLines() {
    add("500 g flour")
    add("2 bags flour")
    #expect(shopper.cart == ["500 g Flour", "2 bag Flour"])
  }

  @Test func unitsThatDoNotAddUpStayTwoLinesInOnePaste() {
    shopper.paste("500 g rice\n2 bags rice")
    shopper.press("enter")
    #expect(shopper.cart == ["500 g rice", "2 bag rice"])
  }

  @Test func theSameNameTwiceInOnePasteAddsUp() {
    shopper.paste("2 rice\n3 rice\nmilk\n2 milk")
    shopper.press("enter")
    #expect(shopper.cart == ["5 rice", "3 Milk"] || shopper.cart == ["3 Milk", "5 rice"])
  }

  @Test func addingWhatIsPickedUnticksIt() {
    add("3 milk")
    shopper.press("2", "space")
    #expect(shopper.line("Milk")?.isPicked == true)
    shopper.press("1")
    add("2 milk")
    #expect(shopper.line("Milk")?.isPicked == false)
    #expect(shopper.cart == ["2 Milk"])
  }

  @Test func `adding to what is picked says what becomes of that`() {
    add("3 milk @1.29")
    shopper.press("2", "space", "1", "a")
    shopper.type("2 milk")
    #expect(shopper.canvas.text.contains("instead of the 3 picked before"))
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix("Added 2 Milk, instead of the 3 picked before, $2.58"))
    shopper.press("esc", "2", "space", "1")
    #expect(told("kiwi, milk").hasPrefix("Added kiwi and Milk (instead of the 2 picked before)"))
    // From the details.
    shopper.press("esc", "2", "space", "1")
    shopper.focus("Milk")
    shopper.press("enter", "enter")
    #expect(shopper.cart == ["1 Milk", "1 kiwi"])
    #expect(shopper.notice.hasPrefix("Put 1 × Milk in the cart, instead of the 1 picked before"))
    // Nothing was picked: nothing is said.
    #expect(told("2 milk").hasPrefix("Added 2 Milk, 3 in all"))
    #expect(shopper.cart == ["3 Milk", "1 kiwi"])
  }

  @Test func `a line with a tick is picked, and says so`() {
    shopper.press("a")
    shopper.type("[x] butter")
    #expect(shopper.canvas.text.contains("· picked"))
    shopper.press("enter")
    #expect(shopper.line("butter")?.isPicked == true)
    #expect(shopper.notice.hasPrefix("Added 1 butter, picked"))
    shopper.press("esc")
    add("3 milk")
    shopper.press("a")
    shopper.type("[x] milk")
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix("Picked 3 Milk"))
    #expect(!shopper.notice.contains("Added"))
    #expect(shopper.line("Milk")?.isPicked == true)
  }

  @Test func addingWhatIsPickedTwiceInOnePasteCountsBoth() {
    add("5 milk")
    shopper.press("2", "space", "1")
    shopper.paste("1 milk\n1 milk")
    shopper.press("enter")
    #expect(shopper.cart == ["2 Milk"])
  }

  @Test func aPasteIsOneUndoStep() {
    let before = shopper.export
    shopper.paste("- [ ] eggs\n- [ ] milk\n- [x] butter")
    #expect(shopper.shared.cart.isEmpty)
    #expect(shopper.canvas.text.contains("Paste a list"))
    shopper.press("enter")
    #expect(shopper.shared.cart.count == 3)
    #expect(shopper.line("butter")?.isPicked == true)
    shopper.press("u")
    #expect(shopper.export == before)
  }

  @Test func `a paste says what is new, known, in the cart and wanted again`() throws {
    add("milk")
    shopper.press("2", "space", "1")
    add("2 bread")
    shopper.paste("eggs\nApple\nmilk\nbread\nEggs\n[x] bread")
    guard case .paste(let paste)? = shopper.session.overlays.last else {
      Issue.record("no preview")
      return
    }
    #expect(paste.summary.new == 1)
    #expect(paste.summary.known == 3)
    #expect(paste.summary.inCart == 1)
    #expect(paste.summary.unticked == 1)
    #expect(
      paste.summary.rows.map(\.fate) == [
        .new, .known, .unticked, .adds(to: Quantity(2)), .repeated, .repeated,
      ])
    let text = shopper.canvas.text
    #expect(text.contains("6 items: 1 new, 3 known, 1 in the cart, 1 wanted again"))
    #expect(text.contains("= Apple") && text.contains("adds to 2") && text.contains("as above"))
    shopper.press("esc")
    shopper.paste("[x] bread\n2 l bread")
    #expect(shopper.canvas.text.contains("2 items: 1 known, 1 in the cart"))
    shopper.press("esc")
    #expect(shopper.shared.cart.count == 2)
  }

  @Test func `a paste says what it changes of what is known`() {
    add("5 oat milk @4.53 #Dairy !Aldi")
    shopper.paste("oat milk @9.99\nrye")
    #expect(
      shopper.canvas.text.contains("@ $9.99, was $4.53 · adds to 5"), "\(shopper.canvas.text)")
    shopper.press("esc")
    shopper.paste("oat milk #Beverages !Lidl\nrye")
    let text = shopper.canvas.text
    #expect(text.contains("#Beverages, was Dairy · !Lidl, was Aldi"), "\(text)")
    shopper.press("esc")
    shopper.paste("oat milk @4.53 #Dairy !Aldi\nrye")
    #expect(!shopper.canvas.text.contains("was "), "\(shopper.canvas.text)")
  }

  @Test func `a paste says which lines went into one thing`() {
    shopper.paste("pepper\n2 peppers\neggs\nmilk\nMilk")
    shopper.press("enter")
    #expect(shopper.notice.contains("; 2 lines went into Milk and 2 lines went into pepper"))
    #expect(shopper.line("pepper")?.quantity == Quantity(3))
    shopper.paste("tea\njam")
    shopper.press("enter")
    #expect(!shopper.notice.contains("went into"))
  }

  @Test func `pepper and peppers that are two things stay two`() throws {
    for count in [2, 20] {
      let items = ["Peppers", "Pepper"].enumerated().map {
        Item(id: Item.ID(UInt64($0 + 1)), name: $1)
      }
      let shopper = TestApp(items: items)
      let others = (2..<count).map { "item\($0)" }
      shopper.paste((["2 pepper", "3 peppers"] + others).joined(separator: "\n"))
      #expect(!shopper.canvas.text.contains("as above"))
      shopper.press("enter")
      #expect(!shopper.notice.contains("went into"))
      #expect(shopper.cart.prefix(2) == ["2 Pepper", "3 Peppers"])
      #expect(try shopper.shared.item(named: "pepper").name == "Pepper")
      #expect(try shopper.shared.item(named: "PEPPERS").name == "Peppers")
    }
  }

  @Test func `an offer is said and noted, not counted`() {
    shopper.press("a")
    shopper.type("3 for 2 shampoo 4.99")
    let words = "“3 for 2” is noted, not counted"
    #expect(shopper.canvas.text.contains(words) && shopper.canvas.text.contains("= $14.97"))
    shopper.press("enter")
    #expect(shopper.notice.contains("Added 3 shampoo") && shopper.notice.contains(words))
    #expect(shopper.notice.contains("$14.97"))
    #expect(shopper.item("shampoo")?.description == "3 for 2")
    #expect(shopper.item("shampoo")?.cost(of: .one)?.minorUnits == 499)
    for line in ["shampoo 3 for 2 4.99", "shampoo 2 for 1 4.99"] {
      shopper.type(line)
      shopper.press("enter")
    }
    #expect(shopper.item("shampoo")?.description == "2 for 1", "the offer of today")
  }

  @Test func `an offer without a price is one of an item that is known`() {
    let count = shopper.shared.items.count
    for (line, quantity) in [("3 for 2 milk", 3), ("milk 2 for 1", 5)] {
      add(line)
      #expect(shopper.line("Milk")?.quantity == Quantity(quantity), "\(line)")
    }
    #expect(shopper.item("Milk")?.description == "2 for 1")
    #expect(shopper.item("Milk")?.price == SampleItems.milk.price)
    #expect(shopper.shared.items.count == count)
    add("muffins 3 for 2")
    #expect(shopper.item("muffins 3 for 2") != nil)
  }

  @Test func `a mistyped barcode beside a name is said`() {
    let count = shopper.shared.items.count
    shopper.press("a")
    shopper.type("pears 4006381333932")
    shopper.press("enter")
    #expect(shopper.shared.items.count == count)
    #expect(shopper.canvas.text.contains("its last digit does not fit"))
    shopper.press("ctrl-u")
    shopper.type("pears 4006381333931")
    shopper.press("enter")
    #expect(shopper.item("pears") != nil)
  }

  @Test func `the preview of a paste scrolls as lists do`() throws {
    shopper.paste((1...60).map { "thing number \($0)" }.joined(separator: "\n"))
    func focus() throws -> Int {
      guard case .paste(let paste)? = shopper.session.overlays.last else {
        throw Failure(.badInput, "no preview")
      }
      return paste.focus.index
    }
    #expect(shopper.canvas.text.contains(/↓ \d+ more/))
    shopper.press("pgdn")
    #expect(try focus() > 5)
    #expect(!shopper.canvas.text.contains("thing number 1 "))
    shopper.press("pgup")
    #expect(try focus() == 0)
    shopper.press("end")
    #expect(try focus() == 59)
    #expect(shopper.canvas.text.contains(/↑ \d+ more/))
    #expect(shopper.canvas.text.contains("+ thing number 60"))
    shopper.press("up")
    #expect(shopper.canvas.text.contains("+ thing number 60"), "it stays where it is")
    shopper.press("home")
    #expect(try focus() == 0)
    #expect(shopper.canvas.text.contains("+ thing number 1 "))
  }

  @Test(arguments: [
    ("eggs", "Added 1 × eggs"), ("quatre pains", "Added 1 × quatre pains"),
    ("2 eggs", "Added 2 eggs"),
    ("tea", "Added 1 tea"),
  ])
  func `the amount is said, also one of a plural`(_ line: String, _ words: String) {
    shopper.press("a")
    shopper.type(line)
    shopper.press("enter")
    #expect(shopper.notice.hasPrefix(words))
  }

  @Test func aPasteThatWouldStopTheScreenIsRefusedInWords() throws {
    shopper.paste("eggs")
    let long = (0..<5000).map { "item \($0)" }.joined(separator: "\n")
    let huge = String(repeating: "milk\n", count: 2_000_000)
    for text in [long, huge] {
      shopper.paste(text)
      guard case .paste(let paste)? = shopper.session.overlays.last else {
        Issue.record("no preview")
        return
      }
      #expect(paste.refusal?.contains("trolley import FILE") == true)
      #expect(paste.summary.rows.map(\.request.name) == ["eggs"])
    }
    shopper.press("enter")
    #expect(shopper.shared.cart.count == 1)
  }

  @Test func aLineThatIsNotUnderstoodStaysAsItWasTyped() throws {
    shopper.press("a")
    shopper.type("@2.50")
    shopper.press("enter")
    guard case .quickAdd(let add)? = shopper.session.overlays.last else {
      Issue.record("the line has closed")
      return
    }
    #expect(add.input.text == "@2.50")
    #expect(add.refusal?.isEmpty == false)
    #expect(shopper.shared.cart.isEmpty)
  }

  @Test func undoOfAnAddToALineGivesTheOldUnitBack() {
    add("1 kg flour")
    let before = shopper.export
    add("250 g flour")
    #expect(shopper.export != before)
    shopper.press("u")
    #expect(shopper.export == before)
  }

  @Test func aNewStoreOfATakenNameIsToldAsAStore() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "a")
    shopper.type("aldi")
    shopper.press("ctrl-s")
    let error = shopper.form?.fields.first?.error ?? ""
    #expect(error.contains("store"))
    #expect(!error.contains("item"))
  }

  @Test func `what a pasted list has ticked is ticked here, and not one more`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.focus("Milk")
    shopper.press("space", "+")
    shopper.paste("- [x] Milk\n- [x] Bread")
    shopper.press("enter")
    #expect(shopper.cart == ["2 Milk", "1 Bread"])
    #expect(shopper.shared.cart.lines.allSatisfy { $0.isPicked })
    shopper.press("u")
    #expect(shopper.cart == ["2 Milk"])
    #expect(shopper.line("Milk")?.isPicked == false)
  }

  @Test func `several lines pasted into the add line are a list`() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("a")
    shopper.paste("kiwi\n")
    #expect(shopper.session.overlays.count == 1)
    shopper.press("ctrl-u")
    shopper.paste("kiwi\n2 l oat milk\n")
    shopper.press("enter")
    #expect(shopper.cart == ["1 kiwi", "2 l oat milk"])
  }

  @Test func `a pasted list shows the categories and stores that it sets`() {
    shopper.paste("Sweets:\nfudge !Aldi\nMilk\n")
    let text = shopper.canvas.text
    #expect(text.contains("#Sweets · !Aldi · new"))
    #expect(text.contains("= Milk") && !text.contains("#Sweets · known"))
  }
}
