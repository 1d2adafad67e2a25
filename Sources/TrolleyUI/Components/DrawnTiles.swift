import Synchronization

/// The tiles of the last frames as cells, so that a key draws the tiles that it changes and not all on
/// the page. A tile's cells depend on nothing but its key. Guards them.
///
/// Pictures in pixels are more than cells, so tiles with them are drawn anew.
enum DrawnTiles {
  struct Key: Equatable {
    let item: Item
    let look: ItemTile.Look
    let size: Size
    /// The part that is not clipped, from the tile's corner.
    let seen: Rect
    let context: RenderContext
    let isDark: Bool
    /// The fingerprint of the picture that has loaded.
    let picture: UInt64?
  }

  /// More than most screens have. What there are more of is drawn anew.
  static let limit = 256
  private static let drawn = Mutex<[Item.ID: (key: Key, cells: [Cell])]>([:])

  static func cells(_ key: Key) -> [Cell]? {
    drawn.withLock { drawn in
      guard let tile = drawn[key.item.id], tile.key == key else { return nil }
      return tile.cells
    }
  }

  static func keep(_ cells: [Cell], _ key: Key) {
    drawn.withLock { drawn in
      if drawn.count >= limit { drawn.removeAll() }
      drawn[key.item.id] = (key, cells)
    }
  }
}
