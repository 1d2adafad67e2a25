/// The headings of the settings page, in its order.
public enum SettingGroup: Int, CaseIterable, Sendable {
  case list, look, items, prices, stores, catalogues, mail, signIn

  public var title: String {
    switch self {
    case .look: "Look"
    case .items: "Items and cart"
    case .prices: "Prices"
    case .stores: "Stores and maps"
    case .catalogues: "Catalogues and services"
    case .mail: "Mail"
    case .signIn: "Signing in"
    case .list: "This list"
    }
  }
}

public enum SettingTest: Hashable, Sendable {
  case mail
  case service(ExternalService)
}

/// One setting: on the settings page, in `trolley settings`, in the settings file. The row holds
/// everything about it: the page, its search, the verb, the file's reader and writer and the lists
/// in the documents are all made from the table of these rows.
public struct SettingRow: Sendable {
  /// One of the values to choose from.
  public struct Choice: Equatable, Sendable {
    /// Its name in scripts.
    public let value: String
    public let title: String

    public init(_ value: String, _ title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }

  public enum Shape: Sendable {
    /// `isOpen`: other values are accepted as well.
    case choice([Choice], isOpen: Bool = false)
    case text(hint: String, limit: Int = 200)
    /// Only its end is ever shown, and it is never a program's argument.
    case key(hint: String)
    /// Changed elsewhere.
    case readOnly
  }

  /// Where its value is stored.
  package enum Storage: Sendable {
    case file(SettingMember)
    /// In the list itself, with the journal.
    case list(ListSetting)
    /// The list mode, which is changed in its own way.
    case use
    /// Nowhere: it only shows or does something.
    case nowhere
  }

  /// Which text the page adds to a value that depends on more than the settings: on this run, the
  /// terminal, or the list mode.
  package enum LiveWords: Sendable {
    case theme, motion, pictures, budget, radius, distances, catalogue, mailRoute, lock, sharing,
      settingsFile
    case consent(ExternalService)
  }

  /// What enter opens instead of a form or the next choice.
  package enum Opener: Sendable {
    case motion, storePicker, currencyPicker, mailTest, usePicker, machines
  }

  /// Its name in scripts, and its path in the settings file: `theme`, `mail.server`.
  public let name: String
  public let group: SettingGroup
  public let title: String
  /// Its purpose, in one line.
  public let explanation: String
  public let shape: Shape
  package internal(set) var storage: Storage
  /// Further details, shown if there is room.
  public internal(set) var details = ""
  /// Search terms that occur nowhere else in the row.
  package internal(set) var synonyms = ""
  /// What other programs call some of its choices, in small letters, and which these are.
  package internal(set) var otherWords: [String: String] = [:]
  /// The meaning of an empty text.
  package internal(set) var emptyText = "none"
  package internal(set) var liveWords: LiveWords?
  package internal(set) var opener: Opener?
  /// Whether its value is a locale, which people know by the name of a country or a language.
  package internal(set) var takesLocales = false
  /// What “test it” tests; nil when there is nothing to test.
  public internal(set) var test: SettingTest?
  /// The list modes that have this setting.
  package internal(set) var uses: Set<ListMode> = Set(ListMode.allCases)
  /// Its place in its group on the page, after all lower ranks: the table is in the order of the
  /// file.
  package internal(set) var rank = 0
  /// Only in the file: written by Trolley, or by hand.
  package internal(set) var isHidden = false
  /// Whether it is how a screen looks at the list: each open screen has its own, and the file what
  /// was chosen last, with which the next screen opens.
  package internal(set) var isView = false
  /// The choice that another spelling means; nil for none.
  package internal(set) var spelling: @Sendable (String) -> String? = { _ in nil }
  /// Adjusts settings that depend on a typed value, or returns why it is refused.
  package internal(set) var check: (@Sendable (inout Preferences, _ old: Preferences) -> String?)?

  /// A row whose value is not in the file.
  init(
    _ group: SettingGroup, _ name: String, _ storage: Storage, _ shape: Shape, _ title: String,
    _ explanation: String
  ) {
    self.group = group
    self.name = name
    self.storage = storage
    self.shape = shape
    self.title = title
    self.explanation = explanation
  }

  /// A row whose value is a member of the settings file, at the path given by its name.
  init<Value: Equatable & Sendable>(
    _ group: SettingGroup, _ name: String, _ field: WritableKeyPath<Preferences, Value> & Sendable,
    _ codec: SettingCodec<Value>, _ title: String, _ explanation: String
  ) {
    self.init(
      group, name, .file(SettingMember(field, codec, title: title)), codec.shape, title, explanation
    )
  }

  /// A row that is only a member of the file.
  static func hidden<Value: Equatable & Sendable>(
    _ name: String, _ field: WritableKeyPath<Preferences, Value> & Sendable,
    _ codec: SettingCodec<Value>, _ explanation: String
  ) -> SettingRow {
    SettingRow(.list, name, field, codec, name, explanation).with(\.isHidden, true)
  }

  /// A copy with one field changed.
  func with<Value>(_ field: WritableKeyPath<SettingRow, Value>, _ value: Value) -> SettingRow {
    var row = self
    row[keyPath: field] = value
    return row
  }
}

extension SettingRow {
  private static let turned = " reversed"

  /// A choice that another member of the file turns round: its value says so, and setting it takes the
  /// other one along.
  func turned(by flag: WritableKeyPath<Preferences, Bool> & Sendable) -> SettingRow {
    guard case .file(var member) = storage else { return self }
    let (text, set, choices) = (member.text, member.set, choices)
    member.text = { text($0) + ($0[keyPath: flag] ? Self.turned : "") }
    member.set = { value, preferences in
      let isTurned = value.hasSuffix(Self.turned)
      let refusal = set(isTurned ? String(value.dropLast(Self.turned.count)) : value, &preferences)
      if refusal == nil { preferences[keyPath: flag] = isTurned }
      return refusal
    }
    return with(\.storage, .file(member)).with(\.spelling) { typed in
      choices.map { $0.value + Self.turned }.first { Folding.key($0) == Folding.key(typed) }
    }
  }

  /// Which of its choices a value is, turned round or not; nil for one that is written by hand.
  public func choice(of value: String) -> Int? {
    choices.firstIndex { $0.value == value || value == $0.value + Self.turned }
  }

  /// Whether enter does something.
  public var canBeOpened: Bool { !isReadOnly || opener != nil }
  /// Whether it belongs to the list rather than to this machine.
  public var isOfList: Bool {
    switch storage {
    case .list, .use: true
    case .file, .nowhere: false
    }
  }
  public var isReadOnly: Bool { if case .readOnly = shape { true } else { false } }
  public var isKey: Bool { if case .key = shape { true } else { false } }
  /// Whether it names a program that is looked for before the setting is stored.
  package var isProgram: Bool { name == "mail.passwordCommand" }
  public func isAvailable(in use: ListMode) -> Bool { uses.contains(use) }

  /// Whether it is the first of the rows about one service: it shows the result of the test.
  public var isMainOfTest: Bool { name.hasSuffix(".allowed") }

  /// What it means that the value is empty: "none", "automatic".
  public var emptyWords: String { choices.first { $0.value.isEmpty }?.title ?? emptyText }

  /// A value of it, in words.
  public func words(for value: String) -> String {
    if value.isEmpty { return emptyWords }
    if isKey { return Self.masked(value) }
    return choices.first { $0.value == value }?.title ?? value
  }

  public var choices: [Choice] { if case .choice(let all, _) = shape { all } else { [] } }

  /// Its member of the file; nil when it is stored elsewhere.
  package var member: SettingMember? { if case .file(let member) = storage { member } else { nil } }

  /// Its default, which may depend on other settings; nil when it is not chosen on this machine.
  public func defaultValue(in preferences: Preferences) -> String? {
    isReadOnly ? nil : member.map { $0.usual?(preferences) ?? $0.text(.defaults) }
  }

  /// What takes back a value of the list; nil for one that the list always has.
  package var noneInList: String? {
    switch storage {
    case .list(.budget), .list(.currentStore): ""
    default: nil
    }
  }

  /// A key masked so that it can be recognised but not read.
  package static func masked(_ key: String) -> String {
    key.isEmpty ? "" : "••••" + (key.count >= 12 ? " " + key.suffix(4) : "")
  }
}

// MARK: Parsing typed text

extension SettingRow {
  /// The value that a typed text means. Throws the valid values.
  package func accepted(_ typed: String) throws(Failure) -> String {
    let text = typed.trimmed
    guard case .choice(let choices, let isOpen) = shape else { return text }
    // "high-contrast" and "high contrast", as it is shown, are highContrast.
    func letters(_ text: String) -> String {
      Folding.key(text).filter { $0 != " " && $0 != "-" }
    }
    let meant = letters(text)
    if let known = choices.first(where: { $0.value == text })
      ?? choices.first(where: { letters($0.value) == meant || letters($0.title) == meant })
    {
      return known.value
    }
    if let known = otherWords[text.lowercased()] ?? spelling(text) { return known }
    // The spellings of the file, and those of other rows.
    let pair = choices.prefix(2).map(\.value)
    if pair == ["on", "off"] || pair == ["yes", "no"] {
      let word = text.lowercased()
      if ["true", "on", "yes"].contains(word) { return pair[0] }
      if ["false", "off", "no"].contains(word) { return pair[1] }
    }
    if isOpen { return text }
    let all = choices.map { $0.value.isEmpty ? "nothing" : $0.value }
    throw Failure(.badInput, "\(title): it must be \(Wording.alternatives(all)).")
  }

  /// Sets this value, and returns the new settings. Throws why it is refused.
  public func setting(_ typed: String, in old: Preferences) throws(Failure) -> Preferences {
    guard let member, !isReadOnly else { return old }
    let text = try accepted(typed)
    var changed = old
    if let refusal = member.set(text, &changed) ?? check?(&changed, old) {
      throw Failure(.badInput, refusal)
    }
    return changed
  }
}

/// A member of the settings file, with the type of its value erased.
package struct SettingMember: Sendable {
  /// The end of the error message for a wrong value.
  package let must: @Sendable () -> String
  /// Reads the file's value. Errors are appended to the list, as the words after the name.
  let read: @Sendable (JSONValue, inout Preferences, inout [String]) -> Void
  /// The value for the file; nil for the default, which is not written.
  let json: @Sendable (Preferences) -> JSONValue?
  /// The value as a line of text.
  package internal(set) var text: @Sendable (Preferences) -> String
  /// The default as a line of text, where it depends on other settings.
  package internal(set) var usual: (@Sendable (Preferences) -> String)?
  /// Sets the value from a line of text; an empty one means the default. Returns why it is refused.
  package internal(set) var set: @Sendable (String, inout Preferences) -> String?
  /// Takes the value from other settings.
  let take: @Sendable (_ other: Preferences, inout Preferences) -> Void

  init<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<Preferences, Value> & Sendable, _ codec: SettingCodec<Value>,
    title: String
  ) {
    let defaultValue = Preferences.defaults[keyPath: field]
    must = codec.must
    read = { json, preferences, wrong in
      if let value = codec.read(json, &wrong) { preferences[keyPath: field] = value }
    }
    json = { preferences in
      let value = preferences[keyPath: field]
      if case .readOnly = codec.shape { return nil }
      return value == defaultValue ? nil : codec.write(value)
    }
    text = { codec.text(codec.write($0[keyPath: field])) }
    take = { $1[keyPath: field] = $0[keyPath: field] }
    set = { text, preferences in
      var wrong: [String] = []
      guard !text.isEmpty else {
        preferences[keyPath: field] = defaultValue
        return nil
      }
      if let json = codec.typed(text), let value = codec.read(json, &wrong) {
        preferences[keyPath: field] = value
        return nil
      }
      if let words = codec.typedError { return words }
      let words = wrong.first ?? " must \(codec.must())."
      return words.hasPrefix(": ") ? String(words.dropFirst(2)) : "\(title): it\(words)"
    }
  }
}
