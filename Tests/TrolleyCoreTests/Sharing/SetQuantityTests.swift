import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// Two people who set the quantity of one thing without hearing of each other do not add them up; what
/// they add does.
@Suite struct SetQuantityTests {
  private typealias Step = TrolleyModel.Step

  private let milk = Item(id: Item.ID(1), name: "Milk")
  private let line = CartLine(id: CartLine.ID(2), item: Item.ID(1), quantity: .one, rank: 1)

  private func begin() -> SharedState {
    var state = SharedState()
    for event in [Event.seeded, .itemsAdded([milk]), .linesAdded([line])] {
      var touches: [SharedState.Touch] = []
      state.apply(event, touches: &touches)
    }
    return state
  }

  /// A step as it is planned on a state.
  private func step(_ run: UInt64, _ change: Change, on state: SharedState) throws -> Step {
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(run)), now: 0)
    return Step(
      replica: ReplicaID(run), number: 1, time: 0, events: try planner.plan(change))
  }

  private func amount(_ state: SharedState) -> String? { state.carts.line(line.id)?.quantity.text }

  @Test func `of two quantities that were set, the later one holds and is marked`() throws {
    var state = begin()
    let two = try step(7, .setQuantity(line.id, Quantity(2, .piece)), on: state)
    let three = try step(9, .setQuantity(line.id, Quantity(3, .piece)), on: state)
    let first = Replanner.play(two, on: &state).step
    #expect(first.unseen.isEmpty && amount(state) == "2")
    let second = Replanner.play(three, on: &state).step
    #expect(amount(state) == "3")
    #expect(second.unseen == [0] && second.leftOut.isEmpty)
    // The same quantity twice is nothing to be told.
    let again = Replanner.play(three, on: &state).step
    #expect(amount(state) == "3" && again.events.isEmpty && again.unseen.isEmpty)
  }

  @Test func `of two quantities in different kinds of units the later one holds and is marked`()
    throws
  {
    let start = begin()
    let litres = try step(7, .setQuantity(line.id, Quantity(2, .litre)), on: start)
    let pieces = try step(9, .setQuantity(line.id, Quantity(3, .piece)), on: start)
    for (first, second, holds) in [(litres, pieces, "3"), (pieces, litres, "2 l")] {
      var state = start
      _ = Replanner.play(first, on: &state)
      let later = Replanner.play(second, on: &state).step
      #expect(amount(state) == holds)
      #expect(later.unseen == [0] && later.leftOut.isEmpty, "\(holds)")
    }
  }

  @Test func `the same amount in another unit is nothing to be told`() throws {
    var state = begin()
    let kilo = try step(7, .setQuantity(line.id, Quantity(1, .kilogram)), on: state)
    _ = Replanner.play(kilo, on: &state)
    let change = Event.quantityChanged(
      line.id, by: Quantity(-1000, .gram), was: .gram, becomes: .gram, set: Quantity(1000, .gram))
    let grams = Step(replica: ReplicaID(9), number: 1, time: 0, events: [change])
    let later = Replanner.play(grams, on: &state).step
    #expect(amount(state) == "1000 g" && later.unseen.isEmpty)
  }

  @Test func `a quantity that was typed into the form is set, too`() throws {
    let state = begin()
    var draft = ItemDraft()
    draft.quantity = "5"
    let events = try step(7, .edit(milk.id, draft), on: state).events
    guard case .quantityChanged(_, _, _, _, let set)? = events.first else {
      return #expect(Bool(false), "\(events)")
    }
    #expect(set == Quantity(5, .piece))
  }

  @Test func `what two people add adds up, also to a quantity that was set`() throws {
    var state = begin()
    let more = try step(7, .stepLines([line.id], up: true), on: state)
    let again = try step(9, .putInCart(milk.id, Quantity(4, .piece)), on: state)
    let set = try step(11, .setQuantity(line.id, Quantity(2, .piece)), on: state)
    _ = Replanner.play(set, on: &state)
    _ = Replanner.play(more, on: &state)
    let last = Replanner.play(again, on: &state).step
    #expect(amount(state) == "7" && last.unseen.isEmpty)
  }

  @Test func `a quantity of a line that is part of another one by now is what it brings along`()
    throws
  {
    var state = begin()
    let other = CartLine(id: CartLine.ID(3), item: milk.id, quantity: .one, rank: 2)
    let own = Step(
      replica: ReplicaID(7), number: 1, time: 0,
      events: [
        .linesAdded([other]),
        .quantityChanged(
          other.id, by: Quantity(2, .piece), was: .piece, becomes: .piece, set: Quantity(3, .piece)),
      ])
    _ = Replanner.play(own, on: &state)
    #expect(amount(state) == "4")
  }

  @Test func `the author of the earlier one is told, and one key puts it back`() throws {
    let app = TestApp()
    app.send(.syncChanged(SyncStatus(link: .online)))
    app.press("space")
    let line = try #require(Array(app.shared.cart.lines).first)
    let name = try #require(app.shared.items[line.item]?.name)
    let own = Event.quantityChanged(
      line.id, by: .one, was: .piece, becomes: .piece, set: Quantity(2, .piece))
    let theirs = Event.quantityChanged(
      line.id, by: .one, was: .piece, becomes: .piece, set: Quantity(3, .piece))
    for (number, run, event, unseen) in [
      (1, app.session.ids.replica, own, Set<Int>()), (2, ReplicaID(0x1234), theirs, [0]),
    ] {
      let step = Step(
        replica: run, number: 900 + number, time: TestApp.start, events: [event], unseen: unseen)
      app.send(.journalAdvanced([Entry(position: 1_000_000 + number, step: step)]))
    }
    #expect(
      app.notice == "\(name): the quantity is 3 now, yours was 2 (another machine)."
        + " B puts yours back.")
    app.press("B")
    #expect(Array(app.shared.cart.lines).first?.quantity == Quantity(2, .piece))
  }
}
