import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// A step that is undone on two machines which do not hear of each other is undone once.
@Suite struct UndoneTwiceTests {
  private typealias Step = TrolleyModel.Step

  private let bread = Item(id: Item.ID(1), name: "Bread")
  private let line = CartLine(id: CartLine.ID(2), item: Item.ID(1), quantity: Quantity(3), rank: 1)

  private func step(
    _ run: UInt64, _ number: Int, _ events: [Event], _ role: StepRole = .change
  ) -> Step {
    Step(replica: ReplicaID(run), number: number, time: 0, role: role, events: events)
  }

  /// The list with three bread in the cart and a step that changes it, of a third machine.
  private func begin(_ change: Change) throws -> (state: SharedState, deed: Entry) {
    var state = SharedState()
    state.play(Entry(position: 1, step: step(1, 1, [.shared])))
    state.play(Entry(position: 2, step: step(1, 2, [.itemsAdded([bread]), .linesAdded([line])])))
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(1)), now: 0)
    let deed = Entry(position: 3, step: step(1, 3, try planner.plan(change)))
    state.play(deed)
    return (state, deed)
  }

  /// What a machine makes of it on its own.
  private func steps(
    _ run: UInt64, _ purposes: [UndoPurpose], of deed: Entry, on state: SharedState
  ) throws -> [Step] {
    var replica = Replica(state, position: 3)
    var all: [Step] = []
    for purpose in purposes {
      let subject = UndoSubject(deed, undo: purpose == .redo ? all.last : nil)
      let events = try UndoPlanner(purpose, subject, in: replica.current).events
      let name = deed.step.name
      all.append(step(run, all.count + 1, events, purpose == .undo ? .undo(name) : .redo(name)))
      _ = replica.enqueue([all[all.count - 1]])
    }
    return all
  }

  /// The second machine after the steps of the first have come, and what it says.
  private func meet(
    _ first: [UndoPurpose], _ second: [UndoPurpose], of deed: Entry, on state: SharedState
  ) throws -> (replica: Replica, told: [String]) {
    var replica = Replica(state, position: 3, waiting: try steps(9, second, of: deed, on: state))
    let placed = try steps(7, first, of: deed, on: state)
    _ = replica.confirm(placed.enumerated().map { Entry(position: 4 + $0, step: $1) })
    let planned = replica.waiting.map(\.planned)
    let told = LeftOutText.sentences(of: planned, in: replica.current)
    // The same once the steps have their places.
    var other = Replica(state, position: 3)
    let entries = (placed + planned).enumerated().map { Entry(position: 4 + $0, step: $1) }
    _ = other.confirm(entries)
    let shown = replica.current
    _ = replica.confirm(Array(entries.dropFirst(placed.count)))
    #expect(replica.current == other.current)
    #expect(shown.cart.lines.map(\.quantity) == other.current.cart.lines.map(\.quantity))
    return (replica, told)
  }

  private func bread(_ replica: Replica) -> [String] {
    replica.current.cart.lines.map(\.quantity.text)
  }

  private let more = Change.add([AddRequest(name: "Bread", quantity: Quantity(2))])

  @Test func `what two machines have undone counts once, and who was second is told`() throws {
    let (state, deed) = try begin(more)
    let (replica, told) = try meet([.undo], [.undo], of: deed, on: state)
    #expect(bread(replica) == ["3"])
    #expect(told == ["Another machine had undone that already: more Bread."])
    #expect(replica.current.history.nextRedo(of: "") == deed.step.name)
    #expect(replica.current.history.nextUndo(of: "") == .name(ReplicaID(1), 2))
  }

  @Test func `what is gone by now is named all the same`() throws {
    let (state, deed) = try begin(more)
    let adding = StepReference.name(ReplicaID(1), 2)
    let mine = try steps(9, [.undo], of: deed, on: state)
    let gone = step(9, 2, [.linesRemoved([line]), .itemsRemoved([bread])], .undo(adding))
    var replica = Replica(state, position: 3, waiting: mine + [gone])
    let theirs = try #require(try steps(7, [.undo], of: deed, on: state).first)
    _ = replica.confirm([Entry(position: 4, step: theirs)])
    #expect(replica.current.items[bread.id] == nil)
    let planned = replica.waiting.map(\.planned)
    #expect(
      LeftOutText.sentences(of: planned, in: replica.current)
        == ["Another machine had undone that already: more Bread."])
  }

  @Test func `what two machines have done again counts once`() throws {
    let (state, deed) = try begin(more)
    let (replica, told) = try meet([.undo, .redo], [.undo, .redo], of: deed, on: state)
    #expect(bread(replica) == ["5"] && told.isEmpty)
    var undone = state
    let undo = try #require(try steps(5, [.undo], of: deed, on: state).first)
    undone.play(Entry(position: 4, step: undo))
    let redo = try UndoPlanner(.redo, UndoSubject(deed, undo: undo), in: undone).events
    var later = Replica(
      undone, position: 4, waiting: [step(9, 1, redo, .redo(deed.step.name))])
    _ = later.confirm([Entry(position: 5, step: step(7, 1, redo, .redo(deed.step.name)))])
    #expect(bread(later) == ["5"])
    #expect(
      later.waiting.flatMap { LeftOutText.sentences(of: [$0.planned], in: later.current) }
        == ["Another machine had done again that already: more Bread."])
    #expect(later.current.history.nextUndo(of: "") == deed.step.name)
  }

  @Test func `what was done again after another machine's change can be undone again`() throws {
    let (state, deed) = try begin(more)
    let other = step(7, 2, [.settingChanged(.budget, from: "", to: "20.00")])
    let undo = try #require(try steps(7, [.undo], of: deed, on: state).first)
    let theirs = [Entry(position: 4, step: undo), Entry(position: 5, step: other)]
    for (purposes, amount) in [
      ([UndoPurpose.undo, .redo], "5"), ([.undo, .redo, .undo], "3"), ([.undo], "3"),
    ] {
      var replica = Replica(
        state, position: 3, waiting: try steps(9, purposes, of: deed, on: state))
      _ = replica.confirm(theirs)
      #expect(bread(replica) == [amount])
    }
  }

  @Test func `what two machines have done again after another change counts once`() throws {
    var (state, deed) = try begin(more)
    let undo = try #require(try steps(5, [.undo], of: deed, on: state).first)
    state.play(Entry(position: 4, step: undo))
    let redo = try UndoPlanner(.redo, UndoSubject(deed, undo: undo), in: state).events
    var replica = Replica(state, position: 4, waiting: [step(9, 1, redo, .redo(deed.step.name))])
    let other = step(7, 1, [.settingChanged(.budget, from: "", to: "20.00")])
    let theirs = step(7, 2, redo, .redo(deed.step.name))
    _ = replica.confirm([Entry(position: 5, step: other), Entry(position: 6, step: theirs)])
    #expect(bread(replica) == ["5"])
    #expect(replica.waiting.map(\.planned.events.isEmpty) == [true])
  }

  @Test func `an order that two machines have taken back can be placed again`() throws {
    let (state, deed) = try begin(.order(OrderDraft(name: "Ann", address: "1 Road")))
    let (replica, told) = try meet([.undo], [.undo], of: deed, on: state)
    #expect(bread(replica) == ["3"] && replica.current.orders.isEmpty)
    #expect(told == ["Another machine had undone that already: place order 1."])
    let undo = try #require(try steps(7, [.undo], of: deed, on: state).first)
    let redo = try UndoPlanner(
      .redo, UndoSubject(deed, undo: undo), in: replica.current)
    #expect(!redo.isPartial && redo.events.contains { $0.isOrderPlaced })
  }
}

extension Event {
  fileprivate var isOrderPlaced: Bool { if case .orderPlaced = self { true } else { false } }
}
