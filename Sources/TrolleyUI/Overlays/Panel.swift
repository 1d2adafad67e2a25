import TrolleyCore

/// A framed area in the middle of the screen, for what lies over a page.
enum Panel {
  /// Clears and frames an area of the wanted size, or as much as there is; gives the inside.
  static func draw(
    _ title: String, width: Int, height: Int, _ layout: ScreenLayout, on canvas: inout Canvas
  ) -> Rect {
    let width = min(width, layout.size.width - (layout.isNarrow ? 0 : 4))
    let height = min(height, layout.size.height - 2)
    let area = Rect(
      x: (layout.size.width - width) / 2, y: max(1, (layout.size.height - 1 - height) / 2),
      width: width, height: height)
    canvas.tint(
      Rect(
        x: 0, y: layout.headerHeight, width: layout.size.width,
        height: layout.size.height - layout.headerHeight - 1), .shade)
    canvas.hit(Rect(layout.size), .nothing)
    canvas.fill(area, .text)
    canvas.box(area, .round, .accent, title: title)
    return area.inset(2, 1)
  }

  /// Text in lines of at most `width` cells, broken between words where it can be.
  static func wrap(_ text: String, width: Int, most: Int = 200) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        var word = String(word)
        if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
          lines.append(line)
          line = ""
        }
        while DisplayWidth.of(word) > width {
          let head = word.prefix(while: width)
          guard !head.isEmpty else { break }
          lines.append(head)
          word = String(word.dropFirst(head.count))
          if lines.count >= most { return lines }
        }
        line += line.isEmpty ? word : " " + word
      }
      lines.append(line)
      if lines.count >= most { return lines }
    }
    return lines
  }
}

extension String {
  /// The longest beginning that fits a number of cells.
  fileprivate func prefix(while width: Int) -> String {
    var result = ""
    var used = 0
    for character in self {
      used += DisplayWidth.of(String(character))
      if used > width { break }
      result.append(character)
    }
    return result
  }
}
