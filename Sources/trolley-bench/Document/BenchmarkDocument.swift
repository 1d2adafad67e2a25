/// Writes the tables of a run into docs/BENCHMARKS.md.
///
/// Each is between the markers `<!-- bench: NAME -->` and `<!-- bench: end -->`. A table of which
/// this run has no figure stays as it is, and so does everything outside of the markers.
struct BenchmarkDocument {
  let samples: Samples
  /// The lengths of the list, the shortest first.
  let sizes: [Int]
  /// When and how it was measured; below each table, which may be of different runs.
  let conditions: String

  init(_ samples: Samples, sizes: [Int], conditions: String) {
    self.samples = samples
    self.sizes = sizes.sorted()
    self.conditions = conditions
  }

  static let goals = "goals"

  /// Throws unless the text has a place for each table.
  static func check(_ text: String) throws(Complaint) {
    let lines = lines(text)
    for name in [goals] + FigureTable.all.map(\.name) { _ = try block(name, in: lines) }
  }

  func written(into text: String) throws(Complaint) -> String {
    var text = try Self.replaced(Self.goals, in: text, by: Self.goalsTable)
    for table in FigureTable.all {
      guard let new = markdown(table) else { continue }
      text = try Self.replaced(table.name, in: text, by: new + "\n\n" + conditions)
    }
    return text
  }

  /// Every goal, from the rows of all tables.
  static var goalsTable: String {
    let rows = FigureTable.all.flatMap { table in
      table.rows.filter { !$0.goals.isEmpty }.map { [$0.name, $0.goalText(limits: table.limits)] }
    }
    return markdown(["figure", "goal"], rows, numbers: [])
  }

  // MARK: Markers

  /// The lines between the markers.
  private static func block(
    _ name: String, in lines: [Substring]
  ) throws(Complaint) -> Range<Int> {
    guard let begin = lines.firstIndex(of: "<!-- bench: \(name) -->"),
      let end = lines[(begin + 1)...].firstIndex(where: { $0.hasPrefix("<!--") }),
      lines[end] == "<!-- bench: end -->"
    else { throw Complaint("there is no place for the table “\(name)” between markers") }
    return begin + 1..<end
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func replaced(
    _ name: String, in text: String, by new: String
  ) throws(Complaint) -> String {
    var lines = lines(text)
    // An empty line on both sides, as Markdown's tables need between comments.
    lines.replaceSubrange(try block(name, in: lines), with: [""] + Self.lines(new) + [""])
    return lines.joined(separator: "\n")
  }

  // MARK: Tables

  /// Nil without any figure.
  func markdown(_ table: FigureTable) -> String? {
    let lines = table.rows.flatMap { row in
      sizes(of: row).compactMap { line(row, $0, table) }
    }
    guard !lines.isEmpty else { return nil }
    let heads =
      ["figure", "n", "p50 (p99)"]
      + table.limits.flatMap { [$0, "÷"] } + ["÷ n = \(power(sizes[0]))", "goal"]
    let used = heads.indices.filter { column in lines.contains { !$0[column].isEmpty } }
    let numbers = used.indices.filter { used[$0] > 0 && used[$0] < heads.count - 1 }
    return Self.markdown(
      used.map { heads[$0] }, lines.map { line in used.map { line[$0] } }, numbers: Set(numbers))
  }

  static func markdown(_ heads: [String], _ rows: [[String]], numbers: Set<Int>) -> String {
    let rule = heads.indices.map { numbers.contains($0) ? "--:" : "---" }
    return
      (["| " + heads.joined(separator: " | ") + " |", "|" + rule.joined(separator: "|") + "|"]
      + rows.map { "| " + $0.joined(separator: " | ") + " |" })
      .joined(separator: "\n")
  }

  private func sizes(of row: FigureRow) -> [Int] {
    switch row.sizes {
    case .all: sizes
    case .shortest: Array(sizes.prefix(1))
    case .fixed(let size): [size]
    }
  }

  /// One cell for each column, empty where there is nothing to say. Nil without a figure.
  private func line(_ row: FigureRow, _ size: Int, _ table: FigureTable) -> [String]? {
    guard let figure = figure(row, size) else { return nil }
    let goals = row.goals.filter { $0.size == nil || $0.size == size }
    func cell(_ text: String, _ figure: Figure?, _ subject: Goal.Subject) -> String {
      guard let figure else { return text }
      let isMissed = goals.contains { $0.subject == subject && !$0.isMet(figure) }
      return isMissed ? "**\(text)**" : text
    }
    let limits = table.limits.indices.flatMap { place -> [String] in
      guard place < row.limits.count, let limit = self.limit(row, place, size) else {
        return ["", ""]
      }
      let name = row.limits[place].name.map { $0 + " " } ?? ""
      let ratio = figure.divided(by: limit)
      return [
        name + row.unit.text(limit),
        cell(ratio.map(FigureRow.Unit.ratio) ?? "", ratio, .limit(place)),
      ]
    }
    let growth = growth(row, size, figure)
    return [
      row.name, isOfList(row) ? power(size) : "", cell(row.unit.text(figure), figure, .value),
    ]
      + limits + [cell(growth.map(FigureRow.Unit.ratio) ?? "", growth, .growth)]
      + [goals.map { row.text($0, limits: table.limits) }.joined(separator: "; ")]
  }

  private func isOfList(_ row: FigureRow) -> Bool {
    if case .fixed = row.sizes { false } else { true }
  }

  private func figure(_ row: FigureRow, _ size: Int) -> Figure? {
    samples.figure(row.figure, Subject(program: row.program, size: size), of: row)
  }

  /// What has no list is compared with others on the shortest one.
  private func limit(_ row: FigureRow, _ place: Int, _ size: Int) -> Figure? {
    let limit = row.limits[place]
    let (figure, program) = (limit.figure ?? row.figure, limit.program ?? row.program)
    return samples.figure(figure, Subject(program: program, size: size), of: row)
      ?? (size == 0
        ? samples.figure(figure, Subject(program: program, size: sizes[0]), of: row) : nil)
  }

  /// Growth of the median alone: the p99 of a few samples says nothing.
  private func growth(_ row: FigureRow, _ size: Int, _ figure: Figure) -> Figure? {
    guard isOfList(row), size != sizes[0], let first = self.figure(row, sizes[0]) else {
      return nil
    }
    return Figure(p50: figure.p50).divided(by: Figure(p50: first.p50))
  }
}
