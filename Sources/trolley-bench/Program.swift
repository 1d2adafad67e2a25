/// The folders and files of one run.
struct Place {
  let size: Int
  /// A new folder for this run alone.
  let work: String
  let stock: Stock
  let limits: String
  let trolley: String

  var items: String { "\(stock.folder)/items-\(size).jsonl" }
  var lines: String { "\(stock.folder)/lines-\(size).txt" }
  var files: String { "\(stock.folder)/files-\(size)" }
  var repository: String { "\(stock.folder)/git-\(size)" }
}

/// A program measured on a terminal.
struct Program: Sendable {
  enum Data: Sendable { case none, items, lines, files, repository }

  let name: String
  let about: String
  /// Its input data; `none` also means that the size of the list does not matter.
  let data: Data
  let command: @Sendable (Place) -> [String]
  /// The longest list it is measured with: a folder or a repository of a million takes minutes to
  /// make and to open, and says nothing more about Trolley.
  var most = Int.max
  /// Whether `lines` are its standard input.
  var readsInput = false
  /// The text on the screen once everything is loaded.
  let ready: @Sendable (Int) -> String
  let quit: [Press]
  let scripts: [Script]
}

extension Script {
  private static let upAndDown: [Press] = [.pageDown, .pageDown, .pageUp, .pageDown]

  fileprivate static func move(_ presses: [Press]) -> Script {
    Script(name: "move", presses: presses, turns: 60 / presses.count)
  }

  fileprivate static func page(home: Press) -> Script {
    Script(name: "page", presses: upAndDown, after: [home], turns: 8)
  }

  fileprivate static func toggle(_ press: Press) -> Script {
    Script(name: "toggle", presses: [press], turns: 40)
  }

  fileprivate static func tab(_ presses: [Press]) -> Script {
    Script(name: "tab", presses: presses, turns: 20)
  }

  fileprivate static func filter(
    _ before: [Press], expected: String?, after: [Press], quiet: Double = 20
  ) -> Script {
    Script(
      name: "filter", before: before, presses: Press.typing("milk"), expected: expected,
      after: after, turns: 10, quiet: quiet)
  }

  /// The same for a program that shows no real data and has one size.
  fileprivate var blind: Script? {
    var script = self
    script.expected = nil
    return name == "resize" ? nil : script
  }

  /// The scripts for Trolley and the programs that imitate its screen.
  fileprivate static let tiles: [Script] = [
    move([.right, .down, .left, .down, .right, .up]),
    page(home: .type("g")),
    toggle(.type(" ")),
    tab([.type("2"), .type("1")]),
    filter([.type("/")], expected: "Milk", after: [.escape]),
    Script(name: "resize", presses: [.enlarge, .restore], turns: 8),
  ]
}

extension Program {
  /// The first is the base of all comparisons.
  static let all: [Program] = [
    Program(
      name: "grid", about: "C and ncurses, least code for the same tiles: the practical limit",
      data: .items, command: { ["\($0.limits)/grid", $0.items] }, ready: { _ in "? all keys" },
      quit: [.escape, .type("q")], scripts: Script.tiles),
    Program(
      name: "grid-pictures",
      about: "the same with a coloured picture in each tile: the limit of the same work",
      data: .items, command: { ["\($0.limits)/grid", "--pictures", $0.items] },
      ready: { _ in "? all keys" }, quit: [.escape, .type("q")], scripts: Script.tiles),
    Program(
      name: "grid-static", about: "plain tiles, linked statically",
      data: .items, command: { ["\($0.limits)/grid-static", $0.items] },
      ready: { _ in "? all keys" }, quit: [.escape, .type("q")], scripts: Script.tiles),
    Program(
      name: "raw", about: "one write a frame, no data: the physical limit",
      data: .none, command: { ["\($0.limits)/raw"] }, ready: { _ in "? all keys" },
      quit: [.type("q")], scripts: Script.tiles.compactMap(\.blind)),
    Program(
      name: "trolley", about: "this program, on a list of its own",
      data: .items, command: { [$0.trolley] }, ready: { _ in "? all keys" },
      quit: [.escape, .type("q")], scripts: Script.tiles),
    Program(
      name: "less", about: "a text of n lines",
      data: .lines, command: { ["less", $0.lines] }, ready: { "lines-\($0).txt" },
      quit: [.type("q")], scripts: [.move([.down]), .page(home: .type("g"))]),
    Program(
      name: "nnn", about: "a folder of n files",
      data: .files, command: { ["nnn", $0.files] }, most: 100_000, ready: { "1/\($0)" },
      quit: [.escape, .type("Q")],
      scripts: [
        .move([.down]), .page(home: .type("g")), .toggle(.type(" ")),
        .filter([.type("/")], expected: "Milk", after: [.escape], quiet: 60),
      ]),
    Program(
      name: "vim", about: "vim.tiny, a text of n lines",
      data: .lines,
      command: { ["vim.tiny", "-u", "NONE", "-N", "-i", "NONE", "-n", $0.lines] },
      ready: { "\($0)L, " },
      quit: [.escape, .type(":"), .type("q"), .type("!"), .enter],
      scripts: [
        .move([.down]),
        Script(
          name: "page", presses: [.pageDown, .pageDown, .pageUp, .pageDown],
          after: [.type("g"), .type("g")], turns: 8),
        .toggle(.type("~")),
      ]),
    Program(
      name: "fzf", about: "n lines on standard input",
      data: .lines, command: { _ in ["fzf", "-m", "--no-mouse"] }, readsInput: true,
      ready: { "\($0)/\($0)" }, quit: [.escape],
      scripts: [
        .move([.up]),
        Script(name: "page", presses: [.pageUp, .pageUp, .pageDown, .pageUp], turns: 8),
        .toggle(.tab),
        .filter([], expected: "Milk", after: [.control("u")], quiet: 120),
      ]),
    Program(
      name: "tig", about: "a repository of n commits",
      data: .repository, command: { ["tig", "-C", $0.repository] }, most: 100_000,
      ready: { "commit 1 of \($0)" }, quit: [.type("Q")],
      scripts: [.move([.down]), .page(home: .home)]),
    Program(
      name: "mc", about: "a folder of n files, twice",
      data: .files, command: { ["mc", "-u", "-x", $0.files, $0.files] }, most: 100_000,
      ready: { _ in "10Quit" },
      quit: [.f10, .enter],
      scripts: [
        .move([.down]), .page(home: .home), .toggle(.insert), .tab([.tab, .tab]),
        .filter([.home, .control("s")], expected: nil, after: [.escape, .escape]),
      ]),
    Program(
      name: "htop", about: "the process table, anew every 10 s",
      data: .none, command: { _ in ["htop", "-d", "100"] }, ready: { _ in "F10Quit" },
      quit: [.type("q")],
      scripts: [
        .move([.down]), Script(name: "page", presses: [.pageDown, .pageUp], turns: 12),
        .toggle(.type(" ")), .tab([.tab]),
      ]),
  ]
}
