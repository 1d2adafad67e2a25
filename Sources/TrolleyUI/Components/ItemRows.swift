/// The visible rows of the table of items, in columns as wide as what is in them.
struct ItemRows {
  private enum Column: Int, CaseIterable {
    case star, price, category, author, quantity

    /// See `RowColumns.Column.sparing`.
    var sparing: Int {
      switch self {
      case .star: 4
      case .quantity: 8
      case .price: 10
      case .author: 18
      case .category: 20
      }
    }
  }

  private static let start = 4

  private let tiles: [ItemsPage.Tile]
  private let prices: [String]
  private let widths: [Int]
  private let columns: RowColumns

  init(_ tiles: [ItemsPage.Tile], width: Int, style: NumberStyle) {
    self.tiles = tiles
    prices = tiles.map { tile in
      tile.item.price.map { Wording.price($0, per: tile.item.per, style: style) } ?? "–"
    }
    var widths = Column.allCases.map { _ in 0 }
    var names = 0
    func widen(_ column: Column, _ text: String, most: Int = .max) {
      widths[column.rawValue] = max(widths[column.rawValue], min(most, DisplayWidth.of(text)))
    }
    // The stars keep their column: giving one must not move the others.
    widen(.star, "★")
    for (tile, price) in zip(tiles, prices) {
      names = max(names, DisplayWidth.of(tile.item.name))
      widen(.price, price)
      widen(.category, tile.item.category, most: 16)
      widen(.author, tile.look.by, most: 9)
      widen(.quantity, tile.look.inCart?.amount ?? "")
    }
    self.widths = widths
    columns = RowColumns(
      Column.allCases.map { .init(width: widths[$0.rawValue], sparing: $0.sparing) }, names: names,
      from: Self.start, to: min(width, 90) - 1)
  }

  func draw(on canvas: inout Canvas) {
    for (tile, price) in zip(tiles, prices) { draw(tile, price, on: &canvas) }
  }

  private func draw(_ tile: ItemsPage.Tile, _ price: String, on canvas: inout Canvas) {
    let look = tile.look
    let y = tile.area.y
    if look.isFocused { canvas.fill(tile.area, .selection) }
    func role(_ plain: Role) -> Role { look.isFocused ? .selection : plain }
    func write(_ text: String, _ column: Column, _ plain: Role, fromLeft: Bool = false) {
      guard let end = columns.ends[column.rawValue], !text.isEmpty else { return }
      let width = widths[column.rawValue]
      let x = fromLeft ? end - width : end - DisplayWidth.of(text)
      canvas.write(text, at: Point(x: x, y: y), role(plain), width: width)
    }
    canvas.write(
      look.isFocused ? look.isMarked ? "▸◆" : "▸" : look.isMarked ? "◆" : " ",
      at: Point(x: 0, y: y), role(.accent))
    canvas.write(
      InCart.sign(look.inCart), at: Point(x: 2, y: y), role(look.inCart == nil ? .dim : .success))
    write(tile.item.isFavourite ? "★" : "", .star, .star)
    write(price, .price, .text)
    write(tile.item.category, .category, .dim, fromLeft: true)
    write(look.by, .author, .dim, fromLeft: true)
    write(look.inCart?.amount ?? "", .quantity, .text)
    let isPicked = look.inCart?.isPicked == true
    MatchedText.draw(
      tile.item.name, query: look.query, at: Point(x: Self.start, y: y),
      role(isPicked ? .picked : .title), isPicked ? .strike : [],
      width: max(1, columns.nameEnd - Self.start), on: &canvas)
  }
}
