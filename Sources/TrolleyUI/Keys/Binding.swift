import TrolleyCore

/// Keys that mean a command in a scope; the first key is the one that hints show.
public struct Binding: Equatable, Sendable {
  public let scope: Scope
  public let command: Command
  public var keys: [Key]
  /// True for what only a list with accounts has, false for what only personal use has.
  public let needsAccounts: Bool?

  init(
    _ scope: Scope, _ command: Command, _ keys: Key..., needsAccounts: Bool? = nil
  ) {
    self.init(scope, command, keys, needsAccounts: needsAccounts)
  }

  private init(
    _ scope: Scope, _ command: Command, _ keys: [Key], needsAccounts: Bool? = nil
  ) {
    self.scope = scope
    self.command = command
    self.keys = keys
    self.needsAccounts = needsAccounts
  }

  /// Whether there is a use that has both.
  func meets(_ other: Binding) -> Bool {
    needsAccounts == nil || other.needsAccounts == nil || needsAccounts == other.needsAccounts
  }

  func isThere(in use: Use) -> Bool {
    command.isThere(in: use) && needsAccounts.map { $0 == use.hasAccounts } ?? true
  }
}

extension Key: ExpressibleByStringLiteral {
  /// For the table of bindings: a name that is wrong becomes the character "?", and a test of the
  /// table finds it.
  public init(stringLiteral text: String) { self = Key(text: text) ?? .character("?") }
}

extension Binding {
  /// The one table behind bindings, hints, help and palette.
  static let defaults: [Binding] = {
    let groups = [
      everywhere, list(.items), items, list(.catalogue), catalogue, list(.cart), cart,
      list(.stores), stores, list(.nearby), nearby, shop, list(.orders), orders, list(.people),
      people, list(.settings), settings, details, text(.line), line,
      text(.picker, hasList: true), picker, text(.form), form, dialog,
      text(.files, hasList: true), files, signIn, text(.credentials), credentials, provider, code,
      product,
    ]
    var all: [Binding] = []
    all.reserveCapacity(groups.reduce(0) { $0 + $1.count })
    for group in groups { all += group }
    return all
  }()

  private static let everywhere: [Binding] = [
    Binding(.everywhere, .show(.items), "1"),
    Binding(.everywhere, .show(.cart), "2", "c"),
    Binding(.everywhere, .show(.stores), "3"),
    Binding(.everywhere, .show(.orders), "4"),
    Binding(.everywhere, .show(.settings), "5", needsAccounts: false),
    Binding(.everywhere, .show(.people), "5", needsAccounts: true),
    Binding(.everywhere, .show(.settings), "6", needsAccounts: true),
    Binding(.everywhere, .nextPage, "tab", "]"),
    Binding(.everywhere, .previousPage, "shift-tab", "["),
    Binding(.everywhere, .quickAdd, "a", "insert"),
    Binding(.everywhere, .addForm, "A"),
    Binding(.everywhere, .pasteList, "P"),
    Binding(.everywhere, .checkout, "o"),
    Binding(.everywhere, .showSegment(.all)),
    Binding(.everywhere, .showSegment(.starred)),
    Binding(.everywhere, .showSegment(.catalogue)),
    Binding(.everywhere, .undo, "u"),
    Binding(.everywhere, .redo, "ctrl-r", "U"),
    Binding(.everywhere, .chooseStore, "S"),
    Binding(.everywhere, .copy, "y"),
    Binding(.everywhere, .showCode, "Y"),
    Binding(.everywhere, .retry, "r", "f5"),
    Binding(.everywhere, .palette, ":", "ctrl-p"),
    Binding(.everywhere, .help, "?", "f1"),
    Binding(.everywhere, .switchTheme, "ctrl-t"),
    Binding(.everywhere, .chooseTheme),
    Binding(.everywhere, .switchMotion),
    Binding(.everywhere, .signOut, "L", needsAccounts: true),
    Binding(.everywhere, .redraw, "ctrl-l"),
    Binding(.everywhere, .suspend, "ctrl-z"),
    Binding(.everywhere, .leave, "q", "ctrl-c"),
    Binding(.everywhere, .quit, "Q", "ctrl-q"),
  ]

  /// What every list has.
  private static func list(_ scope: Scope) -> [Binding] {
    [
      Binding(scope, .up, "up", "k"),
      Binding(scope, .down, "down", "j"),
      Binding(scope, .first, "home", "g"),
      Binding(scope, .last, "end", "G"),
      Binding(scope, .pageUp, "pgup", "ctrl-b"),
      Binding(scope, .pageDown, "pgdn", "ctrl-f"),
      Binding(scope, .halfPageUp, "ctrl-u"),
      Binding(scope, .halfPageDown, "ctrl-d"),
      Binding(scope, .open, "enter"),
      Binding(scope, .back, "esc"),
    ]
  }

  private static let items: [Binding] = [
    Binding(.items, .left, "left", "h"),
    Binding(.items, .right, "right", "l"),
    Binding(.items, .toggle, "space"),
    Binding(.items, .increase, "+", "="),
    Binding(.items, .decrease, "-"),
    Binding(.items, .star, "*"),
    Binding(.items, .edit, "e"),
    Binding(.items, .delete, "d", "delete"),
    Binding(.items, .search, "/"),
    Binding(.items, .nextMatch, "n"),
    Binding(.items, .previousMatch, "N"),
    Binding(.items, .chooseSort, "s"),
    Binding(.items, .chooseCategory, "f"),
    Binding(.items, .nextSegment, ".", ","),
    Binding(.items, .mark, "v"),
    Binding(.items, .markRange, "V"),
    Binding(.items, .markAll, "ctrl-a"),
    Binding(.items, .switchView, "t"),
    Binding(.items, .switchTileSize, "z"),
    Binding(.items, .switchGrouping, "Z"),
  ]

  private static let catalogue: [Binding] = [
    Binding(.catalogue, .left, "left", "h"),
    Binding(.catalogue, .right, "right", "l"),
    Binding(.catalogue, .toggle, "space"),
    Binding(.catalogue, .increase, "+", "="),
    Binding(.catalogue, .decrease, "-"),
    Binding(.catalogue, .search, "/"),
    Binding(.catalogue, .nextMatch, "n"),
    Binding(.catalogue, .previousMatch, "N"),
    Binding(.catalogue, .chooseSort, "s"),
    Binding(.catalogue, .chooseCategory, "f"),
    Binding(.catalogue, .nextSegment, ".", ","),
    Binding(.catalogue, .switchView, "t"),
    Binding(.catalogue, .switchTileSize, "z"),
  ]

  private static let product: [Binding] = [
    Binding(.product, .open, "enter"),
    Binding(.product, .toggle, "space"),
    Binding(.product, .increase, "+", "=", "right", "l"),
    Binding(.product, .decrease, "-"),
    Binding(.product, .up, "up", "k"),
    Binding(.product, .down, "down", "j"),
    Binding(.product, .openInBrowser, "o"),
    Binding(.product, .copy, "y"),
    Binding(.product, .back, "esc", "left", "h"),
  ]

  private static let cart: [Binding] = [
    Binding(.cart, .toggle, "space"),
    Binding(.cart, .increase, "+", "="),
    Binding(.cart, .decrease, "-"),
    Binding(.cart, .star, "*"),
    Binding(.cart, .edit, "e"),
    Binding(.cart, .delete, "d", "delete"),
    Binding(.cart, .chooseSort, "s"),
    Binding(.cart, .mark, "v"),
    Binding(.cart, .markRange, "V"),
    Binding(.cart, .markAll, "ctrl-a"),
    Binding(.cart, .clearPicked, "W"),
    Binding(.cart, .mail, "m"),
    Binding(.cart, .holdCart, "H", needsAccounts: true),
    Binding(.cart, .takeUpCart, "T", needsAccounts: true),
  ]

  private static let stores: [Binding] = [
    Binding(.stores, .toggle, "space"),
    Binding(.stores, .nextSegment, ".", ",", "right", "left", "l", "h"),
    Binding(.stores, .addForm, "a", "A"),
    Binding(.stores, .edit, "e"),
    Binding(.stores, .delete, "d", "delete"),
  ]

  private static let nearby: [Binding] = [
    Binding(.nearby, .nextSegment, ".", ",", "right", "left", "l", "h"),
    Binding(.nearby, .increase, "+", "="),
    Binding(.nearby, .decrease, "-"),
    Binding(.nearby, .choosePlace, "w", "e"),
    Binding(.nearby, .useLocation, "p"),
    Binding(.nearby, .star, "*", "f"),
  ]

  private static let shop: [Binding] = [
    Binding(.shop, .open, "enter", "space"),
    Binding(.shop, .left, "left", "h"),
    Binding(.shop, .right, "right", "l"),
    Binding(.shop, .up, "up", "k"),
    Binding(.shop, .down, "down", "j"),
    Binding(.shop, .pageUp, "pgup", "ctrl-b"),
    Binding(.shop, .pageDown, "pgdn", "ctrl-f"),
    Binding(.shop, .first, "home", "g"),
    Binding(.shop, .increase, "+", "="),
    Binding(.shop, .decrease, "-"),
    Binding(.shop, .switchMap, "v"),
    Binding(.shop, .switchTileSize, "z"),
    Binding(.shop, .star, "*", "f"),
    Binding(.shop, .openInBrowser, "o"),
    Binding(.shop, .back, "esc"),
  ]

  private static let orders: [Binding] = [
    Binding(.orders, .orderAgain, "space", "R"),
    Binding(.orders, .mail, "m"),
  ]

  private static let people: [Binding] = [
    Binding(.people, .newEmployee, "a", "A"),
    Binding(.people, .edit, "e"),
    Binding(.people, .delete, "d", "delete"),
  ]

  /// Digits go into the PIN, so only other keys can be bound.
  private static let signIn: [Binding] = [
    Binding(.signIn, .open, "enter"),
    Binding(.signIn, .newEmployee, "n"),
    Binding(.signIn, .forgotPIN, "f"),
    Binding(.signIn, .back, "esc"),
    Binding(.signIn, .deleteBackward, "backspace"),
    Binding(.signIn, .deleteForward, "delete"),
    Binding(.signIn, .deleteToStart, "ctrl-u"),
    Binding(.signIn, .textLeft, "left"),
    Binding(.signIn, .textRight, "right"),
    Binding(.signIn, .textStart, "home"),
    Binding(.signIn, .textEnd, "end"),
  ]

  /// Printable keys type, so only others can be bound.
  private static let credentials: [Binding] = [
    Binding(.credentials, .nextField, "tab", "down"),
    Binding(.credentials, .previousField, "shift-tab", "up"),
    Binding(.credentials, .register, "ctrl-n"),
    Binding(.credentials, .help, "f1"),
    Binding(.credentials, .switchTheme, "ctrl-t"),
  ]

  private static let provider: [Binding] = [
    Binding(.provider, .open, "enter"),
    Binding(.provider, .openInBrowser, "o"),
    Binding(.provider, .switchFlow, "b"),
    Binding(.provider, .copy, "y"),
    Binding(.provider, .back, "esc"),
  ]

  private static let code: [Binding] = [
    Binding(.code, .open, "enter"),
    Binding(.code, .copy, "y"),
    Binding(.code, .openInBrowser, "o"),
    Binding(.code, .back, "esc"),
  ]

  private static let settings: [Binding] = [
    Binding(.settings, .toggle, "space"),
    Binding(.settings, .edit, "e"),
    Binding(.settings, .right, "right", "l"),
    Binding(.settings, .left, "left", "h"),
    Binding(.settings, .search, "/"),
    Binding(.settings, .test, "t"),
    Binding(.settings, .delete, "d", "delete"),
  ]

  private static let details: [Binding] = [
    Binding(.details, .open, "enter"),
    Binding(.details, .toggle, "space"),
    Binding(.details, .switchPicked, "p"),
    Binding(.details, .increase, "+", "=", "right", "l"),
    Binding(.details, .decrease, "-"),
    Binding(.details, .star, "*"),
    Binding(.details, .edit, "e"),
    Binding(.details, .showPicture, "w"),
    Binding(.details, .delete, "d", "delete"),
    Binding(.details, .up, "up", "k"),
    Binding(.details, .down, "down", "j"),
    Binding(.details, .back, "esc", "left", "h"),
  ]

  /// What every text field has. Printable keys type, so only others can be bound.
  ///
  /// - Parameter hasList: a list below the field, whose ends `home` and `end` are for.
  private static func text(_ scope: Scope, hasList: Bool = false) -> [Binding] {
    [
      Binding(scope, .textStart, hasList ? ["ctrl-a"] : ["home", "ctrl-a"]),
      Binding(scope, .textEnd, hasList ? ["ctrl-e"] : ["end", "ctrl-e"]),
      Binding(scope, .open, "enter"),
      Binding(scope, .back, "esc", "ctrl-c"),
      Binding(scope, .textLeft, "left"),
      Binding(scope, .textRight, "right"),
      Binding(scope, .textWordLeft, "alt-b"),
      Binding(scope, .textWordRight, "alt-f"),
      Binding(scope, .deleteBackward, "backspace"),
      Binding(scope, .deleteForward, "delete", "ctrl-d"),
      Binding(scope, .deleteWord, "ctrl-w"),
      Binding(scope, .deleteToStart, "ctrl-u"),
    ]
  }

  private static let line: [Binding] = [
    Binding(.line, .up, "up"),
    Binding(.line, .down, "down"),
    Binding(.line, .pageUp, "pgup"),
    Binding(.line, .pageDown, "pgdn"),
  ]

  private static let picker: [Binding] = [
    Binding(.picker, .up, "up", "ctrl-p", "shift-tab"),
    Binding(.picker, .down, "down", "ctrl-n", "tab"),
    Binding(.picker, .first, "home"),
    Binding(.picker, .last, "end"),
    Binding(.picker, .pageUp, "pgup", "ctrl-b"),
    Binding(.picker, .pageDown, "pgdn", "ctrl-f"),
  ]

  private static let form: [Binding] = [
    Binding(.form, .nextField, "tab", "down"),
    Binding(.form, .previousField, "shift-tab", "up"),
    Binding(.form, .complete, "ctrl-n"),
    Binding(.form, .submit, "ctrl-s"),
    Binding(.form, .chooseFile, "ctrl-o"),
    Binding(.form, .takeTheirs, "ctrl-t"),
    Binding(.form, .keepMine, "ctrl-k"),
  ]

  private static let files: [Binding] = [
    Binding(.files, .up, "up", "ctrl-p", "shift-tab"),
    Binding(.files, .down, "down", "ctrl-n"),
    Binding(.files, .first, "home"),
    Binding(.files, .last, "end"),
    Binding(.files, .pageUp, "pgup", "ctrl-b"),
    Binding(.files, .pageDown, "pgdn", "ctrl-f"),
    Binding(.files, .complete, "tab"),
  ]

  private static let dialog: [Binding] = [
    Binding(.dialog, .left, "left", "h", "shift-tab"),
    Binding(.dialog, .right, "right", "l", "tab"),
    Binding(.dialog, .up, "up", "k"),
    Binding(.dialog, .down, "down", "j"),
    Binding(.dialog, .open, "enter", "space"),
    Binding(.dialog, .back, "esc"),
  ]
}
