import Glibc

/// Prints rows in aligned columns. Nothing is truncated, because a script may want all of it; in a
/// terminal, words at the end of a row that have no room are broken between words.
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
    let room = Self.widthOfTerminal
    for row in rows {
      var line = ""
      var start = 0
      for (i, cell) in row.enumerated() where widths[i] > 0 {
        if !line.isEmpty { line += "  " }
        start = line.utf8.count
        let space = String(repeating: " ", count: max(0, widths[i] - DisplayWidth.of(cell)))
        line += isRight[i] ? space + cell : cell + space
      }
      while line.utf8.last == 0x20 { line.removeLast() }
      guard let room, let last = row.last, isRight.last == false, !last.isEmpty,
        DisplayWidth.of(line) > room
      else {
        output.line(line)
        continue
      }
      Self.breakWords(at: start, of: line, room, &output)
    }
  }

  /// Below themselves where there is room for that, else below the row.
  private static func breakWords(
    at start: Int, of line: String, _ room: Int, _ output: inout Output
  ) {
    let end = line.utf8.index(line.startIndex, offsetBy: start)
    var head = String(line[..<end])
    let isBelow = room - DisplayWidth.of(head) < leastRoom
    let indent = isBelow ? 4 : DisplayWidth.of(head)
    if isBelow {
      while head.utf8.last == 0x20 { head.removeLast() }
      output.line(head)
      head = String(repeating: " ", count: indent)
    }
    for words in TextWrap.lines(String(line[end...]), width: room - indent) {
      output.line(head + words)
      head = String(repeating: " ", count: indent)
    }
  }

  private static let leastRoom = 24

  /// Nil where the answer goes elsewhere.
  private static var widthOfTerminal: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 8 else { return nil }
    return Int(size.ws_col)
  }
}
