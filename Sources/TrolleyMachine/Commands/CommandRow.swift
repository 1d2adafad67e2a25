/// One command: its name, its keys in each scope, and when the footer hints at it.
package struct CommandRow: Sendable {
  package let command: Command
  /// The name in the settings file.
  package let name: String
  package let title: String
  let places: [CommandPlace]

  init(_ command: Command, _ name: String, _ title: String, _ places: CommandPlace...) {
    self.command = command
    self.name = name
    self.title = title
    self.places = places
  }

  /// Other words that people look for it by, in the palette and the help.
  var synonyms: String {
    places.lazy.filter { $0.kind == .words }.map(\.text).joined(separator: " ")
  }

  /// The title in help and palette for one scope: a shared key shows what it does on that page.
  package func title(in scope: Scope) -> String {
    let scope = Scopes(scope)
    return places.first { $0.kind == .title && $0.scopes.contains(scope) }?.text ?? title
  }
}

/// Groups under one heading of the help.
package struct CommandSection: Sendable {
  package let title: String
  let groups: [CommandGroup]

  init(_ title: String, _ groups: CommandGroup...) {
    self.title = title
    self.groups = groups
  }
}

/// Rows that belong together; README and manual list them under this title.
package struct CommandGroup: Sendable {
  package let title: String
  package let rows: [CommandRow]

  init(_ title: String, _ rows: CommandRow...) {
    self.title = title
    self.rows = rows
  }
}

/// What a row defines for some scopes.
package struct CommandPlace: Sendable {
  enum Kind: Sendable { case keys, title, hint, words }

  let kind: Kind
  let scopes: Scopes
  /// Key names separated by spaces, a title, or the words of a hint.
  let text: String
  var availability = Availability.standard
  var rank: UInt8 = 0
  var when: Situation = []
  var unless: Situation = []

  /// - Parameter keys: those that hints show first; empty for commands that only the palette
  ///   offers.
  static func keys(
    _ scopes: Scopes, _ keys: String, in availability: Availability = .standard
  ) -> CommandPlace {
    CommandPlace(kind: .keys, scopes: scopes, text: keys, availability: availability)
  }

  static func title(_ scopes: Scopes, _ title: String) -> CommandPlace {
    CommandPlace(kind: .title, scopes: scopes, text: title)
  }

  /// Synonyms: words that people look for the command by and that its title does not have.
  static func words(_ words: String) -> CommandPlace {
    CommandPlace(kind: .words, scopes: [], text: words)
  }

  /// Shown while all of `when` and none of `unless` hold; if several apply, the lowest rank wins.
  ///
  /// - Parameter label: `action` for the label of the button that enter presses.
  static func hint(
    _ scopes: Scopes, _ rank: UInt8, _ label: String, _ when: Situation = [], unless: Situation = []
  ) -> CommandPlace {
    CommandPlace(kind: .hint, scopes: scopes, text: label, rank: rank, when: when, unless: unless)
  }

  static let action = ""
  /// The words for the marks, behind which is how many there are.
  static let unmark = "unmark"
}

extension Command {
  private var row: CommandRow? { CommandTable.rows.first { $0.command == self } }

  /// The name in the settings file.
  package var name: String { row?.name ?? "" }

  package func title(in scope: Scope) -> String { row?.title(in: scope) ?? "" }

  /// Every command, in the order of the help page.
  package static var all: [Command] { CommandTable.rows.map(\.command) }
}

/// When a key works: in which uses of the list, and in restricted situations.
package struct Availability: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(arrayLiteral all: Availability...) { rawValue = all.reduce(0) { $0 | $1.rawValue } }

  package init(_ use: ListMode) {
    switch use {
    case .personal: self = .personal
    case .household: self = .household
    case .staff: self = .staff
    }
  }

  static let personal = Availability(rawValue: 1)
  static let household = Availability(rawValue: 2)
  static let staff = Availability(rawValue: 4)
  /// Also before sign-in.
  static let signedOut = Availability(rawValue: 8)
  /// Also while text is typed: the key can't be mistaken for text.
  static let typing = Availability(rawValue: 16)
  static let accounts: Availability = [.household, .staff]
  static let standard: Availability = [.personal, .household, .staff]
  static let unlocked: Availability = [.standard, .signedOut]
  static let always: Availability = [.standard, .signedOut, .typing]

  /// Whom the command is for; nil where it is for all.
  package var whom: String? {
    switch intersection(.standard) {
    case .standard: nil
    case .accounts: "a household or a shop"
    case .household: "a household"
    case .staff: "the staff of a shop"
    case [.personal, .household]: "one person or a household"
    default: "one person"
    }
  }
}
