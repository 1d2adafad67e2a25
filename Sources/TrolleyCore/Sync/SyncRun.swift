import TrolleySecrets

/// Brings the copy of a shared list up to date without a screen, for a verb: what is new comes here,
/// and what waits goes out. Owns the open list.
package final class SyncRun {
  package enum Outcome: Equatable {
    /// All was carried that there was.
    case done
    /// There is no connection, and why.
    case offline(SyncTrouble)
    /// The time was over before.
    case late
  }

  /// How long to wait for another program that carries the list, until it is asked again.
  private static let glance = 50

  private let store: ListStore
  private let session: SyncSession
  private let vault: SealedSecrets
  private var replica: Replica
  /// Whether the copy was damaged and fetched anew.
  package let isMended: Bool
  /// What no longer applied when it got its place, in words.
  package private(set) var leftOut: [String] = []
  /// The steps that have their places and of which their authors may not have been told.
  private var placed: [Entry]
  private let isWatched: Bool
  /// Whose steps they are; nil: everybody's.
  private let actor: Actor?
  private var replacements = Replacements()
  /// The values of this machine that others have replaced unseen, in words.
  package var replaced: [String] { replacements.sentences(in: replica.current) }
  /// What the person has not been told of steps of others, in words: the owner of people who have no
  /// account, all of what was ordered that is in their carts.
  package var ofOthers: [String] { newsOfOthers.map(\.news).inOrderOfWeight.map(\.text) }

  private var newsOfOthers: [(news: SharingNews, id: Conflict.ID)] {
    replacements.newsOfOthers(for: actor?.author, in: replica.current)
  }

  /// What was left out was said now, and is not said again on this machine.
  package func settleLeftOut() {
    guard isWatched else { return }
    do { _ = try store.tellPlaced(placed, to: actor, in: replica.current) } catch {
      // It is said another time.
      Log.write("placed: \(error.kind.rawValue) \(error.detail)")
    }
  }

  /// The same of `ofOthers`.
  package func settleOfOthers() {
    let told = newsOfOthers.map(\.id)
    guard !told.isEmpty else { return }
    do { try store.settle(told) } catch {
      Log.write("replaced: \(error.kind.rawValue) \(error.detail)")
    }
  }

  /// Throws `badInput` when the list is not shared.
  ///
  /// - Parameters:
  ///   - isWatched: whether a person reads what it says. If not, what it says still has to be told.
  ///   - actor: that person, found in the list; nil: all authors are told.
  package init(
    directory: String, isWatched: Bool = true, as actor: (SharedState) -> Actor? = { _ in nil },
    open: @escaping () throws(Failure) -> any SyncChannel = SyncProcess.init
  ) throws(Failure) {
    var loaded: ListStore.Loaded
    (store, loaded, isMended) = try Self.open(directory)
    guard let sharing = store.sharing else { throw Failure.notShared }
    replica = loaded.takeReplica()
    session = SyncSession(sharing, directory: directory, head: store.head, open: open)
    vault = SealedSecrets(directory: directory)
    self.actor = actor(replica.current)
    self.isWatched = isWatched
    placed = loaded.placed
    if let notes = try? store.sharingNotes() { replacements.note(notes, in: replica.current) }
    if isWatched, let untold = try? store.untold(placed) { tell(untold, of: placed) }
  }

  /// A damaged copy is fetched anew first.
  private static func open(
    _ directory: String
  ) throws(Failure) -> (ListStore, ListStore.Loaded, isMended: Bool) {
    do throws(Failure) {
      let store = try ListStore(directory: directory, create: false)
      let loaded = try store.load(tellsAll: false)
      if !store.isDamaged { return (store, loaded, false) }
    } catch { guard error.kind == .damaged else { throw error } }
    try mend(directory)
    let store = try ListStore(directory: directory, create: false)
    return (store, try store.load(tellsAll: false), true)
  }

  /// Fetches a damaged copy of a shared list from the server; the damaged one is kept beside it.
  package static func mend(_ directory: String) throws(Failure) {
    guard try Sharing.read(in: directory) != nil else { throw Failure.notShared }
    let time = Wording.iso8601(SystemClock.now.wall).filter { $0 != ":" && $0 != "Z" }
    _ = try ServerTaskRun.answer(to: .mend(directory: directory, time: time), deadline: 600_000)
  }

  deinit { session.stop() }

  /// Ends the connection, so that another program may carry.
  package func stop() { session.stop() }

  /// Whether another program on this machine carries the list.
  package var isCarriedElsewhere: Bool { session.isTaken }

  /// How many steps wait for their place.
  package var waiting: Int { replica.waiting.count }

  /// Carries until all is done.
  ///
  /// - Parameters:
  ///   - deadline: milliseconds of the monotonic clock.
  ///   - isReached: the server was reached a moment ago, so another program that says that only a
  ///     person can help does not know that yet.
  package func run(until deadline: Int, isReached: Bool = false) throws(Failure) -> Outcome {
    // The other machines of a shared list count wrong tries together with this one.
    session.take(.counted(vault.counted()), now: SystemClock.now)
    session.start(now: SystemClock.now)
    while true {
      let now = SystemClock.now
      for job in session.news(now: now) { perform(job, now) }
      while let job = session.nextToSend(replica) { perform(job, now) }
      let isTaken = session.isTaken
      if isTaken { try lookAtOthers() }
      if isTaken ? isCarried : session.isSettled && replica.waiting.isEmpty { return .done }
      if let trouble = session.status.lastingTrouble, !(isTaken && isReached) {
        return .offline(trouble)
      }
      let left = deadline - now.monotonic
      guard left > 0 else { return outcomeOfWaiting }
      wait(isTaken || session.isBehind ? min(left, Self.glance) : left)
    }
  }

  /// How it ends where the time is over.
  private var outcomeOfWaiting: Outcome {
    let link = session.status.link
    if case .offline(_, let trouble)? = link?.connection { return .offline(trouble) }
    // What the server said before it was asked again.
    if let refusal = session.refusal { return .offline(refusal) }
    switch link {
    case .connecting?, nil:
      return .offline(
        SyncTrouble(.unreachable, "The server has not answered yet.", detail: "connecting"))
    default: return .late
    }
  }

  /// Whether another program carries the list, and nothing is left to it, as far as is known here.
  private var isCarried: Bool {
    replica.waiting.isEmpty && session.status.link?.connection?.isOffline != true
  }

  private func wait(_ milliseconds: Int) {
    let restart = session.restart.map { max(0, $0 - SystemClock.now.monotonic) }
    let most = Int32(min(milliseconds, restart ?? milliseconds))
    guard let descriptor = session.descriptor else {
      poll(nil, 0, most)
      return
    }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, most)
  }

  /// An open screen carries the list, and writes to the same files.
  private func lookAtOthers() throws(Failure) { confirm(try store.news().entries) }

  private func perform(_ job: SyncSession.Job, _ now: Clock) {
    do throws(Failure) {
      switch job {
      case .adopt(let lines, let place):
        confirm(try store.adopt(lines, after: place))
        session.take(.adopted(store.head.end, nil), now: now)
      case .draft(let steps, let position):
        let lines = try store.draft(steps, at: position)
        // Another program has written to the copy meanwhile.
        if lines == nil { try lookAtOthers() }
        session.take(.drafted(lines, after: store.head.end), now: now)
      case .note(let tries): note(tries)
      }
    } catch {
      Log.write("sync: \(error.kind.rawValue) \(error.detail)")
      session.take(.adopted(store.head.end, error), now: now)
    }
  }

  private func note(_ tries: [SyncTries]?) {
    do { try vault.note(tries) } catch { Log.write("sign-in: \(error.detail)") }
  }

  private func confirm(_ entries: [Entry]) {
    let own = replica.waiting(of: entries)
    _ = replica.confirm(entries)
    let placed = entries.filter { $0.position != Entry.waiting }
    for entry in placed {
      if own.contains(entry.step.name) {
        replacements.note(own: entry, in: replica.current)
      } else {
        replacements.note(entry, in: replica.current)
      }
    }
    let mine = placed.filter { own.contains($0.step.name) }
    self.placed += mine
    tell(mine, of: mine)
  }

  /// Says what became of some of the steps of this machine that have their places, to their author.
  private func tell(_ told: [Entry], of placed: [Entry]) {
    let theirs = told.filter { $0.step.isAbout(actor, in: replica.current) }
    let names = Set(theirs.map(\.step.name))
    let sentences = LeftOutText.sentences(
      of: placed.map(\.step), waiting: replica.waiting.lazy.map(\.planned), in: replica.current
    ) { names.contains($0.name) }
    leftOut += sentences.filter { !leftOut.contains($0) }
  }

  // MARK: By itself

  /// Starts `trolley sync` for a moment, so that what a verb has changed goes to the others though
  /// the verb does not wait for it. An open screen does the same by itself.
  package static func startInBackground(directory: String) {
    guard !isCarried(directory), let program = WorkerProcess.ownPath else { return }
    _ = Spawn.detached(program, ["sync", "--wait", "20", "--unwatched", "--data", directory])
  }

  /// Whether a program carries the list of a directory at this moment.
  package static func isCarried(_ directory: String) -> Bool {
    let descriptor = SystemIO.open(SyncMark.path(in: directory), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }
}

extension Failure {
  package static let notShared = Failure(
    .badInput, "This list is not shared. Begin with: trolley share ADDRESS")
}
