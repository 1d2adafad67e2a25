import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What the other tills do to things that are in the cart of this one.
@Suite struct TillNewsTests {
  private let ann: TestApp
  private let ben: TestApp

  /// A shop with two tills; Ben has two of milk in his cart.
  init() {
    ann = TestApp(items: SampleItems.all)
    ann.openShop()
    ann.press("5", "a")
    ann.fillEmployee(pin: "804613", "Ben", "Jones")
    ben = TestApp(sharing: ann.journal, replica: ReplicaID(0xBE))
    ben.signIn("804613")
    ben.focus("Milk")
    ben.press("space", "+")
    ann.readNews()
    ann.press("1")
    ann.wait(milliseconds: 9000)
    ben.wait(milliseconds: 9000)
  }

  private func price(_ text: String, of item: String) {
    ann.focus(item)
    ann.press("e", "tab", "tab", "ctrl-u")
    ann.type(text)
    ann.press("ctrl-s")
    ben.readNews()
  }

  @Test func `another price of what is in the cart is told, with both`() {
    price("9.50", of: "Flour")
    #expect(ben.session.notice == nil)
    let old = ben.item("Milk")?.price.map { Wording.money($0) } ?? ""
    price("9.50", of: "Milk")
    #expect(
      ben.notice == "Ann Smith: the price of Milk in your cart is $9.50 now, it was \(old)")
    // It is told only once, and not to the one who did it.
    ben.wait(milliseconds: 9000)
    ben.readNews()
    #expect(ben.session.notice == nil)
    #expect(ann.session.notice?.text.contains("your cart") != true)
  }

  @Test func `what was typed for one customer is gone with what is in the cart`() {
    ben.press("o")
    ben.type("Mr Jones")
    ben.press("esc", "o")
    #expect(ben.form?[.name] == "Mr Jones")
    ben.press("esc", "2", "d")
    #expect(ben.cart.isEmpty)
    ben.press("1")
    ben.focus("Milk")
    ben.press("space", "o")
    #expect(ben.form?[.name] == "")
  }

  @Test func `what was deleted with its line in the cart is told`() {
    ann.focus("Milk")
    ann.press("delete")
    ben.readNews()
    #expect(ben.cart.isEmpty)
    #expect(ben.notice == "Ann Smith: deleted Milk, which was in your cart (2)")
    ann.press("u")
    ben.readNews()
    #expect(ben.cart == ["2 Milk"])
  }

  @Test func `of several things the one that is gone comes first`() {
    ben.focus("Flour")
    ben.press("space")
    ann.readNews()
    ann.focus("Flour")
    ann.press("e", "tab", "tab", "ctrl-u")
    ann.type("9.50")
    ann.press("ctrl-s")
    ann.focus("Milk")
    ann.press("delete")
    ben.readNews()
    #expect(
      ben.notice
        == "Ann Smith: deleted Milk, which was in your cart (2); 1 more of your cart changed")
  }
}
