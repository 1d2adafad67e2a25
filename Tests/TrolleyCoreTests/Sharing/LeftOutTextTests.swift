import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What an author is told of changes that could not be made: exactly that, and in good English.
@Suite struct LeftOutTextTests {
  private let items = Array(SampleItems.all.prefix(2))

  private func line(_ id: UInt64, _ item: Item, _ quantity: Quantity) -> CartLine {
    CartLine(id: CartLine.ID(id), item: item.id, quantity: quantity, rank: Int(id))
  }

  /// The list with both items in the cart, two of each.
  private func state() -> SharedState {
    var state = SharedState()
    apply(
      [.itemsAdded(items), .linesAdded(items.enumerated().map { line(UInt64($0 + 70), $1, two) })],
      to: &state)
    return state
  }

  private let two = Quantity(2, .piece)

  private func apply(_ events: [Event], to state: inout SharedState) {
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
  }

  /// What is said of a step of these events when `others` have come in between.
  private func said(of events: [Event], after others: [Event]) -> [String] {
    var state = state()
    var meanwhile = Replanner.Meanwhile()
    var touches: [SharedState.Touch] = []
    for event in others { state.apply(event, touches: &touches) }
    let other = TrolleyModel.Step(replica: ReplicaID(8), number: 1, time: 0, events: others)
    meanwhile.note(touches, of: other, in: state)
    let step = TrolleyModel.Step(replica: ReplicaID(7), number: 1, time: 0, events: events)
    let planned = Replanner.play(step, on: &state, meanwhile: meanwhile).step
    return LeftOutText.sentences(of: [planned], in: state)
  }

  private func deleted(_ events: [Event]) -> [String] {
    said(of: events, after: [.itemsRemoved([items[0]])])
  }

  private var name: String { "“\(items[0].name)”" }

  /// Thousands may wait on a machine that is offline, and each change that is saved comes by here.
  @Test func `what waits is looked at only for steps of which something was left out`() {
    let whole = TrolleyModel.Step(replica: ReplicaID(7), number: 1, time: 0, events: [])
    let cut = TrolleyModel.Step(
      replica: ReplicaID(7), number: 2, time: 0, events: [],
      leftOut: [LeftOut(.itemsRemoved([items[0]]), .gone)])
    let waiting = CountedSteps(steps: [whole, whole, whole])
    _ = LeftOutText.news(of: [whole, whole], waiting: waiting, in: state())
    #expect(waiting.looks.count == 0)
    _ = LeftOutText.news(of: [whole, cut], waiting: waiting, in: state())
    #expect(waiting.looks.count == 3)
  }

  @Test func `a quantity that was not changed is not called pieces that were not added`() {
    func changed(_ by: Int) -> [String] {
      deleted([
        .quantityChanged(
          CartLine.ID(70), by: Quantity(by, .piece), was: .piece, becomes: .piece)
      ])
    }
    #expect(changed(5) == ["\(name) was deleted meanwhile; its quantity was not raised by 5."])
    #expect(changed(1) == ["\(name) was deleted meanwhile; its quantity was not raised by 1."])
    #expect(changed(-1) == ["\(name) was deleted meanwhile; its quantity was not lowered by 1."])
  }

  @Test func `a quantity in another unit is one change, though it takes two events`() {
    let old = line(70, items[0], two)
    var new = old
    new.quantity = Quantity(5, .kilogram)
    #expect(
      deleted([.linesRemoved([old]), .linesAdded([new])])
        == ["\(name) was deleted meanwhile; its quantity was not changed to 5 kg."])
  }

  @Test(arguments: [
    (Quantity.one, "it was not put in the cart"),
    (Quantity(5, .piece), "your 5 were not put in the cart"),
    (Quantity(1, .kilogram), "your 1 kg was not put in the cart"),
    (Quantity(thousandths: 500, unit: .litre), "your 0.5 l was not put in the cart"),
  ]) func `what was put in the cart is one or many`(_ quantity: Quantity, _ loss: String) {
    let new = line(80, items[0], quantity)
    #expect(deleted([.linesAdded([new])]) == ["\(name) was deleted meanwhile; \(loss)."])
  }

  @Test func `what was ordered meanwhile is said to be ordered`() {
    let order = Order(id: Order.ID(1), number: 1, name: "Ben", address: "1 Road", placedAt: 0)
    let more = Event.quantityChanged(
      CartLine.ID(70), by: Quantity(3, .piece), was: .piece, becomes: .piece)
    #expect(
      said(
        of: [more], after: [.orderPlaced(order), .linesRemoved([line(70, items[0], two)])])
        == ["\(name) was ordered meanwhile; its quantity was not raised by 3."])
  }

  /// Five were ordered, so it would be wrong to say that they were not.
  @Test func `what a later order has is not said to be left out`() {
    var state = state()
    var meanwhile = Replanner.Meanwhile()
    var touches: [SharedState.Touch] = []
    func order(_ id: UInt64, _ number: Int) -> Event {
      .orderPlaced(
        Order(id: Order.ID(id), number: number, name: "Ben", address: "1 Road", placedAt: 0))
    }
    let theirs = TrolleyModel.Step(
      replica: ReplicaID(8), number: 1, time: 0,
      events: [order(1, 1), .linesRemoved([line(70, items[0], two)])])
    for event in theirs.events { state.apply(event, touches: &touches) }
    meanwhile.note(touches, of: theirs, in: state)
    let five = Quantity(5, .piece)
    let mine: [[Event]] = [
      [.linesPicked([CartLine.ID(70)], true)],
      [
        .quantityChanged(
          CartLine.ID(70), by: Quantity(3, .piece), was: .piece, becomes: .piece, set: five)
      ],
      [order(2, 1), .linesRemoved([line(70, items[0], five)])],
    ]
    let steps = mine.enumerated().map { at, events in
      Replanner.play(
        TrolleyModel.Step(replica: ReplicaID(7), number: at + 1, time: 0, events: events),
        on: &state, meanwhile: meanwhile
      ).step
    }
    let all = LeftOutText.sentences(of: steps, in: state)
    #expect(all.count == 2 && all.allSatisfy { !$0.contains("not ") }, "\(all)")
    // The order may get its place later than the rest.
    #expect(LeftOutText.sentences(of: Array(steps.prefix(2)), waiting: [steps[2]], in: state) == [])
    // Or the order alone was told before.
    #expect(LeftOutText.sentences(of: steps, in: state) { !$0.isOrder } == [])
    #expect(
      LeftOutText.sentences(of: Array(steps.prefix(2)), in: state).last
        == "\(name) was ordered meanwhile; its quantity was not changed to 5.")
  }

  @Test func `what was made all the same is named, and not counted as not made`() {
    func said(_ count: Int) -> [String] {
      let order = Order(id: Order.ID(1), number: 1, name: "Ben", address: "1 Road", placedAt: 0)
      let left = (1...count).map { number in
        LeftOut(
          .linesRemoved([line(UInt64(number), items[0], two)]), .ordered, name: "Tea \(number)")
      }
      let step = TrolleyModel.Step(
        replica: ReplicaID(7), number: 1, time: 0, events: [.orderPlaced(order)], leftOut: left)
      return LeftOutText.sentences(of: [step], in: state())
    }
    let end = "was ordered on another machine as well: there is more than one order of the same."
    #expect(said(10) == (1...10).map { "“Tea \($0)” \(end)" })
    #expect(said(11).count == 10 && said(11).last == "2 more remarks are not shown.")
  }

  @Test func `what was ordered twice is said with the numbers of both orders`() {
    func order(_ number: Int) -> Order {
      Order(
        id: Order.ID(UInt64(number)), number: number, name: "Ben", address: "1 Road", placedAt: 0,
        lines: [
          Order.Line(item: items[0].id, name: "Tea", category: "", quantity: .one, cost: nil)
        ])
    }
    var state = state()
    var touches: [SharedState.Touch] = []
    for number in 1...3 { state.apply(.orderPlaced(order(number)), touches: &touches) }
    let step = TrolleyModel.Step(
      replica: ReplicaID(7), number: 1, time: 0, events: [.orderPlaced(order(2))],
      leftOut: [LeftOut(.linesRemoved([line(1, items[0], two)]), .ordered, name: "Tea")])
    #expect(
      LeftOutText.sentences(of: [step], in: state) == [
        "“Tea” was ordered on another machine as well: in order 1, and in your order 2."
      ])
  }

  @Test func `only what was ordered twice is counted so`() {
    let order = { (id: UInt64) in
      Event.orderPlaced(
        Order(id: Order.ID(id), number: 1, name: "Ben", address: "1 Road", placedAt: 0))
    }
    var state = state()
    var meanwhile = Replanner.Meanwhile()
    let (a, b) = (line(70, items[0], two), line(71, items[1], two))
    for (at, events) in [[Event.linesRemoved([a])], [order(1), .linesRemoved([b])]].enumerated() {
      var touches: [SharedState.Touch] = []
      for event in events { state.apply(event, touches: &touches) }
      let step = TrolleyModel.Step(
        replica: ReplicaID(8), number: at + 1, time: 0, events: events)
      meanwhile.note(touches, of: step, in: state)
    }
    let step = TrolleyModel.Step(
      replica: ReplicaID(7), number: 1, time: 0, events: [order(2), .linesRemoved([a, b])])
    let planned = Replanner.play(step, on: &state, meanwhile: meanwhile).step
    let twice = LeftOutText.sentences(of: [planned], in: state).first { $0.contains("as well") }
    #expect(
      twice == "“\(items[1].name)” was ordered on another machine as well: "
        + "there is more than one order of the same.")
    #expect(
      LeftOutText.news(ofOrderedTwice: planned, for: "")
        == "Order 2 has the same as an earlier order: “\(items[1].name)”.")
  }

  @Test func `an order that is taken back gives back what it took of a line, once`() throws {
    let order = Event.orderPlaced(
      Order(id: Order.ID(1), number: 1, name: "Ben", address: "1 Road", placedAt: 0))
    var state = state()
    let mine = line(70, items[0], two)
    var touches: [SharedState.Touch] = []
    // Three more were wanted before the order got its place.
    state.apply(
      .quantityChanged(mine.id, by: Quantity(3), was: .piece, becomes: .piece), touches: &touches)
    func quantity() -> Quantity? { state.carts.line(mine.id)?.quantity }
    #expect(quantity() == Quantity(5))
    func play(_ number: Int, _ role: StepRole, _ events: [Event]) -> TrolleyModel.Step {
      let step = TrolleyModel.Step(
        replica: ReplicaID(7), number: number, time: 0, role: role, events: events)
      return Replanner.play(step, on: &state).step
    }
    _ = play(1, .change, [order, .linesRemoved([mine])])
    #expect(quantity() == Quantity(3))
    let undo = [Event.linesAdded([mine]), try #require(order.inverse)]
    for number in 2...3 {
      _ = play(number, .undo(.name(ReplicaID(7), 1)), undo)
      #expect(quantity() == Quantity(5) && state.orders.isEmpty)
    }
  }

  @Test func `what is dropped with its author's account is named`() {
    var state = state()
    let owner = Account(
      id: Account.ID(1), role: .owner, firstName: "Ann", since: Day(number: 20_526))
    let ben = Account(
      id: Account.ID(2), role: .member, firstName: "Ben", since: Day(number: 20_526))
    apply(
      [
        .useChanged(from: .personal, to: .household), .accountAdded(owner), .accountAdded(ben),
        .accountRemoved(ben),
      ], to: &state)
    let tea = Item(id: Item.ID(500), name: "Tea")
    let step = TrolleyModel.Step(
      replica: ReplicaID(7), number: 1, time: 0, author: ben.author,
      events: [.itemsAdded([tea]), .linesAdded([line(80, tea, two)])])
    let planned = Replanner.play(step, on: &state).step
    #expect(
      LeftOutText.sentences(of: [planned], in: state)
        == ["You have no account here; “Tea”: it was not added."])
  }

  @Test func `an account whose address was taken is not said to be removed`() {
    var state = state()
    func account(_ id: UInt64, _ name: String, _ email: String) -> Account {
      Account(
        id: Account.ID(id), role: .member, firstName: name, email: email, since: Day(number: 20_526)
      )
    }
    let cleo = account(3, "Cleo", "C@home.example")
    apply(
      [
        .useChanged(from: .personal, to: .household),
        .accountAdded(account(1, "Ann", "a@home.example")),
        .accountAdded(account(2, "Clea", "c@home.example")),
      ], to: &state)
    let tea = Item(id: Item.ID(500), name: "Tea")
    let steps: [[Event]] = [[.accountAdded(cleo)], [.itemsAdded([tea])]]
    let said = steps.enumerated().flatMap { index, events in
      let step = TrolleyModel.Step(
        replica: ReplicaID(7), number: index + 1, time: 0, author: cleo.author, events: events)
      return LeftOutText.sentences(of: [Replanner.play(step, on: &state).step], in: state)
    }
    #expect(
      said == [
        "Cleo was not registered: another machine had the same e-mail address first. "
          + "Register again with another one.",
        "You have no account here; “Tea”: it was not added.",
      ])
  }

  @Test func `a store that was deleted meanwhile is not the one that one is in`() {
    let store = Store(id: Store.ID(5), name: "Aldi")
    let chosen = [Event.settingChanged(.currentStore, from: "", to: "Aldi")]
    #expect(said(of: chosen, after: [.storeAdded(store)]) == [])
    #expect(
      said(of: chosen, after: [.storeAdded(store), .storeRemoved(store)])
        == ["There is no store “Aldi” here any more; your change was not made."])
  }

  @Test func `several things are counted`() {
    let both: [CartLine.ID] = [CartLine.ID(70), CartLine.ID(71)]
    let new = items.enumerated().map { line(UInt64($0 + 80), $1, .one) }
    let gone: [Event] = [.itemsRemoved(items)]
    let start = "\(name) and 1 other were deleted meanwhile; "
    #expect(
      said(of: [.linesAdded(new)], after: gone)
        == [start + "your 2 things were not put in the cart."])
    #expect(
      said(of: [.linesPicked(both, true)], after: gone) == [start + "your 2 ticks were not made."])
    let lines = both.compactMap { state().carts.line($0) }
    #expect(
      said(of: [.linesPicked([both[0]], true)], after: [.linesRemoved(lines)])
        == ["\(name) is not in the cart any more; your tick was not made."])
  }
}

/// Steps that count how often one of them is looked at.
private struct CountedSteps: BidirectionalCollection {
  final class Looks { var count = 0 }

  let steps: [TrolleyModel.Step]
  let looks = Looks()

  var startIndex: Int { steps.startIndex }
  var endIndex: Int { steps.endIndex }
  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }
  subscript(index: Int) -> TrolleyModel.Step {
    looks.count += 1
    return steps[index]
  }
}
