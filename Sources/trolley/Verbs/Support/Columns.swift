/// Prints rows in aligned columns. Nothing is truncated, because a script may want all of it.
struct Columns {
  private var rows: [[String]] = []
  private let isRight: [Bool]
  /// One long name must not push everything else off the screen.
  private let widest: Int

  /// - Parameter alignment: a letter per column: `l` or `r`.
  init(_ alignment: String, widest: Int = 40) {
    isRight = alignment.map { $0 == "r" }
    self.widest = widest
  }

  mutating func add(_ cells: String...) { rows.append(cells) }

  func print(to output: inout Output) {
    var widths = isRight.map { _ in 0 }
    for row in rows {
      for (i, cell) in row.enumerated() {
        widths[i] = max(widths[i], min(DisplayWidth.of(cell), widest))
      }
    }
    for row in rows {
      var line = ""
      for (i, cell) in row.enumerated() where widths[i] > 0 {
        if !line.isEmpty { line += "  " }
        let space = String(repeating: " ", count: max(0, widths[i] - DisplayWidth.of(cell)))
        line += isRight[i] ? space + cell : cell + space
      }
      while line.utf8.last == 0x20 { line.removeLast() }
      output.line(line)
    }
  }
}
