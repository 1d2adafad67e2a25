import TrolleyCore
import TrolleySecrets

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The list while a verb works with it. Guards the one copy of its state.
final class OpenList {
  let now = Moment.now.wall
  private let places: Places
  private let store: ListStore
  private(set) var state: SharedState
  /// Of the journal, when it was read.
  let position: Int
  /// For the person: what is not as it should be. Printed, or members of the answer.
  private(set) var warnings: [String]
  /// Who acts.
  let actor: Actor
  let tokens: SignInTokens
  private let replica = Moment.replica
  private var ids: IdentifierSource
  /// The number of the next step; 0 is the starter items.
  private var number = 1
  private var isSaved = false

  /// Opens the list, and starts it as the screen would where there is none yet.
  ///
  /// - Parameter who: who acts, by name; nil for who signed in last.
  /// - Parameter needsSignIn: without it, verbs that show or change the list are refused.
  init(
    _ directory: String?, as who: String? = nil, needsSignIn: Bool = true
  ) throws(Failure) {
    places = try Places(data: directory)
    places.makeState()
    store = try ListStore(directory: places.data, create: true)
    ids = IdentifierSource(replica: replica)
    var loaded = try store.load()
    state = SharedState()
    do {
      try Launch.seed(&loaded, store, replica)
    } catch {
      // A list that cannot be written can still be read.
      Log.write("seed: \(error.kind.rawValue) \(error.detail)")
    }
    for note in store.notes {
      Log.write(note)
      Complaint.say(note)
    }
    warnings = loaded.warnings
    position = loaded.position
    tokens = SignInTokens(list: places.data, state: places.state)
    actor = try OpenList.actor(who, loaded.state, tokens)
    guard !needsSignIn || actor != .nobody else {
      throw Failure(.notAllowed, "Sign in first. " + OpenList.howToSignIn(loaded.state.use))
    }
    loaded.state.take(cart: loaded.state.cartID(of: actor))
    state = loaded.state
  }

  /// How prices are written: as on the screen.
  lazy var style: NumberStyle = {
    let chosen = preferences.locale
    return NumberStyle(locale: chosen.isEmpty ? Launch.locale : chosen)
  }()

  var directory: String { places.data }

  /// Started with the first question.
  lazy var worker = WorkerLink()

  /// What the settings file says.
  var preferences: Preferences { settings.preferences }
  private lazy var readSettings = Launch.readSettings(places)
  private(set) lazy var settings = readSettings.0
  /// What is wrong in it.
  private(set) lazy var remarks = readSettings.2
  var settingsPath: String { places.settings.path }

  /// Changes what is chosen on this machine, and the rest of the file not.
  func choose(
    _ decide: (Preferences) throws(Failure) -> Preferences
  ) throws(Failure) {
    // A file that makes no sense is left alone, and nothing is chosen then.
    let file = try places.settings.read()
    let edits = try decide(file.preferences).edits(since: file.preferences)
    settings = edits.isEmpty ? file : try places.settings.change(edits)
    remarks = Launch.keymap(of: settings).remarks
  }

  var vault: SealedSecrets { SealedSecrets(directory: places.data) }

  // MARK: Changing

  /// Decides on a change with the newest state at hand, and makes it durable: all in one hold of
  /// the lock. Gives what it came to.
  ///
  /// `orNothing`: a change that changes nothing is no mistake; then there are no events.
  @discardableResult
  func change(
    orNothing isNothingFine: Bool = false,
    _ decide: (SharedState) throws(ChangeRefusal) -> Change
  ) throws(Failure) -> [Event] {
    try record { (list) throws(Failure) in
      do throws(ChangeRefusal) {
        let change = try decide(list.state)
        var planner = Planner(
          state: list.state, ids: list.ids, now: list.now, actor: actor,
          utcOffset: Moment.utcOffset)
        let events = try planner.plan(change)
        list.ids = planner.ids
        return (.change, events)
      } catch {
        if error == .nothingToDo, isNothingFine { return nil }
        throw error.failure
      }
    }
  }

  /// Takes back, or does again, the newest step that can be. Gives its words.
  func undo(_ purpose: UndoPurpose) throws(Failure) -> String {
    var before: Deed?
    var events: [Event] = []
    var isPartial = false
    try record { (list) throws(Failure) in
      let history = list.state.history
      let author = actor.author
      let next = purpose == .undo ? history.nextUndo(of: author) : history.nextRedo(of: author)
      // Signing out has put an end to what was done before.
      let floor = try actor.account.map { (id) throws(Failure) in try tokens.position(of: id) } ?? 0
      guard let next, next > floor else {
        let refusal = purpose == .undo ? ChangeRefusal.nothingToUndo : .nothingToRedo
        throw refusal.failure
      }
      let entry = try list.store.step(at: next)
      events = entry.step.events
      before = Deed(events, in: list.state)
      do throws(ChangeRefusal) {
        let plan = try UndoPlanner(purpose, entry, in: list.state)
        try Rules.check(plan.events, by: actor, in: list.state)
        isPartial = plan.isPartial
        return (purpose == .undo ? .undo(next) : .redo(next), plan.events)
      } catch { throw error.failure }
    }
    // Names come from whichever state knows the things.
    let deed = before.flatMap { $0.isComplete ? $0 : nil } ?? Deed(events, in: state)
    return deed.plain + (isPartial ? UndoPlanner.partly : "")
  }

  /// What `decide` gives is one step, nil for none; it sees the state with everything that others
  /// have done.
  @discardableResult
  private func record(
    _ decide: (OpenList) throws(Failure) -> (role: StepRole, events: [Event])?
  ) throws(Failure) -> [Event] {
    var asked: Step?
    let entries = try store.transact { (news) throws(Failure) in
      for entry in news { state.play(entry) }
      guard let plan = try decide(self) else { return nil }
      asked = Step(
        replica: replica, number: number, time: now, author: actor.author, role: plan.role,
        events: plan.events)
      return asked
    }
    guard let asked,
      let own = entries.last(where: {
        $0.step.replica == asked.replica && $0.step.number == asked.number
      })
    else {
      return []
    }
    number += 1
    isSaved = true
    state.play(own)
    return asked.events
  }

  // MARK: Ending

  /// Prints the answer and ends the program. A longer journal is made quick to read again
  /// afterwards, when nobody waits for it any more.
  func end(_ output: inout Output) throws(Failure) -> Never {
    do {
      try output.close()
    } catch {
      guard isSaved else { throw error }
      throw Failure(error.kind, "The change is saved. " + error.sentence, detail: error.detail)
    }
    if store.wantsSnapshot, warnings.isEmpty {
      do {
        try store.saveSnapshot(of: state)
      } catch {
        Log.write("snapshot: \(error.detail)")
      }
    }
    // Without taking the state apart, which would take longer than reading it did.
    withExtendedLifetime(self) { exit(0) }
  }

  /// For answers that are no JSON: what is wrong with the list stands beside them.
  func printWarnings() {
    for warning in warnings { Complaint.say(warning) }
  }
}
