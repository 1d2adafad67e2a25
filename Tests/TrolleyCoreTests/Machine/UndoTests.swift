import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

private typealias Deed = TrolleyMachine.ChangeSummary

@Suite struct UndoAndRedo {
  let shopper = TestApp(items: SampleItems.all)

  @Test func undoAndRedoSayWhatTheyDid() {
    shopper.press("space", "u")
    #expect(shopper.notice == "Undid: put Apple in the cart")
    shopper.press("ctrl-r")
    #expect(shopper.notice == "Did again: put Apple in the cart")
    #expect(shopper.cart == ["1 Apple"])
    shopper.press("d", "u")
    #expect(shopper.notice == "Undid: delete Apple")
    shopper.press("*", "u")
    #expect(shopper.notice == "Undid: star Apple")
  }

  @Test func `an import of a whole list is undone as that, with its size`() throws {
    let other = TestApp(items: [Item(id: Item.ID(70), name: "Plum")])
    other.press("space")
    let document = ListDocument(other.shared)
    let order = try plan(.order(OrderDraft(name: "Ann", address: "12 High Street")), other.shared)
    #expect(Deed(order, in: other.shared, style: .english).plain == "place order 1")
    record(order, on: other)
    other.press("space")
    let all = try plan(.restore(ListDocument(other.shared)), shopper.shared)
    let summary = Deed(all, in: shopper.shared, style: .english)
    #expect(summary.past == "Imported 1 item, 1 in the cart and 1 order")
    #expect(summary.plain == "import 1 item, 1 in the cart and 1 order")
    record(all, on: shopper)
    shopper.press("u")
    #expect(shopper.notice == "Undid: import 1 item, 1 in the cart and 1 order")
    // Where its items are already, the order is still one that comes from elsewhere.
    record(try plan(.restore(document), shopper.shared), on: shopper)
    let rest = try plan(.restore(ListDocument(other.shared)), shopper.shared)
    #expect(
      Deed(rest, in: shopper.shared, style: .english).plain
        == "import 1 in the cart and 1 order")
  }

  @Test func `a merge with an order that takes something out of the cart is named as a whole`() {
    let order = Order(
      id: Order.ID(30), number: 2, name: "Ann", address: "12 High Street", placedAt: 0, placedBy: ""
    )
    let line = CartLine(id: CartLine.ID(71), item: Item.ID(1), quantity: .one, rank: 1)
    let events: [Event] = [
      .itemsAdded([Item(id: Item.ID(70), name: "Plum")]), .orderPlaced(order),
      .linesRemoved([line]),
    ]
    #expect(
      Deed(events, in: shopper.shared, style: .english).plain == "import 1 item and 1 order")
  }

  @Test func `an order of what was ordered elsewhere as well is no import`() {
    let order = Order(
      id: Order.ID(30), number: 2, name: "Ann", address: "12 High Street", placedAt: 0, placedBy: ""
    )
    let line = CartLine(id: CartLine.ID(71), item: Item.ID(70), quantity: .one, rank: 1)
    let step = TrolleyModel.Step(
      replica: ReplicaID(7), number: 1, time: 0,
      events: [.orderPlaced(order), .orderLinesAdded(order.id, [])],
      leftOut: [LeftOut(.linesRemoved([line]), .ordered, name: "Milk")])
    #expect(Deed(step, in: shopper.shared, style: .english).plain == "place order 2")
  }

  private func plan(_ change: Change, _ state: SharedState) throws -> [Event] {
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(9)), now: TestApp.start)
    return try planner.plan(change)
  }

  /// As a verb does it while the screen is open.
  private func record(_ events: [Event], on app: TestApp) {
    app.journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(9), number: app.journal.count + 1, time: TestApp.start, events: events))
    app.readNews()
  }

  @Test func nothingToUndoSaysSo() {
    shopper.press("u")
    #expect(shopper.notice == "There is nothing to undo.")
    shopper.press("U")
    #expect(shopper.notice == "There is nothing to redo.")
  }

  @Test func undoGoesAllTheWayAndRedoAllTheWayBack() {
    let before = shopper.export
    shopper.press("space", "+", "right", "space", "*", "d")
    let after = shopper.export
    for _ in 0..<6 { shopper.press("u") }
    #expect(shopper.export == before)
    for _ in 0..<6 { shopper.press("U") }
    #expect(shopper.export == after)
  }

  @Test func aNewChangeEndsRedo() {
    shopper.press("space", "u", "*", "U")
    #expect(shopper.notice == "There is nothing to redo.")
    #expect(shopper.cart.isEmpty)
  }

  @Test func undoOutlivesTheProgram() {
    shopper.press("space", "*")
    let next = TestApp(sharing: shopper.journal, replica: ReplicaID(77))
    next.press("u", "u")
    #expect(next.cart.isEmpty)
    #expect(next.item("Apple")?.isFavourite == false)
    next.press("U")
    #expect(next.cart == ["1 Apple"])
  }

  @Test func `undo says when it takes back what was made on another machine`() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(77))
    shopper.send(.syncChanged(SyncStatus(link: .online)))
    shopper.press("*")
    other.readNews()
    other.press("space")
    shopper.readNews()
    shopper.press("u")
    #expect(shopper.notice == "Undid: put Apple in the cart (made on another machine)")
    shopper.press("U")
    #expect(shopper.notice == "Did again: put Apple in the cart (made on another machine)")
    shopper.press("u", "u")
    #expect(shopper.notice == "Undid: star Apple")
  }

  @Test func `undo says nothing of machines for what another window here did`() {
    let other = TestApp(sharing: shopper.journal, replica: ReplicaID(77))
    other.press("space")
    shopper.readNews()
    shopper.press("u")
    #expect(shopper.notice == "Undid: put Apple in the cart")
  }

  @Test func undoTakesBackOnlyOnesOwn() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(70), author: "Ann")
    let ben = TestApp(sharing: shopper.journal, replica: ReplicaID(71), author: "Ben")
    ann.press("space")
    ben.readNews()
    ben.press("right", "space")
    ann.readNews()
    ann.press("u")
    #expect(ann.cart == ["1 Bread"])
    ann.press("u")
    #expect(ann.notice == "There is nothing to undo.")
  }

  @Test func onesOwnPartOfAMergedLineIsTakenBack() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(70), author: "Ann")
    let ben = TestApp(sharing: shopper.journal, replica: ReplicaID(71), author: "Ben")
    ann.press("space")
    ben.press("space", "+")
    ann.readNews()
    #expect(ann.cart == ["3 Apple"])
    ann.press("u")
    #expect(ann.cart == ["2 Apple"])
  }

  @Test func whatCannotBeTakenBackAnyMoreSaysSo() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(70), author: "Ann")
    let ben = TestApp(sharing: shopper.journal, replica: ReplicaID(71), author: "Ben")
    ann.press("*")
    ben.readNews()
    ben.press("d")
    ann.readNews()
    ann.press("u")
    #expect(ann.notice.contains("a change of something that is not there any more"))
  }

  @Test func moreOfALineThatIsGoneCannotBeTakenBack() {
    let ann = TestApp(sharing: shopper.journal, replica: ReplicaID(70), author: "Ann")
    let ben = TestApp(sharing: shopper.journal, replica: ReplicaID(71), author: "Ben")
    ann.press("space", "+")
    ben.readNews()
    ben.press("space")
    ann.readNews()
    #expect(ann.cart.isEmpty)
    ann.press("u")
    #expect(!ann.notice.hasPrefix("Undid"))
  }

  @Test func undoWaitsForASlowDisk() {
    shopper.isDiskSlow = true
    shopper.press("space", "right", "space", "u")
    #expect(shopper.cart == ["1 Apple", "1 Bread"])
    shopper.letThrough()
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func undoThatFoundNothingIsForgotten() {
    shopper.isDiskSlow = true
    shopper.press("space", "u", "u", "u")
    shopper.letThrough()
    #expect(shopper.cart.isEmpty)
    #expect(shopper.notice == "There is nothing to undo.")
    shopper.press("space")
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func `redo behind an undo that is still being read does it again`() {
    shopper.press("space")
    shopper.isDiskSlow = true
    shopper.press("u", "U")
    shopper.letThrough()
    #expect(shopper.notice == "Did again: put Apple in the cart")
    #expect(shopper.cart == ["1 Apple"])
  }

  @Test func `what is changed behind an undo is not what it takes back`() {
    shopper.press("space")
    shopper.isDiskSlow = true
    shopper.press("u", "right", "space")
    shopper.letThrough()
    #expect(shopper.cart == ["1 Bread"])
    shopper.press("u")
    #expect(shopper.cart.isEmpty)
  }

  @Test func `undo takes back what was there when it was pressed, however slow the disk is`() {
    shopper.isDiskSlow = true
    shopper.press("space", "right", "space", "u", "u", "*", "U")
    #expect(shopper.notice == "There is nothing to redo.")
    shopper.letThrough()
    #expect(shopper.cart.isEmpty)
    #expect(shopper.item("Bread")?.isFavourite == true)
  }

  @Test func `a line that is back already is not put back once more`() {
    shopper.press("space")
    let removal = Entry(
      position: 9,
      step: TrolleyModel.Step(
        replica: ReplicaID(7), number: 1, time: 0,
        events: [.linesRemoved(Array(shopper.shared.cart.lines))]))
    #expect(throws: ChangeError.self) { try UndoPlanner(.undo, removal, in: shopper.shared) }
  }

  @Test(arguments: [false, true]) func `what comes back has the cursor`(isTable: Bool) {
    if isTable { shopper.press("t") }
    shopper.press("d", "end")
    #expect(shopper.item("Apple") == nil && shopper.session.items.focusIndex > 0)
    shopper.press("u")
    #expect(shopper.state.focusedItem?.name == "Apple")
    shopper.press("end")
    let last = shopper.state.focusedItem?.name
    shopper.press("d", "home", "u")
    #expect(shopper.state.focusedItem?.name == last)
    // In the cart that is the line.
    shopper.press("home", "space", "right", "space", "2", "home")
    let first = shopper.state.focusedLine
    shopper.press("d", "end", "u")
    #expect(shopper.state.focusedLine == first)
  }

  @Test func `other changes of a step are counted as such`() {
    shopper.press("space", "right", "space", "2", "ctrl-a", "+", "u")
    #expect(
      shopper.notice.hasPrefix("Undid: more ") && shopper.notice.hasSuffix(" and 1 other change"))
  }

  @Test func `what was picked at once is one change, however much it is`() {
    let shopper = TestApp(items: SampleItems.many(300))
    shopper.press("ctrl-a", "space", "2", "ctrl-a")
    #expect(shopper.canvas.text.contains("unmark 300"))
    shopper.press("space", "u")
    #expect(shopper.notice == "Undid: pick 300 items")
  }

  @Test func `a change of several things is called a change`() {
    shopper.press("a")
    shopper.type("500 g rice @2")
    shopper.press("enter", "esc")
    shopper.focus("rice")
    shopper.press("e", "tab", "tab", "tab", "tab", "ctrl-u")
    shopper.type("3")
    shopper.press("ctrl-s")
    #expect(shopper.cart == ["3 rice"])
    #expect(shopper.notice.hasPrefix("Changed rice"))
    shopper.press("u")
    #expect(shopper.notice == "Undid: change rice")
    shopper.focus("Milk")
    shopper.press("e", "tab", "tab", "ctrl-u")
    shopper.type("9")
    shopper.press("tab", "tab", "ctrl-u")
    shopper.type("2")
    shopper.press("ctrl-s")
    #expect(shopper.notice.hasPrefix("Changed Milk and put it in the cart"))
    shopper.press("u")
    #expect(shopper.notice == "Undid: change Milk and put it in the cart")
  }
}
