/// What of a list lies above and below what is shown of it: said in a free place of the line above the
/// list, on the frame of a panel, or beside the hints, and never in a row of the list.
struct RowsBeyond: Equatable {
  let above: Int
  let below: Int
  /// Whether not even all of those below are known.
  let isCut: Bool

  /// - Parameter shown: the indices shown, of `count` entries.
  init(_ shown: Range<Int>, of count: Int, isCut: Bool = false) {
    above = max(0, min(shown.lowerBound, count))
    below = max(0, count - shown.upperBound)
    self.isCut = isCut
  }

  /// The longest first; none if all is shown.
  var texts: [String] {
    let down = "\(below)" + (isCut ? "+" : "")
    return switch (above, below) {
    case (0, 0): []
    case (0, _): ["↓ \(down) more", "↓\(down)"]
    case (_, 0): ["↑ \(above) more", "↑\(above)"]
    default: ["↑ \(above) ↓ \(down) more", "↑\(above) ↓\(down)"]
    }
  }

  /// Draws it in the first free place of a line. If there is none, the last line of the screen has it.
  ///
  /// - Parameter isShort: leaves room for what follows in the line.
  func draw(y: Int, to end: Int, isShort: Bool = false, on canvas: inout Canvas) {
    for text in isShort ? texts.suffix(1) : texts[...] {
      let width = DisplayWidth.of(text)
      guard let x = canvas.free(width, margin: 2, y: y, to: end) else { continue }
      canvas.write(text, at: Point(x: x, y: y), .accent)
      return
    }
    canvas.rowsBeyond = self
  }

  /// Draws it on the lower edge of a panel's frame.
  func draw(onFrameOf inner: Rect, on canvas: inout Canvas) {
    guard let text = DisplayWidth.firstFitting(texts, inner.width) else { return }
    canvas.write(text, endingAt: inner.maxX, y: inner.maxY, .accent)
  }
}

extension Canvas {
  /// The first x of `width` blank cells in a line that have as many blanks as the margin before them,
  /// and after them unless the line ends there.
  func free(_ width: Int, margin: Int, y: Int, to end: Int) -> Int? {
    guard y >= 0, y < size.height else { return nil }
    var start = 0
    for x in 0...min(end, size.width) {
      let isEnd = x == min(end, size.width)
      if !isEnd, self[x, y] == .blank { continue }
      if start > 0, x - start >= margin + width + (isEnd ? 1 : margin) { return start + margin }
      start = x + 1
    }
    return nil
  }
}
