import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@testable import TrolleyUI

/// Where a list goes on above or below what is shown of it, the screen says so.
@Suite struct RowsBeyondTests {
  private static let sizes = [Size.small, .standard, .large]

  private func items(_ count: Int) -> [Item] {
    (1...count).map { Item(id: Item.ID(UInt64($0)), name: "Thing \(1000 + $0)") }
  }

  /// What the screen says of rows that are not shown; nil without a word of it.
  private func said(_ shopper: TestApp) -> (above: Int, below: Int)? {
    let found = shopper.canvas.text.matches(of: /[↑↓] ?(\d+)/)
    guard !found.isEmpty else { return nil }
    func number(_ sign: Character) -> Int {
      found.first { $0.output.0.first == sign }.flatMap { Int($0.output.1) } ?? 0
    }
    return (number("↑"), number("↓"))
  }

  private func expectAll(_ shopper: TestApp, of count: Int, _ name: String) {
    let at = "\(name) at \(shopper.session.size)"
    guard let top = said(shopper) else { return #expect(Bool(false), "\(at): nothing is said") }
    #expect(top.above == 0 && top.below > 0 && top.below < count, "\(at): \(top)")
    shopper.press("end")
    let bottom = said(shopper)
    #expect(bottom?.below == 0 && (bottom?.above ?? 0) > 0, "\(at): \(String(describing: bottom))")
    shopper.press("home")
    #expect(said(shopper).map { $0 == top } == true, "\(at)")
  }

  @Test(arguments: sizes) func `the cart and the tables of items say how much more there is`(
    _ size: Size
  ) {
    let shopper = TestApp(items: items(90), size: size)
    if !shopper.state.itemGrid.isTable { shopper.press("z") }
    shopper.press("home")
    if let said = said(shopper) { #expect(said.below > 0) } else { #expect(Bool(false), "items") }
    shopper.press("ctrl-a", "space", "2", "home")
    expectAll(shopper, of: 90, "cart")
  }

  @Test(arguments: sizes) func `stores and settings say how much more there is`(_ size: Size) {
    let shopper = TestApp(size: size)
    shopper.press("5")
    expectAll(shopper, of: shopper.state.settingsPage.rows.count, "settings")
    shopper.press("3")
    for number in 1...50 {
      shopper.press("a")
      shopper.type("Store \(number)")
      shopper.press("ctrl-s")
    }
    shopper.press("home")
    expectAll(shopper, of: 50, "stores")
  }

  @Test func `a list that is shown as a whole says nothing`() {
    let shopper = TestApp(items: items(3))
    shopper.press("ctrl-a", "space", "2")
    #expect(said(shopper) == nil)
  }

  @Test(arguments: [Size.small, .standard]) func `the help says how much more there is`(
    _ size: Size
  ) {
    let shopper = TestApp(size: size)
    shopper.press("?")
    #expect((said(shopper)?.below ?? 0) > 20)
    shopper.press("end")
    #expect((said(shopper)?.above ?? 0) > 20 && said(shopper)?.below == 0)
  }

  @Test func `it stands in the first place that is free, and else beside the hints`() {
    var canvas = Canvas(size: Size(width: 30, height: 3))
    canvas.write("Orders", at: Point(x: 1, y: 0))
    RowsBeyond(0..<5, of: 12).draw(y: 0, to: 30, on: &canvas)
    #expect(canvas.rows[0] == " Orders  ↓ 7 more")
    canvas.write("what is as wide as the line is", at: Point(x: 0, y: 1))
    RowsBeyond(2..<5, of: 12).draw(y: 1, to: 30, on: &canvas)
    #expect(canvas.rowsBeyond?.texts.last == "↑2 ↓7")
  }
}
