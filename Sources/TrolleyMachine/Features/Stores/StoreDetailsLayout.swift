/// The layout of a shop's details and its map, from the screen size alone. It is here because the
/// map request and drawing must agree on it.
public struct StoreDetailsLayout: Equatable, Sendable {
  /// The panel with its frame; with a full map the whole screen below the header.
  public let panel: Rect
  /// The text area; empty with a full map.
  public let text: Rect
  /// The map's cells; nil if it does not fit.
  public let map: Rect?
  /// The line below the map for scale and attribution.
  public let mapLine: Int

  /// Wide enough for the shortest attribution.
  static let leastMap = Size(width: 30, height: 5)

  /// - Parameter hasMap: whether a map may be drawn at all.
  public init(_ layout: ScreenLayout, isFull: Bool, hasMap: Bool = true) {
    let size = layout.size
    if isFull {
      panel = Rect(
        x: 0, y: layout.headerHeight, width: size.width,
        height: max(0, size.height - layout.headerHeight - 1))
      text = Rect(x: 0, y: panel.y, width: 0, height: 0)
      let area = Rect(x: 0, y: panel.y, width: size.width, height: panel.height - 1)
      map = Self.room(area)
      mapLine = panel.maxY - 1
      return
    }
    let width = layout.isNarrow ? size.width : min(size.width - 4, 150)
    let height = layout.isNarrow ? size.height - 2 : min(size.height - 3, 44)
    panel = Rect(
      x: (size.width - width) / 2, y: max(1, (size.height - 1 - height) / 2), width: width,
      height: max(0, height))
    let inner = panel.inset(2, 1)
    guard hasMap, !layout.isNarrow else {
      text = inner
      map = nil
      mapLine = inner.maxY
      return
    }
    let textWidth = max(26, min(44, inner.width * 2 / 5))
    text = Rect(x: inner.x, y: inner.y, width: textWidth, height: inner.height)
    let left = inner.x + textWidth + 2
    map = Self.room(Rect(x: left, y: inner.y, width: inner.maxX - left, height: inner.height - 1))
    mapLine = inner.maxY - 1
  }

  private static func room(_ area: Rect) -> Rect? {
    guard area.width >= leastMap.width, area.height >= leastMap.height else { return nil }
    let width = min(area.width, MapView.mostCells.width)
    let height = min(area.height, MapView.mostCells.height)
    return Rect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
  }
}
