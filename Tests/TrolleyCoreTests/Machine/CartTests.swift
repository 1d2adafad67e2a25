import Testing
import TrolleyMachine
import TrolleyModel
import TrolleyTestSupport

@Suite struct CartPage {
  let shopper = TestApp(items: SampleItems.all)

  private func fillCart() {
    shopper.press("space", "right", "space", "right", "space", "right", "space", "2")
  }

  @Test func spacePicksAndForgives() {
    fillCart()
    shopper.press("space")
    #expect(shopper.line("Apple")?.isPicked == true)
    #expect(shopper.shared.cart.pickedCount == 1)
    shopper.press("space")
    #expect(shopper.shared.cart.pickedCount == 0)
  }

  @Test func `the summary leaves out whole phrases, not the end of one`() {
    shopper.press("a")
    for line in ["12 juice", "1 l juice", "25 tea", "40 rolls"] {
      shopper.type(line)
      shopper.press("enter")
    }
    shopper.press("esc", "2")
    #expect(shopper.canvas.text.contains("3 items in 4 lines"))
    #expect(!shopper.canvas.text.contains("…"))
    shopper.resize(Size(width: 120, height: 40))
    #expect(shopper.canvas.text.contains("3 items in 4 lines, 78 pieces"))
  }

  /// They were those of the catalogue, which is on another page.
  @Test func theHintsAreTheCartsAlsoWhileTheItemsShowTheCatalogue() {
    fillCart()
    shopper.perform(.showSegment(.catalogue))
    // It asks for consent first.
    shopper.press("esc", "2")
    let labels = shopper.state.hints.map(\.label)
    #expect(labels.contains("check out") && !labels.contains("add"), "\(labels)")
  }

  @Test(arguments: ["2", "3", "4"])
  func `where a search finds nothing no key says that there is nothing`(_ page: String) {
    fillCart()
    shopper.press(page, "/")
    shopper.type("zzz")
    shopper.press("enter")
    for key in ["space", "d", "*"] where page != "4" || key == "space" {
      shopper.press(key)
      #expect(shopper.notice == "Nothing matches “zzz”.", "\(key)")
    }
    shopper.press("esc", "2", "space")
    #expect(shopper.shared.cart.pickedCount == 1)
  }

  @Test func theRowStaysWhereItIsWhenPicked() {
    fillCart()
    let before = shopper.cart
    shopper.press("down", "space")
    #expect(shopper.cart == before)
    #expect(shopper.session.cart.focusIndex == 1)
  }

  @Test func theLastTickIsCelebrated() {
    fillCart()
    shopper.press("ctrl-a", "space")
    #expect(shopper.shared.cart.isComplete)
    #expect(shopper.notice == "All picked. Well done!")
  }

  @Test func `all that are marked are picked, and none once all are`() {
    fillCart()
    shopper.press("space", "ctrl-a", "space")
    #expect(shopper.shared.cart.isComplete)
    shopper.press("ctrl-a", "space")
    #expect(shopper.shared.cart.pickedCount == 0)
  }

  @Test func `marked lines that a search hides are left alone, and stay marked`() throws {
    fillCart()
    let all = shopper.shared.cart.lines.compactMap { shopper.shared.items[$0.item]?.name }
    shopper.press("v", "v", "/")
    shopper.type(all[0])
    shopper.press("enter", "space")
    #expect(shopper.shared.cart.pickedCount == 1)
    #expect(try #require(shopper.line(all[0])).isPicked)
    #expect(shopper.session.cart.marks == [try #require(shopper.line(all[1])).id])
    // All that are shown are marked, and then none.
    shopper.press("ctrl-a", "d")
    #expect(shopper.line(all[0]) == nil && shopper.line(all[1]) != nil)
  }

  @Test func `by aisle in no store says where the order of aisles comes from`() {
    fillCart()
    shopper.press("s", "down", "enter")
    #expect(
      shopper.notice.hasPrefix(
        "By category, as you are in no store. S says where you are: then the order of the categories"
      ))
    #expect(shopper.canvas.text.contains("by category"))
  }

  @Test func pickedLinesAreTakenOutTogether() {
    fillCart()
    shopper.press("space", "down", "space", "W")
    #expect(shopper.shared.cart.count == 2)
    shopper.press("u")
    #expect(shopper.shared.cart.count == 4)
    #expect(shopper.shared.cart.pickedCount == 2)
  }

  @Test func markedLinesGoInOneStep() {
    fillCart()
    let before = shopper.cart
    shopper.press("v", "v", "d")
    #expect(shopper.shared.cart.count == 2)
    shopper.press("u")
    #expect(shopper.cart == before)
  }

  @Test func aRangeIsMarkedFromTheLastMark() {
    fillCart()
    shopper.press("v", "down", "V", "space")
    #expect(shopper.shared.cart.pickedCount == 3)
  }

  @Test func `minus runs on to one and not to the next line`() {
    fillCart()
    let before = shopper.cart
    shopper.press("+", "-", "-", "-", "-")
    #expect(shopper.cart == before)
    #expect(shopper.notice == "Apple: 1 is the least. d removes it.")
    #expect(shopper.state.focusedLine?.item == SampleItems.apple.id)
  }

  @Test func `the details from the cart show and change the real quantity`() {
    fillCart()
    shopper.press("+", "+", "enter")
    #expect(shopper.canvas.text.contains("[ - ] 3 [ + ]  [ Done ] = $1.50"))
    shopper.press("+")
    #expect(shopper.line("Apple")?.quantity == Quantity(4))
    #expect(shopper.canvas.text.contains("[ - ] 4 [ + ]"))
    let hints = shopper.state.hints.map(\.label)
    #expect(hints.contains("done") && !hints.contains("add to cart"))
    shopper.press("-", "enter")
    #expect(shopper.session.overlays.isEmpty && shopper.session.page == .cart)
    #expect(shopper.line("Apple")?.quantity == Quantity(3) && shopper.shared.cart.count == 4)
  }

  @Test func `the details stay those of their line when the focus goes elsewhere`() {
    fillCart()
    let before = shopper.cart
    shopper.press("d", "enter", "u")
    #expect(shopper.canvas.text.contains("[ Done ]"))
    shopper.press("enter")
    #expect(shopper.session.overlays.isEmpty && shopper.cart == before)
  }

  @Test func `the details stay those of their line when a search shows it no more`() {
    fillCart()
    shopper.press("/")
    shopper.type("apple")
    shopper.press("enter", "enter", "e")
    shopper.type("Loaf")
    shopper.press("ctrl-s")
    #expect(shopper.canvas.text.contains("[ Done ]"))
    shopper.press("enter")
    #expect(shopper.line("Loaf")?.quantity == .one && shopper.session.overlays.isEmpty)
  }

  @Test func `the details of a line that became part of another one are those of that`() throws {
    shopper.press("a")
    for line in ["2 milk", "2 l milk"] {
      shopper.type(line)
      shopper.press("enter")
    }
    shopper.press("esc", "2", "down", "enter")
    #expect(shopper.canvas.text.contains("[ - ] 2 l [ + ]  [ Done ]"))
    shopper.press("e")
    let at = try #require(shopper.form?.fields.firstIndex { $0.id == .quantity })
    shopper.send(.pressedField(at))
    shopper.press("end", "ctrl-u")
    shopper.type("3")
    shopper.press("ctrl-s")
    #expect(shopper.canvas.text.contains("[ - ] 5 [ + ]  [ Done ]"), "\(shopper.canvas.text)")
  }

  @Test func `a refusal goes with the next key`() {
    fillCart()
    shopper.press("-")
    #expect(shopper.notice.contains("is the least"))
    shopper.press("+")
    #expect(shopper.notice.isEmpty && shopper.line("Apple")?.quantity == Quantity(2))
  }

  @Test func `a notice does not hide the hints of what was just opened`() {
    fillCart()
    shopper.press("d", "u")
    #expect(shopper.notice.hasPrefix("Undid"))
    shopper.press("o")
    #expect(shopper.canvas.rows.last?.contains("esc cancel") == true)
  }

  @Test func `what comes by itself stays while one goes on`() {
    shopper.send(.copied("The list is copied."))
    let notice = shopper.notice
    #expect(!notice.isEmpty)
    shopper.press("down")
    #expect(shopper.notice == notice)
    shopper.press("2")
    #expect(shopper.notice.isEmpty)
  }

  @Test func enterShowsTheDetailsAndEscComesBack() {
    fillCart()
    shopper.press("down", "enter")
    #expect(shopper.state.focusedItem == SampleItems.bread)
    #expect(shopper.canvas.text.contains("No description yet."))
    shopper.press("esc")
    #expect(shopper.session.page == .cart)
    #expect(shopper.session.cart.focusIndex == 1)
  }

  @Test func theDetailsPickToo() {
    fillCart()
    shopper.press("enter")
    #expect(shopper.canvas.text.contains("[ ☐ Not picked ]"))
    shopper.press("p")
    #expect(shopper.line("Apple")?.isPicked == true)
    #expect(shopper.canvas.text.contains("[ ✓ Picked ]"))
    #expect(shopper.notice == "Picked Apple.")
    shopper.press("space")
    #expect(shopper.line("Apple")?.isPicked == false)
    #expect(shopper.notice == "Apple is still to be picked.")
    #expect(shopper.session.scope == .details)
    shopper.press("esc")
    #expect(shopper.session.page == .cart)
  }

  @Test func theButtonOfTheDetailsPicks() throws {
    fillCart()
    shopper.press("enter")
    let rows = shopper.canvas.rows
    let y = try #require(rows.firstIndex { $0.contains("[ ☐ Not picked ]") })
    let x = try #require(rows[y].firstIndex(of: "["))
    shopper.click(x: rows[y].distance(from: rows[y].startIndex, to: x), y: y)
    #expect(shopper.line("Apple")?.isPicked == true)
  }

  @Test func theLastTickInTheDetailsIsCelebrated() {
    fillCart()
    shopper.press("space", "down", "space", "down", "space", "down", "enter", "p")
    #expect(shopper.notice == "All picked. Well done!")
    #expect(shopper.session.confetti.map(\.kind) == [.complete])
  }

  @Test func onTheItemsPageTheDetailsAddAndPick() {
    shopper.press("enter", "p")
    #expect(shopper.notice == "Apple is not in the cart.")
    #expect(!shopper.canvas.text.contains("icked ]"))
    shopper.press("space", "right", "space", "left", "enter", "p")
    #expect(shopper.line("Apple")?.isPicked == true)
  }

  @Test func theListIsCopiedAsText() {
    shopper.press("space", "+", "right", "space", "2", "space", "y")
    #expect(shopper.effects.contains(.copy("[x] 2 Apple\n[ ] Bread\n")))
    // What a search hides is not seen to be copied.
    shopper.press("/")
    shopper.type("bread")
    shopper.press("enter", "y")
    #expect(shopper.effects.contains(.copy("[ ] Bread\n")))
  }

  @Test func `once all is picked the hints say how it goes`() {
    shopper.press("space", "right", "space", "2", "space")
    #expect(!shopper.state.hints.prefix(3).map(\.command).contains(.clearPicked))
    shopper.press("down", "space")
    // Before the checkout, which wants a name and an address.
    let hints = shopper.state.hints
    #expect(hints.prefix(3).contains { $0.label == "done shopping" && $0.key == "W" })
    #expect(
      hints.firstIndex { $0.command == .clearPicked } ?? 9
        < hints.firstIndex { $0.command == .checkout } ?? 0)
    shopper.press(":")
    shopper.type("done")
    #expect(shopper.picker?.shown.contains { $0.command == .clearPicked } == true)
  }

  @Test func `what stays in the cart is said when the rest leaves it`() {
    shopper.press("space", "right", "space", "2", "space", "W")
    #expect(shopper.notice.hasPrefix("Got Apple; 1 still to get"))
    shopper.press("space", "W")
    #expect(!shopper.notice.contains("still to get"))
  }

  @Test func linesWithoutAPriceAreUnknownNotNothing() {
    shopper.press("space")
    shopper.focus("Salt")
    shopper.press("space")
    #expect(shopper.state.totalInWords == "about $0.50 + 1 without a price")
  }

  @Test func aislesAreLearntForEachStore() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "space")
    #expect(shopper.shared.currentStore == "Aldi")
    shopper.press("1")
    fillCart()
    // Milk, then Apple, then Bread: the order in which this store is walked.
    for name in ["Milk", "Apple", "Bread"] { pick(name) }
    #expect(shopper.shared.aisles["Aldi"] == ["Dairy", "Fruit", "Bakery"])
    shopper.press("W")
    shopper.press("1")
    for name in ["Apple", "Bread", "Milk"] {
      shopper.focus(name)
      shopper.press("space")
    }
    shopper.press("2", "s", "down", "enter")
    #expect(shopper.session.preferences.cartOrder == .aisle)
    let categories = (0..<4).map { at in
      shopper.state.line(at: at).flatMap { shopper.shared.items[$0.item]?.category }
    }
    #expect(categories == ["Dairy", "Fruit", "Bakery", "Pantry"])
    // The copy is in that order, too.
    shopper.press("y")
    let copied = shopper.effects.compactMap { effect in
      if case .copy(let text) = effect { text } else { nil }
    }
    let names = copied.last?.split(separator: "\n").prefix(3).map { $0.split(separator: " ").last }
    #expect(names == ["Milk", "Apple", "Bread"])
    #expect(shopper.effects.contains(.remember(shopper.session.preferences)))
  }

  /// In a store whose aisles are not known yet.
  private func fillCartByAisle() {
    shopper.press("3", "a")
    shopper.type("Aldi")
    shopper.press("ctrl-s", "space", "1")
    fillCart()
    shopper.press("2", "s", "down", "enter")
  }

  private func names() -> [String] {
    (0..<4).compactMap {
      shopper.state.line(at: $0).flatMap { shopper.shared.items[$0.item]?.name }
    }
  }

  @Test func `what is picked in a new store moves nothing under the hand`() throws {
    fillCartByAisle()
    let order = names()
    shopper.press("end", "space")
    #expect(names() == order)
    #expect(shopper.state.focusedItem?.name == order[3])
    let category = try #require(shopper.item(order[3])?.category)
    #expect(shopper.shared.aisles["Aldi"] == [category])
    // The next look at the cart is in the order that was learnt.
    shopper.press("1", "2")
    #expect(names()[0] == order[3])
  }

  @Test func `what is added to a cart that was taken out is in the order that was learnt`() {
    fillCartByAisle()
    let order = names()
    for name in order.reversed() { pick(name) }
    shopper.press("W", "a")
    shopper.type(order.joined(separator: ", "))
    shopper.press("enter", "esc")
    #expect(shopper.session.page == .cart && names() == order.reversed())
  }

  private func pick(_ name: String) {
    shopper.press("2", "home")
    while shopper.state.focusedItem?.name != name { shopper.press("down") }
    shopper.press("space")
  }

  @Test func `more, less and the star are for the marked lines, as on the page Items`() {
    fillCart()
    let before = shopper.cart
    let quantities = shopper.shared.cart.lines.map(\.quantity)
    shopper.press("v", "v", "+")
    let after = shopper.shared.cart.lines.map(\.quantity)
    #expect(zip(quantities, after).map { $0 != $1 } == [true, true, false, false])
    #expect(shopper.state.hints.map(\.label).contains("unmark 2"))
    // Of several, those that can't become less stay as they are.
    shopper.press("-", "-")
    #expect(shopper.cart == before)
    let stars = shopper.shared.cart.lines.compactMap { shopper.shared.items[$0.item]?.isFavourite }
    shopper.press("*")
    let now = shopper.shared.cart.lines.compactMap { shopper.shared.items[$0.item]?.isFavourite }
    #expect(now[0] != stars[0] && now[1] == now[0] && now[2...] == stars[2...])
    #expect(!shopper.state.hints.map(\.label).contains { $0.hasPrefix("unmark") })
  }
}
