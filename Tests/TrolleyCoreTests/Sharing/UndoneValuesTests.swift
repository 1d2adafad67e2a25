import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What is done and taken back on a machine without a network loses nothing of what others did.
@Suite struct UndoneValuesTests {
  private typealias Step = TrolleyModel.Step

  private let milk = Item(
    id: Item.ID(1), name: "Milk", price: Money(minorUnits: 100, currency: .usd))
  private let line = CartLine(id: CartLine.ID(2), item: Item.ID(1), quantity: .one, rank: 1)

  private func begin() -> SharedState {
    var state = SharedState()
    state.note(Entry(position: 1, step: step(1, 1, [.shared])))
    for event in [Event.seeded, .itemsAdded([milk]), .linesAdded([line])] {
      var touches: [SharedState.Touch] = []
      state.apply(event, touches: &touches)
    }
    return state
  }

  private func step(
    _ run: UInt64, _ number: Int, _ events: [Event], _ role: StepRole = .change
  ) -> Step {
    Step(replica: ReplicaID(run), number: number, time: 0, role: role, events: events)
  }

  /// A machine on which a change was made and taken back.
  private func machine(_ change: Change) throws -> Replica {
    let state = begin()
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 0)
    let deed = step(7, 1, try planner.plan(change))
    var replica = Replica(state, position: 1, waiting: [deed])
    let undo = try UndoPlanner(
      .undo, Entry(position: Entry.waiting, step: deed), in: replica.current)
    _ = replica.enqueue([step(7, 2, undo.events, .undo(deed.name))])
    #expect(replica.current.items.all.map(\.name) == ["Milk"])
    return replica
  }

  private func planned(_ run: UInt64, _ change: Change) throws -> [Event] {
    var planner = Planner(state: begin(), ids: IdentifierSource(replica: ReplicaID(run)), now: 0)
    return try planner.plan(change)
  }

  @Test func `a thing that is deleted again takes along what was put in the cart since`() throws {
    var state = begin()
    let deed = step(7, 1, [.itemsRemoved([milk])])
    let undo = step(7, 2, [.itemsAdded([milk])], .undo(deed.name))
    let subject = UndoSubject(Entry(position: 2, step: deed), undo: undo)
    let redo = try UndoPlanner(.redo, subject, in: state).events
    #expect(redo == [.linesRemoved([line]), .itemsRemoved([milk])])
    #expect(
      Replanner.play(step(7, 3, redo, .redo(deed.name)), on: &state).step.events == redo)
  }

  @Test func `a budget that is set again is one in the currency of now`() throws {
    var state = begin()
    let deed = step(7, 1, [.settingChanged(.budget, from: "", to: "12.00")])
    let undo = step(7, 2, [.settingChanged(.budget, from: "12.00", to: "")], .undo(deed.name))
    var touches: [SharedState.Touch] = []
    state.apply(.settingChanged(.currency, from: "USD", to: "JPY"), touches: &touches)
    let subject = UndoSubject(Entry(position: 2, step: deed), undo: undo)
    let redo = try UndoPlanner(.redo, subject, in: state).events
    #expect(redo == [.settingChanged(.budget, from: "", to: "12")])
    #expect(
      Replanner.play(step(7, 3, redo, .redo(deed.name)), on: &state).step.events == redo)
    #expect(state.budget?.decimal == "12" && state.currency.code == "JPY")
  }

  private func edit(price: String) -> Change {
    var draft = ItemDraft()
    draft.price = price
    return .edit(milk.id, draft)
  }

  /// The change of another machine gets its place first.
  private func after(_ other: Change, _ change: Change) throws -> SharedState {
    var replica = try machine(change)
    _ = replica.confirm([Entry(position: 2, step: step(9, 1, try planned(9, other)))])
    let whole = replica.current
    // The same if the steps get their places one after the other.
    for position in 3...4 {
      let next = try #require(replica.waiting.first).planned
      _ = replica.confirm([Entry(position: position, step: next)])
    }
    #expect(replica.waiting.isEmpty && replica.current.carts == whole.carts)
    return replica.current
  }

  private func quantity(_ state: SharedState) -> String? {
    state.carts.line(line.id)?.quantity.text
  }

  @Test func `a quantity that others set survives a line that was taken out and put back`() throws {
    let five = Change.setQuantity(line.id, Quantity(5, .piece))
    #expect(quantity(try after(five, .clearCart)) == "5")
    #expect(quantity(try after(five, .setQuantity(line.id, Quantity(3, .piece)))) == "5")
    #expect(quantity(try after(five, .delete([milk.id]))) == "5")
  }

  @Test func `an item that others changed comes back as they left it`() throws {
    for change in [Change.delete([milk.id]), edit(price: "2")] {
      let item = try after(edit(price: "7"), change).items[milk.id]
      #expect(item?.price == Money(minorUnits: 700, currency: .usd))
    }
  }

  @Test func `a value that others had set as well stays theirs`() throws {
    var draft = ItemDraft()
    (draft.price, draft.category) = ("7", "Dairy")
    let item = try after(edit(price: "7"), .edit(milk.id, draft)).items[milk.id]
    #expect(item?.price == Money(minorUnits: 700, currency: .usd) && item?.category == "")
  }

  @Test func `what others put in the cart comes back with a deleted item`() throws {
    var replica = try machine(.delete([milk.id]))
    let two = CartLine(id: CartLine.ID(8), item: milk.id, quantity: Quantity(2, .kilogram), rank: 9)
    _ = replica.confirm([Entry(position: 2, step: step(9, 1, [.linesAdded([two])]))])
    #expect(replica.current.carts.line(two.id)?.quantity == two.quantity)
    #expect(quantity(replica.current) == "1")
  }

  @Test func `a setting that others chose stays`() throws {
    let state = try after(.set(.budget, "80"), .set(.budget, "20"))
    #expect(state.budget == Money(minorUnits: 8000, currency: .usd))
  }
}
