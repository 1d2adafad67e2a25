import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel

/// Several programs on one journal, with slow disks, lost and repeated answers.
@Suite struct ReplicaTests {
  /// One program: what it shows, its own steps under way, and how far it has read.
  private struct Program {
    var replica: Replica
    var ids: IdentifierSource
    var number = 0
    var unsent: [TrolleyModel.Step] = []
    var read = 0
  }

  @Test(arguments: Array(UInt64(1)...30))
  func allEndEqualAndEqualToTheFold(_ seed: UInt64) throws {
    var rng = SplitMix64(seed: seed)
    let journal = MemoryJournal()
    journal.append(
      TrolleyModel.Step(
        replica: ReplicaID(1), number: 0, time: 0, events: [.itemsAdded(SampleItems.all)]))
    var programs = (2..<5).map {
      Program(
        replica: Replica(), ids: IdentifierSource(replica: ReplicaID(UInt64($0))))
    }
    for at in programs.indices { try read(&programs[at], journal) }
    for _ in 0..<200 {
      let at = rng.pick(Array(programs.indices))
      switch Int.random(in: 0..<10, using: &rng) {
      case 0..<5: propose(&programs[at], &rng)
      case 5..<8: send(&programs[at], journal, &rng)
      case 8: try read(&programs[at], journal)
      default: try readAgain(&programs[at], journal, &rng)
      }
      if rng.oneIn(25) { refuse(&programs[at]) }
      try check(programs[at], journal, seed)
    }
    for at in programs.indices {
      while !programs[at].unsent.isEmpty { send(&programs[at], journal, &rng) }
    }
    let fold = try journal.fold()
    for at in programs.indices {
      try read(&programs[at], journal)
      #expect(programs[at].replica.pending.isEmpty, "seed \(seed), program \(at)")
      #expect(programs[at].replica.current == fold, "seed \(seed), program \(at)")
    }
  }

  /// The screen shows the journal up to where it was read, plus the program's own steps.
  private func check(_ program: Program, _ journal: MemoryJournal, _ seed: UInt64) throws {
    var expected = SharedState()
    for entry in try journal.entries(after: 0).prefix(program.read) { expected.play(entry) }
    var touches: [SharedState.Touch] = []
    for pending in program.replica.pending {
      for event in pending.step.events { expected.apply(event, touches: &touches) }
    }
    #expect(program.replica.current == expected, "seed \(seed)")
  }

  private func propose(_ program: inout Program, _ rng: inout SplitMix64) {
    let state = program.replica.current
    var planner = Planner(state: state, ids: program.ids, now: 7)
    guard let events = try? planner.plan(change(state, &rng)) else { return }
    program.ids = planner.ids
    program.number += 1
    let step = TrolleyModel.Step(
      replica: program.ids.replica, number: program.number, time: 7, events: events)
    _ = program.replica.propose(step)
    program.unsent.append(step)
  }

  /// Writes the oldest unwritten step; the answer may get lost.
  private func send(_ program: inout Program, _ journal: MemoryJournal, _ rng: inout SplitMix64) {
    guard !program.unsent.isEmpty else { return }
    journal.append(program.unsent.removeFirst())
    if rng.oneIn(2) { try? read(&program, journal) }
  }

  private func read(_ program: inout Program, _ journal: MemoryJournal) throws {
    _ = program.replica.confirm(try journal.entries(after: program.read))
    program.read = journal.count
  }

  /// An answer that comes twice, starting earlier than requested.
  private func readAgain(
    _ program: inout Program, _ journal: MemoryJournal, _ rng: inout SplitMix64
  ) throws {
    let from = Int.random(in: 0...program.read, using: &rng)
    _ = program.replica.confirm(try journal.entries(after: from))
    program.read = journal.count
  }

  /// The disk refuses all unwritten steps, which are then retried.
  private func refuse(_ program: inout Program) {
    guard program.unsent.count == program.replica.pending.count else { return }
    let (steps, _) = program.replica.abandonPending()
    for step in steps { _ = program.replica.propose(step) }
  }

  private func change(_ state: SharedState, _ rng: inout SplitMix64) -> Change {
    let items = Array(state.items.all.map(\.id)).sorted()
    let lines = Array(state.cart.lines.map(\.id))
    let units: [TrolleyModel.Unit] = [.piece, .gram, .kilogram, .bag, .dozen]
    let quantity = Quantity(Int.random(in: 1...4, using: &rng), rng.pick(units))
    switch Int.random(in: 0..<14, using: &rng) {
    case 0: return .add([AddRequest(name: rng.pick(["Tea", "Milk", "Rice"]), quantity: quantity)])
    case 1, 2: if let id = items.randomElement(using: &rng) { return .putInCart(id, quantity) }
    case 3: if let id = items.randomElement(using: &rng) { return .toggle([id]) }
    case 4: if let id = lines.randomElement(using: &rng) { return .stepLines([id], up: true) }
    case 5: if let id = lines.randomElement(using: &rng) { return .stepLines([id], up: false) }
    case 6: if let id = lines.randomElement(using: &rng) { return .setQuantity(id, quantity) }
    case 7: if let id = lines.randomElement(using: &rng) { return .pick([id], rng.oneIn(2)) }
    case 8: if rng.oneIn(3), let id = items.randomElement(using: &rng) { return .delete([id]) }
    case 9: return .order(OrderDraft(name: "Ann", address: "1 Road"))
    case 10: if let order = state.orders.randomElement(using: &rng) { return .orderAgain(order.id) }
    case 11: return .set(.currency, rng.pick(["USD", "EUR", "JPY"]))
    case 12: return .set(.budget, rng.pick(["", "20", "12.50"]))
    default:
      if let store = state.stores.randomElement(using: &rng), rng.oneIn(2) {
        return rng.oneIn(2) ? .deleteStore(store.id) : .set(.currentStore, store.name)
      }
      return .addStore(StoreDraft(name: rng.pick(["Aldi", "Spar", "Coop"])))
    }
    return .clearPicked
  }
}
