/// The visible rows of the table of products, in columns as wide as what is in them.
struct ProductRows {
  private enum Column: Int, CaseIterable {
    case price, size, brand, category, quantity

    /// See `RowColumns.Column.sparing`.
    var sparing: Int {
      switch self {
      case .quantity: 8
      case .price: 10
      case .size: 30
      case .brand: 32
      case .category: 40
      }
    }

    /// Words are cut where they are longer, and begin at the left.
    var most: Int {
      switch self {
      case .price, .quantity: .max
      case .size: 12
      case .brand, .category: 26
      }
    }

    var isOfWords: Bool { self == .brand || self == .category }
  }

  private static let start = 4

  private let tiles: [ProductsPage.Tile]
  private let texts: [[String]]
  private let widths: [Int]
  private let columns: RowColumns

  init(_ tiles: [ProductsPage.Tile], width: Int) {
    self.tiles = tiles
    texts = tiles.map { tile in
      let (product, look) = (tile.product, tile.look)
      return Column.allCases.map { column in
        switch column {
        case .price: tile.price
        case .size: product.quantity
        case .brand: product.brand
        case .category: product.category
        case .quantity: look.inCart?.amount ?? ""
        }
      }
    }
    var widths = Column.allCases.map { _ in 0 }
    for row in texts {
      for column in Column.allCases {
        let width = min(column.most, DisplayWidth.of(row[column.rawValue]))
        widths[column.rawValue] = max(widths[column.rawValue], width)
      }
    }
    self.widths = widths
    columns = RowColumns(
      Column.allCases.map { .init(width: widths[$0.rawValue], sparing: $0.sparing) },
      names: tiles.map { DisplayWidth.of($0.product.name) }.max() ?? 0, from: Self.start,
      to: min(width, 180) - 1)
  }

  func draw(on canvas: inout Canvas) {
    for (tile, row) in zip(tiles, texts) { draw(tile, row, on: &canvas) }
  }

  private func draw(_ tile: ProductsPage.Tile, _ row: [String], on canvas: inout Canvas) {
    let look = tile.look
    let y = tile.area.y
    if look.isFocused { canvas.fill(tile.area, .selection) }
    func role(_ plain: Role) -> Role { look.isFocused ? .selection : plain }
    canvas.write(look.isFocused ? "▸" : " ", at: Point(x: 0, y: y), role(.text))
    canvas.write(
      InCart.sign(look.inCart), at: Point(x: 2, y: y), role(look.inCart == nil ? .dim : .success))
    for column in Column.allCases {
      guard let end = columns.ends[column.rawValue] else { continue }
      let width = widths[column.rawValue]
      let text = DisplayWidth.fitting(row[column.rawValue], width)
      canvas.write(
        text, at: Point(x: end - (column.isOfWords ? width : DisplayWidth.of(text)), y: y),
        role(column == .price || column == .quantity ? .text : .dim))
    }
    MatchedText.draw(
      tile.product.name, query: look.query, at: Point(x: Self.start, y: y), role(.title),
      width: max(1, columns.nameEnd - Self.start), on: &canvas)
  }
}
