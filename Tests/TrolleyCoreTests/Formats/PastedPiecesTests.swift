import Testing
import TrolleyTestSupport

@testable import TrolleyFormats
@testable import TrolleyMachine
@testable import TrolleyModel

@Suite struct PastedPiecesTests {
  private static let texts: [(ListFormat, String)] = [
    (.lines, "milk\n- 2 l juice\nDairy:\nbutter\n\nBread:\nTea\r\n1. eggs\n[x] jam\nLast:"),
    (.lines, "Fruit\n- kiwi\n• lime\n\nsoap\nHousehold\n\nDairy\n- milk\nbatteries\n"),
    (
      .markdown,
      "# Groceries\n\n- [ ] salt\n## Dairy\n- [x] 2 l Milk @1.60 !Aldi *\n## Ünd\n- Käse\n"
    ),
    (
      .csv,
      "\u{FEFF}name,quantity,description\r\n\"Tea, \"\"green\"\"\",2,\"two\nlines\"\r\n"
        + "Rice,,\"a\n\nb\nc\"\r\n,3,\r\nSalt,x,\r\nCoffee,1,plain\r\nno end,1,\"open\n"
    ),
    (.tsv, "name\tqty\nTea\t2\nRice\t1\n"),
    (.todotxt, "x (A) 2 l Milk +Dairy @Aldi price:1.60\n(B) Tea +Drinks\n\nx 2024-01-01 Rice\n"),
    (
      .jsonLines,
      "{\"currency\":\"EUR\",\"items\":[]}\n{\"name\":\"Tea\",\"price\":2}\n\n"
        + "{\"name\":\"Rice\"\n{\"name\":\"Salt\",\"qty\":\"?\"}\n"
    ),
  ]

  @Test(arguments: 0..<texts.count) func aListInPiecesIsTheSameList(_ number: Int) throws {
    let (format, text) = Self.texts[number]
    let bytes = Array(text.utf8)
    let whole = try PastedList.parse(bytes, format: format, currency: .usd)
    #expect(whole.entries.count > 1)
    for size in 1...bytes.count {
      // The first piece is as long as it always is: it shows what the list is like.
      var reader = try PastedList.Reader(bytes, format: format, currency: .usd)
      var entries: [ListEntry] = []
      var at = 0
      while at < bytes.count {
        // Markdown is recognised by its first piece.
        let count = format == .markdown && at == 0 ? max(size, 40) : size
        let end = min(bytes.count, at + count)
        try reader.read(Array(bytes[at..<end]), isLast: end == bytes.count)
        entries += reader.list.entries
        at = end
      }
      #expect(entries == whole.entries, "\(format), pieces of \(size)")
      #expect(reader.list.warnings == whole.warnings, "\(format), pieces of \(size)")
      #expect(reader.list.broken == whole.broken && reader.count == whole.entries.count)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func aLongListPlannedInPiecesIsTheSameList(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    let names = ["Milk", "Eggs", "Egg", "Tea", "Crème", "creme", "Rice", "Salt", "Jam"]
    // Something that was there before occurs once.
    let requests = (0..<60).map { at in
      var request = AddRequest(
        name: at == 0 || at == 27 ? "Bread" : names.randomElement(using: &rng) ?? "",
        quantity: [
          nil, Quantity(2), Quantity(500, .gram), Quantity(thousandths: 500, unit: .kilogram),
        ].randomElement(using: &rng) ?? nil,
        price: [nil, Money(minorUnits: 199, currency: .usd)].randomElement(using: &rng) ?? nil,
        category: ["Dairy", nil].randomElement(using: &rng) ?? nil,
        isFavourite: Bool.random(using: &rng), isInCart: Int.random(in: 0..<4, using: &rng) > 0)
      request.isOfList = true
      return request
    }
    var start = SharedState()
    var touches: [SharedState.Touch] = []
    let ids = IdentifierSource(replica: ReplicaID(7))
    var first = Planner(state: start, ids: ids, now: 1)
    for event in try first.plan(.add(Array(requests.prefix(1)))) {
      start.apply(event, touches: &touches)
    }
    func added(in size: Int) throws -> (SharedState, [Event]) {
      var state = start
      var planner = LongPlanner(ids: first.ids, now: 2)
      planner.begin(&state)
      var events: [Event] = []
      for at in stride(from: 1, to: requests.count, by: size) {
        events += try planner.add(Array(requests[at..<min(at + size, requests.count)]))
      }
      return (planner.end(), events)
    }
    let (whole, _) = try added(in: requests.count)
    var planner = Planner(state: start, ids: first.ids, now: 2)
    var once = start
    for event in try planner.plan(.add(Array(requests.dropFirst(1)))) {
      once.apply(event, touches: &touches)
    }
    #expect(whole == once)
    for size in [20, 30] {
      let (state, events) = try added(in: size)
      #expect(facts(state) == facts(once), "pieces of \(size)")
      var undone = state
      for event in events.reversed() {
        if let inverse = event.inverse { undone.apply(inverse, touches: &touches) }
      }
      #expect(facts(undone) == facts(start))
    }
  }

  /// Identifiers are given out in another order.
  private func facts(_ state: SharedState) -> [String] {
    let items = state.items.all.map { item in
      let lines = state.cart.lines(of: item.id).map { "\($0.quantity.text) \($0.isPicked)" }
      return "\(item.name) \(item.category) \(item.price?.decimal ?? "") \(item.isFavourite) "
        + "\(item.per.text): \(lines.sorted())"
    }
    return items.sorted()
  }
}
