import TrolleySecrets
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
    try seed(&loaded, store, replica)
    let (settings, keymap, complaints) = readSettings(paths)
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
    let answers = Mailbox<Action>()
    let journal = try JournalThread(
      store, vault: SealedSecrets(directory: paths.data),
      tokens: SignInTokens(list: paths.data, state: paths.state), answers: answers)
    let app = App(
      state: state, screen: screen, journal: journal, answers: answers,
      paths: paths, settings: settings)
    app.run().followSignal()
    guard app.unsavedCount == 0 else {
      throw Failure(
        .failedIO, Wording.count(app.unsavedCount, "change") + " could not be saved.",
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

  /// Adds the starter items to a new list, once. A list that cannot be written is shown without
  /// them.
  static func seed(
    _ loaded: inout ListStore.Loaded, _ store: ListStore, _ replica: ReplicaID
  ) throws(Failure) {
    guard !loaded.state.isSeeded else { return }
    var state = loaded.state
    loaded.state = SharedState()
    defer { loaded.state = state }
    let entries = try store.transact { (news) throws(Failure) in
      for entry in news { state.play(entry) }
      return FirstLaunch.step(for: state, replica: replica, time: SystemClock.now.wall)
    }
    if let last = entries.last, last.step.replica == replica { state.play(last) }
    loaded.position = entries.last?.position ?? loaded.position
  }

  /// If the settings file cannot be read, defaults apply, and the file is never overwritten: the
  /// message says so.
  static func readSettings(_ paths: AppPaths) -> (PreferencesFile, Keymap, [String]) {
    do {
      let file = try paths.settings.read()
      let (keymap, remarks) = keymap(of: file)
      return (file, keymap, remarks)
    } catch { return (PreferencesFile(), .standard, [error.sentence]) }
  }

  /// The user's own keys, and every error in the file.
  static func keymap(of file: PreferencesFile) -> (Keymap, remarks: [String]) {
    let customs = file.keys.map { Keymap.Custom(name: $0.name, keys: $0.keys) }
    let (keymap, complaints) = Keymap.customised(customs)
    return (keymap, file.complaints + complaints)
  }

  static func reading(_ file: PreferencesFile, followsWrite: Bool) -> SettingsReading {
    let (keymap, remarks) = keymap(of: file)
    return SettingsReading(file.preferences, keymap, remarks: remarks, followsWrite: followsWrite)
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
