/// The cells of a screen, drawn by views and painted by the terminal.
///
/// Writing outside is silently clipped, so a view need not know the edges. No control character
/// gets into a cell, whatever a view writes: this is the last gate.
public struct Canvas: Equatable, Sendable {
  public let size: Size
  /// Row by row; `cells[y * size.width + x]`.
  public internal(set) var cells: [Cell]
  /// The pictures in real pixels of which cells show parts, by their keys.
  public internal(set) var pictures: [UInt32: PixelPicture] = [:]
  /// The position of the text cursor; nil hides it.
  public var cursor: Point?
  /// The clickable areas in drawing order: the last one that contains a point wins.
  public var hits: [Hit] = []
  /// The topmost framed panel.
  var panel: Rect?
  /// What of the page's list is not shown, if only the last line has room to say so.
  var rowsBeyond: RowsBeyond?
  /// Whether something stands for pictures that are drawn a moment later.
  public internal(set) var isUnfinished = false
  /// Whether the terminal can show more than ASCII.
  public let isUnicode: Bool
  /// Whether the terminal's own background is dark.
  public let isDark: Bool
  private var clip: Rect

  public init(size: Size, isUnicode: Bool = true, isDark: Bool = true) {
    self.size = size
    self.isUnicode = isUnicode
    self.isDark = isDark
    clip = Rect(size)
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  public static func == (a: Canvas, b: Canvas) -> Bool {
    a.size == b.size && a.cursor == b.cursor && a.cells == b.cells
  }

  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Draws with everything outside `area` clipped.
  public mutating func clipped(to area: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = clip
    clip = clip.intersection(area)
    draw(&self)
    clip = outer
  }

  /// Registers that a press inside `area` means `target`.
  public mutating func hit(_ area: Rect, _ target: HitTarget) {
    hits.append(Hit(area: area.intersection(clip), target: target))
  }

  /// Writes one line of text and returns how many cells it took, at most `width`. A longer text is
  /// cut with "…" if `width` is given.
  @discardableResult
  public mutating func write(
    _ text: String, at origin: Point, _ role: Role = .text, _ emphasis: Emphasis = [],
    width: Int? = nil
  ) -> Int {
    if let width, text.utf8.count > width, DisplayWidth.of(text) > width {
      return put(DisplayWidth.fitting(text, width), origin, role, emphasis)
    }
    return put(text, origin, role, emphasis)
  }

  /// Writes text so that it ends before `maxX`; returns its first x.
  @discardableResult
  public mutating func write(
    _ text: String, endingAt maxX: Int, y: Int, _ role: Role = .text, _ emphasis: Emphasis = []
  ) -> Int {
    let x = maxX - DisplayWidth.of(text)
    put(text, Point(x: x, y: y), role, emphasis)
    return x
  }

  /// Writes text in colours of its own, as on a map.
  mutating func write(
    _ text: String, at origin: Point, foreground: UInt32, background: UInt32
  ) {
    var x = origin.x
    for scalar in text.unicodeScalars {
      let width = DisplayWidth.of(scalar)
      guard width > 0 else { continue }
      put(
        Cell(
          glyph: scalar.value, role: .title, emphasis: .bold, foreground: foreground,
          background: background),
        at: Point(x: x, y: origin.y), width: width)
      x += width
    }
  }

  @discardableResult
  private mutating func put(
    _ text: String, _ origin: Point, _ role: Role, _ emphasis: Emphasis
  ) -> Int {
    var x = origin.x
    guard origin.y >= clip.y, origin.y < clip.maxY else { return DisplayWidth.of(text) }
    let row = origin.y * size.width
    for scalar in text.unicodeScalars {
      let v = scalar.value
      if v < 0x7F && v >= 0x20 {
        set(x, row, Cell(glyph: v, role: role, emphasis: emphasis), 1)
        x += 1
        continue
      }
      let width = DisplayWidth.of(scalar)
      if width == 0 {
        addMark(scalar, before: x, row)
        continue
      }
      let glyph = isUnicode ? v : UInt32(AsciiFallback.of(scalar))
      let shown = isUnicode ? width : 1
      set(x, row, Cell(glyph: glyph, role: role, emphasis: emphasis), shown)
      x += shown
    }
    return x - origin.x
  }

  private mutating func set(_ x: Int, _ row: Int, _ cell: Cell, _ width: Int) {
    guard x >= clip.x, x + width <= clip.maxX else { return }
    breakWide(x, row)
    cells[row + x] = cell
    if width == 2 {
      breakWide(x + 1, row)
      var right = cell
      right.glyph = Cell.continuation
      cells[row + x + 1] = right
    }
  }

  /// Overwriting half of a wide cell blanks the other half.
  private mutating func breakWide(_ x: Int, _ row: Int) {
    if cells[row + x].glyph == Cell.continuation, x > 0 { cells[row + x - 1].glyph = 32 }
    if x + 1 < size.width, cells[row + x + 1].glyph == Cell.continuation {
      cells[row + x + 1].glyph = 32
    }
  }

  /// Only true marks join the preceding cell; joiners and selectors are left out, since terminals
  /// and curses disagree about the width of the result.
  private mutating func addMark(_ mark: Unicode.Scalar, before x: Int, _ row: Int) {
    guard isUnicode, mark.value >= 0x300, x - 1 >= clip.x, x - 1 < clip.maxX else { return }
    let category = mark.properties.generalCategory
    guard category == .nonspacingMark || category == .enclosingMark,
      !(0xFE00...0xFE0F).contains(mark.value), mark.value != 0x20E3
    else { return }
    var at = row + x - 1
    if cells[at].glyph == Cell.continuation { at -= 1 }
    let old = cells[at].text.unicodeScalars
    guard let base = old.first, old.count < 5 else { return }
    cells[at].glyph = ClusterTable.number(base: base, marks: Array(old.dropFirst()) + [mark])
  }

  /// Sets one picture cell; a wide character takes the cell to its right as well.
  public mutating func put(_ cell: Cell, at p: Point, width: Int = 1) {
    guard p.y >= clip.y, p.y < clip.maxY else { return }
    set(p.x, p.y * size.width, cell, width)
  }

  /// Sets the cells of a picture, row by row as many as the area has; blanks change nothing.
  mutating func put(_ picture: [Cell], in area: Rect) {
    let seen = area.intersection(clip)
    guard !seen.isEmpty else { return }
    for y in seen.y..<seen.maxY {
      let row = y * size.width
      let first = (y - area.y) * area.width - area.x
      for x in seen.x..<seen.maxX {
        let cell = picture[first + x]
        if cell.glyph == Cell.continuation || cell == .blank { continue }
        let isWide = x + 1 < area.maxX && picture[first + x + 1].glyph == Cell.continuation
        set(x, row, cell, isWide ? 2 : 1)
      }
    }
  }

  /// The part of an area that is not clipped.
  func seen(of area: Rect) -> Rect { area.intersection(clip) }

  /// The cells of an area of which nothing is clipped, row by row.
  func cells(in area: Rect) -> [Cell] {
    var seen: [Cell] = []
    seen.reserveCapacity(area.width * area.height)
    for y in area.y..<area.maxY {
      seen += cells[y * size.width + area.x..<y * size.width + area.maxX]
    }
    return seen
  }

  /// Puts back what `cells(in:)` gave, where nothing has been drawn.
  mutating func replace(_ area: Rect, with cells: [Cell]) {
    self.cells.withUnsafeMutableBufferPointer { all in
      cells.withUnsafeBufferPointer { cells in
        for y in 0..<area.height {
          let row = cells[y * area.width..<(y + 1) * area.width]
          _ = all[((area.y + y) * size.width + area.x)...].update(fromContentsOf: row)
        }
      }
    }
  }

  /// Fills an area with blanks in a role.
  public mutating func fill(_ area: Rect, _ role: Role, _ scalar: Unicode.Scalar = " ") {
    let area = area.intersection(clip)
    guard !area.isEmpty else { return }
    let glyph = isUnicode || scalar.isASCII ? scalar.value : UInt32(AsciiFallback.of(scalar))
    let cell = Cell(glyph: glyph, role: role)
    for y in area.y..<area.maxY {
      let row = y * size.width
      // Only at the ends can half of a wide cell be left.
      breakWide(area.x, row)
      breakWide(area.maxX - 1, row)
      cells.withUnsafeMutableBufferPointer {
        $0[row + area.x..<row + area.maxX].update(repeating: cell)
      }
    }
  }

  /// Changes the role of all cells in an area and keeps their text. Their own colours move two
  /// thirds of the way to the background: the page must not outshine the overlay in front of it.
  public mutating func tint(_ area: Rect, _ role: Role, _ emphasis: Emphasis = []) {
    let area = area.intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let at = y * size.width + x
        if cells[at].isPixels { cells[at] = plain(cells[at]) }
        cells[at].role = role
        cells[at].emphasis = emphasis
        if cells[at].foreground != 0 { cells[at].foreground = faded(cells[at].foreground) }
        if cells[at].background != 0 { cells[at].background = faded(cells[at].background) }
      }
    }
  }

  private func faded(_ colour: UInt32) -> UInt32 {
    let end: UInt32 = isDark ? 0 : 255
    func channel(_ shift: UInt32) -> UInt32 { (((colour >> shift & 255) + 2 * end) / 3) << shift }
    return colour & 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }

  /// A frame in a style, with an optional title in its upper edge.
  public mutating func box(_ area: Rect, _ style: BoxStyle, _ role: Role, title: String = "") {
    guard area.width >= 2, area.height >= 2 else { return }
    let g = style.glyphs
    let right = area.maxX - 1
    let bottom = area.maxY - 1
    func cell(_ s: Unicode.Scalar) -> Cell {
      Cell(glyph: isUnicode ? s.value : UInt32(AsciiFallback.of(s)), role: role)
    }
    put(cell(g.topLeft), at: Point(x: area.x, y: area.y))
    put(cell(g.topRight), at: Point(x: right, y: area.y))
    put(cell(g.bottomLeft), at: Point(x: area.x, y: bottom))
    put(cell(g.bottomRight), at: Point(x: right, y: bottom))
    let vertical = cell(g.vertical)
    for y in [area.y, bottom] {
      fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), role, g.horizontal)
    }
    for y in area.y + 1..<max(area.y + 1, bottom) {
      put(vertical, at: Point(x: area.x, y: y))
      put(vertical, at: Point(x: right, y: y))
    }
    if !title.isEmpty, area.width > 6 {
      write(
        " " + DisplayWidth.fitting(title, area.width - 6) + " ",
        at: Point(x: area.x + 2, y: area.y), .title)
    }
  }

  /// A horizontal rule.
  public mutating func rule(_ y: Int, from x: Int, to maxX: Int, _ role: Role = .border) {
    fill(Rect(x: x, y: y, width: maxX - x, height: 1), role, "─")
  }
}

/// The look of a frame.
public enum BoxStyle: Sendable {
  case round, double, plain

  struct Glyphs {
    let topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical: Unicode.Scalar
  }

  var glyphs: Glyphs {
    switch self {
    case .round:
      Glyphs(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
        vertical: "│")
    case .double:
      Glyphs(
        topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝", horizontal: "═",
        vertical: "║")
    case .plain:
      Glyphs(
        topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─",
        vertical: "│")
    }
  }
}

/// Replacements for characters that an ASCII terminal lacks.
enum AsciiFallback {
  /// The base letter of a single accented letter.
  private static func letter(of scalar: Unicode.Scalar) -> UInt8 {
    let plain = Folding.plain(String(scalar))
    guard plain.count == 1, let byte = plain.first, byte < 0x7F, byte >= 0x20 else {
      return UInt8(ascii: "?")
    }
    return scalar.properties.isUppercase && (97...122).contains(byte) ? byte - 32 : byte
  }

  static func of(_ scalar: Unicode.Scalar) -> UInt8 {
    if scalar.isASCII { return UInt8(scalar.value) }
    switch scalar {
    case "─", "━": return UInt8(ascii: "-")
    case "═": return UInt8(ascii: "=")
    case "│", "║", "┃", "▏": return UInt8(ascii: "|")
    case "╭", "╮", "╰", "╯", "╔", "╗", "╚", "╝", "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼":
      return UInt8(ascii: "+")
    case "✓": return UInt8(ascii: "x")
    case "★": return UInt8(ascii: "*")
    case "☆": return UInt8(ascii: "-")
    case "▸", "▶", "›", "→": return UInt8(ascii: ">")
    case "◂", "‹", "←": return UInt8(ascii: "<")
    case "▴", "↑": return UInt8(ascii: "^")
    case "▾", "↓": return UInt8(ascii: "v")
    case "·", "•", "…": return UInt8(ascii: ".")
    case "×": return UInt8(ascii: "x")
    case "☐", "●": return UInt8(ascii: "o")
    case "◆": return UInt8(ascii: "+")
    case "▤", "№": return UInt8(ascii: "#")
    case "⚠": return UInt8(ascii: "!")
    case "█", "▓", "▒", "▇": return UInt8(ascii: "#")
    case "░": return UInt8(ascii: ".")
    case "—", "–": return UInt8(ascii: "-")
    case "’", "‘": return UInt8(ascii: "'")
    case "“", "”": return UInt8(ascii: "\"")
    case "€": return UInt8(ascii: "E")
    case "£": return UInt8(ascii: "L")
    case "¥": return UInt8(ascii: "Y")
    default: return letter(of: scalar)
    }
  }
}
