import TrolleyCore

/// Which key means what, and what the hints say. Made from one table and the person's own changes.
public struct Keymap: Equatable, Sendable {
  public let bindings: [Binding]

  public static let standard = Keymap(Binding.defaults)

  init(_ bindings: [Binding]) { self.bindings = bindings }

  /// What a key means now; nil for one that types or means nothing.
  public func command(for key: Key, in scope: Scope, use: Use = .personal) -> Command? {
    if scope.isForDigits {
      if case .character(let character) = key, character.isASCII, character.isNumber { return nil }
    } else if scope.isText, case .character = key {
      return nil
    }
    if let command = bound(key, scope, use) { return command }
    guard let command = bound(key, .everywhere, use) else { return nil }
    return scope.hears(command) ? command : nil
  }

  /// A look through a hundred bindings for each key; a dictionary would cost more at the start than
  /// it could ever bring back.
  private func bound(_ key: Key, _ scope: Scope, _ use: Use) -> Command? {
    bindings.withUnsafeBufferPointer { all in
      for at in all.indices.reversed()
      where all[at].scope == scope && all[at].keys.contains(key) && all[at].isThere(in: use) {
        return all[at].command
      }
      return nil
    }
  }

  /// The key that hints show for a command: one that really means it there.
  public func key(for command: Command, in scope: Scope, use: Use = .personal) -> Key? {
    firstKey(for: command, at: scope, in: scope, use)
      ?? firstKey(
        for: command, at: .everywhere, in: scope, use)
  }

  private func firstKey(
    for command: Command, at place: Scope, in scope: Scope, _ use: Use
  ) -> Key? {
    bindings.withUnsafeBufferPointer { all in
      for at in all.indices
      where all[at].scope == place && all[at].command == command && all[at].isThere(in: use) {
        for key in all[at].keys where self.command(for: key, in: scope, use: use) == command {
          return key
        }
      }
      return nil
    }
  }

  /// For the core: help and palette.
  public var infos: [BindingInfo] {
    bindings.map {
      BindingInfo(
        $0.command, $0.scope, $0.keys.map(\.text), needsAccounts: $0.needsAccounts)
    }
  }
}

extension Scope {
  /// Whether what works everywhere works here: where text is typed, only what can't be taken for
  /// typing.
  fileprivate func hears(_ command: Command) -> Bool {
    if isForDigits { return command.worksSignedOut }
    return !isText || command == .redraw || command == .suspend || command == .quit
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

  /// A person's own key takes it from the standard ones and says so where one is left without; two
  /// own ones are a clash, and the first stays.
  private static func settle(_ bindings: inout [Binding], _ own: Set<Int>) -> [String] {
    var complaints: [String] = []
    for place in own.sorted() {
      for key in bindings[place].keys {
        for other in bindings.indices
        where other != place && bindings[other].keys.contains(key)
          && bindings[other].meets(bindings[place]) && meet(bindings[place], bindings[other])
        {
          let (mine, theirs) = (bindings[place].command.name, bindings[other].command.name)
          if own.contains(other) {
            guard other < place, bindings[place].command != bindings[other].command else {
              continue
            }
            bindings[place].keys.removeAll { $0 == key }
            complaints.append(
              "keys: \(key.text) is wanted for both \(theirs) and \(mine); it stays with the first."
            )
          } else if bindings[other].scope == .everywhere, bindings[place].scope != .everywhere {
            // On the other pages it goes on as it was.
            if bindings[other].keys == [key], bindings[place].command != bindings[other].command {
              complaints.append(
                "keys: \(theirs) has no key on the page \(bindings[place].scope.rawValue), now that "
                  + "\(key.text) is for \(mine).")
            }
          } else {
            bindings[other].keys.removeAll { $0 == key }
            if bindings[other].keys.isEmpty, bindings[place].command != bindings[other].command {
              complaints.append(
                "keys: \(theirs) has no key left, now that \(key.text) is for \(mine).")
            }
          }
        }
      }
    }
    // The same key may be lost on several pages.
    var told: [String] = []
    for complaint in complaints where !told.contains(complaint) { told.append(complaint) }
    return told
  }

  /// Whether two bindings can be in force at the same time.
  private static func meet(_ a: Binding, _ b: Binding) -> Bool {
    if a.scope == b.scope { return true }
    if a.scope == .everywhere { return b.scope.hears(a.command) }
    return b.scope == .everywhere && a.scope.hears(b.command)
  }
}
