import Synchronization

/// Keys bound to a command in some scopes; hints show the first key.
package struct Binding: Equatable, Sendable {
  package let command: Command
  package internal(set) var scopes: Scopes
  package internal(set) var keys: KeyNames
  package let availability: Availability

  package func isAvailable(in use: ListMode) -> Bool { availability.contains(Availability(use)) }

  /// Whether a global binding applies in this scope: while text is typed, only keys that can't be
  /// text.
  package func isAccepted(in scope: Scope) -> Bool {
    if scope.isForDigits { return availability.contains(.signedOut) }
    return !scope.isText || availability.contains(.typing)
  }
}

/// Key names separated by spaces. Compared as text, so the table is not parsed at start-up.
package struct KeyNames: Equatable, Sendable {
  package let text: String
  /// A bit for each name: the footer looks through all bindings for each of its hints, in each frame.
  private let bits: UInt64

  package init(text: String) {
    self.text = text
    var (bits, first, count): (UInt64, UInt8, UInt8) = (0, 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") {
        bits |= Self.bit(first, count)
        count = 0
      } else {
        if count == 0 { first = byte }
        count &+= 1
      }
    }
    self.bits = bits | Self.bit(first, count)
  }

  /// Empty if there is none.
  var first: String { String(text.prefix { $0 != " " }) }

  package var all: [String] { text.split(separator: " ").map(String.init) }

  /// The bit that names like this one have.
  static func bit(of name: String) -> UInt64 {
    bit(name.utf8.first ?? 0, UInt8(truncatingIfNeeded: name.utf8.count))
  }

  private static func bit(_ first: UInt8, _ count: UInt8) -> UInt64 {
    1 << UInt64((first &+ count &* 29) & 63)
  }

  /// - Parameter bit: of that name.
  func contains(_ name: String, bit: UInt64) -> Bool {
    guard bits & bit != 0 else { return false }
    if text.utf8.count <= name.utf8.count { return !text.isEmpty && text == name }
    var rest = text.utf8[...]
    while let end = rest.firstIndex(of: UInt8(ascii: " ")) {
      if rest[..<end].elementsEqual(name.utf8) { return true }
      rest = rest[rest.index(after: end)...]
    }
    return rest.elementsEqual(name.utf8)
  }

  package func contains(_ name: String) -> Bool { contains(name, bit: Self.bit(of: name)) }

  mutating func remove(_ name: String) {
    self = KeyNames(text: all.filter { $0 != name }.joined(separator: " "))
  }
}

/// The bindings in force: the command table with a person's own changes applied.
public struct Keymap: Equatable, Sendable {
  package private(set) var bindings: [Binding] = [] {
    didSet { hinted = HintedKeys() }
  }
  private var hinted = HintedKeys()

  public static func == (a: Keymap, b: Keymap) -> Bool { a.bindings == b.bindings }

  public static let standard: Keymap = {
    var bindings: [Binding] = []
    bindings.reserveCapacity(240)
    for row in CommandTable.rows {
      for place in row.places where place.kind == .keys {
        bindings.append(
          Binding(
            command: row.command, scopes: place.scopes, keys: KeyNames(text: place.text),
            availability: place.availability))
      }
    }
    return Keymap(bindings: bindings)
  }()

  /// The command bound to a key; nil for a key that types or is unbound.
  public func command(for key: Key, in scope: Scope, use: ListMode = .personal) -> Command? {
    command(for: key.text, in: scope, use: use)
  }

  func command(for key: String, in scope: Scope, use: ListMode = .personal) -> Command? {
    if scope.isText, key.count == 1 || key == Key.character(" ").text { return nil }
    if scope.isForDigits, key.utf8.count == 1, "0"..."9" ~= key { return nil }
    if let own = bound(key, scope, use) { return own.command }
    guard let shared = bound(key, .everywhere, use) else { return nil }
    return shared.isAccepted(in: scope) ? shared.command : nil
  }

  private func bound(_ key: String, _ scope: Scope, _ use: ListMode) -> Binding? {
    let (scope, use, bit) = (Scopes(scope), Availability(use), KeyNames.bit(of: key))
    return bindings.withUnsafeBufferPointer { all in
      for at in all.indices
      where all[at].scopes.contains(scope) && all[at].keys.contains(key, bit: bit)
        && all[at].availability.contains(use)
      {
        return all[at]
      }
      return nil
    }
  }

  /// The key that hints show for a command: one that is really bound to it in that scope.
  public func key(for command: Command, in scope: Scope, use: ListMode = .personal) -> String? {
    hinted.key(for: command, in: scope, use) {
      firstKey(for: command, at: scope, in: scope, use)
        ?? firstKey(for: command, at: .everywhere, in: scope, use)
    }
  }

  private func firstKey(
    for command: Command, at place: Scope, in scope: Scope, _ use: ListMode
  ) -> String? {
    let place = Scopes(place)
    return bindings.withUnsafeBufferPointer { all in
      for at in all.indices
      where all[at].scopes.contains(place) && all[at].command == command
        && all[at].isAvailable(in: use)
      {
        // Nearly always the first of them, and only that one is made.
        let first = all[at].keys.first
        if self.command(for: first, in: scope, use: use) == command { return first }
        for key in all[at].keys.all.dropFirst()
        where self.command(for: key, in: scope, use: use) == command {
          return key
        }
      }
      return nil
    }
  }
}

/// The keys that were looked up for hints: every frame asks for the same ones. Guards a list for each
/// scope: no more than a few dozen, and the runtime would take longer to make the type of a dictionary
/// before the first frame than all lookups take.
private final class HintedKeys: Sendable {
  private struct Known {
    let command: Command
    let use: ListMode
    let key: String?
  }

  private let known = Mutex<[[Known]]>(Array(repeating: [], count: Scope.allCases.count))

  func key(
    for command: Command, in scope: Scope, _ use: ListMode, find: () -> String?
  ) -> String? {
    let at = Int(scope.rawValue)
    let known = known.withLock { $0[at].first { $0.command == command && $0.use == use } }
    if let known { return known.key }
    let key = find()
    self.known.withLock { $0[at].append(Known(command: command, use: use, key: key)) }
    return key
  }
}

extension Keymap {
  /// One entry of the settings file: `"items.toggle": ["x"]` or `"toggle": "x"`.
  public struct Custom: Equatable, Sendable {
    public let name: String
    public let keys: [String]
    public init(name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }
  }

  /// The standard keys with a person's own. Entries that can't be used are left out and reported:
  /// unknown commands or keys, and two commands on one key.
  public static func customised(_ customs: [Custom]) -> (keymap: Keymap, complaints: [String]) {
    guard !customs.isEmpty else { return (.standard, []) }
    var keymap = Keymap()
    keymap.bindings = standard.bindings.flatMap { binding in
      Scope.allCases.map { Scopes($0) }.filter { binding.scopes.contains($0) }.map {
        var one = binding
        one.scopes = $0
        return one
      }
    }
    var complaints: [String] = []
    var own: Set<Int> = []
    for custom in customs {
      let parts = custom.name.split(separator: ".", maxSplits: 1).map(String.init)
      let named = parts.count == 2 ? Scope.named(parts[0]) : nil
      let name = named == nil ? custom.name : parts[1]
      var scopes = named.map { Scopes($0) }
      // It is a key of the page, unless its other segment has one of its own.
      if let other = named?.otherSegment,
        !customs.contains(where: { $0.name == "\(other.name).\(name)" })
      {
        scopes?.formUnion(Scopes(other))
      }
      var places = keymap.bindings.indices.filter {
        keymap.bindings[$0].command.name == name
          && (scopes?.contains(keymap.bindings[$0].scopes) ?? true)
      }
      if places.isEmpty, let scope = named {
        // What works on all screens has this key besides on one of them.
        for binding in keymap.bindings
        where binding.command.name == name && binding.scopes == .everywhere
          && binding.isAccepted(in: scope)
        {
          var one = binding
          one.scopes = Scopes(scope)
          places.append(keymap.bindings.count)
          keymap.bindings.append(one)
        }
      }
      guard !places.isEmpty else {
        complaints.append("keys: there is no command “\(CleanText.line(custom.name))”.")
        continue
      }
      let keys = custom.keys.compactMap { Key(text: $0)?.text }
      for text in custom.keys where Key(text: text) == nil {
        complaints.append("keys: “\(CleanText.line(text))” is not the name of a key (\(name)).")
      }
      guard !keys.isEmpty || custom.keys.isEmpty else { continue }
      for place in places {
        keymap.bindings[place].keys = KeyNames(text: keys.joined(separator: " "))
        own.insert(place)
      }
    }
    guard !own.isEmpty else { return (.standard, complaints) }
    complaints += keymap.settle(own)
    return (keymap, complaints)
  }

  /// A person's own key overrides the standard ones, and a command left without a key is reported;
  /// two own bindings on one key clash, and the first wins.
  private mutating func settle(_ own: Set<Int>) -> [String] {
    // A key that a command does not get takes none from others.
    var complaints = settleClashes(own)
    for place in own.sorted() {
      for key in bindings[place].keys.all {
        for other in bindings.indices
        where !own.contains(other) && bindings[other].keys.contains(key)
          && bindings[other].meets(bindings[place])
        {
          let isSame = bindings[place].command == bindings[other].command
          let (mine, theirs) = (bindings[place].command.name, bindings[other].command.name)
          if bindings[other].scopes == .everywhere, bindings[place].scopes != .everywhere {
            // The global binding stays in force in the other scopes.
            if bindings[other].keys.text == key, !isSame {
              complaints.append(
                "keys: \(theirs) has no key on the page \(bindings[place].scope.name), now that "
                  + "\(key) is for \(mine).")
            }
          } else {
            bindings[other].keys.remove(key)
            if bindings[other].keys.text.isEmpty, !isSame {
              complaints.append("keys: \(theirs) has no key left, now that \(key) is for \(mine).")
            }
          }
        }
      }
    }
    // The same key may be lost in several scopes.
    var told: [String] = []
    for complaint in complaints where !told.contains(complaint) { told.append(complaint) }
    return told
  }

  private mutating func settleClashes(_ own: Set<Int>) -> [String] {
    var complaints: [String] = []
    for place in own.sorted() {
      for key in bindings[place].keys.all {
        let first = own.sorted().first {
          $0 < place && bindings[$0].keys.contains(key) && bindings[$0].meets(bindings[place])
            && bindings[$0].command != bindings[place].command
        }
        guard let first else { continue }
        bindings[place].keys.remove(key)
        complaints.append(
          "keys: \(key) is wanted for both \(bindings[first].command.name) and "
            + "\(bindings[place].command.name); it stays with the first.")
      }
    }
    return complaints
  }
}

extension Binding {
  /// For a binding with a single scope.
  fileprivate var scope: Scope {
    Scope(rawValue: UInt8(scopes.rawValue.trailingZeroBitCount)) ?? .everywhere
  }

  /// Whether both can be in force at the same time; each has a single scope.
  fileprivate func meets(_ other: Binding) -> Bool {
    guard !availability.isDisjoint(with: other.availability.intersection(.standard)) else {
      return false
    }
    if scopes == other.scopes { return true }
    if scopes == .everywhere { return isAccepted(in: other.scope) }
    return other.scopes == .everywhere && other.isAccepted(in: scope)
  }
}
