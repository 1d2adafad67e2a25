import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyMachine
@testable import TrolleyModel

/// Several things in one line or one pasted list.
@Suite struct SeveralThingsTests {
  private static func short(_ it: QuickAdd) -> String {
    [
      it.name, it.quantity?.text, it.category.map { "#" + $0 }, it.store.map { "!" + $0 },
      it.refusal,
    ].compactMap { $0 }.joined(separator: "|")
  }

  private static func read(_ line: String, isItem: (String) -> Bool = { _ in false }) -> [String] {
    let known = QuickAdd.Known(categories: ["Pets"], stores: ["Aldi"])
    return QuickAdd.parseAll(line, currency: .usd, known: known, isItem: isItem).map(short)
  }

  @Test(arguments: [
    ("milk, 0 eggs, bread", ["milk", "0 eggs|A quantity is more than 0.", "bread"]),
    ("milk, -2 eggs, bread", ["milk", "-2 eggs|A quantity is more than 0.", "bread"]),
    ("milk, 12345678 eggs", ["milk", "12345678 eggs|The quantity is too large."]),
    ("milk, @, bread", ["milk", "|“@” names nothing to buy.", "bread"]),
    ("milk, #pets, bread", ["milk|#pets", "bread"]),
    ("milk, !aldi", ["milk|!aldi"]), ("yogurt, 0% fat", ["yogurt", "0% fat"]),
  ]) func `a part that can't be read does not make one thing of the others`(
    _ line: String, _ expected: [String]
  ) {
    #expect(Self.read(line) == expected)
  }

  @Test(arguments: [
    ("Tofu, firm (14 oz)", ["Tofu, firm|14 oz"]),
    ("Tofu, silken (14 oz) 2.50", ["Tofu, silken|14 oz"]),
    ("Rice, brown (2 lb) – $3", ["Rice, brown|2 lb"]),
    ("Beans, black (2 cans)", ["Beans, black|2 can"]),
    ("Eggs, large (18 ct)", ["Eggs, large|18"]),
    ("milk, bread (2)", ["milk", "bread|2"]),
    ("milk, soap (2 cans)", ["milk", "soap|2 can"]),
    ("kiwi, lime (2 kg), lemon", ["kiwi", "lime|2 kg", "lemon"]),
    ("milk 2.49, flour (5 lb)", ["milk", "flour|5 lb"]),
    ("2 milk, flour (5 lb)", ["milk|2", "flour|5 lb"]),
  ]) func `a line with how much in brackets is one thing`(_ line: String, _ expected: [String])
    throws
  {
    #expect(Self.read(line) { $0 == "soap" } == expected)
    let pasted = try PastedList.parse(line, currency: .usd) { $0 == "soap" }
    #expect(
      pasted.entries.map(\.name)
        == Self.read(line) { $0 == "soap" }.map {
          String($0.prefix { $0 != "|" })
        })
  }

  @Test(arguments: [
    ("walkers crisps 6 pack 1.75, cheese strings", ["walkers crisps 6 pack", "cheese strings"]),
    ("hula hoops 6 pack, bread", ["hula hoops 6 pack", "bread"]),
    (
      "monster munch 6 pack, chocolate digestives",
      ["monster munch 6 pack", "chocolate digestives"]
    ),
    ("milk, 1 gallon jug, eggs, 1 dozen large", ["milk|1 gallon", "eggs|1 dozen"]),
    ("flour, 5 lb bag – $2.49, bread", ["flour|5 lb", "bread"]),
    ("fresh flat leaf parsley, chopped", ["fresh flat leaf parsley, chopped"]),
  ]) func `how much there is makes no name longer`(_ line: String, _ expected: [String]) {
    #expect(Self.read(line) == expected)
  }

  @Test func `what all things come to is none of them`() {
    #expect(Self.read("milk 3.49, bread 2.49, total 5.98") == ["milk", "bread"])
    #expect(Self.read("2 milk 3.49, bread 2.49, Total 9.47") == ["milk|2", "bread"])
    #expect(Self.read("milk 3.49, bread 2.49, total 4.99") == ["milk", "bread", "total"])
  }

  @Test func `the message says what was typed of prices, or what all make`() {
    let shopper = TestApp(items: [])
    func told(_ line: String) -> String {
      shopper.press("a")
      shopper.type(line)
      shopper.press("enter")
      let notice = shopper.notice
      shopper.press("esc")
      return notice
    }
    #expect(
      told("tp 24 rolls 19.99, tea 2.49")
        == "Added tp ($19.99 for all 24 rolls) and tea ($2.49)")
    #expect(told("2 jam 1.50, soap") == "Added jam ($1.50 each = $3.00) and soap")
    #expect(
      told("rye 1.00, oil 2.00, 2 figs 3.00, salt 4.00, soap")
        == "Added rye, oil, figs, salt and soap, $13.00 in all")
  }

  @Test func `what was typed is kept, and what is wrong with it is said`() {
    let shopper = TestApp(items: [])
    shopper.press("a")
    shopper.type("milk, 0 eggs, bread")
    #expect(shopper.canvas.text.contains("0 eggs: A quantity is more than 0."))
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("milk, 0 eggs, bread") && shopper.cart.isEmpty)
    // In a list the good ones are taken.
    shopper.press("esc")
    shopper.paste("tea\nmilk, @, bread")
    #expect(shopper.canvas.text.contains("“@” names nothing to buy."))
    shopper.press("enter")
    #expect(shopper.cart == ["1 tea", "1 milk", "1 bread"])
  }

  @Test(arguments: [
    ("Aldi: milk, 2 eggs", ["milk|!Aldi", "eggs|2|!Aldi"]), ("ALDI: milk", ["milk|!ALDI"]),
    ("Pets: hay, bones #dog !Coles", ["hay|#Pets", "bones|#dog|!Coles"]),
    ("!Corner shop: milk, eggs", ["milk|!Corner shop", "eggs|!Corner shop"]),
    ("#Fruit: kiwi, lime", ["kiwi|#Fruit", "lime|#Fruit"]),
    // No heading.
    ("recipe: cake", ["recipe: cake"]), ("Aldi:milk", ["Aldi:milk"]), ("Aldi:", ["Aldi:"]),
    ("Aldi: the film", ["Aldi: the film"]), ("\"Aldi: milk\"", ["Aldi: milk"]),
  ]) func `a store or a category may stand before its things`(
    _ line: String, _ expected: [String]
  ) {
    #expect(Self.read(line) { $0 == "Aldi: the film" } == expected)
  }

  @Test func `the list spells the store before its things`() {
    let shopper = TestApp(items: [])
    shopper.paste("tea !Aldi")
    shopper.press("enter", "a")
    shopper.type("aldi: milk, jam")
    shopper.press("enter")
    #expect(shopper.cart == ["1 tea", "1 milk", "1 jam"])
    #expect(["milk", "jam"].allSatisfy { shopper.item($0)?.store == "Aldi" })
  }

  @Test(arguments: [
    ("2 eggs and a bread", ["eggs|2", "bread|1"]),
    ("a beer and a bread", ["beer|1", "bread|1"]),
    ("2 milk and a half", ["milk and a half|2"]),
    ("2 pounds and a half of beef", ["beef|2.5 lb"]),
    ("a gin and tonic", ["gin and tonic|1"]), ("bread and a half", ["bread and a half"]),
  ]) func `an article behind an “and” is one more thing`(_ line: String, _ expected: [String]) {
    #expect(Self.read(line) == expected)
  }

  @Test(arguments: ["six", "6"])
  func `a number word counts packs of a known thing as digits do`(_ number: String) {
    let read = QuickAdd.parse("\(number) milk 500 ml", currency: .usd) { $0 == "milk" }
    #expect(read.name == "milk" && read.pack == Quantity(500, .millilitre))
    #expect(read.quantity == Quantity(3000, .millilitre))
  }

  @Test(arguments: [
    ("mince @9/kg, 500 g mince 4.00", "4.00", Quantity(500, .gram)),
    ("milk 2.00, milk", "2.00", .one), ("milk, milk 2.00", "2.00", .one),
    ("cola @1, 6 x 330 ml cola @0.80", "0.80", Quantity(330, .millilitre)),
    ("ham 500 g 4.00, ham @9/kg", "9.00", Quantity(1, .kilogram)),
  ]) func `a price of the same thing comes with what it is for`(
    _ line: String, _ price: String, _ per: Quantity
  ) throws {
    let name = String(line.split { ", 0123456789@".contains($0) }[0])
    for (isPasted, isKnown) in [(false, false), (true, false), (false, true), (true, true)] {
      let shopper = TestApp(items: [])
      if isKnown {
        shopper.paste("\(name) @7")
        shopper.press("enter")
      }
      if isPasted {
        shopper.paste(line.replacing(", ", with: "\n"))
      } else {
        shopper.press("a")
        shopper.type(line)
      }
      shopper.press("enter")
      let item = try #require(shopper.item(name))
      #expect(item.price?.decimal == price && item.per == per, "\(item)")
    }
  }
}
