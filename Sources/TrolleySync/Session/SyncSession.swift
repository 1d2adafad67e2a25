/// What `trolley-sync` does, from one request or announcement to the next: see `SyncLine`.
///
/// One thread, one loop. It never waits longer than the deadlines of `PostgresConnection`, and has
/// nothing that would be lost with it: steps are in the outbox, lines on the server.
public final class SyncSession {
  let say: (SyncLine.Report) -> Void
  private var target: SyncTarget?
  private var claim: DirectoryClaim?
  var link: ServerLink?
  /// Up to here the other side was told, or has appended itself.
  var place = JournalHead(n: 0, crc: 0)
  var state: SyncState?
  private var pause = Pause()
  /// The parts of a step that is being received.
  var open: (number: Int, after: JournalHead, lines: [[UInt8]], bytes: Int)?
  private var accounts: [String] = []
  private var others: [SyncPresence] = []
  /// What was counted on this machine; nil before the other side has said it.
  private var tries: [SyncTries]?
  /// The counts of the others that the other side knows.
  private var toldTries: [String: Int]?
  private var lastAsked = 0
  private var lookedAround = 0
  /// Until when the server keeps the others waiting for what this machine has planned again,
  /// milliseconds of `MonotonicTime`; nil when they need not wait.
  var turnEnd: Int?
  let longestTurn: Int
  /// Whether another machine was faster the last time: then it is better to queue than to try.
  var isOvertaken = false

  /// - Parameter longestTurn: how long the others wait at most, in milliseconds, while this machine
  ///   plans again and writes to its disk.
  public init(longestTurn: Int = 150, say: @escaping (SyncLine.Report) -> Void) {
    self.longestTurn = longestTurn
    self.say = say
  }

  /// The descriptor to watch beside the requests; nil without a connection.
  public var descriptor: Int32? { link?.connection.descriptor }

  /// How long nothing needs to be done, in milliseconds; nil for as long as nothing comes.
  public var patience: Int? {
    let now = MonotonicTime.milliseconds
    if let link {
      if let turnEnd { return max(0, turnEnd - now) }
      if link.connection.hasNotices { return 0 }
      let end = min(lastAsked + link.patience, nextLook ?? .max, link.pauseEnd ?? .max)
      return max(0, end - now)
    }
    return pause.end.map { max(0, min($0 - now, Pause.longestWithoutLook)) }
  }

  // MARK: Requests

  /// False when the other side has said good-bye.
  public func receive(_ request: SyncLine.Request) -> Bool {
    switch request {
    case .connect(let new): begin(new)
    case .append(let number, let after, let lines, let isMore):
      take(number, after, lines, isMore: isMore)
    case .presence(let all):
      accounts = all
      tryLinked { (link) throws(Failure) in
        try link.tell { () throws(Failure) in try link.bePresent(all) }
      }
    case .tries(let all):
      tries = all
      tryLinked { (link) throws(Failure) in
        try link.tell { () throws(Failure) in try link.tell(all) }
      }
    case .bye: return false
    }
    return true
  }

  private func begin(_ new: SyncTarget) {
    let isSame =
      target?.directory == new.directory && target?.list == new.list
      && target?.server == new.server
    target = new
    place = new.head
    open = nil
    if isSame, link != nil {
      tryLinked { (link) throws(Failure) in
        self.say(.head(try link.list.about().head))
        try self.readNews(link)
      }
      return
    }
    link = nil
    if !isSame { claim = nil }
    state = nil
    pause = Pause()
    connect()
  }

  /// What is due: connecting again, or asking the server.
  public func attend() {
    guard let target else { return }
    if link == nil, let end = pause.end, MonotonicTime.milliseconds >= end || isReached(target) {
      return connect()
    }
    tryLinked { (link) throws(Failure) in
      let news = try link.news()
      if news.contains(.members) { _ = try link.list.about() }
      let isNew = news.contains { if case .lines(let n) = $0 { n > self.place.n } else { false } }
      let now = MonotonicTime.milliseconds
      let hasPaused = link.pauseEnd.map { now >= $0 } == true
      if hasPaused { try link.resume() }
      let isDue = hasPaused || now >= self.lastAsked + link.patience
      if isNew || isDue { try self.readNews(link) }
      if isDue { try link.beSeen() }
      if self.nextLook.map({ now >= $0 }) == true || hasPaused || news.contains(.presence) {
        try self.lookAround(link)
      }
      if isDue || news.contains(.tries) { try self.lookAtTries(link) }
    }
  }

  // MARK: Connecting

  private func connect() {
    guard let target else { return }
    do throws(Failure) {
      if claim == nil {
        claim = try DirectoryClaim(directory: target.directory)
        guard claim != nil else { return leaveToOther(target) }
      }
      if state == nil { report(.connecting) }
      // What the other window said of the server holds until there is an answer.
      switch state {
      case .elsewhere(let there?) where there.isOffline: report(there)
      case .elsewhere: report(.connecting)
      default: break
      }
      // What was reached before is answered by this attempt, what is reached meanwhile by the next one.
      _ = isReached(target)
      let new = try ServerLink(target)
      link = new
      say(.head(new.about.head))
      try new.beSeen()
      try readNews(new)
      try new.tell { () throws(Failure) in
        if let tries { try new.tell(tries) }
        try new.bePresent(accounts)
      }
      try lookAtTries(new)
      pause = Pause()
      // What is to be known at once has been said before: a verb does not wait for more.
      report(.online)
      try lookAround(new)
    } catch { lose(error) }
  }

  private func isReached(_ target: SyncTarget) -> Bool {
    claim != nil && DirectoryClaim.takeReached(in: target.directory)
  }

  /// Another program of this machine carries the list, and may end any moment.
  private func leaveToOther(_ target: SyncTarget) {
    pause.glance()
    let there = DirectoryClaim.told(in: target.directory)
    if case .elsewhere? = state, there == nil { return }
    report(.elsewhere(there))
  }

  /// Works with the connection, if there is one; if that fails there is none any more.
  func tryLinked(_ work: (ServerLink) throws(Failure) -> Void) {
    guard let link else { return }
    do throws(Failure) {
      try endTurn(link)
      try work(link)
    } catch { lose(error) }
  }

  func lose(_ failure: Failure) {
    link = nil
    turnEnd = nil
    if toldTries != nil {
      toldTries = nil
      say(.tries(nil))
    }
    if !others.isEmpty {
      others = []
      say(.presence([]))
    }
    let trouble = ServerTrouble.trouble(failure)
    pause.next(after: trouble)
    var since = Int(time(nil))
    if case .offline(let before, let known)? = state {
      if known == trouble { return }
      since = before
    }
    report(.offline(since: since, trouble))
  }

  /// What the other windows are to say of a server that takes no changes.
  func tellOthers(_ trouble: SyncTrouble) {
    claim?.tell(.offline(since: Int(time(nil)), trouble))
  }

  private func report(_ new: SyncState) {
    guard state != new else { return }
    state = new
    claim?.tell(new)
    say(.state(new))
  }

  // MARK: Lines

  /// Passes on what follows `place`.
  private func readNews(_ link: ServerLink) throws(Failure) {
    lastAsked = MonotonicTime.milliseconds
    try pass(on: link.list.read(since: place.n), link)
  }

  func pass(on first: ServerList.Lines, _ link: ServerLink) throws(Failure) {
    var batch = first
    while true {
      try PostgresJournal.check(batch, since: place, copyIn: target?.directory)
      let entries = try JournalLines.verified(part: batch.lines, after: place)
      var rest = entries[...]
      for part in SyncLine.parts(of: entries.map(\.bytes)) {
        guard let last = rest.prefix(part.count).last else { break }
        rest = rest.dropFirst(part.count)
        say(.news(after: place, lines: part, isMore: !last.isLastOfStep))
        place = last.head
      }
      guard place.n < batch.head.n, !entries.isEmpty else { return }
      batch = try link.list.read(since: place.n)
    }
  }

  // MARK: Others

  /// When to look again whether those who are online elsewhere still are; a machine that has lost its
  /// network does not say so.
  private var nextLook: Int? { others.isEmpty ? nil : lookedAround + 5000 }

  private func lookAtTries(_ link: ServerLink) throws(Failure) {
    guard let all = try link.tries() else { return }
    let counts = Dictionary(all.map { ($0.who, $0.failed) }) { first, _ in first }
    guard counts != toldTries else { return }
    toldTries = counts
    say(.tries(all))
  }

  private func lookAround(_ link: ServerLink) throws(Failure) {
    let now = try link.others()
    lookedAround = MonotonicTime.milliseconds
    guard now != others else { return }
    others = now
    say(.presence(now))
  }
}

/// The wait before the next attempt to connect.
struct Pause {
  /// When it is over; nil before a first attempt has failed.
  private(set) var end: Int?
  private var attempts = 0
  /// How long to wait at most, in milliseconds, until it is asked whether the server was reached in
  /// another way: a person who did so looks at the screen.
  static let longestWithoutLook = 1000

  mutating func next(after trouble: SyncTrouble) {
    wait(trouble.pause(after: attempts))
    attempts += 1
  }

  /// Until another program of this machine is looked at again.
  mutating func glance() { wait(1000) }

  private mutating func wait(_ milliseconds: Int) {
    end =
      MonotonicTime.milliseconds + milliseconds * Int.random(in: SyncTrouble.pauseVariation) / 100
  }
}
