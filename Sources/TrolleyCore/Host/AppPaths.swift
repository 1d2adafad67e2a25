/// Where files are: from the arguments, the environment, or the default directories.
package struct AppPaths: Sendable {
  /// Journal, snapshot, lock.
  package let data: String
  /// The settings: in the configuration directory, or beside a list that was named.
  package let settings: SettingsFile
  /// The log.
  package let state: String
  /// Caches, which may be deleted at any time.
  package let cache: String

  package init(data option: String?) throws(Failure) {
    let chosen = option ?? AppPaths.environment("TROLLEY_DATA")
    if let chosen {
      data = try AppPaths.absolute(chosen)
      settings = SettingsFile(path: data + "/" + PreferencesFile.name, former: nil)
    } else {
      data = try AppPaths.folder("XDG_DATA_HOME", "/.local/share") + "/trolley"
      settings = SettingsFile(
        path: try AppPaths.folder("XDG_CONFIG_HOME", "/.config") + "/trolley/"
          + PreferencesFile.name,
        former: data + "/" + PreferencesFile.name)
    }
    state = try AppPaths.folder("XDG_STATE_HOME", "/.local/state") + "/trolley"
    cache = try AppPaths.folder("XDG_CACHE_HOME", "/.cache") + "/trolley"
  }

  package var log: String { state + "/log" }
  /// How many colours the terminal that calls itself `xterm` said it has.
  package var colours: String { cache + "/xterm-colours" }
  /// The mails of a list that were not sent.
  package func drafts(of list: String) -> MailDraftFile {
    MailDraftFile(path: state + "/mail-draft.json", list: list)
  }

  package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether it is a file of this person that no other may read.
  package static func isPrivate(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.isPrivate
  }

  /// Whether it is a file that this person may run.
  package static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// The system's sendmail, if there is one.
  package static var sendmail: String? {
    ["/usr/sbin/sendmail", "/usr/lib/sendmail"].first { access($0, X_OK) == 0 }
      ?? Spawn.path(of: "sendmail")
  }

  /// GeoClue's program that reports the location, if there is one.
  package static var locator: String? {
    [
      "/usr/libexec/geoclue-2.0/demos/where-am-i", "/usr/lib/geoclue-2.0/demos/where-am-i",
      "/usr/libexec/geoclue-2.0/where-am-i",
    ].first { access($0, X_OK) == 0 } ?? Spawn.path(of: "where-am-i")
  }

  /// The home directory; empty if there is none.
  package static var home: String {
    HomeDirectory.variable("HOME").map { CleanText.line($0, limit: .address) } ?? ""
  }

  /// An environment variable; nil when unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func folder(_ variable: String, _ defaultValue: String) throws(Failure) -> String {
    if let value = HomeDirectory.variable(variable) { return value }
    guard let home = HomeDirectory.variable("HOME") else {
      throw Failure(
        .usage, "There is no home directory to keep the list in. Set HOME, or use --data DIR.")
    }
    return home + defaultValue
  }

  package static func absolute(_ path: String) throws(Failure) -> String {
    if path.isEmpty { throw Failure(.usage, "--data needs a directory.") }
    if path.hasPrefix("/") { return path }
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getcwd(&buffer, buffer.count) != nil else {
      throw Failure(.usage, "The current directory is gone; give --data a whole path.")
    }
    let here = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return here + "/" + path
  }

  /// Creates the log's directories; errors are ignored, since nothing depends on it.
  package func makeState() {
    SystemIO.makeDirectories(state)
    Log.open(log)
  }
}
