import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyWire

/// A budget is an amount in the list's currency: when that changes, no one's budget is lost.
@Suite struct SharedCurrencyTests {
  private typealias Step = TrolleyModel.Step

  /// A shared list in dollars, with this budget.
  private func state(_ budget: String = "50.00") -> SharedState {
    var state = SharedState()
    state.note(Entry(position: 1, step: step(1, 1, [.shared])))
    return played([.settingChanged(.budget, from: "", to: budget)], on: state)
  }

  private func played(_ events: [Event], on state: SharedState) -> SharedState {
    var state = state
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
    return state
  }

  private func step(
    _ run: UInt64, _ number: Int, _ events: [Event], _ role: StepRole = .change
  ) -> Step {
    Step(replica: ReplicaID(run), number: number, time: 0, role: role, events: events)
  }

  private func planned(_ changes: [Change], on state: SharedState) throws -> [Event] {
    var state = state
    var all: [Event] = []
    for change in changes {
      var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(9)), now: 0)
      let events = try planner.plan(change)
      all += events
      state = played(events, on: state)
    }
    return all
  }

  private func words(_ state: SharedState) -> String {
    state.currency.code + " " + state.value(of: .budget)
  }

  // MARK: Machines that do not hear of each other

  /// A step that waits here, and what it is once these changes of another machine have come before.
  private func replanned(
    _ change: Change, after others: [Change], from budget: String = "50.00"
  ) throws -> (step: Step, state: SharedState) {
    let before = state(budget)
    var replica = Replica(
      before, position: 1, waiting: [step(7, 1, try planned([change], on: before))])
    _ = replica.confirm([Entry(position: 2, step: step(9, 1, try planned(others, on: before)))])
    return (try #require(replica.waiting.first).planned, replica.current)
  }

  @Test(arguments: [
    ("50.00", "80", "EUR 80.00"), ("50.00", "", "EUR "), ("", "80", "EUR 80.00"),
  ])
  func `a budget that was set meanwhile goes along with the currency`(
    _ budget: String, _ set: String, _ expected: String
  ) throws {
    let (step, state) = try replanned(
      .set(.currency, "EUR"), after: [.set(.budget, set)], from: budget)
    #expect(words(state) == expected)
    #expect(step.unseen.isEmpty, "no one's value was replaced")
  }

  @Test func `a change of the currency says what the budget is in it`() {
    func words(_ budget: String) -> String {
      TrolleyMachine.ChangeSummary.currencyWords(
        CurrencyChange.events(from: "USD", to: "EUR", budget: budget), style: .english)
    }
    #expect(words("50.00") == ", the budget €50.00")
    #expect(words("") == "")
  }

  @Test func `the same currency from two machines leaves the budget that was set in it`() throws {
    let (step, state) = try replanned(
      .set(.currency, "EUR"), after: [.set(.currency, "EUR"), .set(.budget, "80")])
    #expect(words(state) == "EUR 80.00" && step.events.isEmpty)
  }

  @Test func `a budget fits the currency that there is by then`() throws {
    let (_, state) = try replanned(.set(.budget, "80.50"), after: [.set(.currency, "JPY")])
    #expect(words(state) == "JPY 80")
  }

  @Test func `an import that brings a budget of its own replaces the other one and is marked`()
    throws
  {
    let document = ListDocument(
      items: [], currency: try #require(Currency(code: "EUR")),
      budget: Money(minorUnits: 3000, currency: try #require(Currency(code: "EUR"))))
    let (step, state) = try replanned(.restore(document), after: [.set(.budget, "80")])
    #expect(words(state) == "EUR 30.00")
    #expect(!step.unseen.isEmpty)
  }

  // MARK: Undo

  private func undone(
    _ change: Change, after others: [Change], from budget: String
  ) throws -> (plan: UndoPlanner, state: SharedState) {
    let before = state(budget)
    let events = try planned([change], on: before)
    var now = played(events, on: before)
    now = played(try planned(others, on: now), on: now)
    let plan = try UndoPlanner(.undo, Entry(position: 2, step: step(7, 1, events)), in: now)
    return (plan, played(plan.events, on: now))
  }

  @Test(arguments: [
    ("50.00", [], "USD 50.00", false), ("49.50", [], "USD 49.50", false),
    ("50.00", [Change.set(.budget, "80")], "USD 80.00", true),
    ("", [Change.set(.budget, "80")], "USD 80.00", false),
    ("50.00", [Change.set(.budget, "")], "USD ", true),
  ])
  func `undo of a currency keeps a budget that was changed since`(
    _ budget: String, _ others: [Change], _ expected: String, _ isPartial: Bool
  ) throws {
    let (plan, state) = try undone(.set(.currency, "JPY"), after: others, from: budget)
    #expect(words(state) == expected && plan.isPartial == isPartial)
  }

  @Test func `a currency that was changed again stays, and so does its budget`() {
    #expect(throws: ChangeError.self) {
      try undone(.set(.currency, "EUR"), after: [.set(.currency, "GBP")], from: "50.00")
    }
  }

  @Test func `nor do the prices of starter items come back in another currency`() throws {
    let before = played([.itemsAdded(SeedItems.items(at: 0))], on: state())
    let events = try planned([.set(.currency, "GBP")], on: before)
    var now = played(events, on: before)
    now = played(try planned([.set(.currency, "EUR")], on: now), on: now)
    #expect(throws: ChangeError.self) {
      try UndoPlanner(.undo, Entry(position: 2, step: step(7, 1, events)), in: now)
    }
  }

  @Test(arguments: [([Change.set(.budget, "80")], "USD 80.00"), ([.set(.budget, "")], "USD ")])
  func `what waits and is taken back leaves the budget that others set`(
    _ others: [Change], _ expected: String
  ) throws {
    let before = state("49.50")
    let deed = step(7, 1, try planned([.set(.currency, "JPY")], on: before))
    var replica = Replica(before, position: 1, waiting: [deed])
    let undo = try UndoPlanner(
      .undo, Entry(position: Entry.waiting, step: deed), in: replica.current)
    _ = replica.enqueue([step(7, 2, undo.events, .undo(deed.name))])
    #expect(words(replica.current) == "USD 49.50")
    _ = replica.confirm([Entry(position: 2, step: step(9, 1, try planned(others, on: before)))])
    #expect(words(replica.current) == expected)
  }

  @Test(arguments: ["EUR", "GBP", "JPY"])
  func `what waits and is taken back brings no prices in another currency`(_ code: String) throws {
    let before = played([.itemsAdded(SeedItems.items(at: 0))], on: state())
    let deed = step(7, 1, try planned([.set(.currency, "JPY")], on: before))
    var replica = Replica(before, position: 1, waiting: [deed])
    let undo = try UndoPlanner(
      .undo, Entry(position: Entry.waiting, step: deed), in: replica.current)
    _ = replica.enqueue([step(7, 2, undo.events, .undo(deed.name))])
    #expect(replica.current.items == before.items)
    let others = step(9, 1, try planned([.set(.currency, code)], on: before))
    _ = replica.confirm([Entry(position: 2, step: others)])
    #expect(replica.current.currency.code == code)
    #expect(replica.current.items.all.allSatisfy { $0.price == nil })
    // The same once both have their places.
    for position in 3...4 {
      let next = try #require(replica.waiting.first).planned
      _ = replica.confirm([Entry(position: position, step: next)])
    }
    #expect(replica.current.currency.code == code)
    #expect(replica.current.items.all.allSatisfy { $0.price == nil })
  }

  // MARK: Putting back

  private let app = TestApp()
  private let places = Places()

  private final class Places { var last = 1_000_000 }

  private func place(_ step: Step) {
    places.last += 1
    app.send(.journalAdvanced([Entry(position: places.last, step: step)]))
  }

  private func own(_ changes: [Change], _ number: Int) throws {
    place(
      Step(
        replica: app.session.ids.replica, number: number, time: TestApp.start,
        events: try planned(changes, on: app.shared)))
  }

  /// What another machine did to the list as it had been.
  private func other(_ changes: [Change], seeing seen: SharedState) throws {
    var now = app.shared
    place(Replanner.play(step(9, places.last, try planned(changes, on: seen)), on: &now).step)
  }

  @Test func `a currency that is put back brings the budget along, to the cent`() throws {
    app.send(.syncChanged(SyncStatus(link: .online)))
    let seen = app.shared
    try own([.set(.budget, "49.50"), .set(.currency, "EUR")], 901)
    let prices = app.shared.items.all.map(\.price)
    try other([.set(.currency, "JPY")], seeing: seen)
    #expect(words(app.shared) == "JPY 49")
    #expect(app.notice.hasPrefix("The currency is JPY now, yours was EUR"))
    app.press("B")
    #expect(words(app.shared) == "EUR 49.50")
    #expect(app.shared.items.all.map(\.price) == prices)
    #expect(app.state.sharingText == "⇅")
  }

  @Test func `a budget that was set since stays when a currency is put back`() throws {
    app.send(.syncChanged(SyncStatus(link: .online)))
    let seen = app.shared
    try own([.set(.budget, "49.50"), .set(.currency, "EUR")], 901)
    try other([.set(.currency, "JPY")], seeing: seen)
    try other([.set(.budget, "70")], seeing: app.shared)
    app.press("B")
    #expect(words(app.shared) == "EUR 70.00")
  }

  @Test func `prices that stay in another currency are asked about`() throws {
    app.send(.syncChanged(SyncStatus(link: .online)))
    let item = Item(
      id: Item.ID(800), name: "Rice", price: Money(minorUnits: 200, currency: .usd))
    place(step(9, 800, [.itemsAdded([item])]))
    let seen = app.shared
    try own([.set(.currency, "EUR")], 901)
    try other([.set(.currency, "GBP"), .relabelPrices], seeing: seen)
    #expect(app.shared.items[item.id]?.price?.currency.code == "GBP")
    app.press("B")
    #expect(app.shared.currency.code == "EUR")
    #expect(app.dialog?.title == "Are these prices EUR now?")
    #expect(app.dialog?.message.hasPrefix("1 price is in GBP") == true)
  }

  @Test func `a budget that an import replaced is told and can be put back`() throws {
    app.send(.syncChanged(SyncStatus(link: .online)))
    let seen = app.shared
    try own([.set(.budget, "80")], 901)
    let document = ListDocument(
      items: [], currency: try #require(Currency(code: "EUR")),
      budget: Money(minorUnits: 3000, currency: try #require(Currency(code: "EUR"))))
    try other([.restore(document)], seeing: seen)
    #expect(app.notice.hasPrefix("The budget is €30.00 now, yours was $80.00"), "\(app.notice)")
    app.press("B")
    #expect(words(app.shared) == "EUR 80.00")
  }
}
