import TrolleyTerminal

/// Options of the command line for the screen.
struct ScreenOptions: Sendable {
  var data: String?
  var theme: ThemeChoice?
  var reduceMotion = false
  var colours = ColourMode.auto
}

/// Opens the screen: only what must happen before the first frame.
enum Launch {
  static func screen(_ options: ScreenOptions) throws(Failure) {
    umask(0o077)
    let paths = try AppPaths(data: options.data)
    paths.makeState()
    let store = try ListStore(directory: paths.data, create: true)
    var loaded = try store.load()
    let replica = SystemClock.replica
    try FirstLaunch.seed(&loaded, store, replica)
    let (settings, keymap, complaints) = paths.settings.open()
    let preferences = settings.preferences
    for note in store.notes + complaints { Log.write(note) }

    let screen = try CursesScreen(
      colours: options.colours, answered: answeredColours(paths), mouse: preferences.usesMouse)
    var session = SessionState(
      size: screen.size, clock: SystemClock.now, utcOffset: SystemClock.utcOffset, replica: replica,
      preferences: preferences, keymap: keymap)
    session.systemLocale = locale
    session.home = AppPaths.home
    session.showsPictures = screen.isUnicode
    session.settingsPath = paths.settings.path
    session.settings.remarks = complaints
    session.themeOfRun = options.theme
    session.nearby.drawsMaps = screen.isUnicode
    session.stillness =
      options.reduceMotion
      ? .wished : screen.depth == .none ? .noColour : screen.isSlowLine ? .slow : nil
    let warnings = loaded.warnings + complaints + store.notes
    if let warning = warnings.first {
      let others = warnings.count - 1
      let more = others == 0 ? "" : " (\(Wording.count(others, "more remark")) in the settings)"
      session.notice = Notice(
        text: warning + more, tone: .danger, until: session.clock.monotonic + 8000)
    }
    let state = AppState(
      replica: Replica(loaded.state, position: loaded.position), session: session)
    loaded.state = SharedState()
    let engine = try Engine(
      state: state, store: store, paths: paths, settings: settings, wake: TerminalLoop.wake,
      inBackground: inBackground)
    let app = App(engine: engine, screen: screen, paths: paths)
    app.run().followSignal()
    guard engine.unsavedCount == 0 else {
      throw Failure(
        .failedIO, Wording.count(engine.unsavedCount, "change") + " could not be saved.",
        detail: "left unsaved")
    }
    // Freeing all memory piece by piece would only delay the shell.
    SystemIO.exit(0)
  }

  /// Nil when this terminal's name says enough, or it has not answered yet.
  private static func answeredColours(_ paths: AppPaths) -> Int? {
    guard AppPaths.environment("TERM") == "xterm",
      let bytes = SmallFile.read(paths.colours, limit: 16)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  /// The locale for prices, from the variables in their usual order.
  static var locale: String {
    for name in ["LC_ALL", "LC_MONETARY", "LANG"] {
      if let value = AppPaths.environment(name) {
        return CleanText.line(value.prefix { $0 != "." && $0 != "@" })
      }
    }
    return ""
  }
}
