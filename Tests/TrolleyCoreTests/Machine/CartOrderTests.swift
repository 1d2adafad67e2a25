import Testing
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyMachine

/// The cart by aisle, and while it is searched: a change moves only the lines that it is about.
@Suite struct CartOrderTests {
  /// Categories, some of which were walked, and several items in each.
  private var items: [Item] {
    let categories = ["Dairy", "Fruit", "", "Bakery", "Pantry"]
    return (0..<40).map { at in
      Item(
        id: Item.ID(UInt64(at + 1)), name: "Thing \(at)", category: categories[at % 5], price: nil)
    }
  }

  private static let commands: [Command] = [
    .toggle, .toggle, .toggle, .increase, .decrease, .delete, .delete, .undo, .undo, .redo, .star,
    .mark, .down, .down, .up, .right, .first, .show(.items), .show(.items), .show(.cart),
  ]

  @Test func `in another order the cursor stays on its line`() {
    let shopper = TestApp(items: [])
    shopper.press("a")
    shopper.type("zucchini #vegetables, apples #fruit")
    shopper.press("enter", "esc", "2", "g")
    let line = shopper.state.focusedLine
    shopper.press("s", "down", "enter")
    #expect(shopper.state.focusedLine == line && shopper.session.cart.focusIndex == 1)
  }

  @Test(arguments: 0..<12) func `each line is where it would be if all were arranged anew`(
    _ seed: UInt64
  ) {
    let shopper = TestApp(items: items)
    var numbers = SplitMix64(seed: seed)
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "space", "1", "ctrl-a", "space", "2", "s", "down", "enter")
    #expect(shopper.session.cart.arranged != nil)
    if seed.isMultiple(of: 2) {
      shopper.press("/")
      shopper.type("thing 1")
      shopper.press("enter")
    }
    var moves = 0
    for step in 0..<300 {
      let before = shopper.session.cart.arranged
      shopper.perform(numbers.pick(Self.commands))
      guard let arranged = shopper.session.cart.arranged else { continue }
      var anew = shopper.state
      anew.refreshAisles()
      #expect(arranged == anew.session.cart.arranged, "step \(step)")
      if arranged != before { moves += 1 }
    }
    #expect(moves > 0)
  }
}
