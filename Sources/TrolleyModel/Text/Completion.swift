/// The rest of a known name while its beginning is being typed.
public struct Completion: Equatable, Sendable {
  /// What is shown behind the cursor.
  public let rest: String
  /// The whole text when it is taken, in the spelling of what is known.
  public let text: String
  /// Whether what was typed is a whole thing already: enter leaves it so, and only tab takes the rest.
  public let isOptional: Bool

  package init(rest: String, text: String, isOptional: Bool = false) {
    self.rest = rest
    self.text = text
    self.isOptional = isOptional
  }

  /// The first name that begins with the typed text, whatever its case and accents; nil when there
  /// is none, or one that has just these letters.
  public init?(of typed: some StringProtocol, among names: some Sequence<String>) {
    let key = Folding.plain(String(typed))
    guard !key.isEmpty else { return nil }
    var found: String?
    for name in names {
      let plain = Folding.plain(name)
      if plain == key { return nil }
      if found == nil, plain.starts(with: key) { found = name }
    }
    guard let found, let rest = Self.rest(of: found, behind: key) else { return nil }
    self.init(rest: rest, text: found)
  }

  /// The unit whose symbol begins with the typed letters.
  public init?(ofUnit typed: some StringProtocol) {
    guard UnitWords.unit(typed) == nil else { return nil }
    self.init(of: typed, among: Unit.allCases.map(\.symbol))
  }

  /// What of a name is behind a beginning that was typed in folded letters.
  package static func rest(of name: String, behind key: [UInt8]) -> String? {
    let (_, graphemes) = Folding.plainWithGraphemes(name)
    guard key.count < graphemes.count, let last = key.indices.last else { return nil }
    return String(name.dropFirst(graphemes[last] + 1))
  }

  /// The same with what stands before it.
  package func behind(_ head: some StringProtocol) -> Completion {
    Completion(rest: rest, text: head + text, isOptional: isOptional)
  }
}
