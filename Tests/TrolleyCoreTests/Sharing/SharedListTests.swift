import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage

/// A shared list on the disk: the copy and the outbox, without a server.
@Suite struct SharedListTests {
  private typealias Step = TrolleyModel.Step

  /// A directory with a list that is shared, and what its files hold.
  private final class Folder {
    let path = NSTemporaryDirectory() + "trolley-shared-" + UUID().uuidString

    init() throws {
      let store = try ListStore(directory: path, create: true)
      _ = try store.load()
      _ = try store.append(Folder.step(1, 1, [.itemsAdded(SampleItems.all)]))
      _ = try store.append(Folder.step(1, 2, [.shared]))
      try Data(Sharing(list: "x", server: "postgresql://db.home/trolley").bytes)
        .write(to: URL(fileURLWithPath: path + "/" + Sharing.file))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func step(
      _ run: UInt64, _ number: Int, _ events: [Event], _ role: StepRole = .change
    ) -> Step {
      Step(
        replica: ReplicaID(run), number: number, time: 1_795_284_000 + number, role: role,
        events: events)
    }

    func open() throws -> (store: ListStore, loaded: ListStore.Loaded) {
      let store = try ListStore(directory: path, create: false)
      return (store, try store.load())
    }

    func bytes(_ name: String) -> [UInt8] {
      (try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))) ?? []
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
  }

  private func budget(_ run: UInt64, _ number: Int, _ value: Int) -> Step {
    Folder.step(run, number, [.settingChanged(.budget, from: "", to: "\(value).00")])
  }

  @Test func `a change of a shared list is saved in the outbox until it has its place`() throws {
    let folder = try Folder()
    let copy = folder.bytes("journal.jsonl")
    let (store, loaded) = try folder.open()
    #expect(loaded.waiting.isEmpty && store.sharing?.server == "postgresql://db.home/trolley")
    #expect(folder.names == ["journal.jsonl", "lock", "sharing.json"])
    let step = budget(7, 1, 20)
    #expect(try store.append(step) == [Entry(position: Entry.waiting, step: step)])
    #expect(folder.bytes("journal.jsonl") == copy)
    let again = try folder.open()
    #expect(again.loaded.waiting == [step] && again.loaded.state.budget == nil)
    #expect(try again.store.step(at: step.name).step == step)
    let replica = Replica(
      again.loaded.state, position: again.loaded.position, waiting: again.loaded.waiting)
    #expect(replica.current.budget?.decimal == "20.00")
    #expect(replica.current.history.nextUndo(of: "") == step.name)
  }

  /// With accounts, undo leaves what others changed: also if it was planned before they did.
  @Test func `an undo from before another machine picked the line leaves the line`() throws {
    var state = SharedState()
    let owner = Account(id: Account.ID(4), role: .owner, firstName: "Ann", since: Day(number: 1))
    let line = CartLine(
      id: CartLine.ID(70), item: SampleItems.all[0].id, quantity: .one, rank: 1, addedBy: "4")
    var touches: [SharedState.Touch] = []
    for event: Event in [
      .itemsAdded(SampleItems.all), .useChanged(from: .personal, to: .household),
      .accountAdded(owner), .linesAdded([line]), .linesPicked([line.id], true),
    ] {
      state.apply(event, touches: &touches)
    }
    func step(_ role: StepRole) -> Step {
      Step(
        replica: ReplicaID(7), number: 2, time: 0, author: owner.author, role: role,
        events: [.linesRemoved([line])])
    }
    var afterwards = state
    let undone = Replanner.play(step(.undo(.name(ReplicaID(7), 1))), on: &afterwards).step
    #expect(undone.events.isEmpty && undone.leftOut.map(\.reason) == [.changed])
    #expect(afterwards.carts.line(line.id)?.isPicked == true)
    // Taking out by hand goes on as it did.
    _ = Replanner.play(step(.change), on: &state)
    #expect(state.carts.line(line.id) == nil)
  }

  @Test func `a step leaves the outbox when the copy has it`() throws {
    let folder = try Folder()
    let (store, loaded) = try folder.open()
    let other = try folder.open().store
    let step = budget(7, 1, 20)
    _ = try store.append(step)
    #expect(try other.news().entries == [Entry(position: Entry.waiting, step: step)])
    let place = store.head.end
    let lines = try #require(try store.draft([step], at: loaded.position))
    #expect(try store.adopt(lines, after: place).map(\.step) == [step])
    // Once, and only once, also when the answer comes twice.
    #expect(try store.adopt(lines, after: place).isEmpty)
    #expect(try store.news().entries.isEmpty)
    let entries = try other.news().entries
    #expect(entries.map(\.step) == [step] && entries[0].position != Entry.waiting)
    #expect(try store.step(at: step.name).position == entries[0].position)
    let again = try folder.open()
    #expect(again.loaded.waiting.isEmpty && again.loaded.placed.map(\.step) == [step])
    #expect(again.loaded.state.budget?.decimal == "20.00")
    // By then it was emptied, and the next change is kept there as before.
    #expect(try folder.open().loaded.placed.isEmpty)
    _ = try store.append(budget(7, 2, 30))
    #expect(try other.news().entries.map(\.step) == [budget(7, 2, 30)])
    #expect(try folder.open().loaded.waiting == [budget(7, 2, 30)])
  }

  @Test func `what became of a step is told to its author alone, once`() throws {
    let folder = try Folder()
    let store = try folder.open().store
    let accounts = ["Ann", "Ben"].enumerated().map { index, name in
      Account(
        id: Account.ID(UInt64(index) + 4), role: index == 0 ? .owner : .member, firstName: name,
        since: Day(number: 1))
    }
    func step(_ number: Int, _ events: [Event], by person: Int? = nil) -> Step {
      Step(
        replica: ReplicaID(7), number: number, time: 0,
        author: person.map { accounts[$0].author } ?? "", events: events)
    }
    let all = [
      step(
        1,
        [.useChanged(from: .personal, to: .household)] + accounts.map { .accountAdded($0) }),
      step(2, [.linesPicked([CartLine.ID(90)], true)], by: 0),
      step(3, [.linesPicked([CartLine.ID(91)], true)], by: 1),
    ]
    for step in all { _ = try store.append(step) }
    let (other, loaded) = try folder.open()
    let planned = Replica(loaded.state, position: loaded.position, waiting: loaded.waiting)
      .waiting.map(\.planned)
    #expect(planned.map(\.leftOut.count) == [0, 1, 1])
    let lines = try #require(try other.draft(planned, at: loaded.position))
    _ = try other.adopt(lines, after: other.head.end)
    func told(_ actor: Actor) throws -> [Int] {
      let store = try ListStore(directory: folder.path, create: false)
      let loaded = try store.load(tellsAll: false)
      return try store.tellPlaced(loaded.placed, to: actor, in: loaded.state).map(\.step.number)
    }
    let (ann, ben) = (Actor.account(accounts[0].id), Actor.account(accounts[1].id))
    #expect(try told(.signedOut) == [])
    #expect(try told(ann) == [2])
    #expect(try told(ann) == [])
    #expect(try told(ben) == [3])
    #expect(try told(ben) == [])
    #expect(try folder.open().loaded.placed.isEmpty)
  }

  @Test func `what became of a step is told once, also while another one waits`() throws {
    let folder = try Folder()
    let store = try folder.open().store
    let tick = Folder.step(7, 1, [.linesPicked([CartLine.ID(90)], true)])
    for step in [tick, budget(7, 2, 20)] { _ = try store.append(step) }
    let (other, loaded) = try folder.open()
    let planned = Replica(loaded.state, position: loaded.position, waiting: loaded.waiting)
      .waiting.map(\.planned)
    let lines = try #require(try other.draft([planned[0]], at: loaded.position))
    _ = try other.adopt(lines, after: other.head.end)
    func told() throws -> [Int] {
      let store = try ListStore(directory: folder.path, create: false)
      let loaded = try store.load(tellsAll: false)
      #expect(loaded.waiting.count == 1)
      return try store.tellPlaced(loaded.placed, to: nil, in: loaded.state).map(\.step.number)
    }
    #expect(try told() == [1])
    #expect(try told() == [])
  }

  /// That a line was there when its quantity was set, and was not got since, is not in the list.
  @Test func `a quantity that waits is the same after a restart`() throws {
    let folder = try Folder()
    let line = CartLine(
      id: CartLine.ID(70), item: SampleItems.all[0].id, quantity: Quantity(2, .kilogram), rank: 1)
    let (first, _) = try folder.open()
    for one in [budget(7, 1, 20), Folder.step(7, 2, [.linesAdded([line])])] {
      _ = try first.append(one)
    }
    let (store, loaded) = try folder.open()
    let lines = try #require(try store.draft(loaded.waiting, at: loaded.position))
    _ = try store.adopt(lines, after: store.head.end)
    var (screen, shown) = try folder.open()
    var replica = shown.takeReplica()
    let set = Folder.step(
      8, 1,
      [
        .quantityChanged(
          line.id, by: Quantity(1, .kilogram), was: .kilogram, becomes: .kilogram,
          set: Quantity(3, .kilogram))
      ]
    ).seeing(replica.current)
    _ = replica.confirm(try screen.append(set))
    // Another machine takes it out.
    let removal = Folder.step(9, 1, [.linesRemoved([line])])
    let theirs = try #require(try screen.draft([removal], at: replica.position))
    _ = replica.confirm(try screen.adopt(theirs, after: screen.head.end))
    #expect(replica.current.cart.lines.map(\.quantity) == [Quantity(3, .kilogram)])
    (screen, shown) = try folder.open()
    #expect(shown.waiting.count == 1)
    #expect(shown.takeReplica().current == replica.current)
  }

  @Test func `the step that took another back is found in the outbox and in the journal`() throws {
    let folder = try Folder()
    let (store, loaded) = try folder.open()
    let step = budget(7, 1, 20)
    let undo = Folder.step(
      7, 2, [.settingChanged(.budget, from: "20.00", to: "")], .undo(step.name))
    for one in [step, undo] { _ = try store.append(one) }
    let waiting = try store.step(at: step.name, for: .redo)
    #expect(waiting == UndoSubject(Entry(position: Entry.waiting, step: step), undo: undo))
    let lines = try #require(try store.draft([step, undo], at: loaded.position))
    let entries = try store.adopt(lines, after: store.head.end)
    #expect(try store.step(at: step.name, for: .redo) == UndoSubject(entries[0], undo: undo))
    #expect(try store.step(at: step.name, for: .undo) == UndoSubject(entries[0]))
    // An undo of another machine that came second has taken nothing back.
    let second = Step(
      replica: ReplicaID(8), number: 1, time: 0, role: .undo(step.name), events: [],
      leftOut: [LeftOut(undo.events[0], .undone)])
    let more = try JournalLines.draft([EventCoding.bodies(of: second)], after: store.head.end)
      .map(\.bytes)
    #expect(try store.adopt(more, after: store.head.end).map(\.step) == [second])
    #expect(try store.step(at: step.name, for: .redo) == UndoSubject(entries[0], undo: undo))
  }

  /// Verbs that follow each other quickly: the next one saves while the first gets its place.
  @Test func `a step that another program adds while one gets its place is news`() throws {
    let folder = try Folder()
    let (store, loaded) = try folder.open()
    let verb = try folder.open().store
    _ = try verb.append(budget(7, 1, 20))
    #expect(try store.news().entries.map(\.step) == [budget(7, 1, 20)])
    _ = try verb.append(budget(7, 2, 30))
    let place = store.head.end
    let lines = try #require(try store.draft([budget(7, 1, 20)], at: loaded.position))
    let adopted = try store.adopt(lines, after: place)
    #expect(
      adopted.map(\.step) + (try store.news().entries.map(\.step)) == [
        budget(7, 1, 20), budget(7, 2, 30),
      ])
    #expect(adopted.last?.position == Entry.waiting)
  }

  @Test func `steps that were planned for an earlier place are planned again`() throws {
    let folder = try Folder()
    let (store, loaded) = try folder.open()
    let place = store.head.end
    let foreign = budget(9, 1, 50)
    let lines = try JournalLines.draft([EventCoding.bodies(of: foreign)], after: place).map(\.bytes)
    #expect(try store.adopt(lines, after: place).map(\.step) == [foreign])
    _ = try store.append(budget(7, 1, 20))
    #expect(try store.draft([budget(7, 1, 20)], at: loaded.position) == nil)
    var bent = lines
    bent[0][30] ^= 1
    #expect(throws: Failure.self) {
      try store.adopt(bent, after: JournalHead(n: place.n + 1, crc: 0))
        + store.adopt(
          bent, after: store.head.end)
    }
  }

  @Test func `an outbox cut at any byte opens with every whole step before the cut`() throws {
    let folder = try Folder()
    let store = try folder.open().store
    let steps = (1...4).map { budget(7, $0, $0 * 10) }
    for step in steps { _ = try store.append(step) }
    let whole = folder.bytes("outbox.jsonl")
    let ends = whole.indices.filter { whole[$0] == 0x0a }
    for cut in ends[0]..<whole.count {
      try folder.write("outbox.jsonl", Array(whole[...cut]))
      let count = ends.filter { $0 <= cut }.count - 1
      let (again, loaded) = try folder.open()
      #expect(loaded.waiting == Array(steps[..<count]), "cut at \(cut)")
      guard cut.isMultiple(of: 41) else { continue }
      _ = try again.append(budget(8, cut, 99))
      #expect(try folder.open().loaded.waiting.count == count + 1, "cut at \(cut)")
    }
  }

  @Test func `a list that is not shared has no outbox`() throws {
    let path = NSTemporaryDirectory() + "trolley-own-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try ListStore(directory: path, create: true)
    _ = try store.load()
    _ = try store.append(budget(7, 1, 20))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
        "journal.jsonl", "lock",
      ])
    #expect(store.sharing == nil)
    let line = try #require(
      String(
        decoding: Data(contentsOf: URL(fileURLWithPath: path + "/journal.jsonl")), as: UTF8.self
      )
      .split(separator: "\n").last)
    #expect(line.hasPrefix(#"{"v":1,"n":1,"#))
  }

  @Test func `a list whose sharing cannot be read is not taken for one's own`() throws {
    let folder = try Folder()
    try folder.write(Sharing.file, Array("{".utf8))
    #expect(throws: Failure.self) { try folder.open() }
  }
}
