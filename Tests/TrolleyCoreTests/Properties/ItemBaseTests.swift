import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleySystem

/// The items of a snapshot, of which each is read when it is looked at, and what changed since.
@Suite struct ItemBaseTests {
  private static let names = [
    "Milk", "Eggs", "egg", "Crème fraîche", "creme  fraiche", "Äpfel", "10 bags", "9 bags", "Tea",
    "Boxes", "box", "牛乳", "Jam \"red\"", "Zucchini", "tomatoes", "Tomato", "x", "Quizzes",
  ]

  private static func item(_ id: UInt64, _ rng: inout SplitMix64) -> Item {
    let name = names[Int.random(in: 0..<names.count, using: &rng)]
    return Item(
      id: Item.ID(id), name: Bool.random(using: &rng) ? name : name + " \(id % 40)",
      category: ["", "Dairy", "Fruit & veg", "dairy"].randomElement(using: &rng) ?? "",
      price: Bool.random(using: &rng)
        ? Money(minorUnits: Int.random(in: 0...5000, using: &rng), currency: .usd) : nil,
      description: Bool.random(using: &rng) ? "" : "Some notes, über \(id)",
      store: ["", "Aldi", "Dairy", "Stall \(Int.random(in: 0..<9, using: &rng))"].randomElement(
        using: &rng) ?? "",
      source: Int.random(in: 0..<4, using: &rng) == 0 ? "file/\(id)" : "",
      isFavourite: Bool.random(using: &rng), addedAt: Int.random(in: 0...9, using: &rng))
  }

  private static func state(_ count: Int, _ rng: inout SplitMix64) -> SharedState {
    var state = SharedState()
    for id in 0..<count { state.items.put(item(UInt64(id + 1) << 7 | 5, &rng)) }
    return state
  }

  /// Everything that is asked of a table gives the same, wherever its items are.
  private func expect(
    _ table: ItemTable, is plain: ItemTable, _ comment: Comment, _ rng: inout SplitMix64
  ) {
    #expect(table == plain, comment)
    #expect(table.count == plain.count && plain == table, comment)
    #expect(NameOrder.sorted(table) == NameOrder.sorted(plain), comment)
    #expect(Set(table.ids) == Set(plain.ids), comment)
    func ids(_ items: some Sequence<Item>) -> [Item.ID] { items.map(\.id).sorted() }
    #expect(ids(table.fromCatalogues) == ids(plain.fromCatalogues), comment)
    #expect(table.stores == Set(plain.all.map(\.store)), comment)
    #expect(table.categories == Set(plain.all.map(\.category)), comment)
    for sort in ItemSort.allCases {
      for isReversed in [false, true] {
        let order = ItemOrder(sort, isReversed: isReversed)
        func sorted(_ items: ItemTable) -> [Item.ID?] {
          order.sorted(items).map { items.item(at: $0)?.id }
        }
        #expect(sorted(table) == sorted(plain), "\(comment), by \(sort)")
      }
    }
    for slot in 0..<Int32(table.slotCount) {
      let item = table.item(at: slot)
      #expect(table.facts(at: slot) == item.map { ItemFacts($0) }, comment)
      #expect(table.identifier(at: slot) == item?.id.number ?? 0, comment)
      if let item { #expect(table.slot(of: item.id) == slot, comment) }
    }
    for name in Self.names + ["eggs", "BOXES", "milks", "nothing", "Tea 3"] {
      let key = Folding.key(name)
      let found = table.first(named: key).flatMap { table[$0] }
      #expect(
        found.map { Folding.key($0.name) } == plain.first(named: key).map { _ in key }, comment)
      if let found { #expect(plain[found.id] == found, comment) }
    }
    for text in ["milk", "e", "fra", "bags", "äp", "tom", "9", "no", "über", "dai", "jm"] {
      func matches(_ items: ItemTable) -> [Item.ID?] {
        var search = ItemSearch(items)
        return search.matches(text, order: ItemOrder(.name), items: items)
          .map { items.item(at: $0)?.id }
      }
      #expect(matches(table) == matches(plain), "\(comment), searching \(text)")
      guard let match = NameMatch(text) else { continue }
      var ranks: [Item.ID: NameMatch.Rank] = [:]
      table.rank(match) { slot, rank in
        if let item = table.item(at: slot) { ranks[item.id] = rank }
      }
      for item in plain.all { #expect(ranks[item.id] == match.rank(item.name), comment) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whateverChangesTheListIsTheSameOverASnapshot(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    var plain = Self.state(Int.random(in: 0...60, using: &rng), &rng)
    var touches: [[SharedState.Touch]] = []
    var table = try #require(StateCoding.reopened(plain))
    expect(table.items, is: plain.items, "seed \(seed), at first", &rng)
    for step in 0..<60 {
      let known = Array(plain.items.ids).sorted()
      let one = known.randomElement(using: &rng).flatMap { plain.items[$0] }
      var event: Event?
      switch Int.random(in: 0..<10, using: &rng) {
      case 0..<4:
        event = .itemsAdded([Self.item(UInt64(9000 + step), &rng)])
      case 4, 5: event = one.map { .itemsRemoved([$0]) }
      case 6, 7:
        event = one.map { old in
          let new = Self.item(old.id.number, &rng)
          let (from, to) = ItemFields.difference(old, new)
          return .itemChanged(old.id, from: from, to: to)
        }
      case 8:
        // Undo, to the last bit.
        if let last = touches.popLast() {
          plain.restore(last)
          table.restore(last)
        }
      default:
        // A restart: what changed goes into the snapshot.
        table = try #require(StateCoding.reopened(table))
        touches = []
      }
      if let event {
        var touched: [SharedState.Touch] = []
        plain.apply(event, touches: &touched)
        var same: [SharedState.Touch] = []
        table.apply(event, touches: &same)
        #expect(same == touched)
        touches.append(touched)
      }
      #expect(table.items.categories == Set(plain.items.all.map(\.category)), "seed \(seed)")
      #expect(table.items.stores == Set(plain.items.all.map(\.store)), "seed \(seed)")
      if step % 6 == 5 { expect(table.items, is: plain.items, "seed \(seed), step \(step)", &rng) }
    }
    #expect(table == plain)
  }

  @Test func theScreenIsTheSameOverASnapshot() throws {
    var rng = SplitMix64(seed: 5)
    var plain = Self.state(80, &rng)
    let ids = Array(plain.items.ids).sorted()
    var touches: [SharedState.Touch] = []
    for (rank, id) in ids.prefix(9).enumerated() {
      let line = CartLine(id: CartLine.ID(UInt64(rank + 1)), item: id, quantity: .one, rank: rank)
      plain.apply(.linesAdded([line]), touches: &touches)
    }
    let reopened = try #require(StateCoding.reopened(plain))
    for segment in [ItemSegment.all, .starred] {
      for category in [nil, "", "Dairy"] {
        for isGrouped in [false, true] {
          func shown(_ state: SharedState) -> [[Item.ID?]] {
            var question = ItemList.Question()
            question.segment = segment
            question.category = category
            question.isGrouped = isGrouped
            var list = ItemList()
            list.rebuild(question, state)
            return [list.first, list.second].map { $0.map { state.items.item(at: $0)?.id } }
          }
          #expect(shown(plain) == shown(reopened))
        }
      }
    }
  }

  /// Bytes whose checksum is right although they are not what they should be end no program.
  @Test func aForeignContentNeverEndsTheProgram() throws {
    var rng = SplitMix64(seed: 3)
    let state = Self.state(12, &rng)
    let whole = StateCoding.whole(state)
    for round in 0..<3000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...2, using: &rng) {
        bytes[Int.random(in: 0..<bytes.count, using: &rng)] = UInt8.random(in: 0...255, using: &rng)
      }
      if round % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &rng)) }
      guard let read = StateCoding.decode(bytes) else { continue }
      for id in state.items.ids { _ = read.items[id] }
      for slot in 0..<Int32(min(40, read.items.slotCount)) {
        _ = read.items.item(at: slot)
        _ = read.items.facts(at: slot)
      }
      _ = read.items.first(named: "milk")
      _ = (read.items.categories, read.items.stores)
      if let match = NameMatch("mil") { read.items.rank(match) { _, _ in } }
      var search = ItemSearch(read.items)
      _ = search.matches("dai mil", order: ItemOrder(.price), items: read.items)
    }
  }

  @Test func twoProgramsKeepTheSnapshotTheyOpened() throws {
    let folder = try TemporaryDirectory()
    var rng = SplitMix64(seed: 8)
    let first = try ListStore(directory: folder.list, create: true)
    func step(_ number: Int, _ events: [Event]) -> TrolleyModel.Step {
      TrolleyModel.Step(replica: ReplicaID(1), number: number, time: 0, events: events)
    }
    let items = (1...50).map { Self.item(UInt64($0), &rng) }
    _ = try first.append(step(1, [.itemsAdded(items)]))
    try first.makeSnapshot()
    let old = try ListStore(directory: folder.list, create: false).load().state
    var expected = old
    // Another program changes the list and writes the next snapshot, several times.
    for round in 0..<4 {
      let gone = items[round * 5..<round * 5 + 3]
      let new = Self.item(UInt64(100 + round), &rng)
      let made = try first.append(
        step(2 + round, [.itemsRemoved(Array(gone)), .itemsAdded([new])]))
      for entry in made { expected.play(entry) }
      try first.makeSnapshot()
      #expect(old.items.count == 50 && items.allSatisfy { old.items[$0.id] == $0 })
      let now = try ListStore(directory: folder.list, create: false)
      #expect(try now.load().state == expected)
      #expect(now.notes.isEmpty)
    }
    expect(expected.items, is: plainCopy(of: expected.items), "after four snapshots", &rng)
  }

  @Test func `a snapshot that cannot be written is not tried again for each change`() throws {
    let folder = try TemporaryDirectory()
    var rng = SplitMix64(seed: 9)
    let store = try ListStore(directory: folder.list, create: true)
    func grow(_ number: Int) throws {
      let items = (1...200).map { Self.item(UInt64(number * 1000 + $0), &rng) }
      let step = TrolleyModel.Step(
        replica: ReplicaID(1), number: number, time: 0, events: [.itemsAdded(items)])
      _ = try store.append(step)
    }
    try grow(1)
    #expect(store.wantsSnapshot)
    // A folder in its place, which nothing replaces.
    let place = folder.file(DataDirectory.snapshot)
    try FileManager.default.createDirectory(
      atPath: place + "/inside", withIntermediateDirectories: true)
    try? store.makeSnapshot()
    #expect(!store.wantsSnapshot)
    try grow(2)
    #expect(store.wantsSnapshot)
  }

  /// A mapped snapshot that is cut, or has one wrong bit, or is that of another list.
  @Test func aSnapshotThatIsNotRightIsNeverShown() throws {
    let folder = try TemporaryDirectory()
    var rng = SplitMix64(seed: 21)
    func makeList(_ path: String, _ count: Int) throws -> SharedState {
      let store = try ListStore(directory: path, create: true)
      let items = (1...count).map { Self.item(UInt64($0), &rng) }
      let step = TrolleyModel.Step(
        replica: ReplicaID(1), number: 1, time: 0, events: [.itemsAdded(items)])
      _ = try store.append(step)
      try store.makeSnapshot()
      return try store.load().state
    }
    let state = try makeList(folder.list, 30)
    let path = folder.file(DataDirectory.snapshot)
    let whole = try #require(SmallFile.read(path, limit: 1 << 20))
    func look(_ bytes: [UInt8], isUsed: Bool = false, _ comment: Comment) throws {
      // As a disk would have it, and not as Trolley writes it.
      try SmallFile.replace(path, bytes)
      let store = try ListStore(directory: folder.list, create: false)
      #expect(try store.load().state == state, comment)
      #expect(store.notes.isEmpty == isUsed, comment)
    }
    try look(whole, isUsed: true, "as it was written")
    for _ in 0..<200 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &rng)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &rng)
      try look(bytes, "byte \(place)")
      try look(Array(whole[..<place]), "cut at \(place)")
    }
    _ = try makeList(folder.path + "/other", 30)
    let other = try #require(
      SmallFile.read(folder.path + "/other/" + DataDirectory.snapshot, limit: 1 << 20))
    try look(other, "that of another list")
  }

  @Test func `a snapshot that is overwritten in place ends no open list`() throws {
    let folder = try TemporaryDirectory()
    var rng = SplitMix64(seed: 34)
    let items = (1...50).map { Self.item(UInt64($0), &rng) }
    let store = try ListStore(directory: folder.list, create: true)
    _ = try store.append(
      TrolleyModel.Step(replica: ReplicaID(1), number: 1, time: 0, events: [.itemsAdded(items)]))
    try store.makeSnapshot()
    let loaded = try ListStore(directory: folder.list, create: false).load()
    #expect(truncate(folder.file(DataDirectory.snapshot), 0) == 0)
    #expect(items.allSatisfy { loaded.state.items[$0.id] == $0 })
  }

  private func plainCopy(of items: ItemTable) -> ItemTable {
    var plain = ItemTable()
    for item in NameOrder.sorted(items) { plain.put(item) }
    return plain
  }
}
