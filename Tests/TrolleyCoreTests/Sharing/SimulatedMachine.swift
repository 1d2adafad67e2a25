import TrolleyCore
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage

/// One machine with a copy of the list and an outbox. What is on its disk survives a crash, the
/// rest is made anew from it. Guards both.
final class SimulatedMachine {
  // On the disk.
  private(set) var copy: [RawEntry] = []
  /// Those that have their places stay until all have.
  private(set) var outbox: [TrolleyModel.Step] = []
  /// How many lines the copy had when it was begun.
  private var outboxBase = 0
  // In memory.
  private var placedNames: Set<StepReference> = []
  private(set) var replica = Replica()
  private var ids: IdentifierSource
  private var number = 0
  /// The step that is on its way, and the place it is for.
  private(set) var isSending = false
  // What the simulation knows.
  let person: Actor
  let clock: Int
  /// Steps that the user was told are saved.
  private(set) var acknowledged: Set<StepReference> = []
  /// Orders that a customer was told of.
  private(set) var promised: Set<Order.ID> = []
  /// Steps of this machine whose author was told that something was left out.
  private(set) var told: Set<StepReference> = []
  private(set) var runs: Set<ReplicaID> = []
  /// What the author of each step saw of the lines of the cart.
  private(set) var seen: [StepReference: [CartLine.ID: CartLine]] = [:]
  /// Steps that were something else at once than what their author had done, without anyone between.
  private(set) var notAsMade: Set<StepReference> = []
  private let origin: JournalHead
  private let bug: PlantedBug?

  init(person: Actor, clock: Int, origin: JournalHead, run: ReplicaID, bug: PlantedBug?) {
    self.person = person
    self.clock = clock
    self.origin = origin
    self.bug = bug
    ids = IdentifierSource(replica: run)
    runs = [run]
  }

  /// What the person at this machine sees.
  var view: SharedState {
    var state = replica.current
    state.select(cart: state.cartID(of: state.present(person)))
    return state
  }

  var head: JournalHead { copy.last?.head ?? origin }

  // MARK: The user

  enum CrashPoint: CaseIterable { case never, beforeWrite, afterWrite }

  func change(_ change: Change, now: Int, crash: CrashPoint) {
    let state = view
    var planner = Planner(
      state: state, ids: ids, now: now + clock, actor: state.present(person))
    guard let events = try? planner.plan(change) else { return }
    ids = planner.ids
    record(events, .change, now, crash)
  }

  func undo(_ purpose: UndoPurpose, now: Int, crash: CrashPoint) {
    let state = view
    let actor = state.present(person)
    let next =
      purpose == .undo
      ? state.history.nextUndo(of: actor.author) : state.history.nextRedo(of: actor.author)
    guard let next, let entry = entry(of: next) else { return }
    guard let plan = try? UndoPlanner(purpose, entry, in: state),
      (try? AccessPolicy.check(plan.events, by: actor, in: state, endsShopping: true)) != nil
    else { return }
    var reference = next
    if bug == .undoByNumber { reference = .position(numberItWouldHave(next)) }
    record(plan.events, purpose == .undo ? .undo(reference) : .redo(reference), now, crash)
  }

  private func numberItWouldHave(_ reference: StepReference) -> Int {
    if let entry = SimulatedServer.entries(copy).first(where: { $0.step.name == reference }) {
      return entry.position
    }
    var n = copy.count + 1
    for step in outbox where !placedNames.contains(step.name) {
      if step.name == reference { return n }
      n += EventCoding.bodies(of: step).count
    }
    return n
  }

  private func entry(of reference: StepReference) -> Entry? {
    if !placedNames.contains(reference), let step = outbox.first(where: { $0.name == reference }) {
      return Entry(position: Entry.waiting, step: step)
    }
    return SimulatedServer.entries(copy).last {
      $0.step.name == reference || $0.position == reference.position
    }
  }

  private func record(_ events: [Event], _ role: StepRole, _ now: Int, _ crash: CrashPoint) {
    number += 1
    let step = TrolleyModel.Step(
      replica: ids.replica, number: number, time: max(0, now + clock),
      author: replica.current.present(person).author, role: role, events: events
    ).seeing(replica.current)
    // Nothing on a machine that has not heard yet that the list is shared.
    seen[step.name] = Dictionary(
      step.seen.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let isFirst = replica.waiting.isEmpty
    _ = replica.propose(step)
    if isFirst, let planned = replica.pending.last?.planned,
      planned.events != step.events || !planned.leftOut.isEmpty
    {
      notAsMade.insert(step.name)
    }
    if crash == .beforeWrite { return self.crash() }
    outbox.append(Self.read(step))
    if crash == .afterWrite { return self.crash() }
    acknowledged.insert(step.name)
    for case .orderPlaced(let order) in events { promised.insert(order.id) }
    _ = replica.enqueue([step])
  }

  /// Whatever is on a disk has gone through the coding.
  private static func read(_ step: TrolleyModel.Step) -> TrolleyModel.Step {
    let bodies = EventCoding.bodies(of: step)
    let lines = try? JournalLines.draft([bodies], after: JournalHead(n: 0, crc: 0))
    return SimulatedServer.entries(lines ?? []).first?.step ?? step
  }

  // MARK: The network

  /// The steps that wait, planned and numbered for the place where the copy ends.
  func linesToSend(most: Int) -> (lines: [RawEntry], after: JournalHead)? {
    guard !isSending, !replica.waiting.isEmpty else { return nil }
    let steps = replica.waiting.prefix(most).map { one in
      let joined = one.planned.leftOut.filter { $0.reason == .joined }.map(\.event.kind)
      let isPlannedAgain =
        switch bug {
        case .notPlannedAgain: false
        case .namesNotJoined: !joined.contains("itemsAdded")
        case .storesNotJoined: !joined.contains("storeAdded")
        default: true
        }
      return isPlannedAgain ? one.planned : one.step
    }
    guard
      let lines = try? JournalLines.draft(
        steps.map { EventCoding.bodies(of: $0) }, after: head)
    else { return nil }
    isSending = true
    if bug == .outboxDroppedEarly {
      outbox.removeAll { one in steps.contains { $0.name == one.name } }
    }
    return (lines, head)
  }

  /// An answer, or that none will come.
  func stopWaiting() { isSending = false }

  /// Lines of the server that follow `place`. Those that do not fit the copy are of an answer that
  /// came late.
  func receive(_ lines: [RawEntry], after place: JournalHead, crash: CrashPoint) {
    guard place.n <= head.n,
      place == origin || place == head || copy[safe: place.n - 1]?.head == place
    else { return }
    let new = Array(lines.dropFirst(head.n - place.n))
    guard (try? JournalLines.verified(new.map(\.bytes), after: head)) != nil else { return }
    if crash == .beforeWrite { return self.crash() }
    copy += new
    if crash == .afterWrite { return self.crash() }
    let entries = SimulatedServer.entries(new)
    tell(entries)
    _ = replica.confirm(entries)
    clearOutbox(entries)
  }

  private func tell(_ entries: [Entry]) {
    for entry in entries where outbox.contains(where: { $0.name == entry.step.name }) {
      if !LeftOutText.sentences(of: [entry.step], in: replica.current).isEmpty {
        told.insert(entry.step.name)
      }
    }
  }

  /// The outbox is emptied when the copy has all of it.
  private func clearOutbox(_ entries: [Entry]) {
    placedNames.formUnion(entries.lazy.map(\.step.name))
    guard outbox.allSatisfy({ placedNames.contains($0.name) }) else { return }
    outbox = []
    outboxBase = copy.count
    placedNames = []
  }

  // MARK: Bad luck

  /// What is in memory is gone; the program starts again from the disk.
  func crash() {
    let run = ReplicaID(ids.replica.number + 1000)
    ids = IdentifierSource(replica: run)
    runs.insert(run)
    number = 0
    isSending = false
    load()
  }

  private func load() {
    let entries = SimulatedServer.entries(copy)
    var state = SharedState()
    for entry in entries { state.play(entry) }
    replica = replica(state, entries)
    placedNames = []
    // Those that got their place in the moment of the crash.
    tell(entries)
    clearOutbox(entries)
  }

  /// What the screen should show: the copy, and on top of it what waits.
  var stateFromDisk: SharedState {
    var state = SharedState()
    let entries = SimulatedServer.entries(copy)
    for entry in entries { state.play(entry) }
    return replica(state, entries).current
  }

  private func replica(_ state: SharedState, _ entries: [Entry]) -> Replica {
    let names = Set(entries.map(\.step.name))
    let since = entries.filter { $0.position > outboxBase }.map(\.step)
    return Replica(
      state, position: entries.last?.position ?? 0,
      waiting: outbox.filter { !names.contains($0.name) }, placed: since,
      others: Set(since.map(\.name)).subtracting(outbox.map(\.name)))
  }
}

extension Array {
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
