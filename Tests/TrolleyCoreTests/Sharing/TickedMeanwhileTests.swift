import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// What one machine ticks, orders or takes out while another one adds to it comes to the same in both
/// orders of arrival, and who meant something else is told.
@Suite struct TickedMeanwhileTests {
  private typealias Step = TrolleyModel.Step

  private static let tea = Item(id: Item.ID(1), name: "Tea")
  private static let bread = Item(id: Item.ID(2), name: "Bread")
  private static let teaLine = CartLine.ID(11)
  private static let uses: [ListMode] = [.personal, .household, .staff]

  /// One of two people; in a shop they are one employee at two tills.
  private enum Person: Int {
    case ann = 1
    case ben = 2

    func actor(in use: ListMode) -> Actor {
      switch use {
      case .personal: .person
      case .household: .account(Account.ID(UInt64(rawValue)))
      case .staff: .account(Account.ID(1))
      }
    }
  }

  private enum Deed {
    case change(Change)
    case undo

    static let tick = Deed.change(.pick([TickedMeanwhileTests.teaLine], true))
    static let untick = Deed.change(.pick([TickedMeanwhileTests.teaLine], false))
    static let more = Deed.change(.add([AddRequest(name: "Tea", quantity: Quantity(5))]))
    static let set = Deed.change(.setQuantity(TickedMeanwhileTests.teaLine, Quantity(8)))
    static let clear = Deed.change(.clearPicked)
    static let finish = Deed.change(.finishShopping)
    static let takeOut = Deed.change(.takeOut([TickedMeanwhileTests.teaLine]))
    static let order = Deed.change(.order(OrderDraft(name: "Ann", address: "1 Road")))
  }

  /// Three tea and a bread in the cart.
  private func begin(_ use: ListMode, isPicked: Bool = false, hasTea: Bool = true) -> SharedState {
    var state = SharedState()
    state.note(
      Entry(
        position: 1, step: Step(replica: ReplicaID(1), number: 1, time: 0, events: [.shared])))
    var events: [Event] = [.seeded, .itemsAdded([Self.tea, Self.bread])]
    if use != .personal {
      events.append(.useChanged(from: .personal, to: use))
      events += ["Ann", "Ben"].enumerated().map { index, name in
        Event.accountAdded(
          Account(
            id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member,
            firstName: name, since: Day(number: 20_526)))
      }
    }
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
    let actor = Person.ann.actor(in: use)
    let cart = state.cartID(of: actor)
    let lines = [
      CartLine(
        id: Self.teaLine, item: Self.tea.id, quantity: Quantity(3), isPicked: isPicked, rank: 1,
        addedBy: actor.author, cart: cart),
      CartLine(
        id: CartLine.ID(12), item: Self.bread.id, quantity: .one, rank: 2,
        addedBy: actor.author, cart: cart),
    ]
    state.apply(.linesAdded(hasTea ? lines : [lines[1]]), touches: &touches)
    state.select(cart: cart)
    return state
  }

  /// What a person without a network does, each step on what the ones before have made.
  private func steps(_ deeds: [Deed], by person: Person, on state: SharedState) throws -> [Step] {
    let actor = person.actor(in: state.use)
    let run = ReplicaID(UInt64(person.rawValue) * 100)
    var ids = IdentifierSource(replica: run)
    var replica = Replica(state, position: 1)
    var all: [Step] = []
    for (index, deed) in deeds.enumerated() {
      let events: [Event]
      var role = StepRole.change
      switch deed {
      case .change(let change):
        var planner = Planner(state: replica.current, ids: ids, now: 0, actor: actor)
        events = try planner.plan(change)
        ids = planner.ids
      case .undo:
        let last = try #require(all.last)
        events = try UndoPlanner(
          .undo, Entry(position: Entry.waiting, step: last), in: replica.current
        ).events
        role = .undo(last.name)
      }
      let step = Step(
        replica: run, number: index + 1, time: 0, author: actor.author, role: role,
        events: events
      ).seeing(replica.current)
      _ = replica.enqueue([step])
      all.append(step)
    }
    return all
  }

  /// The list after the steps of one person and then those of the other, and what the other is told.
  private func meet(
    _ first: [Step], _ second: [Step], on state: SharedState
  ) -> (state: SharedState, told: [String], placed: [Step]) {
    var replica = Replica(state, position: 1, waiting: second)
    let placed = Replica(state, position: 1, waiting: first).waiting.map(\.planned)
    _ = replica.confirm(
      placed.enumerated().map { Entry(position: 2 + $0, step: $1) })
    let planned = replica.waiting.map(\.planned)
    let told = LeftOutText.sentences(of: planned, in: replica.current)
    return (replica.current, told, placed + planned)
  }

  private func tea(_ state: SharedState) -> String {
    state.cart.lines(of: Self.tea.id).map { ($0.isPicked ? "[x] " : "[ ] ") + $0.quantity.text }
      .joined(separator: ", ")
  }

  /// Both orders of arrival: what becomes of the tea, and what the later one is told.
  private func both(
    _ anns: [Deed], _ bens: [Deed], _ use: ListMode, isPicked: Bool = false, hasTea: Bool = true
  ) throws -> (tea: [String], ben: [String], ann: [String]) {
    let state = begin(use, isPicked: isPicked, hasTea: hasTea)
    let ann = try steps(anns, by: .ann, on: state)
    let ben = try steps(bens, by: .ben, on: state)
    let benLater = meet(ann, ben, on: state)
    let annLater = meet(ben, ann, on: state)
    return ([tea(benLater.state), tea(annLater.state)], benLater.told, annLater.told)
  }

  @Test(arguments: uses)
  func `a tick and what is added meanwhile leave what is still to get`(_ use: ListMode) throws {
    for more in [Deed.more, .set] {
      let all = try both([more], [.tick], use)
      #expect(all.tea == ["[ ] 5", "[ ] 5"])
      #expect(
        all.ben == [
          "“Tea”: more is wanted by now. What you picked (3) is off the list, the rest is not picked."
        ])
      #expect(
        all.ann == ["“Tea” was picked meanwhile; what is still to get is in the cart: 5."])
    }
  }

  @Test(arguments: uses)
  func `what is added while the shopping is done stays in the cart`(_ use: ListMode) throws {
    for bens in [[Deed.tick, .clear], [.finish]] {
      for more in [Deed.more, .set] {
        let all = try both([more], bens, use)
        #expect(all.tea == ["[ ] 5", "[ ] 5"])
        let by = use == .household ? " by Ben" : use == .staff ? " by Ann" : ""
        #expect(
          all.ann == [
            "“Tea” was taken out of the cart\(by) meanwhile; what you added stays in the cart: 5."
          ])
      }
    }
    let state = begin(use)
    let ann = try steps([.more], by: .ann, on: state)
    let ben = try steps([.finish], by: .ben, on: state)
    #expect(meet(ann, ben, on: state).state.cart.count == 1)
    // Ticked before both went apart.
    #expect(try both([.more], [.clear], use, isPicked: true).tea == ["[ ] 5", "[ ] 5"])
  }

  @Test(arguments: uses)
  func `a quantity that is set while others take the line out is all that is wanted`(
    _ use: ListMode
  ) throws {
    let state = begin(use)
    let by = use == .personal ? "" : " by Ann"
    let less = Deed.change(.setQuantity(Self.teaLine, Quantity(2)))
    for (bens, amount) in [([Deed.set], 8), ([less], 2), ([.set, .more], 13)] {
      let ann = try steps([.takeOut], by: .ann, on: state)
      let met = meet(ann, try steps(bens, by: .ben, on: state), on: state)
      #expect(tea(met.state) == "[ ] \(amount)")
      #expect(
        met.told == [
          "“Tea” was taken out of the cart\(by) meanwhile; it is in the cart again: \(amount)."
        ])
    }
    // What is only added is no wish for the rest.
    let added = meet(
      try steps([.takeOut], by: .ann, on: state), try steps([.more], by: .ben, on: state), on: state
    )
    #expect(tea(added.state) == "[ ] 5")
    let undone = meet(
      try steps([.takeOut], by: .ann, on: state), try steps([.set, .undo], by: .ben, on: state),
      on: state)
    #expect(tea(undone.state) == "")
  }

  @Test(arguments: uses)
  func `a tick that is taken back leaves all that is wanted`(_ use: ListMode) throws {
    #expect(try both([.more], [.tick, .untick], use).tea == ["[ ] 8", "[ ] 8"])
    #expect(try both([.more], [.tick, .undo], use).tea == ["[ ] 8", "[ ] 8"])
    #expect(try both([.more, .undo], [.tick], use).tea == ["[x] 3", "[x] 3"])
  }

  @Test(arguments: uses)
  func `what was added to a ticked line is taken back as it was, once it has its place`(
    _ use: ListMode
  ) throws {
    for more in [Deed.more, .set] {
      let state = begin(use)
      let tick = try steps([.tick], by: .ann, on: state)
      let met = meet(tick, try steps([more], by: .ben, on: state), on: state)
      #expect(tea(met.state) == "[ ] 5")
      let added = try #require(met.placed.last)
      var replica = Replica(met.state, position: 3)
      let plan = try UndoPlanner(.undo, Entry(position: 3, step: added), in: replica.current)
      let back = Step(
        replica: ReplicaID(900), number: 1, time: 0, author: Person.ben.actor(in: use).author,
        role: .undo(added.name), events: plan.events
      ).seeing(replica.current)
      _ = replica.propose(back)
      #expect(tea(replica.current) == "[x] 3")
      #expect(replica.pending.first?.planned.leftOut == [])
    }
  }

  @Test(arguments: uses)
  func `less than was seen is ticked as a whole`(_ use: ListMode) throws {
    let less = Deed.change(.setQuantity(Self.teaLine, Quantity(2)))
    #expect(try both([less], [.tick], use).tea == ["[x] 2", "[x] 2"])
  }

  @Test(arguments: uses)
  func `what two people put in the cart meets a tick in the same way`(_ use: ListMode) throws {
    let state = begin(use, hasTea: false)
    let three = Change.add([AddRequest(name: "Tea", quantity: Quantity(3))])
    var ben = try steps([.change(three)], by: .ben, on: state)
    let lines = ben[0].events.flatMap { event -> [CartLine] in
      if case .linesAdded(let lines) = event { lines } else { [] }
    }
    let id = try #require(lines.first).id
    ben = try steps([.change(three), .change(.pick([id], true))], by: .ben, on: state)
    let ann = try steps([.more], by: .ann, on: state)
    #expect(tea(meet(ann, ben, on: state).state) == "[ ] 5")
    #expect(tea(meet(ben, ann, on: state).state) == "[ ] 5")
  }

  @Test(arguments: uses)
  func `what is added while another machine orders stays in the cart`(_ use: ListMode) throws {
    for more in [Deed.more, .set] {
      let all = try both([more], [.order], use)
      #expect(all.tea == ["[ ] 5", "[ ] 5"])
      let by = use == .household ? " by Ben" : use == .staff ? " by Ann" : ""
      #expect(
        all.ann == ["“Tea” was ordered\(by) meanwhile; what you added stays in the cart: 5."])
    }
    #expect(try both([.more, .undo], [.order], use).tea == ["", ""])
  }

  @Test(arguments: uses)
  func `what stays in the cart is all that was added`(_ use: ListMode) throws {
    let by = use == .household ? " by Ben" : use == .staff ? " by Ann" : ""
    #expect(
      try both([.more, .more], [.order], use).ann
        == ["“Tea” was ordered\(by) meanwhile; what you added stays in the cart: 10."])
    #expect(
      try both([.more, .more], [.tick], use).ann
        == ["“Tea” was picked meanwhile; what is still to get is in the cart: 10."])
    #expect(try both([.more, .undo], [.order], use).ann == [])
  }

  @Test(arguments: uses)
  func `an order that is taken back gives back what it took beside what was added`(
    _ use: ListMode
  ) throws {
    let state = begin(use)
    let ann = try steps([.more], by: .ann, on: state)
    let ben = try steps([.order], by: .ben, on: state)
    for (first, second) in [(ann, ben), (ben, ann)] {
      let met = meet(first, second, on: state)
      var after = met.state
      let order = try #require(met.placed.first { $0.isOrder })
      let undo = try UndoPlanner(.undo, Entry(position: 9, step: order), in: after)
      #expect(!undo.isPartial)
      var touches: [SharedState.Touch] = []
      for event in undo.events { after.apply(event, touches: &touches) }
      #expect(tea(after) == "[ ] 8" && after.orders.isEmpty)
    }
  }

  @Test(arguments: uses)
  func `who orders what another machine had taken out is told`(_ use: ListMode) throws {
    let by = use == .personal ? "" : " by Ann"
    for anns in [[Deed.tick, .clear], [.takeOut]] {
      let all = try both(anns, [.order], use)
      #expect(all.tea == ["", ""])
      #expect(
        all.ben == [
          "“Tea” was taken out of the cart\(by) before; it is in your order 1 all the same."
        ])
    }
  }

  @Test(arguments: uses)
  func `what was added to a line that others have got is no value of theirs`(
    _ use: ListMode
  ) throws {
    let state = begin(use)
    let cases: [(anns: [Deed], bens: [Deed])] = [
      ([.more, .order], [.order]), ([.more, .more, .order], [.order]),
      ([.more, .finish], [.finish]),
      ([.more, .tick, .clear], [.tick, .clear]), ([.more, .tick, .clear], [.tick]),
    ]
    for (anns, bens) in cases {
      let ann = try steps(anns, by: .ann, on: state)
      let ben = try steps(bens, by: .ben, on: state)
      let met = meet(ben, ann, on: state)
      #expect(tea(met.state) == "")
      #expect(met.placed.allSatisfy { $0.unseen.isEmpty }, "\(met.placed)")
    }
  }

  @Test func `what others add to it then is`() throws {
    let state = begin(.household)
    let ben = try steps([.order], by: .ben, on: state)
    var replica = Replica(
      state, position: 1, waiting: try steps([.more, .order], by: .ann, on: state))
    _ = replica.confirm([Entry(position: 2, step: ben[0])])
    _ = replica.confirm([Entry(position: 3, step: replica.waiting[0].planned)])
    #expect(replica.waiting[0].planned.unseen.isEmpty)
    let more = Event.quantityChanged(Self.teaLine, by: .one, was: .piece, becomes: .piece)
    _ = replica.confirm([
      Entry(position: 4, step: Step(replica: ReplicaID(9), number: 1, time: 0, events: [more]))
    ])
    #expect(!replica.waiting[0].planned.unseen.isEmpty)
  }

  @Test(arguments: uses)
  func `all that was ordered twice is named in one sentence`(_ use: ListMode) throws {
    let said = try both([.more, .order], [.order], use).ann
    #expect(
      said.filter { $0.contains("as well") } == [
        "“Tea” and 1 other were ordered on another machine as well: in order 1, and in your order 2."
      ])
  }

  @Test func `an order of what was partly ordered before says so`() throws {
    let state = begin(.personal)
    let ann = try steps([.more, .order], by: .ann, on: state)
    let ben = try steps([.order], by: .ben, on: state)
    let met = meet(ben, ann, on: state)
    #expect(tea(met.state) == "" && met.state.orders.count == 2)
    #expect(met.told.contains { $0.contains("ordered on another machine as well") })
  }
}
