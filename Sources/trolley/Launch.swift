import TrolleyCore
import TrolleySecrets
import TrolleyTerminal
import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the command line says about the screen.
struct ScreenOptions: Sendable {
  var data: String?
  var theme: ThemeChoice?
  var reduceMotion = false
  var colours = ColourMode.auto
}

/// Opens the screen: everything that happens before the first frame, and nothing that can wait.
enum Launch {
  static func screen(_ options: ScreenOptions) throws(Failure) {
    umask(0o077)
    let places = try Places(data: options.data)
    places.makeState()
    let store = try ListStore(directory: places.data, create: true)
    var loaded = try store.load()
    let replica = Moment.replica
    try seed(&loaded, store, replica)
    let (settings, keymap, complaints) = readSettings(places)
    let preferences = settings.preferences
    for note in store.notes + complaints { Log.write(note) }

    let screen = try CursesScreen(colours: options.colours, mouse: preferences.usesMouse)
    var session = SessionState(
      size: screen.size, clock: Moment.now, utcOffset: Moment.utcOffset, replica: replica,
      preferences: preferences, bindings: keymap.infos)
    session.systemLocale = locale
    session.home = Places.home
    session.showsPictures = screen.isUnicode
    session.settingsPath = places.settings.path
    session.settings.remarks = complaints
    session.themeOfRun = options.theme
    session.nearby.drawsMaps = screen.isUnicode
    session.stillness =
      options.reduceMotion
      ? .wished : screen.depth == .none ? .noColour : screen.isSlowLine ? .slow : nil
    if let warning = loaded.warnings.first ?? complaints.first ?? store.notes.first {
      session.notice = Notice(
        text: warning, tone: .danger, until: session.clock.monotonic + 8000)
    }
    let state = AppState(
      replica: Replica(loaded.state, position: loaded.position), session: session)
    loaded.state = SharedState()
    let answers = Mailbox<Action>()
    let journal = try JournalThread(
      store, vault: SealedSecrets(directory: places.data),
      tokens: SignInTokens(list: places.data, state: places.state), answers: answers)
    let app = App(
      state: state, keymap: keymap, screen: screen, journal: journal, answers: answers,
      places: places, settings: settings)
    app.run().followSignal()
    guard app.unsavedCount == 0 else {
      throw Failure(
        .failedIO, Wording.count(app.unsavedCount, "change") + " could not be saved.",
        detail: "left unsaved")
    }
    // Giving all memory back piece by piece would only keep the shell waiting.
    SystemIO.exit(0)
  }

  /// The starter items, once in a list's life. A list that cannot be written is shown without them.
  static func seed(
    _ loaded: inout ListStore.Loaded, _ store: ListStore, _ replica: ReplicaID
  ) throws(Failure) {
    guard !loaded.state.isSeeded else { return }
    var state = loaded.state
    loaded.state = SharedState()
    defer { loaded.state = state }
    let entries = try store.transact { (news) throws(Failure) in
      for entry in news { state.play(entry) }
      return FirstLaunch.step(for: state, replica: replica, time: Moment.now.wall)
    }
    if let last = entries.last, last.step.replica == replica { state.play(last) }
    loaded.position = entries.last?.position ?? loaded.position
  }

  /// A settings file that cannot be read changes nothing but the choices, and is never overwritten
  /// unread: the complaint says so.
  static func readSettings(_ places: Places) -> (PreferencesFile, Keymap, [String]) {
    do {
      let file = try places.settings.read()
      let (keymap, remarks) = keymap(of: file)
      return (file, keymap, remarks)
    } catch {
      return (PreferencesFile(), .standard, [error.sentence])
    }
  }

  /// A person's own keys, and everything that is wrong in the file.
  static func keymap(of file: PreferencesFile) -> (Keymap, remarks: [String]) {
    let customs = file.keys.map { Keymap.Custom(name: $0.name, keys: $0.keys) }
    guard !customs.isEmpty else { return (.standard, file.complaints) }
    let (keymap, complaints) = Keymap.customised(customs)
    return (keymap, file.complaints + complaints)
  }

  /// How prices are written, by the usual order of variables.
  static var locale: String {
    for name in ["LC_ALL", "LC_MONETARY", "LANG"] {
      if let value = Places.environment(name) {
        return CleanText.line(value.prefix { $0 != "." && $0 != "@" })
      }
    }
    return ""
  }
}
