/// Keeps the copy of a shared list in step with the server: hands news to the journal thread, and
/// the steps that wait to `trolley-sync`, one message at a time. Belongs to the engine's thread.
package final class SyncSession {
  /// How many steps go in one message.
  private static let mostSteps = 500
  /// After the program has ended, so many milliseconds until it is started again; each time twice
  /// as many.
  private static let pauses = 1000...60_000

  /// What the journal thread has done.
  package enum Answer: Sendable {
    /// The copy ends here now; with why that was not as wished.
    case adopted(JournalHead, Failure?)
    /// Lines for that place; nil when the copy has gone on meanwhile.
    case drafted([[UInt8]]?, after: JournalHead)
    /// How many wrong tries were counted on this machine.
    case counted([SyncTries])
    /// The list is shared from now on, or not any more; with the places where it begins and ends.
    case sharing(Sharing?, origin: JournalHead, end: JournalHead)
  }

  /// What the journal thread is to do.
  package enum Job: Equatable, Sendable {
    case adopt([[UInt8]], after: JournalHead)
    case draft([Step], position: Int)
    /// What the other machines have counted; it needs no answer.
    case note([SyncTries]?)
  }

  private let sharing: Sharing
  private let directory: String
  private let origin: JournalHead
  private let open: () throws(Failure) -> any SyncChannel
  private var channel: (any SyncChannel)?
  /// Where the copy ends, as far as it was adopted.
  private var head: JournalHead
  private var isOnline = false {
    // Also when it begins: a program that is killed says nothing at its end.
    didSet { if isOnline != oldValue { SyncMark.note(in: directory) } }
  }
  /// News of which more parts follow.
  private var parts: [[UInt8]] = []
  private var partsBegin: JournalHead?
  /// The message that waits for its report.
  private var sent: (number: Int, after: JournalHead, lines: [[UInt8]])?
  private var lastNumber = 0
  /// Jobs that the journal thread has not answered.
  private var openJobs = 0
  private var pause = SyncSession.pauses.lowerBound
  /// When it is started again: milliseconds of the monotonic clock.
  private(set) var restart: Int?

  private(set) var status = SyncStatus()
  /// Why the server did not take the last steps that were sent.
  private(set) var refusal: SyncTrouble?
  /// Who is signed in on the screens of this machine.
  private var present: [String] = []
  /// Who is on the screens of others, as far as there is a connection.
  private(set) var others: Set<Account.ID> = []
  /// The wrong tries on this machine, and when that was; milliseconds of the monotonic clock.
  private var counted: (tries: [SyncTries], at: Int) = ([], 0)
  /// Whether it is known what the other machines have counted.
  private var knowsTries = false

  init(
    _ sharing: Sharing, directory: String, head: (origin: JournalHead, end: JournalHead),
    open: @escaping () throws(Failure) -> any SyncChannel
  ) {
    self.sharing = sharing
    self.directory = directory
    origin = head.origin
    self.head = head.end
    self.open = open
  }

  deinit { channel?.end() }

  /// Whether all news that there are have been adopted, and nothing is on its way.
  var isSettled: Bool { isOnline && openJobs == 0 && sent == nil && parts.isEmpty }

  /// Whether another program on this machine carries the list.
  var isTaken: Bool { status.isCarriedElsewhere }

  var descriptor: Int32? { channel?.descriptor }
  var isBehind: Bool { channel?.isBehind ?? false }

  /// Starts the program, or says why not.
  func start(now: Clock) {
    restart = nil
    do throws(Failure) {
      let channel = try open()
      self.channel = channel
      connect(channel, now)
    } catch {
      status.link = .offline(since: now.wall, SyncTrouble(.settings, error.sentence))
    }
  }

  private func connect(_ channel: any SyncChannel, _ now: Clock) {
    isOnline = false
    parts = []
    partsBegin = nil
    sent = nil
    if !present.isEmpty { channel.send(.presence(present)) }
    let age = now.monotonic - counted.at
    channel.send(
      .tries(counted.tries.map { SyncTries(who: $0.who, failed: $0.failed, age: $0.age + age) }))
    channel.send(
      .connect(
        SyncTarget(
          directory: directory, list: sharing.list, server: sharing.server, origin: origin,
          head: head)))
  }

  /// The server was reached in another way: what waits until it is started again is started now.
  func noteReached(now: Clock) {
    if restart != nil { restart = now.monotonic }
  }

  /// Has the others know who is signed in here.
  func show(_ accounts: Set<Account.ID>) {
    let all = accounts.map { "\($0)" }.sorted().prefix(SyncLine.mostPresent)
    guard present != Array(all) else { return }
    present = Array(all)
    channel?.send(.presence(present))
  }

  private func tell(_ tries: [SyncTries], _ now: Clock) {
    func counts(_ all: [SyncTries]) -> [String: Int] {
      Dictionary(all.map { ($0.who, $0.failed) }) { first, _ in first }
    }
    let isNew = counts(tries) != counts(counted.tries)
    counted = (tries, now.monotonic)
    if isNew { channel?.send(.tries(tries)) }
  }

  func stop() {
    isOnline = false
    channel?.send(.bye)
    channel?.end()
    channel = nil
    // How things stand later, another connection says.
    status.link = nil
  }

  // MARK: News

  /// What has arrived, as jobs for the journal thread.
  func news(now: Clock) -> [Job] {
    if let restart, restart <= now.monotonic { start(now: now) }
    guard let channel else { return [] }
    channel.flush()
    guard let reports = channel.reports() else {
      ended(now)
      return forgetTries()
    }
    return reports.flatMap { take($0, now: now) }
  }

  /// Without a connection, the counts of this machine hold alone.
  private func forgetTries() -> [Job] {
    defer { knowsTries = false }
    return knowsTries ? [.note(nil)] : []
  }

  private func ended(_ now: Clock) {
    channel?.end()
    channel = nil
    isOnline = false
    sent = nil
    others = []
    restart = now.monotonic + pause
    pause = min(pause * 2, Self.pauses.upperBound)
    if case .offline? = status.link { return }
    status.link = .offline(
      since: now.wall, SyncTrouble(.other, "The program that carries the list ended by itself."))
  }

  private func take(_ report: SyncLine.Report, now: Clock) -> [Job] {
    switch report {
    case .head: return []
    case .presence(let all):
      others = Set(all.compactMap { Account.ID(text: $0.account) })
      return []
    case .tries(let all):
      knowsTries = all != nil
      return [.note(all)]
    case .state(let state):
      status.link = state
      isOnline = state == .online
      if !isOnline { sent = nil }
      // Of another program that carries the list, this one knows nothing.
      return state.isOffline ? [.note(nil)] : []
    case .news(let after, let lines, let isMore):
      if partsBegin == nil { partsBegin = after }
      parts += lines
      guard !isMore, let begin = partsBegin else { return [] }
      let all = parts
      parts = []
      partsBegin = nil
      return all.isEmpty ? [] : [job(.adopt(all, after: begin))]
    case .appended(let number, _):
      guard let sent, sent.number == number else { return [] }
      self.sent = nil
      refusal = nil
      pause = Self.pauses.lowerBound
      return [job(.adopt(sent.lines, after: sent.after))]
    case .stale(let number), .unknown(let number):
      if sent?.number == number { sent = nil }
      return []
    case .refused(let number, let trouble):
      guard sent?.number == number else { return [] }
      sent = nil
      refusal = trouble
      // Not again at once. The program, which has its connection still, would never say that it is
      // back.
      isOnline = false
      status.link = .offline(since: now.wall, trouble)
      if trouble.passes { ended(now) }
      return []
    }
  }

  private func job(_ job: Job) -> Job {
    openJobs += 1
    return job
  }

  // MARK: The steps that wait

  /// The steps to send now, if it is time for it.
  func nextToSend(_ replica: Replica) -> Job? {
    guard isOnline, channel != nil, sent == nil, openJobs == 0, !replica.waiting.isEmpty else {
      return nil
    }
    let steps = replica.waiting.prefix(Self.mostSteps).map(\.planned)
    return job(.draft(steps, position: replica.position))
  }

  /// What the journal thread has done.
  func take(_ answer: Answer, now: Clock) {
    switch answer {
    case .sharing: break
    case .counted(let tries): tell(tries, now)
    case .drafted(let lines, let place):
      openJobs -= 1
      send(lines, after: place)
    case .adopted(let place, let failure):
      openJobs -= 1
      head = place
      guard let failure, let channel else { return }
      // What does not belong there is asked for again, after a while; of a list that was moved aside
      // never, as the program would carry the one in its place.
      channel.end()
      ended(now)
      if failure == Refusal.movedAway { restart = nil }
    }
  }

  private func send(_ lines: [[UInt8]]?, after place: JournalHead) {
    guard let lines, !lines.isEmpty, let channel, isOnline, sent == nil else { return }
    lastNumber += 1
    sent = (lastNumber, place, lines)
    let messages = SyncLine.parts(of: lines)
    for (index, part) in messages.enumerated() {
      channel.send(
        .append(
          number: lastNumber, after: place, lines: part, isMore: index + 1 < messages.count))
    }
  }
}
