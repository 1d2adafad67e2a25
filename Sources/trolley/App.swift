import TrolleyTerminal

/// The full-screen program: owns the state, translates terminal events into actions, executes
/// effects, and paints. Belongs to the loop's thread.
final class App {
  private var state: AppState
  private let screen: CursesScreen
  private let loop: TerminalLoop
  private let journal: JournalThread
  private let answers: Mailbox<Action>
  private var watch: DirectoryWatch? { didSet { followWatches() } }
  private var settingsWatch: DirectoryWatch?
  /// How often the settings file is being read again, and what waits for it: tasks that ask a
  /// service, which must not go out after a withdrawn consent.
  private var settingsReads = 0
  private var heldTasks: [(task: WorkerTask, number: Int)] = []
  private let worker = WorkerLink()
  /// The worker's descriptor in the loop; it changes when the worker restarts.
  private var watchedWorker: Int32?
  private let catalogues: CatalogueCacheWriter
  /// Set while an account is signed in here.
  private var presence: Presence? { didSet { followWatches() } }
  private let paths: AppPaths
  private var sync: SettingsSync
  private var context: RenderContext
  /// The last painted canvas, to map mouse positions.
  private var canvas: Canvas?
  private var goesOn = true
  private var isFirstFrame = true

  init(
    state: AppState, screen: CursesScreen, journal: JournalThread,
    answers: Mailbox<Action>, paths: AppPaths, settings: PreferencesFile
  ) {
    self.state = state
    self.screen = screen
    self.journal = journal
    self.answers = answers
    self.paths = paths
    catalogues = CatalogueCacheWriter(directory: paths.cache, answers: answers)
    sync = SettingsSync(settings.preferences)
    loop = TerminalLoop(screen)
    context = RenderContext(
      isUnicode: screen.isUnicode,
      pictures: !screen.isUnicode ? .signs : screen.depth == .none ? .shades : .colour,
      isDark: screen.isDarkByEnvironment ?? true, hasFewColours: screen.depth <= .sixteen)
  }

  /// Runs until the user quits, the terminal goes away or a signal arrives. All changes are on the
  /// disk on return.
  func run() -> LoopEnd {
    let end = loop.run { frame($0) }
    settle()
    settleMail()
    worker.stop()
    presence = nil
    journal.finish()
    catalogues.finish()
    // Answers of a disk that took longer than that.
    for answer in answers.takeAll() { take(answer) }
    // Notifications of orders that reached the disk only now.
    for one in state.session.dueNotifications { _ = Notifier.showOnDesktop(one.title, one.body) }
    return end
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
    guard state.session.mail.sending != nil else { return }
    Complaint.say("Sending the mail…")
    let deadline = SystemClock.now.monotonic + 10_000
    while let number = state.session.mail.sending?.number {
      worker.wait(until: deadline)
      for answer in workerNews([worker.descriptor].compactMap { $0 }) { take(answer) }
      guard SystemClock.now.monotonic < deadline else {
        let late = Failure(.unknownOutcome, "The mail took too long.", detail: "left sending")
        send(.workerAnswered(.failed(late), number: number))
        break
      }
    }
    if let draft = state.session.mail.draft {
      Complaint.say("The mail to \(draft.to) may not have been sent. It is kept as a draft.")
    }
  }

  /// The number of changes that did not reach the disk.
  var unsavedCount: Int { state.session.refused.count + state.replica.pending.count }

  private func frame(_ input: LoopInput) -> LoopOutput {
    let now = SystemClock.now
    func isOver(_ due: Int?) -> Bool { due.map { $0 <= now.monotonic } ?? false }
    let isMoved = isOver(state.session.nextFrame)
    var isChanged =
      isFirstFrame || input.isResized || input.isAskedToStop
      || isOver(state.session.nextDeadline)
    send(.clock(now))
    if input.isAskedToStop { send(.command(.suspend)) }
    if input.isContinued { send(.continued) }
    if input.isResized { send(.resized(screen.size)) }
    // Keys after the one that quits are meant for the shell.
    for event in input.events where goesOn { handle(event) }
    let news = answers.takeAll() + workerNews(input.ready)
    for answer in news { take(answer) }
    isChanged = isChanged || !input.events.isEmpty || !news.isEmpty
    if let watch, input.ready.contains(watch.descriptor), watch.drain() { journal.ask(.readNews) }
    readChangedSettings()
    if let presence, input.ready.contains(presence.descriptor), lookAround(presence) {
      isChanged = true
    }
    if goesOn, isChanged || isMoved && hasRoomForMotion() { paint() }
    if isFirstFrame {
      isFirstFrame = false
      startWatching()
      detectHostCapabilities()
      send(.started)
    }
    if worker.descriptor != watchedWorker { followWatches() }
    return LoopOutput(goesOn: goesOn, deadline: deadline)
  }

  /// Of the settings file, only changes by others are news.
  private func take(_ answer: Action) {
    switch answer {
    case .settingsRead(var reading):
      let others = sync.received(reading)
      reading.preferences = others ?? state.session.preferences
      if others != nil || reading.remarks != state.session.settings.remarks
        || reading.keymap != state.session.keymap
      {
        send(.settingsRead(reading))
        screen.hasMouse = state.session.preferences.usesMouse
      }
      if !reading.followsWrite { releaseHeldTasks() }
    case .settingsUnreadable(let failure):
      if !state.session.settings.remarks.contains(failure.sentence) { send(answer) }
      releaseHeldTasks()
    case .preferencesFailed:
      sync.failed()
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

  /// Animation frames are skipped while the terminal lags.
  private func hasRoomForMotion() -> Bool {
    if let hasRoom = screen.hasRoomForMotion { return hasRoom }
    send(.outputIsSlow)
    return true
  }

  /// After the first frame, which must not wait for any of this.
  private func startWatching() {
    do {
      watch = try DirectoryWatch(directory: paths.data)
      // Reads what was written between loading and watching.
      journal.ask(.readNews)
    } catch {
      Log.write("watch: \(error.detail)")
    }
    settingsWatch = paths.settings.watch()
    followWatches()
    // For what was written since the start.
    if settingsWatch != nil { readSettings() }
  }

  private func readChangedSettings() {
    if settingsWatch?.drain() == true { readSettings() }
  }

  private func readSettings() {
    settingsReads += 1
    journal.ask(.readSettings(paths.settings))
  }

  private func releaseHeldTasks() {
    settingsReads -= 1
    guard settingsReads == 0 else { return }
    let tasks = heldTasks
    heldTasks = []
    for (task, number) in tasks { pass(task, number) }
  }

  /// A task that asks a service goes to the worker only with the user's consent, as the settings
  /// file has it at this moment.
  private func ask(_ task: WorkerTask, _ number: Int) {
    guard !task.services.isEmpty else { return worker.ask(task, number: number) }
    readChangedSettings()
    if settingsReads > 0 { heldTasks.append((task, number)) } else { pass(task, number) }
  }

  private func pass(_ task: WorkerTask, _ number: Int) {
    if let refusal = state.session.refusal(toAsk: task.services) {
      send(.workerAnswered(.failed(refusal), number: number))
    } else {
      worker.ask(task, number: number)
    }
  }

  /// After the first frame and before the first key: the first call of the loop brings no events.
  private func detectHostCapabilities() {
    send(
      .hostCapabilitiesKnown(
        HostCapabilities(
          hasBrowser: AddressOpener.hasBrowser, sendmail: AppPaths.sendmail,
          draft: SmallFile.read(paths.draft, limit: MailDraft.longest), locator: AppPaths.locator)))
  }

  private func followWatches() {
    watchedWorker = worker.descriptor
    loop.watched =
      [watch?.descriptor, settingsWatch?.descriptor, presence?.descriptor, watchedWorker]
      .compactMap { $0 }
  }

  /// Checks who is online; returns whether that changed.
  private func lookAround(_ presence: Presence) -> Bool {
    let before = state.session.online
    presence.drain()
    if presence.isInPlace {
      send(.presenceChanged(presence.online()))
    } else {
      updatePresence(as: state.session.actor.account)
    }
    return state.session.online != before
  }

  private func updatePresence(as account: Account.ID?) {
    // A person has one presence at a time.
    presence = nil
    if let account {
      do {
        presence = try Presence(
          directory: paths.data, account: account, replica: state.session.ids.replica)
      } catch {
        Log.write("presence: \(error.detail)")
      }
    }
    if let presence { send(.presenceChanged(presence.online())) }
  }

  private var deadline: ContinuousClock.Instant? {
    let session = state.session
    let now = SystemClock.now.monotonic
    let news = worker.hasNews ? now : worker.isBehind ? now + 5 : nil
    guard let due = [session.nextDeadline, session.nextFrame, news].compactMap({ $0 }).min() else {
      return nil
    }
    return ContinuousClock.now + .milliseconds(max(0, due - now))
  }

  private func paint() {
    let canvas = render(state, context: context)
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
    case .colours(let count):
      // Curses has started with what the name says, so it counts from the next start on.
      journal.ask(.keep(Array(String(count).utf8), path: paths.colours))
    case .background(let colour): context.isDark = BackgroundProbe.isDark(colour)
    case .colourScheme(let isDark):
      // The exact background says more than light or dark.
      if isDark != context.isDark { screen.askBackground() }
      context.isDark = isDark
    }
  }

  private func press(_ key: Key) {
    let scope = state.session.scope
    if let command = state.session.keymap.command(for: key, in: scope, use: state.shared.use) {
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
      case .box(let index): send(.pressedBox(index))
      case .map:
        send(.pressedMap(Point(x: point.x - hit.area.x, y: point.y - hit.area.y)))
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
      let edits = sync.edits(for: preferences)
      if !edits.isEmpty { journal.ask(.changeSettings(edits, paths.settings)) }
      screen.hasMouse = preferences.usesMouse
    case .copy(let text):
      screen.write(raw: Clipboard.sequence(text))
      send(.copied("Copied \(Wording.count(text.split(separator: "\n").count, "line"))."))
    case .notify(let title, let body):
      if !Notifier.showOnDesktop(title, body) { screen.write(raw: Notifier.sequence(title, body)) }
    case .askVault(let request, let number): journal.ask(.askVault(request, number: number))
    case .revokeTokens(let account): journal.ask(.revokeTokens(account))
    case .askWorker(let task, let number): ask(task, number)
    case .wakeWorker: worker.wake()
    case .cancelWork(let number):
      heldTasks.removeAll { $0.number == number }
      worker.cancel(number)
    case .openAddress(let address): show(address)
    case .loadCatalogue(let catalogue): catalogues.ask(.load(catalogue))
    case .keepProducts(let products, let categories, let catalogue, let time):
      catalogues.ask(.keep(products, categories, of: catalogue, at: time))
    case .keepDraft(let draft): journal.ask(.keepDraft(draft?.bytes, path: paths.draft))
    case .updatePresence(let account): updatePresence(as: account)
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
