/// The settings file: a person may write in it, so what is there and not known stays there.
public struct PreferencesFile: Equatable, Sendable {
  /// How sentences call it.
  public static let name = "settings.json"
  /// Longer ones are nobody's choices.
  public static let longest = 1 << 20

  public private(set) var preferences = Preferences()
  /// A person's own keys: a command's name, perhaps behind a scope and a dot, and key names.
  public private(set) var keys: [(name: String, keys: [String])] = []
  /// What could not be understood, a sentence each.
  public private(set) var complaints: [String] = []
  private var tree = JSONValue.object([])

  public static func == (a: PreferencesFile, b: PreferencesFile) -> Bool {
    a.preferences == b.preferences && a.tree == b.tree
  }

  /// No file: everything as usual.
  public init() {}

  /// Throws where it makes no sense as a whole, with line and column: such a file is left alone.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.longest else {
      throw Failure(.badInput, "\(Self.name) is too large. It was left alone.", detail: "settings")
    }
    do throws(JSONError) {
      tree = try JSONValue.read(bytes)
    } catch {
      let (line, column) = error.position(in: bytes)
      throw Failure(
        .badInput,
        "\(Self.name), line \(line), column \(column): \(error.words). It was left alone.",
        detail: "JSON \(error.reason) at byte \(error.offset)")
    }
    guard case .object(let members) = tree else {
      throw Failure(
        .badInput, "\(Self.name), line 1, column 1: it must begin with “{”. It was left alone.",
        detail: "settings are no object")
    }
    for member in members { read(member) }
  }

  /// The file with some members changed, and everything else as it was.
  public func applying(_ edits: [SettingsEdit]) -> [UInt8] {
    var w = JSONWriter(pretty: true)
    w.value(edits.reduce(tree) { $0.applying($1) })
    w.newline()
    return w.bytes
  }

  /// The file with new choices; everything else as it was.
  public func bytes(with preferences: Preferences) -> [UInt8] {
    applying(preferences.edits(since: self.preferences))
  }
}

// MARK: Reading

extension PreferencesFile {
  private mutating func complain(_ text: String) { complaints.append("settings: \(text)") }

  private mutating func read(_ member: JSONValue.Member) {
    let value = member.value
    switch member.name {
    case "theme": take(value, member.name, \.theme)
    case "segment": take(value, member.name, \.segment)
    case "sort": take(value, member.name, \.sort)
    case "tileSize": take(value, member.name, \.tileSize)
    case "cartOrder": take(value, member.name, \.cartOrder)
    case "motion": take(value, member.name, \.hasMotion)
    case "mouse": take(value, member.name, \.usesMouse)
    case "grouped": take(value, member.name, \.isGrouped)
    case "table": take(value, member.name, \.isTable)
    case "lockMinutes":
      if let minutes = value.int, (1...60).contains(minutes) {
        preferences.lockMinutes = minutes
      } else {
        complain("lockMinutes must be a number from 1 to 60.")
      }
    case "locale":
      if let text = value.string, text.isEmpty || NumberStyle.isLocale(text) {
        preferences.locale = text
      } else {
        complain("locale must be one such as de_DE.")
      }
    case "category":
      preferences.category = value.string.map { CleanText.line($0) }
      if value.string == nil, !value.isNull { complain("category must be a text.") }
    case "keys": readKeys(value)
    case "signIn": adopt(SignInSettings.read(value), \.providers)
    case "services": adopt(ServiceSettings.read(value), \.services)
    case "catalogue": adopt(CatalogueSettings.read(value), \.catalogue)
    case "nearby": adopt(NearbySettings.read(value), \.nearby)
    case "mail": adopt(MailSettings.read(value), \.mail)
    default: complain("\(CleanText.line(member.name)) is not known.")
    }
  }

  /// A member that is an object of its own.
  private mutating func adopt<T>(_ read: (T, [String]), _ field: WritableKeyPath<Preferences, T>) {
    preferences[keyPath: field] = read.0
    complaints += read.1
  }

  private mutating func take<T: RawRepresentable & CaseIterable>(
    _ value: JSONValue, _ name: String, _ field: WritableKeyPath<Preferences, T>
  ) where T.RawValue == String {
    if let text = value.string, let known = T(rawValue: text) {
      preferences[keyPath: field] = known
    } else {
      complain("\(name) must be \(Wording.alternatives(T.allCases.map(\.rawValue))).")
    }
  }

  private mutating func take(
    _ value: JSONValue, _ name: String, _ field: WritableKeyPath<Preferences, Bool>
  ) {
    if let on = value.bool {
      preferences[keyPath: field] = on
    } else {
      complain("\(name) must be true or false.")
    }
  }

  private mutating func readKeys(_ value: JSONValue) {
    guard let members = value.object else {
      return complain("keys must be an object such as {\"toggle\": [\"x\"]}.")
    }
    for member in members {
      if let key = member.value.string {
        keys.append((member.name, [key]))
      } else if let array = member.value.array {
        keys.append((member.name, array.compactMap(\.string)))
      } else {
        complain("the keys of \(CleanText.line(member.name)) must be texts.")
      }
    }
  }
}
