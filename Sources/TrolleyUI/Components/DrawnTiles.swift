import Synchronization

/// The tiles of the last frames as cells, so that a key draws the tiles that it changes and not all on
/// the page. A tile's cells depend on nothing but its key and the picture that has loaded for it.
///
/// Pictures in pixels are more than cells, so tiles with them are drawn anew.
enum DrawnTiles {
  /// What all tiles of a page have in common, which is compared once for all of them.
  struct Page: Equatable {
    let style: NumberStyle
    let context: RenderContext
    let isDark: Bool
  }

  struct Key: Equatable {
    /// See `number(of:)`.
    let page: Int
    let item: Item
    let look: ItemTile.Look
    let size: Size
    /// The part that is not clipped, from the tile's corner.
    let seen: Rect
  }

  private struct Tile {
    let key: Key
    /// What can show the item, so that its name is not looked up again.
    let sources: [PictureSource]
    /// The fingerprint of the picture that is drawn.
    let picture: UInt64?
    let cells: [Cell]
  }

  private struct Drawn {
    var page: Page?
    var number = 0
    var tiles: [Item.ID: Tile] = [:]
  }

  /// More than most screens have. What there are more of is drawn anew.
  private static let limit = 256
  private static let drawn = Mutex(Drawn())

  /// Another number for each page that is not like the one before.
  static func number(of page: Page) -> Int {
    drawn.withLock { drawn in
      if drawn.page != page {
        drawn.page = page
        drawn.number += 1
        drawn.tiles.removeAll()
      }
      return drawn.number
    }
  }

  static func cells(_ key: Key, _ shelf: ImageCache) -> [Cell]? {
    drawn.withLock { drawn in
      guard let tile = drawn.tiles[key.item.id], tile.key == key,
        tile.picture == shelf.picture(tile.sources, .tile)?.fingerprint
      else { return nil }
      return tile.cells
    }
  }

  static func keep(_ cells: [Cell], _ key: Key, _ shelf: ImageCache) {
    let sources = ImageCache.sources(of: key.item)
    let tile = Tile(
      key: key, sources: sources, picture: shelf.picture(sources, .tile)?.fingerprint, cells: cells)
    drawn.withLock { drawn in
      if drawn.tiles.count >= limit { drawn.tiles.removeAll() }
      drawn.tiles[key.item.id] = tile
    }
  }
}
