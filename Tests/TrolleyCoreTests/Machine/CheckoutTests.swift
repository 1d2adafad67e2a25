import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

@Suite struct Checkout {
  let shopper = TestApp(items: SampleItems.all)

  private func order(
    on other: TestApp? = nil, name: String = "Ann Lee", address: String = "12 High Street",
    ends: Bool = true
  ) {
    let shopper = other ?? shopper
    shopper.press("o")
    shopper.type(name)
    shopper.press("tab")
    shopper.type(address)
    if ends { shopper.press("ctrl-s") }
  }

  @Test func `a check-out is in the name of the one who is signed in, whoever ordered last`() {
    let family = TestApp(items: SampleItems.all)
    family.openHome()
    family.press("L")
    family.register("Ben", "ben@home.example", "battery staple")
    family.press("L")
    family.register("Cleo", "cleo@home.example", "battery staple")
    /// The name and the address that a check-out of the one who is signed in begins with.
    func filledIn() -> [String] {
      var state = family.state
      state.openCheckout()
      guard case .form(let form)? = state.session.overlays.last else { return [] }
      return [form[.name], form[.address]]
    }
    family.press("1", "space")
    #expect(filledIn() == ["Cleo", ""])
    func place(_ number: Int, _ name: String, by author: String) {
      let order = Order(
        id: Order.ID(UInt64(number)), number: number, name: name, address: "\(number) Road",
        placedAt: TestApp.start, placedBy: author)
      family.journal.append(
        TrolleyModel.Step(
          replica: ReplicaID(9), number: number, time: TestApp.start,
          events: [.orderPlaced(order)]))
      family.readNews()
    }
    place(1, "Ann", by: "")
    #expect(filledIn() == ["Cleo", "1 Road"])
    place(2, "Cleo Lee", by: family.session.author)
    place(3, "Ann", by: "")
    #expect(filledIn() == ["Cleo Lee", "3 Road"])
  }

  @Test func `an order keeps its total when the list changes its currency`() throws {
    shopper.press("a")
    shopper.type("tea @5")
    shopper.press("enter")
    shopper.type("wine @€3")
    shopper.press("enter", "esc")
    order()
    let order = try #require(shopper.shared.orders.first)
    for currency in [Currency.usd, .eur] {
      let words = order.totalInWords(in: currency, style: .english)
      #expect(words == (currency == .usd ? "$5.00 + €3.00" : "€3.00 + $5.00"))
      var state = shopper.shared
      state.currency = currency
      let letter = MailLetter.order(order, in: state, style: .english).text
      #expect(letter.contains("Total: about \(words)\n"))
    }
    let other = try #require(Currency(code: "JPY"))
    #expect(order.totalInWords(in: other, style: .english) == "$5.00 + €3.00")
  }

  @Test func `the cursor stays on its order when others come and go elsewhere`() throws {
    let shopper = TestApp(items: SampleItems.all)
    for _ in 1...3 {
      shopper.press("1", "space")
      order(on: shopper)
      shopper.press("esc")
    }
    shopper.press("4")
    #expect(shopper.state.focusedOrder?.number == 3)
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    other.readNews()
    other.press("1", "space")
    order(on: other)
    other.press("esc")
    shopper.readNews()
    #expect(shopper.shared.orders.count == 4)
    #expect(shopper.state.focusedOrder?.number == 3)
    shopper.press("down")
    #expect(shopper.state.focusedOrder?.number == 2)
    other.press("u")
    shopper.readNews()
    #expect(shopper.shared.orders.count == 3)
    #expect(shopper.state.focusedOrder?.number == 2)
  }

  @Test func anEmptyCartCannotBeCheckedOut() {
    shopper.press("o")
    #expect(shopper.session.overlays.isEmpty)
    #expect(shopper.notice == "The cart is empty. Put something in first.")
  }

  @Test func theFormSaysWhatIsOrdered() {
    shopper.press("space", "+", "o")
    #expect(shopper.form?.intro == "1 item, 2 pieces, about $1.00")
  }

  @Test func `the form says how many are not picked yet`() {
    func words() -> String {
      shopper.form.map { shopper.state.sentence(above: $0).text } ?? ""
    }
    shopper.press("space", "right", "space", "right", "space", "o")
    #expect(!words().contains("picked"))
    shopper.press("esc", "2", "space", "o")
    #expect(words().hasSuffix(", 2 of them not picked yet"), "\(words())")
    shopper.press("esc", "ctrl-a", "space", "o")
    #expect(!words().contains("picked"), "\(words())")
  }

  /// What another screen changes meanwhile is said before it is ordered.
  @Test func aCartThatChangesMeanwhileIsSaidBeforeItIsOrdered() {
    let shopper = TestApp(items: SampleItems.all)
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    func words() -> String {
      shopper.form.map { shopper.state.sentence(above: $0).text } ?? ""
    }
    shopper.press("space")
    order(on: shopper, ends: false)
    other.readNews()
    other.press("a")
    other.type("wine @99")
    other.press("enter", "esc")
    shopper.readNews()
    #expect(words() == "2 items, 2 pieces, about $99.50")
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.isEmpty)
    #expect(words().hasPrefix("The cart has changed meanwhile: 2 items, 2 pieces, about $99.50."))
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.last?.lines.count == 2)
  }

  @Test func `the question about a cart that changed follows the cart`() {
    let shopper = TestApp(items: SampleItems.all)
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    func words() -> String {
      shopper.form.map { shopper.state.sentence(above: $0).text } ?? ""
    }
    shopper.press("space")
    order(on: shopper, ends: false)
    other.readNews()
    other.press("+")
    shopper.readNews()
    shopper.press("ctrl-s")
    #expect(words().hasPrefix("The cart has changed meanwhile: 1 item, 2 pieces, about $1.00."))
    other.press("+")
    shopper.readNews()
    let asked = "The cart has changed meanwhile: 1 item, 3 pieces, about $1.50. Order it like that?"
    #expect(words() == asked)
    // It may have changed while the key was pressed.
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.isEmpty && words() == asked)
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.last?.lines.first?.quantity.text == "3")
  }

  @Test func `a cart that was emptied while the question stands is not asked about`() {
    let shopper = TestApp(items: SampleItems.all)
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(7))
    shopper.press("space")
    order(on: shopper, ends: false)
    other.readNews()
    other.press("+")
    shopper.readNews()
    shopper.press("ctrl-s")
    other.press("u", "u")
    shopper.readNews()
    #expect(other.shared.cart.isEmpty)
    #expect(
      shopper.form.map { shopper.state.sentence(above: $0).text } == ChangeError.emptyCart.sentence)
  }

  @Test func anOrderThatGoesOnSaysHowFar() {
    shopper.press("P")
    shopper.paste((1...40).map { "thing number \($0)" }.joined(separator: "\n"))
    shopper.press("enter")
    order()
    shopper.press("esc", "4", "enter")
    #expect(shopper.canvas.text.contains(/↓ \d+ more/))
    #expect(shopper.canvas.text.contains("read on"))
    shopper.press("end")
    #expect(shopper.canvas.text.contains("thing number 40"))
    #expect(!shopper.canvas.text.contains(/↓ \d+ more/))
  }

  @Test func `an order can be read in a small window`() {
    shopper.press("space")
    order(address: "12 High Street, behind the old mill, second floor, on the left, ring twice")
    shopper.press("esc", "4", "enter")
    shopper.resize(Size(width: 40, height: 8))
    #expect(!shopper.canvas.text.contains("Apple"))
    #expect(shopper.canvas.text.contains("↓ 1 more"))
    shopper.press("end")
    #expect(shopper.canvas.text.contains("Apple"))
    #expect(shopper.canvas.text.contains("Total"))
    shopper.press("home")
    #expect(shopper.canvas.text.contains("For Ann Lee"))
  }

  @Test func `ordering again says what was in the cart already`() {
    shopper.press("space")
    order()
    shopper.press("esc", "1", "space", "4", "R")
    #expect(
      shopper.notice.hasPrefix("Everything of order 1 is in the cart, more of Apple than before"))
    shopper.press("u")
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func `an order counts as the cart does, and what it adds to is named apart`() {
    shopper.press("a")
    for line in ["3 milk", "1 l milk", "tea"] {
      shopper.type(line)
      shopper.press("enter")
    }
    shopper.press("esc")
    order()
    shopper.press("esc", "4", "a")
    shopper.type("milk")
    shopper.press("enter", "esc", "R")
    #expect(shopper.notice.contains("more of Milk than before"), "1 l was in no line")
    shopper.press("R")
    #expect(shopper.notice.contains("more of 3 Milk, 1 l Milk and tea than before"))
    shopper.resize(Size(width: 120, height: 40))
    #expect(shopper.canvas.text.contains("2 items in 3 lines"))
  }

  @Test func nameAndAddressAreNeeded() {
    shopper.press("space", "o", "ctrl-s")
    #expect(shopper.form?.fields[0].error == "A name is needed.")
    shopper.type("Ann")
    shopper.press("ctrl-s")
    #expect(shopper.form?.fields[1].error == "An address is needed.")
    #expect(shopper.form?.fields[0].input.text == "Ann")
    #expect(shopper.shared.orders.isEmpty)
  }

  @Test func theOrderIsThankedForAndKept() throws {
    shopper.press("space", "right", "space")
    order()
    #expect(shopper.dialog?.title == "Thank you, Ann Lee!")
    #expect(
      shopper.dialog?.message
        == "Order 1 is saved here. It is for no store, so nothing was sent; as a demo, it is delivered "
        + "in 15 minutes to 12 High Street.")
    #expect(shopper.shared.cart.isEmpty)
    let order = try #require(shopper.shared.orders.first)
    #expect(order.lines.map(\.name) == ["Apple", "Bread"])
    #expect(order.total(in: .usd).minorUnits == 370)
    #expect(order.number == 1)
    #expect(order.placedAt == TestApp.start)
  }

  @Test func theNotificationComesSomeSecondsLater() {
    shopper.press("space")
    order()
    _ = shopper.takeEffects()
    shopper.wait(milliseconds: 1000)
    #expect(shopper.effects.isEmpty)
    shopper.wait(milliseconds: 4000)
    let body =
      "Ann Lee: Order 1 is saved here. It is for no store, so nothing was sent; as a demo, it is "
      + "delivered in 15 minutes to 12 High Street."
    #expect(shopper.takeEffects() == [.notify(title: "Thank you, Ann Lee!", body: body)])
    // The dialog says the same.
    #expect(shopper.dialog != nil && shopper.session.notice == nil)
    shopper.wait(milliseconds: 60_000)
    #expect(shopper.effects.isEmpty)
  }

  @Test(arguments: [["enter"], ["right", "enter"], ["esc"]])
  func `what the dialog said of an order is not the answer to later keys`(_ keys: [String]) {
    shopper.press("space")
    order()
    for key in keys { shopper.press(key) }
    _ = shopper.takeEffects()
    shopper.press("4", "R")
    shopper.wait(milliseconds: 3000)
    shopper.press("1", "space")
    shopper.wait(milliseconds: 3000)
    #expect(!shopper.canvas.text.contains("is saved here"))
    // The desktop shows it where it is seen whatever was pressed.
    #expect(shopper.effects.contains { if case .notify = $0 { true } else { false } })
  }

  @Test func `an order that was undone is not announced any more`() {
    shopper.press("space")
    order()
    shopper.press("esc", "u")
    #expect(shopper.shared.orders.isEmpty)
    _ = shopper.takeEffects()
    shopper.wait(milliseconds: 6000)
    shopper.press("Q")
    #expect(shopper.effects == [.quit])
  }

  @Test func `nothing is promised of an order that went nowhere`() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "1", "space", "o")
    for text in ["Dr. Ann Lee", "12 High Street", "Aldi"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s")
    #expect(shopper.dialog?.title == "Thank you, Dr. Ann Lee!")
    #expect(
      shopper.dialog?.message
        == "Order 1 is saved, but it was not sent. Aldi has no e-mail address.")
  }

  @Test func quittingSendsTheNotificationAtOnce() {
    shopper.press("space")
    order()
    _ = shopper.takeEffects()
    shopper.press("esc", "Q")
    #expect(shopper.effects.count == 2)
    #expect(shopper.effects.last == .quit)
  }

  @Test func theDialogLeadsToANewOrderOrToThisOne() {
    shopper.press("space")
    order()
    shopper.press("enter")
    #expect(shopper.session.page == .items)
    #expect(shopper.session.overlays.isEmpty)
    shopper.press("4")
    #expect(shopper.session.orders.opened == nil)
    shopper.press("1", "space")
    order()
    shopper.press("right", "enter")
    #expect(shopper.session.page == .orders)
    #expect(shopper.state.focusedOrder?.number == 2)
    #expect(shopper.session.orders.opened != nil)
  }

  @Test func theNextFormIsFilledInFromTheLastOrder() {
    shopper.press("space")
    order()
    shopper.press("enter", "space", "o")
    #expect(shopper.form?.fields[0].input.text == "Ann Lee")
    #expect(shopper.form?.fields[1].input.text == "12 High Street")
  }

  @Test func anOrderCanBeOrderedAgainAndUndone() {
    shopper.press("space", "+", "right", "space")
    let before = shopper.cart
    order()
    shopper.press("esc", "4", "space")
    #expect(shopper.cart == before)
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
    shopper.press("u")
    #expect(shopper.shared.orders.isEmpty)
    #expect(shopper.cart == before)
  }

  @Test func anOrderAgainBringsDeletedItemsBack() {
    shopper.press("space")
    order()
    shopper.press("enter")
    shopper.focus("Apple")
    shopper.press("d", "4", "space")
    #expect(shopper.cart == ["1 Apple"])
    #expect(shopper.item("Apple")?.price?.minorUnits == 50)
  }

  @Test func aLaterPriceChangesNoPastOrder() {
    shopper.press("space")
    order()
    shopper.press("enter", "e", "tab", "tab", "ctrl-u")
    shopper.type("9")
    shopper.press("ctrl-s")
    #expect(shopper.item("Apple")?.price?.minorUnits == 900)
    #expect(shopper.shared.orders[0].total(in: .usd).minorUnits == 50)
  }

  @Test func aStoreThatIsNotAFavouriteIsRefused() throws {
    shopper.press("space", "o")
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("1 Road")
    shopper.press("tab")
    shopper.type("Nowhere")
    shopper.press("ctrl-s")
    let field = try #require(shopper.form?.fields.first { $0.id == .store })
    #expect(
      field.error == "There is no store called “Nowhere” among yours, and no item names it.")
    // It holds until there is one, and does not go with a key that mends nothing.
    func error() -> String? { shopper.form?.fields.first { $0.id == .store }?.error }
    for key in ["left", "home", "tab", "shift-tab", "end", "backspace"] {
      shopper.press(key)
      #expect(error() != nil, "\(key)")
    }
    shopper.press("ctrl-u")
    #expect(error() == nil)
  }

  @Test func `a store that only items name is offered and taken`() throws {
    shopper.press("a")
    shopper.type("tea !Aldi")
    shopper.press("enter", "esc", "S")
    let at = try #require(shopper.picker?.shown.firstIndex { $0.label == "Aldi" })
    for _ in 0..<at { shopper.press("down") }
    shopper.press("enter")
    #expect(shopper.shared.currentStore == "Aldi")
    shopper.press("S")
    #expect(shopper.picker?.selected == at)
    shopper.press("esc", "o")
    let field = try #require(shopper.form?.fields.first { $0.id == .store })
    #expect(field.choices == ["Aldi"] && field.input.text == "Aldi")
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("1 Road")
    shopper.press("tab", "ctrl-u")
    shopper.type("aldi")
    shopper.press("ctrl-s")
    #expect(shopper.shared.orders.last?.store == "Aldi")
  }

  @Test func whatWasTypedIsThereAgainAfterLookingElsewhere() {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("space", "o")
    shopper.type("Ann Smith")
    shopper.press("esc", "1", "o")
    #expect(shopper.canvas.text.contains("Ann Smith"))
    shopper.press("tab")
    shopper.type("12 High Street")
    shopper.press("ctrl-s", "esc", "1", "space", "o")
    #expect(shopper.shared.orders.count == 1)
    #expect(shopper.canvas.text.contains("12 High Street"))
  }

  @Test func tooLongIsSaidAndNotCut() throws {
    let shopper = TestApp(items: SampleItems.all)
    shopper.press("space")
    let long = String(repeating: "x", count: 5000)
    var planner = Planner(
      state: shopper.shared, ids: IdentifierSource(replica: ReplicaID(9)), now: 0)
    for draft in [
      OrderDraft(name: long, address: "x"), OrderDraft(name: "x", address: long),
      OrderDraft(name: "x", address: "x", note: long),
    ] {
      #expect(throws: ChangeError.self) { try planner.plan(.order(draft)) }
    }
    let item = try #require(shopper.item("Apple")).id
    for keyPath in [\ItemDraft.category, \.description, \.store, \.picture] {
      var draft = ItemDraft()
      draft[keyPath: keyPath] = long
      #expect(throws: ChangeError.self) { try planner.plan(.edit(item, draft)) }
    }
  }

  @Test func `of a store that is not starred its e-mail address is not spoken of`() {
    shopper.press("a")
    shopper.type("ham !Rewe")
    shopper.press("enter", "esc", "o")
    for text in ["Ann Lee", "12 High Street", "Rewe"] {
      shopper.type(text)
      shopper.press("tab")
    }
    shopper.press("ctrl-s")
    #expect(
      shopper.dialog?.message
        == "Order 1 is saved, but it was not sent. No starred store is called “Rewe”.")
  }

  @Test func `a form that is kept follows what it is filled from where nothing was typed`() {
    shopper.press("a")
    shopper.type("ham !Aldi, rice !Lidl")
    shopper.press("enter", "esc")
    func be(in store: String) {
      shopper.press("S")
      shopper.type(store)
      shopper.press("enter", "o")
    }
    be(in: "Aldi")
    #expect(shopper.form?[.store] == "Aldi")
    shopper.press("esc")
    be(in: "Lidl")
    #expect(shopper.form?[.store] == "Lidl")
    shopper.type("Ann Lee")
    shopper.press("tab", "tab", "ctrl-u")
    shopper.type("Corner")
    shopper.press("esc")
    be(in: "Aldi")
    #expect(shopper.form?[.name] == "Ann Lee")
    #expect(shopper.form?[.store] == "Corner")
  }

  @Test func `a check-out says what is noted for another store than the one that it is for`() {
    let shopper = TestApp(items: [])
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "1", "a")
    for text in ["bread !Lidl", "rye !\"LIDL\"", "tea !Aldi", "milk"] {
      shopper.type(text)
      shopper.press("enter")
    }
    shopper.press("esc", "o")
    func words() -> String { shopper.form.map { shopper.state.sentence(above: $0).text } ?? "" }
    #expect(!words().contains("noted for"))
    shopper.type("Ann")
    shopper.press("tab")
    shopper.type("1 Road")
    shopper.press("tab")
    shopper.type("Aldi")
    #expect(words().contains(", 2 of them noted for Lidl"))
    #expect(!words().contains("LIDL"))
  }
}
