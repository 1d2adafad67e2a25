/// The headings of the settings page, in its order.
public enum SettingGroup: Int, CaseIterable, Sendable {
  case look, items, prices, stores, catalogues, mail, signIn, list

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

/// What “test it” tries.
public enum SettingTest: Hashable, Sendable {
  case mail
  case service(OutsideService)
}

/// One thing that a person may change: on the settings page, and with `trolley settings`.
public struct SettingRow: Sendable {
  /// One of the values that there are to choose from.
  public struct Choice: Equatable, Sendable {
    /// As a script writes it.
    public let value: String
    public let title: String

    public init(_ value: String, _ title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }

  public enum Shape: Sendable {
    /// `isOpen`: others are taken as well.
    case choice([Choice], isOpen: Bool = false)
    case text(hint: String, limit: Int = 200)
    /// Never shown but for its end, and never an argument of a program.
    case key(hint: String)
    /// Only told; it is changed elsewhere.
    case told
  }

  /// How a new value gets where it belongs.
  enum Way: Sendable {
    /// Gives why it is refused.
    case preferences(@Sendable (inout Preferences, String) -> String?)
    /// Of the list itself; nil for a text that makes no sense.
    case list(@Sendable (String) -> Change?)
    case none
  }

  /// As scripts call it: `theme`, `mail.server`.
  public let name: String
  public let group: SettingGroup
  public let title: String
  /// One line: what it is for.
  public let explanation: String
  public let shape: Shape
  /// The value as a script writes it.
  let text: @Sendable (Preferences, SharedState) -> String
  let way: Way
  /// What the screen says where that is not the title of the choice or the text.
  var words: (@Sendable (AppState) -> String)?
  /// What a person gets where the value is nothing simple.
  var open: (@Sendable (inout AppState, inout [Effect]) -> Void)?
  /// What else there is to know, where there is room for it.
  public private(set) var details = ""
  /// What an empty text means.
  var nothing = "none"
  /// What “test it” tries; nil where there is nothing to try.
  public private(set) var test: SettingTest?
  /// The uses of the list that have it.
  var uses: Set<Use> = Set(Use.allCases)

  /// Whether enter does something with it.
  public var canBeOpened: Bool { !isTold || open != nil }
  /// Whether it belongs to the list, and not to this machine.
  public var isOfList: Bool { if case .list = way { true } else { false } }
  public var isTold: Bool { if case .told = shape { true } else { false } }
  public var isKey: Bool { if case .key = shape { true } else { false } }
  public func isThere(in use: Use) -> Bool { uses.contains(use) }

  /// Of several rows about one service the first: what it came to stands there.
  public var isMainOfTest: Bool { name.hasSuffix(".allowed") }

  public var choices: [Choice] { if case .choice(let all, _) = shape { all } else { [] } }

  /// The value for a script; of a key only the end.
  public func value(_ preferences: Preferences, _ shared: SharedState) -> String {
    let text = text(preferences, shared)
    return isKey ? Self.masked(text) : text
  }

  /// What it is unless somebody has chosen; nil for what belongs to the list.
  public var usual: String? {
    if case .preferences = way { text(Self.untouched.0, Self.untouched.1) } else { nil }
  }

  private static let untouched = (Preferences(), SharedState())

  /// A key to recognise and not to read.
  static func masked(_ key: String) -> String {
    key.isEmpty ? "" : "••••" + (key.count >= 12 ? " " + key.suffix(4) : "")
  }
}

// MARK: Making them

extension SettingRow {
  init(
    _ group: SettingGroup, _ name: String, _ title: String, _ explanation: String, _ shape: Shape,
    _ text: @escaping @Sendable (Preferences, SharedState) -> String, _ way: Way
  ) {
    self.group = group
    self.name = name
    self.title = title
    self.explanation = explanation
    self.shape = shape
    self.text = text
    self.way = way
  }

  /// Yes or no.
  static func toggle(
    _ group: SettingGroup, _ name: String, _ title: String, _ explanation: String,
    _ field: WritableKeyPath<Preferences, Bool> & Sendable, on: String = "on", off: String = "off"
  ) -> SettingRow {
    SettingRow(
      group, name, title, explanation, .choice([Choice("on", on), Choice("off", off)]),
      { preferences, _ in preferences[keyPath: field] ? "on" : "off" },
      .preferences { preferences, text in
        preferences[keyPath: field] = text == "on"
        return nil
      })
  }

  /// One of the cases of a type.
  static func choice<T: RawRepresentable & CaseIterable & Sendable>(
    _ group: SettingGroup, _ name: String, _ title: String, _ explanation: String,
    _ field: WritableKeyPath<Preferences, T> & Sendable, _ words: (T) -> String
  ) -> SettingRow where T.RawValue == String {
    SettingRow(
      group, name, title, explanation,
      .choice(T.allCases.map { Choice($0.rawValue, words($0)) }),
      { preferences, _ in preferences[keyPath: field].rawValue },
      .preferences { preferences, text in
        if let value = T(rawValue: text) { preferences[keyPath: field] = value }
        return nil
      })
  }

  /// One of the list's own.
  static func ofList(
    _ group: SettingGroup, _ setting: ListSetting, _ title: String, _ explanation: String,
    hint: String, _ text: @escaping @Sendable (SharedState) -> String
  ) -> SettingRow {
    SettingRow(
      group, setting.rawValue, title, explanation, .text(hint: hint, limit: 200),
      { _, shared in text(shared) }, .list { .set(setting, $0) })
  }

  /// Words on the screen other than those of the value.
  func saying(_ words: @escaping @Sendable (AppState) -> String) -> SettingRow {
    var row = self
    row.words = words
    return row
  }

  /// A way of its own to change it on the screen.
  func opening(
    _ open: @escaping @Sendable (inout AppState, inout [Effect]) -> Void
  ) -> SettingRow {
    var row = self
    row.open = open
    return row
  }

  /// What stands there while there is nothing.
  func orElse(_ nothing: String) -> SettingRow {
    var row = self
    row.nothing = nothing
    return row
  }

  /// What else there is to know.
  func adding(_ details: String) -> SettingRow {
    var row = self
    row.details = details
    return row
  }

  /// What “test it” tries.
  func testing(_ test: SettingTest) -> SettingRow {
    var row = self
    row.test = test
    return row
  }

  func only(_ uses: Use...) -> SettingRow {
    var row = self
    row.uses = Set(uses)
    return row
  }
}

// MARK: Reading what was typed

extension SettingRow {
  /// A text as it was typed, or why it is none of the values.
  func accepted(_ typed: String) -> Result<String, Refusal> {
    let text = typed.trimmed
    guard case .choice(let choices, let isOpen) = shape else { return .success(text) }
    let folded = Folding.key(text)
    if let known = choices.first(where: {
      $0.value == text || Folding.key($0.value) == folded || Folding.key($0.title) == folded
    }) {
      return .success(known.value)
    }
    // As the file writes them.
    let asInFile = ["true": "on", "false": "off"]
    if choices.map(\.value) == ["on", "off"], let on = asInFile[text.lowercased()] {
      return .success(on)
    }
    if isOpen { return .success(text) }
    let all = choices.map { $0.value.isEmpty ? "nothing" : $0.value }
    return .failure(Refusal("\(title): it must be \(Wording.alternatives(all))."))
  }

  /// Why a value is not taken, for people.
  public struct Refusal: Error, Equatable, Sendable {
    public let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }

  /// The choices with this value in them. Throws why it is refused.
  public func setting(
    _ typed: String, in preferences: Preferences
  ) throws(Failure) -> Preferences {
    guard case .preferences(let write) = way else { return preferences }
    var changed = preferences
    switch accepted(typed) {
    case .failure(let refusal): throw Failure(.badInput, refusal.sentence)
    case .success(let text):
      if let refusal = write(&changed, text) { throw Failure(.badInput, refusal) }
    }
    return changed
  }

  /// The order to change the list; nil for what is not the list's.
  public func change(_ typed: String) throws(Failure) -> Change? {
    guard case .list(let make) = way else { return nil }
    switch accepted(typed) {
    case .failure(let refusal): throw Failure(.badInput, refusal.sentence)
    case .success(let text): return make(text)
    }
  }
}
