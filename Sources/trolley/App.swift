import TrolleyTerminal

/// The full-screen program: translates terminal events into actions for the engine, and paints its
/// state. Belongs to the loop's thread.
final class App: FrontEnd {
  private let engine: Engine
  private let screen: CursesScreen
  private let loop: TerminalLoop
  private let paths: AppPaths
  private var context: RenderContext
  /// The last painted canvas, to map mouse positions.
  private var canvas: Canvas?
  /// Whether the last frame showed a question for consent.
  private var asksOnScreen = false
  private var goesOn = true
  private var isFirstFrame = true
  private var hasBegun = false
  /// When what the first frame left out is drawn unless something else calls for a frame.
  private var restIsDue: ContinuousClock.Instant?
  /// As long as most pictures need to come, so that few are drawn twice.
  private static let patienceWithPictures = Duration.milliseconds(60)
  /// What was started to open an address, and until when its failure is looked for: milliseconds of the
  /// monotonic clock.
  private var opening: [(address: String, program: Spawn.Watched, until: Int)] = []

  init(engine: Engine, screen: CursesScreen, paths: AppPaths) {
    self.engine = engine
    self.screen = screen
    self.paths = paths
    loop = TerminalLoop(screen)
    context = RenderContext(
      isUnicode: screen.isUnicode,
      pictures: !screen.isUnicode ? .signs : screen.depth == .none ? .shades : .colour,
      isDark: screen.isDarkByEnvironment ?? true, hasFewColours: screen.depth <= .sixteen)
    context.hasEightColours = screen.depth == .eight
    context.isFirstFrame = true
    engine.frontEnd = self
  }

  /// Runs until the user quits, the terminal goes away or a signal arrives. All changes are on the
  /// disk on return. The descriptors are for `SystemIO.exit`.
  func run() -> (end: LoopEnd, slowToClose: [Int32]) {
    let end = loop.run { frame($0) }
    let slowToClose = engine.finish()
    // Notifications of orders that reached the disk only now.
    for one in engine.state.session.dueNotifications {
      _ = Notifier.showOnDesktop(one.title, one.body)
    }
    return (end, slowToClose)
  }

  private func frame(_ input: LoopInput) -> LoopOutput {
    let now = SystemClock.now
    func isOver(_ due: Int?) -> Bool { due.map { $0 <= now.monotonic } ?? false }
    let (nextFrame, nextDeadline) = times
    let isMoved = isOver(nextFrame)
    var isChanged =
      isFirstFrame || input.isResized || input.isAskedToStop || isOver(nextDeadline)
      || !input.events.isEmpty
    engine.hold()
    defer { engine.release() }
    // The first frame shows the state as it was made: what an action looks for comes after it.
    if !isFirstFrame {
      engine.send(.clock(now))
      if !hasBegun { begin() }
    }
    if input.isAskedToStop { engine.send(.command(.suspend)) }
    if input.isContinued { engine.send(.continued) }
    if input.isResized {
      engine.send(.resized(screen.size))
      sendCell()
    }
    // Keys after the one that quits are meant for the shell.
    for event in input.events where goesOn { handle(event) }
    if engine.handleNews(input.ready) { isChanged = true }
    if lookAtOpening(now.monotonic) { isChanged = true }
    screen.hasMouse = engine.read { $0.session.preferences.usesMouse }
    for due in [screen.picturesAreDue, restIsDue] {
      if let due, due <= .now { isChanged = true }
    }
    if goesOn, isChanged || isMoved && hasRoomForMotion() { paint() }
    if isFirstFrame {
      isFirstFrame = false
      context.isFirstFrame = false
      if canvas?.isUnfinished == true { restIsDue = .now + Self.patienceWithPictures }
    }
    loop.watched = engine.descriptors
    return LoopOutput(goesOn: goesOn, deadline: deadline)
  }

  /// What has to be found out, watched and started, once the terminal has had the time to show the
  /// first frame: threads and programs that start would take a processor away from it.
  private func begin() {
    hasBegun = true
    engine.start()
    detectHostCapabilities()
    sendCell()
    engine.send(.started)
  }

  private func sendCell() {
    if let cell = screen.cell { engine.send(.graphicsAnswered(.cell(cell))) }
  }

  /// Animation frames are skipped while the terminal lags.
  private func hasRoomForMotion() -> Bool {
    if let hasRoom = screen.hasRoomForMotion { return hasRoom }
    engine.send(.outputIsSlow)
    return true
  }

  /// Before the first key.
  private func detectHostCapabilities() {
    engine.send(
      .hostCapabilitiesKnown(
        HostCapabilities(
          hasBrowser: AddressOpener.hasBrowser, sendmail: AppPaths.sendmail,
          drafts: engine.drafts.read().bytes, locator: AppPaths.locator)))
  }

  /// When the state wants the next frame of an animation, and the next look at the clock:
  /// milliseconds of the monotonic clock.
  private var times: (nextFrame: Int?, nextDeadline: Int?) {
    engine.read { ($0.session.nextFrame, $0.session.nextDeadline) }
  }

  private var deadline: ContinuousClock.Instant? {
    let now = SystemClock.now.monotonic
    if !hasBegun { return .now + .milliseconds(3) }
    let news = engine.newsIsDue.map { now + $0 }
    let (nextFrame, nextDeadline) = times
    let opener = opening.isEmpty ? nil : now + 50
    let due = [nextDeadline, nextFrame, news, opener].compactMap { $0 }.min()
      .map { ContinuousClock.now + .milliseconds(max(0, $0 - now)) }
    return [due, screen.picturesAreDue, restIsDue].compactMap { $0 }.min()
  }

  private func paint() {
    restIsDue = nil
    let (canvas, isMoving, choice) = engine.read { state in
      screen.pixels = state.session.pixels
      asksOnScreen = state.session.asksForConsent
      return (
        render(state, context: context), !state.session.confetti.isEmpty, state.session.theme
      )
    }
    // What was done reaches the disk also while the terminal shows nothing.
    if !screen.takesOutput { engine.release() }
    screen.paint(canvas, theme: theme(choice), isMoving: isMoving)
    self.canvas = canvas
  }

  private func theme(_ choice: ThemeChoice) -> Theme {
    if screen.depth == .none { return .plain }
    switch choice {
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
    case .paste(let text): engine.send(.pasted(text))
    case .mouse(let mouse): press(mouse)
    case .colours(let count):
      // Curses has started with what the name says, so it counts from the next start on.
      engine.keep(colours: count)
    case .graphics(let answer): engine.send(.graphicsAnswered(answer))
    case .background(let colour): context.isDark = BackgroundProbe.isDark(colour)
    case .colourScheme(let isDark):
      // The exact background says more than light or dark.
      if isDark != context.isDark { screen.askBackground() }
      context.isDark = isDark
    }
  }

  private func press(_ key: Key) {
    // What was typed before the question could be seen does not answer it.
    let action = engine.read { state in
      state.session.asksForConsent && !asksOnScreen && !state.session.isTextForConsent(key)
        ? nil : state.action(for: key)
    }
    if let action { engine.send(action) }
  }

  private func press(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: engine.send(.wheel(up: true))
    case .wheelDown: engine.send(.wheel(up: false))
    case .press:
      let point = Point(x: mouse.x, y: mouse.y)
      guard let hit = canvas?.hits.last(where: { $0.area.contains(point) }) else { return }
      switch hit.target {
      case .command(let command): engine.send(.command(command))
      case .entry(let index): engine.send(.pressedEntry(index))
      case .field(let index): engine.send(.pressedField(index))
      case .box(let index): engine.send(.pressedBox(index))
      case .map:
        engine.send(.pressedMap(Point(x: point.x - hit.area.x, y: point.y - hit.area.y)))
      }
    }
  }

  // MARK: Out

  /// Terminals and tmux may refuse it, and none says so.
  func copy(_ text: String) {
    screen.write(raw: Clipboard.sequence(text))
    engine.send(
      .copied(
        "Sent \(Wording.count(text.split(separator: "\n").count, "line")) to the terminal’s clipboard."
      ))
  }

  func notify(title: String, body: String) {
    if !Notifier.showOnDesktop(title, body) { screen.write(raw: Notifier.sequence(title, body)) }
  }

  func open(address: String) {
    guard let program = AddressOpener.open(address) else {
      return tell(failedToOpen: address)
    }
    opening.append((address, program, SystemClock.now.monotonic + AddressOpener.patience))
  }

  /// Returns whether one has failed.
  private func lookAtOpening(_ now: Int) -> Bool {
    var failed: [String] = []
    opening.removeAll { address, program, until in
      let hasFailed = program.hasFailed
      if hasFailed == true { failed.append(address) }
      if hasFailed == nil, until <= now { program.leave() }
      return hasFailed != nil || until <= now
    }
    for address in failed { tell(failedToOpen: address) }
    return !failed.isEmpty
  }

  private func tell(failedToOpen address: String) {
    // What a draft says is kept instead.
    if !MailLink.isSound(address) { screen.write(raw: Clipboard.sequence(address)) }
    engine.send(.openingFailed(address))
  }

  func redraw() { screen.redraw() }

  func suspend() {
    engine.release()
    screen.suspend()
    engine.send(.continued)
    engine.send(.resized(screen.size))
  }

  func quit() { goesOn = false }

  func say(_ sentence: String) { Complaint.say(sentence) }
}
