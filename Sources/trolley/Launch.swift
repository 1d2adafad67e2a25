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
    var loaded = try store.load(tellsAll: false)
    let replica = SystemClock.replica
    try FirstLaunch.seed(&loaded, store, replica, locale: locale)
    let (settings, keymap, complaints) = paths.settings.open()
    let preferences = settings.preferences
    for note in store.notes + complaints { Log.write(note) }

    let screen = try CursesScreen(
      colours: options.colours, answered: answeredColours(paths), mouse: preferences.usesMouse)
    var session = SessionState(
      size: screen.size, clock: SystemClock.now, utcOffset: SystemClock.utcOffset, replica: replica,
      preferences: preferences, keymap: keymap)
    session.systemLocale = locale
    session.systemDateLocale = dateLocale
    session.home = AppPaths.home
    session.showsPictures = screen.isUnicode
    session.graphics.isPossible = screen.isUnicode && screen.depth != .none && !screen.isSlowLine
    session.graphics.isColourless = screen.depth == .none
    session.graphics.hasPalette = screen.depth >= .palette256
    session.graphics.isMultiplexed = AppPaths.environment("TMUX") != nil
    session.graphics.isKittyAround = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"]
      .contains { AppPaths.environment($0) != nil }
    session.settingsPath = paths.settings.path
    session.namedList =
      options.data == nil ? nil : ShellText.quoted(CleanText.line(paths.data, limit: .address))
    session.settings.remarks = complaints
    session.themeOfRun = options.theme
    session.nearby.drawsMaps = screen.isUnicode
    session.stillness =
      options.reduceMotion
      ? .wished : screen.depth == .none ? .noColour : screen.isSlowLine ? .slow : nil
    if store.isDamaged, (try? Sharing.read(in: paths.data)) != nil {
      // It takes as long as the server does; the screen goes on with the new copy by itself.
      loaded.warnings = ["This machine's copy is damaged. It is fetched from the server anew."]
      SyncRun.startInBackground(directory: paths.data)
    }
    let warnings = loaded.warnings + complaints + store.notes
    if let warning = warnings.first {
      let others = warnings.count - 1
      let more = others == 0 ? "" : " (\(Wording.count(others, "more remark")) in the settings)"
      session.notice = Notice(
        text: warning + more, tone: .danger, until: session.clock.monotonic + 8000)
    }
    var state = AppState(replica: loaded.takeReplica(), session: session)
    state.tellWhatWasLeftOut((try? store.untold(loaded.placed)) ?? [], of: loaded.placed)
    // The others are told when they have signed in.
    _ = try? store.tellPlaced(loaded.placed, to: state.session.actor, in: state.shared)
    EmojiReader.show(in: &state, from: paths.cache)
    let engine = try Engine(
      state: state, store: store, paths: paths, settings: settings, wake: TerminalLoop.wake,
      inBackground: inBackground)
    let app = App(engine: engine, screen: screen, paths: paths)
    let (end, slowToClose) = app.run()
    end.followSignal()
    guard engine.unsavedCount == 0 else {
      throw Failure(
        .failedIO, Wording.count(engine.unsavedCount, "change") + " could not be saved.",
        detail: "left unsaved")
    }
    // Freeing all memory piece by piece would only delay the shell.
    SystemIO.exit(0, slowToClose: slowToClose)
  }

  /// Nil when this terminal's name says enough, or it has not answered yet.
  private static func answeredColours(_ paths: AppPaths) -> Int? {
    guard AppPaths.environment("TERM") == "xterm",
      let bytes = SmallFile.read(paths.colours, limit: 16)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  /// The locale for numbers and prices.
  static var locale: String { locale(of: "LC_MONETARY") }

  static var dateLocale: String { locale(of: "LC_TIME") }

  /// From the variables in their usual order.
  private static func locale(of category: String) -> String {
    for name in ["LC_ALL", category, "LANG"] {
      if let value = AppPaths.environment(name) {
        return CleanText.line(value.prefix { $0 != "." && $0 != "@" })
      }
    }
    return ""
  }
}

extension Preferences {
  /// The locale that was chosen, or that of the environment.
  var localeInForce: String { locale.isEmpty ? Launch.locale : locale }

  /// The same for dates and times of day.
  var dateLocaleInForce: String { locale.isEmpty ? Launch.dateLocale : locale }
}
