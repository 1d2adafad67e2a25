import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// An emoji beside a name is the picture of the thing.
@Suite struct EmojiBesideNameTests {
  @Test(arguments: [
    ("🍎 2 apples", "apples", "2", "🍎"), ("🍎 apples 2", "apples", "2", "🍎"),
    ("apples 🍎 2 kg", "apples", "2 kg", "🍎"), ("2 🍎 apples", "apples", "2", "🍎"),
    ("🍎apples", "apples", nil, "🍎"), ("apples🍎", "apples", nil, "🍎"),
    ("apples🍎 x2", "apples", "2", "🍎"), ("2 apples🍎 @1.29", "apples", "2", "🍎"),
    ("[ ] ✂️ scissors", "scissors", nil, "✂️"), ("🦆 2 ducks", "ducks", "2", "🦆"),
    ("りんご 🍎", "りんご", nil, "🍎"),
    // All there is, in the middle, in quotes, and what is no thing.
    ("2 🍎", "🍎", "2", nil), ("🥛 x2", "🥛", "2", nil), ("🍌 3", "🍌", "3", nil),
    ("🍌 3 kg", "🍌", "3 kg", nil), ("🥛 2x", "🥛", "2", nil), ("😊 3", "😊 3", nil, nil),
    ("I 🍕 you", "I 🍕 you", nil, nil),
    ("\"🍎 apples\"", "🍎 apples", nil, nil),
    ("milk 😊", "milk 😊", nil, nil), ("❤️ chocolate", "❤️ chocolate", nil, nil),
    ("🇮🇹 pasta", "🇮🇹 pasta", nil, nil), ("🍎🍎 apples", "🍎 apples", nil, "🍎"),
  ]) func `it is no part of the name, and hides no amount`(
    line: String, name: String, quantity: String?, picture: String?
  ) {
    let read = QuickAdd.parse(line, currency: .usd)
    #expect(read.name == name && read.quantity?.text == quantity && read.picture == picture)
    #expect(QuickAdd.parse(read.text(currency: .usd), currency: .usd).means(read))
  }

  @Test func `what the list calls so stays so`() {
    let read = QuickAdd.parse("🍎 apples x2", currency: .usd) { $0 == "🍎 apples" }
    #expect(read.name == "🍎 apples" && read.quantity == Quantity(2) && read.picture == nil)
    #expect(QuickAdd.parse("🇮🇹 pasta", currency: .usd) { $0 == "pasta" }.name == "pasta")
  }

  @Test func `a new item looks so, and a known one as before`() throws {
    let app = TestApp(items: [Item(id: Item.ID(7), name: "Apples", addedAt: 0)])
    func add(_ line: String) {
      app.press("a")
      app.type(line)
      app.press("enter", "esc")
    }
    func picture(_ name: String) -> String? {
      app.shared.items.first(named: name).flatMap { app.shared.items[$0]?.picture }
    }
    add("🍏 2 apples")
    #expect(app.cart == ["2 Apples"] && picture("apples") == "")
    add("🦆 harissa")
    #expect(picture("harissa") == "🦆")
    // Its name shows that anyhow.
    add("milk 🥛")
    #expect(picture("milk") == "")
  }
}
