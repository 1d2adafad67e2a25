/// The layout of tiles (or table rows: tiles one line high, in one column) in a scrolled area with
/// sections.
///
/// Indices count through all sections; lines count from the top of the content. Drawing and moving
/// both use it, so they cannot disagree.
public struct TileGrid: Equatable, Sendable {
  /// The number of tiles in each section. An empty section takes no lines.
  public let sections: [Int]
  public let columns: Int
  /// The height of a tile in lines.
  public let tileHeight: Int
  /// The height of a section heading in lines: 0 or 1.
  public let headingHeight: Int
  /// Cells from one column to the next.
  public let pitch: Int

  public init(sections: [Int], columns: Int, tileHeight: Int, headingHeight: Int, pitch: Int = 19) {
    self.pitch = pitch
    self.sections = sections
    self.columns = max(1, columns)
    self.tileHeight = max(1, tileHeight)
    self.headingHeight = headingHeight
  }

  public var count: Int { sections.reduce(0, +) }

  /// Whether the tiles are rows of a table.
  public var isTable: Bool { tileHeight == 1 }

  /// Where a tile stands in an area that is scrolled to `top`: a row across it, or a tile with a
  /// blank between it and the next.
  public func frame(column: Int, line: Int, in area: Rect, from top: Int) -> Rect {
    let y = area.y + line - top
    return isTable
      ? Rect(x: area.x, y: y, width: area.width, height: 1)
      : Rect(x: area.x + 1 + column * pitch, y: y, width: pitch - 1, height: tileHeight)
  }

  /// The height of the whole content in lines.
  public var height: Int { sections.reduce(0) { $0 + height(of: $1) } }

  private func height(of tiles: Int) -> Int {
    tiles == 0 ? 0 : headingHeight + rows(tiles) * tileHeight
  }

  private func rows(_ tiles: Int) -> Int { (tiles + columns - 1) / columns }

  /// A tile's position in its section.
  public struct Spot: Equatable, Sendable {
    public let section: Int
    public let row: Int
    public let column: Int
    /// The tile's first line.
    public let line: Int
  }

  public func spot(of index: Int) -> Spot? {
    var first = 0
    var line = 0
    for (section, tiles) in sections.enumerated() {
      if index >= first, index < first + tiles {
        let row = (index - first) / columns
        return Spot(
          section: section, row: row, column: (index - first) % columns,
          line: line + headingHeight + row * tileHeight)
      }
      first += tiles
      line += height(of: tiles)
    }
    return nil
  }

  /// The tile above, across headings; in a shorter row the nearest one.
  public func index(above index: Int) -> Int? { neighbour(of: index, -1) }

  /// The tile below, across headings; in a shorter row the nearest one.
  public func index(below index: Int) -> Int? { neighbour(of: index, 1) }

  private func neighbour(of index: Int, _ step: Int) -> Int? {
    guard let spot = spot(of: index) else { return nil }
    var section = spot.section
    var row = spot.row + step
    while row < 0 || row >= rows(sections[section]) {
      section += step
      guard sections.indices.contains(section) else { return nil }
      row = step > 0 ? 0 : rows(sections[section]) - 1
    }
    let first = sections[..<section].reduce(0, +)
    return first + min(row * columns + spot.column, sections[section] - 1)
  }

  /// An element visible in a viewport.
  public enum Piece: Equatable, Sendable {
    case heading(section: Int, line: Int)
    case tile(index: Int, column: Int, line: Int)
  }

  /// The elements visible in `height` lines from `top`. Costs no more than what is visible.
  public func pieces(from top: Int, height: Int) -> [Piece] {
    var pieces: [Piece] = []
    var first = 0
    var line = 0
    let bottom = top + height
    for (section, tiles) in sections.enumerated() where tiles > 0 {
      defer {
        first += tiles
        line += self.height(of: tiles)
      }
      guard line < bottom, line + self.height(of: tiles) > top else { continue }
      if headingHeight > 0, line >= top { pieces.append(.heading(section: section, line: line)) }
      let start = line + headingHeight
      var row = max(0, (top - start) / tileHeight)
      while row < rows(tiles), start + row * tileHeight < bottom {
        for column in 0..<columns where row * columns + column < tiles {
          pieces.append(
            .tile(
              index: first + row * columns + column, column: column,
              line: start + row * tileHeight))
        }
        row += 1
      }
    }
    return pieces
  }

  /// The scroll position (first visible line) that shows a tile completely with the least movement,
  /// and a whole row or a heading at the top; the first row of a section brings its heading along.
  public func scroll(from old: Int, toShow index: Int, viewport: Int) -> Int {
    var top = max(0, min(old, height - viewport))
    guard let spot = spot(of: index) else { return top }
    let first = spot.row == 0 ? spot.line - headingHeight : spot.line
    let end = spot.line + tileHeight
    if end > top + viewport { top = end - viewport }
    if first < top { top = first }
    top = min(first, start(from: top))
    if top > spot.line || spot.line >= top + viewport { top = spot.line }
    return max(0, top)
  }

  /// The first line from one on that a row or a heading begins with.
  private func start(from line: Int) -> Int {
    var first = 0
    for tiles in sections where tiles > 0 {
      if line <= first { return first }
      let end = first + height(of: tiles)
      let row = (line - first - headingHeight + tileHeight - 1) / tileHeight
      if row < rows(tiles) { return first + headingHeight + row * tileHeight }
      first = end
    }
    return first
  }
}
