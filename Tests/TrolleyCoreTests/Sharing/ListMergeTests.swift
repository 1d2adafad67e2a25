import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// A list that was left, or whose machine was removed, is put into the shared one again.
@Suite struct ListMergeTests {
  private let line = CartLine(id: CartLine.ID(5), item: Item.ID(1), quantity: Quantity(2), rank: 1)

  /// A list with this one line in its cart.
  private func state() -> SharedState {
    var state = SharedState()
    play([.itemsAdded([Item(id: Item.ID(1), name: "Cocoa")]), .linesAdded([line])], &state)
    return state
  }

  private func play(_ events: [Event], _ state: inout SharedState) {
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
  }

  private func planned(_ change: Change, on state: SharedState) throws -> [Event] {
    var planner = Planner(state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9)
    return try planner.plan(change)
  }

  private func ordered(_ state: SharedState) throws -> SharedState {
    var state = state
    play(
      try planned(
        .order(OrderDraft(name: "Ann", address: "1 Road", store: "", note: "")), on: state),
      &state)
    return state
  }

  private func document(_ state: SharedState) throws -> ListDocument {
    var bytes: [UInt8] = []
    try ListJSON.write(state) { bytes += $0 }
    return try ListJSON.read(bytes)
  }

  @Test func `what the other copy has ordered leaves the cart with its order`() throws {
    var joined = state()
    let own = try document(try ordered(joined))
    let events = try planned(.restore(own.merged(into: joined, isSame: true)), on: joined)
    play(events, &joined)
    #expect(joined.orders.count == 1 && joined.cart.isEmpty)
    play(events.reversed().compactMap(\.inverse), &joined)
    #expect(joined.orders.isEmpty && joined.cart[line.id]?.quantity == line.quantity)
  }

  @Test func `an export says which orders were mailed`() throws {
    var own = try ordered(state())
    let order = try #require(own.orders.first)
    let mail = OrderMailing(
      order: order.id, number: order.number, to: "shop@aldi.example", at: 1_791_011_100)
    play([.orderMailed(mail)], &own)
    let export = try document(own)
    for list in [SharedState(), state()] {
      var (restored, merged) = (list, list)
      play(try planned(.restore(export), on: list), &restored)
      play(try planned(.restore(export.merged(into: list, isSame: true)), on: list), &merged)
      #expect(restored.mailings == [mail] && merged.mailings == [mail])
    }
  }

  @Test func `what is in the cart takes an imported line as it takes an added one`() throws {
    var list = state()
    play([.linesPicked([line.id], true)], &list)
    let own = CartLine(id: CartLine.ID(9), item: Item.ID(8), quantity: Quantity(3), rank: 1)
    let document = ListDocument(items: [Item(id: Item.ID(8), name: "cocoa")], lines: [own])
    let events = try planned(.restore(document), on: list)
    var imported = list
    play(events, &imported)
    #expect(imported.cart.lines.map(\.quantity) == [Quantity(3)])
    #expect(imported.cart[line.id]?.isPicked == false)
    var added = list
    let request = AddRequest(name: "cocoa", quantity: Quantity(3))
    play(try planned(.add([request]), on: list), &added)
    #expect(added.cart == imported.cart)
    // Undo brings the tick back.
    play(events.reversed().compactMap(\.inverse), &imported)
    #expect(imported.cart == list.cart)
  }

  @Test func `an unchanged starter replaces nothing`() throws {
    let starters = SeedItems.items(at: 0, in: .usd)
    var changed = starters[0]
    changed.price = Money(minorUnits: 499, currency: .usd)
    var list = state()
    play([.itemsAdded([changed])], &list)
    let events = try planned(
      .restore(ListDocument(items: Array(starters.prefix(2)))), on: list)
    #expect(events == [.itemsAdded([starters[1]])])
  }

  @Test func `what stays as the others had it is named`() throws {
    var own = Item(id: Item.ID(8), name: "cocoa", category: "sweet", isFavourite: true)
    let list = state()
    var document = ListDocument(items: [own])
    document.budget = Money(minorUnits: 900, currency: .usd)
    #expect(document.wordsOfKept(in: list) == "cocoa and the budget")
    #expect(document.merged(into: list).items == Array(list.items.all))
    own.category = ""
    own.isFavourite = false
    #expect(ListDocument(items: [own]).wordsOfKept(in: list) == nil)
    var here = list
    let store = Store(id: Store.ID(3), name: "Aldi", phone: "222")
    play([.storeAdded(store)], &here)
    document.stores = [Store(id: Store.ID(4), name: "aldi", phone: "111")]
    #expect(document.wordsOfKept(in: here) == "cocoa, the store aldi and the budget")
    #expect(document.wordsOfKept(in: list) == "cocoa and the budget")
    document.stores[0].name = "Aldi"
    document.stores[0].phone = ""
    #expect(document.wordsOfKeptStores(in: here) == nil)
  }

  @Test func `a line that both have is one line, and never adds up with itself`() throws {
    let own = try document(state())
    var grown = state()
    play(try planned(.setQuantity(line.id, Quantity(5)), on: grown), &grown)
    #expect(throws: ChangeError.nothingToDo) {
      try planned(.restore(own.merged(into: grown)), on: grown)
    }
    #expect(own.wordsOfKept(in: grown) == "Cocoa" && own.wordsOfKept(in: state()) == nil)
    play(try planned(.restore(own), on: grown), &grown)
    #expect(grown.cart.lines.map(\.quantity) == [Quantity(2)])
    #expect(throws: ChangeError.nothingToDo) { try planned(.restore(own), on: grown) }
  }

  @Test func `of what both want as much is wanted as before, where the cart is to stay`() throws {
    var other = try document(state())
    other.lines = other.lines.map {
      CartLine(id: CartLine.ID(990), item: $0.item, quantity: Quantity(7), rank: $0.rank)
    }
    let here = state()
    #expect(other.merged(into: here, keepsCart: true).lines.isEmpty)
    #expect(other.wordsOfKept(in: here, keepsCart: true) == "Cocoa")
    #expect(other.merged(into: here).lines.map(\.quantity) == [Quantity(7)])
    #expect(other.wordsOfKept(in: here) == nil)
  }

  @Test func `what was ordered here meanwhile does not come back into the cart`() throws {
    let own = try document(state())
    let joined = try ordered(state())
    #expect(own.merged(into: joined, isSame: true).lines.isEmpty)
    #expect(own.merged(into: joined).lines.map(\.id) == [line.id])
  }

  @Test func `what has grown since, or is of another list, stays in the cart`() throws {
    let own = try document(try ordered(state()))
    #expect(own.merged(into: state()).bought.isEmpty)
    var grown = state()
    play(
      try planned(.setQuantity(line.id, Quantity(3)), on: grown), &grown)
    #expect(own.merged(into: grown, isSame: true).bought.isEmpty)
  }
}
