/// A picture that a terminal shows in real pixels in an area of whole cells, and the cells that
/// stand for it until it does, below an overlay, and where something else covers a part.
public struct PixelPicture: Equatable, Sendable {
  /// Names the picture in this size; never 0.
  public let key: UInt32
  public let image: PixelImage
  public let fingerprint: UInt64
  /// In cells.
  public let size: Size
  /// Row by row.
  public let cells: [Cell]

  /// A part's row and column are named by one of so many marks.
  public static let limit = 297

  /// Nil for a size in which no terminal shows it.
  public init?(_ image: PixelImage, fingerprint: UInt64, size: Size, cells: [Cell]) {
    guard 1...Self.limit ~= size.width, 1...Self.limit ~= size.height,
      cells.count == size.width * size.height
    else { return nil }
    self.image = image
    self.fingerprint = fingerprint
    self.size = size
    self.cells = cells
    let sides = UInt64(size.width << 16 | size.height)
    let hash = (fingerprint ^ sides &* 0x9E37_79B9_7F4A_7C15) &* 0x100_0000_01B3
    key = max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32))
  }

  /// The same picture: two may have one key by accident.
  func isSame(as other: PixelPicture) -> Bool {
    fingerprint == other.fingerprint && size == other.size
  }
}

extension Canvas {
  /// Draws a picture in real pixels.
  mutating func put(_ picture: PixelPicture, at origin: Point) {
    let known = pictures[picture.key]
    let isOwn = known?.isSame(as: picture) ?? true
    if isOwn { pictures[picture.key] = picture }
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let cell =
          isOwn
          ? Cell.pixels(of: picture.key, row: y, column: x)
          : picture.cells[y * picture.size.width + x]
        put(cell, at: Point(x: origin.x + x, y: origin.y + y))
      }
    }
  }

  /// The cell that stands for a part of a picture.
  public func plain(_ cell: Cell) -> Cell {
    guard cell.isPixels else { return cell }
    guard let picture = pictures[cell.foreground], cell.row < picture.size.height,
      cell.column < picture.size.width
    else { return .blank }
    return picture.cells[cell.row * picture.size.width + cell.column]
  }

  public mutating func showPlain(at index: Int) { cells[index] = plain(cells[index]) }

  /// Replaces the cells that are parts of pictures.
  public mutating func replacePixels(_ replacement: (Cell, _ at: Int) -> Cell) {
    for at in cells.indices where cells[at].isPixels { cells[at] = replacement(cells[at], at) }
  }
}
