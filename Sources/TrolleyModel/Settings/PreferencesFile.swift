/// The settings file: users may edit it, so unknown members are preserved. The table of
/// `SettingRow` defines its members.
public struct PreferencesFile: Equatable, Sendable {
  /// Its name in messages.
  public static let name = "settings.json"
  /// Longer files are refused.
  public static let longest = 1 << 20

  public private(set) var preferences = Preferences()
  /// The user's key bindings: a command's name, optionally after a scope and a dot, and key names.
  public private(set) var keys: [(name: String, keys: [String])] = []
  /// One sentence for each error.
  public private(set) var complaints: [String] = []
  private var tree = JSONValue.object([])

  public static func == (a: PreferencesFile, b: PreferencesFile) -> Bool {
    a.preferences == b.preferences && a.tree == b.tree
  }

  /// No file: all defaults.
  public init() {}

  /// Throws when it is not a JSON object, with line and column: such a file is not modified.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.longest else {
      throw Failure(.badInput, "\(Self.name) is too large. It was left alone.", detail: "settings")
    }
    do throws(JSONError) { tree = try JSONValue.read(bytes) } catch {
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
    _ = read(members)
  }

  /// The file with some members changed and everything else preserved.
  public func applying(_ edits: [SettingsEdit]) -> [UInt8] {
    var w = JSONWriter(pretty: true)
    w.value(edits.reduce(tree) { $0.applying($1) })
    w.newline()
    return w.bytes
  }

  /// The file with new settings and everything else preserved.
  public func bytes(with preferences: Preferences) -> [UInt8] {
    applying(preferences.edits(since: self.preferences))
  }
}

// MARK: Reading

extension PreferencesFile {
  private mutating func complain(_ text: String) { complaints.append("settings: \(text)") }

  /// Reads the members of an object, and returns how many of them were invalid.
  ///
  /// - Parameter prefix: the path to it, each name followed by a dot.
  private mutating func read(
    _ members: [JSONValue.Member], in section: SettingSection? = nil, under prefix: String = ""
  ) -> (wrong: Int, unknown: Int) {
    var count = (wrong: 0, unknown: 0)
    for (index, member) in members.enumerated() {
      let name = prefix + member.name
      // A dot inside a name is not a separator.
      let row = member.name.contains(".") || name == "keys" ? nil : SettingRow.inFile(name)
      // Of duplicate members the last one counts.
      if row != nil, members[(index + 1)...].contains(where: { $0.name == member.name }) {
        continue
      }
      let before = complaints.count
      if name == "keys" {
        readKeys(member.value)
      } else if let row {
        if row.name == name { read(row, member.value) } else { read(section: name, member.value) }
      } else {
        let given = CleanText.line(member.name)
        let shown =
          given.isEmpty
          ? "A member of \(prefix.isEmpty ? Self.name : String(prefix.dropLast()))" : prefix + given
        let refusal = section?.refused[member.name]
        let why =
          if given.isEmpty {
            " has no name."
          } else if let row = SettingRow.named(name), case .list = row.storage {
            " belongs to the list, not to this file. Type: trolley settings \(row.name) VALUE"
          } else {
            refusal ?? " is not known."
          }
        complain(shown + why)
        if refusal == nil { count.unknown += 1 } else { count.wrong += 1 }
        continue
      }
      if complaints.count > before { count.wrong += 1 }
    }
    return count
  }

  private mutating func read(_ row: SettingRow, _ value: JSONValue) {
    var wrong: [String] = []
    row.member?.read(value, &preferences, &wrong)
    for words in wrong { complain(row.name + words) }
  }

  private mutating func read(section name: String, _ value: JSONValue) {
    let section = SettingRow.sections.first { $0.name == name }
    guard let members = value.object else {
      let example = section?.example ?? ""
      return complain(
        "\(name) must be an object" + (example.isEmpty ? "." : " such as \(example)."))
    }
    let count = read(members, in: section, under: name + ".")
    for words in section?.check(&preferences, count.wrong, count.unknown) ?? [] {
      complain("\(name).\(words)")
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
