import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// What a person did on a machine that had not heard that the owner had removed that person.
@Suite struct RemovedPersonTests {
  private typealias Step = TrolleyModel.Step

  private let accounts = ["Ann", "Ben"].enumerated().map { index, name in
    Account(
      id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member, firstName: name,
      since: Day(number: 20_526))
  }

  private func step(_ person: Int, _ number: Int, _ events: [Event], _ role: StepRole = .change)
    -> Step
  {
    Step(
      replica: ReplicaID(person == 0 ? 9 : 7), number: number, time: 0,
      author: accounts[person].author, role: role, events: events)
  }

  private var line: CartLine {
    var line = CartLine(
      id: CartLine.ID(71), item: Item.ID(70), quantity: Quantity(2, .piece), rank: 1)
    line.cart = accounts[1].cart
    return line
  }

  private var order: Order {
    Order(
      id: Order.ID(30), number: 1, name: "Mrs Jones", address: "1 Road", placedAt: 0,
      placedBy: accounts[1].author)
  }

  private var ordered: Step {
    let sold = Order.Line(
      item: Item.ID(70), name: "Milk", category: "", quantity: Quantity(2, .piece), cost: nil)
    return step(
      1, 1, [.orderPlaced(order), .orderLinesAdded(order.id, [sold]), .linesRemoved([line])])
  }

  /// A list with two people, one of whom has milk in the cart, and what waits at that person's till.
  private func till(_ use: ListMode = .staff, waiting: [Step]) -> Replica {
    var state = SharedState()
    var line = line
    if use == .household { line.cart = .main }
    let past: [[Event]] = [
      [.shared], [.useChanged(from: .personal, to: use)] + accounts.map { .accountAdded($0) },
      [.itemsAdded([Item(id: Item.ID(70), name: "Milk")]), .linesAdded([line])],
    ]
    for (position, events) in past.enumerated() {
      state.play(Entry(position: position + 1, step: step(0, position + 1, events)))
    }
    return Replica(state, position: 3, waiting: waiting)
  }

  private func removal(at position: Int = 4) -> Entry {
    Entry(position: position, step: step(0, position, [.accountRemoved(accounts[1])]))
  }

  private func said(_ replica: Replica) -> [String] {
    replica.waiting.flatMap { LeftOutText.sentences(of: [$0.planned], in: replica.current) }
  }

  @Test(arguments: [ListMode.staff, .household])
  func `what was ordered stays an order, and nothing else of the person does`(_ use: ListMode) {
    let star = ItemFields.difference(
      Item(id: Item.ID(70), name: "Milk"), Item(id: Item.ID(70), name: "Oat milk"))
    var till = till(
      use,
      waiting: [ordered, step(1, 2, [.itemChanged(Item.ID(70), from: star.from, to: star.to)])])
    _ = till.confirm([removal()])
    #expect(till.current.orders.map(\.name) == ["Mrs Jones"])
    #expect(till.current.orders.first?.lines.map(\.name) == ["Milk"])
    #expect(till.current.orders.first?.placedBy == accounts[1].author)
    #expect(till.current.carts.line(line.id) == nil)
    #expect(till.current.items.all.map(\.name) == ["Milk"])
    #expect(said(till) == ["You have no account here; “Milk”: your change was not made."])
  }

  @Test func `an order that was taken back there as well is none`() {
    let undone = step(
      1, 2,
      [.linesAdded([line]), .orderLinesRemoved(order.id, []), .orderWithdrawn(order)],
      .undo(ordered.name))
    var till = till(waiting: [ordered, undone])
    _ = till.confirm([removal()])
    #expect(till.current.orders.isEmpty && till.current.carts.line(line.id) == nil)
  }

  @Test func `a removed person takes back no order of another one`() {
    var theirs = order
    theirs.placedBy = accounts[0].author
    var till = till(waiting: [step(1, 1, [.orderWithdrawn(theirs)])])
    _ = till.confirm([
      Entry(position: 4, step: step(0, 4, [.orderPlaced(theirs)])), removal(at: 5),
    ])
    #expect(till.current.orders.map(\.id) == [theirs.id])
  }

  @Test func `with an order nothing else slips in`() {
    let more = [Event.itemsAdded([Item(id: Item.ID(90), name: "Whisky")]), .orderPlaced(order)]
    var till = till(waiting: [step(1, 1, more)])
    _ = till.confirm([removal()])
    #expect(till.current.orders.count == 1 && till.current.items.all.map(\.name) == ["Milk"])
  }

  @Test func `the owner is told that it has come`() {
    var till = till(waiting: [ordered])
    _ = till.confirm([removal()])
    let placed = till.waiting[0].planned
    #expect(
      LeftOutText.news(forOwner: placed, in: till.current)?.text
        == "Order 1 by Ben, who has no account here, has arrived.")
    #expect(LeftOutText.news(forOwner: removal().step, in: till.current) == nil)
  }

  @Test(arguments: [ListMode.staff, .household])
  func `what the owner has to hear is kept for when the screen is opened`(_ use: ListMode) {
    var till = till(
      use, waiting: [ordered, step(1, 2, [.linesAdded([line])]), step(1, 3, [.itemsAdded([])])])
    _ = till.confirm([removal()])
    #expect(till.waiting.map(\.planned.isNotable) == [true, true, false])
  }

  /// A shop whose owner is at the screen, and Ben, who was removed.
  private func shop() throws -> (app: TestApp, ben: Account) {
    let app = TestApp(items: SampleItems.all)
    app.openShop()
    app.send(.syncChanged(SyncStatus(link: .online)))
    let ben = Account(
      id: Account.ID(77), role: .member, firstName: "Ben", lastName: "Jones",
      since: Day(number: 20_526))
    for (number, event) in [Event.accountAdded(ben), .accountRemoved(ben)].enumerated() {
      app.send(
        .journalAdvanced([
          Entry(
            position: 1_000_000 + number,
            step: Step(
              replica: ReplicaID(9), number: 80 + number, time: 0,
              author: app.session.author, events: [event]))
        ]))
    }
    return (app, ben)
  }

  /// What Ben's till sends when it hears of it.
  private func late(_ ben: Account) -> Entry {
    Entry(
      position: 1_000_010,
      step: Step(
        replica: ReplicaID(7), number: 1, time: 0, author: ben.author, events: [],
        leftOut: [LeftOut(.linesAdded([line]), .notAllowed, name: "Milk")]))
  }

  private let told = "A change by Ben Jones, who has no account here, was not made: “Milk”."

  @Test func `the owner is told once that changes were left out with their author`() throws {
    let (app, ben) = try shop()
    app.send(.journalAdvanced([late(ben)]))
    #expect(app.notice == told)
    #expect(app.effects.contains(.settle([late(ben).wholeStep])))
    app.press("B")
    #expect(app.picker?.all.map(\.label) == [told])
  }

  @Test func `so is an owner at the very machine`() throws {
    let (app, ben) = try shop()
    let step = late(ben).step
    let made = Step(
      replica: step.replica, number: step.number, time: 0, author: ben.author,
      events: [.linesAdded([line])])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: made)]))
    app.send(.journalAdvanced([late(ben)]))
    #expect(app.picker == nil && app.session.toldNews.map(\.text).contains(told))
  }

  @Test func `an owner who comes later is told then`() throws {
    let (app, ben) = try shop()
    app.press("L")
    app.send(.journalAdvanced([late(ben)]))
    #expect(app.notice.isEmpty && !app.effects.contains(.settle([late(ben).wholeStep])))
    app.signIn("739154")
    #expect(app.notice == told)
  }

  @Test func `an owner who had no screen open is told at the next start`() throws {
    let (app, ben) = try shop()
    let notes = [SharingNote.unseen(late(ben))]
    let settled = notes + [.settled(late(ben).wholeStep)]
    app.send(.sharingNotesRead(settled))
    #expect(app.notice != told)
    app.send(.sharingNotesRead(notes))
    #expect(app.notice == told)
    var replacements = Replacements()
    replacements.note(notes, in: app.shared)
    #expect(replacements.newsOfOthers(for: nil, in: app.shared).map(\.news.text) == [told])
  }

  @Test func `what a person did before the removal is no news`() throws {
    let (app, ben) = try shop()
    var theirs = order
    theirs.placedBy = ben.author
    func ordered(at position: Int, unseen: Set<Int> = []) -> Entry {
      Entry(
        position: position,
        step: Step(
          replica: ReplicaID(7), number: position, time: 0, author: ben.author,
          events: [.orderPlaced(theirs)], unseen: unseen))
    }
    var replacements = Replacements()
    func told() -> [String] { replacements.newsOfOthers(for: nil, in: app.shared).map(\.news.text) }
    // As on a machine that noted it long ago, and as it arrives together with the removal.
    replacements.note(own: ordered(at: 1), in: app.shared)
    replacements.note(Entry(position: 2, step: late(ben).step), in: app.shared)
    let removal = Step(
      replica: ReplicaID(9), number: 81, time: 0, author: app.session.author,
      events: [.accountRemoved(ben)])
    #expect(removal.isNotable)
    replacements.note(Entry(position: 3, step: removal), in: app.shared)
    replacements.note(ordered(at: 2, unseen: [0]), in: app.shared)
    #expect(told().isEmpty)
    replacements.note(ordered(at: 4, unseen: [0]), in: app.shared)
    #expect(told() == ["Order 1 by Ben Jones, who has no account here, has arrived."])
  }

  // MARK: Who was not registered

  private let leo = Account(
    id: Account.ID(88), firstName: "Leo", lastName: "Park", since: Day(number: 20_526))

  private var max: Account {
    Account(id: Account.ID(89), firstName: "Max", lastName: "Park", since: Day(number: 20_526))
  }

  private let refused =
    "Leo Park was not registered: another machine had the same last name first. "
    + "Register again with another one."

  @Test func `the order of an employee who could not be registered arrives`() {
    let adding = Step(
      replica: ReplicaID(7), number: 1, time: 0, events: [.accountAdded(leo)])
    var line = CartLine(
      id: CartLine.ID(72), item: Item.ID(70), quantity: Quantity(2, .piece), rank: 2)
    line.cart = leo.cart
    var order = order
    order = Order(
      id: order.id, number: 1, name: "Mrs Jones", address: "1 Road", placedAt: 0,
      placedBy: leo.author)
    let put = Step(
      replica: ReplicaID(7), number: 2, time: 0, author: leo.author,
      events: [.linesAdded([line])])
    let ordering = Step(
      replica: ReplicaID(7), number: 3, time: 0, author: leo.author,
      events: [.orderPlaced(order), .linesRemoved([line])])
    var till = till(waiting: [adding, put, ordering])
    #expect(till.current.orders.count == 1 && till.current.formerNames.isEmpty)
    let first = Entry(position: 4, step: step(0, 4, [.accountAdded(max)]))
    _ = till.confirm([first])
    #expect(till.current.orders.map(\.placedBy) == [leo.author])
    #expect(till.current.nameAtThatTime(of: leo.author) == "Leo Park")
    let planned = till.waiting.map(\.planned)
    #expect(
      said(till) == [refused, "You have no account here; “Milk”: your 2 were not put in the cart."])
    #expect(
      planned.map { LeftOutText.news(forOwner: $0, in: till.current)?.text } == [
        refused, "A change by Leo Park, who has no account here, was not made: “Milk”.",
        "Order 1 by Leo Park, who has no account here, has arrived.",
      ])
    #expect(planned.map(\.isNotable) == [true, true, true])
    // The same once the steps have their places.
    var other = self.till(waiting: [])
    let entries = [first] + planned.enumerated().map { Entry(position: 5 + $0, step: $1) }
    _ = other.confirm(entries)
    _ = till.confirm(Array(entries.dropFirst()))
    #expect(till.current == other.current)
    // On the sign-in screen, and by a verb without a sign-in; the owner hears of it besides.
    let owner = Actor.account(accounts[0].id)
    #expect(planned.allSatisfy { $0.isAbout(.signedOut, in: other.current) })
    #expect(!planned.contains { $0.isAbout(owner, in: other.current) })
  }

  /// A shop without anyone signed in, where Leo has registered before the server was there.
  private func shopWithLeo() throws -> (app: TestApp, placed: [Entry]) {
    let (app, _) = try shop()
    app.press("L")
    let adding = Step(
      replica: app.session.ids.replica, number: 901, time: 0, events: [.accountAdded(leo)])
    app.send(.journalAdvanced([Entry(position: Entry.waiting, step: adding)]))
    let theirs = Step(
      replica: ReplicaID(9), number: 90, time: 0, author: "", events: [.accountAdded(max)])
    let left = Step(
      replica: adding.replica, number: 901, time: 0, events: [],
      leftOut: [LeftOut(.accountAdded(leo), .changed)])
    return (
      app,
      [Entry(position: 1_000_010, step: theirs), Entry(position: 1_000_011, step: left)]
    )
  }

  @Test func `that someone was not registered is said on the sign-in screen, and to the owner`()
    throws
  {
    let (app, placed) = try shopWithLeo()
    app.send(.journalAdvanced(placed))
    #expect(app.session.signIn.message == refused && app.session.signIn.isWrong)
    #expect(app.effects.contains(.settle([.told(1_000_011)])))
    app.signIn("739154")
    #expect(app.notice == refused)
    app.press("B")
    #expect(app.picker?.title == "What became of changes")
    #expect(app.picker?.all.map(\.label) == [refused])
  }

  @Test func `with another one at the screen it is said once that one has gone`() throws {
    let (app, placed) = try shopWithLeo()
    app.signIn("739154")
    app.send(.journalAdvanced(placed))
    #expect(app.notice == refused)
    app.press("L")
    #expect(app.session.signIn.message == refused)
    app.press("1", "backspace")
    #expect(app.session.signIn.message.isEmpty)
  }

  @Test func `the same cart ordered on two machines is said to both`() {
    var till = till(.household, waiting: [ordered])
    var theirs = order
    theirs = Order(
      id: Order.ID(31), number: 1, name: "Mr Smith", address: "1 Road", placedAt: 0,
      placedBy: accounts[0].author)
    var gone = line
    gone.cart = .main
    _ = till.confirm([
      Entry(position: 4, step: step(0, 4, [.orderPlaced(theirs), .linesRemoved([gone])]))
    ])
    #expect(till.current.orders.count == 2)
    let sentence =
      "“Milk” was ordered by Ann on another machine as well: there is more than one order of the same."
    #expect(said(till).contains(sentence))
    let planned = till.waiting.map(\.planned)
    let news = LeftOutText.news(of: planned, waiting: [], in: till.current).flatMap(\.self)
    #expect(news.count > 1 && news.inOrderOfWeight.first?.text == sentence)
    #expect(
      LeftOutText.news(ofOrderedTwice: till.waiting[0].planned, for: accounts[0].author)
        == "Order 2 of another machine has the same as an order of yours: “Milk”.")
    #expect(LeftOutText.news(ofOrderedTwice: till.waiting[0].planned, for: "") == nil)
  }

  @Test func `a person whose order was made twice while signed out is told at the next sign-in`()
    throws
  {
    let (app, ben) = try shop()
    let ann = app.session.author
    app.press("L")
    var order = order
    order.placedBy = ben.author
    let step = Step(
      replica: ReplicaID(7), number: 1, time: 0, author: ben.author, events: [.orderPlaced(order)],
      leftOut: [LeftOut(.linesRemoved([line]), .ordered, name: "Milk", other: ann)])
    app.send(.journalAdvanced([Entry(position: 1_000_010, step: step)]))
    app.signIn("739154")
    let sentence = "Order 1 of another machine has the same as an order of yours: “Milk”."
    #expect(app.notice.hasPrefix(sentence), "\(app.notice)")
    app.press("B")
    #expect(app.picker?.all.map(\.label).contains(sentence) == true)
  }
}
