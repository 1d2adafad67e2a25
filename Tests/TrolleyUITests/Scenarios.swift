import Testing
import TrolleyModel
import TrolleyTestSupport

/// A situation in the program, reached by keys from the first launch.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let act: @Sendable (TestApp) -> Void

  init(_ name: String, _ act: @escaping @Sendable (TestApp) -> Void) {
    self.name = name
    self.act = act
  }

  var testDescription: String { name }

  func shopper(_ size: Size, items: [Item]? = nil) -> TestApp {
    let file = try? PreferencesFile(Array(Self.preferences.utf8))
    let shopper = TestApp(
      items: items, size: size, preferences: file?.preferences ?? Preferences())
    act(shopper)
    return shopper
  }

  private static let preferences = """
    {"signIn": {"openID": [
      {"name": "Our cloud", "issuer": "https://cloud.example", "clientId": "id"}]},
     "mail": {"from": "Ann <ann@example.org>", "server": "smtp.example.org", "user": "ann",
      "recent": ["Cleo <cleo@example.org>", "cleo@example.org"]}}
    """

  static let all: [Scenario] =
    items + cart + lists + settings + overlays + staff + household + mail + catalogue + nearby
    + pictures + sharing

  private static let items: [Scenario] = [
    Scenario("items-first-launch") { _ in },
    Scenario("items-usual") { shopWeekly($0) },
    Scenario("items-marks") { shopper in
      shopWeekly(shopper)
      shopper.press("home", "v", "v")
    },
    Scenario("items-search") { shopper in
      shopper.press("/")
      shopper.type("ap")
    },
    Scenario("items-table") { shopper in
      shopWeekly(shopper)
      shopper.press("t", "down")
    },
    Scenario("items-nothing-found") { shopper in
      shopper.press("/")
      shopper.type("zebra")
    },
    Scenario("items-none-starred") { $0.press(".") },
    Scenario("items-deleted") { $0.press("d") },
    Scenario("items-banner") { shopper in
      shopper.diskFailure = Failure(.badInput, "The disk is full.")
      shopper.press("space")
    },
    Scenario("items-budget-over") { shopper in
      shopWeekly(shopper)
      setBudget(shopper, "4")
      shopper.press("1")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("items-odd-names") { shopper in
      add(shopper, "日本のとても長い名前のお茶です @1200 #飲み物")
      add(shopper, "Crème fraîche légère à l’ancienne, sans sucre ajouté @1.99 #Dairy")
      add(shopper, "12 👩‍👩‍👧 family pack *")
      shopper.press("esc")
      shopper.wait(milliseconds: 9000)
    },
  ]

  private static let cart: [Scenario] = [
    Scenario("cart-empty") { $0.press("2") },
    Scenario("cart-usual") { shopper in
      shopWeekly(shopper)
      add(shopper, "500 g pine nuts")
      shopper.press("2", "home", "space", "down", "down")
    },
    Scenario("cart-long") { shopper in
      for number in 1...45 { add(shopper, "thing \(100 + number)") }
      shopper.press("esc", "2", "end", "up", "up", "up")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("cart-marks") { shopper in
      shopWeekly(shopper)
      shopper.press("2", "v")
    },
    Scenario("cart-all-picked") { shopper in
      shopWeekly(shopper)
      shopper.press("2", "ctrl-a", "space")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("cart-budget-over") { shopper in
      shopWeekly(shopper)
      setBudget(shopper, "4")
      shopper.press("2")
      shopper.wait(milliseconds: 9000)
    },
    Scenario("checkout-errors") { shopper in
      shopWeekly(shopper)
      shopper.press("o")
      shopper.type("Ann")
      shopper.press("ctrl-s")
    },
    Scenario("checkout-thanks") { shopper in
      shopWeekly(shopper)
      order(shopper, "Ann Lee", "12 High Street")
    },
  ]

  private static let lists: [Scenario] = [
    Scenario("stores-empty") { $0.press("3") },
    Scenario("stores-usual") { addStores($0) },
    Scenario("orders-empty") { $0.press("4") },
    Scenario("orders-usual") { shopper in
      orderTwice(shopper)
      shopper.press("4")
    },
    Scenario("order-opened") { shopper in
      orderTwice(shopper)
      shopper.press("4", "down", "enter")
    },
    Scenario("use") { shopper in
      shopper.press("5", "end", "enter", "down")
    },
  ]

  private static let overlays: [Scenario] = [
    Scenario("details") { shopper in
      shopWeekly(shopper)
      shopper.press("home", "enter", "+")
    },
    Scenario("details-picked") { shopper in
      shopWeekly(shopper)
      shopper.press("2", "space", "enter", "+")
    },
    Scenario("colours") { shopper in
      shopper.press(":")
      shopper.type("choose the colours")
      shopper.press("enter", "down")
    },
    Scenario("palette") { shopper in
      shopper.press(":")
      shopper.type("se")
    },
    Scenario("help") { $0.press("?") },
    Scenario("help-on-stores") { $0.press("3", "?", "down", "down") },
    Scenario("sort") { $0.press("s", "down") },
    Scenario("category") { $0.press("f") },
    Scenario("quick-add") { shopper in
      shopper.press("a")
      shopper.type("2 kg potatoes @3.20 #vegetables !aldi *")
    },
    Scenario("quick-add-refused") { shopper in
      shopper.press("a")
      shopper.type("@3.20")
      shopper.press("enter")
    },
    Scenario("paste-preview") { shopper in
      shopWeekly(shopper)
      shopper.press("2", "home", "space", "1")
      shopper.paste("- [ ] eggs\n- [ ] milk\n- [ ] apple\n- [x] olive oil, extra virgin\n2 kg rice")
    },
    Scenario("paste-nothing") { shopper in
      shopper.press("P")
    },
    Scenario("edit") { shopper in
      shopWeekly(shopper)
      shopper.press("home", "e", "tab")
    },
    Scenario("edit-picture-error") { shopper in
      shopper.press("e")
      for _ in 0..<6 { shopper.press("tab") }
      shopper.press("ctrl-u")
      shopper.type("sodda")
      shopper.press("ctrl-s")
    },
    Scenario("store-form-errors") { shopper in
      shopper.press("3", "a")
      shopper.type("Corner shop")
      shopper.press("tab", "tab", "tab")
      shopper.type("not an address")
      shopper.press("ctrl-s")
    },
  ]

  // MARK: Steps

  /// Three items in the cart, one of them twice, one starred.
  static func shopWeekly(_ shopper: TestApp) {
    shopper.press("space", "+", "right", "right", "space", "right", "*", "right", "space", "home")
    shopper.wait(milliseconds: 9000)
  }

  private static func add(_ shopper: TestApp, _ line: String) {
    shopper.press("a")
    shopper.type(line)
    shopper.press("enter", "esc")
  }

  private static func setBudget(_ shopper: TestApp, _ amount: String) {
    shopper.focusSetting("budget")
    shopper.press("enter", "ctrl-u")
    shopper.type(amount)
    shopper.press("enter")
  }

  private static func order(_ shopper: TestApp, _ name: String, _ address: String) {
    shopper.press("o", "ctrl-u")
    shopper.type(name)
    shopper.press("tab", "ctrl-u")
    shopper.type(address)
    shopper.press("ctrl-s")
  }

  private static func orderTwice(_ shopper: TestApp) {
    shopWeekly(shopper)
    add(shopper, "3 bags rice")
    order(shopper, "Ann Lee", "12 High Street")
    shopper.press("enter")
    shopper.wait(milliseconds: 26 * 3_600_000)
    shopper.press("space")
    order(
      shopper, "Benedict Cumberland-Worthington", "The Old Mill House, 114 Riverside Lane North")
    shopper.press("esc")
    shopper.wait(milliseconds: 60_000)
    shopper.wait(milliseconds: 60_000)
  }

  private static func addStores(_ shopper: TestApp) {
    shopper.press("3")
    for (name, address, phone, mail) in [
      ("Aldi", "2 Low Road", "+44 20 7946 0018", "orders@aldi.example"),
      ("Corner shop", "114 Riverside Lane North, behind the church", "", ""),
      ("日本の店", "Shibuya 3", "03 1234", "tokyo@store.example"),
    ] {
      shopper.press("a")
      for text in [name, address, phone, mail] {
        shopper.type(text)
        shopper.press("tab")
      }
      shopper.press("enter")
    }
    shopper.press("home", "space", "down")
    shopper.wait(milliseconds: 9000)
  }
}
