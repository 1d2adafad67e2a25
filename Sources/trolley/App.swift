import TrolleyCore
import TrolleyTerminal
import TrolleyUI

/// The full-screen program: owns the state, turns what the terminal reports into actions, carries
/// effects out, and paints. Belongs to the loop's thread.
final class App {
  private var state: AppState
  private let keymap: Keymap
  private let screen: CursesScreen
  private let loop: TerminalLoop
  private let journal: JournalThread
  private let answers: Mailbox<Action>
  private var watch: DirectoryWatch? { didSet { followWatches() } }
  private let worker = WorkerLink()
  /// The worker's descriptor in the loop: another run of it has another one.
  private var watchedWorker: Int32?
  private let catalogues: CatalogueKeeper
  /// While somebody is signed in here.
  private var presence: Presence? { didSet { followWatches() } }
  private let places: Places
  private var ledger: SettingsLedger
  private var context: RenderContext
  /// What is on the screen, for the mouse.
  private var canvas: Canvas?
  private var goesOn = true
  private var isFirstFrame = true

  init(
    state: AppState, keymap: Keymap, screen: CursesScreen, journal: JournalThread,
    answers: Mailbox<Action>, places: Places, settings: PreferencesFile
  ) {
    self.state = state
    self.keymap = keymap
    self.screen = screen
    self.journal = journal
    self.answers = answers
    self.places = places
    catalogues = CatalogueKeeper(directory: places.cache, answers: answers)
    ledger = SettingsLedger(settings.preferences)
    loop = TerminalLoop(screen)
    context = RenderContext(
      isUnicode: screen.isUnicode,
      pictures: !screen.isUnicode ? .signs : screen.depth == .none ? .shades : .colour,
      isDark: screen.isDarkByEnvironment ?? true, hasFewColours: screen.depth <= .sixteen)
  }

  /// Until the person quits, the terminal goes away or a signal ends it. What was asked for is on
  /// the disk afterwards.
  func run() -> LoopEnd {
    let end = loop.run { frame($0) }
    worker.stop()
    presence = nil
    journal.finish()
    catalogues.finish()
    for answer in answers.takeAll() { take(answer) }
    // An order that has reached the disk only now.
    for one in state.session.dueNotifications { _ = Notifier.showOnDesktop(one.title, one.body) }
    return end
  }

  /// How many changes have not reached the disk.
  var unsavedCount: Int { state.session.refused.count + state.replica.pending.count }

  private func frame(_ input: LoopInput) -> LoopOutput {
    let now = Moment.now
    func isOver(_ due: Int?) -> Bool { due.map { $0 <= now.monotonic } ?? false }
    let isMoved = isOver(state.session.nextFrame)
    var isChanged =
      isFirstFrame || input.isResized || input.isAskedToStop
      || isOver(state.session.nextDeadline)
    send(.clock(now))
    if input.isAskedToStop { send(.command(.suspend)) }
    if input.isContinued { send(.continued) }
    if input.isResized { send(.resized(screen.size)) }
    for event in input.events { handle(event) }
    let news = answers.takeAll() + workerNews(input.ready)
    for answer in news { take(answer) }
    isChanged = isChanged || !input.events.isEmpty || !news.isEmpty
    if let watch, input.ready.contains(watch.descriptor), watch.drain() { journal.ask(.readNews) }
    if let presence, input.ready.contains(presence.descriptor), lookAround(presence) {
      isChanged = true
    }
    if goesOn, isChanged || isMoved && hasRoomForMotion() { paint() }
    if isFirstFrame {
      isFirstFrame = false
      startWatching()
      lookForMeans()
      send(.started)
    }
    if worker.descriptor != watchedWorker { followWatches() }
    return LoopOutput(goesOn: goesOn, deadline: deadline)
  }

  /// Of the settings file only what others have done to it is news.
  private func take(_ answer: Action) {
    switch answer {
    case .settingsRead(let read, let remarks):
      let others = ledger.wrote(read)
      guard others != nil || remarks != state.session.settings.remarks else { return }
      send(.settingsRead(others ?? state.session.preferences, remarks: remarks))
      screen.hasMouse = state.session.preferences.usesMouse
    case .preferencesFailed:
      ledger.failed()
      send(answer)
    default: send(answer)
    }
  }

  private func workerNews(_ ready: [Int32]) -> [Action] {
    guard worker.hasNews || worker.isBehind || worker.descriptor.map(ready.contains) == true else {
      return []
    }
    return worker.drain().map { number, answer in
      if case .failed(let failure) = answer {
        Log.write("worker: \(failure.kind.rawValue) \(failure.detail)")
      }
      return .workerAnswered(answer, number: number)
    }
  }

  /// Frames that only move something give way to a terminal that is behind.
  private func hasRoomForMotion() -> Bool {
    if let hasRoom = screen.hasRoomForMotion { return hasRoom }
    send(.outputIsSlow)
    return true
  }

  /// After the first frame: it must not wait for any of this.
  private func startWatching() {
    do {
      watch = try DirectoryWatch(directory: places.data)
      // What was written between reading and watching.
      journal.ask(.readNews)
    } catch {
      Log.write("watch: \(error.detail)")
    }
  }

  /// After the first frame, and before a key is looked at: the first call of the loop brings none.
  private func lookForMeans() {
    send(
      .meansKnown(
        Means(
          hasBrowser: AddressOpener.hasBrowser, sendmail: Places.sendmail,
          draft: SmallFile.read(places.draft, limit: MailDraft.longest),
          locator: Places.locator)))
  }

  private func followWatches() {
    watchedWorker = worker.descriptor
    loop.watched = [watch?.descriptor, presence?.descriptor, watchedWorker].compactMap { $0 }
  }

  /// Who came or went; gives whether anybody did.
  private func lookAround(_ presence: Presence) -> Bool {
    let before = state.session.online
    presence.drain()
    if presence.isInPlace {
      send(.presenceChanged(presence.online()))
    } else {
      appear(as: state.session.actor.account)
    }
    return state.session.online != before
  }

  private func appear(as account: Account.ID?) {
    // Nobody is in two places at once.
    presence = nil
    if let account {
      do {
        presence = try Presence(
          directory: places.data, account: account, replica: state.session.ids.replica)
      } catch {
        Log.write("presence: \(error.detail)")
      }
    }
    if let presence { send(.presenceChanged(presence.online())) }
  }

  private var deadline: ContinuousClock.Instant? {
    let session = state.session
    let now = Moment.now.monotonic
    let news = worker.hasNews ? now : worker.isBehind ? now + 5 : nil
    guard let due = [session.nextDeadline, session.nextFrame, news].compactMap({ $0 }).min() else {
      return nil
    }
    return ContinuousClock.now + .milliseconds(max(0, due - now))
  }

  private func paint() {
    let canvas = render(state, keymap: keymap, context: context)
    screen.paint(canvas, theme: theme, isMoving: !state.session.confetti.isEmpty)
    self.canvas = canvas
  }

  private var theme: Theme {
    if screen.depth == .none { return .plain }
    switch state.session.theme {
    case .automatic: return context.isDark ? .dark : .light
    case .dark: return .dark
    case .light: return .light
    case .highContrast: return .highContrast
    case .none: return .plain
    }
  }

  // MARK: In

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): send(.pasted(text))
    case .mouse(let mouse): press(mouse)
    case .background(let colour): context.isDark = BackgroundProbe.isDark(colour)
    case .colourScheme(let isDark):
      // Its background may say more than the name of its colours.
      if isDark != context.isDark { screen.askBackground() }
      context.isDark = isDark
    }
  }

  private func press(_ key: Key) {
    let scope = state.session.scope
    if let command = keymap.command(for: key, in: scope, use: state.shared.use) {
      send(.command(command))
    } else if scope.isText || scope.isForDigits, case .character(let character) = key {
      send(.typed(character))
    }
  }

  private func press(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: send(.wheel(up: true))
    case .wheelDown: send(.wheel(up: false))
    case .press:
      let point = Point(x: mouse.x, y: mouse.y)
      guard let hit = canvas?.hits.last(where: { $0.area.contains(point) }) else { return }
      switch hit.target {
      case .command(let command): send(.command(command))
      case .entry(let index): send(.pressedEntry(index))
      case .field(let index): send(.pressedField(index))
      case .nothing: break
      }
    }
  }

  // MARK: Out

  private func send(_ action: Action) {
    for effect in reduce(&state, action) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .record(let step): journal.ask(.record(step))
    case .readStep(let position, let purpose): journal.ask(.readStep(position, purpose))
    case .remember(let preferences):
      let edits = ledger.edits(for: preferences)
      if !edits.isEmpty { journal.ask(.changeSettings(edits, places.settings)) }
      screen.hasMouse = preferences.usesMouse
    case .copy(let text):
      screen.write(raw: Clipboard.sequence(text))
      send(.copied("Copied \(Wording.count(text.split(separator: "\n").count, "line"))."))
    case .notify(let title, let body):
      if !Notifier.showOnDesktop(title, body) {
        screen.write(raw: Notifier.sequence(title, body))
      }
    case .askVault(let request, let number): journal.ask(.askVault(request, number: number))
    case .revokeTokens(let account): journal.ask(.revokeTokens(account))
    case .askWorker(let task, let number): worker.ask(task, number: number)
    case .wakeWorker: worker.wake()
    case .cancelWork(let number): worker.cancel(number)
    case .openAddress(let address): show(address)
    case .loadCatalogue(let catalogue): catalogues.ask(.load(catalogue))
    case .keepProducts(let products, let categories, let catalogue, let time):
      catalogues.ask(.keep(products, categories, of: catalogue, at: time))
    case .keepDraft(let draft): journal.ask(.keepDraft(draft?.bytes, path: places.draft))
    case .appear(let account): appear(as: account)
    case .redraw: screen.redraw()
    case .suspend:
      screen.suspend()
      send(.continued)
      send(.resized(screen.size))
    case .quit: goesOn = false
    }
  }

  private func show(_ address: String) {
    guard !AddressOpener.open(address) else { return }
    screen.write(raw: Clipboard.sequence(address))
    send(.copied("There is no browser here. The address was copied."))
  }
}
