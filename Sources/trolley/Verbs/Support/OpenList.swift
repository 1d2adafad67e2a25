import Glibc
import TrolleySecrets

/// The list while a verb works with it. Guards the only copy of its state.
final class OpenList {
  let now = SystemClock.now.wall
  let isJSON: Bool
  let paths: AppPaths
  private let store: ListStore
  /// Whether it is one list on several machines.
  var isShared: Bool { store.sharing != nil }
  private(set) var state: SharedState
  /// The position in the journal up to which it was read.
  let position: Int
  /// Warnings for the user: printed, or members of the answer.
  private(set) var warnings: [String]
  /// Why parts of an imported list were left out.
  private(set) var leftOut: [ChangeError] = []
  /// The account that acts.
  let actor: Actor
  let tokens: SignInTokens
  private let replica = SystemClock.replica
  private var ids: IdentifierSource
  /// The number of the next step; 0 is the starter items.
  private var number = 1
  private var isSaved = false
  /// The steps that wait for their places when it is opened.
  let waiting: [StepReference]

  /// Opens the list; creates it as the screen would if there is none, but not for a verb that only
  /// reads a folder that was named.
  ///
  /// - Parameter needsSignIn: whether verbs that show or change the list are refused without one.
  init(_ call: VerbCall, needsSignIn: Bool = true) throws(Failure) {
    isJSON = call.isJSON
    paths = try AppPaths(data: call.directory)
    if call.onlyReads, call.directory != nil, access(paths.data, F_OK) != 0 {
      let folder = CleanText.line(paths.data, limit: .address)
      throw Failure(
        .missingFile, "There is no list in \(folder). To make one: trolley init --data FOLDER")
    }
    paths.makeState()
    store = try ListStore(directory: paths.data, create: true)
    ids = IdentifierSource(replica: replica)
    var loaded = try store.load(tellsAll: false)
    state = SharedState()
    do { try FirstLaunch.seed(&loaded, store, replica, locale: Launch.locale) } catch {
      // A list that cannot be written can still be read.
      Log.write("seed: \(error.kind.rawValue) \(error.detail)")
    }
    for note in store.notes {
      Log.write(note)
      Complaint.say(note)
    }
    warnings = loaded.warnings
    waiting = loaded.waiting.map(\.name)
    position = loaded.position
    tokens = SignInTokens(list: paths.data, state: paths.state)
    var shown = loaded.takeReplica().current
    // With what waits for its place: a PIN may have been changed without a network.
    actor = try OpenList.actor(call.who, shown, tokens)
    guard !needsSignIn || actor != .signedOut else {
      throw Failure(
        .notAllowed,
        shown.accounts.isEmpty
          ? OpenList.noAccountYet(shown.use)
          : "Sign in first. " + OpenList.howToSignIn(shown.use))
    }
    // The one who was signed in last may not be the one who signs in, and what no one sees is not told.
    if !call.isSigningIn, isJSON || Complaint.isRead {
      warnings += OpenList.leftOut(loaded, of: store, in: shown, for: actor)
    }
    shown.select(cart: shown.cartID(of: actor))
    state = shown
    if call.onlyReads { sayHowOld(after: 600) }
  }

  /// Without a program that carries a shared list, what others have done since is not here.
  ///
  /// - Parameter after: so many seconds.
  func sayHowOld(after seconds: Int) {
    guard !isJSON, isShared, let time = SyncMark.time(in: paths.data),
      now - time >= seconds, !SyncRun.isCarried(paths.data)
    else { return }
    let ago = Wording.ago(time, now: now, offset: SystemClock.utcOffset, style: dateStyle)
    Complaint.say("The list was last in step \(ago). To fetch what others did: trolley sync")
  }

  /// What others have written since, and in a shared list what it means for the steps that wait.
  private func take(_ news: [Entry]) {
    guard !news.isEmpty else { return }
    guard isShared else {
      for entry in news { state.play(entry) }
      return
    }
    // It was read a moment ago; what cannot be read now is read by the next verb.
    if var loaded = try? store.load(tellsAll: false) {
      state = loaded.takeReplica().current
      state.select(cart: state.cartID(of: actor))
    }
  }

  /// Reads what others have written since, after a wait for a person.
  func lookAgain() throws(Failure) { take(try store.news().entries) }

  /// A person who was signed out meanwhile, by another program or a new PIN, may write no more.
  private func checkSignIn() throws(Failure) {
    guard let id = actor.account else { return }
    let account = state.account(id)
    if let account, try tokens.isSignedIn(account) { return }
    throw Failure(
      .notAllowed, "You were signed out meanwhile. " + OpenList.howToSignIn(state.use, account))
  }

  /// What no longer applied when it got its place, for its author.
  private static func leftOut(
    _ loaded: borrowing ListStore.Loaded, of store: ListStore, in state: SharedState,
    for actor: Actor
  ) -> [String] {
    guard !loaded.placed.isEmpty else { return [] }
    let told: [Entry]
    do { told = try store.tellPlaced(loaded.placed, to: actor, in: state) } catch {
      // Otherwise it is done another time.
      Log.write("placed: \(error.kind.rawValue) \(error.detail)")
      told = loaded.placed.filter { $0.step.isAbout(actor, in: state) }
    }
    let names = Set(told.map(\.step.name))
    return LeftOutText.sentences(
      of: loaded.placed.map(\.step), waiting: loaded.waiting, in: state
    ) { names.contains($0.name) }
  }

  /// The format of prices: as on the screen.
  lazy var style = NumberStyle(locale: preferences.localeInForce)

  /// The format of dates and times: as on the screen.
  lazy var dateStyle = DateStyle(locale: preferences.dateLocaleInForce)

  var directory: String { paths.data }

  /// Started with the first request.
  lazy var worker = WorkerLink()

  var preferences: Preferences { settings.preferences }
  private(set) lazy var settings = (try? paths.settings.read()) ?? PreferencesFile()
  /// Also the keys of the screen, of which most verbs need none.
  private lazy var readSettings = paths.settings.open()
  /// The keys of the screen, also those of the person's own.
  var keymap: Keymap { readSettings.keymap }
  /// The errors in the settings file.
  private(set) lazy var remarks = readSettings.remarks
  var settingsPath: String { paths.settings.path }

  /// Changes settings on this machine and keeps the rest of the file.
  func choose(_ decide: (Preferences) throws(Failure) -> Preferences) throws(Failure) {
    // An invalid file is not changed, and the choice is refused.
    let file = try paths.settings.read()
    let edits = try decide(file.preferences).edits(since: file.preferences)
    settings = edits.isEmpty ? file : try paths.settings.change(edits)
    remarks = SettingsReading(settings, followsWrite: true).remarks
  }

  /// The list's identifier, wherever it is.
  var id: String { store.list }

  /// The mails of this list that were not sent.
  var drafts: MailDraftFile { paths.drafts(of: store.list) }

  var vault: SealedSecrets { SealedSecrets(directory: paths.data) }

  // MARK: Changing

  /// Decides on a change with the newest state and makes it durable, under one lock. Returns what
  /// was changed.
  ///
  /// `orNothing`: a change without effect is no error and returns no events. `then`: what belongs to it,
  /// if that has an effect, is the same step.
  @discardableResult
  func change(
    orNothing isNothingFine: Bool = false, then next: Change? = nil,
    _ decide: (SharedState) throws(ChangeError) -> Change
  ) throws(Failure) -> [Event] {
    try record { (list) throws(Failure) in
      do throws(ChangeError) {
        let change = try decide(list.state)
        var planner = list.planner(list.state)
        defer { list.leftOut = planner.leftOut }
        var events = try planner.plan(change)
        list.ids = planner.ids
        if let next {
          var state = list.state
          var touches: [SharedState.Touch] = []
          for event in events { state.apply(event, touches: &touches) }
          var planner = list.planner(state)
          do throws(ChangeError) { events += try planner.plan(next) } catch .nothingToDo {}
          list.ids = planner.ids
        }
        return (.change, events)
      } catch {
        if error == .nothingToDo, isNothingFine { return nil }
        throw list.failure(of: error)
      }
    }
  }

  private func planner(_ state: SharedState) -> Planner {
    Planner(
      state: state, ids: ids, now: now, actor: actor, utcOffset: SystemClock.utcOffset,
      numbers: style)
  }

  /// The same for one thing that the state knows by a name. Returns it as it was before.
  func change<Found>(
    orNothing isNothingFine: Bool = false,
    find: (SharedState) throws(ChangeError) -> Found, make: (Found) -> Change
  ) throws(Failure) -> (found: Found, events: [Event]) {
    var found: Found?
    let events = try self.change(orNothing: isNothingFine) { (state) throws(ChangeError) in
      let one = try find(state)
      found = one
      return make(one)
    }
    guard let found else { preconditionFailure("a change was made of nothing") }
    return (found, events)
  }

  /// Adds a list that comes in pieces, as one step. Returns whether it changed anything, which lines went
  /// into one thing, and how many prices it replaced.
  ///
  /// - Parameter next: gets whether there is an item of a name.
  func add(
    _ next: ((String) -> Bool) throws(Failure) -> [AddRequest]?
  ) throws(Failure) -> (isChanged: Bool, joined: String?, repriced: Int) {
    var repriced: Set<Item.ID> = []
    let step = Step(replica: replica, number: number, time: now, author: actor.author, events: [])
    var planner = LongPlanner(ids: ids, now: now, actor: actor, utcOffset: SystemClock.utcOffset)
    try checkSignIn()
    let position = try store.transact(step) { news in
      take(news)
      // There must be one owner of it, or the first change would copy all of it.
      planner.begin(&state)
    } parts: { () throws(Failure) -> [Event]? in
      guard let requests = try next({ planner.isItem($0) }) else { return nil }
      do throws(ChangeError) {
        let events = try planner.add(requests)
        for case .itemChanged(let id, let from, let to) in events where to.replacesPrice(of: from) {
          repriced.insert(id)
        }
        return events
      } catch { throw error.failure }
    }
    let joined = planner.wordsOfJoined
    leftOut = planner.leftOut
    state = planner.end()
    guard let position else { return (false, joined, 0) }
    number += 1
    isSaved = true
    state.note(Entry(position: position, step: step))
    return (true, joined, repriced.count)
  }

  /// Undoes or redoes the newest possible step. Returns its description. One that cannot be taken back
  /// does not stand in the way of those before it.
  func undo(_ purpose: UndoPurpose) throws(Failure) -> String {
    var before: ChangeSummary?
    var step: Step?
    var origin = ""
    var isPartial = false
    var remark = ""
    var skipped: [ChangeError] = []
    let undone = try record { (list) throws(Failure) in
      skipped = []
      let history = list.state.history
      let open = (purpose == .undo ? history.undoable : history.redoable)[actor.author] ?? []
      // Steps from before the last sign-in cannot be undone.
      let floor = try actor.account.map { (id) throws(Failure) in try tokens.position(of: id) } ?? 0
      let closed =
        try actor.account.map { (id) throws(Failure) in try tokens.waiting(of: id) } ?? []
      for next in open.reversed() {
        let subject = try list.store.step(at: next, for: purpose)
        let entry = subject.entry
        guard entry.position > floor else { break }
        if closed.contains(entry.step.name) { continue }
        do throws(ChangeError) {
          let plan = try UndoPlanner(purpose, subject, in: list.state)
          try AccessPolicy.check(
            plan.events, by: actor, in: list.state, endsShopping: purpose == .redo)
          step = entry.step
          origin = list.isOfAnotherMachine(entry, as: next) ? UndoPlanner.ofAnotherMachine : ""
          before = ChangeSummary(entry.step, in: list.state, style: list.style)
          isPartial = plan.isPartial
          remark = plan.remark(in: list.state, style: list.style)
          return (purpose == .undo ? .undo(next) : .redo(next), plan.events)
        } catch { skipped.append(error) }
      }
      if let first = skipped.first {
        let done = purpose == .undo ? "undo" : "redo"
        throw Failure(
          first.failure.kind,
          first.sentence + " It is left as it is: there is nothing else to \(done)"
            + (floor > 0 ? " since you signed in." : "."))
      }
      guard purpose == .undo else { throw ChangeError.nothingToRedo.failure }
      let refusal = open.isEmpty ? ChangeError.nothingToUndo : .nothingToUndoSinceSignIn
      throw refusal.failure
    }
    for refusal in skipped {
      let words = refusal.sentence + " It is left as it is."
      if !warnings.contains(words) { warnings.append(words) }
    }
    // Names come from whichever state knows the things.
    let deed =
      before.flatMap { $0.isComplete ? $0 : nil }
      ?? step.map { ChangeSummary($0, in: state, style: style) }
    return (deed?.plain ?? "") + remark + (isPartial ? UndoPlanner.partly : "") + origin
      + state.remark(onWithdrawal: undone, waiting: drafts.read())
  }

  /// Whether a step was made on another machine, as far as this one knows.
  private func isOfAnotherMachine(_ entry: Entry, as name: StepReference) -> Bool {
    guard isShared, let notes = try? store.sharingNotes() else { return false }
    var replacements = Replacements()
    replacements.note(notes, in: state)
    return replacements.isOfAnotherMachine(entry, as: name)
  }

  /// `decide` returns one step, or nil for none; it sees the state including everything that others
  /// have done.
  @discardableResult
  private func record(
    _ decide: (OpenList) throws(Failure) -> (role: StepRole, events: [Event])?
  ) throws(Failure) -> [Event] {
    var asked: Step?
    let entries = try store.transact { (news) throws(Failure) in
      take(news)
      try checkSignIn()
      guard let plan = try decide(self) else { return nil }
      asked = Step(
        replica: replica, number: number, time: now, author: actor.author, role: plan.role,
        events: plan.events
      ).seeing(state)
      return asked
    }
    guard let asked,
      let own = entries.last(where: {
        $0.step.replica == asked.replica && $0.step.number == asked.number
      })
    else { return [] }
    number += 1
    isSaved = true
    state.play(own)
    return asked.events
  }

  // MARK: Ending

  /// What was changed in a shared list goes to the others, while this program need not wait; and what
  /// could not go when it was changed.
  func carry() {
    if isSaved || !waiting.isEmpty, isShared {
      SyncRun.startInBackground(directory: paths.data)
    }
  }

  /// Prints the answer and exits. If the journal has grown, a snapshot is written afterwards, when
  /// the user no longer waits.
  func end(_ output: inout Output) throws(Failure) -> Never {
    do { try output.close() } catch {
      guard isSaved else { throw error }
      throw Failure(error.kind, "The change is saved. " + error.sentence, detail: error.detail)
    }
    carry()
    if store.wantsSnapshot, warnings.isEmpty {
      do { try store.saveSnapshot(of: state) } catch {
        Log.write("snapshot: \(error.detail)")
      }
    }
    Interruption.end()
    // Destroying the state would take longer than reading it did.
    withExtendedLifetime(self) { exit(0) }
  }
}
