import TrolleyModel
import TrolleyUI

extension Canvas {
  /// The screen as lines of text, without trailing blanks.
  public var rows: [String] {
    (0..<size.height).map { y in
      var row = ""
      for x in 0..<size.width { row += self[x, y].text }
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  public var text: String { rows.joined(separator: "\n") }

  /// The roles of a row as letters, without trailing plain text.
  public func roles(_ y: Int) -> String {
    var row = ""
    for x in 0..<size.width {
      row.append(
        self[x, y].foreground != 0 || self[x, y].background != 0 ? "#" : self[x, y].role.letter)
    }
    while row.last == "." { row.removeLast() }
    return row
  }

  /// What is wrong with the cells themselves; nil for a valid canvas.
  public func flaw(asked: Size) -> String? {
    guard size == asked else { return "the size is \(size), not \(asked)" }
    guard cells.count == size.width * size.height else { return "\(cells.count) cells" }
    for y in 0..<size.height {
      for x in 0..<size.width {
        if let flaw = flaw(x, y) { return "\(flaw) at \(x),\(y)" }
      }
    }
    if let cursor, !Rect(size).contains(cursor) { return "the cursor is outside: \(cursor)" }
    if let hit = hits.first(where: {
      !$0.area.isEmpty && $0.area.intersection(Rect(size)) != $0.area
    }) {
      return "a press outside: \(hit)"
    }
    return nil
  }

  private func flaw(_ x: Int, _ y: Int) -> String? {
    let cell = self[x, y]
    if cell.glyph == Cell.continuation {
      return x > 0 && DisplayWidth.of(self[x - 1, y].text) == 2 ? nil : "half of nothing"
    }
    let scalars = cell.text.unicodeScalars
    guard let first = scalars.first else { return "an empty cell" }
    if scalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) {
      return "a control character"
    }
    if !isUnicode, !first.isASCII { return "\(first) on an ASCII terminal" }
    guard DisplayWidth.of(cell.text) == 2 else { return nil }
    return x + 1 < size.width && self[x + 1, y].glyph == Cell.continuation ? nil : "half a sign"
  }
}
