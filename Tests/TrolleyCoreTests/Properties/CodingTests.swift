import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyModel
@testable import TrolleyStorage

@Suite struct EventCodingTests {
  private static let line = CartLine(
    id: CartLine.ID(77), item: Item.ID(3), quantity: Quantity(thousandths: 1500, unit: .litre),
    isPicked: true, rank: 9, addedBy: "Ben")
  private static let store = Store(
    id: Store.ID(8), name: "Aldi “Süd”", address: "2 Low Road", phone: "+49 1", email: "a@b.de",
    note: "closed\non Sunday")
  private static let order = Order(
    id: Order.ID(5), number: 12, name: "Ann", address: "12 High Street", store: "Aldi",
    note: "ring\ntwice", placedAt: 99)
  private static let orderLine = Order.Line(
    item: Item.ID(3), name: "Milk \"fresh\"", category: "Dairy", quantity: .one,
    cost: Money(minorUnits: 160, currency: .eur))

  private static var full: Item {
    Item(
      id: Item.ID(1 << 56), name: "Crème brûlée 日本 👩‍👩‍👧 \\ \"", category: "Sweets",
      price: Money(minorUnits: 1, currency: .usd), per: Quantity(500, .gram), picture: "cake",
      description: "two\nlines", store: "Aldi", isFavourite: true, addedBy: "Ann", addedAt: -5)
  }

  private static let person = Account(
    id: Account.ID(9), role: .member, firstName: "Zoë “Z”", lastName: "d’Arc",
    email: "zoe@shop.example", since: Day(number: 20_500),
    pin: SealedPIN(sealed: "00ff", mark: "a1b2"))
  private static let owner = Account(
    id: Account.ID(4), role: .owner, firstName: "Ann", since: Day(number: -3))
  private static let held = HeldCart(
    id: Cart.ID(50), note: "red hat", heldBy: "9", heldAt: 1_700_000_000)
  private static let ownLine = CartLine(
    id: CartLine.ID(78), item: Item.ID(3), quantity: .one, rank: 4, addedBy: "9",
    cart: Cart.ID(9))

  static let events: [Event] = {
    var cheaper = full
    cheaper.price = nil
    cheaper.name = "Cream"
    cheaper.description = ""
    let (from, to) = ItemFields.difference(full, cheaper)
    var all: [Event] = [
      .itemsAdded([full, SampleItems.salt]), .itemsRemoved([SampleItems.apple]),
      .itemChanged(full.id, from: from, to: to), .itemChanged(full.id, from: to, to: from),
      .linesAdded([line]), .linesRemoved([line]),
      .quantityChanged(line.id, by: -Quantity(500, .gram), was: .kilogram, becomes: .gram),
      .quantityChanged(line.id, by: .one, was: .piece, becomes: .piece),
      .quantityChanged(
        line.id, by: .one, was: .piece, becomes: .piece, set: Quantity(3, .piece)),
      .linesPicked([line.id, CartLine.ID(2)], true), .linesPicked([line.id], false),
      .storeAdded(store), .storeRemoved(store), .storeChanged(from: store, to: store),
      .orderPlaced(order), .orderWithdrawn(order), .orderLinesAdded(order.id, [orderLine]),
      .orderLinesRemoved(order.id, [orderLine]),
      .orderMailed(
        OrderMailing(order: order.id, number: 12, to: "a@b.example, c@d.example", at: 9)),
      .orderMailed(
        OrderMailing(order: order.id, number: 12, to: "a@b.example", at: -1, isUncertain: true)),
      .orderMailed(OrderMailing(saidOf: order, to: "a@b.example", wasSent: false, at: 9)),
      .orderMailed(
        OrderMailing(saidOf: order, to: "a@b.example", wasSent: true, at: 9).inverse!),
      .aislesWalked(store: "Aldi", from: [], to: ["Fruit", "Dairy"]), .seeded,
      .useChanged(from: .personal, to: .staff), .useChanged(from: .staff, to: .household),
      .accountAdded(person), .accountAdded(owner), .accountRemoved(person),
      .accountChanged(from: person, to: person), .linesAdded([ownLine]),
      .linesMoved([line.id, ownLine.id], from: .main, to: held.id),
      .linesMoved([ownLine.id], from: Cart.ID(9), to: .main), .cartHeld(held), .cartTakenUp(held),
    ]
    all += ListSetting.allCases.map { .settingChanged($0, from: "", to: "EUR") }
    return all
  }()

  @Test(arguments: events) func anEventComesBackAsItWas(_ event: Event) throws {
    for role in [
      StepRole.change, .undo(3), .redo(.position(1 << 40)),
      .undo(.name(ReplicaID(0xFFFF_FFFF), 12)),
    ] {
      let step = TrolleyModel.Step(
        replica: ReplicaID(0xFFFF_FFFF), number: 3, time: 1_700_000_000, author: "Ann \"B\"",
        role: role, events: [event])
      let journal = MemoryJournal()
      journal.append(step)
      #expect(try journal.entry(at: 1).step == step)
    }
  }

  @Test(arguments: events) func whatWasLeftOutComesBackAsItWas(_ event: Event) throws {
    let step = TrolleyModel.Step(
      replica: ReplicaID(5), number: 3, time: 1_700_000_000, author: "Ann \"B\"",
      events: [.recoverySeen(Account.ID(9)), event],
      leftOut: [
        LeftOut(event, .gone, name: "Milk “1 l”", other: "1l5oci000001"), LeftOut(event, .done),
      ], unseen: [1])
    let journal = MemoryJournal()
    journal.append(step)
    #expect(try journal.entry(at: step.name).step == step)
  }

  @Test func `what the author of a step saw comes back as it was`() throws {
    let step = TrolleyModel.Step(
      replica: ReplicaID(5), number: 3, time: 1_700_000_000,
      events: [
        .seeded, .linesPicked([Self.line.id, Self.ownLine.id], true),
        .quantityChanged(Self.line.id, by: .one, was: .piece, becomes: .piece),
      ], seen: [Self.line, Self.ownLine])
    let journal = MemoryJournal()
    journal.append(step)
    #expect(try journal.entry(at: step.name).step == step)
  }

  @Test(arguments: [
    "", ".", "a.", ".1", "a.b", "a.01", "a.-1", "a.1.2", "1vvvvvv.268435456", "zz.1", "vvvvvvvv.1",
  ]) func whatIsNotTheNameOfAStepIsRefused(_ text: String) {
    #expect(StepReference(nameText: text) == nil)
  }

  @Test func aStepIsNamedByItsAuthorAndNumber() throws {
    for (replica, number) in [(1, 0), (0xFFFF_FFFF, 1 << 28 - 1), (0x286_AB12, 12)] {
      let name = StepReference.name(ReplicaID(UInt64(replica)), number)
      let text = try #require(name.nameText)
      #expect(StepReference(nameText: text) == name && name.position == nil)
      #expect(name.name?.replica == ReplicaID(UInt64(replica)) && name.name?.number == number)
    }
    #expect(StepReference.position(4).name == nil && StepReference.position(4).position == 4)
  }

  @Test(arguments: events) func noMemberOfALineIsThereTwice(_ event: Event) throws {
    let step = TrolleyModel.Step(
      replica: ReplicaID(9), number: 3, time: 1, author: "Ann", events: [event])
    for body in EventCoding.bodies(of: step) {
      let object = try JSONValue.parse(Array("{".utf8) + body + Array("}".utf8))
      let names = (object.object ?? []).map(\.name)
      #expect(Set(names).count == names.count, "\(names)")
      #expect(JSONMembers.refusal(of: body) == nil)
    }
  }

  @Test func everyKindIsTried() {
    #expect(Set(Self.events.map(\.kind)).count == 26)
  }

  @Test func whatIsTakenBackTwiceIsItself() {
    for event in Self.events where event.inverse != nil {
      #expect(event.inverse?.inverse == event)
    }
  }

  @Test func longStepsAreSplitAndAddUpToTheSame() throws {
    let items = SampleItems.many(1000).map { item in
      var long = item
      long.description = String(repeating: "long ", count: 100)
      return long
    }
    let step = TrolleyModel.Step(
      replica: ReplicaID(9), number: 1, time: 1, events: [.itemsAdded(items)])
    let bodies = EventCoding.bodies(of: step)
    #expect(bodies.count > 4)
    #expect(bodies.allSatisfy { $0.count <= EventCoding.bodyLimit })
    let journal = MemoryJournal()
    journal.append(step)
    #expect(try journal.fold().items.count == 1000)
  }

  @Test func anUnknownKindIsSkippedAndTheRestCounts() throws {
    let text = #"{"by":"9","i":1,"t":1,"kind":"cartPainted","colour":["red",{"deep":1}]}"#
    let entry = try Array(text.utf8).withUnsafeBytes {
      try EventCoding.entry(position: 1, lines: [$0])
    }
    #expect(entry.step.events.isEmpty)
    #expect(entry.step.number == 1)
  }

  @Test(arguments: [
    #"{"by":"9","i":1,"t":1,"kind":"itemsAdded","items":[{"id":"1","name":"Tea","price":1.50,"currency":"EUR","per":"500 g","favourite":true,"addedAt":7}]}"#,
    #"{"items":[{"favourite":true,"addedAt":7,"new":[{}],"currency":"EUR","per":"500 g","price":1.50,"name":"Tea","name":"Ale","id":"1"}],"kind":"itemsAdded","t":1,"i":1,"by":"9"}"#,
    #"{ "kind" : "itemsAdded", "items" : [ { "id" : "1", "n\u0061me" : "Tea", "picture" : 5, "currency" : "EUR", "price" : 1.50, "per" : "500 g", "favourite" : true, "addedAt" : 7 } ], "by" : "9", "i" : 1, "t" : 1 }"#,
  ])
  func `members are found in any order, and unknown ones are passed over`(_ text: String) throws {
    let line = try Array(text.utf8).withUnsafeBytes { try EventCoding.decode($0) }
    let tea = Item(
      id: Item.ID(1), name: "Tea", price: Money(minorUnits: 150, currency: .eur),
      per: Quantity(500, .gram), isFavourite: true, addedAt: 7)
    #expect(line.event == .itemsAdded([tea]))
  }

  @Test(arguments: [
    #"{"by":"9","i":1,"t":1,"kind":"linesAdded"}"#,
    #"{"by":"9","i":1,"t":1,"kind":"linesAdded","lines":[{"id":"1","item":"1","quantity":"0 g"}]}"#,
    #"{"by":"!","i":1,"t":1,"kind":"seeded"}"#,
    #"{"by":"9","i":1,"t":1,"kind":"itemsAdded","items":[{"id":"1","name":""}]}"#,
    #"{"by":"9","i":1,"t":1,"kind":"quantityChanged","line":"1","amount":"x","was":"g","becomes":"g"}"#,
  ])
  func aLineThatIsNoneIsRefused(_ text: String) {
    #expect(throws: JSONError.self) {
      try Array(text.utf8).withUnsafeBytes { try EventCoding.decode($0) }
    }
  }

  @Test func anyEventCanBeAppliedAnywhere() {
    for seed in UInt64(1)...60 {
      var rng = SplitMix64(seed: seed)
      var state = SharedState()
      for _ in 0..<30 {
        let before = state
        var touches: [SharedState.Touch] = []
        state.apply(rng.pick(Self.events), touches: &touches)
        if let rule = Invariants.cart(state) {
          Issue.record("seed \(seed): \(rule)")
          return
        }
        var back = state
        back.restore(touches)
        #expect(back == before, "seed \(seed): not taken back exactly")
      }
    }
  }

  @Test func nothingHasTheNumberNought() {
    #expect(Item.ID(text: "0") == nil)
    #expect(Item.ID(text: "vvvvvvvvvvvvv") == nil)
    #expect(Item.ID(text: "fvvvvvvvvvvvv") == Item.ID(.max))
  }

  @Test(arguments: [UInt64(1), 1 << 62, 1 << 63, .max])
  func everyIdentifierOutlivesASnapshot(_ number: UInt64) throws {
    var state = SharedState()
    let item = SampleItems.item(number, "Tea")
    let line = CartLine(id: CartLine.ID(number), item: item.id, quantity: .one, rank: 1)
    state.play(
      Entry(
        position: 1,
        step: TrolleyModel.Step(
          replica: ReplicaID(1), number: 1, time: 1,
          events: [.itemsAdded([item]), .linesAdded([line])])))
    #expect(state.items.count == 1)
    #expect(state.cart.count == 1)
    #expect(StateCoding.reopened(state) == state)
  }
}
