/// The settings file: a person may write in it, so what is there and not known stays there.
public struct PreferencesFile: Equatable, Sendable {
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

  /// A file that makes no sense: everything as usual, and it is left alone.
  public init(unreadable bytes: [UInt8]) { untouchable = bytes }

  /// The content of a file that must not be written over.
  private var untouchable: [UInt8]?

  public init(_ bytes: [UInt8]) throws(Failure) {
    tree = try JSONValue.parse(bytes, what: "The settings file", byteLimit: 1 << 20)
    guard case .object(let members) = tree else {
      throw Failure(.badInput, "The settings file is not a JSON object.")
    }
    for member in members { read(member) }
  }

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
        complaints.append("settings: lockMinutes must be a number from 1 to 60.")
      }
    case "locale": preferences.locale = CleanText.line(value.string ?? "")
    case "category": preferences.category = value.string.map { CleanText.line($0) }
    case "keys": readKeys(value)
    case "signIn":
      let (providers, complaints) = SignInSettings.read(value)
      preferences.providers = providers
      self.complaints += complaints
    case "services":
      let (services, complaints) = ServiceSettings.read(value)
      preferences.services = services
      self.complaints += complaints
    case "mail":
      let (mail, complaints) = MailSettings.read(value)
      preferences.mail = mail
      self.complaints += complaints
    case "nearby":
      let (nearby, complaints) = NearbySettings.read(value)
      preferences.nearby = nearby
      self.complaints += complaints
    default: break
    }
  }

  private mutating func take<T: RawRepresentable>(
    _ value: JSONValue, _ name: String, _ field: WritableKeyPath<Preferences, T>
  ) where T.RawValue == String {
    if let text = value.string, let known = T(rawValue: text) {
      preferences[keyPath: field] = known
    } else {
      complaints.append("settings: \(name) has a value that is not known.")
    }
  }

  private mutating func take(
    _ value: JSONValue, _ name: String, _ field: WritableKeyPath<Preferences, Bool>
  ) {
    if let on = value.bool {
      preferences[keyPath: field] = on
    } else {
      complaints.append("settings: \(name) must be true or false.")
    }
  }

  private mutating func readKeys(_ value: JSONValue) {
    guard let members = value.object else {
      complaints.append("settings: keys must be an object such as {\"toggle\": [\"x\"]}.")
      return
    }
    for member in members {
      if let key = member.value.string {
        keys.append((member.name, [key]))
      } else if let array = member.value.array {
        keys.append((member.name, array.compactMap(\.string)))
      } else {
        complaints.append("settings: the keys of \(CleanText.line(member.name)) must be texts.")
      }
    }
  }

  /// The file with new choices; everything else as it was.
  public func bytes(with preferences: Preferences) -> [UInt8] {
    if let untouchable { return untouchable }
    var members = tree.object ?? []
    func set(_ name: String, _ value: JSONValue, unless usual: Bool) {
      let at = members.firstIndex { $0.name == name }
      if let at {
        members[at] = JSONValue.Member(name, value)
      } else if !usual {
        members.append(JSONValue.Member(name, value))
      }
    }
    let p = preferences
    let d = Preferences()
    set("theme", .string(p.theme.rawValue), unless: p.theme == d.theme)
    set("motion", .bool(p.hasMotion), unless: p.hasMotion == d.hasMotion)
    set("mouse", .bool(p.usesMouse), unless: p.usesMouse == d.usesMouse)
    set("locale", .string(p.locale), unless: p.locale == d.locale)
    set("segment", .string(p.segment.rawValue), unless: p.segment == d.segment)
    set("sort", .string(p.sort.rawValue), unless: p.sort == d.sort)
    set("category", p.category.map { .string($0) } ?? .null, unless: p.category == nil)
    set("grouped", .bool(p.isGrouped), unless: p.isGrouped == d.isGrouped)
    set("table", .bool(p.isTable), unless: p.isTable == d.isTable)
    set("tileSize", .string(p.tileSize.rawValue), unless: p.tileSize == d.tileSize)
    set("cartOrder", .string(p.cartOrder.rawValue), unless: p.cartOrder == d.cartOrder)
    if let minutes = p.lockMinutes {
      set("lockMinutes", .number(String(minutes)), unless: false)
    }
    if p.mail.recent != self.preferences.mail.recent {
      set("mail", p.mail.member(tree["mail"]), unless: false)
    }
    if p.nearby != self.preferences.nearby {
      set("nearby", p.nearby.member(tree["nearby"]), unless: false)
    }
    if p.services != self.preferences.services {
      set("services", p.services.member(tree["services"]), unless: false)
    }
    var w = JSONWriter(pretty: true)
    w.value(.object(members))
    w.newline()
    return w.bytes
  }
}
