import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

/// A new price of something that the list knows, which does not say what it is for.
@Suite struct KnownPriceTests {
  @Test(
    arguments: [
      // A pack, or an amount.
      (["12 eggs 3.49", "eggs 3.99"], "$3.99 for all 12", "24 eggs", "7.98"),
      (
        ["toilet paper 12 rolls 9.99", "toilet paper 8.99"], "$8.99 for all 12 rolls",
        "24 roll toilet paper", "17.98"
      ),
      (["24 cans beer 17.99", "beer 16.99"], "$16.99 for all 24 cans", "48 can beer", "33.98"),
      (["24 cans beer 17.99", "24 beers 16.99"], "$16.99 for all 24 cans", "48 can beer", "33.98"),
      (["5 lb potatoes 4.99", "potatoes 5.49"], "5 lb potatoes", "10 lb potatoes", "10.98"),
      // One of them.
      (["12 eggs 3.49", "1 egg 0.40"], "1 × eggs", "13 eggs", "5.20"),
      (["12 eggs 3.49", "eggs 0.40 each"], "1 × eggs", "13 eggs", "5.20"),
      (["12 eggs 3.49", "eggs @0.40"], "1 × eggs", "13 eggs", "5.20"),
      (["12 eggs 3.49", "eggs 0.40"], "1 × eggs", "13 eggs", "5.20"),
      (["yogurt 3 for 5", "yogurt 1.99"], "1 yogurt", "4 yogurt", "7.96"),
      // What one costs is known.
      (["avocado 1.50", "12 avocado 1.50"], "$1.50 each = $18.00", "13 avocado", "19.50"),
      (["bagels @1.25", "12 bagels 1.25"], "$1.25 each = $15.00", "13 bagels", "16.25"),
      (["eggs 0.90", "12 eggs 0.95"], "$0.95 each = $11.40", "13 eggs", "12.35"),
      (["eggs 0.40", "12 eggs 3.99"], "$3.99 for all 12", "13 eggs", "4.32"),
      (["eggs 3.99", "12 eggs 4.19"], "$4.19 for all 12", "13 eggs", "4.54"),
      (["12 cans beer @1.60", "12 cans beer 1.69"], "$1.69/can = $20.28", "24 can beer", "40.56"),
      // A number of packs of a known size.
      (["2 x 500 g pasta", "3 pasta 1.29"], "3 × 500 g pasta", "2500 g pasta", "6.45"),
      (["2 x 500 g pasta", "pasta 1.29"], "500 g pasta", "1500 g pasta", "3.87"),
      (["6 x 330 ml cola @0.80", "2 cola 1.99"], "2 × 330 ml cola", "2640 ml cola", "15.92"),
      (["coffee 500 g 7.99", "2 coffee 6.99"], "1000 g coffee", "1500 g coffee", "20.97"),
      (["coffee 500 g 7.99", "2 coffee 6.99 each"], "1000 g coffee", "1500 g coffee", "20.97"),
      (["2 cans tuna 1.29", "tuna x4 1.19"], "$1.19/can = $4.76", "6 can tuna", "7.14"),
    ] as [([String], String, String, String)])
  func `a new price is for what the known one is for`(
    _ lines: [String], _ told: String, _ line: String, _ sum: String
  ) throws {
    let shopper = TestApp(items: [])
    shopper.press("a")
    for line in lines {
      shopper.type(line)
      shopper.press("enter")
    }
    #expect(shopper.notice.contains(told), "\(shopper.notice)")
    #expect(shopper.cart == [line])
    let held = try #require(Array(shopper.shared.cart.lines).first)
    let item = try #require(shopper.shared.items[held.item])
    #expect(item.cost(of: held.quantity)?.decimal == sum)
  }

  @Test func `the verb and the form keep what a price is for, too`() throws {
    let shopper = TestApp(items: [])
    shopper.press("a")
    shopper.type("12 eggs 3.49")
    shopper.press("enter", "esc")
    let item = try #require(shopper.item("eggs"))
    var draft = ItemDraft()
    draft.price = "3.99"
    var planner = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: 1_795_000_000)
    var state = shopper.shared
    var touches: [SharedState.Touch] = []
    for event in try planner.plan(.edit(item.id, draft)) { state.apply(event, touches: &touches) }
    #expect(state.items[item.id]?.per == Quantity(12))
    #expect(state.items[item.id]?.price?.decimal == "3.99")
  }

  @Test func `a pasted line means what a typed one does`() throws {
    let shopper = TestApp(items: [])
    shopper.paste("12 eggs 3.49\n2 x 500 g pasta")
    shopper.press("enter")
    shopper.paste("eggs 3.99\n3 pasta 1.29")
    shopper.press("enter")
    #expect(shopper.item("eggs")?.per == Quantity(12))
    #expect(shopper.item("pasta")?.per == Quantity(500, .gram))
    #expect(shopper.cart == ["24 eggs", "2500 g pasta"])
  }
}
