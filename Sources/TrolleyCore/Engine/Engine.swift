import TrolleySecrets

/// The state machine with the world it works on: passes actions to the reducer and executes the
/// effects on the list's files, the settings, the vault, the worker, the caches and the presence.
/// The rest goes to the front end, which draws `state`.
///
/// Nothing here blocks but `finish`. Belongs to the thread that created it.
package final class Engine {
  /// Runs work on a thread of its own.
  package typealias BackgroundRunner = @Sendable (@escaping @Sendable () -> Void) -> Void

  package private(set) var state: AppState
  package weak var frontEnd: (any FrontEnd)?

  let paths: AppPaths
  let journal: JournalThread
  private let answers: Mailbox<Action>
  private let catalogues: CatalogueCacheWriter
  let emoji: EmojiReader
  let worker = WorkerLink()
  /// Only where the list is shared.
  var sync: SyncSession?
  /// What is being asked of the server for a person, beside the conversation.
  private var serverRun: (number: Int, run: ServerTaskRun)?
  private let openSync: () throws(Failure) -> any SyncChannel
  var watch: DirectoryWatch?
  /// Set while an account is signed in here, and where people sign in on other machines.
  var presence: Presence?
  /// Who is marked there as signed in on other machines.
  var shownElsewhere: Set<Account.ID> = []
  /// What the other programs here are told does not answer.
  var reportedOutage: CatalogueID?
  var settingsWatch: DirectoryWatch?
  /// The mails of the list that were not sent.
  package let drafts: MailDraftFile
  var draftsWatch: DirectoryWatch?
  /// The file of the catalogue that is watched.
  var catalogueFile: String?
  var catalogueWatch: DirectoryWatch?
  /// As it was when it was looked at last.
  var catalogueStamp: FileStamp?
  /// When to look at the files that cannot be watched, in milliseconds of the monotonic clock; nil
  /// where all are.
  var nextLook: Int?
  var settingsSync: SettingsSync
  var gate = ConsentGate()

  /// - Parameters:
  ///   - store: belongs to the engine from now on.
  ///   - settings: the file that `state` was made with.
  ///   - wake: makes the front end call `handleNews` soon; called on other threads.
  package init(
    state: AppState, store: sending ListStore, paths: AppPaths, settings: PreferencesFile,
    wake: @escaping @Sendable () -> Void, inBackground: @escaping BackgroundRunner,
    openSync: @escaping () throws(Failure) -> any SyncChannel = SyncProcess.init
  ) throws(Failure) {
    if let sharing = store.sharing {
      sync = SyncSession(sharing, directory: paths.data, head: store.head, open: openSync)
    }
    self.openSync = openSync
    self.state = state
    self.paths = paths
    drafts = paths.drafts(of: store.list)
    answers = Mailbox(wake: wake)
    journal = try JournalThread(
      store, vault: SealedSecrets(directory: paths.data),
      tokens: SignInTokens(list: paths.data, state: paths.state), answers: answers,
      syncAnswers: Mailbox(wake: wake), inBackground: inBackground)
    catalogues = CatalogueCacheWriter(
      directory: paths.cache, answers: answers, inBackground: inBackground)
    emoji = EmojiReader(directory: paths.cache, wake: wake, inBackground: inBackground)
    settingsSync = SettingsSync(settings.preferences)
  }

  /// The number of changes that did not reach the disk.
  package var unsavedCount: Int { state.session.refused.count + state.replica.pending.count }

  // MARK: Start and end

  /// Begins what the first frame must not wait for.
  package func start() {
    do {
      watch = try DirectoryWatch(directory: paths.data)
      // Reads what was written between loading and watching.
      journal.ask(.readNews)
    } catch {
      Log.write("watch: \(error.detail)")
    }
    if let sync {
      // Before there is news, since it says whose what is replaced was.
      journal.ask(.readSharingNotes)
      sync.start(now: SystemClock.now)
      send(.syncChanged(sync.status))
      updatePresence(as: state.session.actor.account)
    }
    settingsWatch = paths.settings.watch()
    // For what was written since the start.
    if settingsWatch != nil { readSettings() }
    draftsWatch = drafts.watch()
    if draftsWatch != nil { journal.ask(.readDrafts(drafts)) }
    if watch == nil || settingsWatch == nil || draftsWatch == nil { lookLater() }
  }

  /// Waits until all changes are on the disk and a mail under way is sent or kept as a draft.
  /// Returns descriptors of its watches whose last close takes long: for `SystemIO.exit`.
  package func finish() -> [Int32] {
    settle()
    let waiting = state.session.mail.queue.count
    send(.ending)
    settleMail()
    if waiting > 0 {
      frontEnd?.say(
        waiting == 1
          ? "Another mail waits as a draft." : "\(waiting) other mails wait as drafts.")
    }
    let slowToClose = watches.compactMap(SystemIO.second)
    worker.abandon()
    sync?.stop()
    serverRun = nil
    presence = nil
    journal.finish()
    catalogues.queue.finish()
    // Answers of a disk that took longer than that.
    for answer in answers.takeAll() { take(answer) }
    return slowToClose
  }

  /// An answer may cause more effects: an undo reads first and then writes.
  private func settle() {
    let deadline = SystemClock.now.monotonic + 5000
    while journal.settle(until: deadline) {
      let news = answers.takeAll()
      if news.isEmpty { break }
      for answer in news { take(answer) }
    }
  }

  /// Waits until mail under way is sent, or kept as a draft.
  private func settleMail() {
    guard let mail = state.session.mail.sending?.draft.key else { return }
    var end = "Its mail was not sent."
    frontEnd?.say("Sending the mail…")
    let deadline = SystemClock.now.monotonic + 10_000
    while let number = state.session.mail.sending?.number {
      worker.wait(until: deadline)
      for answer in workerNews([worker.descriptor].compactMap { $0 }) {
        if case .workerAnswered(.mailSent, number) = answer { end = "The mail was sent." }
        take(answer)
      }
      guard SystemClock.now.monotonic < deadline else {
        let late = Failure(.unknownOutcome, "The mail took too long.", detail: "left sending")
        send(.workerAnswered(.failed(late), number: number))
        break
      }
    }
    if let draft = state.session.mail.drafts.draft(mail) {
      end =
        draft.mayHaveBeenSent
        ? "The mail to \(draft.to) may not have been sent. It is kept as a draft."
        : "The mail to \(draft.to) was not sent. It is kept as a draft."
    }
    frontEnd?.say(end)
  }

  // MARK: News

  /// The descriptors that mean news when they are readable; they change with the worker and with
  /// who is signed in.
  package var descriptors: [Int32] {
    watches + [worker.descriptor, sync?.descriptor, serverRun?.run.descriptor].compactMap { $0 }
  }

  /// When there is news without a readable descriptor: milliseconds from now.
  package var newsIsDue: Int? {
    if worker.hasNews { return 0 }
    if worker.isBehind || sync?.isBehind == true || serverRun?.run.isBehind == true { return 5 }
    let now = SystemClock.now.monotonic
    let later = [sync?.restart, nextLook].map { $0.map { max(0, $0 - now) } }
    return (later + [worker.restIsDue]).compactMap { $0 }.min()
  }

  /// Handles what arrived from threads, files, the worker and other programs. Returns whether the
  /// screen may have to change.
  package func handleNews(_ ready: [Int32]) -> Bool {
    // Before what the journal thread says to the list: then that is as new as this.
    let ofSync = journal.syncAnswers.takeAll()
    let news = answers.takeAll() + drawnEmoji() + workerNews(ready)
    var isSeen = false
    for answer in news {
      if !read({ $0.isShown(answer) }) { isSeen = true }
      take(answer)
    }
    let isAnswered = takeServerAnswer(ready)
    let isSyncChanged = takeSync(ofSync) || isAnswered
    if let watch, ready.contains(watch.descriptor), watch.drain() { journal.ask(.readNews) }
    readChangedSettings()
    if lookAtUnwatched() { isSeen = true }
    if let draftsWatch, ready.contains(draftsWatch.descriptor), draftsWatch.drain() {
      journal.ask(.readDrafts(drafts))
    }
    if let catalogueWatch, ready.contains(catalogueWatch.descriptor), catalogueWatch.drain() {
      send(.catalogueFileChanged)
      isSeen = true
    }
    guard let presence, let descriptor = presence.descriptor, ready.contains(descriptor) else {
      return isSyncChanged || isSeen
    }
    return lookAround(presence) || isSyncChanged || isSeen
  }

  private func take(_ answer: Action) {
    switch answer {
    case .settingsRead(let reading): take(reading)
    case .settingsUnreadable(let failure):
      if !state.session.settings.remarks.contains(failure.sentence) { send(answer) }
      openGate()
    case .preferencesFailed:
      settingsSync.failed()
      send(answer)
    default: send(answer)
    }
  }

  /// What the shared list needs; returns whether its status has changed.
  private func takeSync(_ ofThread: [SyncSession.Answer]) -> Bool {
    let before = sync?.status
    let now = SystemClock.now
    for answer in ofThread {
      if case .sharing(let sharing, let origin, let end) = answer {
        share(sharing, origin, end, now)
      } else {
        sync?.take(answer, now: now)
      }
    }
    if let sync {
      for job in sync.news(now: now) { journal.ask(.sync(job)) }
      if let job = sync.nextToSend(state.replica) { journal.ask(.sync(job)) }
    }
    if let presence, shownElsewhere != sync?.others ?? [] {
      shownElsewhere = sync?.others ?? []
      presence.show(elsewhere: shownElsewhere)
    }
    guard sync?.status != before else { return false }
    send(.syncChanged(sync?.status))
    return true
  }

  /// The list was shared or left by a verb, while it is shown here.
  private func share(_ sharing: Sharing?, _ origin: JournalHead, _ end: JournalHead, _ now: Clock) {
    sync?.stop()
    sync = sharing.map {
      SyncSession($0, directory: paths.data, head: (origin, end), open: openSync)
    }
    sync?.start(now: now)
    if sync != nil { journal.ask(.readNews) }
    updatePresence(as: state.session.actor.account)
  }

  /// The answer of the server to what a person asked of it; returns whether there is one.
  private func takeServerAnswer(_ ready: [Int32]) -> Bool {
    guard let (number, run) = serverRun, run.isBehind || ready.contains(run.descriptor),
      let answer = run.answer()
    else { return false }
    serverRun = nil
    if case .failed(let failure) = answer {
      Log.write("server: \(failure.kind.rawValue) \(failure.detail)")
    } else {
      sync?.noteReached(now: SystemClock.now)
    }
    // Leaving shows in the files.
    journal.ask(.readNews)
    send(.serverAnswered(answer, number: number))
    return true
  }

  private func ask(_ request: ServerRequest, _ number: Int) {
    let directory = paths.data
    let task: ServerTask =
      switch request {
      case .machines: .machines(directory: directory)
      case .invite(let name): .invite(directory: directory, machine: name, mayInvite: false)
      case .remove(let name): .revoke(directory: directory, machine: name)
      case .leave(let anyway): .leave(directory: directory, anyway: anyway)
      }
    do { serverRun = (number, try ServerTaskRun(task)) } catch {
      send(.serverAnswered(.failed(error), number: number))
    }
  }

  /// The emoji that were kept; what was not is passed to the worker.
  private func drawnEmoji() -> [Action] {
    emoji.answers.takeAll().joined().compactMap { job, answer in
      if let answer { return .workerAnswered(answer, number: job.number) }
      worker.ask(job.task, number: job.number)
      return nil
    }
  }

  private func workerNews(_ ready: [Int32]) -> [Action] {
    guard
      worker.hasNews || worker.isBehind || worker.restIsDue == 0
        || worker.descriptor.map(ready.contains) == true
    else { return [] }
    return worker.drain().map { number, answer in
      if case .failed(let failure) = answer {
        Log.write("worker: \(failure.kind.rawValue) \(failure.detail)")
      }
      return .workerAnswered(answer, number: number)
    }
  }

  // MARK: Actions and effects

  /// Reads the state without the copy that reading a class's property makes.
  package func read<Value>(_ body: (inout AppState) -> Value) -> Value { body(&state) }

  package func send(_ action: Action) {
    let effects = reduce(&state, action)
    watchCatalogueFile()
    for effect in effects { perform(effect) }
    if let presence, reportedOutage != state.catalogueOutage {
      reportedOutage = state.catalogueOutage
      presence.report(outageOf: reportedOutage?.rawValue)
    }
  }

  /// Has the disk wait until `release`, so that its thread does not take a processor away from the
  /// terminal while that shows what a key has done.
  package func hold() { journal.hold() }

  package func release() { journal.release() }

  /// How many colours the terminal says it has, for the next start.
  package func keep(colours count: Int) {
    journal.ask(.keep(Array(String(count).utf8), path: paths.colours))
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .record(let step): journal.ask(.record(step))
    case .readStep(let step, let purpose): journal.ask(.readStep(step, purpose))
    case .settle(let conflicts): journal.ask(.settle(conflicts))
    case .remember(let preferences):
      let edits = settingsSync.edits(for: preferences)
      if !edits.isEmpty { journal.ask(.changeSettings(edits, paths.settings)) }
    case .checkSetting(let name, let typed, let new):
      journal.ask(.checkSetting(name: name, typed: typed, new))
    case .askVault(let request, let number): journal.ask(.askVault(request, number: number))
    case .revokeTokens(let account): journal.ask(.revokeTokens(account))
    case .askWorker(let task, let number): ask(task, number)
    case .wakeWorker: worker.wake()
    case .askServer(let request, let number): ask(request, number)
    case .stopAskingServer(let number): if serverRun?.number == number { serverRun = nil }
    case .cancelWork(let number):
      gate.drop(number)
      worker.cancel(number)
    case .loadCatalogue(let catalogue): catalogues.queue.ask(.load(catalogue))
    case .keepProducts(let products, let categories, let catalogue, let time):
      catalogues.queue.ask(.keep(products, categories, of: catalogue, at: time))
    case .replaceCatalogue(let catalogue): catalogues.queue.ask(.replace(catalogue))
    case .readJournal: journal.ask(.readNews)
    case .changeDrafts(let change): journal.ask(.changeDrafts(change, drafts))
    case .claimMail(let claim, let number): journal.ask(.claimMail(claim, drafts, number: number))
    case .endMailClaim(let number): journal.ask(.endMailClaim(number: number))
    case .updatePresence(let account): updatePresence(as: account)
    case .copy(let text): frontEnd?.copy(text)
    case .notify(let title, let body): frontEnd?.notify(title: title, body: body)
    case .openAddress(let address): frontEnd?.open(address: address)
    case .redraw: frontEnd?.redraw()
    case .suspend: frontEnd?.suspend()
    case .quit: frontEnd?.quit()
    }
  }
}
