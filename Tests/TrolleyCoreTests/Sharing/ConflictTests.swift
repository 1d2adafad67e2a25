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
    #expect(app.canvas.text.contains("puts yours back."))
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Oat milk")
    #expect(text == "⇅" && !app.canvas.text.contains("puts yours back."))
    app.press("B")
    #expect(app.state.session.notice?.text == "There is nothing of yours to put back.")
  }

  /// A third machine had not seen either value: the first one can still be put back.
  @Test(arguments: [false, true])
  func `what two machines replaced one after the other is one conflict`(_ atOnce: Bool) throws {
    let item = try ownItem()
    var soy = item
    soy.name = "Soy milk"
    let changes = [renamed(item, "Soy milk"), renamed(soy, "Rice milk")]
    if atOnce {
      let entries = changes.enumerated().map { number, event in
        Entry(
          position: places.last + 1 + number,
          step: TrolleyModel.Step(
            replica: other, number: 1 + number, time: TestApp.start, events: [event], unseen: [0]))
      }
      places.last += 2
      app.send(.journalAdvanced(entries))
    } else {
      for (number, event) in changes.enumerated() { replace(event, 1 + number) }
    }
    #expect(text == "⇅ 1 conflict")
    #expect(
      app.state.session.notice?.text
        == "Rice milk: the name is Rice milk now, yours was Oat milk (another machine).")
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Oat milk")
    #expect(text == "⇅")
  }

  @Test func `what is put back later is shown before`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    app.wait(milliseconds: 60_000)
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Soy milk")
    #expect(app.picker?.all.map(\.label) == ["Soy milk: the name", leaveAll])
    #expect(app.picker?.all.first?.detail == "yours Oat milk, now Soy milk")
    // Changed again while the list is open.
    replace(renamed(try #require(app.shared.items[item.id]), "Rice milk"), 2, isUnseen: false)
    app.press("enter")
    #expect(app.shared.items[item.id]?.name == "Rice milk")
    #expect(app.notice == "That has been changed again meanwhile.")
    let again = try ownItem()
    replace(renamed(again, "Almond milk"), 3)
    app.wait(milliseconds: 60_000)
    app.press("B", "enter")
    #expect(app.picker?.title == "Almond milk: the name")
    #expect(app.picker?.all.map(\.label) == ["Put yours back", "Theirs is right"])
    #expect(app.picker?.all.map(\.detail) == ["Oat milk", "Almond milk"])
    app.press("enter")
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

  @Test func `what was changed again since is not said any more`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    #expect(app.notice.contains("Soy milk"))
    replace(renamed(try #require(app.shared.items[item.id]), "Rice milk"), 2, isUnseen: false)
    #expect(!app.notice.contains("Soy milk"))
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
    let said = app.state.session.notice?.text
    app.press("B")
    #expect(app.shared.cart.isEmpty)
    #expect(app.picker?.title == "What became of changes")
    #expect(app.picker?.all.map(\.label) == [said ?? ""])
    app.press("enter")
    #expect(app.dialog?.message == said)
  }

  /// What the order took out of the cart was the rest of what another person wanted.
  @Test func `of what was ordered unseen, the quantity that was set is named`() throws {
    let line = try ownLines()[0]
    let name = try #require(app.shared.items[line.item]?.name)
    func change(_ replica: ReplicaID, _ number: Int, by: Int, set: Quantity?) {
      place(
        TrolleyModel.Step(
          replica: replica, number: number, time: TestApp.start,
          events: [
            .quantityChanged(
              line.id, by: Quantity(by, .piece), was: .piece, becomes: .piece, set: set)
          ]))
    }
    change(app.session.ids.replica, 903, by: 3, set: Quantity(7, .piece))
    change(other, 1, by: -6, set: nil)
    let left = try #require(app.shared.carts.line(line.id))
    #expect(left.quantity == .one)
    replan(ordered([left], Quantity(2, .piece)), 2)
    #expect(
      app.state.session.notice?.text
        == "\(name), 2, was ordered by another machine, which had not seen your 7.")
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
    #expect(notice.text.hasSuffix("with what you had added. And 1 more."))
    #expect(notice.hint == " B shows all.")
    app.press("B")
    #expect(app.picker?.all.count == 3)
    app.press("enter")
    #expect(app.shared.cart.isEmpty, "nothing is put back before it is chosen")
    app.press("enter")
    #expect(app.shared.cart.lines.map(\.id) == [lines[1].id])
    #expect(app.notice.hasSuffix("1 more value of yours was replaced. B shows it."))
    app.press("B", "enter", "enter")
    // What was not this person's stays out.
    #expect(Set(app.shared.cart.lines.map(\.id)) == Set(lines.map(\.id)))
    #expect(text == "⇅")
  }

  /// More than was got.
  @Test func `what comes back after the shopping is still to get`() throws {
    let line = try ownLines()[0]
    var seen = line
    seen.quantity = .one
    seen.isPicked = true
    replan([.linesPicked([line.id], true), .linesRemoved([seen])], 1)
    #expect(text == "⇅ 1 conflict")
    app.press("B")
    let back = try #require(app.shared.carts.line(line.id))
    #expect(back.quantity == Quantity(4, .piece) && !back.isPicked)
  }

  @Test func `a line that is put back belongs to who wants it`() throws {
    let line = try ownLines()[0]
    let (ann, ben) = ("an", "be")
    var theirs = line
    theirs.addedBy = ann
    var own = OwnValues()
    own.note(
      TrolleyModel.Step(
        replica: app.session.ids.replica, number: 903, time: TestApp.start, author: ben,
        events: [.quantityChanged(line.id, by: .one, was: .piece, becomes: .piece)]))
    let removal = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start, author: ann,
      events: [.linesRemoved([theirs])], unseen: [0])
    let conflict = Conflict.all(of: Entry(position: 9, step: removal), own, in: app.shared).first
    var wanted = theirs
    wanted.addedBy = ben
    #expect(try #require(conflict).inverse(in: app.shared) == [.linesAdded([wanted])])
  }

  // MARK: Only what was one's own

  private func changed(_ item: Item, _ change: (inout Item) -> Void) -> Event {
    var new = item
    change(&new)
    let (from, to) = ItemFields.difference(item, new)
    return .itemChanged(item.id, from: from, to: to)
  }

  private func own(_ events: [Event], _ number: Int) {
    place(
      TrolleyModel.Step(
        replica: app.session.ids.replica, number: number, time: TestApp.start, events: events))
  }

  @Test func `a field that others changed and this person did not is not theirs to lose`() throws {
    let item = try #require(Array(app.shared.items.all).first)
    own([changed(item) { $0.price = Money(minorUnits: 199, currency: .usd) }], 901)
    let mine = try #require(app.shared.items[item.id])
    replace(
      changed(mine) {
        $0.price = Money(minorUnits: 249, currency: .usd)
        $0.name = "Blueberry muffin"
      }, 1)
    let text = try #require(app.state.session.notice?.text)
    #expect(
      text.hasPrefix("Blueberry muffin: the price is") && !text.contains("the name"), "\(text)")
    app.press("B")
    let now = try #require(app.shared.items[item.id])
    #expect(now.price == mine.price && now.name == "Blueberry muffin")
  }

  @Test func `what was set in two steps comes back together`() throws {
    let item = try #require(Array(app.shared.items.all).first)
    own([changed(item) { $0.name = "Oat milk" }], 901)
    own([changed(try #require(app.shared.items[item.id])) { $0.description = "Sweet" }], 902)
    let mine = try #require(app.shared.items[item.id])
    replace(
      changed(mine) {
        $0.name = "Soy milk"
        $0.description = "Bitter"
        $0.isFavourite.toggle()
      }, 1)
    // What comes back is all shown before, also where a line has no room for it.
    let notice = try #require(app.state.session.notice)
    #expect(
      notice.text == "Soy milk: the name is Soy milk now, yours was Oat milk; "
        + "the description is Bitter now, yours was Sweet (another machine).")
    #expect(notice.hint == " B shows them.")
    app.press("B")
    #expect(app.shared.items[item.id]?.name == "Soy milk")
    #expect(app.picker?.title == "Soy milk: the name and the description")
    #expect(app.picker?.all.map(\.detail) == ["Oat milk · Sweet", "Soy milk · Bitter"])
    app.press("enter")
    let now = try #require(app.shared.items[item.id])
    #expect(now.name == "Oat milk" && now.description == "Sweet")
    #expect(now.isFavourite != mine.isFavourite)
  }

  @Test func `of a store only what was changed here comes back`() throws {
    let store = Store(id: Store.ID(5), name: "Corner", address: "1 Road", phone: "1")
    place(
      TrolleyModel.Step(
        replica: other, number: 90, time: TestApp.start, events: [.storeAdded(store)]))
    var mine = store
    mine.phone = "2"
    own([.storeChanged(from: store, to: mine)], 901)
    var theirs = mine
    theirs.phone = "3"
    theirs.address = "2 Road"
    replace(.storeChanged(from: mine, to: theirs), 1)
    #expect(text == "⇅ 1 conflict")
    #expect(
      app.state.session.notice?.text
        == "Corner: the phone number is 3 now, yours was 2 (another machine).")
    app.press("B")
    let now = try #require(app.shared.stores.first)
    #expect(now.phone == "2" && now.address == "2 Road")
  }

  @Test func `another place at Google for a store is told like another number`() {
    let store = Store(id: Store.ID(5), name: "Corner")
    place(
      TrolleyModel.Step(
        replica: other, number: 90, time: TestApp.start, events: [.storeAdded(store)]))
    var (mine, theirs) = (store, store)
    mine.googlePlace = "ChIJ1"
    theirs.googlePlace = "ChIJ2"
    let late = EventReplan(.storeChanged(from: store, to: theirs), in: state(with: mine))
    #expect(late.kept.map(\.isUnseen) == [true])
    own([.storeChanged(from: store, to: mine)], 901)
    replace(.storeChanged(from: mine, to: theirs), 1)
    #expect(text == "⇅ 1 conflict")
    app.press("B")
    #expect(app.shared.stores.first?.googlePlace == "ChIJ1")
  }

  // MARK: One after the other

  private func quantity(_ line: CartLine, from was: Int, to set: Int) -> Event {
    .quantityChanged(
      line.id, by: Quantity(set - was, .piece), was: .piece, becomes: .piece,
      set: Quantity(set, .piece))
  }

  @Test func `of two later quantities in turn the first author is told`() throws {
    let line = try ownLines()[0]
    let name = try #require(app.shared.items[line.item]?.name)
    own([quantity(line, from: 4, to: 5)], 903)
    replace(quantity(line, from: 5, to: 8), 1)
    replace(quantity(line, from: 8, to: 9), 2)
    #expect(said == ["\(name): the quantity is 9 now, yours was 5 (another machine)."])
    // What has gone on does not come back with its old value.
    replace(quantity(line, from: 9, to: 8), 3, isUnseen: false)
    #expect(said.isEmpty && text == "⇅")
    replace(quantity(line, from: 8, to: 9), 4, isUnseen: false)
    app.press("B")
    app.press("enter", "enter")
    #expect(app.shared.carts.line(line.id)?.quantity == Quantity(5, .piece))
  }

  /// A step of another machine that gives a line a quantity in another kind of unit.
  private func replace(_ line: CartLine, with quantity: Quantity, _ number: Int) {
    var new = line
    new.quantity = quantity
    place(
      TrolleyModel.Step(
        replica: other, number: number, time: TestApp.start,
        events: [.linesRemoved([line]), .linesAdded([new])], unseen: [0]))
  }

  @Test func `a quantity that was replaced in another kind of unit is told and put back`() throws {
    let line = try ownLines()[0]
    let name = try #require(app.shared.items[line.item]?.name)
    own([quantity(line, from: 4, to: 5)], 903)
    replace(try #require(app.shared.carts.line(line.id)), with: Quantity(2, .litre), 1)
    let words = "\(name): the quantity is 2 l now, yours was 5 (another machine)."
    #expect(said == [words])
    #expect(app.notice == words + " B puts yours back.")
    app.press("B")
    #expect(app.shared.carts.line(line.id)?.quantity == Quantity(5, .piece) && said.isEmpty)
  }

  @Test func `of quantities in several kinds of units in turn the first author is told`() throws {
    let line = try ownLines()[0]
    let name = try #require(app.shared.items[line.item]?.name)
    own([quantity(line, from: 4, to: 5)], 903)
    replace(quantity(line, from: 5, to: 8), 1)
    replace(try #require(app.shared.carts.line(line.id)), with: Quantity(2, .litre), 2)
    #expect(said == ["\(name): the quantity is 2 l now, yours was 5 (another machine)."])
    replace(
      .quantityChanged(
        line.id, by: Quantity(1, .litre), was: .litre, becomes: .litre, set: Quantity(3, .litre)), 3
    )
    #expect(said == ["\(name): the quantity is 3 l now, yours was 5 (another machine)."])
    replace(try #require(app.shared.carts.line(line.id)), with: Quantity(1, .kilogram), 4)
    #expect(said == ["\(name): the quantity is 1 kg now, yours was 5 (another machine)."])
    replace(try #require(app.shared.carts.line(line.id)), with: Quantity(5, .piece), 5)
    #expect(said.isEmpty && text == "⇅")
  }

  @Test func `what another machine sets to the very quantity of the author is no conflict`() throws
  {
    let line = try ownLines()[0]
    own([quantity(line, from: 4, to: 5)], 903)
    var litres = try #require(app.shared.carts.line(line.id))
    litres.quantity = Quantity(2, .litre)
    own(
      [.linesRemoved([try #require(app.shared.carts.line(line.id))]), .linesAdded([litres])], 904)
    replace(litres, with: litres.quantity, 1)
    #expect(said.isEmpty && text == "⇅")
    replace(litres, with: Quantity(1, .kilogram), 2)
    #expect(said.count == 1)
    // Of what the author had before that, nothing is told.
    var kilo = litres
    kilo.quantity = Quantity(1, .kilogram)
    replace(kilo, with: litres.quantity, 3)
    #expect(said.isEmpty && text == "⇅")
  }

  @Test func `a quantity in another kind of unit of what this person only added is not theirs`()
    throws
  {
    let item = Array(app.shared.items.all)[0].id
    let line = CartLine(id: CartLine.ID(980), item: item, quantity: .one, rank: 1)
    own([.linesAdded([line])], 904)
    replace(try #require(app.shared.carts.line(line.id)), with: Quantity(2, .litre), 1)
    #expect(said.isEmpty && text == "⇅")
  }

  @Test func `of two later values of a store in turn the first author is told, field by field`()
    throws
  {
    var store = Store(id: Store.ID(5), name: "Corner")
    place(
      TrolleyModel.Step(
        replica: other, number: 90, time: TestApp.start, events: [.storeAdded(store)]))
    func changed(_ change: (inout Store) -> Void) -> Event {
      let before = store
      change(&store)
      return .storeChanged(from: before, to: store)
    }
    own([changed { ($0.phone, $0.note) = ("11", "Bell") }], 901)
    replace(changed { ($0.phone, $0.note) = ("22", "Knock") }, 1)
    replace(changed { $0.phone = "33" }, 2)
    #expect(text == "⇅ 2 conflicts")
    app.press("B")
    #expect(
      app.picker?.all.map(\.label)
        == ["Corner: the phone number", "Corner: the note", leaveAll])
    #expect(
      app.picker?.all.map(\.detail).prefix(2) == ["yours 11, now 33", "yours Bell, now Knock"])
    app.press("esc")
    for _ in 1...2 { app.press("B", "enter", "enter") }
    let now = try #require(app.shared.stores.first)
    #expect(now.phone == "11" && now.note == "Bell")
  }

  @Test func `a budget is named in the currency in which it was set`() {
    own([.settingChanged(.currency, from: "USD", to: "GBP")], 901)
    own([.settingChanged(.budget, from: "", to: "20.00")], 902)
    let along: [Event] = [
      .settingChanged(.budget, from: "20.00", to: ""),
      .settingChanged(.currency, from: "GBP", to: "EUR"),
      .settingChanged(.budget, from: "", to: "20.00"),
    ]
    place(
      TrolleyModel.Step(
        replica: other, number: 1, time: TestApp.start, events: along, unseen: [1]))
    replace(.settingChanged(.budget, from: "20.00", to: "80.00"), 2)
    #expect(said.last == "The budget is €80.00 now, yours was £20.00 (another machine).")
  }

  private func state(with store: Store) -> SharedState {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    state.apply(.storeAdded(store), touches: &touches)
    return state
  }

  // MARK: Several fields

  private var said: [String] { app.session.replacements.sentences(in: app.shared) }

  /// An item of which this person has set the name and the description, and both were replaced unseen.
  private func replacedTwice() throws -> Item.ID {
    let item = try #require(Array(app.shared.items.all).first)
    let mine = changed(item) { ($0.name, $0.description) = ("Oat milk", "Sweet") }
    own([mine], 901)
    let seen = try #require(app.shared.items[item.id])
    replace(changed(seen) { ($0.name, $0.description) = ("Soy milk", "Bitter") }, 1)
    return item.id
  }

  @Test func `of what a third machine replaces in part, the rest is still said`() throws {
    let id = try replacedTwice()
    replace(renamed(try #require(app.shared.items[id]), "Rice milk"), 2)
    #expect(text == "⇅ 2 conflicts")
    #expect(
      said == [
        "Rice milk: the description is Bitter now, yours was Sweet (another machine).",
        "Rice milk: the name is Rice milk now, yours was Oat milk (another machine).",
      ])
    app.perform(.forgetConflicts)
    #expect(text == "⇅")
  }

  @Test func `one value that changes again takes nothing away of the others`() throws {
    let id = try replacedTwice()
    replace(renamed(try #require(app.shared.items[id]), "Rice milk"), 2, isUnseen: false)
    #expect(text == "⇅ 1 conflict")
    #expect(
      said == [
        "Rice milk: the name is Rice milk now, yours was Oat milk; "
          + "the description is Bitter now, yours was Sweet (another machine)."
      ])
    // What this person changes now is answered.
    own([renamed(try #require(app.shared.items[id]), "Barley milk")], 902)
    #expect(
      said == ["Barley milk: the description is Bitter now, yours was Sweet (another machine)."])
    app.wait(milliseconds: 60_000)
    app.press("B", "enter", "enter")
    let now = try #require(app.shared.items[id])
    #expect(now.name == "Barley milk" && now.description == "Sweet" && text == "⇅")
  }

  @Test func `a third machine that replaces a value and what replaced another one is one conflict`()
    throws
  {
    let item = try #require(Array(app.shared.items.all).first)
    own([changed(item) { ($0.name, $0.description) = ("Oat milk", "Sweet") }], 901)
    replace(renamed(try #require(app.shared.items[item.id]), "Soy milk"), 1)
    let seen = try #require(app.shared.items[item.id])
    replace(changed(seen) { ($0.name, $0.description) = ("Rice milk", "Bitter") }, 2)
    #expect(
      said == [
        "Rice milk: the name is Rice milk now, yours was Oat milk; "
          + "the description is Bitter now, yours was Sweet (another machine)."
      ])
  }

  private func priced(_ id: UInt64, _ minorUnits: Int) -> Item {
    var item = Item(id: Item.ID(id), name: "Leek")
    item.price = Money(minorUnits: minorUnits, currency: .usd)
    return item
  }

  @Test func `what an item was added with was seen by who changes it`() throws {
    let item = priced(910, 200)
    own([.itemsAdded([item])], 901)
    own([renamed(item, "Leeks")], 902)
    let mine = try #require(app.shared.items[item.id])
    replace(
      changed(mine) {
        ($0.name, $0.price) = ("Baby leek", Money(minorUnits: 270, currency: .usd))
      }, 1)
    #expect(said == ["Baby leek: the name is Baby leek now, yours was Leeks (another machine)."])
  }

  @Test func `what an item was added with on two machines was not`() {
    own([.itemsAdded([priced(910, 200)])], 901)
    replan([.itemsAdded([priced(920, 270)])], 1)
    #expect(said == ["Leek: the price is $2.70 now, yours was $2.00 (another machine)."])
  }

  // MARK: After the screen was closed

  /// What the machine has kept of `ownItem`, and of a step that replaced it.
  private func notes(_ item: Item) throws -> [SharingNote] {
    let mine = try ownItem()
    let theirs = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start, events: [renamed(mine, "Soy milk")],
      unseen: [0])
    let own = TrolleyModel.Step(
      replica: ReplicaID(0x4321), number: 3, time: TestApp.start,
      events: [renamed(item, "Oat milk")])
    replace(renamed(mine, "Soy milk"), 1)
    return [
      .own(Entry(position: 2, step: own)),
      .unseen(Entry(position: places.last, step: theirs)),
    ]
  }

  private func reopened(_ notes: [SharingNote], _ id: Item.ID) throws -> TestApp {
    let again = TestApp()
    again.send(.syncChanged(SyncStatus(link: .online)))
    for name in ["Oat milk", "Soy milk"] {
      let item = try #require(again.shared.items[id])
      let step = TrolleyModel.Step(
        replica: other, number: name == "Oat milk" ? 7 : 8, time: TestApp.start,
        events: [renamed(item, name)])
      places.last += 1
      again.send(.journalAdvanced([Entry(position: places.last, step: step)]))
    }
    again.send(.sharingNotesRead(notes))
    return again
  }

  @Test func `what was replaced while the screen was closed is told when it is opened`() throws {
    let item = try #require(Array(app.shared.items.all).first)
    let notes = try notes(item)
    let again = try reopened(notes, item.id)
    #expect(again.state.sharingText == "⇅ 1 conflict")
    #expect(
      again.notice
        == "Soy milk: the name is Soy milk now, yours was Oat milk (another machine). B puts yours back."
    )
    again.press("B")
    #expect(again.shared.items[item.id]?.name == "Oat milk")
    guard case .unseen(let entry) = notes[1] else { return }
    let id = Conflict.ID(position: entry.position, part: 1)
    #expect(again.effects.contains(.settle([id])))
    let third = try reopened(notes + [.settled(id)], item.id)
    #expect(third.state.sharingText == "⇅" && third.notice.isEmpty)
  }

  @Test func `theirs may be right, which is kept`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    app.wait(milliseconds: 60_000)
    app.press("B", "enter", "down", "enter")
    #expect(app.shared.items[item.id]?.name == "Soy milk" && text == "⇅")
    #expect(app.notice == "It stays as the others have it.")
    #expect(app.effects.contains(.settle([Conflict.ID(position: places.last, part: 1)])))
  }

  // MARK: Several at once

  @Test func `the weightiest is said first, and all can be read`() throws {
    let item = try ownItem()
    let line = CartLine(id: CartLine.ID(77), item: Item.ID(76), quantity: .one, rank: 1)
    let order = Order(id: Order.ID(7), number: 3, name: "Ben", address: "1 Road", placedAt: 0)
    var new = order
    new.number = 4
    let waiting = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: waiting)]))
    let placed = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start, events: [.orderPlaced(new)],
      leftOut: [
        LeftOut(.linesAdded([line]), .gone, name: "Milk"), LeftOut(.orderPlaced(order), .done),
      ])
    let theirs = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start, events: [renamed(item, "Soy milk")],
      unseen: [0])
    places.last += 2
    app.send(
      .journalAdvanced([
        Entry(position: places.last - 1, step: theirs), Entry(position: places.last, step: placed),
      ]))
    let number = "Your order 3 is number 4 now: an order of another machine came first."
    #expect(app.notice == number + " And 2 more. B shows all.")
    app.press("B")
    #expect(
      app.picker?.all.map(\.label) == [
        "Soy milk: the name", leaveAll, "What became of changes", number,
        "“Milk” was deleted meanwhile; it was not put in the cart.",
      ])
    app.perform(.down, .down, .open)
    #expect(app.dialog?.message == number)
  }

  @Test func `who is not at the screen is told after signing in, and not again`() throws {
    let accounts = ["Ann", "Ben"].enumerated().map { index, name in
      Account(
        id: Account.ID(UInt64(index) + 4), role: index == 0 ? .owner : .member, firstName: name,
        since: Day(number: 1))
    }
    place(
      TrolleyModel.Step(
        replica: other, number: 1, time: TestApp.start,
        events: [.useChanged(from: .personal, to: .household)]
          + accounts.map { .accountAdded($0) }))
    let line = CartLine(id: CartLine.ID(77), item: Item.ID(76), quantity: .one, rank: 1)
    let step = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start, author: accounts[1].author,
      events: [], leftOut: [LeftOut(.linesAdded([line]), .gone, name: "Milk")])
    var state = app.state
    let placed = [Entry(position: 9, step: step)]
    state.tellWhatWasLeftOut(placed, of: placed)
    var effects: [Effect] = []
    for account in accounts {
      #expect(effects.isEmpty)
      state.session.actor = .account(account.id)
      state.tellWhatWaitedForSignIn(&effects)
    }
    #expect(effects == [.settle([.told(9)])])
    state.tellWhatWaitedForSignIn(&effects)
    #expect(effects.count == 1)
  }

  @Test func `what the screen has shown is not kept to be told again`() {
    let line = CartLine(id: CartLine.ID(77), item: Item.ID(76), quantity: .one, rank: 1)
    func step(_ number: Int, _ leftOut: [LeftOut] = []) -> TrolleyModel.Step {
      TrolleyModel.Step(
        replica: ReplicaID(0x77), number: number, time: TestApp.start,
        events: [.settingChanged(.budget, from: "", to: "\(number)")], leftOut: leftOut)
    }
    let lost = LeftOut(.linesAdded([line]), .gone, name: "Milk")
    for number in 1...2 {
      app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step(number))]))
    }
    place(step(1, [lost]))
    #expect(app.notice.hasPrefix("“Milk” was deleted meanwhile"))
    #expect(app.effects.contains(.settle([.told(places.last)])))
    // The same of a later step is told, and stands in the list once.
    place(step(2, [lost]))
    #expect(app.effects.contains(.settle([.told(places.last)])))
    #expect(app.session.sharingNews.count == 1)
  }

  /// The order was told of after signing in; what it has was not, since there was nothing to say.
  @Test func `what an order has is not said to be left out once the order was told`() {
    let line = CartLine(id: CartLine.ID(77), item: Item.ID(76), quantity: .one, rank: 1)
    let order = Order(id: Order.ID(7), number: 3, name: "Ben", address: "1 Road", placedAt: 0)
    let steps = [
      TrolleyModel.Step(
        replica: ReplicaID(0x77), number: 1, time: TestApp.start, events: [],
        leftOut: [LeftOut(.linesPicked([line.id], true), .gone, name: "Milk")]),
      TrolleyModel.Step(
        replica: ReplicaID(0x77), number: 2, time: TestApp.start, events: [.orderPlaced(order)],
        leftOut: [LeftOut(.linesRemoved([line]), .done, name: "Milk")]),
    ]
    let placed = steps.enumerated().map { Entry(position: 9 + $0, step: $1) }
    var state = app.state
    state.tellWhatWasLeftOut([placed[0]], of: placed)
    #expect(state.session.sharingNews == [])
    state.tellWhatWasLeftOut([placed[0]], of: [placed[0]])
    #expect(state.session.sharingNews.count == 1)
  }

  private let leaveAll = "Leave everything as the others have it"

  @Test func `what comes later does not hide what weighs more`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    let line = CartLine(id: CartLine.ID(77), item: Item.ID(76), quantity: .one, rank: 1)
    let step = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    place(
      TrolleyModel.Step(
        replica: ReplicaID(0x77), number: 1, time: TestApp.start, events: [],
        leftOut: [LeftOut(.linesAdded([line]), .gone, name: "Milk")]))
    #expect(app.notice.hasPrefix("Soy milk: the name is Soy milk now"))
    #expect(app.notice.hasSuffix(" And 1 more. B shows all."))
  }

  @Test func `what was put in the cart while another machine deleted it is told and comes back`()
    throws
  {
    let item = try #require(Array(app.shared.items.all).first)
    let line = CartLine(
      id: CartLine.ID(7001), item: item.id, quantity: .one, rank: 900, addedBy: "")
    place(
      TrolleyModel.Step(
        replica: app.session.ids.replica, number: 902, time: TestApp.start,
        events: [.linesAdded([line])]))
    // The other machine had not seen the line.
    var now = app.shared
    let deletion = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start, events: [.itemsRemoved([item])])
    let planned = Replanner.play(deletion, on: &now).step
    #expect(planned.events == [.linesRemoved([line]), .itemsRemoved([item])])
    #expect(planned.unseen == [0])
    place(planned)
    #expect(text == "⇅ 1 conflict")
    #expect(
      app.notice.hasPrefix(
        "\(item.name), which you had put in the cart, was deleted by another machine."))
    app.press("B")
    #expect(app.shared.items[item.id]?.name == item.name)
    #expect(app.shared.carts.line(line.id)?.quantity == .one)
    #expect(text == "⇅")
  }

  @Test(arguments: [true, false])
  func `what was taken out and then deleted is named and comes back as a whole`(
    _ isRestarted: Bool
  ) throws {
    let item = try #require(Array(app.shared.items.all).first)
    let line = CartLine(
      id: CartLine.ID(7001), item: item.id, quantity: .one, rank: 900, addedBy: "")
    let own = TrolleyModel.Step(
      replica: app.session.ids.replica, number: 902, time: TestApp.start,
      events: [.linesAdded([line])])
    place(own)
    replace(.linesRemoved([line]), 1)
    // That the line is gone its author knew by then.
    let deletion = TrolleyModel.Step(
      replica: other, number: 2, time: TestApp.start, events: [.itemsRemoved([item])])
    #expect(deletion.isNotable)
    place(deletion)
    var conflicts = app.session.replacements
    if isRestarted {
      let taking = TrolleyModel.Step(
        replica: other, number: 1, time: TestApp.start, events: [.linesRemoved([line])],
        unseen: [0])
      conflicts = Replacements()
      conflicts.note(
        [
          .own(Entry(position: 1, step: own)), .unseen(Entry(position: 2, step: taking)),
          .unseen(Entry(position: 3, step: deletion)),
        ], in: app.shared)
    }
    #expect(
      conflicts.sentences(in: app.shared) == [
        "\(item.name), which you had put in the cart, was deleted by another machine."
      ])
    guard !isRestarted else { return }
    app.press("B")
    #expect(app.shared.items[item.id]?.name == item.name)
    #expect(app.shared.carts.line(line.id)?.quantity == .one)
    #expect(text == "⇅")
  }

  @Test func `a conflict does not hide that there is no connection`() throws {
    let item = try ownItem()
    replace(renamed(item, "Soy milk"), 1)
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    app.wait(milliseconds: 2000)
    #expect(text?.hasPrefix("⇅ offline since ") == true && text?.hasSuffix(", 1 conflict") == true)
    let step = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since ") == true)
    #expect(text?.hasSuffix(", 1 conflict") == true)
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
    app.send(.syncChanged(SyncStatus(link: .elsewhere(.online))))
    app.wait(milliseconds: 5000)
    #expect(text == "⇅")
    #expect(app.state.sharingInWords == "connected by another window")
    // What the other window cannot send is seen here, too, once that has lasted.
    let step = TrolleyModel.Step(
      replica: ReplicaID(0x77), number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    #expect(text == "⇅" && app.state.session.nextDeadline != nil)
    app.wait(milliseconds: 1500)
    #expect(text == "⇅ 1 waiting")
    place(step)
    #expect(text == "⇅")
  }

  @Test func `what the window that has the connection says of it all windows show`() {
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    let offline = SyncState.offline(since: TestApp.start, trouble)
    app.send(.syncChanged(SyncStatus(link: .elsewhere(offline))))
    app.wait(milliseconds: 1600)
    #expect(text?.hasPrefix("⇅ offline since ") == true)
    #expect(app.state.sharingInWords.hasPrefix("offline since "))
    let step = TrolleyModel.Step(
      replica: other, number: 1, time: TestApp.start,
      events: [.settingChanged(.budget, from: "", to: "5")])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: step)]))
    app.wait(milliseconds: 1600)
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since ") == true)
    // It takes the connection over, and has none either.
    app.send(.syncChanged(SyncStatus(link: offline)))
    #expect(text?.hasPrefix("⇅ 1 waiting, offline since ") == true)
    let removed = SyncTrouble(.notAllowed, "This machine was removed.")
    let refused = SyncState.offline(since: TestApp.start, removed)
    app.send(.syncChanged(SyncStatus(link: .elsewhere(refused))))
    #expect(text == "⇅ not let in" && app.notice == "This machine was removed.")
  }

  @Test func `what has to be done about a server from an old backup is said in full`() {
    let steps = "It was restored from a backup. Type trolley leave --anyway, then trolley share."
    let trouble = SyncTrouble(.behind, steps + " The others see SERVER.md.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    #expect(app.canvas.text.contains("It was restored") && app.canvas.text.contains("SERVER.md."))
    #expect(app.state.sentence(above: MachinesState()).text.hasSuffix(" The others see SERVER.md."))
  }

  @Test func whatOnlyAPersonCanMendIsShownAtOnce() {
    let trouble = SyncTrouble(.notAllowed, "This machine was removed.")
    app.send(.syncChanged(SyncStatus(link: .offline(since: TestApp.start, trouble))))
    #expect(text == "⇅ not let in")
    #expect(app.state.session.notice?.text == "This machine was removed.")
  }
}
