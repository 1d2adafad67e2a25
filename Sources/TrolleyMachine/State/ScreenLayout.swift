/// Which lines of the screen belong to what, from its size alone. It is here because moving by a
/// page and drawing must agree on it.
public struct ScreenLayout: Equatable, Sendable {
  public let size: Size
  /// The number of banner lines.
  public let bannerHeight: Int

  public init(_ size: Size, bannerHeight: Int = 0) {
    self.size = size
    self.bannerHeight = max(0, min(bannerHeight, (size.height - 2) / 3))
  }

  /// Below this nothing useful fits: one line asks for a larger window.
  public var isTooSmall: Bool { size.width < 20 || size.height < 5 }
  /// One column, no pictures, short hints.
  public var isNarrow: Bool { size.width < 60 || size.height < 16 }
  /// Has room for rules between header, page and footer.
  public var isRoomy: Bool { size.height >= 30 && size.width >= 80 }

  /// The header line, with a rule below it if there is room.
  public var headerHeight: Int { isRoomy ? 2 : 1 }
  /// Summary and hints, with a rule above them if there is room.
  public var footerHeight: Int { isRoomy ? 3 : 2 }
  public var bannerLine: Int { headerHeight }

  /// The page's area.
  public var body: Rect {
    let top = headerHeight + bannerHeight
    return Rect(x: 0, y: top, width: size.width, height: size.height - top - footerHeight)
  }

  /// Limited so that text stays readable on a wide screen.
  public var orderWidth: Int { min(90, size.width - 2) }

  public var summaryLine: Int { size.height - 2 }
  public var hintLine: Int { size.height - 1 }

  /// The body below the page's own bar (segments, filters, column titles).
  public var list: Rect {
    let body = self.body
    let bar = isRoomy ? 2 : 1
    return Rect(x: 0, y: body.y + bar, width: body.width, height: body.height - bar)
  }

  /// The grid of the items page: a table with one-line rows, or tiles of some size. The automatic
  /// size is the largest that shows everything without scrolling, otherwise one that shows pictures
  /// well.
  ///
  /// `all`: the number of items without a search or filter; those do not change the size.
  public func grid(
    sections: [Int], of all: Int, hasHeadings: Bool, isTable: Bool, tileSize: TileSize
  ) -> TileGrid {
    let heading = hasHeadings ? 1 : 0
    if isTable || isNarrow {
      return TileGrid(
        sections: sections, columns: 1, tileHeight: 1, headingHeight: heading, pitch: size.width)
    }
    func grid(_ shape: TileShape) -> TileGrid {
      let columns = max(1, (size.width - 1) / shape.pitch)
      return TileGrid(
        sections: sections, columns: columns, tileHeight: shape.height, headingHeight: heading,
        pitch: (size.width - 1) / columns)
    }
    switch tileSize {
    case .small: return grid(.small)
    case .medium: return grid(.medium)
    case .large: return grid(.large)
    case .automatic:
      // The size depends on the number of items alone: a key that moves one to the other section,
      // or a search that hides the headings, must not change the size of everything.
      let total = max(all, sections.reduce(0, +))
      func height(_ shape: TileShape, moreRows: Int) -> Int {
        let columns = grid(shape).columns
        return ((total + columns - 1) / columns + moreRows) * shape.height + 2
      }
      // The larger shapes only where they still fit if a second section begins a row of its own.
      let calm = [TileShape.huge, .larger, .large].first { height($0, moreRows: 1) <= list.height }
      let fitting = [TileShape.medium, .low].first { height($0, moreRows: 0) <= list.height }
      return grid(calm ?? fitting ?? (isRoomy ? .large : .medium))
    }
  }

  /// The lines of each row of the cart: where they are free, there is room for a picture beside
  /// the name.
  public func cartRowHeight(count: Int) -> Int {
    count == 0 || size.width < 36 ? 1 : max(1, min(5, list.height / count))
  }
}

extension ScreenLayout {
  /// The grid of a catalogue without pictures: tiles just large enough for their text.
  public func textGrid(count: Int, isTable: Bool) -> TileGrid {
    if isTable || isNarrow {
      return TileGrid(
        sections: [count], columns: 1, tileHeight: 1, headingHeight: 0, pitch: size.width)
    }
    let columns = max(1, (size.width - 1) / TileShape.words.pitch)
    return TileGrid(
      sections: [count], columns: columns, tileHeight: TileShape.words.height, headingHeight: 0,
      pitch: (size.width - 1) / columns)
  }
}

/// The size of a tile: cells from one column to the next, and lines.
struct TileShape {
  let pitch: Int
  let height: Int

  static let huge = TileShape(pitch: 31, height: 17)
  static let larger = TileShape(pitch: 24, height: 13)
  static let large = TileShape(pitch: 19, height: 11)
  static let medium = TileShape(pitch: 19, height: 8)
  static let low = TileShape(pitch: 19, height: 6)
  static let small = TileShape(pitch: 19, height: 4)
  static let words = TileShape(pitch: 26, height: 5)
}
