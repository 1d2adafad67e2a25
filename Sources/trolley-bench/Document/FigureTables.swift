/// A table in docs/BENCHMARKS.md, between markers that name it.
struct FigureTable {
  let name: String
  /// The heads of the columns of limits.
  var limits: [String] = []
  let rows: [FigureRow]
}

/// All tables: the figures, their limits, and the goals. The table of goals is made from them too.
extension FigureTable {
  static let all =
    [start, peers, keys, bytes, memory, idle, processes, inside]
    + [confetti, people, sharing, pictures, hostile]

  private static let grids = ["grid", "grid-pictures"]
  private static let toGrids = grids.map { FigureRow.Limit(program: $0) }

  private static let start = FigureTable(
    name: "start", limits: grids,
    rows: [
      FigureRow(name: "first byte", figure: "first byte ms", limits: toGrids),
      FigureRow(
        name: "first full frame", figure: "frame ms", limits: toGrids,
        goals: [
          Goal(subject: .limit(0), p50: 1.5, size: 100),
          Goal(subject: .growth, p50: 1.5, size: 100_000),
        ]),
      FigureRow(name: "its CPU time", figure: "frame cpu ms", limits: toGrids),
      FigureRow(
        name: "its bytes", figure: "frame bytes", unit: .bytes, sizes: .shortest, limits: toGrids),
      FigureRow(
        name: "quit", figure: "quit ms", limits: toGrids, goals: [Goal(subject: .limit(0), p50: 3)]),
    ])

  /// The others on the same items, for orientation.
  private static let peers = FigureTable(
    name: "peers", limits: ["grid"],
    rows: Program.all.filter { !$0.name.hasPrefix("grid") && $0.name != "trolley" }.map {
      FigureRow(
        name: $0.name + ", first full frame", figure: "frame ms", program: $0.name,
        sizes: $0.data == .none ? .fixed(0) : .all, limits: [FigureRow.Limit(program: "grid")])
    })

  private static let keys = FigureTable(
    name: "keys", limits: grids,
    rows: [
      key("move", [Goal(subject: .limit(0), p50: 1.2, p99: 1.5), likeShortest]),
      key("page", [likeShortest]), key("toggle", [likeShortest]), key("tab", [likeShortest]),
      key("filter", [Goal(subject: .limit(0), p50: 1, size: 100_000)]), key("resize"),
    ])

  private static let likeShortest = Goal(subject: .growth, p50: 1.1, size: 100_000)

  private static func key(_ script: String, _ goals: [Goal] = []) -> FigureRow {
    FigureRow(name: script, figure: "\(script) ms", limits: toGrids, goals: goals)
  }

  private static let bytes = FigureTable(
    name: "bytes", limits: grids,
    rows: [
      ("move", 1.1), ("page", nil), ("toggle", nil), ("tab", 1.1), ("filter", nil), ("resize", nil),
    ]
    .map { script, most in
      FigureRow(
        name: "\(script), bytes", figure: "\(script) bytes", unit: .bytes, sizes: .shortest,
        limits: toGrids, goals: most.map { [Goal(subject: .limit(0), p50: $0)] } ?? [])
    })

  private static let memory = FigureTable(
    name: "memory", limits: grids,
    rows: [
      FigureRow(name: "memory (PSS)", figure: "PSS MiB", unit: .mebibytes, limits: toGrids),
      FigureRow(
        name: "memory, own pages", figure: "own MiB", unit: .mebibytes, limits: toGrids,
        goals: [Goal(subject: .value, p50: 8, size: 100)]),
      FigureRow(
        name: "memory, own pages for each item", figure: Runner.itemMemory, unit: .bytes,
        goals: [Goal(subject: .value, p50: 250)]),
    ])

  private static let idle = FigureTable(
    name: "idle", limits: grids,
    rows: [
      ("context switches", "idle switches", FigureRow.Unit.count),
      ("bytes", "idle bytes", .bytes), ("CPU time", "idle cpu ms", .milliseconds),
    ].map { name, figure, unit in
      FigureRow(
        name: "idle: \(name)", figure: figure, unit: unit, limits: toGrids,
        goals: [Goal(subject: .value, p50: 0)])
    })

  private static let processes = FigureTable(
    name: "commit", limits: [Runner.plainCommit, "sqlite3"],
    rows: [
      process(
        "pick",
        [
          Goal(subject: .limit(0), p50: 2.5, size: 100),
          Goal(subject: .growth, p50: 1.5, size: 100_000),
        ]),
      process("add"), process("list"), process("export"), process("import"),
    ])

  private static func process(_ verb: String, _ goals: [Goal] = []) -> FigureRow {
    FigureRow(
      name: "`trolley \(verb)`", figure: Runner.commitFigure, program: "trolley \(verb)",
      limits: [Runner.plainCommit, "sqlite3"].map { FigureRow.Limit(program: $0) }, goals: goals)
  }

  private static let inside = FigureTable(
    name: "inside", limits: ["beside it"],
    rows: [
      ours("one durable change, in the program", "commit", beside: "append and fdatasync"),
      ours("cold load of the list", "cold load"), ours("build the lists", "make the lists"),
      ours("a letter of a search", "reduce a letter"),
      ours("move in the state", "reduce right"), ours("page in the state", "reduce pageDown"),
      ours("toggle in the state", "reduce toggle"), ours("draw 80×24", "draw"),
      ours("draw a frame of confetti at 120×40", "confetti frame at 120x40"),
      ours(
        "a letter in the catalogue", "a letter in the catalogue",
        goals: [Goal(subject: .value, p99: 16, size: 1_000_000)]),
      ours(
        "open a kept catalogue, to its first frame", "open a kept catalogue",
        goals: [Goal(subject: .value, p50: 30, size: 1_000_000)]),
      ours("try a PIN among twenty", "try a PIN"),
    ])

  private static func ours(
    _ name: String, _ figure: String, beside limit: String? = nil, goals: [Goal] = []
  ) -> FigureRow {
    FigureRow(
      name: name, figure: Runner.insideMark + figure,
      limits: limit.map { [FigureRow.Limit(figure: Runner.insideMark + $0, name: $0)] } ?? [],
      goals: goals)
  }
}
