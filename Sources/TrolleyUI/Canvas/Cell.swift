/// One cell of the screen: a grapheme, its role, and for pictures two colours of its own.
public struct Cell: Equatable, Sendable {
  /// A Unicode scalar; a `ClusterTable` entry (top bit set) for a base with combining marks; or
  /// `Cell.continuation`, the right half of the wide cell to its left.
  public var glyph: UInt32
  public var role: Role
  public var emphasis: Emphasis = []
  /// Always 0: without padding, equal cells have equal bytes.
  var unused: UInt16 = 0
  /// `0`: from the role; else `0x01RRGGBB`.
  public var foreground: UInt32 = 0
  /// `0`: from the role; else `0x01RRGGBB`.
  public var background: UInt32 = 0

  public static let continuation: UInt32 = 0
  public static let blank = Cell(glyph: 32, role: .text)

  /// A colour in the format of `foreground` and `background`.
  public static func packed(_ colour: RGB?) -> UInt32 {
    guard let c = colour else { return 0 }
    return 0x0100_0000 | UInt32(c.red) << 16 | UInt32(c.green) << 8 | UInt32(c.blue)
  }

  /// Marks a part of a picture in real pixels: `glyph` holds its row and column, and `foreground`
  /// the picture's key in the canvas.
  private static let pixels: UInt32 = 0x4000_0000

  public static func pixels(of key: UInt32, row: Int, column: Int) -> Cell {
    Cell(glyph: pixels | UInt32(row) << 12 | UInt32(column), role: .text, foreground: key)
  }

  /// A blank under pixels, of one of two kinds.
  public static func covered(isOther: Bool) -> Cell {
    Cell(glyph: isOther ? 0xA0 : 32, role: .text, emphasis: .covered)
  }

  public var isPixels: Bool { glyph & 0xC000_0000 == Self.pixels }
  /// The part of the picture.
  public var row: Int { Int(glyph >> 12 & 0xFFF) }
  public var column: Int { Int(glyph & 0xFFF) }

  /// The cell's text, base and marks; empty for a continuation.
  public var text: String {
    if glyph == Cell.continuation { return "" }
    if isPixels { return "▒" }
    if glyph & ClusterTable.flag != 0 { return ClusterTable.text(glyph) }
    return Unicode.Scalar(glyph).map(String.init) ?? "\u{FFFD}"
  }
}

/// Attributes added to the role's own look.
public struct Emphasis: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let bold = Emphasis(rawValue: 1)
  public static let underline = Emphasis(rawValue: 2)
  public static let reverse = Emphasis(rawValue: 4)
  public static let strike = Emphasis(rawValue: 8)
  public static let dim = Emphasis(rawValue: 16)
  /// A blank under pixels of which curses knows nothing: it must never take it for an empty one.
  public static let covered = Emphasis(rawValue: 32)
}
