import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// The lines of a cart that lie in a snapshot, and what changed since.
@Suite struct CartBaseTests {
  /// Everything that is asked of a cart gives the same, wherever its lines are.
  private func expect(_ cart: Cart, is plain: Cart, _ items: [Item.ID], _ comment: Comment) {
    #expect(cart == plain && plain == cart, comment)
    #expect(Array(cart.items) == plain.lines.map(\.item), comment)
    #expect(cart.pickedCount == plain.pickedCount, comment)
    #expect(cart.itemCount == Set(plain.items).count, comment)
    #expect(plain.itemCount == cart.itemCount, comment)
    #expect((cart.nextRank, cart.isComplete) == (plain.nextRank, plain.isComplete), comment)
    for item in items {
      #expect(cart.lines(of: item) == plain.lines(of: item), comment)
      #expect(cart.contains(item) == plain.contains(item), comment)
    }
    for (index, line) in plain.lines.enumerated() {
      #expect(cart[line.id] == line && cart[index] == line, comment)
      #expect(cart.index(of: line) == index, comment)
    }
    #expect(cart[cart.count] == nil && cart[CartLine.ID(1 << 41)] == nil, comment)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func whateverChangesTheCartIsTheSameOverASnapshot(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    var plain = SharedState()
    plain.restore(SampleItems.all.map { .item($0.id, was: $0) })
    var mapped = try #require(StateCoding.reopened(plain))
    var touches: [[SharedState.Touch]] = []
    var ids = IdentifierSource(replica: ReplicaID(7))
    for step in 0..<150 {
      switch Int.random(in: 0..<12, using: &rng) {
      case 0:
        // Undo, to the last bit.
        if let last = touches.popLast() {
          plain.restore(last)
          mapped.restore(last)
        }
      case 1, 2:
        // A restart: what changed goes into the snapshot.
        mapped = try #require(StateCoding.reopened(mapped))
      default:
        var planner = Planner(state: plain, ids: ids, now: 1_795_284_000 + step)
        guard let events = try? planner.plan(RandomChange.next(plain, &rng)) else { continue }
        ids = planner.ids
        var (touched, same): ([SharedState.Touch], [SharedState.Touch]) = ([], [])
        for event in events {
          plain.apply(event, touches: &touched)
          mapped.apply(event, touches: &same)
        }
        #expect(same == touched)
        touches.append(touched)
      }
      let items = Array(plain.items.ids) + [Item.ID(1 << 40)]
      expect(mapped.cart, is: plain.cart, items, "seed \(seed), step \(step)")
      #expect(mapped.summary == plain.summary)
      #expect(Invariants.cart(mapped) == nil)
      for isGrouped in [false, true] {
        func shown(_ state: SharedState) -> [[Item.ID?]] {
          var question = ItemList.Question()
          question.isGrouped = isGrouped
          var list = ItemList()
          list.rebuild(question, state)
          return [list.first, list.second].map { $0.map { state.items.item(at: $0)?.id } }
        }
        #expect(shown(mapped) == shown(plain), "seed \(seed), step \(step)")
      }
    }
    #expect(mapped == plain)
  }

  @Test func cartsOfEmployeesAreEachTheirOwn() throws {
    var state = SharedState()
    state.restore(SampleItems.all.map { .item($0.id, was: $0) })
    let items = Array(state.items.ids)
    for number in 0..<40 {
      let line = CartLine(
        id: CartLine.ID(UInt64(number + 1)), item: items[number % 5],
        quantity: Quantity(number + 1, [.piece, .gram][number % 2]), isPicked: number % 3 == 0,
        rank: number / 2, addedBy: ["", "Ann", "Ben"][number % 3],
        cart: Cart.ID(UInt64(number % 4)))
      state.restore([.line(line.id, was: line)])
    }
    var reopened = try #require(StateCoding.reopened(state))
    for number in 0..<4 {
      let id = Cart.ID(UInt64(number))
      expect(reopened.carts[id], is: state.carts[id], items, "cart \(number)")
      state.select(cart: id)
      reopened.select(cart: id)
      #expect(reopened.summary == state.summary)
      #expect(Invariants.cart(reopened) == nil)
    }
    #expect(reopened == state)
  }

  /// Bytes whose checksum is right although they are not what they should be end no program.
  @Test func aForeignContentNeverEndsTheProgram() throws {
    var rng = SplitMix64(seed: 8)
    var state = SharedState()
    state.restore(SampleItems.all.map { .item($0.id, was: $0) })
    for (rank, id) in Array(state.items.ids).enumerated() {
      let line = CartLine(id: CartLine.ID(UInt64(rank + 1)), item: id, quantity: .one, rank: rank)
      state.restore([.line(line.id, was: line)])
    }
    let whole = StateCoding.whole(state)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...3, using: &rng) {
        // Most of them where the lines are.
        let from = rng.oneIn(3) ? 0 : bytes.count - 600
        let at = Int.random(in: from..<bytes.count, using: &rng)
        bytes[at] = UInt8.random(in: 0...255, using: &rng)
      }
      guard var read = StateCoding.decode(bytes) else { continue }
      for id in state.items.ids { _ = read.cart.lines(of: id) }
      _ = read.cart.nextRank
      let ids = Array(read.cart.lines).map(\.id)
      for line in read.cart.lines { _ = read.cart.index(of: line) }
      var touches: [SharedState.Touch] = []
      read.apply(.linesPicked(ids, true), touches: &touches)
      read.apply(.linesRemoved(Array(read.cart.lines)), touches: &touches)
    }
  }
}
