import TrolleyCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where files lie: from the arguments, the environment, the usual folders.
struct Places: Sendable {
  /// Journal, snapshot, lock.
  let data: String
  /// What was chosen: in the folder for that, and beside a list that was named.
  let settings: SettingsFile
  /// The log.
  let state: String
  /// What can all be lost: kept copies of what servers said.
  let cache: String

  init(data option: String?) throws(Failure) {
    let chosen = option ?? Places.environment("TROLLEY_DATA")
    if let chosen {
      data = try Places.absolute(chosen)
      settings = SettingsFile(path: data + "/" + PreferencesFile.name, former: nil)
    } else {
      data = try Places.folder("XDG_DATA_HOME", "/.local/share") + "/trolley"
      settings = SettingsFile(
        path: try Places.folder("XDG_CONFIG_HOME", "/.config") + "/trolley/"
          + PreferencesFile.name,
        former: data + "/" + PreferencesFile.name)
    }
    state = try Places.folder("XDG_STATE_HOME", "/.local/state") + "/trolley"
    cache = try Places.folder("XDG_CACHE_HOME", "/.cache") + "/trolley"
  }

  var log: String { state + "/log" }
  /// A mail that was not sent.
  var draft: String { state + "/mail-draft.json" }

  /// The system's program for mail, where there is one.
  static var sendmail: String? {
    ["/usr/sbin/sendmail", "/usr/lib/sendmail"].first { access($0, X_OK) == 0 }
      ?? Spawn.path(of: "sendmail")
  }

  /// The program of GeoClue that says where this machine is, where there is one.
  static var locator: String? {
    [
      "/usr/libexec/geoclue-2.0/demos/where-am-i", "/usr/lib/geoclue-2.0/demos/where-am-i",
      "/usr/libexec/geoclue-2.0/where-am-i",
    ].first { access($0, X_OK) == 0 } ?? Spawn.path(of: "where-am-i")
  }

  /// What `~` stands for; empty where there is none.
  static var home: String {
    environment("HOME").flatMap { $0.hasPrefix("/") ? CleanText.line($0, limit: .address) : nil }
      ?? ""
  }

  /// A variable that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Relative and empty values count as unset, as the XDG specification says.
  private static func folder(_ variable: String, _ usual: String) throws(Failure) -> String {
    if let value = environment(variable), value.hasPrefix("/") { return value }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw Failure(
        .usage, "There is no home directory to keep the list in. Set HOME, or use --data DIR.")
    }
    return home + usual
  }

  static func absolute(_ path: String) throws(Failure) -> String {
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

  /// All folders on the way, for this person alone.
  static func makeFolder(_ path: String) {
    var at = path.startIndex
    while let slash = path[at...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      at = slash
    }
    mkdir(path, 0o700)
  }

  /// Makes the folders of the log; quietly, since nothing depends on it.
  func makeState() {
    Places.makeFolder(state)
    Log.open(log)
  }
}
