import Foundation
import Testing
import TrolleyTestSupport

@testable import TrolleyCore
@testable import TrolleyMachine
@testable import TrolleyModel
@testable import TrolleyStorage
@testable import TrolleyWire

/// A connection to a server in this process. Guards what it was asked and has not reported yet.
private final class TestChannel: SyncChannel {
  let server: SimulatedServer
  let descriptor: Int32 = -1
  let isBehind = false
  private(set) var requests: [SyncLine.Request] = []
  var pending: [SyncLine.Report] = []
  var hasEnded = false
  /// Why the next step is refused.
  var refusal: SyncTrouble?
  private var head: JournalHead?

  init(_ server: SimulatedServer) { self.server = server }

  func flush() {}
  func end() { hasEnded = true }

  func send(_ request: SyncLine.Request) {
    requests.append(request)
    switch request {
    case .connect(let target):
      pending += [.state(.online), .head(server.head)]
      head = target.head
      tellNews()
    case .append(let number, _, _, _) where refusal != nil:
      if let refusal { pending.append(.refused(number: number, refusal)) }
    case .append(let number, let place, let lines, _):
      guard let lines = try? JournalLines.verified(lines, after: place),
        server.append(lines, after: place)
      else {
        tellNews()
        pending.append(.stale(number: number))
        return
      }
      head = server.head
      pending.append(.appended(number: number, server.head))
    case .presence, .tries, .bye: break
    }
  }

  func tellNews() {
    guard let place = head, place != server.head else { return }
    pending.append(
      .news(after: place, lines: server.news(since: place).map(\.bytes), isMore: false))
    head = server.head
  }

  func reports() -> [SyncLine.Report]? {
    guard !hasEnded else { return nil }
    defer { pending = [] }
    return pending
  }
}

/// A machine without a screen: its files, its list, its session. Guards them.
private final class TestMachine {
  let path: String
  let store: ListStore
  var replica: Replica
  let session: SyncSession
  private(set) var channels: [TestChannel] = []
  private var ids: IdentifierSource
  private var number = 0

  init(_ server: SimulatedServer, run: UInt64, path: String? = nil) throws {
    let path = path ?? NSTemporaryDirectory() + "trolley-sync-" + UUID().uuidString
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let header = JournalLines.header(list: server.list).line
    let lines = [header] + server.lines.map(\.bytes)
    try Data(lines.flatMap { $0 + [0x0a] }).write(to: URL(fileURLWithPath: path + "/journal.jsonl"))
    try Data(Sharing(list: server.list, server: "postgresql://db").bytes)
      .write(to: URL(fileURLWithPath: path + "/" + Sharing.file))
    store = try ListStore(directory: path, create: false)
    let loaded = try store.load()
    replica = Replica(loaded.state, position: loaded.position, waiting: loaded.waiting)
    ids = IdentifierSource(replica: ReplicaID(run))
    var opened: [TestChannel] = []
    let sharing = try #require(store.sharing)
    let box = Box()
    session = SyncSession(sharing, directory: path, head: store.head) { () throws(Failure) in
      let channel = TestChannel(server)
      box.channels.append(channel)
      return channel
    }
    self.box = box
    opened = box.channels
    channels = opened
    session.start(now: Clock(wall: 1_795_284_000, monotonic: 0))
  }

  private final class Box { var channels: [TestChannel] = [] }
  private let box: Box
  var channel: TestChannel? { box.channels.last }
  var runs: Int { box.channels.count }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func change(_ change: Change) throws {
    var planner = Planner(state: replica.current, ids: ids, now: 1_795_284_000)
    let events = try planner.plan(change)
    ids = planner.ids
    number += 1
    let step = TrolleyModel.Step(
      replica: ids.replica, number: number, time: 1_795_284_000, events: events)
    _ = replica.propose(step)
    _ = replica.confirm(try store.append(step))
  }

  /// What the engine and its journal thread do, until nothing is left to do.
  func work(now: Int = 0) throws {
    let now = Clock(wall: 1_795_284_000 + now / 1000, monotonic: now)
    channel?.tellNews()
    var jobs = session.news(now: now)
    for _ in 0..<20 {
      if let job = session.nextToSend(replica) { jobs.append(job) }
      guard !jobs.isEmpty else { return }
      for job in jobs { try perform(job, now) }
      jobs = session.news(now: now)
    }
  }

  private func perform(_ job: SyncSession.Job, _ now: Clock) throws {
    switch job {
    case .adopt(let lines, let place):
      do throws(Failure) {
        _ = replica.confirm(try store.adopt(lines, after: place))
        session.take(.adopted(store.head.end, nil), now: now)
      } catch { session.take(.adopted(store.head.end, error), now: now) }
    case .draft(let steps, let position):
      let lines = try store.draft(steps, at: position)
      session.take(.drafted(lines, after: store.head.end), now: now)
    case .note: break
    }
  }

  var journal: [UInt8] {
    (try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path + "/journal.jsonl")))) ?? []
  }
}

/// The screen's side of a shared list: from the outbox to the server and back into the copy.
@Suite struct SyncSessionTests {
  private func server() throws -> SimulatedServer {
    let server = SimulatedServer()
    let past: [[Event]] = [[.itemsAdded(SampleItems.all)], [.shared]]
    let steps = past.enumerated().map { index, events in
      EventCoding.bodies(
        of: TrolleyModel.Step(
          replica: ReplicaID(1), number: index + 1, time: 1_795_284_000, events: events))
    }
    #expect(
      server.append(try JournalLines.draft(steps, after: server.origin), after: server.origin))
    return server
  }

  @Test func `what one machine changes is on the other`() throws {
    let server = try server()
    let (ann, ben) = (try TestMachine(server, run: 11), try TestMachine(server, run: 12))
    try ann.work()
    try ben.work()
    #expect(ann.session.status.link == .online)
    try ann.change(.set(.budget, "20"))
    #expect(ann.replica.waiting.count == 1)
    try ann.work()
    #expect(ann.replica.waiting.isEmpty && ann.replica.pending.isEmpty)
    try ben.work()
    #expect(ben.replica.current == ann.replica.current && ben.replica.current.budget != nil)
    #expect(ann.journal == ben.journal)
  }

  @Test func `what is known of replaced values survives the program`() throws {
    let server = try server()
    let (ann, ben) = (try TestMachine(server, run: 11), try TestMachine(server, run: 12))
    try ann.work()
    try ben.work()
    try ann.change(.set(.budget, "20"))
    try ben.change(.set(.budget, "30"))
    try ann.work()
    // Ben has not seen Ann's when he sends.
    try ben.work()
    try ann.work()
    func replaced(_ machine: TestMachine) throws -> Replacements {
      let store = try ListStore(directory: machine.path, create: false)
      let loaded = try store.load()
      var replacements = Replacements()
      replacements.note(try store.sharingNotes(), in: loaded.state)
      return replacements
    }
    let conflicts = try replaced(ann).conflicts
    #expect(conflicts.count == 1)
    let sentences = try replaced(ann).sentences(in: ann.replica.current)
    #expect(sentences.first?.contains("budget") == true)
    #expect(try replaced(ben).conflicts.isEmpty)
    try ann.store.settle(conflicts.map(\.id))
    #expect(try replaced(ann).conflicts.isEmpty)
    // It is cut off in the middle of a line.
    let path = ann.path + "/replaced.jsonl"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for cut in stride(from: 0, to: whole.count, by: 7) {
      try whole.prefix(cut).write(to: URL(fileURLWithPath: path))
      #expect(try replaced(ann).conflicts.count <= 1)
    }
  }

  @Test func `a step whose place was taken is planned again and sent again`() throws {
    let server = try server()
    let (ann, ben) = (try TestMachine(server, run: 11), try TestMachine(server, run: 12))
    try ann.work()
    try ben.work()
    let item = try #require(ann.replica.current.items.all.map(\.id).min())
    try ann.change(.delete([item]))
    try ben.change(.favourite([item], true))
    try ann.work()
    // Ben has not heard of it when he sends.
    try ben.work()
    try ann.work()
    #expect(ben.replica.waiting.isEmpty && ben.replica.current == ann.replica.current)
    #expect(ann.journal == ben.journal)
    let last = try #require(SimulatedServer.entries(server.lines).last).step
    #expect(last.events.isEmpty && last.leftOut.map(\.reason) == [.gone])
    #expect(LeftOutText.sentences(of: [last], in: ben.replica.current).count == 1)
  }

  @Test func `without a connection everything waits, and goes out once there is one`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    let trouble = SyncTrouble(.unreachable, "The server does not answer.")
    ann.channel?.pending.append(.state(.offline(since: 5, trouble)))
    try ann.work()
    for budget in 1...5 { try ann.change(.set(.budget, "\(budget)0")) }
    try ann.work()
    #expect(ann.replica.waiting.count == 5 && server.lines.count < 10)
    ann.channel?.pending.append(.state(.online))
    try ann.work()
    #expect(ann.replica.waiting.isEmpty)
    #expect(SimulatedServer.entries(server.lines).count == 7)
    #expect(try ListStore(directory: ann.path, create: false).load().state == ann.replica.current)
  }

  @Test func `a program that ended is started again, later each time`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    ann.channel?.end()
    try ann.work(now: 100)
    guard case .offline? = ann.session.status.link else { return #expect(Bool(false)) }
    try ann.change(.set(.budget, "20"))
    try ann.work(now: 500)
    #expect(ann.runs == 1 && ann.session.restart == 1100)
    try ann.work(now: 1100)
    #expect(ann.runs == 2 && ann.replica.waiting.isEmpty)
  }

  @Test func `who is signed in is told after each connection, and others are known while it lasts`()
    throws
  {
    let ann = try TestMachine(try server(), run: 11)
    try ann.work()
    let (own, other) = (Account.ID(5), Account.ID(7))
    ann.session.show([own])
    ann.session.show([own])
    #expect(ann.channel?.requests.dropFirst(2) == [.presence(["\(own)"])])
    ann.channel?.pending.append(.presence([SyncPresence(account: "\(other)", machine: "laptop")]))
    try ann.work()
    #expect(ann.session.others == [other])
    ann.channel?.end()
    try ann.work(now: 100)
    #expect(ann.session.others.isEmpty)
    try ann.work(now: 1100)
    #expect(ann.runs == 2 && ann.channel?.requests.first == .presence(["\(own)"]))
  }

  @Test func `wrong tries are told when they change, and those of others held as long as it lasts`()
    throws
  {
    let ann = try TestMachine(try server(), run: 11)
    let own = [SyncTries(who: "pins", failed: 3, age: 1000)]
    let now = Clock(wall: 1_795_284_000, monotonic: 0)
    ann.session.take(.counted(own), now: now)
    ann.session.take(.counted([SyncTries(who: "pins", failed: 3, age: 2000)]), now: now)
    #expect(ann.channel?.requests.filter { $0 == .tries(own) }.count == 1)
    #expect(ann.channel?.requests.first == .tries([]))
    ann.channel?.pending = [.tries([SyncTries(who: "pins", failed: 7, age: 0)])]
    #expect(ann.session.news(now: now) == [.note([SyncTries(who: "pins", failed: 7, age: 0)])])
    ann.channel?.end()
    #expect(ann.session.news(now: now) == [.note(nil)])
    _ = ann.session.news(now: Clock(wall: 1_795_284_005, monotonic: 5000))
    #expect(
      ann.channel?.requests.first == .tries([SyncTries(who: "pins", failed: 3, age: 7000)]))
  }

  @Test func `what a busy server refuses is sent again later`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    for (round, time) in [(1, 500), (2, 1500)] {
      ann.channel?.refusal = SyncTrouble(.unreachable, "Another machine is writing to the list.")
      try ann.change(.set(.budget, "\(round)0"))
      try ann.work(now: time)
      #expect(ann.session.restart == time + 1000 && ann.replica.waiting.count == 1)
      try ann.work(now: time + 1000)
      #expect(ann.replica.waiting.isEmpty && ann.runs == round + 1)
    }
    #expect(ann.session.status.link == .online)
  }

  @Test func `a server that was reached in another way is asked at once`() throws {
    let ann = try TestMachine(try server(), run: 11)
    try ann.work()
    ann.channel?.refusal = SyncTrouble(.full, "The server's disk is full.")
    try ann.change(.set(.budget, "20"))
    try ann.work(now: 500)
    #expect(ann.session.restart == 1500 && ann.session.refusal?.kind == .full)
    ann.session.noteReached(now: Clock(wall: 1_795_284_000, monotonic: 600))
    try ann.work(now: 600)
    #expect(ann.runs == 2 && ann.replica.waiting.isEmpty && ann.session.refusal == nil)
    ann.session.noteReached(now: Clock(wall: 1_795_284_000, monotonic: 700))
    #expect(ann.session.restart == nil)
  }

  @Test func `lines that do not fit the copy are not taken`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    let before = ann.journal
    let place = server.head
    ann.channel?.pending.append(.news(after: place, lines: [server.lines[0].bytes], isMore: false))
    try ann.work()
    #expect(ann.journal == before)
    guard case .offline? = ann.session.status.link else { return #expect(Bool(false)) }
  }

  @Test func `a list that was moved aside does not carry the one in its place`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    let aside = ann.path + "-aside"
    defer { try? FileManager.default.removeItem(atPath: aside) }
    try FileManager.default.moveItem(atPath: ann.path, toPath: aside)
    let there = try TestMachine(server, run: 12, path: ann.path)
    try there.change(.set(.budget, "50"))
    try there.work()
    try ann.work(now: 1000)
    #expect(ann.channel?.hasEnded == true && ann.session.restart == nil)
    // One that had left before the other joined does not take that one's sharing for its own.
    #expect(throws: Failure.self) { try ann.store.news() }
    #expect(there.session.status.link == .online)
  }

  @Test func `a list that was left does not take up the sharing of one in its place`() throws {
    let server = try server()
    let ann = try TestMachine(server, run: 11)
    try ann.work()
    try FileManager.default.removeItem(atPath: ann.path + "/" + Sharing.file)
    _ = try ann.store.news()
    #expect(ann.store.sharing == nil)
    let aside = ann.path + "-aside"
    defer { try? FileManager.default.removeItem(atPath: aside) }
    try FileManager.default.moveItem(atPath: ann.path, toPath: aside)
    let there = try TestMachine(server, run: 12, path: ann.path)
    #expect(there.store.sharing != nil)
    #expect(throws: Failure.self) { try ann.store.news() }
    #expect(ann.store.sharing == nil)
  }
}
