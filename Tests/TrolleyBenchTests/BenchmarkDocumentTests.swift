import Testing

@testable import trolley_bench

/// What `make bench ARGS="--write docs/BENCHMARKS.md"` makes of a run's figures.
@Suite struct BenchmarkDocumentTests {
  private let limits = [FigureRow.Limit(program: "grid")]

  private func samples(_ all: [(String, Int, String, [Double])]) -> Samples {
    var samples = Samples()
    for (program, size, figure, values) in all {
      for value in values { samples.add(value, figure, Subject(program: program, size: size)) }
    }
    return samples
  }

  private func document(_ samples: Samples, sizes: [Int] = [100]) -> BenchmarkDocument {
    BenchmarkDocument(samples, sizes: sizes, conditions: "Today: calm.")
  }

  private func move(_ goals: [Goal] = []) -> FigureTable {
    FigureTable(
      name: "keys", limits: ["grid"],
      rows: [FigureRow(name: "move", figure: "move ms", limits: limits, goals: goals)])
  }

  @Test func `a figure stands beside its limit, their ratio, its growth and its goal`() {
    let document = document(
      samples([
        ("trolley", 100, "move ms", [1.5]), ("grid", 100, "move ms", [1]),
        ("trolley", 100_000, "move ms", [3]), ("grid", 100_000, "move ms", [2]),
      ]), sizes: [100_000, 100])
    let table = move([
      Goal(subject: .limit(0), p50: 1.6, size: 100),
      Goal(subject: .growth, p50: 1.5, size: 100_000),
    ])
    #expect(
      document.markdown(table) == """
        | figure | n | p50 (p99) | grid | ÷ | ÷ n = 100 | goal |
        |---|--:|--:|--:|--:|--:|---|
        | move | 100 | 1.50 ms | 1.00 ms | 1.50× |  | ≤ 1.6 × grid at 100 |
        | move | 10⁵ | 3.00 ms | 2.00 ms | 1.50× | **2.00×** | ≤ 1.5 × the shortest list at 10⁵ |
        """)
  }

  @Test func `a column without any cell is left out, and so is a row without a figure`() {
    let table = FigureTable(
      name: "keys", limits: ["grid"],
      rows: [
        FigureRow(name: "move", figure: "move ms", limits: limits),
        FigureRow(name: "page", figure: "page ms", limits: limits),
      ])
    #expect(
      document(samples([("trolley", 100, "move ms", [0.25])])).markdown(table) == """
        | figure | n | p50 (p99) |
        |---|--:|--:|
        | move | 100 | 0.250 ms |
        """)
  }

  @Test func `a p99 needs 20 samples, is compared with a p99, and misses its own goal`() throws {
    let slow = Array(repeating: 1.0, count: 18) + [9, 9]
    let few = samples([
      ("trolley", 100, "move ms", Array(slow.dropFirst())), ("grid", 100, "move ms", slow),
    ])
    let enough = samples([
      ("trolley", 100, "move ms", slow),
      ("grid", 100, "move ms", Array(repeating: 1, count: 20)),
    ])
    let table = move([Goal(subject: .limit(0), p50: 1, p99: 1.5)])
    #expect(
      try #require(document(few).markdown(table)).contains("| 1.00 ms | 1.00 (9.00) ms | 1.00× |"))
    #expect(
      try #require(document(enough).markdown(table)).contains(
        "| 1.00 (9.00) ms | 1.00 (1.00) ms | **1.00× (9.00×)** | ≤ 1 × grid, p99 ≤ 1.5 × grid |"))
  }

  @Test func `a goal may ask for at least so much, and for nothing at all`() {
    let rate = Goal(subject: .limit(0), p50: 0.5, isLeast: true)
    #expect(rate.isMet(Figure(p50: 0.5)))
    #expect(!rate.isMet(Figure(p50: 0.49)))
    let none = Goal(subject: .value, p50: 0)
    #expect(none.isMet(Figure(p50: 0)))
    #expect(!none.isMet(Figure(p50: 1)))
  }

  @Test func `the largest of all samples can be a figure`() {
    let table = FigureTable(
      name: "hostile",
      rows: [
        FigureRow(
          name: "memory", figure: "MiB", unit: .mebibytes, isMost: true,
          goals: [Goal(subject: .value, p50: 150)])
      ])
    let document = document(samples([("trolley", 100, "MiB", [20, 160, 30])]))
    #expect(
      document.markdown(table)?.contains("| memory | 100 | **160 MiB** | ≤ 150 MiB |") == true)
  }

  @Test func `what has no list is compared with others on the shortest one`() {
    let table = FigureTable(
      name: "peers", limits: ["grid"],
      rows: [
        FigureRow(name: "raw", figure: "frame ms", program: "raw", sizes: .fixed(0), limits: limits)
      ])
    let document = document(
      samples([("raw", 0, "frame ms", [1]), ("grid", 100, "frame ms", [2])]), sizes: [100, 1000])
    #expect(document.markdown(table)?.contains("| raw | 1.00 ms | 2.00 ms | 0.50× |") == true)
  }

  // MARK: The file

  private let old = (["goals"] + FigureTable.all.map(\.name)).map {
    "## \($0)\n\n<!-- bench: \($0) -->\n\nold \($0)\n\n<!-- bench: end -->\n\nprose of \($0)\n"
  }.joined()

  @Test func `tables of which nothing was measured stay, and so does what is outside`() throws {
    let new = try document(samples([("trolley", 100, "frame ms", [5])])).written(into: old)
    #expect(!new.contains("old start"))
    #expect(
      new.contains("| first full frame | 100 | 5.00 ms | ≤ 1.5 × grid at 100 |\n\nToday: calm.\n\n")
    )
    #expect(!new.contains("old goals"))
    for table in FigureTable.all where table.name != "start" {
      #expect(new.contains("old \(table.name)"))
    }
    for name in ["goals"] + FigureTable.all.map(\.name) {
      #expect(new.contains("<!-- bench: \(name) -->"))
      #expect(new.contains("<!-- bench: end -->\n\nprose of \(name)\n"))
    }
  }

  @Test func `a second time changes nothing`() throws {
    let document = document(samples([("trolley", 100, "frame ms", [5])]))
    let new = try document.written(into: old)
    #expect(try document.written(into: new) == new)
  }

  @Test(arguments: [
    ("<!-- bench: keys -->\n", "<!-- bench: kees -->\n"),
    ("old keys\n\n<!-- bench: end -->\n", "old keys\n\n"),
    ("old keys\n\n<!-- bench: end", "<!-- bench: ende"),
  ])
  func `a file without a place for a table is refused before anything is measured`(
    _ marker: String, _ other: String
  ) throws {
    try BenchmarkDocument.check(old)
    let file = old.replacingOccurrences(marker, other)
    #expect(file != old)
    #expect(throws: Complaint.self) { try BenchmarkDocument.check(file) }
  }

  @Test func `no two tables and no two goals have the same name`() {
    #expect(Set(FigureTable.all.map(\.name)).count == FigureTable.all.count)
    let rows = FigureTable.all.flatMap(\.rows).filter { !$0.goals.isEmpty }.map(\.name)
    #expect(Set(rows).count == rows.count)
  }
}

extension String {
  fileprivate func replacingOccurrences(_ text: String, _ other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
