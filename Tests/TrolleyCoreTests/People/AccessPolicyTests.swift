import Testing
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel

/// The table of permissions, under random actions.
@Suite struct AccessPolicyTests {
  private static let ann = Account.ID(101)
  private static let ben = Account.ID(102)

  /// A list with Ann, its owner, and Ben, and items and lines of both.
  private func state(_ use: ListMode) -> SharedState {
    var state = SharedState()
    func item(_ id: UInt64, _ who: Account.ID) -> Item {
      Item(id: Item.ID(id), name: "Thing \(id)", category: "C\(id % 3)", addedBy: who.description)
    }
    func account(_ id: Account.ID, _ role: Account.Role, _ name: String) -> Account {
      Account(id: id, role: role, firstName: name, lastName: name, since: Day(number: 0))
    }
    var events: [Event] = [
      .useChanged(from: .personal, to: use), .accountAdded(account(Self.ann, .owner, "Ann")),
      .accountAdded(account(Self.ben, .member, "Ben")),
      .itemsAdded((1...6).map { item($0, $0 % 2 == 0 ? Self.ben : Self.ann) }),
    ]
    for number in UInt64(1)...6 {
      let who = number % 2 == 0 ? Self.ben : Self.ann
      events.append(
        .linesAdded([
          CartLine(
            id: CartLine.ID(number), item: Item.ID(number), quantity: .one, rank: Int(number),
            addedBy: who.description, cart: use == .staff ? Cart.ID(who.number) : .main)
        ]))
    }
    play(events, &state)
    return state
  }

  private func play(_ events: [Event], _ state: inout SharedState) {
    var touches: [SharedState.Touch] = []
    for event in events { state.apply(event, touches: &touches) }
  }

  private func change(_ state: SharedState, _ rng: inout SplitMix64) -> Change {
    let items = Array(state.items.all.map(\.id)).sorted()
    let lines = state.carts.lines.map(\.id)
    func someItem() -> Item.ID { rng.pick(items + [Item.ID(999)]) }
    func someLine() -> CartLine.ID { rng.pick(lines + [CartLine.ID(999)]) }
    var draft = ItemDraft()
    draft.name = "Name \(Int.random(in: 0...40, using: &rng))"
    draft.quantity = rng.pick(["", "2", "500 g"])
    switch Int.random(in: 0..<17, using: &rng) {
    case 0:
      return .add([
        AddRequest(
          name: rng.pick(["Tea", "Thing 1", "Thing 2"]), price: Money(minorUnits: 5, currency: .usd)
        )
      ])
    case 1: return .edit(someItem(), draft)
    case 2: return .delete([someItem(), someItem()])
    case 3: return .favourite([someItem()], rng.oneIn(2))
    case 4: return .toggle([someItem()])
    case 5: return .takeOut([someLine(), someLine()])
    case 6: return .step([someItem()], up: rng.oneIn(2))
    case 7: return .stepLines([someLine()], up: rng.oneIn(3))
    case 8: return .setQuantity(someLine(), Quantity(3, .kilogram))
    case 9: return .pick([someLine()], rng.oneIn(2))
    case 10: return .clearCart
    case 11: return .removeAccount(rng.pick([Self.ann, Self.ben]))
    case 12: return .changeUse(rng.pick([.personal, .staff]), owner: nil)
    case 13: return .set(.forgottenPIN, "hidden")
    case 14: return .putInCart(someItem(), Quantity(2, .bag))
    case 15:
      return .restore(ListDocument(items: [Item(id: someItem(), name: "Thing 1", category: "new")]))
    default: return .clearPicked
    }
  }

  /// Every item that Ann added, in its current state.
  private func annsItems(_ state: SharedState) -> [Item] {
    state.items.all.filter { $0.addedBy == Self.ann.description }.sorted { $0.id < $1.id }
      .map { item in
        var item = item
        item.isFavourite = false
        return item
      }
  }

  @Test func `an import leaves another person's item as it is, and takes the rest`() throws {
    var state = state(.household)
    var items = state.items.all.map { item in
      var item = item
      item.description = "imported"
      return item
    }
    items.append(Item(id: Item.ID(50), name: "Thing 50"))
    let before = annsItems(state)
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9, actor: .account(Self.ben))
    play(try planner.plan(.restore(ListDocument(items: items))), &state)
    #expect(annsItems(state) == before)
    #expect(state.items.all.count(where: { $0.description == "imported" }) == 3)
    #expect(state.items[Item.ID(50)] != nil)
    #expect(planner.leftOut.contains { $0.sentence.hasPrefix("Thing 1 belongs to Ann") })
    #expect(planner.leftOut.count == 3)
  }

  /// Prices follow the currency that any of them may set: no number of another person's changes.
  @Test func `in a household everybody's prices are taken over into the list's currency`() throws {
    var state = state(.household)
    let dollars = Money(minorUnits: 420, currency: .usd)
    for item in state.items.all {
      var priced = item
      priced.price = dollars
      let (from, to) = ItemFields.difference(item, priced)
      play([.itemChanged(item.id, from: from, to: to)], &state)
    }
    play([.settingChanged(.currency, from: "USD", to: "EUR")], &state)
    #expect(state.relabelled.count == 6)
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9, actor: .account(Self.ben))
    let events = try planner.plan(.relabelPrices)
    play(events, &state)
    #expect(state.relabelled.isEmpty)
    #expect(state.items.all.allSatisfy { $0.price == Money(minorUnits: 420, currency: .eur) })
    // It can be undone by who did it; another number in another currency is an edit.
    try AccessPolicy.check(events.compactMap(\.inverse), by: .account(Self.ben), in: state)
    let theirs = try #require(annsItems(state).first)
    var cheaper = theirs
    cheaper.price = Money(minorUnits: 100, currency: .usd)
    let (from, to) = ItemFields.difference(theirs, cheaper)
    #expect(throws: ChangeError.self) {
      try AccessPolicy.check(
        [.itemChanged(theirs.id, from: from, to: to)], by: .account(Self.ben), in: state)
    }
  }

  @Test
  func `what a member imports is the member's own, and what the owner restores is whose it was`()
    throws
  {
    let line = CartLine(
      id: CartLine.ID(70), item: Item.ID(71), quantity: .one, rank: 1,
      addedBy: Self.ben.description)
    for (actor, theirs) in [(Self.ben, ""), (Self.ann, Self.ben.description)] {
      var state = state(.household)
      var new = line
      new.addedBy = theirs
      let item = Item(id: Item.ID(71), name: "Soap", addedBy: theirs)
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9, actor: .account(actor))
      let events = try planner.plan(.restore(ListDocument(items: [item], lines: [new])))
      play(events, &state)
      #expect(state.cart[line.id]?.addedBy == line.addedBy)
      #expect(state.items[item.id]?.addedBy == Self.ben.description)
      let back = try UndoPlanner(
        .undo,
        Entry(
          position: 1,
          step: TrolleyModel.Step(
            replica: ReplicaID(7), number: 1, time: 0, author: actor.description, events: events)),
        in: state)
      if actor == Self.ben {
        try AccessPolicy.check(back.events, by: .account(actor), in: state)
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func inAHouseholdNobodyEditsOrDeletesWhatAnotherAdded(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    var state = state(.household)
    let before = annsItems(state)
    var mine = Set(state.cart.lines.filter { $0.addedBy == Self.ann.description }.map(\.id))
    var ids = IdentifierSource(replica: ReplicaID(7))
    var history: [Entry] = []
    for position in 1...120 {
      var events: [Event]
      if rng.oneIn(6), let last = history.last {
        // Undo goes through the same table.
        guard let inverse = try? UndoPlanner(.undo, last, in: state).events,
          (try? AccessPolicy.check(inverse, by: .account(Self.ben), in: state)) != nil
        else { continue }
        history.removeLast()
        events = inverse
      } else {
        var planner = Planner(state: state, ids: ids, now: 9, actor: .account(Self.ben))
        guard let planned = try? planner.plan(change(state, &rng)) else { continue }
        ids = planner.ids
        events = planned
      }
      // All that is picked may go together: the shopping is done.
      if case .linesRemoved(let lines)? = events.first, events.count == 1,
        Set(lines.map(\.id)) == Set(state.cart.lines.filter(\.isPicked).map(\.id))
      {
        mine.subtract(lines.map(\.id))
      }
      play(events, &state)
      history.append(
        Entry(
          position: position,
          step: TrolleyModel.Step(replica: ReplicaID(7), number: position, time: 9, events: events))
      )
      #expect(annsItems(state) == before, "seed \(seed), step \(position): \(events)")
      // A line that was merged into another line of the same item still counts there.
      let left = Set(state.cart.lines.map(\.id)).union(state.mergedLines.keys)
      #expect(mine.isSubset(of: left), "seed \(seed), step \(position): \(events)")
      #expect(state.use == .household)
      #expect(state.accounts.count == 2)
    }
  }

  @Test(arguments: UInt64(1)...40)
  func inAShopNobodyTouchesAnothersCart(_ seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    var state = state(.staff)
    state.select(cart: Cart.ID(Self.ben.number))
    let annsCart = Cart.ID(Self.ann.number)
    var ids = IdentifierSource(replica: ReplicaID(7))
    for position in 1...120 {
      let before = state.carts[annsCart]
      let items = state.items
      var planner = Planner(state: state, ids: ids, now: 9, actor: .account(Self.ben))
      guard let events = try? planner.plan(change(state, &rng)) else { continue }
      ids = planner.ids
      play(events, &state)
      // Only deleting an item removes it from every cart.
      let expected = before.lines.filter { state.items[$0.item] != nil }
      #expect(
        Array(state.carts[annsCart].lines) == Array(expected),
        "seed \(seed), step \(position): \(events)")
      #expect(state.use == .staff)
      #expect(state.accounts.count == 2)
      #expect(items.count >= state.items.count || !events.isEmpty)
    }
  }

  @Test func `who deletes what others have in the cart is told`() throws {
    var state = state(.staff)
    state.select(cart: Cart.ID(Self.ben.number))
    func said(_ ids: UInt64...) throws -> String {
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9,
        actor: .account(Self.ben))
      let events = try planner.plan(.delete(ids.map { Item.ID($0) }))
      return TrolleyMachine.ChangeSummary(events, in: state, style: .english).past
    }
    #expect(try said(2) == "Deleted Thing 2")
    #expect(try said(1) == "Deleted Thing 1, also from another cart")
    #expect(try said(1, 2) == "Deleted 2 items, also from another cart")
  }

  @Test(arguments: [ListMode.household, .staff], UInt64(1)...20)
  func nobodyDoesNothing(_ use: ListMode, _ seed: UInt64) {
    var rng = SplitMix64(seed: seed)
    let state = state(use)
    for actor in [Actor.signedOut, .person, .account(Account.ID(999))] {
      for _ in 0..<60 {
        var planner = Planner(
          state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9, actor: actor)
        #expect(throws: ChangeError.self) { try planner.plan(change(state, &rng)) }
      }
    }
  }

  @Test func aRefusalSaysWhose() {
    let state = state(.household)
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9,
      actor: .account(Self.ben))
    #expect(throws: ChangeError.notYours("Thing 1", whose: "Ann Ann")) {
      try planner.plan(.delete([Item.ID(1)]))
    }
  }

  @Test func whatNobodyAddedBelongsToTheOwner() throws {
    var state = state(.household)
    play([.itemsAdded([Item(id: Item.ID(50), name: "Old")])], &state)
    for (actor, may) in [(Self.ann, true), (Self.ben, false)] {
      var planner = Planner(
        state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9,
        actor: .account(actor))
      let events = try? planner.plan(.delete([Item.ID(50)]))
      #expect((events != nil) == may)
    }
  }

  @Test func `who renames a store renames it in the things of others as well, and no more`() throws
  {
    var state = state(.household)
    let store = Store(id: Store.ID(9), name: "Rewe")
    let ham = Item(id: Item.ID(50), name: "Ham", store: "Rewe", addedBy: Self.ann.description)
    play([.storeAdded(store), .itemsAdded([ham])], &state)
    var planner = Planner(
      state: state, ids: IdentifierSource(replica: ReplicaID(7)), now: 9,
      actor: .account(Self.ben))
    play(try planner.plan(.editStore(store.id, StoreDraft(name: "Rewe City"))), &state)
    #expect(state.items[ham.id]?.store == "Rewe City")
    var draft = ItemDraft()
    draft.store = "Lidl"
    #expect(throws: ChangeError.notYours("Ham", whose: "Ann Ann")) {
      try planner.plan(.edit(ham.id, draft))
    }
  }

  @Test func everybodyHasARightToSomethingAndNobodyToNearlyNothing() {
    for right in AccessPolicy.Permission.allCases {
      #expect(AccessPolicy.grant(right, to: .person) == .all)
      let isForAll = right == .register || right == .leaveList
      #expect(AccessPolicy.grant(right, to: .signedOut) == (isForAll ? .all : .none))
    }
  }
}
