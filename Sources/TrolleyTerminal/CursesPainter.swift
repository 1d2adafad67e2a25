import CNCurses
import TrolleyCore
import TrolleyUI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Brings the difference between two canvases into curses' picture of the screen; guards the canvas
/// that was painted last.
///
/// Curses is given only the cells that changed, whole runs at once and without its cursor: it then
/// looks at the changed rows alone. Its own comparison still decides what is sent.
final class CursesPainter {
  private var previous: Canvas?
  private var palette: CursesPalette
  private var cursorShown: Bool?
  private var run: UnsafeMutablePointer<cchar_t>
  private var runCapacity = 0
  private var mustClear = false
  private let isUnicode: Bool
  private var replacement: UInt32 { isUnicode ? 0xFFFD : UInt32(UInt8(ascii: "?")) }

  init(palette: CursesPalette, isUnicode: Bool) {
    self.palette = palette
    self.isUnicode = isUnicode
    run = .allocate(capacity: 1)
  }

  deinit { run.deallocate() }

  /// The next frame is painted whole; `clearing` also when curses believes it is there already.
  func forget(clearing: Bool) {
    previous = nil
    cursorShown = nil
    mustClear = mustClear || clearing
  }

  /// Gives whether there is anything to send.
  func stage(_ canvas: Canvas, theme: Theme) -> Bool {
    palette.trim()
    if palette.use(theme) { previous = nil }
    if mustClear {
      clearok(trolley_curscr(), true)
      mustClear = false
    }
    let size = Size(width: Int(trolley_columns()), height: Int(trolley_lines()))
    var changed = stageCells(canvas, size)
    if palette.isFull {
      palette.startOver()
      previous = nil
      changed = stageCells(canvas, size)
      // Even one frame is too much: its last colours are approximations until the next change.
    }
    if stageCursor(canvas.cursor, size) { changed = true }
    previous = canvas
    return changed
  }

  private func stageCells(_ canvas: Canvas, _ size: Size) -> Bool {
    let width = min(canvas.size.width, size.width)
    let height = min(canvas.size.height, size.height)
    guard width > 0, height > 0 else { return false }
    if runCapacity < width {
      run.deallocate()
      run = .allocate(capacity: width)
      runCapacity = width
    }
    let old = previous?.size == canvas.size ? previous?.cells : nil
    if old == nil, canvas.size != size { werase(trolley_stdscr()) }
    var changed = old == nil
    canvas.cells.withUnsafeBufferPointer { new in
      guard let new = new.baseAddress else { return }
      guard let old else {
        for y in 0..<height { put(new + y * canvas.size.width, 0, width, y) }
        return
      }
      old.withUnsafeBufferPointer { old in
        // The same storage: nothing was drawn since.
        guard let old = old.baseAddress, old != new else { return }
        for y in 0..<height {
          let offset = y * canvas.size.width
          if stageRow(new + offset, old + offset, width, y) { changed = true }
        }
      }
    }
    return changed
  }

  private func stageRow(
    _ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>, _ width: Int, _ y: Int
  ) -> Bool {
    if Self.areEqualBytes(new, old, width) { return false }
    var changed = false
    var x = 0
    while x < width {
      guard new[x] != old[x] else {
        x += 1
        continue
      }
      // The right half of a wide cell is painted by its left half.
      let start = new[x].glyph == Cell.continuation && x > 0 ? x - 1 : x
      x += 1
      while x < width, new[x] != old[x] { x += 1 }
      put(new, start, x, y)
      changed = true
    }
    return changed
  }

  /// Quick, and only ever wrong in saying "different": the gaps between fields may differ.
  private static func areEqualBytes(
    _ a: UnsafePointer<Cell>, _ b: UnsafePointer<Cell>, _ count: Int
  ) -> Bool {
    memcmp(a, b, count * MemoryLayout<Cell>.stride) == 0
  }

  /// Gives curses the cells from `start` to `end` of a row.
  private func put(_ row: UnsafePointer<Cell>, _ start: Int, _ end: Int, _ y: Int) {
    var count = 0
    var x = start
    while x < end {
      let cell = row[x]
      let isWide = x + 1 < end && row[x + 1].glyph == Cell.continuation
      run[count] = palette.look(of: cell)
      let width = putGlyph(cell, run + count, width: isWide ? 2 : 1)
      count += 1
      x += width
    }
    _ = trolley_put(Int32(y), Int32(start), run, Int32(count))
  }

  /// Gives how many cells it takes on the screen.
  private func putGlyph(_ cell: Cell, _ at: UnsafeMutablePointer<cchar_t>, width: Int) -> Int {
    var glyph = cell.glyph
    if glyph < 0x80 {
      trolley_glyph(at, 0, glyph == Cell.continuation ? 32 : glyph)
      return 1
    }
    var marks = ""[...].unicodeScalars
    if Unicode.Scalar(glyph) == nil {
      let scalars = cell.text[...].unicodeScalars
      glyph = scalars.first?.value ?? replacement
      marks = scalars.dropFirst()
    }
    // Box lines and blocks are most of what is not ASCII; their width is known everywhere. For
    // others, where the system's table disagrees with ours, all that follows in the row would shift.
    let isSure = isUnicode && (0x2500..<0x25A0).contains(glyph)
    guard isSure || (isUnicode && Int(trolley_width(glyph)) == width) else {
      trolley_glyph(at, 0, replacement)
      return 1
    }
    trolley_glyph(at, 0, glyph)
    for (i, mark) in marks.enumerated() { trolley_glyph(at, Int32(i + 1), mark.value) }
    return width
  }

  private func stageCursor(_ cursor: Point?, _ size: Size) -> Bool {
    let place = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
    let isShown = place != nil
    var changed = false
    if cursorShown != isShown {
      // Hidden, it may stay wherever the painting ends.
      leaveok(trolley_stdscr(), !isShown)
      curs_set(isShown ? 1 : 0)
      cursorShown = isShown
      changed = isShown
    }
    guard let place else { return changed }
    if changed || previous?.cursor != place { changed = true }
    wmove(trolley_stdscr(), Int32(place.y), Int32(place.x))
    return changed
  }
}
