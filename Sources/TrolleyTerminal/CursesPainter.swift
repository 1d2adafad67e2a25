import CNCurses

/// Writes the difference between two canvases into curses' virtual screen; guards the canvas that
/// was painted last.
///
/// Curses receives only runs of changed cells, without moving its cursor, so it compares only the
/// changed rows. Its own comparison still decides what is sent.
struct CursesPainter {
  private struct Change { let y, start, end: Int }

  /// Blanks of one kind.
  private struct Gap {
    /// Where something else begins.
    let end: Int
    /// That of what is beside them, if they are few; nil for their own.
    var look: Int?
  }

  private var previous: Canvas?
  private var palette: CursesPalette
  private var cursorIsShown = false
  /// Reused for every row.
  private var run: [cchar_t] = []
  private var window = Size(width: 0, height: 0)
  private var changes: [Change] = []
  /// The cells in a row.
  private var width = 0
  private var mustClear = false
  /// One frame alone needs more colour pairs than the terminal has. Its last colours are
  /// approximations, and starting over at every small change would not help.
  private var isCrowded = false
  /// More than a quarter of the cells changed in the last frame.
  private var isLargeChange = false
  private let isUnicode: Bool
  /// The marks of a part of a picture that the terminal has.
  var marks: ((_ row: Int, _ column: Int) -> (UInt32, UInt32, UInt32))?
  /// Whether the last frame has changed such parts.
  private(set) var hasNewParts = false

  init(palette: CursesPalette, isUnicode: Bool) {
    self.palette = palette
    self.isUnicode = isUnicode
  }

  /// The next frame is painted completely; with `clearing`, even cells that curses believes are
  /// unchanged.
  mutating func forget(clearing: Bool) {
    previous = nil
    mustClear = mustClear || clearing
  }

  /// Sends the difference from the last canvas; nothing if they are equal.
  /// - Parameter onSending: called when all is ready to be sent, if anything has to be.
  mutating func paint(_ canvas: Canvas, theme: Theme, onSending: () -> Void = {}) {
    hasNewParts = false
    palette.trim()
    if palette.use(theme) { previous = nil }
    if mustClear {
      clearok(trolley_curscr(), true)
      mustClear = false
    }
    window = Size(width: Int(trolley_columns()), height: Int(trolley_lines()))
    var changed = stageCells(canvas)
    if palette.isFull, !isCrowded || isLargeChange {
      palette.startOver()
      previous = nil
      changed = stageCells(canvas)
      isCrowded = palette.isFull
    }
    if stageCursor(canvas.cursor) { changed = true }
    previous = canvas
    if changed {
      onSending()
      send()
    }
    showCursor(canvas.cursor)
  }

  private func send() {
    wnoutrefresh(trolley_stdscr())
    doupdate()
  }

  private mutating func stageCells(_ canvas: Canvas) -> Bool {
    width = min(canvas.size.width, window.width)
    let height = min(canvas.size.height, window.height)
    guard width > 0, height > 0 else { return false }
    let old = previous?.size == canvas.size ? previous?.cells : nil
    if old == nil, canvas.size != window { werase(trolley_stdscr()) }
    return canvas.cells.withUnsafeBufferPointer { new in
      guard let new = new.baseAddress else { return false }
      guard let old else {
        for y in 0..<height { put(new + y * canvas.size.width, 0, width, y) }
        isLargeChange = true
        return true
      }
      return old.withUnsafeBufferPointer { old in
        // Same storage: nothing was drawn since.
        guard let old = old.baseAddress, old != new else { return false }
        changes.removeAll(keepingCapacity: true)
        for y in 0..<height {
          let offset = y * canvas.size.width
          findChanges(new + offset, old + offset, width, y)
        }
        isLargeChange = changes.reduce(0) { $0 + $1.end - $1.start } > width * height / 4
        stageChanges(new, canvas.size.width)
        return !changes.isEmpty
      }
    }
  }

  private mutating func findChanges(
    _ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>, _ width: Int, _ y: Int
  ) {
    if memcmp(new, old, width * MemoryLayout<Cell>.stride) == 0 { return }
    var x = 0
    while x < width {
      guard !Self.areEqual(new + x, old + x) else {
        x += 1
        continue
      }
      // The left half of a wide cell also paints its right half.
      let start = new[x].glyph == Cell.continuation && x > 0 ? x - 1 : x
      x += 1
      // The right half of a wide cell belongs to it, also where there was such a half before.
      while x < width, new[x].glyph == Cell.continuation || !Self.areEqual(new + x, old + x) {
        x += 1
      }
      // What is between two changes has one look with them.
      if let last = changes.last, last.y == y, start - last.end <= Self.shortGap {
        changes[changes.count - 1] = Change(y: y, start: last.start, end: x)
      } else {
        changes.append(Change(y: y, start: start, end: x))
      }
    }
  }

  /// Curses works row by row, so two frames side by side that swap their colours would switch the
  /// colour twice in each row, a third of the bytes sent. If a small change has many pieces with
  /// one look, those are sent first, in a separate update.
  private mutating func stageChanges(_ cells: UnsafePointer<Cell>, _ width: Int) {
    if let look = frequentLook(cells, width) {
      for change in changes {
        let row = cells + change.y * width
        var x = change.start
        while x < change.end {
          let start = x
          while x < change.end, palette.number(of: row[x]) == look { x += 1 }
          if x > start { put(row, start, x, change.y) } else { x += 1 }
        }
      }
      send()
    }
    for change in changes { put(cells + change.y * width, change.start, change.end, change.y) }
  }

  /// The look that is worth a separate update.
  private mutating func frequentLook(_ cells: UnsafePointer<Cell>, _ width: Int) -> Int? {
    guard !isLargeChange, changes.count >= 8, changes.count <= 100 else { return nil }
    var pieces: [(look: Int, count: Int)] = []
    for change in changes {
      var last = -1
      for x in change.start..<change.end {
        let look = palette.number(of: cells[change.y * width + x])
        if look == last { continue }
        last = look
        if let i = pieces.firstIndex(where: { $0.look == look }) {
          pieces[i].count += 1
        } else {
          pieces.append((look, 1))
        }
      }
    }
    let many = pieces.filter { $0.count >= 8 }.sorted { $0.count > $1.count }
    return many.count >= 2 ? many[0].look : nil
  }

  /// Compares two cells as the two words that they are.
  private static func areEqual(_ a: UnsafePointer<Cell>, _ b: UnsafePointer<Cell>) -> Bool {
    let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    return a.loadUnaligned(as: UInt64.self) == b.loadUnaligned(as: UInt64.self)
      && a.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        == b.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  /// Passes the cells from `start` to `end` of a row to curses.
  private mutating func put(_ row: UnsafePointer<Cell>, _ start: Int, _ end: Int, _ y: Int) {
    run.removeAll(keepingCapacity: true)
    var x = start
    var look = -1
    var blank = cchar_t()
    var gap = Gap(end: 0)
    while x < end {
      let cell = row[x]
      let (number, glyph) = shared(row, x, end, left: look, &gap)
      if number != look {
        look = number
        blank = palette.look(number)
      }
      var made = blank
      if isSimple(glyph) {
        made.chars.0 = wchar_t(glyph == Cell.continuation ? 32 : glyph)
        x += 1
      } else if cell.isPixels {
        setPart(cell, &made)
        x += 1
      } else {
        let isWide = x + 1 < end && row[x + 1].glyph == Cell.continuation
        x += setGlyph(of: cell, &made, width: isWide ? 2 : 1)
      }
      run.append(made)
    }
    if y == window.height - 1, end == window.width { trolley_occupy(&run[run.count - 1]) }
    _ = trolley_put(Int32(y), Int32(start), run, Int32(run.count))
  }

  /// The look and the glyph of a cell of a run. A part of a picture in one colour takes the look of
  /// a neighbour that has it: curses sends both colours of a pair at each change of the look.
  private mutating func shared(
    _ row: UnsafePointer<Cell>, _ x: Int, _ end: Int, left: Int, _ gap: inout Gap
  ) -> (look: Int, glyph: UInt32) {
    let cell = row[x]
    let own = palette.number(of: cell)
    if cell.foreground | cell.background == 0 {
      guard cell.glyph == 32 else { return (own, cell.glyph) }
      if x >= gap.end { gap = self.gap(around: x, row, own: own) }
      return (gap.look ?? own, cell.glyph)
    }
    guard own != left, isUnicode, isSimple(cell.glyph),
      let colour = palette.colours(own)?.filling(of: cell.glyph)
    else { return (own, cell.glyph) }
    if left >= 0, let glyph = palette.colours(left)?.glyph(filling: colour) { return (left, glyph) }
    guard x + 1 < end else { return (own, cell.glyph) }
    let right = palette.number(of: row[x + 1])
    guard let glyph = palette.colours(right)?.glyph(filling: colour) else {
      return (own, cell.glyph)
    }
    return (right, glyph)
  }

  /// The blanks around a place. A short gap, as between two tiles, has the look of the text or frame
  /// beside it, if blanks are the same in that. It does not depend on how much of the row is painted, nor
  /// on pictures, so that blanks keep it.
  private mutating func gap(around x: Int, _ row: UnsafePointer<Cell>, own: Int) -> Gap {
    var (first, last) = (x, x)
    while last < width - 1, Self.areEqual(row + last + 1, row + x) { last += 1 }
    while first > 0, last - first < Self.shortGap, Self.areEqual(row + first - 1, row + x) {
      first -= 1
    }
    var gap = Gap(end: last + 1)
    guard first > 0, gap.end < width, gap.end - first <= Self.shortGap,
      let back = palette.colours(own)?.back
    else { return gap }
    let (before, after) = (row[first - 1], row[gap.end])
    guard before.foreground | before.background | after.foreground | after.background == 0 else {
      return gap
    }
    gap.look = look(of: before, on: back) ?? look(of: after, on: back)
    return gap
  }

  /// Nil if blanks are different in it.
  private mutating func look(of cell: Cell, on back: Int32) -> Int? {
    let look = palette.number(of: cell)
    return palette.colours(look)?.back == back ? look : nil
  }

  /// The most cells that curses writes again rather than moving the cursor.
  private static let shortGap = 5

  /// Whether its width is the same everywhere: ASCII, box-drawing and block characters, most of what
  /// there is.
  private func isSimple(_ glyph: UInt32) -> Bool {
    glyph < 0x80 || isUnicode && 0x2500..<0x25A0 ~= glyph
  }

  /// A placeholder, whose marks say which part of the picture it is.
  private mutating func setPart(_ cell: Cell, _ made: inout cchar_t) {
    guard let marks = marks?(cell.row, cell.column) else { return }
    hasNewParts = true
    trolley_glyph(&made, 0, PlaceholderMarks.placeholder)
    trolley_glyph(&made, 1, marks.0)
    trolley_glyph(&made, 2, marks.1)
    trolley_glyph(&made, 3, marks.2)
  }

  /// Returns the number of columns that it takes.
  private func setGlyph(of cell: Cell, _ made: inout cchar_t, width: Int) -> Int {
    let scalars = Unicode.Scalar(cell.glyph).map { [$0] } ?? Array(cell.text.unicodeScalars)
    // If the system's width differs from ours, the rest of the row would shift.
    guard isUnicode, let base = scalars.first, Int(trolley_width(base.value)) == width else {
      trolley_glyph(&made, 0, isUnicode ? 0xFFFD : UInt32(UInt8(ascii: "?")))
      return 1
    }
    for (i, scalar) in scalars.enumerated() { trolley_glyph(&made, Int32(i), scalar.value) }
    return width
  }

  /// Returns whether the cursor must be moved or hidden.
  private mutating func stageCursor(_ cursor: Point?) -> Bool {
    let place = cursor.flatMap { Rect(window).contains($0) ? $0 : nil }
    // A hidden cursor may stay wherever the painting ends.
    leaveok(trolley_stdscr(), place == nil)
    guard let place else {
      if cursorIsShown { curs_set(0) }
      cursorIsShown = false
      return false
    }
    wmove(trolley_stdscr(), Int32(place.y), Int32(place.x))
    return !cursorIsShown || previous?.cursor != place
  }

  private mutating func showCursor(_ cursor: Point?) {
    guard !cursorIsShown, cursor.map(Rect(window).contains) == true else { return }
    curs_set(1)
    cursorIsShown = true
  }
}
