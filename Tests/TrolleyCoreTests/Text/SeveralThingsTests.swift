import Testing
import TrolleyTestSupport

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
