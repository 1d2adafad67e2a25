import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Values that another machine replaced without having seen them.
@Suite struct ConflictTests {
  private let app = TestApp()
  private let other = ReplicaID(0x1234)
  private let places = Places()

  private final class Places { var last = 1_000_000 }

  init() { app.send(.syncChanged(SyncStatus(link: .online))) }

  private var text: String? { app.state.sharingText }

  /// A step of another machine, whose author had not seen what it replaces.
  private func replace(_ event: Event, _ number: Int, isUnseen: Bool = true) {
    let step = TrolleyModel.Step(
      replica: other, number: number, time: TestApp.start, events: [event],
      unseen: isUnseen ? [0] : [])
    place(step)
  }

  private func place(_ step: TrolleyModel.Step) {
    places.last += 1
    app.send(.journalAdvanced([Entry(position: places.last, step: step)]))
  }

  private func renamed(_ item: Item, _ name: String) -> Event {
    var new = item
    new.name = name
    let (from, to) = ItemFields.difference(item, new)
    return .itemChanged(item.id, from: from, to: to)
  }

  /// An item that this person has named so.
  private func ownItem() throws -> Item {
    let item = try #require(Array(app.shared.items.all).first)
    let step = TrolleyModel.Step(
      replica: app.session.ids.replica, number: 901, time: TestApp.start,
      events: [renamed(item, "Oat milk")])
    place(step)
    return try #require(app.shared.items[item.id])
  }

  @Test func whatWasReplacedIsSaidAndOneKeyPutsItBack() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    #expect(text == "⇅ 1 conflict")
    let notice = try #require(app.state.session.notice)
    #expect(
      notice.text == "Soy milk: the name is Soy milk now, yours was Oat milk (another machine).")
    #expect(notice.hint == " B puts yours back.")
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Oat milk")
    #expect(text == "⇅")
    app.press("B")
    #expect(app.state.session.notice?.text == "Nothing of yours was replaced.")
  }

  @Test func `what is put back later is shown before`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    app.wait(milliseconds: 60_000)
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Soy milk")
    #expect(app.picker?.all.map(\.label) == ["Soy milk: the name"])
    #expect(
      app.picker?.all.map(\.detail) == ["yours Oat milk, now Soy milk (another machine)"])
    // Changed again while the list is open.
    replace(renamed(try #require(app.shared.items[item.id]), "Rice milk"), 2, isUnseen: false)
    app.press("enter")
    #expect(app.shared.items[item.id]?.name == "Rice milk")
    #expect(app.notice == "That has been changed again meanwhile.")
    let again = try ownItem()
    replace(renamed(again, "Almond milk"), 3)
    app.wait(milliseconds: 60_000)
    app.press("B", "enter")
    #expect(app.shared.items[item.id]?.name == "Oat milk")
  }

  @Test func whatOthersHadSeenOrWasNotOnesOwnIsNoConflict() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1, isUnseen: false)
    #expect(text == "⇅")
    let foreign = try #require(Array(app.shared.items.all).last)
    replace(renamed(foreign, "Anything"), 2)
    #expect(text == "⇅")
  }

  @Test func itIsOverWhenTheValueChangesAgainOrIsLeftToTheOthers() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    replace(renamed(try #require(app.shared.items[item.id]), "Milk of soy"), 2, isUnseen: false)
    #expect(text == "⇅")
    let again = try ownItem()
    replace(renamed(again, "Rice milk"), 3)
    #expect(text == "⇅ 1 conflict")
    app.perform(.forgetConflicts)
    #expect(text == "⇅" && app.shared.items[again.id]?.name == "Rice milk")
  }

  @Test func anItemThatWasDeletedWithAnUnseenChangeComesBackWithIt() throws {
    let item = try ownItem()
    replace(.itemsRemoved([item]), 1)
    #expect(app.state.session.notice?.text.hasPrefix("Oat milk, which you had changed") == true)
    app.press("B")
    #expect(app.shared.items[item.id] == item)
  }

  /// Two lines of the cart whose quantities this person has raised by three.
  private func ownLines() throws -> [CartLine] {
    let items = Array(app.shared.items.all.prefix(2))
    let lines = items.enumerated().map { index, item in
      CartLine(id: CartLine.ID(UInt64(900 + index)), item: item.id, quantity: .one, rank: index)
    }
    let more = lines.map {
      Event.quantityChanged($0.id, by: Quantity(3, .piece), was: .piece, becomes: .piece)
    }
    place(
      TrolleyModel.Step(
        replica: app.session.ids.replica, number: 902, time: TestApp.start,
        events: [.linesAdded(lines)] + more))
    return try lines.map { try #require(app.shared.carts.line($0.id)) }
  }

  /// A step of another machine, planned for the list as it is now.
  private func replan(_ events: [Event], _ number: Int) {
    let step = TrolleyModel.Step(
      replica: other, number: number, time: TestApp.start, events: events)
    var state = app.shared
    place(Replanner.play(step, on: &state).step)
  }

  private func ordered(
    _ lines: [CartLine], _ quantity: Quantity, isPicked: Bool = false
  ) -> [Event] {
    let order = Order(id: Order.ID(7), number: 1, name: "Ben", address: "1 Road", placedAt: 0)
    let seen = lines.map { line in
      var line = line
      line.quantity = quantity
      line.isPicked = isPicked
      return line
    }
    let ordered = seen.compactMap { line in
      app.shared.items[line.item].map {
        Order.Line(
          item: $0.id, name: $0.name, category: "", quantity: quantity, cost: nil)
      }
    }
    return [.orderPlaced(order), .orderLinesAdded(order.id, ordered), .linesRemoved(seen)]
  }

  @Test func whatAnOrderDidNotContainStaysInTheCart() throws {
    let lines = try ownLines()
    replan(ordered(lines, .one), 1)
    #expect(
      lines.map { app.shared.carts.line($0.id)?.quantity } == [
        Quantity(3, .piece), Quantity(3, .piece),
      ])
    let name = try #require(app.shared.items[lines[0].item]?.name)
    #expect(
      app.state.session.notice?.text == "\(name) and 1 other were ordered by another machine; "
        + "what you added meanwhile stays in the cart.")
    #expect(text == "⇅")
  }

  /// It was sold, whatever a tick says.
  @Test func anOrderTakesWhatItContainsThoughItsTickWasTakenBack() throws {
    let lines = try ownLines()
    replan(ordered(lines, Quantity(4, .piece), isPicked: true), 1)
    #expect(app.shared.cart.isEmpty)
  }

  @Test func anOrderThatLeavesSomethingInTheCartIsNoImport() throws {
    let lines = try ownLines()
    let less = Event.quantityChanged(
      lines[0].id, by: -Quantity.one, was: .piece, becomes: .piece)
    let events = Array(ordered([lines[0]], .one).dropLast()) + [less]
    let summary = TrolleyMachine.ChangeSummary(events, in: app.shared, style: .english)
    #expect(summary.plain == "place order 1")
  }

  @Test func whatWasOrderedIsNotPutBack() throws {
    let lines = try ownLines()
    let name = try #require(app.shared.items[lines[0].item]?.name)
    replan(ordered(lines, Quantity(7, .piece)), 1)
    #expect(app.shared.cart.isEmpty && text == "⇅")
    #expect(
      app.state.session.notice?.text == "\(name), 7, and 1 other of yours were ordered by another "
        + "machine, which had not seen your 4.")
    app.press("B")
    #expect(app.shared.cart.isEmpty)
    #expect(app.state.session.notice?.text == "Nothing of yours was replaced.")
  }

  /// What waits is rolled back and done again on top of what came in.
  @Test func theListCountsRightlyWhenNewItemsComeBetween() throws {
    func adding(_ number: UInt64, _ name: String) -> [Event] {
      let item = Item(id: Item.ID(number), name: name)
      let line = CartLine(
        id: CartLine.ID(number), item: item.id, quantity: .one, rank: Int(number))
      return [.itemsAdded([item]), .linesAdded([line])]
    }
    let tea = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start, events: adding(901, "Tea"))
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: tea)]))
    let before = app.session.items.list.sections
    replan(adding(902, "Rice"), 1)
    #expect(app.session.items.list.sections == [before[0] + 1, before[1]])
    var fresh = ItemList()
    fresh.rebuild(app.session.items.list.question, app.shared)
    #expect(app.session.items.list == fresh)
  }

  @Test func anItemThatWasDeletedComesBackWithItsLine() throws {
    let line = try ownLines()[0]
    let item = try #require(app.shared.items[line.item])
    var seen = line
    seen.quantity = .one
    replan([.linesRemoved([seen]), .itemsRemoved([item])], 1)
    #expect(text == "⇅ 1 conflict")
    app.press("B")
    #expect(app.shared.items[item.id] == item)
    #expect(app.shared.carts.line(line.id)?.quantity == Quantity(4, .piece))
  }

  @Test func severalComeBackOneByOneAndTheRestIsCounted() throws {
    let lines = try ownLines()
    let foreign = CartLine(
      id: CartLine.ID(990), item: Array(app.shared.items.all)[3].id, quantity: .one, rank: 9)
    place(
      TrolleyModel.Step(
        replica: other, number: 1, time: TestApp.start, events: [.linesAdded([foreign])]))
    let seen = lines.map { line in
      var line = line
      line.quantity = .one
      return line
    }
    replan([.linesRemoved(seen + [foreign])], 2)
    #expect(text == "⇅ 2 conflicts")
    let notice = try #require(app.state.session.notice)
    #expect(notice.text.hasSuffix("with what you had added. So was 1 more of yours."))
    #expect(notice.hint == " B shows them.")
    app.press("B")
    #expect(app.picker?.all.count == 2)
    #expect(app.shared.cart.isEmpty, "nothing is put back before it is chosen")
    app.press("enter")
    #expect(app.shared.cart.lines.map(\.id) == [lines[1].id])
    #expect(app.notice.hasSuffix("1 more value of yours was replaced. B shows it."))
    app.press("B", "enter")
    // What was not this person's stays out.
    #expect(Set(app.shared.cart.lines.map(\.id)) == Set(lines.map(\.id)))
    #expect(text == "⇅")
  }

  @Test func theHeadLineDoesNotFlickerWithTheConnection() {
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    let offline = SyncState.offline(since: TestApp.start, trouble)
    for link in [offline, .online, offline] {
      app.send(.syncChanged(SyncStatus(link: link)))
      #expect(text == "⇅")
      app.wait(milliseconds: 1000)
      #expect(text == "⇅")
    }
    app.wait(milliseconds: 600)
    #expect(text?.hasPrefix("⇅ offline since") == true)
    let step = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since") == true)
    app.send(.syncChanged(SyncStatus(link: .online)))
    app.wait(milliseconds: 1000)
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since") == true)
    app.wait(milliseconds: 600)
    #expect(text == "⇅")
  }

  @Test func aWindowThatLeavesTheConnectionToAnotherIsNotOffline() {
    let trouble = SyncTrouble(.taken, "Another window of this machine carries the list.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    app.wait(milliseconds: 5000)
    #expect(text == "⇅")
    #expect(app.state.sharingInWords == "connected by another window")
  }

  @Test func whatOnlyAPersonCanMendIsShownAtOnce() {
    let trouble = SyncTrouble(.notAllowed, "This machine was removed.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    #expect(text == "⇅ not let in")
    #expect(app.state.session.notice?.text == "This machine was removed.")
  }
}
