extension Canvas {
  /// Writes text that can be pressed; returns how many cells it took.
  @discardableResult
  mutating func write(
    _ text: String, at origin: Point, _ role: Role, _ emphasis: Emphasis = [],
    pressed target: HitTarget
  ) -> Int {
    let used = write(text, at: origin, role, emphasis)
    hit(Rect(x: origin.x, y: origin.y, width: used, height: 1), target)
    return used
  }

  /// Writes lines one below the other; those below the area are left out.
  mutating func write(_ lines: some Sequence<String>, in area: Rect, _ role: Role = .text) {
    for (y, line) in zip(area.y..<area.maxY, lines) {
      write(line, at: Point(x: area.x, y: y), role, width: area.width)
    }
  }

  /// The same, each in the middle of the area.
  mutating func write(_ lines: some Sequence<String>, centredIn area: Rect, _ role: Role) {
    for (y, line) in zip(area.y..<area.maxY, lines) {
      let x = area.x + (area.width - DisplayWidth.of(line)) / 2
      write(line, at: Point(x: x, y: y), role)
    }
  }

  /// Draws the visible rows of a list, of so many lines each. They take presses.
  mutating func rows(
    of count: Int, from scroll: Int, in area: Rect, height: Int = 1,
    _ draw: (_ index: Int, Rect, inout Canvas) -> Void
  ) {
    for row in 0..<area.height / height {
      guard 0..<count ~= scroll + row else { break }
      let place = Rect(
        x: area.x, y: area.y + row * height, width: area.width, height: height)
      draw(scroll + row, place, &self)
      hit(place, .entry(scroll + row))
    }
  }

  /// Where a text that does not fit is scrolled to.
  mutating func writeScroll(_ scroll: Int, of most: Int, endingAt end: Int, y: Int) {
    guard most > 0 else { return }
    write((scroll > 0 ? "↑" : " ") + (scroll < most ? "↓" : " "), endingAt: end, y: y, .accent)
  }

  /// Begins a row of a list: with the mark of the cursor, and its colour behind all of it.
  mutating func beginRow(_ area: Rect, isFocused: Bool, markAt x: Int) -> RowRoles {
    let role = RowRoles(isFocused: isFocused)
    if isFocused { fill(area, .selection) }
    write(isFocused ? "▸" : " ", at: Point(x: x, y: area.y), role(.text))
    return role
  }
}

/// The roles in a row: one for all under the cursor.
struct RowRoles {
  let isFocused: Bool

  func callAsFunction(_ role: Role) -> Role { isFocused ? .selection : role }
}

extension Rect {
  /// The same with another height.
  func with(height: Int) -> Rect { Rect(x: x, y: y, width: width, height: height) }

  /// What is left of it below so many lines.
  func below(_ lines: Int) -> Rect {
    Rect(x: x, y: y + lines, width: width, height: height - lines)
  }
}
