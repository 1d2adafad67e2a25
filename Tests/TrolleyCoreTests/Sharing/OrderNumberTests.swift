import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// The numbers of orders that machines place without hearing of each other.
@Suite struct OrderNumberTests {
  private typealias Step = TrolleyModel.Step

  private let own = ReplicaID(7)
  private let other = ReplicaID(9)

  private func order(_ id: UInt64, _ number: Int) -> Order {
    Order(id: Order.ID(id), number: number, name: "Ann", address: "1 Road", placedAt: 0)
  }

  private func step(_ run: ReplicaID, _ number: Int, _ events: [Event]) -> Step {
    Step(replica: run, number: number, time: 0, events: events)
  }

  private func mailed(_ id: UInt64, as number: Int) -> Event {
    .orderMailed(OrderMailing(order: Order.ID(id), number: number, to: "shop@store.example", at: 0))
  }

  /// A shared list with one order, and steps that wait.
  private func replica(waiting: [Step]) -> Replica {
    var state = SharedState()
    state.play(Entry(position: 1, step: step(other, 1, [.shared])))
    state.play(Entry(position: 2, step: step(other, 2, [.orderPlaced(order(11, 11))])))
    return Replica(state, position: 2, waiting: waiting)
  }

  private func numbers(_ replica: Replica) -> [UInt64: Int] {
    Dictionary(uniqueKeysWithValues: replica.current.orders.map { ($0.id.number, $0.number) })
  }

  private var others: Entry {
    Entry(position: 3, step: step(other, 3, [.orderPlaced(order(20, 12))]))
  }

  @Test func `an order whose number was taken meanwhile gets the next one, and that is said`() {
    var replica = replica(waiting: [
      step(own, 1, [.orderPlaced(order(30, 12))]), step(own, 2, [.orderPlaced(order(31, 13))]),
    ])
    _ = replica.confirm([others])
    #expect(numbers(replica) == [11: 11, 20: 12, 30: 13, 31: 14])
    let said = replica.waiting.flatMap {
      LeftOutText.sentences(of: [$0.planned], in: replica.current)
    }
    #expect(
      said == [
        "Your order 12 is number 13 now: an order of another machine came first.",
        "Your order 13 is number 14 now: an order of another machine came first.",
      ])
    // On every machine the same, and only once.
    let placed = replica.waiting.map(\.planned)
    _ = replica.confirm(
      placed.enumerated().map { Entry(position: 4 + $0.offset, step: $0.element) })
    #expect(replica.waiting.isEmpty && numbers(replica) == [11: 11, 20: 12, 30: 13, 31: 14])
  }

  /// The cursor stays on an order that is shown: it is no new one because it gets another number.
  @Test func `an order that gets another number was there before`() {
    var replica = replica(waiting: [step(own, 1, [.orderPlaced(order(30, 12))])])
    let touches = replica.confirm([others])
    let first = touches.lazy.compactMap { touch -> Order?? in
      if case .order(Order.ID(30), let was) = touch { .some(was) } else { nil }
    }.first
    #expect(first == order(30, 12))
  }

  @Test func `a number that is free stays`() {
    var replica = replica(waiting: [step(own, 1, [.orderPlaced(order(30, 12))])])
    _ = replica.confirm([Entry(position: 3, step: step(other, 3, [.orderPlaced(order(20, 14))]))])
    #expect(numbers(replica) == [11: 11, 20: 14, 30: 12])
    #expect(replica.current.nextOrderNumber == 15)
    #expect(replica.waiting.allSatisfy { $0.planned.leftOut.isEmpty })
  }

  @Test func `what a store was told stays the number of the order`() {
    let steps = [
      step(own, 1, [.orderPlaced(order(30, 12))]), step(own, 2, [mailed(30, as: 12)]),
    ]
    var replica = replica(waiting: steps)
    _ = replica.confirm([others])
    #expect(numbers(replica) == [11: 11, 20: 12, 30: 12])
    #expect(replica.waiting.allSatisfy { $0.planned.leftOut.isEmpty })
    #expect(replica.current.nextOrderNumber == 13)
    // A program that is started later finds both in the outbox.
    var later = self.replica(waiting: [])
    _ = later.confirm([others])
    later = Replica(later.current, position: 3, waiting: steps)
    #expect(numbers(later) == numbers(replica))
  }

  @Test func `where two have one number, a letter says which`() {
    var replica = replica(waiting: [
      step(own, 1, [.orderPlaced(order(30, 12))]), step(own, 2, [mailed(30, as: 12)]),
    ])
    _ = replica.confirm([others])
    let state = replica.current
    #expect(state.orders.map { state.label(of: $0) } == ["11", "12a", "12b"])
    #expect(state.orders(numbered: 12).map(\.id.number) == [20, 30])
    #expect(state.orders(numbered: 13).isEmpty)
  }

  @Test func `of two with one number, the one that was placed first comes first`() throws {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    for (id, placedAt) in [(20, 5), (30, 2), (10, 9), (5, 5)] as [(UInt64, Int)] {
      var one = order(id, 12)
      one.placedAt = placedAt
      state.apply(.orderPlaced(one), touches: &touches)
    }
    #expect(state.orders.map(\.id.number) == [30, 5, 20, 10])
    #expect(state.orders.map { state.label(of: $0) } == ["12a", "12b", "12c", "12d"])
    // A snapshot of an older version has them by their identifiers.
    var old = SharedState()
    old.orders = state.orders.sorted { $0.id < $1.id }
    let read = try #require(StateCoding.decode(StateCoding.whole(old)))
    #expect(read.orders.map(\.id.number) == [30, 5, 20, 10])
  }

  @Test func `an order is not mailed as long as no machine has said so`() {
    var state = SharedState()
    var touches: [SharedState.Touch] = []
    let store = Store(id: Store.ID(5), name: "Corner", email: "shop@corner.example")
    var placed = order(30, 12)
    #expect(state.stateOfMail(of: placed) == nil)
    state.apply(.storeAdded(store), touches: &touches)
    placed.store = "Corner"
    #expect(state.stateOfMail(of: placed) == "no mail recorded")
    state.apply(mailed(30, as: 12), touches: &touches)
    #expect(state.stateOfMail(of: placed) == nil)
  }

  @Test func `an order that was mailed with its new number keeps that one`() {
    var replica = replica(waiting: [step(own, 1, [.orderPlaced(order(30, 12))])])
    _ = replica.confirm([others])
    _ = replica.enqueue([step(own, 2, [mailed(30, as: 13)])])
    _ = replica.confirm([Entry(position: 4, step: step(other, 4, [.orderPlaced(order(21, 13))]))])
    #expect(numbers(replica) == [11: 11, 20: 12, 21: 13, 30: 13])
    #expect(replica.current.mailing(of: Order.ID(30))?.number == 13)
  }

  @Test func `an order of a cart that another till has taken up stays, and what is left is said`() {
    let accounts = ["Ann", "Ben"].enumerated().map { index, name in
      Account(
        id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member, firstName: name,
        since: Day(number: 20_526))
    }
    func staff(_ person: Int, _ number: Int, _ events: [Event]) -> Step {
      Step(
        replica: person == 0 ? other : own, number: number, time: 0,
        author: accounts[person].author, events: events)
    }
    let held = HeldCart(id: Cart.ID(50), note: "two", heldBy: accounts[0].author, heldAt: 0)
    var line = CartLine(
      id: CartLine.ID(71), item: Item.ID(70), quantity: Quantity(6, .piece), rank: 1)
    line.cart = held.id
    var state = SharedState()
    let steps: [[Event]] = [
      [.shared], [.useChanged(from: .personal, to: .staff)] + accounts.map { .accountAdded($0) },
      [.itemsAdded([Item(id: Item.ID(70), name: "Milk")]), .cartHeld(held), .linesAdded([line])],
    ]
    for (position, events) in steps.enumerated() {
      state.play(Entry(position: position + 1, step: step(other, position + 1, events)))
    }
    func takeUp(_ person: Int) -> [Event] {
      [.linesMoved([line.id], from: held.id, to: accounts[person].cart), .cartTakenUp(held)]
    }
    var ours = line
    ours.cart = accounts[1].cart
    let ordered = Order(
      id: Order.ID(30), number: 1, name: "Mrs Jones", address: "", placedAt: 0)
    var replica = Replica(
      state, position: 3,
      waiting: [
        staff(1, 1, takeUp(1)), staff(1, 2, [.orderPlaced(ordered), .linesRemoved([ours])]),
      ])
    #expect(replica.current.carts[accounts[1].cart].isEmpty)
    _ = replica.confirm([Entry(position: 4, step: staff(0, 4, takeUp(0)))])
    #expect(replica.current.orders.map(\.name) == ["Mrs Jones"])
    #expect(replica.current.carts[accounts[0].cart].lines.map(\.id) == [line.id])
    let said = replica.waiting.flatMap {
      LeftOutText.sentences(of: [$0.planned], in: replica.current)
    }
    #expect(
      said == [
        "The held cart “two” was taken up by Ann meanwhile; you did not get it.",
        "“Milk” is in Ann's cart now; your order 1 is saved.",
      ])
    // The person who has the cart hears of it, also when signed in later or after a restart.
    let placed = replica.waiting[1].planned
    #expect(placed.isNotable)
    var replacements = Replacements()
    replacements.note(
      [
        .own(Entry(position: 4, step: staff(0, 4, takeUp(0)))),
        .unseen(Entry(position: 6, step: placed)),
      ],
      in: replica.current)
    func told(_ person: Int) -> [String] {
      replacements.newsOfOthers(for: accounts[person].author, in: replica.current).map(\.news.text)
    }
    #expect(
      told(0) == [
        "Ben ordered the held cart “two” that you took up: order 1. “Milk” is in your cart still."
      ])
    #expect(told(1).isEmpty)
  }
}
