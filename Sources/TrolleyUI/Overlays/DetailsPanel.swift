/// The panel for a single item or product: the more room there is, the larger its picture.
struct DetailsPanel {
  /// In cells, the frame included.
  let width: Int
  let height: Int
  /// The picture's maximum height in lines; it is twice as many cells wide.
  let picture: Int

  init(_ layout: ScreenLayout) {
    let size = layout.size
    let isTall = size.height >= 44
    let isLarge = isTall && size.width >= 140
    width = min(isLarge ? 128 : 92, size.width)
    height = layout.isNarrow ? 40 : min(isLarge ? 38 : isTall ? 30 : 24, size.height - 3)
    picture = isLarge ? 32 : 24
  }

  /// The picture's height inside the drawn panel, leaving room for text beside it.
  func pictureHeight(in inner: Rect, below: Int = 0) -> Int {
    min(inner.height - max(below, 4), picture, (inner.width - 30) / 2)
  }
}
