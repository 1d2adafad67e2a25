import TrolleyCore
import TrolleyTestSupport

@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage

/// Two to seven machines and a server, with everything that goes wrong between them, from one seed.
struct SharingSimulation {
  private var rng: SplitMix64
  private let server = SimulatedServer()
  private var machines: [SimulatedMachine] = []
  private var isOnline: [Bool] = []
  /// Messages under way to the server that may yet arrive, also twice.
  private var late: [(from: Int, lines: [RawEntry], after: JournalHead)] = []
  private var now = 1_795_284_000
  /// The first rule that was broken; nil when all held.
  private(set) var finding: String?
  private(set) var steps = 0
  /// The steps that are undone, in the course of judging.
  private var undone: Set<StepReference> = []

  /// Runs it to the end.
  init(seed: UInt64, bug: PlantedBug? = nil) {
    rng = SplitMix64(seed: seed)
    server.bug = bug
    let hasPeople = rng.oneIn(2)
    begin(hasPeople: hasPeople)
    let count = Int.random(in: 2...7, using: &rng)
    for at in 0..<count {
      let person: Actor =
        hasPeople ? .account(Self.accounts[Int.random(in: 0..<3, using: &rng)].id) : .person
      // A clock may be off by days.
      let clock = rng.oneIn(3) ? Int.random(in: -400_000...400_000, using: &rng) : 0
      machines.append(
        SimulatedMachine(
          person: person, clock: clock, origin: server.origin,
          run: ReplicaID(UInt64(at + 1) << 20 | 7), bug: bug))
      isOnline.append(true)
      receive(at)
    }
    for _ in 0..<Int.random(in: 20...120, using: &rng) where finding == nil { takeTurn() }
    settle()
    judge()
  }

  private static let accounts = ["Ann", "Ben", "Cleo"].enumerated().map { index, name in
    Account(
      id: Account.ID(UInt64(index) + 1), role: index == 0 ? .owner : .member, firstName: name,
      since: Day(number: 20_526))
  }

  /// The past of the list, before it was shared.
  private mutating func begin(hasPeople: Bool) {
    var past: [[Event]] = [[.seeded, .itemsAdded(SampleItems.all)]]
    if hasPeople {
      past.append(
        [.useChanged(from: .personal, to: rng.oneIn(2) ? .household : .staff)]
          + Self.accounts.map { .accountAdded($0) })
    }
    past.append([.shared])
    let bodies = past.enumerated().map { index, events in
      EventCoding.bodies(
        of: TrolleyModel.Step(replica: ReplicaID(1), number: index + 1, time: now, events: events))
    }
    if let lines = try? JournalLines.draft(bodies, after: server.origin) {
      _ = server.append(lines, after: server.origin)
    }
  }

  // MARK: What happens

  private mutating func takeTurn() {
    now += Int.random(in: 0...300, using: &rng)
    let at = Int.random(in: 0..<machines.count, using: &rng)
    switch Int.random(in: 0..<100, using: &rng) {
    case 0..<38:
      steps += 1
      let change = RandomChange.next(machines[at].view, &rng)
      machines[at].change(change, now: now, crash: crashPoint())
    case 38..<46: machines[at].undo(.undo, now: now, crash: crashPoint())
    case 46..<49: machines[at].undo(.redo, now: now, crash: crashPoint())
    case 49..<65: send(at)
    case 65..<85: receive(at)
    case 85..<90: isOnline[at].toggle()
    case 90..<94: machines[at].crash()
    case 94..<98: arriveLate()
    default: compareWithDisk(at)
    }
  }

  private mutating func crashPoint() -> SimulatedMachine.CrashPoint {
    rng.oneIn(25) ? rng.pick([.beforeWrite, .afterWrite]) : .never
  }

  private mutating func send(_ at: Int) {
    guard isOnline[at],
      let (lines, place) = machines[at].linesToSend(most: Int.random(in: 1...5, using: &rng))
    else { return }
    switch Int.random(in: 0..<10, using: &rng) {
    case 0:  // Lost, or late.
      late.append((at, lines, place))
      machines[at].stopWaiting()
    case 1:  // The answer is lost.
      _ = server.append(lines, after: place)
      machines[at].stopWaiting()
    case 2:  // It arrives twice.
      late.append((at, lines, place))
      answer(at, lines, place)
    default: answer(at, lines, place)
    }
  }

  private mutating func answer(_ at: Int, _ lines: [RawEntry], _ place: JournalHead) {
    let isAppended = server.append(lines, after: place)
    machines[at].stopWaiting()
    if isAppended {
      machines[at].receive(lines, after: place, crash: crashPoint())
    } else {
      receive(at)
    }
  }

  private mutating func arriveLate() {
    guard !late.isEmpty else { return }
    let at = Int.random(in: 0..<late.count, using: &rng)
    let message = rng.oneIn(3) ? late[at] : late.remove(at: at)
    _ = server.append(message.lines, after: message.after)
  }

  private mutating func receive(_ at: Int) {
    guard isOnline[at] else { return }
    let place = machines[at].head
    let news = server.news(since: place)
    // Sometimes only the beginning arrives.
    let ends = news.indices.filter { news[$0].isLastOfStep }
    let end = rng.oneIn(6) ? ends.randomElement(using: &rng) : ends.last
    guard let end else { return }
    machines[at].receive(Array(news[...end]), after: place, crash: crashPoint())
  }

  private mutating func compareWithDisk(_ at: Int) {
    if machines[at].replica.pending.isEmpty,
      machines[at].replica.current != machines[at].stateFromDisk
    {
      found("machine \(at) shows something else than a restart would")
    }
  }

  // MARK: The end

  /// The network is there for everybody, and nothing else happens.
  private mutating func settle() {
    guard finding == nil else { return }
    for at in machines.indices {
      isOnline[at] = true
      machines[at].stopWaiting()
    }
    var rounds = 0
    repeat {
      rounds += 1
      for at in machines.indices {
        let place = machines[at].head
        machines[at].receive(server.news(since: place), after: place, crash: .never)
        guard let (lines, place) = machines[at].linesToSend(most: 1000) else { continue }
        _ = server.append(lines, after: place)
        machines[at].stopWaiting()
      }
    } while rounds < 60
      && machines.contains { $0.head != server.head || !$0.replica.waiting.isEmpty }
  }

  private mutating func found(_ what: String) { if finding == nil { finding = what } }

  private mutating func judge() {
    guard finding == nil else { return }
    let bytes = server.lines.map(\.bytes)
    let entries = SimulatedServer.entries(server.lines)
    let names = entries.map(\.step.name)
    if Set(names).count != names.count { found("a step is there twice") }
    for (at, machine) in machines.enumerated() {
      if machine.copy.map(\.bytes) != bytes { found("machine \(at) has another journal") }
      if !machine.outbox.isEmpty { found("machine \(at) has something in its outbox") }
      for name in machine.notAsMade.sorted(by: { $0.key < $1.key }) {
        found("a step was another one at once than what its author did: \(name) of machine \(at)")
      }
      for name in machine.acknowledged.subtracting(names).sorted(by: { $0.key < $1.key }) {
        found("a step that was saved is missing: \(name) of machine \(at)")
      }
    }
    var state = SharedState()
    for entry in entries {
      judge(entry, state, entries)
      state.play(entry)
    }
    for (at, machine) in machines.enumerated() where machine.replica.current != state {
      found("machine \(at) shows another list")
    }
    if let rule = Invariants.cart(state) { found(rule) }
    judgeOrders(state, entries)
    // None of them was mailed.
    let numbers = state.orders.map(\.number)
    if Set(numbers).count != numbers.count { found("two orders have the same number") }
  }

  /// What a customer was promised at a machine without a network is there, also when the person who
  /// placed the order has been removed meanwhile.
  private mutating func judgeOrders(_ state: SharedState, _ entries: [Entry]) {
    var kept = Set(state.orders.map(\.id))
    for entry in entries {
      for case .orderWithdrawn(let order) in entry.step.events { kept.insert(order.id) }
    }
    for (at, machine) in machines.enumerated() where !machine.promised.isSubset(of: kept) {
      found("an order of machine \(at) is missing")
    }
  }

  /// What a person gave as the whole quantity is the whole quantity in its place, too.
  private mutating func judgeSetQuantities(_ entry: Entry, _ state: SharedState) {
    var now = state
    var touches: [SharedState.Touch] = []
    for event in entry.step.events {
      now.apply(event, touches: &touches)
      guard case .quantityChanged(let id, _, _, _, let set?) = event else { continue }
      if now.carts.line(id)?.quantity != set {
        found("step \(entry.position) sets \(set.text), and there is another quantity")
      }
    }
  }

  /// A tick is for what its author saw, and what was added to it is not ticked; what was added to a line
  /// that is not there any more is in the cart; and who ordered what was taken out before is told.
  private mutating func judgeCart(_ entry: Entry, _ state: SharedState) {
    let step = entry.step
    guard step.role == .change,
      let seen = machines.first(where: { $0.runs.contains(step.replica) })?.seen[step.name]
    else { return }
    var now = state
    var touches: [SharedState.Touch] = []
    for event in step.events {
      if case .linesPicked(let ids, true) = event {
        for id in ids {
          // Several lines may be one by now. What they were in other units cannot be told from more.
          let saw = seen.values.filter { now.present($0.id) == id }.map(\.quantity)
          guard !saw.isEmpty, let line = now.carts.line(id),
            let more = saw.reduce(line.quantity, { $0?.adding(-$1) }), more.thousandths > 0
          else { continue }
          found(
            "step \(entry.position) ticks \(line.quantity.text), its author saw "
              + saw.map(\.text).joined(separator: " and "))
        }
      }
      if case .quantityChanged(let id, let by, _, _, _) = event, by.thousandths > 0,
        let saw = seen[id], !saw.isPicked, now.carts.line(id)?.isPicked == true
      {
        found("step \(entry.position) adds to a line that its author had not seen ticked")
      }
      now.apply(event, touches: &touches)
    }
    // Of a step that its author may not make any more nothing is done, for whatever reason its parts have.
    if step.leftOut.contains(where: { $0.reason == .notAllowed }) { return }
    for one in step.leftOut {
      switch one.event {
      case .quantityChanged(let id, let by, _, _, _):
        guard by.thousandths > 0, let saw = seen[id], !saw.isPicked,
          let item = state.items[state.present(saw.item)], one.reason != .changed
        else { continue }
        if now.carts.line(now.present(id)) == nil {
          found("step \(entry.position) added \(by.text) \(item.name), which is not in the cart")
        }
      case .linesRemoved
      where step.isOrder && one.reason == .done && !step.isWithoutAccount(in: state):
        found("the author of order \(entry.position) is not told of what was taken out before")
      default: break
      }
    }
  }

  /// A step is undone once before it is done again, on however many machines.
  private mutating func judgeOnce(_ step: TrolleyModel.Step, _ target: StepReference) {
    guard !step.events.isEmpty else { return }
    let isUndo = if case .undo = step.role { true } else { false }
    let isNew = isUndo ? undone.insert(target).inserted : undone.remove(target) != nil
    if !isNew { found("\(target) is undone or done again twice, by \(step.name)") }
  }

  private mutating func judge(_ entry: Entry, _ state: SharedState, _ all: [Entry]) {
    let step = entry.step
    if step.role == .change {
      // Of which nothing was done is as if undone: to do it again makes up for that.
      if step.events.isEmpty, !step.leftOut.isEmpty { undone.insert(step.name) }
      for case .itemsAdded(let items) in step.events {
        for item in items where state.items.first(named: item.name) != nil {
          found("step \(entry.position) adds another item of the name \(item.name)")
        }
      }
    }
    for case .storeAdded(let store) in step.events where state.store(like: store) != nil {
      found("step \(entry.position) adds another store of the name \(store.name)")
    }
    judgeSetQuantities(entry, state)
    judgeCart(entry, state)
    if step.isWithoutAccount(in: state) {
      for event in step.events where !event.mayBeOfOrder {
        found("step \(entry.position) is by a removed person: \(event.kind)")
      }
    } else if step.replica != ReplicaID(1), !step.events.isEmpty {
      let account = step.author.isEmpty ? state.owner : state.account(of: step.author)
      let actor =
        state.use.hasAccounts ? account.map { Actor.account($0.id) } ?? .signedOut : .person
      do throws(ChangeError) {
        try AccessPolicy.check(step.events, by: actor, in: state, endsShopping: true)
      } catch { found("step \(entry.position) was not allowed: \(error.sentence)") }
      for event in step.events {
        let plan = EventReplan(event, in: state)
        if step.role == .change, step.events.count == 1, plan.kept.isEmpty {
          found("step \(entry.position) does not fit in its place: \(event.kind)")
        }
      }
    }
    if !step.leftOut.allSatisfy({ $0.reason == .done }) {
      let machine = machines.first { $0.runs.contains(step.replica) }
      if machine?.told.contains(step.name) == false {
        found("the author of step \(entry.position) was not told what was left out")
      }
    }
    switch step.role {
    case .change: break
    case .undo(let reference), .redo(let reference):
      let target = all.first {
        $0.step.name == reference || $0.position == reference.position
      }
      guard let target, target.position < entry.position, target.step.role == .change,
        target.step.author == step.author
      else { return found("step \(entry.position) takes back another's step, or none") }
      judgeOnce(step, reference)
    }
  }
}

extension Event {
  /// Whether the step of an order may have it, or that of taking one back.
  fileprivate var mayBeOfOrder: Bool {
    switch self {
    case .orderPlaced, .orderWithdrawn, .orderLinesAdded, .orderLinesRemoved, .linesRemoved,
      .quantityChanged, .linesAdded:
      true
    default: false
    }
  }
}
