/// Which lines of the screen belong to what, from its size alone. In Core, because moving by a page
/// and drawing one must agree.
public struct ScreenLayout: Equatable, Sendable {
  public let size: Size
  public let hasBanner: Bool

  public init(_ size: Size, hasBanner: Bool) {
    self.size = size
    self.hasBanner = hasBanner
  }

  /// Below this nothing useful fits: one line asks for room.
  public var isTooSmall: Bool { size.width < 20 || size.height < 5 }
  /// One column, no pictures, short hints.
  public var isNarrow: Bool { size.width < 60 || size.height < 16 }
  /// Room for rules between header, page and footer.
  public var isRoomy: Bool { size.height >= 30 && size.width >= 80 }

  /// Header line, and below it a rule where there is room.
  public var headerHeight: Int { isRoomy ? 2 : 1 }
  /// Summary and hints, and above them a rule where there is room.
  public var footerHeight: Int { isRoomy ? 3 : 2 }
  public var bannerLine: Int { headerHeight }

  /// What the page draws in.
  public var body: Rect {
    let top = headerHeight + (hasBanner ? 1 : 0)
    return Rect(x: 0, y: top, width: size.width, height: size.height - top - footerHeight)
  }

  public var summaryLine: Int { size.height - 2 }
  public var hintLine: Int { size.height - 1 }

  /// The body below a page's own bar (segments, filters, column titles).
  public var list: Rect {
    let body = self.body
    let bar = isRoomy ? 2 : 1
    return Rect(x: 0, y: body.y + bar, width: body.width, height: body.height - bar)
  }

  /// Width of one column of tiles with the gap behind it, and how many there are.
  public var tiles: (columns: Int, pitch: Int) {
    let columns = max(1, (size.width - 1) / 19)
    return (columns, min(24, (size.width - 1) / columns))
  }

  /// The grid of the items page: a table one line high, or tiles of a size. The automatic size is
  /// the largest that shows everything without scrolling, else one that shows pictures well.
  public func grid(
    sections: [Int], hasHeadings: Bool, isTable: Bool, tileSize: TileSize
  ) -> TileGrid {
    let heading = hasHeadings ? 1 : 0
    if isTable || isNarrow {
      return TileGrid(sections: sections, columns: 1, tileHeight: 1, headingHeight: heading)
    }
    func grid(_ height: Int) -> TileGrid {
      TileGrid(
        sections: sections, columns: tiles.columns, tileHeight: height, headingHeight: heading)
    }
    switch tileSize {
    case .small: return grid(4)
    case .medium: return grid(8)
    case .large: return grid(11)
    case .automatic:
      let fitting = [11, 8, 6].first { grid($0).height <= list.height }
      return grid(fitting ?? (isRoomy ? 11 : 8))
    }
  }
}
