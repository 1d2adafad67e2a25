import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// Two people who add the same name without hearing of each other mean the same thing.
@Suite struct JoinedItemTests {
  private typealias Step = TrolleyModel.Step

  private let ann = ReplicaID(7)
  private let ben = ReplicaID(9)
  private let accounts = ["Ann", "Ben"].enumerated().map { index, name in
    Account(
      id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member, firstName: name,
      since: Day(number: 20_526))
  }

  private func step(
    _ run: ReplicaID, _ number: Int, _ events: [Event], _ role: StepRole = .change
  ) -> Step {
    Step(replica: run, number: number, time: 0, author: "", role: role, events: events)
  }

  /// A household's step.
  private func step(by person: Int, _ number: Int, _ events: [Event]) -> Step {
    Step(
      replica: person == 0 ? ann : ben, number: number, time: 0, author: accounts[person].author,
      events: events)
  }

  private func milk(_ id: UInt64, _ name: String = "Milk", cents: Int? = nil, by: Int? = nil)
    -> Item
  {
    Item(
      id: Item.ID(id), name: name, price: cents.map { Money(minorUnits: $0, currency: .usd) },
      addedBy: by.map { accounts[$0].author } ?? "")
  }

  private func line(_ id: UInt64, _ item: UInt64, _ count: Int) -> CartLine {
    CartLine(
      id: CartLine.ID(id), item: Item.ID(item), quantity: Quantity(count, .piece), rank: Int(id))
  }

  private func add(_ item: Item, _ line: CartLine) -> [Event] {
    [.itemsAdded([item]), .linesAdded([line])]
  }

  private var shared: SharedState {
    var state = SharedState()
    state.play(Entry(position: 1, step: step(ben, 1, [.shared])))
    return state
  }

  private func said(_ replica: Replica) -> [String] {
    replica.waiting.flatMap { LeftOutText.sentences(of: [$0.planned], in: replica.current) }
  }

  @Test func `an item added under a name that others have just added is one with theirs`() throws {
    var replica = Replica(
      shared, position: 1, waiting: [step(ann, 1, add(milk(70, "milk"), line(71, 70, 2)))])
    _ = replica.confirm([
      Entry(position: 2, step: step(ben, 2, add(milk(90), line(91, 90, 3))))
    ])
    #expect(replica.current.items.all.map(\.id) == [Item.ID(90)])
    #expect(replica.current.cart.lines.map(\.quantity) == [Quantity(5, .piece)])
    #expect(
      said(replica) == ["“Milk” was added on another machine too: it is one item, 5 in the cart."])
    // Other machines, and a snapshot, have the same list.
    let placed = replica.waiting.map(\.planned)
    let bodies = EventCoding.bodies(of: placed[0])
    #expect(bodies.contains { String(decoding: $0, as: UTF8.self).contains(#""into":"#) })
    var other = shared
    other.play(Entry(position: 2, step: step(ben, 2, add(milk(90), line(91, 90, 3)))))
    other.play(Entry(position: 4, step: placed[0]))
    #expect(other.joined == [ThingID(70): ThingID(90)])
    _ = replica.confirm([Entry(position: 4, step: placed[0])])
    #expect(replica.current == other)
  }

  @Test func `the later author hears which of the values are those of the other`() {
    var (own, others) = (milk(70, "tea"), milk(90, "tea"))
    (own.category, own.store, own.description) = ("hot", "Lidl", "green")
    (others.category, others.store) = ("drinks", "Aldi")
    var replica = Replica(
      shared, position: 1, waiting: [step(ann, 1, add(own, line(71, 70, 1)))])
    _ = replica.confirm([
      Entry(position: 2, step: step(ben, 2, add(others, line(91, 90, 3))))
    ])
    #expect(
      said(replica) == [
        "“tea” was added on another machine too: it is one item, 4 in the cart; "
          + "its category is drinks; its store is Aldi."
      ])
    #expect(replica.current.items[Item.ID(90)]?.description == "green")
  }

  @Test func `later changes of it are changes of the one that is there, also after a restart`() {
    let price = ItemFields.difference(milk(70), milk(70, cents: 120))
    let later = step(ann, 2, [.itemChanged(Item.ID(70), from: price.from, to: price.to)])
    let more = step(ann, 3, [.linesAdded([line(72, 70, 4)])])
    let first = step(ann, 1, add(milk(70), line(71, 70, 2)))
    let others = Entry(position: 2, step: step(ben, 2, add(milk(90), line(91, 90, 3))))
    var replica = Replica(shared, position: 1, waiting: [first, later, more])
    _ = replica.confirm([others])
    #expect(replica.current.items[Item.ID(90)]?.price?.minorUnits == 120)
    #expect(replica.current.cart.lines.map(\.quantity) == [Quantity(9, .piece)])
    // The first step has its place when the program ends.
    var state = shared
    state.play(others)
    state.play(Entry(position: 4, step: replica.waiting[0].planned))
    let again = Replica(state, position: 4, waiting: [later, more])
    #expect(again.current == replica.current)
  }

  @Test func `undo takes back what the step did and leaves the item of the other`() throws {
    let first = step(ann, 1, add(milk(70), line(71, 70, 2)))
    let undo = step(
      ann, 2, [.linesRemoved([line(71, 70, 2)]), .itemsRemoved([milk(70)])], .undo(first.name))
    let others = Entry(position: 2, step: step(ben, 2, add(milk(90), line(91, 90, 3))))
    // Undone before the steps had their places.
    var replica = Replica(shared, position: 1, waiting: [first, undo])
    _ = replica.confirm([others])
    #expect(replica.current.items.all.map(\.id) == [Item.ID(90)])
    #expect(replica.current.cart.lines.map(\.quantity) == [Quantity(3, .piece)])
    // Undone afterwards.
    replica = Replica(shared, position: 1, waiting: [first])
    _ = replica.confirm([others])
    let placed = Entry(position: 4, step: replica.waiting[0].planned)
    _ = replica.confirm([placed])
    #expect(replica.current.history.nextUndo(of: "") == first.name)
    let plan = try UndoPlanner(.undo, placed, in: replica.current)
    var touches: [SharedState.Touch] = []
    var state = replica.current
    for event in plan.events { state.apply(event, touches: &touches) }
    #expect(state.items.all.map(\.id) == [Item.ID(90)])
    #expect(state.cart.lines.map(\.quantity) == [Quantity(3, .piece)])
  }

  @Test func `the price of the later one counts, and the earlier author hears of it`() {
    var replica = Replica(
      shared, position: 1,
      waiting: [step(ann, 1, add(milk(70, cents: 120), line(71, 70, 2)))])
    _ = replica.confirm([
      Entry(position: 2, step: step(ben, 2, add(milk(90, cents: 110), line(91, 90, 3))))
    ])
    let planned = replica.waiting[0].planned
    #expect(replica.current.items[Item.ID(90)]?.price?.minorUnits == 120)
    #expect(planned.unseen == [0] && planned.events[0].kind == "itemChanged")
  }

  @Test func `where people sign in, the values of another's item stay, and that is said`() {
    var state = shared
    state.play(
      Entry(
        position: 2,
        step: step(
          ben, 2,
          [.useChanged(from: .personal, to: .household)] + accounts.map { .accountAdded($0) })))
    let own = add(milk(70, cents: 120, by: 0), line(71, 70, 2))
    var replica = Replica(state, position: 2, waiting: [step(by: 0, 1, own)])
    let theirs = add(milk(90, cents: 110, by: 1), line(91, 90, 3))
    _ = replica.confirm([Entry(position: 6, step: step(by: 1, 3, theirs))])
    #expect(replica.current.items[Item.ID(90)]?.price?.minorUnits == 110)
    #expect(replica.current.cart.lines.map(\.quantity) == [Quantity(5, .piece)])
    #expect(
      said(replica) == [
        "“Milk” was added by Ben too: it is one item, 5 in the cart; its price is $1.10."
      ])
  }

  @Test func `whose barcode and category are not taken over hears of it`() throws {
    var state = shared
    state.play(
      Entry(
        position: 2,
        step: step(
          ben, 2,
          [.useChanged(from: .personal, to: .household)] + accounts.map { .accountAdded($0) })))
    var own = milk(70, "soap", by: 0)
    own.category = "Household"
    own.source = try Barcode("5901234123457").source
    var replica = Replica(
      state, position: 2, waiting: [step(by: 0, 1, add(own, line(71, 70, 1)))])
    let theirs = add(milk(90, "soap", by: 1), line(91, 90, 1))
    _ = replica.confirm([Entry(position: 6, step: step(by: 1, 3, theirs))])
    #expect(replica.current.items[Item.ID(90)]?.source == "")
    #expect(
      said(replica) == [
        "“soap” was added by Ben too: it is one item, 2 in the cart; it has no category; "
          + "its barcode 5901234123457 is not kept."
      ])
  }

  @Test func `a snapshot keeps what was joined`() throws {
    var state = shared
    state.play(Entry(position: 2, step: step(ben, 2, [.itemsAdded([milk(90)])])))
    var replica = Replica(state, position: 2, waiting: [])
    _ = replica.enqueue([step(ann, 1, [.itemsAdded([milk(70)])])])
    let planned = replica.waiting[0].planned
    state.play(Entry(position: 3, step: planned))
    #expect(StateCoding.reopened(state)?.joined == [ThingID(70): ThingID(90)])
  }
}
