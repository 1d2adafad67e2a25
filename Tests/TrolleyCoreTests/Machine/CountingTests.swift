import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// What a number counts of a thing that is known, and what that costs.
@Suite struct Counting {
  /// An empty list in dollars after some lines were typed one by one, perhaps with the cart emptied in between.
  private func list(_ lines: [String], emptied: Bool = false) -> TestApp {
    let shopper = TestApp(items: [])
    for (index, line) in lines.enumerated() {
      if emptied, index > 0 { shopper.press("2", "d", "1") }
      shopper.press("a")
      shopper.type(line)
      shopper.press("enter", "esc")
    }
    return shopper
  }

  @Test(arguments: [
    ("salmon 1.5 lb 17.99", "4 salmon", "4 salmon"),
    ("chicken breast 3.2 lb 12.76", "4 chicken breast", "4 chicken breast"),
    ("shrimp 2 lb 15.99", "40 shrimp", "40 shrimp"),
    ("tea bags 250 g 2.99", "80 tea bags", "80 tea bags"),
    ("eggs 700 g 3.99", "12 eggs", "12 eggs"), ("eggs 700 g 3.99", "3 eggs", "3 eggs"),
    ("hot dogs 16 oz 3.99", "8 hot dogs", "8 hot dogs"),
    ("bananas 1 bunch 1.50", "6 bananas", "6 bananas"),
    ("bag of potatoes 2.50", "4 potatoes", "4 potatoes"),
    ("1 carton eggs 3.29", "12 eggs", "12 eggs"), ("case of beers 19.99", "24 beers", "24 beers"),
  ]) func `pieces of what is weighed or bundled are not so many packs`(
    _ known: String, _ line: String, _ added: String
  ) {
    let shopper = list([known, line])
    #expect(shopper.cart.last == added)
    #expect(shopper.shared.summary.inOtherUnit == 1)
  }

  @Test(arguments: [
    ("milk 1 l 1.29", "2 milk", "3 l milk"), ("flour 2 kg 1.99", "2 flour", "6 kg flour"),
    ("cereal 500 g 3.49", "2 cereal", "1500 g cereal"), ("beer 0.5 l 0.89", "6 beer", "3.5 l beer"),
    ("mince 1 lb 4.99", "2 mince", "3 lb mince"), ("tuna 5 oz 0.99", "3 tuna", "20 oz tuna"),
    ("1 carton eggs 3.29", "2 eggs", "3 carton eggs"),
    ("bunch of parsley 0.99", "2 parsley", "3 bunch parsley"),
    ("toilet paper 9 rolls 8.99", "2 toilet paper", "27 roll toilet paper"),
  ]) func `a number counts packs of what is sold in those alone`(
    _ known: String, _ line: String, _ cart: String
  ) {
    let shopper = list([known, line])
    #expect(shopper.cart == [cart])
    #expect(shopper.shared.summary.unknown == 0)
  }

  @Test(arguments: [
    (["bunch of bananas 1.20", "5 bananas 0.80"], 4_00),
    (["tea bags 250 g 2.99", "80 tea bags 2.50"], 2_50),
    (["shrimp 2 lb 15.99", "40 shrimp 12.99"], 12_99), (["eggs 700 g 3.99", "12 eggs 3.49"], 3_49),
    (["tuna 1.29", "3 cans tuna"], 3_87), (["cereal 3.49", "2 boxes cereal"], 6_98),
    (["soup 1.29", "2 bottles soup"], 2_58), (["rice .89", "3 bags rice"], 2_67),
    (["24 water 4.99"], 4_99), (["20 beer 15.99"], 15_99), (["12 beer 1.09"], 13_08),
  ]) func `what a week comes to after another one`(_ lines: [String], _ sum: Int) {
    let shopper = list(lines, emptied: true)
    #expect(shopper.shared.summary.known == sum)
    #expect(shopper.shared.summary.unknown == 0)
  }

  @Test(arguments: [
    ["apples 0.50", "2 bags apples"], ["cola 1.29", "24 cans cola"],
    ["eggs 0.35", "2 cartons eggs"],
    ["beer 0.89", "1 crate beer"], ["toilet paper 4.99", "12 rolls toilet paper"],
    ["cola 0.79", "2 boxes cola"], ["tea 3.49", "20 bags tea"],
  ]) func `what may hold several is not one piece`(_ lines: [String]) {
    let shopper = list(lines, emptied: true)
    #expect(shopper.shared.summary.known == 0)
    #expect(shopper.shared.summary.inOtherUnit == 1)
  }

  @Test func `a new price for known packs says what those were`() {
    let shopper = list(["cola 6 x 330 ml 4.99"])
    shopper.press("a")
    shopper.type("cola 0.79")
    shopper.press("enter")
    #expect(shopper.notice.contains("price was $4.99 for 6 × 330 ml"), "\(shopper.notice)")
  }

  @Test func `a form says which other line its price does not count any more`() {
    let shopper = list(["2 lb tomatoes 3.98", "3 tomatoes"])
    shopper.press("2", "G", "e")
    for (field, text) in [(2, "0.80"), (3, "1")] {
      shopper.send(.pressedField(field))
      shopper.press("end", "ctrl-u")
      shopper.type(text)
    }
    shopper.press("ctrl-s")
    #expect(
      shopper.notice.contains("2 lb not counted: the price is for a piece"), "\(shopper.notice)")
  }
}
