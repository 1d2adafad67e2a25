import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// A store that items spell otherwise than its star is one store.
@Suite struct StoreSpellingTests {
  private let shopper = TestApp()

  init() throws {
    shopper.press("a")
    shopper.type("tea #Tins !LIDL")
    shopper.press("enter", "esc", "3", "a")
    shopper.type("Lidl")
    shopper.press("ctrl-s")
    #expect(shopper.item("tea")?.store == "LIDL" && shopper.shared.stores.map(\.name) == ["Lidl"])
  }

  @Test func `a word in the name of one store alone means that one`() throws {
    shopper.press("3", "a")
    shopper.type("Bakery Young")
    shopper.press("ctrl-s", "1", "a")
    shopper.type("rolls !young")
    #expect(shopper.canvas.text.contains("!Bakery Young"), "\(shopper.canvas.text)")
    shopper.press("enter", "esc")
    #expect(shopper.item("rolls")?.store == "Bakery Young")
    #expect(try shopper.shared.favouriteStore(begun: "young") == "Bakery Young")
    // What begins a name is completed as it is typed, so here another store was meant.
    #expect(try shopper.shared.favouriteStore(begun: "bak", isCompleted: true) == nil)
    #expect(try shopper.shared.favouriteStore(begun: "bak") == "Bakery Young")
    shopper.press("3", "a")
    shopper.type("Toys Young")
    shopper.press("ctrl-s")
    #expect(try shopper.shared.favouriteStore(begun: "young") == nil)
  }

  @Test func `umlauts may be typed as two letters`() throws {
    shopper.press("3", "a")
    shopper.type("Edeka Böcker")
    shopper.press("ctrl-s", "1", "a")
    shopper.type("Grünkohl !edeka boecker")
    shopper.press("enter", "esc")
    #expect(shopper.item("Grünkohl")?.store == "Edeka Böcker")
    #expect(try shopper.shared.favouriteStore(begun: "edeka boe") == "Edeka Böcker")
    #expect(try shopper.shared.favouriteStore(begun: "edeka boa") == nil)
    for (query, found) in [("gruenk", ["Grünkohl"]), ("grunk", ["Grünkohl"]), ("gruenx", [])] {
      shopper.press("/")
      shopper.type(query)
      #expect(Array(shopper.sections.joined()) == found, "\(query)")
      shopper.press("esc")
    }
  }

  @Test func `the cart does not say the store that one is in`() {
    shopper.press("2")
    #expect(shopper.canvas.text.contains("!LIDL"))
    shopper.press("3", "space", "2")
    #expect(shopper.shared.currentStore == "Lidl" && !shopper.canvas.text.contains("!LIDL"))
  }

  @Test func `the mail of an order does not say its own store`() {
    let line = shopper.shared.cart.lines.compactMap { line in
      shopper.shared.items[line.item].map {
        Order.Line(
          item: $0.id, name: $0.name, category: "", quantity: line.quantity, cost: nil)
      }
    }
    let order = Order(
      id: Order.ID(1), number: 1, name: "", address: "", store: "Lidl", placedAt: 0, lines: line)
    let letter = MailLetter.order(order, in: shopper.shared, style: .english)
    #expect(letter.text.contains("- 1 tea – unknown"), "\(letter.text)")
  }

  @Test func `the order of its aisles stays known`() {
    var state = shopper.shared
    state.aisles = ["LIDL": ["Tins", "Dairy"]]
    state.currentStore = "Lidl"
    #expect(state.walk?.store == "LIDL" && state.walk?.aisles == ["Tins", "Dairy"])
    state.currentStore = "Aldi"
    #expect(state.walk == nil)
  }

  @Test func `labels of one store are the same, those of two branches are not`() throws {
    for street in ["1 Low Road", "2 High Street"] {
      shopper.press("a")
      shopper.type("Aldi")
      shopper.press("tab")
      shopper.type(street)
      shopper.press("ctrl-s")
    }
    let stores = shopper.shared.stores
    #expect(stores.areSame("aldi, 1 low road", "Aldi, 1 Low Road"))
    #expect(!stores.areSame("Aldi, 1 Low Road", "Aldi, 2 High Street"))
    #expect(stores.areSame("LIDL", "lidl") && !stores.areSame("", "Lidl"))
  }

  @Test func `leaving a store by its undo says that, and not that a store was changed`() {
    shopper.press("space")
    #expect(shopper.shared.currentStore == "Lidl")
    shopper.press("u")
    #expect(shopper.notice == "Undid: change which store you are in")
  }
}
