import TrolleyCore

/// Which key means what, and what the hints say. Made from one table and the person's own changes.
public struct Keymap: Equatable, Sendable {
  public let bindings: [Binding]
  private let table: [Place: Command]

  private struct Place: Hashable {
    let scope: Scope
    let key: Key
    let hasAccounts: Bool
  }

  public static let standard = Keymap(Binding.defaults)

  init(_ bindings: [Binding]) {
    self.bindings = bindings
    var table: [Place: Command] = [:]
    for binding in bindings {
      for use in [Use.personal, .staff] where binding.isThere(in: use) {
        for key in binding.keys {
          let place = Place(scope: binding.scope, key: key, hasAccounts: use.hasAccounts)
          table[place] = binding.command
        }
      }
    }
    self.table = table
  }

  /// What a key means now; nil for one that types or means nothing.
  public func command(for key: Key, in scope: Scope, use: Use = .personal) -> Command? {
    func find(_ scope: Scope) -> Command? {
      table[Place(scope: scope, key: key, hasAccounts: use.hasAccounts)]
    }
    if scope.isForDigits {
      if case .character(let character) = key, character.isASCII, character.isNumber { return nil }
      return find(scope) ?? find(.everywhere).flatMap { $0.worksSignedOut ? $0 : nil }
    }
    if scope.isText {
      if case .character = key { return nil }
      if let command = find(scope) { return command }
      // Of what works everywhere only what can't be taken for typing.
      let command = find(.everywhere)
      return command == .redraw || command == .suspend || command == .quit ? command : nil
    }
    return find(scope) ?? find(.everywhere)
  }

  /// The key that hints show for a command.
  public func key(for command: Command, in scope: Scope, use: Use = .personal) -> Key? {
    func find(_ scope: Scope) -> Key? {
      bindings.first {
        $0.scope == scope && $0.command == command && !$0.keys.isEmpty && $0.isThere(in: use)
      }?.keys.first
    }
    return find(scope) ?? find(.everywhere)
  }

  /// For the core: help and palette.
  public var infos: [BindingInfo] {
    bindings.map {
      BindingInfo(
        $0.command, $0.scope, $0.keys.map(\.text), needsAccounts: $0.needsAccounts)
    }
  }
}

extension Keymap {
  /// One change of the settings file: `"items.toggle": ["x"]` or `"toggle": "x"`.
  public struct Custom: Equatable, Sendable {
    public let name: String
    public let keys: [String]
    public init(name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }
  }

  /// The standard keys with a person's own. What makes no sense is left out and told, never ignored:
  /// an unknown command or key, and two commands on one key.
  public static func customised(_ customs: [Custom]) -> (keymap: Keymap, complaints: [String]) {
    var bindings = Binding.defaults
    var complaints: [String] = []
    var own: Set<Int> = []
    for custom in customs {
      let parts = custom.name.split(separator: ".", maxSplits: 1)
      let scope = parts.count == 2 ? Scope(rawValue: String(parts[0])) : nil
      let name = parts.count == 2 && scope != nil ? String(parts[1]) : custom.name
      let places = bindings.indices.filter {
        bindings[$0].command.name == name && (scope == nil || bindings[$0].scope == scope)
      }
      guard !places.isEmpty else {
        complaints.append("keys: there is no command “\(CleanText.line(custom.name))”.")
        continue
      }
      var keys: [Key] = []
      for text in custom.keys {
        if let key = Key(text: text) {
          keys.append(key)
        } else {
          complaints.append("keys: “\(CleanText.line(text))” is not the name of a key (\(name)).")
        }
      }
      guard !keys.isEmpty || custom.keys.isEmpty else { continue }
      for place in places {
        bindings[place].keys = keys
        own.insert(place)
      }
    }
    complaints += settle(&bindings, own)
    return (Keymap(bindings), complaints)
  }

  /// A person's own key takes it from the standard one and says so; two own ones are a clash, and the
  /// first stays.
  private static func settle(_ bindings: inout [Binding], _ own: Set<Int>) -> [String] {
    var complaints: [String] = []
    for place in own.sorted() {
      for key in bindings[place].keys {
        for other in bindings.indices
        where other != place && bindings[other].scope == bindings[place].scope
          && bindings[other].keys.contains(key) && bindings[other].meets(bindings[place])
        {
          let isClash = own.contains(other)
          if isClash, other < place {
            bindings[place].keys.removeAll { $0 == key }
            complaints.append(
              "keys: \(key.text) is wanted for both \(bindings[other].command.name) and "
                + "\(bindings[place].command.name); it stays with the first.")
          } else if !isClash {
            bindings[other].keys.removeAll { $0 == key }
            if bindings[other].keys.isEmpty {
              complaints.append(
                "keys: \(bindings[other].command.name) has no key left, now that \(key.text) is for "
                  + "\(bindings[place].command.name).")
            }
          }
        }
      }
    }
    return complaints
  }
}
