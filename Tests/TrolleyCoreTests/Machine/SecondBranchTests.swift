import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// A second store of one name: what named the first one goes on naming it.
@Suite struct SecondBranchTests {
  let shopper = TestApp(items: SampleItems.all)
  private typealias Step = TrolleyModel.Step

  private let walk = ["Fruit", "Dairy"]

  /// The shopper is in the only Aldi, where tea is bought and the aisles are known.
  init() {
    addStore("Aldi", "1 Z St, Ayr")
    shopper.press("space", "1", "a")
    shopper.type("tea !Aldi")
    shopper.press("enter", "esc")
    shopper.journal.append(
      Step(
        replica: ReplicaID(3), number: 1, time: TestApp.start,
        events: [.aislesWalked(store: "Aldi", from: [], to: walk)]))
    shopper.readNews()
  }

  private func addStore(_ name: String, _ address: String) {
    shopper.press("3", "a")
    shopper.type(name)
    shopper.press("tab")
    shopper.type(address)
    shopper.press("ctrl-s")
  }

  private func expectFirst(_ state: SharedState, tea name: String = "Aldi, 1 Z St") throws {
    let first = try #require(state.stores.first { $0.address == "1 Z St, Ayr" })
    #expect(state.currentStore == name)
    #expect(state.stores.labelled(state.currentStore) == first)
    #expect(state.items.first(named: "tea").flatMap { state.items[$0] }?.store == name)
    #expect(state.aisles[name] == walk)
    #expect(try state.storeName(meant: state.currentStore) == name)
  }

  private func planned(_ change: Change, on state: SharedState) throws -> [Event] {
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9)
    return try planner.plan(change)
  }

  private func after(_ events: [Event], _ state: SharedState) -> SharedState {
    var state = state
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
    return state
  }

  @Test func `adding it leaves the store that I am in, its items and its aisles as they are`()
    throws
  {
    try expectFirst(shopper.shared, tea: "Aldi")
    addStore("Aldi", "2 B St, Ayr")
    #expect(shopper.notice == "Added Aldi, 2 B St — u to undo")
    try expectFirst(shopper.shared)
    shopper.press("u")
    #expect(shopper.notice == "Undid: add Aldi, 2 B St")
    try expectFirst(shopper.shared, tea: "Aldi")
  }

  @Test func `what spells its name otherwise follows a new name, and undo brings that back`() throws
  {
    let soap = Item(id: Item.ID(900), name: "soap", store: "ALDI")
    shopper.journal.append(
      Step(
        replica: ReplicaID(3), number: 2, time: TestApp.start,
        events: [
          .itemsAdded([soap]), .aislesWalked(store: "Aldi", from: walk, to: []),
          .aislesWalked(store: "ALDI", from: [], to: walk),
        ]))
    shopper.readNews()
    let store = try #require(shopper.shared.stores.first)
    var draft = StoreDraft()
    draft.name = "Hofer"
    let events = try planned(.editStore(store.id, draft), on: shopper.shared)
    let state = after(events, shopper.shared)
    try expectFirst(state, tea: "Hofer")
    #expect(state.items[soap.id]?.store == "Hofer" && state.aisles.keys.sorted() == ["Hofer"])
    // Of another spelling of the same name there is one afterwards.
    draft.name = "ALDI"
    let one = after(try planned(.editStore(store.id, draft), on: shopper.shared), shopper.shared)
    #expect(one.items.stores.subtracting([""]) == ["ALDI"])
    let entry = Entry(
      position: 900,
      step: Step(replica: ReplicaID(3), number: 3, time: TestApp.start, events: events))
    let undo = try UndoPlanner(.undo, entry, in: state)
    #expect(after(undo.events, state).items[soap.id]?.store == "ALDI")
  }

  @Test func `undo of what others have built on leaves nothing that names two stores`() throws {
    addStore("Aldi", "2 B St, Ayr")
    shopper.press("1", "a")
    shopper.type("jam !Aldi, 1 Z St")
    shopper.press("enter", "esc")
    let added = try #require(
      try shopper.journal.entries(after: 0).last {
        $0.step.events.contains { if case .storeAdded = $0 { true } else { false } }
      })
    let plan = try UndoPlanner(.undo, added, in: shopper.shared)
    let state = after(plan.events, shopper.shared)
    try expectFirst(state, tea: "Aldi")
    #expect(state.items.first(named: "jam").flatMap { state.items[$0] }?.store == "Aldi")
  }

  /// As in a list from before such names were kept.
  @Test func `a name that two stores have is that of neither`() throws {
    addStore("Aldi", "2 B St, Ayr")
    #expect(shopper.shared.stores.labelled("Aldi") == nil)
    let state = after(
      [.settingChanged(.currentStore, from: "Aldi, 1 Z St", to: "Aldi")], shopper.shared)
    #expect(state.storeOfNextOrder.isEmpty)
  }

  /// Another list with a branch of its own, and things to buy there.
  private var other: ListDocument {
    let store = Store(id: Store.ID(4), name: "Aldi", address: "2 B St, Ayr")
    return ListDocument(
      items: [Item(id: Item.ID(900), name: "soap", store: "Aldi")], stores: [store],
      aisles: ["Aldi": ["Soap"]])
  }

  @Test func `a list that is imported names its own branch, and the other one keeps its name`()
    throws
  {
    for document in [other, other.merged(into: shopper.shared)] {
      let events = try planned(.restore(document), on: shopper.shared)
      let state = after(events, shopper.shared)
      try expectFirst(state)
      let soap = state.items.first(named: "soap").flatMap { state.items[$0] }
      #expect(soap?.store == "Aldi, 2 B St")
      #expect(state.aisles["Aldi, 2 B St"] == ["Soap"])
      let before = after(events.reversed().compactMap(\.inverse), state)
      try expectFirst(before, tea: "Aldi")
      #expect(before.items.first(named: "soap") == nil)
    }
  }

  @Test func `what is in both lists is bought where the imported one says`() throws {
    var document = other
    document.items.append(Item(id: Item.ID(901), name: "tea", store: "Aldi"))
    let events = try planned(.restore(document), on: shopper.shared)
    let state = after(events, shopper.shared)
    let tea = try #require(state.items.first(named: "tea").flatMap { state.items[$0] })
    #expect(tea.store == "Aldi, 2 B St" && state.currentStore == "Aldi, 1 Z St")
    let merged = after(
      try planned(.restore(document.merged(into: shopper.shared)), on: shopper.shared),
      shopper.shared)
    try expectFirst(merged)
  }

  @Test func `a branch that was added without a network pins the one that came first`() throws {
    let theirs = Store(id: Store.ID(90), name: "Aldi", address: "1 Z St, Ayr")
    let own = Store(id: Store.ID(70), name: "Aldi", address: "2 B St, Ayr")
    let tea = Item(id: Item.ID(900), name: "tea", store: "Aldi")
    func step(_ run: UInt64, _ number: Int, _ events: [Event]) -> Step {
      Step(replica: ReplicaID(run), number: number, time: 0, author: "", events: events)
    }
    var state = SharedState()
    state.play(Entry(position: 1, step: step(9, 1, [.shared])))
    var replica = Replica(
      state, position: 1, waiting: [step(7, 1, [.storeAdded(own)])])
    _ = replica.confirm([
      Entry(
        position: 2,
        step: step(
          9, 2,
          [
            .storeAdded(theirs), .itemsAdded([tea]),
            .settingChanged(.currentStore, from: "", to: "Aldi"),
            .aislesWalked(store: "Aldi", from: [], to: walk),
          ]))
    ])
    try expectFirst(replica.current)
    // The step says all of it, so it is the same everywhere, however often it is planned again.
    let planned = replica.waiting[0].planned
    #expect(planned.events.count == 5 && planned.leftOut.isEmpty)
    var there = SharedState()
    there.play(Entry(position: 1, step: step(9, 1, [.shared])))
    there = after([.storeAdded(theirs), .itemsAdded([tea])], there)
    there = after(
      [
        .settingChanged(.currentStore, from: "", to: "Aldi"),
        .aislesWalked(store: "Aldi", from: [], to: walk),
      ], there)
    let again = Replanner.play(planned, on: &there).step
    #expect(again == planned)
    try expectFirst(there)
  }
}
